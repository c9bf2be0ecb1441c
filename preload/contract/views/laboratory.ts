/** Runs of one input under several variants, side by side (LB-04 to LB-07, LB-13). */

/** What the rows of a comparison are judged by, in this order; of each, less is better (LB-04). */
export const COMPARED = [
  { key: 'pageInBytes', heading: 'paged in', unit: 'bytes' },
  { key: 'timesBound', heading: 'of the bound', unit: 'times' },
  { key: 'pageOutBytes', heading: 'paged out', unit: 'bytes' },
  { key: 'localByteSeconds', heading: 'local memory × time', unit: 'byte-seconds' },
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

/** One variant's run. Sizes in bytes, times in µs, `localByteSeconds` in byte-seconds. */
export interface VariantRow {
  /** what is varied: `fence-lru`, `fence-lru, 512 MiB` */
  label: string
  policy: string
  pageInBytes: number
  /** what no policy that keeps to the budget pages in less than, of what this run used (LB-11) */
  bound: number
  /** `pageInBytes` ÷ `bound`; null: nothing had to be paged in */
  timesBound: number | null
  pageOutBytes: number
  localByteSeconds: number
  peakLocalUsage: number
  waitedForPaging: number
  framesDropped: number
  /** from a press to the vertical blank that showed its result, of one under way what it has taken; null: there is none */
  worstPress: number | null
  p99Press: number | null
  hitches: number
  evictions: number
  devicesRemoved: number
  findings: { rule: string; count: number }[]
  /** of all rules together */
  findingsCount: number
  expectationsFailed: number
  /** presses of which nothing was ever shown */
  pressesNotShown: number
  /** µs for which usage was above the budget: no bound holds for what does not keep to it */
  overBudget: number
  /** columns in which no variant that counts is better, and one is worse */
  best: ComparedKey[]
  /** label of the first row that is the same in every column; null: there is none before this one */
  sameAs: string | null
  /** why it can be no best, and what it is like; empty: nothing is to be said */
  remark: string
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

/** A point of memory held against bytes paged (LB-13). */
export interface FrontierPoint {
  /** byte-seconds */
  held: number
  /** bytes */
  pagedIn: number
}

/** LB-13 */
export interface Frontier {
  /** no policy that serves each press at once lies below; ascending in `held` */
  best: FrontierPoint[]
  /** the best that a fixed idle threshold does; `threshold` in µs */
  thresholds: (FrontierPoint & { threshold: number })[]
  /** each variant, and whether it lies above what the best threshold does with as much memory */
  variants: (FrontierPoint & { label: string; aboveThresholds: boolean })[]
}

/** What the rows come to (LB-07). */
export interface Advice {
  /** null: no variant is at least as good in every column that differs by more than 5 % */
  label: string | null
  /** one sentence */
  text: string
  /** columns that it rests on */
  columns: ComparedKey[]
}

type Pair<Value> = readonly [Value, Value]

/** Of two runs of one input, the first and the second (LB-06). */
export interface RunDifference {
  labels: Pair<string>
  /** the first record in which they part, counted from 0; null where a run had ended by then; null: they are the same */
  first: { index: number; records: Pair<{ t: number; text: string } | null> } | null
  /** bytes, counts and µs; only what differs */
  resources: { name: string; pagedIn: Pair<number>; evictions: Pair<number>; waited: Pair<number> }[]
}

/** A comparison of variants as the page shows it. */
export interface VariantComparisonView {
  state: 'running' | 'done' | 'cancelled' | 'failed'
  done: number
  total: number
  /** what was run */
  workload: string
  /** in the order in which they were asked for; while it runs those that are there */
  rows: VariantRow[]
  curves: VariantCurve[]
  /** µs, the end of every run */
  until: number
  /** null: not every run is there yet */
  frontier: Frontier | null
  advice: Advice | null
  message: string | null
}
