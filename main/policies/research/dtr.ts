/**
 * `dtr`: Marisa Kirisame, Steven Lyubomirsky, Altan Haan, Jennifer Brennan, Mike He, Jared Roesch, Tianqi Chen and Zachary
 * Tatlock, "Dynamic Tensor Rematerialization", ICLR 2021: its heuristic. What has the least h = cost ÷ (size × staleness)
 * goes: cheap to have again, large, and not used for long.
 *
 * Adapted: to have it again is to page it in, which costs 200 µs and its bytes at 8 GiB/s (**choice**: the first is what
 * small page-ins were measured to take, the second what the emulator's bus has by default), so that of two equally stale ones
 * the larger goes. What a resource was computed from plays no part: no neighbourhood. Staleness is counted from the last
 * reference, or from when it came in, in µs, 1 at least; among equals the least recently referenced goes first.
 */
import type { PolicyHost } from '../policy'
import type { Tracked } from '../tracked'
import { ByteQueue } from './byte-queue'
import { CachePolicy } from './cache-policy'

/** µs of a page-in beside its bytes */
const FIXED_COST = 200
/** bytes per µs */
const BANDWIDTH = (8 * 1024 ** 3) / 1_000_000

interface Referenced extends Tracked {
  /** µs */
  since: number
}

/** h, per byte: µs of cost ÷ (bytes × µs). @param bytes of the resource @param staleness µs since its last reference */
export function heuristic(bytes: number, staleness: number): number {
  return (FIXED_COST + bytes / BANDWIDTH) / (bytes * Math.max(1, staleness))
}

export class Dtr extends CachePolicy<Referenced> {
  /** least recently referenced first */
  private readonly entries = new ByteQueue<Referenced>()

  constructor(host: PolicyHost) {
    super('dtr', host)
  }

  protected describe(tracked: Tracked): Referenced {
    return Object.assign(tracked, { since: 0 })
  }

  protected admit(object: Referenced): void {
    this.hit(object)
  }

  protected hit(object: Referenced): void {
    object.since = this.host.sim.now
    this.entries.push(object)
  }

  protected victim(may: (object: Referenced) => boolean): Referenced | undefined {
    const { now } = this.host.sim
    let least: { object: Referenced; h: number } | undefined
    for (const object of this.entries) {
      if (!may(object)) continue
      const h = heuristic(object.resource.size, now - object.since)
      if (least === undefined || h < least.h) least = { object, h }
    }
    return least?.object
  }

  protected left(object: Referenced): void {
    this.gone(object)
  }

  protected gone(object: Referenced): void {
    this.entries.remove(object)
  }
}
