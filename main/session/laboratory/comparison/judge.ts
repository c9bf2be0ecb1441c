/** Rows of a comparison judged against each other (LB-04, LB-07). */

import {
  type Advice,
  atStart,
  COMPARED,
  COMPARED_PREEMPTION,
  type ComparedKey,
  comparesPreemption,
  inSentence,
  labelsText,
  leftPresses,
  remarksOf,
  tells,
  type VariantRow,
} from '../../../../preload/contract'
import {
  AMOUNT,
  counts,
  isCounted,
  isWorse,
  noneOf,
  percentText,
  preemptionApart,
  pressesApart,
  untoldApart,
} from './columns'
import { tradeOf } from './trade'

/** The rows with what is the best of each column marked, and those that are like one before them (LB-04). */
export function judged(rows: readonly VariantRow[]): VariantRow[] {
  const least = new Map<ComparedKey, number>()
  const valuesOf = (of: readonly VariantRow[], key: ComparedKey): number[] =>
    of.flatMap((row) => (tells(row, key) ? (row[key] ?? []) : []))
  for (const { key } of COMPARED) {
    const values = valuesOf(rows.filter(counts), key)
    // where all are the same none is better, also than those that can be no best; what was never shown is worse than all
    const differ = new Set(valuesOf(rows, key)).size > 1 || rows.some((row) => leftPresses(row, key))
    if (values.length > 0 && differ) least.set(key, Math.min(...values))
  }
  const areSame = sameIn(rows)
  return rows.map((row, index) => {
    const sameAs = rows.slice(0, index).find((other) => areSame(row, other))?.label ?? null
    const best = COMPARED.flatMap(({ key }) =>
      tells(row, key) && least.has(key) && row[key] === least.get(key) ? [key] : [],
    )
    const told = { ...row, sameAs }
    return { ...told, best: counts(row) ? best : [], remark: remarkOf(told) }
  })
}

const remarkOf = (row: VariantRow): string =>
  remarksOf(row)
    .map(({ text }) => text)
    .join(', ')

/** Numbers beside the columns of LB-04 that are said of a row, in a column or in a remark. */
const BESIDE = ['evictions', 'appDevicesRemoved', 'expectationsFailed', 'pressesNotShown', 'overBudget'] as const

/** Whether two of them are the same in all that is shown of them: where models are compared also in the columns of GP-28. */
function sameIn(rows: readonly VariantRow[]): (row: VariantRow, other: VariantRow) => boolean {
  const more = comparesPreemption(rows) ? COMPARED_PREEMPTION : []
  const keys = [...[...COMPARED, ...more].map(({ key }) => key), ...BESIDE]
  return (row, other) => keys.every((key) => row[key] === other[key]) && haveSameFindings(row, other)
}

/** As many of each rule, in whatever order they came. */
function haveSameFindings({ findings }: VariantRow, other: VariantRow): boolean {
  const counts = new Map(other.findings.map(({ rule, count }) => [rule, count]))
  return findings.length === counts.size && findings.every(({ rule, count }) => counts.get(rule) === count)
}

/**
 * One sentence about which variant to take, with the columns that it rests on (LB-07). A variant is at least as good as
 * another where it is worse by more than 5 % in no column (**choice**: they are compared by twos).
 * @param isUsed something was used: of work in which nothing was, nobody can say that any of them will do [true]
 */
export function adviceOn(rows: readonly VariantRow[], isUsed = true): Advice {
  const able = rows.filter(counts)
  if (able.length === 0) return undecided('No variant kept its device and met what the input expects.')
  if (rows.length === 1) return undecided('One variant alone: there is nothing to compare it with.')
  const keys = COMPARED.map(({ key }) => key)
  const good = able.filter((row) => able.every((other) => keys.every((key) => !isWorse(row, other, key))))
  const wins = (row: VariantRow): number =>
    able.reduce((sum, other) => sum + keys.filter((key) => isWorse(other, row, key)).length, 0)
  let best: VariantRow | undefined
  // of equal ones that which is in use: nobody need change anything
  for (const row of good.toSorted((one, other) => Number(other.isInput) - Number(one.isInput)))
    if (best === undefined || wins(row) > wins(best) || (wins(row) === wins(best) && isBetter(row, best))) best = row
  if (best === undefined) return withApart(tradeOf(able), able)
  const against = able.find((other) => other !== best && keys.some((key) => isWorse(other, best, key)))
  if (against === undefined) {
    // what lies between two that differ is like either of them: it is better at nothing, and no advice rests on that
    const differs = able.some((row) => wins(row) > 0)
    return differs ? withApart(tradeOf(able), able) : alike(best, rows, able, isUsed)
  }
  const columns = keys.filter((key) => isWorse(against, best, key))
  const left = columns.some((key) => leftPresses(against, key))
  const others = columns.filter((key) => !leftPresses(against, key))
  const none = others.flatMap((key) => noneOf(key, best) ?? [])
  const less = others.filter((key) => noneOf(key, best) === null)
  const parts = [...(left ? ['every press shown'] : []), ...none, ...less.map((key) => lessOf(key, best, against))]
  const end = less.length === 0 ? `, unlike ${inSentence(against.label)}` : ` than ${inSentence(against.label)}`
  const text = `${best.label}: ${parts.join(', ')}${end}.`
  return withApart({ label: best.label, text, columns, against: against.label, trade: [] }, able)
}

/**
 * Less in a column and more in none, by however little. Where 5 % tell two apart in nothing, the one whose numbers are not
 * beaten is named: the marks of the table beside it are of the least, exactly (LB-04).
 */
function isBetter(row: VariantRow, other: VariantRow): boolean {
  const both = COMPARED.filter(({ key }) => tells(row, key) && tells(other, key))
  const less = (one: VariantRow, than: VariantRow): boolean =>
    both.some(({ key }) => (one[key] ?? 0) < (than[key] ?? 0))
  return less(row, other) && !less(other, row)
}

/**
 * Whoever compares models chooses by what they alone are compared by, too; and where none shows every press by how many it
 * does not, and by the times of the others. No advice rests on that. One that shows every press is better by that alone.
 */
function withApart(advice: Advice, able: readonly VariantRow[]): Advice {
  const losesAll = able.every(({ pressesNotShown }) => pressesNotShown > 0)
  const apart = namesOf([...(losesAll ? pressesApart(able) : []), ...preemptionApart(able)])
  if (apart === '') return advice
  const beside = `They differ by more than 5 % in ${apart}, too: weigh that as well.`
  return { ...advice, text: `${advice.text} ${beside}`, beside }
}

/** Advice that names no variant. */
function undecided(text: string, columns: ComparedKey[] = []): Advice {
  return { label: null, text, columns, against: null, trade: [] }
}

/** of those that count for nothing, in a sentence: the table beside it says of each */
const MOST_NAMED = 6

function alike(best: VariantRow, rows: readonly VariantRow[], able: readonly VariantRow[], isUsed: boolean): Advice {
  const apart = namesOf([...untoldApart(able), ...preemptionApart(able)])
  if (able.length === rows.length) {
    if (apart !== '') return undecided(`They differ by more than 5 % only in ${apart}: choose by what matters to you.`)
    // beside it stands that such work says nothing about an app
    const none = 'No column differs by more than 5 %'
    return isUsed ? { ...undecided(`${none}: any of them will do.`), isAlike: true } : undecided(`${none}.`)
  }
  const lost = rows.filter((row) => !counts(row))
  const others = (isFirst: boolean): string => {
    const labels = lost.map(({ label }, index) => (isFirst && index === 0 ? atStart(label) : inSentence(label)))
    return `${labelsText(labels, MOST_NAMED)} lost ${lost.length === 1 ? 'its' : 'their'} device or failed what the input expects`
  }
  if (able.length > 1) {
    const by = apart === '' ? 'by no more than 5 %' : `by more than 5 % only in ${apart}`
    return undecided(`${others(true)}; the others differ ${by}.`, ['devicesRemoved'])
  }
  const text = `${best.label}: ${others(false)}.`
  return { label: best.label, text, columns: ['devicesRemoved'], against: lost[0]?.label ?? null, trade: [] }
}

/** `a, b and c` */
const namesOf = (names: readonly string[]): string =>
  [names.slice(0, -1).join(', '), ...names.slice(-1)].filter((part) => part !== '').join(' and ')

function lessOf(key: ComparedKey, best: VariantRow, against: VariantRow): string {
  const value = best[key] ?? 0
  const share = 1 - value / (against[key] ?? 1)
  // all of it less is none, and of what is some that would be untrue
  const less = share >= 0.995 && value > 0 ? 'more than 99 %' : percentText(share)
  return `${less} ${isCounted(key) ? 'fewer' : 'less'} ${AMOUNT[key]}`
}
