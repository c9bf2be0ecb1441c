/** Who waits for something of one of many, by its handle. */
import { goOnWith, type Then } from './continuation'

export class Waiters {
  private readonly waiting = new Map<number, Then[]>()

  add(handle: number, callback: Then): void {
    const waiters = this.waiting.get(handle)
    if (waiters === undefined) this.waiting.set(handle, [callback])
    else waiters.push(callback)
  }

  /** It has come about: all that wait for it go on, in their order, and wait no more. */
  call(handle: number): void {
    if (this.waiting.size === 0) return
    const waiters = this.waiting.get(handle)
    if (waiters === undefined) return
    this.waiting.delete(handle)
    for (const waiter of waiters) goOnWith(waiter)
  }
}
