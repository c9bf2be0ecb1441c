/** What a column of a comparison says of one row beside another (LB-04, LB-07), and its words. */
import {
  areApart,
  COMPARED,
  COMPARED_PREEMPTION,
  type ComparedKey,
  comparesPreemption,
  formatCount,
  leftPresses,
  recordedColumn,
  tells,
  type VariantRow,
} from '../../../../preload/contract'

/**
 * Whether a variant can be the best at all: its device was never removed, and what the input expects held. Its device is the
 * app's, of which the policy is (**choice**): those of others are counted beside it.
 */
export function counts({ appDevicesRemoved, expectationsFailed }: VariantRow): boolean {
  return appDevicesRemoved === 0 && expectationsFailed === 0
}

/**
 * Whether the first is worse than the second in that column by more than 5 % of the larger. What was never shown took longer
 * than anything that was.
 */
export function isWorse(row: VariantRow, than: VariantRow, key: ComparedKey): boolean {
  if (key === 'timesBound' && !(tells(row, key) && tells(than, key))) return false
  if (leftPresses(row, key) || leftPresses(than, key)) return leftPresses(row, key) && tells(than, key)
  const [a, b] = [row[key], than[key]]
  return a !== null && b !== null && areApart(b, a)
}

/**
 * Headings of the columns of GP-28 in which these rows differ by more than 5 %. Nobody is advised by them (**choice**: finer
 * granularity pays for latency with context switches), but they are not alike then, either.
 */
export function preemptionApart(rows: readonly VariantRow[]): string[] {
  if (!comparesPreemption(rows)) return []
  return COMPARED_PREEMPTION.filter(({ key }) => {
    const values = rows.flatMap((row) => row[key] ?? [])
    return values.length > 0 && areApart(Math.min(...values), Math.max(...values))
  }).map(({ heading }) => heading)
}

/**
 * In what these rows differ by more than 5 % though none is the worse for it: columns that leave out the presses that were never
 * shown, or are of a bound that somebody did not keep to (LB-07, LB-11), and how many presses those were. To be asked where
 * nothing else tells them apart.
 */
export function untoldApart(rows: readonly VariantRow[]): string[] {
  const isBoundApart = untoldColumns(rows).some(({ key }) => key === 'timesBound')
  return [...(isBoundApart ? [`${AMOUNT.timesBound} (which they did not all keep to)`] : []), ...pressesApart(rows)]
}

/** Of that what is about presses: it is to be said beside what tells them apart, too. */
export function pressesApart(rows: readonly VariantRow[]): string[] {
  const columns = untoldColumns(rows)
    .filter(({ key }) => key !== 'timesBound')
    .map(({ heading }) => `${heading} (of those shown)`)
  const lost = rows.map(({ pressesNotShown }) => pressesNotShown)
  return areApart(Math.min(...lost), Math.max(...lost)) ? [...columns, 'presses never shown'] : columns
}

function untoldColumns(rows: readonly VariantRow[]): (typeof COMPARED)[number][] {
  return COMPARED.filter(({ key }) => {
    const told = rows.every((row) => row[key] === null || tells(row, key))
    const values = rows.flatMap((row) => row[key] ?? [])
    return !told && areApart(Math.min(...values), Math.max(...values))
  })
}

/** A count that is none needs no share. @returns null: it is one, or none of it has no words of its own */
export function noneOf(key: ComparedKey, row: VariantRow): string | null {
  return row[key] === 0 ? (ZERO[key] ?? null) : null
}

const ZERO: Partial<Record<ComparedKey, string>> = {
  pageInBytes: 'nothing paged in',
  pageOutBytes: 'nothing paged out',
  waitedForPaging: 'no wait for paging',
  framesDropped: 'no frame dropped',
  hitches: 'no hitch',
  devicesRemoved: 'no device removed',
  findingsCount: 'no finding',
}

/**
 * By how much two differ that are told apart: what differs by 5 % counts as equally good, and 5.3 % does not.
 * @param share of the one that it is compared with: 0.053 of it
 */
export function percentText(share: number): string {
  const percent = Math.round(share * 100)
  return percent === 5 ? 'over 5 %' : `${formatCount(percent)} %`
}

/** There are fewer of it, not less. */
export const isCounted = (key: ComparedKey): boolean => recordedColumn(key).unit === 'count'

/** Put behind “1”. */
export const ONE: Partial<Record<ComparedKey, string>> = {
  framesDropped: 'frame dropped',
  hitches: 'hitch',
  devicesRemoved: 'device removed',
  findingsCount: 'finding',
}

/** Put behind “31 % less”, “the least” or “the fewest”. */
export const AMOUNT: Record<ComparedKey, string> = {
  pageInBytes: 'paged in',
  timesBound: 'paged in for each byte of the bound',
  pageOutBytes: 'paged out',
  localByteSeconds: 'memory held',
  peakLocalUsage: 'memory at the peak',
  waitedForPaging: 'time waited for paging',
  framesDropped: 'frames dropped',
  worstPress: 'time of the worst press',
  p99Press: 'time of the 99th percentile of presses',
  hitches: 'hitches',
  devicesRemoved: 'devices removed',
  findingsCount: 'findings',
}
