/**
 * `lirs`: Song Jiang and Xiaodong Zhang, "LIRS: An Efficient Low Inter-reference Recency Set Replacement Policy to Improve
 * Buffer Cache Performance", SIGMETRICS 2002. What was asked for again within a short time (LIR) is kept; all else (HIR) has
 * a small part of the cache, a queue Q. The stack S holds, most recently used last, all LIR and those HIR, also evicted ones,
 * that were used since the oldest LIR: one of these that is asked for again has a shorter interval than that LIR, and takes
 * its place.
 *
 * Adapted: HIR have 1 % of the capacity, in bytes, as in the paper, so that one large resource may be all of them. LIR enter
 * while they fit into the other 99 %; as many of the oldest give way as it takes. Where all of Q is pinned the oldest LIR
 * that is not goes. Evicted ones in S are forgotten, the oldest first, above twice the capacity (the paper has no limit).
 */
import type { PolicyHost } from '../policy'
import type { Tracked } from '../tracked'
import { ByteQueue } from './byte-queue'
import { CachePolicy } from './cache-policy'

const LIR_SHARE = 0.99
const GHOST_SHARE = 2

export class Lirs extends CachePolicy {
  /** the stack, its bottom first */
  private readonly s = new ByteQueue<Tracked>()
  /** resident HIR */
  private readonly q = new ByteQueue<Tracked>()
  private readonly lir = new ByteQueue<Tracked>()
  /** evicted ones in S */
  private readonly ghosts = new ByteQueue<Tracked>()

  constructor(host: PolicyHost) {
    super('lirs', host)
  }

  protected describe(tracked: Tracked): Tracked {
    return tracked
  }

  protected override takeGhost(object: Tracked): boolean {
    return this.ghosts.remove(object)
  }

  protected admit(object: Tracked, returns: boolean): void {
    const fits = this.lir.bytes + object.resource.size <= LIR_SHARE * this.capacity
    this.s.push(object)
    if (returns || fits) this.becomeLir(object)
    else this.q.push(object)
  }

  protected hit(object: Tracked): void {
    const inStack = this.s.has(object)
    this.s.push(object)
    if (this.lir.has(object)) {
      this.prune()
      return
    }
    if (inStack) {
      this.q.remove(object)
      this.becomeLir(object)
    } else this.q.push(object)
  }

  protected victim(may: (object: Tracked) => boolean): Tracked | undefined {
    return this.q.find(may) ?? this.s.find((object) => this.lir.has(object) && may(object))
  }

  /** An HIR stays in S, where it is in it; an LIR that had to go does not come back as one. */
  protected left(object: Tracked): void {
    if (this.lir.remove(object)) {
      this.s.remove(object)
      this.prune()
    }
    this.q.remove(object)
    if (!this.s.has(object)) return
    this.ghosts.push(object)
    for (const oldest of this.ghosts) {
      if (this.ghosts.bytes <= GHOST_SHARE * this.capacity) return
      this.ghosts.remove(oldest)
      this.s.remove(oldest)
    }
  }

  protected gone(object: Tracked): void {
    for (const queue of [this.s, this.q, this.lir, this.ghosts]) queue.remove(object)
    this.prune()
  }

  /** The oldest LIR become HIR until the rest has its share; the one that has just become LIR stays. */
  private becomeLir(object: Tracked): void {
    this.lir.push(object)
    this.prune()
    while (this.lir.bytes > LIR_SHARE * this.capacity) {
      const bottom = this.s.oldest
      if (bottom === undefined || bottom === object) return
      this.lir.remove(bottom)
      this.s.remove(bottom)
      this.q.push(bottom)
      this.prune()
    }
  }

  /** The bottom of S is always an LIR. */
  private prune(): void {
    for (const bottom of this.s) {
      if (this.lir.has(bottom)) return
      this.s.remove(bottom)
      this.ghosts.remove(bottom)
    }
  }
}
