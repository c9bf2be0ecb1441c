/** Rows of a comparison judged against each other (LB-04, LB-07). */

import { type Advice, COMPARED, type ComparedKey, remarksOf, type VariantRow } from '../../../../preload/contract'

/** Columns that differ by no more say nothing about which variant is better (LB-07). */
const SAME = 0.05

/** Whether a variant can be the best at all: its device was never removed, and what the input expects held. */
function counts({ devicesRemoved, expectationsFailed }: VariantRow): boolean {
  return devicesRemoved === 0 && expectationsFailed === 0
}

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

const OF_PRESSES: ReadonlySet<ComparedKey> = new Set(['worstPress', 'p99Press'])

/** It left presses without an answer: how long the others took says nothing against a variant that showed all. */
function leftPresses({ pressesNotShown }: VariantRow, key: ComparedKey): boolean {
  return OF_PRESSES.has(key) && pressesNotShown > 0
}

/** Whether the column says something about the row: the bound is one of what keeps to its budget (LB-11). */
function tells(row: VariantRow, key: ComparedKey): boolean {
  return row[key] !== null && (key !== 'timesBound' || row.overBudget === 0) && !leftPresses(row, key)
}

/**
 * Whether the first is worse than the second in that column by more than 5 % of the larger. What was never shown took longer
 * than anything that was.
 */
function isWorse(row: VariantRow, than: VariantRow, key: ComparedKey): boolean {
  if (key === 'timesBound' && !(tells(row, key) && tells(than, key))) return false
  if (leftPresses(row, key) || leftPresses(than, key)) return leftPresses(row, key) && tells(than, key)
  const [a, b] = [row[key], than[key]]
  return a !== null && b !== null && a > b && a - b > SAME * a
}

/**
 * One sentence about which variant to take, with the columns that it rests on (LB-07). A variant is at least as good as
 * another where it is worse by more than 5 % in no column (**choice**: they are compared by twos).
 */
export function adviceOn(rows: readonly VariantRow[]): Advice {
  const able = rows.filter(counts)
  if (able.length === 0)
    return {
      label: null,
      text: 'No variant kept its device and met what the input expects.',
      columns: [],
      against: null,
    }
  if (rows.length === 1)
    return { label: null, text: 'One variant alone: there is nothing to compare it with.', columns: [], against: null }
  const keys = COMPARED.map(({ key }) => key)
  const good = able.filter((row) => able.every((other) => keys.every((key) => !isWorse(row, other, key))))
  const wins = (row: VariantRow): number =>
    able.reduce((sum, other) => sum + keys.filter((key) => isWorse(other, row, key)).length, 0)
  let best: VariantRow | undefined
  for (const row of good) if (best === undefined || wins(row) > wins(best)) best = row
  if (best === undefined) return trade(able)
  const against = able.find((other) => other !== best && keys.some((key) => isWorse(other, best, key)))
  if (against === undefined) return alike(best, rows, able)
  const columns = keys.filter((key) => isWorse(against, best, key))
  const left = columns.some((key) => leftPresses(against, key))
  const others = columns.filter((key) => !leftPresses(against, key))
  const [none, less] = [others.filter((key) => isNone(key, best)), others.filter((key) => !isNone(key, best))]
  const parts = [
    ...(left ? ['every press shown'] : []),
    ...none.map((key) => ZERO[key]),
    ...less.map((key) => lessOf(key, best, against)),
  ]
  const end = less.length === 0 ? `, unlike ${against.label}` : ` than ${against.label}`
  return { label: best.label, text: `${best.label}: ${parts.join(', ')}${end}.`, columns, against: against.label }
}

function alike(best: VariantRow, rows: readonly VariantRow[], able: readonly VariantRow[]): Advice {
  if (able.length === rows.length)
    return { label: null, text: 'No column differs by more than 5 %: any of them will do.', columns: [], against: null }
  const lost = rows.filter((row) => !counts(row)).map(({ label }) => label)
  const others = `${lost.join(', ')} lost ${lost.length === 1 ? 'its' : 'their'} device or failed what the input expects`
  if (able.length > 1)
    return {
      label: null,
      text: `${others}; the others differ by no more than 5 %.`,
      columns: ['devicesRemoved'],
      against: null,
    }
  return { label: best.label, text: `${best.label}: ${others}.`, columns: ['devicesRemoved'], against: lost[0] ?? null }
}

/** Nobody is at least as good everywhere: what each is best at. */
function trade(able: readonly VariantRow[]): Advice {
  const columns: ComparedKey[] = []
  /** by what they are best at: those that are alike stand together */
  const groups = new Map<string, string[]>()
  for (const row of able) {
    const own = COMPARED.filter(({ key }) => {
      const others = able.filter((other) => other !== row)
      return others.some((other) => isWorse(other, row, key)) && !others.some((other) => isWorse(row, other, key))
    })
    columns.push(...own.map(({ key }) => key))
    if (own.length === 0) continue
    const what = own.map(({ heading }) => heading).join(', ')
    groups.set(what, [...(groups.get(what) ?? []), row.label])
  }
  const parts = [...groups].map(([what, labels]) => `${labels.join(', ')} (${what})`)
  return {
    label: null,
    text: `No variant is best everywhere. Least by variant: ${parts.join('; ')}.`,
    columns: COMPARED.map(({ key }) => key).filter((key) => columns.includes(key)),
    against: null,
  }
}

/** A count that is none needs no share. */
function isNone(key: ComparedKey, row: VariantRow): boolean {
  return row[key] === 0 && ZERO[key] !== undefined
}

function lessOf(key: ComparedKey, best: VariantRow, against: VariantRow): string {
  return `${Math.round((1 - (best[key] ?? 0) / (against[key] ?? 1)) * 100)} % less ${LESS[key]}`
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

const LESS: Record<ComparedKey, string> = {
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
