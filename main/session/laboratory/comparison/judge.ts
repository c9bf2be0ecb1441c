/** Rows of a comparison judged against each other (LB-04, LB-07). */

import { type Advice, COMPARED, type ComparedKey, remarksOf, type VariantRow } from '../../../../preload/contract'
import { AMOUNT, counts, isWorse, leftPresses, noneOf, tells } from './columns'
import { tradeOf } from './trade'

/** The rows with what is the best of each column marked, and those that are like one before them (LB-04). */
export function judged(rows: readonly VariantRow[]): VariantRow[] {
  const able = rows.filter(counts)
  const least = new Map<ComparedKey, number>()
  for (const { key } of COMPARED) {
    const values = able.flatMap((row) => (tells(row, key) ? (row[key] ?? []) : []))
    // where all are the same none is better
    if (new Set(values).size > 1) least.set(key, Math.min(...values))
  }
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

function areSame(row: VariantRow, other: VariantRow): boolean {
  const compared = COMPARED.every(({ key }) => row[key] === other[key])
  return compared && row.evictions === other.evictions && row.expectationsFailed === other.expectationsFailed
}

/**
 * One sentence about which variant to take, with the columns that it rests on (LB-07). A variant is at least as good as
 * another where it is worse by more than 5 % in no column (**choice**: they are compared by twos).
 */
export function adviceOn(rows: readonly VariantRow[]): Advice {
  const able = rows.filter(counts)
  if (able.length === 0) return undecided('No variant kept its device and met what the input expects.')
  if (rows.length === 1) return undecided('One variant alone: there is nothing to compare it with.')
  const keys = COMPARED.map(({ key }) => key)
  const good = able.filter((row) => able.every((other) => keys.every((key) => !isWorse(row, other, key))))
  const wins = (row: VariantRow): number =>
    able.reduce((sum, other) => sum + keys.filter((key) => isWorse(other, row, key)).length, 0)
  let best: VariantRow | undefined
  for (const row of good) if (best === undefined || wins(row) > wins(best)) best = row
  if (best === undefined) return tradeOf(able)
  const against = able.find((other) => other !== best && keys.some((key) => isWorse(other, best, key)))
  if (against === undefined) return alike(best, rows, able)
  const columns = keys.filter((key) => isWorse(against, best, key))
  const left = columns.some((key) => leftPresses(against, key))
  const others = columns.filter((key) => !leftPresses(against, key))
  const none = others.flatMap((key) => noneOf(key, best) ?? [])
  const less = others.filter((key) => noneOf(key, best) === null)
  const parts = [...(left ? ['every press shown'] : []), ...none, ...less.map((key) => lessOf(key, best, against))]
  const end = less.length === 0 ? `, unlike ${against.label}` : ` than ${against.label}`
  const text = `${best.label}: ${parts.join(', ')}${end}.`
  return { label: best.label, text, columns, against: against.label, trade: [] }
}

/** Advice that names no variant. */
function undecided(text: string, columns: ComparedKey[] = []): Advice {
  return { label: null, text, columns, against: null, trade: [] }
}

function alike(best: VariantRow, rows: readonly VariantRow[], able: readonly VariantRow[]): Advice {
  if (able.length === rows.length) return undecided('No column differs by more than 5 %: any of them will do.')
  const lost = rows.filter((row) => !counts(row)).map(({ label }) => label)
  const others = `${lost.join(', ')} lost ${lost.length === 1 ? 'its' : 'their'} device or failed what the input expects`
  if (able.length > 1) return undecided(`${others}; the others differ by no more than 5 %.`, ['devicesRemoved'])
  const text = `${best.label}: ${others}.`
  return { label: best.label, text, columns: ['devicesRemoved'], against: lost[0] ?? null, trade: [] }
}

function lessOf(key: ComparedKey, best: VariantRow, against: VariantRow): string {
  return `${Math.round((1 - (best[key] ?? 0) / (against[key] ?? 1)) * 100)} % less ${AMOUNT[key]}`
}
