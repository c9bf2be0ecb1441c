/**
 * `clock`: DXVK's second-chance clock and its bounds, on D3D12's terms (PL-37 to PL-40). It concerns objects in DEFAULT
 * heaps only; it never waits, and nothing happens without presses.
 */
import { SegmentGroup } from '../../../preload/contract/names'
import { failed, type HResultName } from '../../d3d12/hresult'
import { ObjectPolicy } from '../object-policy'
import type { PolicyHost, SubmissionSet } from '../policy'
import type { Tracked } from '../tracked'

const MIB = 1024 * 1024
/** bytes of a chunk, at most and at least */
const MOST_CHUNK = 256 * MIB
const LEAST_CHUNK = 4 * MIB
/** so many chunks fit into the local segment */
const CHUNKS = 7
/** µs from tick to tick */
const PERIOD = 500_000
/** objects that one press evicts, and bytes that its running total may reach; each evicted byte counts so many times */
const MOST_EVICTED = 128
const MOST_TOTAL = 16 * MIB
const WEIGHT = 16

type Mark = 'resident' | 'demoted' | 'evicted'

interface ClockObject extends Tracked {
  mark: Mark
  /** index of its chunk; -1: its heap is not DEFAULT, and nothing is decided about it */
  chunk: number
  /** place in the order of registration */
  place: number
}

/** A chunk's places are kept for good: it may become empty, and stays. */
interface Chunk {
  /** bytes of all that was ever put into it */
  bytes: number
  /** in the order of registration */
  readonly objects: Set<ClockObject>
}

/** Bytes of a chunk by the `segment` bytes of local memory. */
export function chunkSize(segment: number): number {
  let size = MOST_CHUNK
  while (CHUNKS * size > segment && size > LEAST_CHUNK) size /= 2
  return Math.max(size, LEAST_CHUNK)
}

/** What of a budget the clock lets itself use, bytes. @param budget bytes @param segment bytes of local memory */
export function knownBudget(budget: number, segment: number): number {
  const spare = Math.min(Math.max(Math.floor(segment / 100), LEAST_CHUNK), MOST_CHUNK)
  return budget - Math.min(budget, spare)
}

export class Clock extends ObjectPolicy<ClockObject> {
  private readonly segment = this.host.device.residency.segmentBytes(SegmentGroup.LOCAL)
  private readonly chunkBytes = chunkSize(this.segment)
  private readonly chunks: Chunk[] = []
  /** objects that are to be evicted, by chunk, within one the last registered first */
  private queue: ClockObject[] = []
  private budget = this.segment
  /** usage was above the known budget once: the clock runs, for good */
  private armed = false
  /** µs of the next tick; null: there was none yet */
  private deadline: number | null = null
  /** chunk index; -1: it has not moved yet */
  private hand = -1
  private places = 0

  constructor(host: PolicyHost) {
    super('clock', host)
    this.readBudget()
  }

  protected override registered(): void {
    this.arm(0)
  }

  protected describe(tracked: Tracked): ClockObject {
    const mark: Mark = tracked.resident ? 'resident' : 'evicted'
    return Object.assign(tracked, { mark, chunk: -1, place: this.places++ })
  }

  protected override onTracked(object: ClockObject): void {
    const { size, heapType = 'DEFAULT' } = object.resource
    if (heapType !== 'DEFAULT') return
    const last = this.chunks.at(-1)
    const chunk = last !== undefined && last.bytes + size <= this.chunkBytes ? last : this.openChunk()
    chunk.bytes += size
    chunk.objects.add(object)
    object.chunk = this.chunks.length - 1
  }

  protected override onUntracked(object: ClockObject): void {
    this.chunks[object.chunk]?.objects.delete(object)
    this.queue = this.queue.filter((queued) => queued !== object)
  }

  /** PL-38 (1) to (3). */
  override prepare(set: SubmissionSet, _resume: (hr: HResultName) => void): HResultName {
    const missing: ClockObject[] = []
    for (const object of this.objectsOf(set.resources)) {
      if (object.mark === 'demoted') object.mark = 'resident'
      if (object.mark === 'evicted') missing.push(object)
    }
    const used = new Set(set.resources)
    this.queue = this.queue.filter(({ resource }) => !used.has(resource))
    this.arm(missing.reduce((sum, { chunk, resource }) => sum + (chunk < 0 ? 0 : resource.size), 0))
    const hr = this.makeResident(missing)
    if (failed(hr)) return hr
    for (const object of missing) object.mark = 'resident'
    this.pressing(set, () => this.evictQueued())
    return hr
  }

  override submitted(set: SubmissionSet, fence: number): void {
    super.submitted(set, fence)
    const { now } = this.host.sim
    if (this.deadline === null) this.deadline = now + PERIOD
    else if (now < this.deadline) return
    else this.deadline = this.deadline + PERIOD > now ? this.deadline + PERIOD : now + PERIOD
    this.tick()
  }

  private openChunk(): Chunk {
    const chunk = { bytes: 0, objects: new Set<ClockObject>() }
    this.chunks.push(chunk)
    return chunk
  }

  private get usage(): number {
    return this.host.device.queryVideoMemoryInfo(SegmentGroup.LOCAL).CurrentUsage
  }

  private readBudget(): void {
    const { Budget } = this.host.device.queryVideoMemoryInfo(SegmentGroup.LOCAL)
    if (Budget > 0) this.budget = knownBudget(Budget, this.segment)
  }

  /** @param missing bytes that are about to be used too */
  private arm(missing: number): void {
    if (!this.host.device.residency.isIntegrated && this.usage + missing > this.budget) this.armed = true
  }

  private evictQueued(): void {
    let total = 0
    for (let count = 0; count < MOST_EVICTED; count++) {
      const [object] = this.queue
      if (object === undefined) return
      const { name, size } = object.resource
      if (total !== 0 && total + size > MOST_TOTAL) return
      total += WEIGHT * size
      this.queue.shift()
      if (this.usage + 2 * this.chunkBytes <= this.budget) {
        const message = `${name} was evicted though there is room: each visit of a chunk counts anew what is lacking`
        this.host.device.debug.report({ rule: 'PL-40c', resource: name, message })
      }
      object.mark = 'evicted'
      this.evict(object, 'budget')
    }
  }

  /** PL-39 */
  private tick(): void {
    this.readBudget()
    const { usage } = this
    if (!this.armed || this.chunks.length === 0 || usage + 2 * this.chunkBytes <= this.budget) return
    const before = this.hand
    this.hand = (before + 1) % this.chunks.length
    if (before >= 0) this.visit(before, usage)
    if (this.hand !== before) this.visit(this.hand, usage)
    this.queue.sort((one, other) => one.chunk - other.chunk || other.place - one.place)
  }

  /** @param usage the tick's, from which what is queued is not taken off */
  private visit(index: number, usage: number): void {
    let freed = 0
    for (const object of [...(this.chunks[index] as Chunk).objects].reverse()) {
      if (object.mark === 'resident') object.mark = 'demoted'
      else if (object.mark === 'demoted' && usage + 2 * this.chunkBytes > this.budget + freed) {
        if (!this.queue.includes(object)) this.queue.push(object)
        freed += object.resource.size
      }
    }
  }
}
