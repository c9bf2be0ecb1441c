/** Faults that a scenario injects: the next matching call, or the next `count`, fails in that way. */

export type FaultName =
  | 'register-out-of-memory'
  | 'callback-throws'
  | 'callback-takes'
  | 'allocation-fails'
  | 'build-paging-buffer-fails'

/** `left` calls in a row that fail alike. A count costs no memory, however large a scenario makes it. */
interface Planned {
  left: number
  readonly duration: number
}

export class Faults {
  private readonly planned = new Map<FaultName, Planned[]>()

  /** @param duration µs, for faults that take time */
  inject(name: FaultName, count = 1, duration = 0): void {
    const waiting = this.planned.get(name) ?? []
    waiting.push({ left: count, duration })
    this.planned.set(name, waiting)
  }

  /** Uses up one planned fault. @returns null when the call is to succeed */
  take(name: FaultName): { duration: number } | null {
    const waiting = this.planned.get(name)
    const next = waiting?.[0]
    if (waiting === undefined || next === undefined) return null
    if (--next.left === 0) waiting.shift()
    return { duration: next.duration }
  }
}
