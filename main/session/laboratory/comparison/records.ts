/** The records that a number of a comparison's table stands on: from each number one comes to them (LB-04). */
import type { RecordedKey, RecordView, VariantChoice, VariantRecords } from '../../../../preload/contract'
import { SegmentGroup } from '../../../../preload/contract'
import type { VideoMemoryManager } from '../../../dxgkrnl/vidmm/video-memory-manager'
import { COMPOSITOR } from '../../../dxgkrnl/vidsch/compositor'
import type { TraceRecord } from '../../../sim/trace-records'
import type { RunFollower } from '../../run/runner'
import type { Scenario } from '../../scenario'
import type { World } from '../../world/world'
import type { Delays } from '../delays/delays'
import { measureVariant } from './measure'
import { recordView } from './record-view'

/** records that are told; of the others their number and sum (**choice**) */
export const MOST_RECORDS = 1000
/** of those of which the longest are asked for, kept until it is known which they are */
const MOST_CANDIDATES = 64 * MOST_RECORDS

type Amount = (record: TraceRecord) => number

const count =
  (isOne: (record: TraceRecord) => boolean): Amount =>
  (record) =>
    isOne(record) ? 1 : 0
const pagedIn: Amount = (record) => (record.type === 'page-in' ? record.bytes : 0)
/** µs from a vertical blank to the end of the compositor's packet (GP-28) */
const presented: Amount = (record) =>
  record.type === 'packet' &&
  record.context === COMPOSITOR &&
  record.kind === 'present' &&
  record.outcome === 'completed'
    ? record.end - record.submitted
    : 0

/** µs of saving one context and restoring another (GP-16) */
function switched(record: TraceRecord): number {
  if (record.type === 'packet') return record.switch ?? 0
  return record.type === 'preempt' && record.boundary !== 'reset' ? record.save : 0
}

/** What a record of the trace adds to the number; of the others there are moments that no record tells of. */
const AMOUNTS: Readonly<Partial<Record<RecordedKey, Amount>>> = {
  pageInBytes: pagedIn,
  timesBound: pagedIn,
  pageOutBytes: (record) => (record.type === 'page-out' ? record.bytes : 0),
  hitches: count((record) => record.type === 'packet' && record.hitch !== undefined),
  devicesRemoved: count(({ type }) => type === 'device-removed'),
  findingsCount: count(({ type }) => type === 'finding'),
  evictions: count(({ type }) => type === 'evict'),
  worstLatency: presented,
  p99Latency: presented,
  missedVerticalBlanks: count(({ type }) => type === 'missed-vertical-blank'),
  contextSwitches: count((record) => record.type === 'packet' && record.switch !== undefined),
  contextSwitchTime: switched,
  engineResets: count((record) => record.type === 'tdr' && record.action === 'engine-reset'),
}

/** Of these the number is one of what they took: shown are those that took as long. */
const LONGEST = ['worstPress', 'p99Press', 'worstLatency', 'p99Latency'] as const satisfies readonly RecordedKey[]
type LongestKey = (typeof LONGEST)[number]

const longestOf = (key: RecordedKey): LongestKey | undefined => LONGEST.find((one) => one === key)

export interface RecordsOptions {
  /** µs, where what is counted begins [0] */
  from?: number
  onProgress?: (now: number, until: number) => void
  breathe?: () => Promise<void>
}

/** Runs a variant again, and keeps what the number stands on, in the order in which it came. */
export async function recordsOf(
  scenario: Scenario,
  variant: VariantChoice,
  key: RecordedKey,
  options: RecordsOptions = {},
): Promise<VariantRecords> {
  const collector = new Collector(key)
  const { row } = await measureVariant(scenario, variant, { ...options, also: collector })
  const longest = longestOf(key)
  return collector.end(longest === undefined ? null : (row[longest] ?? 0))
}

/** Follows a run for the sake of one number. */
class Collector implements Partial<RunFollower> {
  private readonly amountOf: Amount | undefined
  private found: VariantRecords = { count: 0, sum: 0, records: [] }
  private world: World | null = null
  private vidmm: VideoMemoryManager | null = null
  private dropped = 0
  /** of usage, bytes */
  private peak = 0
  private readonly most: number

  constructor(private readonly key: RecordedKey) {
    this.amountOf = AMOUNTS[key]
    this.most = longestOf(key) === undefined ? MOST_RECORDS : MOST_CANDIDATES
  }

  built(world: World): void {
    this.world = world
    if (this.key === 'worstPress' || this.key === 'p99Press') this.follow(world.delays)
  }

  private follow(delays: Delays): void {
    delays.pressShown = ({ begin, name }, taken) => this.press(begin, name, taken)
  }

  kernel(vidmm: VideoMemoryManager): void {
    this.vidmm = vidmm
  }

  /** What belongs to the part that all variants share is not counted. */
  begins(world: World): void {
    this.found = { count: 0, sum: 0, records: [] }
    this.dropped = world.player.dropped
    this.peak = 0
    this.look()
  }

  record(record: TraceRecord): void {
    const amount = this.amountOf?.(record) ?? 0
    if (amount > 0) this.add(amount, () => recordView(record, amount))
  }

  /** A frame was dropped: the trace has no record of it. */
  player(): void {
    const { world, key } = this
    if (key !== 'framesDropped' || world === null) return
    const { dropped } = world.player
    for (; this.dropped < dropped; this.dropped++)
      this.add(1, () => momentView({ t: world.sim.now, type: 'dropped frame', name: 'frame of the clip', amount: 1 }))
  }

  /** Usage may be more than it ever was. */
  look(): void {
    const { vidmm } = this
    if (this.key !== 'peakLocalUsage' || vidmm === null) return
    const { usage } = vidmm.residency.counters[SegmentGroup.LOCAL]
    if (usage <= this.peak) return
    this.peak = usage
    const moment = momentView({ t: vidmm.sim.now, type: 'peak of local usage', name: '', amount: usage })
    this.found = { count: 1, sum: usage, records: [{ ...moment, bytes: usage }] }
  }

  /** @param least what they have taken at least, µs; null: all of them count */
  end(least: number | null): VariantRecords {
    const { world, found } = this
    if (least === null) return found
    if (world !== null && (this.key === 'worstPress' || this.key === 'p99Press'))
      // what is still under way counts with what it has taken
      for (const taken of world.delays.openPresses) this.press(world.sim.now - taken, 'still under way', taken)
    const records = found.records.filter(({ amount }) => amount >= least)
    return {
      count: records.length,
      sum: records.reduce((sum, { amount }) => sum + amount, 0),
      records: records.toSorted((a, b) => b.amount - a.amount || a.t - b.t).slice(0, MOST_RECORDS),
    }
  }

  private press(t: number, name: string, taken: number): void {
    this.add(taken, () => ({ ...momentView({ t, type: 'press', name, amount: taken }), duration: taken }))
  }

  private add(amount: number, view: () => RecordView): void {
    const { found, most } = this
    found.count++
    found.sum += amount
    if (found.records.length < most) found.records.push(view())
  }
}

/** Of what has no record of its own. */
function momentView(of: Pick<RecordView, 't' | 'type' | 'name' | 'amount'>): RecordView {
  return { ...of, bytes: null, duration: null, more: '', text: '' }
}
