/**
 * `arc`: Nimrod Megiddo and Dharmendra S. Modha, "ARC: A Self-Tuning, Low Overhead Replacement Cache", FAST 2003. T1 holds
 * what was asked for once, T2 what was asked for again, B1 and B2 are the ghosts of what was evicted from each. p is the
 * size that T1 should have: a ghost of B1 that is asked for raises it, one of B2 lowers it.
 *
 * Adapted: all sizes and p are bytes, and a ghost moves p by its size times the paper's ratio of B1 and B2. All ghosts of a
 * set move p before its first victim is chosen, and T1 = p gives way to a ghost of B2 anywhere in the set. Ghosts leave so
 * that T1 + B1 is at most the capacity c, and all four lists together at most 2c.
 */
import type { PolicyHost, SubmissionSet } from '../policy'
import type { Tracked } from '../tracked'
import { ByteQueue } from './byte-queue'
import { CachePolicy } from './cache-policy'

export class Arc extends CachePolicy {
  private readonly t1 = new ByteQueue<Tracked>()
  private readonly t2 = new ByteQueue<Tracked>()
  private readonly b1 = new ByteQueue<Tracked>()
  private readonly b2 = new ByteQueue<Tracked>()
  /** bytes that T1 should have */
  private p = 0
  /** the set that is about to be submitted has a ghost of B2 */
  private asksB2 = false

  constructor(host: PolicyHost) {
    super('arc', host)
  }

  protected describe(tracked: Tracked): Tracked {
    return tracked
  }

  protected override evictBefore(set: SubmissionSet): void {
    super.evictBefore(set)
    // whether the set is submitted or not: later victims are not for it
    this.asksB2 = false
  }

  protected override takeGhost(object: Tracked): boolean {
    const { b1, b2 } = this
    const { size } = object.resource
    if (b1.has(object)) this.p = Math.min(this.capacity, this.p + size * Math.max(b2.bytes / b1.bytes, 1))
    else if (b2.has(object)) {
      this.p = Math.max(0, this.p - size * Math.max(b1.bytes / b2.bytes, 1))
      this.asksB2 = true
    }
    return b1.remove(object) || b2.remove(object)
  }

  protected admit(object: Tracked, returns: boolean): void {
    if (returns) this.t2.push(object)
    else this.t1.push(object)
    this.trimGhosts()
  }

  protected hit(object: Tracked): void {
    this.t1.remove(object)
    this.t2.push(object)
  }

  protected victim(may: (object: Tracked) => boolean): Tracked | undefined {
    const { t1, t2, p } = this
    const fromT1 = t1.bytes > p || (this.asksB2 && t1.bytes === p)
    const [first, second] = fromT1 ? [t1, t2] : [t2, t1]
    return first.find(may) ?? second.find(may)
  }

  protected left(object: Tracked): void {
    if (this.t1.remove(object)) this.b1.push(object)
    else if (this.t2.remove(object)) this.b2.push(object)
    this.trimGhosts()
  }

  protected gone(object: Tracked): void {
    for (const queue of [this.t1, this.t2, this.b1, this.b2]) queue.remove(object)
  }

  private trimGhosts(): void {
    const { t1, t2, b1, b2, capacity } = this
    b1.trimTo(Math.max(0, capacity - t1.bytes))
    b2.trimTo(Math.max(0, 2 * capacity - t1.bytes - t2.bytes - b1.bytes))
  }
}
