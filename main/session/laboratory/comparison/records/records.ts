/** The records that a number of a comparison stands on: from each number one comes to them (LB-04). */
import {
  MOST_RECORDS,
  type RecordedKey,
  type VariantChoice,
  type VariantRecords,
} from '../../../../../preload/contract'
import type { Scenario } from '../../../scenario'
import { type MeasureOptions, measureVariant } from '../measure'
import { usesIn, usesOf } from '../uses'
import { varied } from '../variants'
import { AMOUNTS, AmountCollector, UnitsCollector } from './amounts'
import { addBound } from './bound'
import { DroppedCollector, EffectsCollector, FailuresCollector, LONGEST, LostPressesCollector } from './editing'
import { addLeast, addThreshold } from './frontier'
import { type Collector, LongestList, RecordList } from './list'
import { HeldCollector, OverBudgetCollector, PeakCollector } from './usage'
import { LateWaitsCollector, WaitsCollector } from './waits'

/** Which records are asked for. */
export interface RecordsAsked {
  column: RecordedKey
  /** of this resource alone; absent: of all */
  resource?: string | undefined
  /** how many stand before those that are listed [0] */
  skip?: number | undefined
}

export type RecordsOptions = Omit<MeasureOptions, 'also'>

type LongestKey = keyof typeof LONGEST
type InputKey = 'bound' | 'leastPagedIn' | 'thresholdPagedIn'

const isLongest = (key: RecordedKey): key is LongestKey => key in LONGEST
const isOfInput = (key: RecordedKey): key is InputKey =>
  key === 'bound' || key === 'leastPagedIn' || key === 'thresholdPagedIn'

/** Runs a variant again, and keeps what the number stands on, in the order in which it came. */
export async function recordsOf(
  scenario: Scenario,
  variant: VariantChoice,
  { column, resource, skip = 0 }: RecordsAsked,
  options: RecordsOptions = {},
): Promise<VariantRecords> {
  if (isLongest(column)) return longestOf(scenario, variant, column, skip, options)
  const list = new RecordList(skip, MOST_RECORDS)
  if (isOfInput(column)) {
    await addOfInput(list, scenario, variant, column, options)
    return list.found
  }
  const collector = collectorOf(list, column, resource ?? null)
  collector.end(await measureVariant(scenario, variant, { ...options, also: collector }))
  return list.found
}

/** What is the input's: of its uses on the device of the bound's row, or on its own as the frontier is of that. */
async function addOfInput(
  list: RecordList,
  scenario: Scenario,
  variant: VariantChoice,
  key: InputKey,
  options: RecordsOptions,
): Promise<void> {
  const { from = 0 } = options
  if (key === 'bound') {
    const { profile, budget } = variant
    const uses = await usesOf(profile === undefined ? scenario : varied(scenario, { profile }), from, options)
    return addBound(list, usesIn(uses, 'budget', budget), uses)
  }
  const { row } = await measureVariant(scenario, variant, options)
  const uses = await usesOf(scenario, from, options)
  const references = usesIn(uses, 'budget')
  if (key === 'leastPagedIn') addLeast(list, references, uses, row.localByteSeconds)
  else addThreshold(list, references, uses, { until: scenario.until, held: row.localByteSeconds })
}

function collectorOf(
  list: RecordList,
  key: Exclude<RecordedKey, LongestKey | InputKey>,
  resource: string | null,
): Collector {
  switch (key) {
    case 'localByteSeconds':
      return new HeldCollector(list)
    case 'peakLocalUsage':
      return new PeakCollector(list)
    case 'overBudget':
      return new OverBudgetCollector(list)
    case 'localPageInBytes':
    case 'timesBound':
      return new UnitsCollector(list)
    case 'waitedForPaging':
      return new WaitsCollector(list)
    case 'waitedFor':
      return new LateWaitsCollector(list, resource)
    case 'framesDropped':
      return new DroppedCollector(list)
    case 'pressesNotShown':
      return new LostPressesCollector(list)
    case 'effectsCompleted':
    case 'effectsPerSecond':
      return new EffectsCollector(list)
    case 'expectationsFailed':
      return new FailuresCollector(list)
    default:
      return new AmountCollector(list, AMOUNTS[key], resource)
  }
}

/** Those that took as long as the number says, the longest first. */
async function longestOf(
  scenario: Scenario,
  variant: VariantChoice,
  key: LongestKey,
  skip: number,
  options: RecordsOptions,
): Promise<VariantRecords> {
  const list = new LongestList(skip, MOST_RECORDS)
  const collector: Collector = new LONGEST[key](list)
  const run = await measureVariant(scenario, variant, { ...options, also: collector })
  collector.end(run)
  return list.from(run.row[key] ?? 0)
}
