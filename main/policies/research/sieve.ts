/**
 * `sieve`: Yazhuo Zhang, Juncheng Yang, Yao Yue, Ymir Vigfusson and K. V. Rashmi, "SIEVE is Simpler than LRU: an Efficient
 * Turn-Key Eviction Algorithm for Web Caches", NSDI 2024. One queue, in which nothing ever moves. A reference marks; a hand
 * goes from the oldest to the youngest, takes the marks away, and evicts what has none. It keeps its place, so that what came
 * in behind it is looked at again only when it has come round.
 *
 * Adapted: it evicts until the set fits. What is pinned is passed over and keeps its mark.
 */
import { keyOf } from '../../d3d12/resource'
import { IntrusiveList } from '../../sim/intrusive-list'
import type { PolicyHost } from '../policy'
import type { Tracked } from '../tracked'
import { CachePolicy } from './cache-policy'

interface Marked extends Tracked {
  visited: boolean
}

export class Sieve extends CachePolicy<Marked> {
  /** by key, oldest first */
  private readonly queue = new IntrusiveList()
  /** key of the one that is looked at next, -1: the oldest */
  private hand = -1

  constructor(host: PolicyHost) {
    super('sieve', host)
  }

  protected describe(tracked: Tracked): Marked {
    return Object.assign(tracked, { visited: false })
  }

  protected admit(object: Marked): void {
    object.visited = false
    this.queue.pushBack(keyOf(object.resource))
  }

  protected hit(object: Marked): void {
    object.visited = true
  }

  protected victim(may: (object: Marked) => boolean): Marked | undefined {
    // twice round at most: once for the marks
    for (let steps = 2 * this.queue.size; steps > 0; steps--) {
      if (this.hand < 0) this.hand = this.queue.first
      const object = this.byKey.get(this.hand) as Marked
      if (may(object)) {
        if (!object.visited) return object
        object.visited = false
      }
      this.hand = this.queue.after(this.hand)
    }
    return undefined
  }

  protected left(object: Marked): void {
    this.gone(object)
  }

  /** The hand goes on to the next. */
  protected gone({ resource }: Marked): void {
    const key = keyOf(resource)
    if (key === this.hand) this.hand = this.queue.after(key)
    this.queue.remove(key)
  }
}
