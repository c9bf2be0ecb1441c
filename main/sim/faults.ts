/** Faults that a scenario injects: the next matching call, or the next `count`, fails in that way. */

export type FaultName =
  | 'register-out-of-memory'
  | 'callback-throws'
  | 'callback-takes'
  | 'allocation-fails'
  | 'build-paging-buffer-fails'
  | 'hang'
  | 'engine-reset-fails'
  | 'reserve-fails'
  | 'stale-descriptor'
  | 'stale-mapping'

/** `left` calls in a row that fail alike. A count costs no memory, however large a scenario makes it. */
interface Planned {
  left: number
  readonly duration: number
  /** undefined: whatever comes */
  readonly target: string | undefined
}

export class Faults {
  private readonly planned = new Map<FaultName, Planned[]>()

  /**
   * @param duration µs, for faults that take time
   * @param target only calls with this target match
   */
  inject(name: FaultName, count = 1, duration = 0, target?: string): void {
    const waiting = this.planned.get(name) ?? []
    waiting.push({ left: count, duration, target })
    this.planned.set(name, waiting)
  }

  /**
   * Uses up one planned fault, the first that matches.
   * @param target what this call concerns
   * @param general whether a fault without a target matches
   * @returns null when the call is to succeed
   */
  take(name: FaultName, target?: string, general = true): { duration: number } | null {
    const waiting = this.planned.get(name)
    if (waiting === undefined || waiting.length === 0) return null
    const next = waiting.find((fault) => (fault.target === undefined ? general : fault.target === target))
    if (next === undefined) return null
    if (--next.left === 0) waiting.splice(waiting.indexOf(next), 1)
    return { duration: next.duration }
  }
}
