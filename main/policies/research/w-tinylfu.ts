/**
 * `w-tinylfu`: Gil Einziger, Roy Friedman and Ben Manes, "TinyLFU: A Highly Efficient Cache Admission Policy", ACM
 * Transactions on Storage 13 (4), 2017. What comes in stands in a small window; leaving it, it is admitted to the main cache
 * only if it was asked for more often than the one that would have to go for it. Counts are halved at times, so that they are
 * of the recent past. The main cache is segmented: 20 % probation, and 80 % for what was asked for again there.
 *
 * Adapted: the window has 1 % of the capacity, in bytes. What a submission needs is resident whatever its count, so that the
 * choice between the oldest of an overfull window and the main cache's victim is made when room is needed next. All
 * resources are known: counts are exact, where the paper estimates them in a sketch. They are halved after ten references
 * per resource, and with them, as in the paper, the number of references that led there: the next time is after five more.
 */
import type { PolicyHost } from '../policy'
import type { Tracked } from '../tracked'
import { ByteQueue } from './byte-queue'
import { CachePolicy } from './cache-policy'

const WINDOW = 0.01
const PROTECTED = 0.8
/** references per resource after which counts are halved */
const SAMPLE = 10

interface Counted extends Tracked {
  count: number
}

export class WTinyLfu extends CachePolicy<Counted> {
  private readonly window = new ByteQueue<Counted>()
  private readonly probation = new ByteQueue<Counted>()
  private readonly main = new ByteQueue<Counted>()
  /** towards the next halving */
  private references = 0

  constructor(host: PolicyHost) {
    super('w-tinylfu', host)
  }

  protected describe(tracked: Tracked): Counted {
    return Object.assign(tracked, { count: 0 })
  }

  protected admit(object: Counted): void {
    this.count(object)
    this.enterWindow(object)
  }

  /** Its creation was counted. */
  protected override admitAnew(object: Counted): void {
    this.gone(object)
    this.enterWindow(object)
  }

  protected hit(object: Counted): void {
    this.count(object)
    if (this.window.has(object)) {
      this.window.push(object)
      return
    }
    this.probation.remove(object)
    this.main.push(object)
    for (const oldest of this.main) {
      if (this.main.bytes <= PROTECTED * (1 - WINDOW) * this.capacity || oldest === object) return
      this.main.remove(oldest)
      this.probation.push(oldest)
    }
  }

  protected victim(may: (object: Counted) => boolean): Counted | undefined {
    const overfull = this.window.bytes > WINDOW * this.capacity
    const candidate = overfull ? this.window.find(may) : undefined
    const victim = this.probation.find(may) ?? this.main.find(may)
    if (candidate === undefined || victim === undefined) return candidate ?? victim ?? this.window.find(may)
    if (candidate.count <= victim.count) return candidate
    this.window.remove(candidate)
    this.probation.push(candidate)
    return victim
  }

  protected left(object: Counted): void {
    this.gone(object)
  }

  protected gone(object: Counted): void {
    for (const queue of [this.window, this.probation, this.main]) queue.remove(object)
  }

  /** What stands over there goes on while the main cache has room. */
  private enterWindow(object: Counted): void {
    this.window.push(object)
    for (const oldest of this.window) {
      const main = this.probation.bytes + this.main.bytes + oldest.resource.size
      if (this.window.bytes <= WINDOW * this.capacity || main > (1 - WINDOW) * this.capacity) return
      this.window.remove(oldest)
      this.probation.push(oldest)
    }
  }

  private count(object: Counted): void {
    object.count++
    if (++this.references < SAMPLE * this.byKey.size) return
    this.references = Math.floor(this.references / 2)
    for (const each of this.byKey.values()) each.count = Math.floor(each.count / 2)
  }
}
