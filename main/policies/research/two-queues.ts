/**
 * `2q`: Theodore Johnson and Dennis Shasha, "2Q: A Low Overhead High Performance Buffer Management Replacement Algorithm",
 * VLDB 1994; its full version. What comes in stands in a first-in-first-out queue, A1in; only what is asked for again after
 * it has left that queue, while its ghost is in A1out, comes into Am, which is least recently used. So a scan passes through
 * A1in and leaves Am alone.
 *
 * Adapted: Kin is 25 % of the capacity and Kout 50 %, in bytes, as the paper advises for pages. Where the queue that is to
 * give has nothing that may go the other one gives.
 */
import type { PolicyHost } from '../policy'
import type { Tracked } from '../tracked'
import { ByteQueue } from './byte-queue'
import { CachePolicy } from './cache-policy'

const KIN = 0.25
const KOUT = 0.5

export class TwoQueues extends CachePolicy {
  private readonly a1in = new ByteQueue<Tracked>()
  /** ghosts */
  private readonly a1out = new ByteQueue<Tracked>()
  private readonly am = new ByteQueue<Tracked>()

  constructor(host: PolicyHost) {
    super('2q', host)
  }

  protected describe(tracked: Tracked): Tracked {
    return tracked
  }

  protected override takeGhost(object: Tracked): boolean {
    return this.a1out.remove(object)
  }

  protected admit(object: Tracked, returns: boolean): void {
    if (returns) this.am.push(object)
    else this.a1in.push(object)
  }

  /** What is asked for again soon after it came in is one reference: in A1in nothing moves. */
  protected hit(object: Tracked): void {
    if (this.am.has(object)) this.am.push(object)
  }

  protected victim(may: (object: Tracked) => boolean): Tracked | undefined {
    const [first, second] = this.a1in.bytes > KIN * this.capacity ? [this.a1in, this.am] : [this.am, this.a1in]
    return first.find(may) ?? second.find(may)
  }

  protected left(object: Tracked): void {
    this.am.remove(object)
    if (!this.a1in.remove(object)) return
    this.a1out.push(object)
    this.a1out.trimTo(KOUT * this.capacity)
  }

  protected gone(object: Tracked): void {
    for (const queue of [this.a1in, this.a1out, this.am]) queue.remove(object)
  }
}
