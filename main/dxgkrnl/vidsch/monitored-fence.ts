/** A fence that the GPU and the CPU wait on. Its value only ever grows (GP-13). */
export class MonitoredFence {
  private current: number
  private waiters: { value: number; callback: () => void }[] = []

  constructor(initial = 0) {
    this.current = initial
  }

  get value(): number {
    return this.current
  }

  /** Values below the present one are ignored; each waiter whose value is reached is released once, in order of arrival. */
  signal(value: number): void {
    if (value <= this.current) return
    this.current = value
    if (this.waiters.length === 0) return
    const released = this.waiters.filter((waiter) => waiter.value <= value)
    this.waiters = this.waiters.filter((waiter) => waiter.value > value)
    for (const waiter of released) waiter.callback()
  }

  /** Calls back when `value` is reached; at once when it is already. */
  whenReached(value: number, callback: () => void): void {
    if (this.current >= value) callback()
    else this.waiters.push({ value, callback })
  }
}
