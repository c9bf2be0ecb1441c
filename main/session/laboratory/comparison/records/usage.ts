/** Numbers of local usage as it changes: each interval between two changes, and what it adds. */
import { formatBytes, SegmentGroup } from '../../../../../preload/contract'
import type { VideoMemoryManager } from '../../../../dxgkrnl/vidmm/video-memory-manager'
import type { TraceRecord, TraceType } from '../../../../sim/trace-records'
import { byteSeconds } from '../../../run/statistics'
import type { World } from '../../../world/world'
import { Collector, momentView, type RecordList } from './list'

/** Records that change what is used: what is placed in a heap makes it resident, or lets it go (RS-15). */
const CHANGE: ReadonlySet<TraceType> = new Set<TraceType>([
  'create',
  'destroy',
  'allocate',
  'free',
  'make-resident',
  'evict',
  'page-in',
  'page-out',
])
/** of those at one moment, as many are named */
const MOST_NAMED = 3

const usageOf = (vidmm: VideoMemoryManager): number => vidmm.residency.counters[SegmentGroup.LOCAL].usage

/** Byte-seconds: bytes × how long, of each interval in which usage was the same. */
export class HeldCollector extends Collector {
  private vidmm: VideoMemoryManager | null = null
  private usage = 0
  private since = 0
  private total = 0n
  /** what happened at the moment of the newest record, and at the interval's start */
  private latest: { t: number; names: string[] } = { t: -1, names: [] }
  private causes: readonly string[] = []

  /** @param list its sum is that of the whole, as that of its parts is not to the last byte-second */
  constructor(protected override readonly list: RecordList) {
    super(list)
  }

  kernel(vidmm: VideoMemoryManager): void {
    this.vidmm = vidmm
    this.look()
  }

  override begins(world: World): void {
    super.begins(world)
    this.total = 0n
    this.since = world.sim.now
    this.causes = []
  }

  record(record: TraceRecord): void {
    if (!CHANGE.has(record.type)) return
    const names = this.namesAt(record.t)
    if (names.length > MOST_NAMED) return
    const named = `${record.type} ${nameOf(record)}`
    // a heap of its own comes and goes with it
    if (record.type === 'allocate' && names.includes(`create ${record.resource}`)) return
    if (record.type === 'destroy' && names.includes(`free ${record.resource}`)) return
    names.push(names.length === MOST_NAMED ? 'more' : named)
  }

  look(): void {
    const { vidmm } = this
    if (vidmm === null) return
    const usage = usageOf(vidmm)
    if (usage === this.usage) return
    this.close(vidmm.sim.now)
    this.usage = usage
  }

  override end(): void {
    if (this.world !== null) this.close(this.world.sim.now)
    this.list.sum = byteSeconds(this.total)
  }

  /** One array for all that happens at a moment: it grows while that lasts. */
  private namesAt(t: number): string[] {
    if (this.latest.t !== t) this.latest = { t, names: [] }
    return this.latest.names
  }

  private close(now: number): void {
    const { usage, since, causes } = this
    const duration = now - since
    if (usage > 0 && duration > 0) {
      this.total += BigInt(usage) * BigInt(duration)
      const amount = (usage * duration) / 1e6
      const more = causes.length === 0 ? '' : `after ${causes.join(', ')}`
      this.list.add(amount, () =>
        momentView({ t: since, type: 'usage', name: '', bytes: usage, duration, more, amount }),
      )
    }
    this.since = now
    this.causes = this.namesAt(now)
  }
}

function nameOf(record: TraceRecord): string {
  if ('resources' in record) return record.resources?.join(', ') ?? ''
  return 'resource' in record ? (record.resource ?? '') : ''
}

/** The moment at which usage was the most. */
export class PeakCollector extends Collector {
  private vidmm: VideoMemoryManager | null = null
  private peak = 0

  kernel(vidmm: VideoMemoryManager): void {
    this.vidmm = vidmm
  }

  override begins(world: World): void {
    super.begins(world)
    this.peak = 0
    this.look()
  }

  look(): void {
    const { vidmm } = this
    if (vidmm === null) return
    const usage = usageOf(vidmm)
    if (usage <= this.peak) return
    this.peak = usage
    const moment = { t: vidmm.sim.now, type: 'peak of local usage', name: '', bytes: usage, amount: usage }
    this.list.clear()
    this.list.add(usage, () => momentView(moment))
  }
}

/** µs for which usage was above the budget: each such time. */
export class OverBudgetCollector extends Collector {
  private vidmm: VideoMemoryManager | null = null
  /** null: it is not above */
  private since: number | null = null
  /** by how much it was at most, since then, bytes */
  private most = 0

  kernel(vidmm: VideoMemoryManager): void {
    this.vidmm = vidmm
    this.look()
  }

  override begins(world: World): void {
    super.begins(world)
    this.since = null
    this.look()
  }

  look(): void {
    const { vidmm } = this
    if (vidmm === null) return
    const over = usageOf(vidmm) - vidmm.budget.budget
    if (over <= 0) return this.close(vidmm.sim.now)
    if (this.since === null) {
      this.since = vidmm.sim.now
      this.most = 0
    }
    this.most = Math.max(this.most, over)
  }

  override end(): void {
    this.look()
    if (this.world !== null) this.close(this.world.sim.now)
  }

  private close(now: number): void {
    const { since, most } = this
    this.since = null
    if (since === null || now === since) return
    const duration = now - since
    const more = `at most ${formatBytes(most)} above it`
    this.list.add(duration, () =>
      momentView({ t: since, type: 'above the budget', name: '', duration, more, amount: duration }),
    )
  }
}
