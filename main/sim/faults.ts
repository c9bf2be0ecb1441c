/** Faults that a scenario injects: the next matching call, or the next `count`, fails in that way. */

export type FaultName = 'register-out-of-memory' | 'callback-throws' | 'callback-takes' | 'allocation-fails'

export class Faults {
  private readonly planned = new Map<FaultName, { duration: number }[]>()

  /** @param duration µs, for faults that take time */
  inject(name: FaultName, count = 1, duration = 0): void {
    const waiting = this.planned.get(name) ?? []
    for (let i = 0; i < count; i++) waiting.push({ duration })
    this.planned.set(name, waiting)
  }

  /** Uses up one planned fault. @returns null when the call is to succeed */
  take(name: FaultName): { duration: number } | null {
    return this.planned.get(name)?.shift() ?? null
  }
}
