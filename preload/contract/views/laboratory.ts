/** Runs of one input under several variants, side by side (LB-03 to LB-07, LB-13; GP-28). */
import type { ComputeGranularity, DeviceProfile, GraphicsGranularity, PolicyId, PreemptionModel } from '../names'
import { formatByteSeconds, formatBytes, formatCount, formatDuration, formatRate, formatTimes } from '../quantities'
import type { PolicyChoice } from '../specs'

/** What the rows of a comparison are judged by, in this order; of each, less is better (LB-04). */
export const COMPARED = [
  { key: 'pageInBytes', heading: 'paged in', unit: 'bytes' },
  { key: 'timesBound', heading: 'of the bound', unit: 'times' },
  { key: 'pageOutBytes', heading: 'paged out', unit: 'bytes' },
  { key: 'localByteSeconds', heading: 'memory held', unit: 'byte-seconds' },
  { key: 'peakLocalUsage', heading: 'peak local usage', unit: 'bytes' },
  { key: 'waitedForPaging', heading: 'waited for paging', unit: 'µs' },
  { key: 'framesDropped', heading: 'frames dropped', unit: 'count' },
  { key: 'worstPress', heading: 'worst press', unit: 'µs' },
  { key: 'p99Press', heading: '99th percentile', unit: 'µs' },
  { key: 'hitches', heading: 'hitches', unit: 'count' },
  { key: 'devicesRemoved', heading: 'devices removed', unit: 'count' },
  { key: 'findingsCount', heading: 'findings', unit: 'count' },
] as const

export type ComparedKey = (typeof COMPARED)[number]['key']

/** What preemption models and granularities are compared by besides (GP-28). */
export const COMPARED_PREEMPTION = [
  { key: 'worstCompositorLatency', heading: 'worst latency', unit: 'µs' },
  { key: 'p99CompositorLatency', heading: '99th percentile of latency', unit: 'µs' },
  { key: 'missedVerticalBlanks', heading: 'missed blanks', unit: 'count' },
  { key: 'effectsCompleted', heading: 'effects', unit: 'count' },
  { key: 'effectsPerSecond', heading: 'effects/s', unit: 'rate' },
  { key: 'contextSwitches', heading: 'context switches', unit: 'count' },
  { key: 'contextSwitchTime', heading: 'switching', unit: 'µs' },
  { key: 'engineResets', heading: 'engine resets', unit: 'count' },
] as const

export type PreemptionKey = (typeof COMPARED_PREEMPTION)[number]['key']
export type MeasuredUnit = (typeof COMPARED)[number]['unit'] | (typeof COMPARED_PREEMPTION)[number]['unit']

/** Numbers beside those of the columns: what they are called where their records are shown. */
export const COMPARED_BESIDE = [
  { key: 'evictions', heading: 'evictions', unit: 'count' },
  { key: 'localPageInBytes', heading: 'paged in for the app', unit: 'bytes' },
  { key: 'bound', heading: 'bound', unit: 'bytes' },
  { key: 'overBudget', heading: 'time above the budget', unit: 'µs' },
  { key: 'pressesNotShown', heading: 'presses never shown', unit: 'count' },
  { key: 'expectationsFailed', heading: 'expectations failed', unit: 'count' },
  { key: 'leastPagedIn', heading: 'best possible with the memory', unit: 'bytes' },
  { key: 'thresholdPagedIn', heading: 'best idle threshold with the memory', unit: 'bytes' },
  { key: 'waitedFor', heading: 'late presses, frames and presents waited', unit: 'µs' },
] as const

/** Every number of a row, and of what stands beside it: each leads to the records whose sum, count or longest it is. */
export type RecordedKey = ComparedKey | PreemptionKey | (typeof COMPARED_BESIDE)[number]['key']

const RECORDED_COLUMNS = [...COMPARED, ...COMPARED_PREEMPTION, ...COMPARED_BESIDE] as const
export const RECORDED: readonly RecordedKey[] = RECORDED_COLUMNS.map(({ key }) => key)

/** Of a number: what it is called, and its unit. */
export function recordedColumn(key: RecordedKey): { heading: string; unit: MeasuredUnit } {
  return RECORDED_COLUMNS.find((column) => column.key === key) ?? { heading: key, unit: 'count' }
}

/** A preemption model with what its engines can stop at (GP-28). */
export interface PreemptionChoice {
  model: PreemptionModel
  graphics: GraphicsGranularity
  compute: ComputeGranularity
}

/** What is varied; what is not there is the input's own. */
export interface VariantChoice {
  policy?: PolicyChoice
  /** bytes */
  budget?: number
  profile?: DeviceProfile
  preemption?: PreemptionChoice
}

/** As it is shown: a policy of one's own by what it is called. */
export interface ShownVariant extends Omit<VariantChoice, 'policy'> {
  policy?: PolicyId
}

/** One variant's run. Sizes in bytes, times in µs, `localByteSeconds` in byte-seconds. */
export interface VariantRow {
  /** what is varied: `fence-lru`, `fence-lru, 512 MiB` */
  label: string
  variant: ShownVariant
  /** it changes nothing: its run is the input's own, record by record */
  isInput: boolean
  /** in charge when it begins; steps of the input may put another in its place, but where policies are compared */
  policy: string
  /** all that was paged in: memory of the other segment group too, and of other processes */
  pageInBytes: number
  /** of that, what was brought into local memory of the app's resources and heaps, which is what the bound counts (LB-11) */
  localPageInBytes: number
  /** what was asked for and still on its way there at the end, bytes */
  comingIn: number
  /** what no policy that keeps to the budget pages in less than, of what the input uses: the same in every row of its device and budget (LB-11) */
  bound: number
  /** `localPageInBytes` ÷ `bound`; null: nothing had to be paged in */
  timesBound: number | null
  pageOutBytes: number
  localByteSeconds: number
  peakLocalUsage: number
  waitedForPaging: number
  framesDropped: number
  /** from a press to the vertical blank that showed its result, of one under way to the next one behind the end; null: there is none */
  worstPress: number | null
  p99Press: number | null
  hitches: number
  evictions: number
  /** of all processes */
  devicesRemoved: number
  /** of the app, whose policy is compared: it can be no best */
  appDevicesRemoved: number
  findings: { rule: string; count: number }[]
  /** of all rules together */
  findingsCount: number
  expectationsFailed: number
  /** presses of which nothing was ever shown */
  pressesNotShown: number
  /** µs for which usage was above the budget: no bound holds for what does not keep to it */
  overBudget: number
  /** most that the app's budget was (RS-09), bytes: a variant may ask for more than the device has to give */
  mostBudget: number
  /** from a vertical blank to the end of the compositor's packet (GP-28); null: the compositor presented nothing */
  worstCompositorLatency: number | null
  p99CompositorLatency: number | null
  missedVerticalBlanks: number
  /** effect submissions that the GPU finished */
  effectsCompleted: number
  /** of those, per second of simulated time */
  effectsPerSecond: number
  contextSwitches: number
  contextSwitchTime: number
  engineResets: number
  /** columns in which no variant that counts is better, and one of all is another */
  best: ComparedKey[]
  /** label of the first row that is the same in all that is shown of it; null: there is none before this one */
  sameAs: string | null
  /** why it can be no best, and what it is like; empty: nothing is to be said */
  remark: string
}

/** Preemption models are compared, among others perhaps: then a row has the columns of GP-28 too. */
export function comparesPreemption(rows: readonly Pick<VariantRow, 'variant'>[]): boolean {
  return rows.some(({ variant }) => variant.preemption !== undefined)
}

/** A number that a row of a comparison has itself. */
export type RowKey = RecordedKey & keyof VariantRow

/** One cell of the table of a comparison, in the app, on the command line and in a report; `–`: there is nothing to say. */
export function variantCell(row: VariantRow, key: RowKey): string {
  const value = row[key]
  // of a bound of nothing, whatever was paged in is any number of times as much
  if (value === null) return key === 'timesBound' && row.bound === 0 && row.localPageInBytes > 0 ? '∞' : '–'
  if (key === 'findingsCount' && row.findings.length > 0) return findingsCell(row.findings)
  switch (recordedColumn(key).unit) {
    case 'bytes':
      return formatBytes(value)
    case 'byte-seconds':
      return formatByteSeconds(value)
    case 'times':
      return formatTimes(value)
    case 'rate':
      return formatRate(value)
    case 'µs':
      return formatDuration(Math.round(value))
    default:
      return formatCount(value)
  }
}

/** `TN-12 ×2, RS-01 ×1` */
export function findingsCell(findings: VariantRow['findings']): string {
  return findings.map(({ rule, count }) => `${rule} ×${formatCount(count)}`).join(', ')
}

/** How a run goes over time: `points` parts of equal length (LB-05). */
export interface VariantCurve {
  label: string
  /** the most local usage in each part, bytes */
  usage: number[]
  /** how many in each part */
  evictions: number[]
  hitches: number[]
}

/** lengths of dashes and gaps that lines of a chart are told apart by, also without colour */
const DASHES: readonly (readonly number[])[] = [
  [],
  [8, 4],
  [2, 3],
  [12, 3, 3, 3],
  [5, 5],
  [1, 5],
  [10, 2],
  [4, 2, 1, 2],
]
/** colours that lines have in turn */
export const LINE_COLOURS = 8

/** Of the line of that number: which of the colours, and its dashes, others when the colours begin again. */
export function lineLook(index: number): { colour: number; dashes: readonly number[] } {
  const turn = Math.floor(index / LINE_COLOURS)
  return { colour: index % LINE_COLOURS, dashes: DASHES[(index + turn) % DASHES.length] ?? [] }
}

/** A point of memory held against bytes paged (LB-13). */
export interface FrontierPoint {
  /** byte-seconds */
  held: number
  /** bytes */
  pagedIn: number
}

/** A variant beside both curves: what they page in with as much memory held, and whether it pages in more than that. */
export interface FrontierVariant extends FrontierPoint {
  label: string
  best: number
  aboveBest: boolean
  /** null: every threshold holds more */
  threshold: number | null
  /** µs: that threshold; null: as above */
  idle: number | null
  aboveThresholds: boolean
}

/** LB-13; of what the input uses, served at once: the same for all variants */
export interface Frontier {
  /** no policy that serves each press at once lies below; ascending in `held` */
  best: FrontierPoint[]
  /** the best that a fixed idle threshold does; `threshold` in µs */
  thresholds: (FrontierPoint & { threshold: number })[]
  variants: FrontierVariant[]
}

/** A curve as it is drawn: as far as some variant holds, as holding more than all gaps need pages in no less (LB-13). */
export function drawnCurve(curve: readonly FrontierPoint[], variants: readonly FrontierPoint[]): FrontierPoint[] {
  const last = curve.at(-1)
  const most = Math.max(0, ...variants.map(({ held }) => held))
  return last === undefined || last.held >= most ? [...curve] : [...curve, { held: most, pagedIn: last.pagedIn }]
}

/**
 * The thresholds as they are drawn: between two points a longer one holds more and pages in as much, as no more gaps end
 * within it. A line straight from one to the next would pass below what any threshold does (LB-13). Of more than are shown the
 * line is by up to one of their steps higher than what lies between them (**choice**).
 */
export function drawnThresholds(
  thresholds: readonly FrontierPoint[],
  variants: readonly FrontierPoint[],
): FrontierPoint[] {
  const points = drawnCurve(thresholds, variants)
  return points.flatMap((point, index) => {
    const before = points[index - 1]
    return before === undefined || before.pagedIn === point.pagedIn
      ? [point]
      : [{ held: point.held, pagedIn: before.pagedIn }, point]
  })
}

/**
 * Work in which no local memory was used says nothing about an app: the sentence that says so, wherever a comparison is shown;
 * effects may have been pressed that need none, or only memory of the system. null: some was used, or it is preemption that is
 * compared, for which any GPU work will do.
 */
export function unusedText(
  frontier: Pick<Frontier, 'best'>,
  rows: readonly Pick<VariantRow, 'variant'>[],
): string | null {
  // a policy that holds nothing pages in all that is used
  if (frontier.best.some(({ pagedIn }) => pagedIn > 0) || comparesPreemption(rows)) return null
  return 'No effect used local memory in this work, so it says nothing about your app.'
}

/** What numbers of an imported recording stand on besides it (LB-19). @returns null: nothing of it was derived */
export function derivedText(derived: readonly string[]): string | null {
  return derived.length === 0 ? null : `Derived, not recorded: ${derived.join(' · ')}.`
}

/** What the rows come to (LB-07). */
export interface Advice {
  /** null: no variant is at least as good in every column that differs by more than 5 % */
  label: string | null
  /** one sentence, and `beside` */
  text: string
  /** columns that it rests on */
  columns: ComparedKey[]
  /** label of the variant that it is held against; null: it is against none in particular */
  against: string | null
  /** what there is to choose between where none is best; empty: there is no such choice */
  trade: TradeSide[]
  /** no column differs by more than 5 %, so that any will do; absent: that is not so, or nobody can say it */
  isAlike?: true
  /** in which columns of GP-28 preemption models differ as well, on which no advice rests; absent: in none */
  beside?: string
}

/** One side of a trade: variants that are best at the same and give up the same (LB-07). */
export interface TradeSide {
  labels: string[]
  /** in words, such as `no hitch, the least memory held`; empty: it is best at nothing, and lies between the others */
  best: string
  /** in words, such as `31 % more memory held`; empty: nothing */
  gives: string
}

/** How far work beside the simulation is. */
export interface WorkView {
  state: 'running' | 'done' | 'cancelled' | 'failed'
  done: number
  total: number
  /** of all of it, 0 to 1: also of what is not done yet */
  share: number
  message: string | null
}

/** A comparison of variants as the page shows it. */
export interface VariantComparisonView extends WorkView {
  /** what was run */
  workload: string
  /** lines on what of it was derived rather than recorded (LB-19) */
  derived: readonly string[]
  seed: number
  /** of the session itself, the branch whose moments one can go to; null: of a file, or of a run that is over */
  branch: number | null
  /** in the order in which they were asked for; while it runs those that are there */
  rows: VariantRow[]
  curves: VariantCurve[]
  /** µs: what is counted begins there; before it all variants are the same */
  from: number
  /** µs, the end of every run */
  until: number
  /** null: not every run is there yet */
  frontier: Frontier | null
  advice: Advice | null
}

/** records that are listed at once; of the others their number and sum (**choice**) */
export const MOST_RECORDS = 1000

/** The records that a number of a row stands on, at most `MOST_RECORDS` of them. */
export interface RecordsView extends WorkView {
  label: string
  key: RecordedKey
  /** of this resource alone; null: of all */
  resource: string | null
  /** null: not there yet */
  found: VariantRecords | null
}

export interface VariantRecords {
  /** how many there are */
  count: number
  /** what all of them come to, in the column's unit: where it is one that adds up, the number itself */
  sum: number
  /** how many stand before those that are listed */
  skipped: number
  records: RecordView[]
}

/** A record of the trace, or a moment that has none, as a row. */
export interface RecordView {
  t: number
  /** as the trace has it; what lies between records, such as an interval of usage, has a name in words */
  type: string
  /** of what: a resource, an effect, a command, a rule; '': of nothing that has a name */
  name: string
  /** null: it is of no size */
  bytes: number | null
  /** µs that it took; null: it is a moment */
  duration: number | null
  /** what else it says, in words */
  more: string
  /** what it adds to the number that was asked for, in that number's unit */
  amount: number
  /** its line in the trace; '': it has none */
  text: string
}

/** What was opened to be compared on. */
export interface InputView {
  title: string
  steps: number
  /** µs */
  until: number
}
