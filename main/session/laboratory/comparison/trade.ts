/** What there is to choose between where no variant is best everywhere (LB-07). */
import {
  type Advice,
  COMPARED,
  type ComparedKey,
  formatCount,
  labelsText,
  leftPresses,
  recordedColumn,
  type TradeSide,
  tells,
  type VariantRow,
  variantCell,
} from '../../../../preload/contract'
import { AMOUNT, isCounted, isWorse, noneOf, ONE, percentText } from './columns'

const KEYS = COMPARED.map(({ key }) => key)

/** @param able rows of which none is at least as good as every other, and better than one of them */
export function tradeOf(able: readonly VariantRow[]): Advice {
  const sides = sidesOf(able)
  const columns = KEYS.filter((key) => sides.some((row) => sides.some((other) => isWorse(other, row, key))))
  const told = columns.filter((key) => key !== 'timesBound' || !saysPagedIn(sides))
  const trade = groupsOf(sides, told)
  const text = trade.map(({ labels, best, gives }) => `${labelsText(labels)}: ${sideText({ best, gives })}`).join('; ')
  return { label: null, text: `No variant is best everywhere. ${text}.`, columns, against: null, trade }
}

/**
 * How often the bound is what is paged in often says the same as the bytes, and words of both would say it twice; but the bytes
 * have the other segment group and other processes too, which can come to the opposite (LB-11).
 */
function saysPagedIn(rows: readonly VariantRow[]): boolean {
  return rows.every((row) =>
    rows.every((other) => !isWorse(row, other, 'timesBound') || isWorse(row, other, 'pageInBytes')),
  )
}

/** Without those to which another is nowhere worse and somewhere better: nobody would choose them. */
function sidesOf(able: readonly VariantRow[]): readonly VariantRow[] {
  const beats = (row: VariantRow, other: VariantRow): boolean =>
    KEYS.some((key) => isWorse(other, row, key)) && !KEYS.some((key) => isWorse(row, other, key))
  const left = able.filter((row) => !able.some((other) => beats(other, row)))
  // what differs by little can go round in a circle, and then leave fewer than there are to choose between
  return left.length > 1 ? left : able
}

/** Those with the same words stand together; those that are best at most come first. */
function groupsOf(rows: readonly VariantRow[], columns: readonly ComparedKey[]): TradeSide[] {
  const groups = new Map<string, { side: TradeSide; count: number }>()
  for (const row of rows) {
    const lost = columns.filter((key) => rows.some((other) => isWorse(row, other, key)))
    const won = columns.filter((key) => !lost.includes(key) && rows.some((other) => isWorse(other, row, key)))
    const best = inWords(won.map((key) => leastOf(key, row, rows)))
    const gives = inWords(lost.map((key) => moreOf(key, row, rows)))
    const group = groups.get(`${best}; ${gives}`)
    if (group === undefined)
      groups.set(`${best}; ${gives}`, { side: { labels: [row.label], best, gives }, count: won.length })
    else group.side.labels.push(row.label)
  }
  return [...groups.values()].toSorted((a, b) => b.count - a.count).map(({ side }) => side)
}

function sideText({ best, gives }: Pick<TradeSide, 'best' | 'gives'>): string {
  if (best === '') return `between the others${gives === '' ? '' : `, with ${gives}`}`
  return gives === '' ? best : `${best}, for ${gives}`
}

/** Both columns of presses say the same of those that were never shown. */
const inWords = (parts: readonly string[]): string => [...new Set(parts)].join(', ')

function leastOf(key: ComparedKey, row: VariantRow, rows: readonly VariantRow[]): string {
  const worse = rows.filter((other) => isWorse(other, row, key))
  if (worse.every((other) => leftPresses(other, key))) return 'every press shown'
  return noneOf(key, row) ?? `the ${isCounted(key) ? 'fewest' : 'least'} ${AMOUNT[key]}`
}

/** What it gives up there, against the row that has least, of those of which the column says something. */
function moreOf(key: ComparedKey, row: VariantRow, rows: readonly VariantRow[]): string {
  if (leftPresses(row, key)) return `${formatCount(row.pressesNotShown)} of the presses never shown`
  const least = Math.min(...rows.flatMap((other) => (tells(other, key) ? (other[key] ?? []) : [])))
  if (least === 0) {
    const { heading } = recordedColumn(key)
    const what = row[key] === 1 ? (ONE[key] ?? heading) : heading
    // their rules, apart by commas, would be read as things of their own among what else is given up
    if (key === 'findingsCount') return `${formatCount(row.findingsCount)} ${what} (${variantCell(row, key)})`
    return `${variantCell(row, key)} ${what}`
  }
  return `${percentText((row[key] ?? 0) / least - 1)} more ${AMOUNT[key]}`
}
