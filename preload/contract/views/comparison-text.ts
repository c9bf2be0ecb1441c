/** What stands beside the numbers of a comparison, in the app as in its report (LB-11, LB-13, LB-18). Pure. */
import { GRANULE } from '../names'
import { formatBytes, formatCount, formatDuration } from '../quantities'
import type { ComparedKey, FrontierVariant, RecordedKey, VariantRow } from './laboratory'

/**
 * Its usage kept to the budget, and still it paged in less than the bound: what it evicted stayed in the segment, beyond the
 * budget, and came back without a transfer; or frames that it dropped, or presses, never used their memory.
 */
export function isBelowBound({ timesBound, overBudget }: VariantRow): boolean {
  return timesBound !== null && timesBound < 1 && overBudget === 0
}

/** Its times the bound say something: the bound is one of what keeps to its budget and uses all that the input does (LB-11). */
export function isOfBound(row: VariantRow): boolean {
  return row.overBudget === 0 && !isBelowBound(row)
}

/** Columns that differ by no more say nothing about which variant is better (LB-07). */
const SAME = 0.05

/** Whether the one is less than the other by more than 5 % of that. */
export function areApart(less: number, more: number): boolean {
  return more - less > SAME * more
}

const OF_PRESSES: ReadonlySet<RecordedKey> = new Set(['worstPress', 'p99Press'])

/** It left presses without an answer: how long the others took says nothing against a variant that showed all. */
export function leftPresses({ pressesNotShown }: VariantRow, key: RecordedKey): boolean {
  return OF_PRESSES.has(key) && pressesNotShown > 0
}

/** Whether the column says something about the row: a time is not that of some presses only, and the bound is one of it (LB-11). */
export function tells(row: VariantRow, key: ComparedKey): boolean {
  if (key === 'timesBound' && !isOfBound(row)) return false
  return row[key] !== null && !leftPresses(row, key)
}

/** How a run can page in less than the bound: in the words of a row's remark, and of all rows together. */
const BELOW_BOUND = {
  overBudget: 'above its budget',
  stayed: 'what it evicted was still in the segment',
  comingIn: 'still came in at the end',
  usedLess: 'it used less than the input asks for',
} as const

type Paged = Pick<VariantRow, 'localPageInBytes' | 'comingIn' | 'bound'>

/** What is used counts in the bound from its submission on, and as paged in only when it is there; null: that is not all. */
function onItsWay({ localPageInBytes, comingIn, bound }: Paged): string | null {
  if (comingIn === 0 || localPageInBytes + comingIn < bound) return null
  return `${formatBytes(comingIn)} ${BELOW_BOUND.comingIn}`
}

/**
 * Why a run paged in less than the bound (LB-11).
 * @param run `overBudget`: µs above it @param keepsToBudget false: the bound has all of the segment as its room
 */
export function whyBelowBound(
  run: Paged & Pick<VariantRow, 'overBudget' | 'evictions'>,
  keepsToBudget: boolean,
): string {
  const { overBudget, stayed, usedLess } = BELOW_BOUND
  const comes = onItsWay(run)
  if (comes !== null) return comes
  if (!keepsToBudget) return usedLess
  if (run.overBudget > 0) return `it was ${overBudget} for ${formatDuration(run.overBudget)}`
  return run.evictions > 0 ? `${stayed}, or ${usedLess}` : usedLess
}

/** The device has less to give than the variant asks for: budgets are whole 64 KiB (RS-09). */
function isLessGiven({ variant: { budget }, mostBudget }: VariantRow): boolean {
  return budget !== undefined && budget - mostBudget >= GRANULE
}

/** Why a row can be no best, and what it is like: each remark, with the number that it tells of; null: it tells of none. */
export function remarksOf(row: VariantRow): { text: string; key: RecordedKey | null }[] {
  const { appDevicesRemoved, expectationsFailed, pressesNotShown, overBudget, mostBudget, sameAs } = row
  const lost = `${pressesNotShown === 1 ? '1 press was' : `${formatCount(pressesNotShown)} presses were`} never shown`
  const all: ({ text: string; key: RecordedKey | null } | null)[] = [
    appDevicesRemoved > 0 ? { text: 'its device was removed', key: 'devicesRemoved' } : null,
    expectationsFailed > 0
      ? { text: `${formatCount(expectationsFailed)} of its expectations failed`, key: 'expectationsFailed' }
      : null,
    pressesNotShown > 0 ? { text: lost, key: 'pressesNotShown' } : null,
    isBelowBound(row) ? { text: `below the bound: ${whyBelowBound(row, true)}`, key: 'localPageInBytes' } : null,
    isLessGiven(row) ? { text: `its budget was ${formatBytes(mostBudget)} at most`, key: null } : null,
    overBudget > 0 ? { text: `${BELOW_BOUND.overBudget} for ${formatDuration(overBudget)}`, key: 'overBudget' } : null,
    sameAs === null ? null : { text: `the same as ${inSentence(sameAs)}`, key: null },
  ]
  return all.filter((one) => one !== null)
}

/** How a run can page in less than any policy that keeps to the budget (LB-11), where one did; empty: none has. */
export function belowBound(rows: readonly Pick<VariantRow, 'timesBound'>[]): string {
  if (!rows.some(({ timesBound }) => timesBound !== null && timesBound < 1)) return ''
  const { overBudget, stayed, comingIn, usedLess } = BELOW_BOUND
  const reasons = [`was ${overBudget}`, stayed, `what it asked for ${comingIn}`, usedLess]
  return `The bound keeps to the budget: what has less than 1.00 × of it ${reasons.join(', or ')}; its remark says which.`
}

/** What the line of the best possible is, beside it: memory held is what is on the residency list (LB-13, RS-03). */
export const BELOW_LINE =
  'One that leaves out frames or presses, or comes by what it evicted before that has left the segment, may.'

/** In one line: a number stays with its unit where the words around it are broken. */
const whole = (text: string): string => text.replaceAll(' ', '\u00a0')

/** Where a variant lies beside a curve, and what that has with as much memory (LB-13). Bytes. */
export function placeText(above: boolean, pagedIn: number, least: number): string {
  const place = above ? 'above' : pagedIn < least - 1 ? 'below' : 'on it'
  return `${whole(place)}, ${whole(formatBytes(Math.round(least)))}`
}

/** As `placeText`, of the best fixed idle threshold, and how long that is. */
export function thresholdText({ aboveThresholds, pagedIn, threshold, idle }: FrontierVariant): string {
  if (threshold === null || idle === null) return 'every threshold holds more'
  return `${placeText(aboveThresholds, pagedIn, threshold)} ${whole(`at ${formatDuration(idle)}`)}`
}

/** A variant in a sentence, where `none`, alone or on a budget, would be read as no variant at all. */
export function inSentence(label: string): string {
  return isNone(label) ? `the policy ${label}` : label
}

/** As `inSentence`, where the sentence begins with it. */
export function atStart(label: string): string {
  return isNone(label) ? `The policy ${label}` : label
}

function isNone(label: string): boolean {
  return /^none(,|$)/.test(label)
}

/**
 * Several variants one after the other: a product's have commas in their names.
 * @param most that are named; of the others their number is said
 */
export function labelsText(labels: readonly string[], most = labels.length): string {
  const named = labels.slice(0, most)
  const more = labels.length - named.length
  return `${named.join(labels.some((label) => label.includes(',')) ? ' and ' : ', ')}${more === 0 ? '' : ` and ${more} more`}`
}
