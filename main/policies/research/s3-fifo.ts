/**
 * `s3-fifo`: Juncheng Yang, Yazhuo Zhang, Ziyue Qiu, Yao Yue and K. V. Rashmi, "FIFO queues are all you need for cache
 * eviction", SOSP 2023. What comes in stands in a small queue S; what is asked for more than once there moves to the main
 * queue M, all else leaves early and is remembered in G. From M goes what was not asked for since it came round; what is
 * found in G comes into M at once.
 *
 * Adapted: S has 10 % of the capacity, M and G 90 %, in bytes. What is pinned is passed over and keeps its place and count.
 */
import type { PolicyHost } from '../policy'
import type { Tracked } from '../tracked'
import { ByteQueue } from './byte-queue'
import { CachePolicy } from './cache-policy'

const SMALL = 0.1
/** more than once */
const PROMOTED = 2
const MOST_COUNTED = 3

interface Counted extends Tracked {
  /** references since it came into its queue, 3 at most */
  count: number
}

export class S3Fifo extends CachePolicy<Counted> {
  private readonly small = new ByteQueue<Counted>()
  private readonly main = new ByteQueue<Counted>()
  private readonly ghosts = new ByteQueue<Counted>()

  constructor(host: PolicyHost) {
    super('s3-fifo', host)
  }

  protected describe(tracked: Tracked): Counted {
    return Object.assign(tracked, { count: 0 })
  }

  protected override takeGhost(object: Counted): boolean {
    return this.ghosts.remove(object)
  }

  protected admit(object: Counted, returns: boolean): void {
    object.count = 0
    if (returns) this.main.push(object)
    else this.small.push(object)
  }

  protected hit(object: Counted): void {
    object.count = Math.min(object.count + 1, MOST_COUNTED)
  }

  protected victim(may: (object: Counted) => boolean): Counted | undefined {
    const ofMain = 1 - SMALL
    if (this.small.bytes >= SMALL * this.capacity) {
      for (const object of this.small) {
        if (!may(object)) continue
        if (object.count < PROMOTED) return object
        this.small.remove(object)
        object.count = 0
        this.main.push(object)
        const over = this.main.bytes > ofMain * this.capacity ? this.victimOfMain(may) : undefined
        if (over !== undefined) return over
      }
    }
    return this.victimOfMain(may) ?? this.small.find(may)
  }

  protected left(object: Counted): void {
    this.main.remove(object)
    if (!this.small.remove(object)) return
    this.ghosts.push(object)
    this.ghosts.trimTo((1 - SMALL) * this.capacity)
  }

  protected gone(object: Counted): void {
    for (const queue of [this.small, this.main, this.ghosts]) queue.remove(object)
  }

  /** What was asked for comes round again, with one less. */
  private victimOfMain(may: (object: Counted) => boolean): Counted | undefined {
    for (const object of this.main) {
      if (!may(object)) continue
      if (object.count === 0) return object
      object.count--
      this.main.push(object)
    }
    return undefined
  }
}
