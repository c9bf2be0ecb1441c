/**
 * `gdsf`: Ludmila Cherkasova, "Improving WWW Proxies Performance with Greedy-Dual-Size-Frequency Caching Policy", HP
 * Laboratories report HPL-98-69, 1998. Each object has a priority, L + frequency × cost ÷ size; the lowest goes, and L
 * becomes its priority. So what came in long ago is outbid in time by what comes in now, however often it was used.
 *
 * Adapted: the cost is 1, that of one page-in whatever its bytes (the paper's GDSF(1)), and the size is in MiB. As in the
 * paper the frequency begins at 1 whenever it comes in, and its
 * priority is computed with the L that the evictions for it have left. Among equals the least recently referenced goes first.
 */
import type { PolicyHost } from '../policy'
import type { Tracked } from '../tracked'
import { ByteQueue } from './byte-queue'
import { CachePolicy } from './cache-policy'

const MIB = 1024 * 1024
const COST = 1

interface Valued extends Tracked {
  frequency: number
  priority: number
}

export class Gdsf extends CachePolicy<Valued> {
  /** least recently referenced first */
  private readonly entries = new ByteQueue<Valued>()
  /** L, to which priorities have been inflated */
  private inflation = 0

  constructor(host: PolicyHost) {
    super('gdsf', host)
  }

  protected describe(tracked: Tracked): Valued {
    return Object.assign(tracked, { frequency: 0, priority: 0 })
  }

  protected admit(object: Valued): void {
    object.frequency = 0
    this.hit(object)
  }

  protected hit(object: Valued): void {
    object.frequency++
    object.priority = this.inflation + (object.frequency * COST * MIB) / object.resource.size
    this.entries.push(object)
  }

  protected victim(may: (object: Valued) => boolean): Valued | undefined {
    let lowest: Valued | undefined
    for (const object of this.entries)
      if (may(object) && (lowest === undefined || object.priority < lowest.priority)) lowest = object
    // what is pinned may be lower still: L never falls
    if (lowest !== undefined) this.inflation = Math.max(this.inflation, lowest.priority)
    return lowest
  }

  protected left(object: Valued): void {
    this.gone(object)
  }

  protected gone(object: Valued): void {
    this.entries.remove(object)
  }
}
