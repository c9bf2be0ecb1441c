import { goOnWith, type Then } from '../../sim/continuation'

/** A fence that the GPU and the CPU wait on. Its value only ever grows (GP-13). */
export class MonitoredFence {
  private current: number
  private waiters: { value: number; callback: Then }[] = []
  /** who is going to signal, in the order in which it was said; what is before `reached` has been */
  private expected: { value: number; by: object }[] = []
  private reached = 0

  /** @param initial fence value */
  constructor(initial = 0) {
    this.current = initial
  }

  /** The fence value that it has now. */
  get value(): number {
    return this.current
  }

  /**
   * Values below the present one are ignored; each waiter whose value is reached is released once, in order of arrival.
   * @param value fence value
   */
  signal(value: number): void {
    if (value <= this.current) return
    this.current = value
    if (this.expected.length > 0) this.forget()
    if (this.waiters.length === 0) return
    const released = this.waiters.filter((waiter) => waiter.value <= value)
    this.waiters = this.waiters.filter((waiter) => waiter.value > value)
    for (const { callback } of released) goOnWith(callback)
  }

  /**
   * Says who is going to signal a value, for those who ask why somebody waits (LB-08).
   * @param value fence value
   * @param by the context whose work comes before the signal, or what the paging queue calls at the end of its
   * operation
   */
  expect(value: number, by: object): void {
    if (value > this.current) this.expected.push({ value, by })
  }

  private forget(): void {
    const { expected } = this
    while (this.reached < expected.length && (expected[this.reached] as { value: number }).value <= this.current)
      this.reached++
    if (this.reached * 2 < expected.length) return
    this.expected = expected.slice(this.reached)
    this.reached = 0
  }

  /** Who is going to signal the value, or a greater one; null: nobody has said so. @param value fence value */
  signallerOf(value: number): object | null {
    for (let i = this.reached; i < this.expected.length; i++) {
      const one = this.expected[i] as { value: number; by: object }
      if (one.value >= value) return one.by
    }
    return null
  }

  /** Somebody is called back by a value that has not been reached. */
  get isAwaited(): boolean {
    return this.waiters.length > 0
  }

  /** Calls back when the fence value `value` is reached; at once when it is already. */
  whenReached(value: number, callback: Then): void {
    if (this.current >= value) goOnWith(callback)
    else this.waiters.push({ value, callback })
  }
}
