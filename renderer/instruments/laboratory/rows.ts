/** The comparison of variants as cells and CSV (LB-04, GP-28). Pure. */
import {
  type Advice,
  areApart,
  COMPARED,
  COMPARED_PREEMPTION,
  type ComparedKey,
  comparesPreemption,
  csvOf,
  inSentence,
  labelsText,
  leftPresses,
  type PreemptionKey,
  type RecordedKey,
  recordedColumn,
  tells,
  type VariantRow,
  variantCell,
} from '../../../preload/contract'
import type { Column } from '../../charts/comparison'
import { formatCount, sizeText } from '../../widgets/format'

export const MEANING: Readonly<Record<ComparedKey | PreemptionKey | 'pressesNotShown', string>> = {
  pageInBytes: 'Bytes paged in: of the app in both segment groups, and of other processes when they come back',
  timesBound:
    'Bytes of the app’s resources and heaps brought into local memory ÷ the least that any policy brings in which keeps to the budget (LB-11); ∞ where that is nothing',
  pageOutBytes: 'Bytes paged out: of the app in both segment groups, and of other processes that made room',
  localByteSeconds: 'Local usage integrated over time, in byte-seconds: what the app held, and for how long',
  peakLocalUsage: 'The most local usage at any moment',
  waitedForPaging: 'Time that GPU work waited for paging',
  framesDropped: 'Frames of the clip that were due and not shown',
  worstPress:
    'The longest from a press to the vertical blank that showed its result; of one under way at the end, to the next',
  p99Press: 'From a press to the vertical blank that showed its result, 99th percentile',
  pressesNotShown: 'Presses that failed, or whose device was removed: nothing of them was ever shown',
  hitches: 'Packets that waited for memory paged out under pressure (RS-10)',
  devicesRemoved: 'Devices that were removed, of all processes',
  findingsCount: 'Findings: rules that were broken',
  worstCompositorLatency: 'From a vertical blank to the end of the compositor’s packet, the longest (GP-28)',
  p99CompositorLatency: 'From a vertical blank to the end of the compositor’s packet, 99th percentile (GP-28)',
  missedVerticalBlanks: 'Missed vertical blanks (GP-09)',
  effectsCompleted: 'Effect submissions that the GPU finished (GP-28)',
  effectsPerSecond: 'Effect submissions that the GPU finished, per second of simulated time (GP-28)',
  contextSwitches: 'Contexts that were loaded (GP-16)',
  contextSwitchTime: 'Time spent saving and restoring contexts (GP-16)',
  engineResets: 'Engine resets (GP-23)',
}

/** As a heading begins. */
export function headingOf(key: RecordedKey): string {
  const { heading } = recordedColumn(key)
  return heading.charAt(0).toUpperCase() + heading.slice(1)
}

export interface VariantColumn extends Column<VariantRow> {
  /** what of a row it shows; null: what it is called */
  key: ComparedKey | PreemptionKey | 'evictions' | 'remark' | null
}

const measured = (key: ComparedKey | PreemptionKey, text: (row: VariantRow) => string): VariantColumn => ({
  key,
  name: headingOf(key),
  meaning: MEANING[key],
  text,
  number: true,
})

const isCompared = (key: ComparedKey, { best }: VariantRow): boolean => best.includes(key)

export function variantColumns(rows: readonly VariantRow[]): readonly VariantColumn[] {
  const remarks: VariantColumn = {
    key: 'remark',
    name: 'Remarks',
    meaning: 'Why it can be no best, and what it is like',
    text: ({ remark }) => remark,
    number: false,
  }
  const more = comparesPreemption(rows) ? COMPARED_PREEMPTION : []
  return [
    { key: null, name: 'Variant', meaning: 'What is varied of it', text: ({ label }) => label, number: false },
    ...more.map(({ key }) => measured(key, (row) => variantCell(row, key))),
    ...COMPARED.map(({ key }) => measured(key, (row) => `${isCompared(key, row) ? '✓ ' : ''}${variantCell(row, key)}`)),
    {
      key: 'evictions',
      name: headingOf('evictions'),
      meaning: 'Calls of Evict, also those that left references: evict records of the trace (RS-01)',
      text: ({ evictions }) => formatCount(evictions),
      number: true,
    },
    ...(rows.some(({ remark }) => remark !== '') ? [remarks] : []),
  ]
}

/** of variants, in a sentence: a table beside it says of each */
export const MOST_NAMED = 6

/** Which rows are equal (LB-04), in a sentence for each that others are like; empty: none are. */
export function equalRows(rows: readonly VariantRow[]): string {
  return rows
    .flatMap(({ label }) => {
      const equal = rows.filter(({ sameAs }) => sameAs === label).map((row) => row.label)
      return equal.length === 0
        ? []
        : [`Equal to ${inSentence(label)}: ${labelsText(equal.map(inSentence), MOST_NAMED)}.`]
    })
    .join(' ')
}

/** As CSV (RFC 4180), with the summary's names in its head (SC-06); bytes and µs; an empty field: there is none. */
export function variantCsv(rows: readonly VariantRow[]): string {
  const more = [...COMPARED, ...COMPARED_PREEMPTION]
  const head = ['variant', ...more.map(({ key }) => key), 'evictions', 'expectationsFailed', 'best']
  const lines = rows.map((row) => [
    row.label,
    ...more.map(({ key }) => row[key]),
    row.evictions,
    row.expectationsFailed,
    row.best.join(' '),
  ])
  return csvOf(head, lines)
}

/** A column of the advice, and the two rows whose numbers it is about: of a trade, the least and the most of its sides. */
export interface Reason {
  key: ComparedKey | 'pressesNotShown'
  rows: readonly [VariantRow, VariantRow]
}

/**
 * What the advice rests on, column by column (LB-07). Where one of them left presses, that is what tells them apart: the
 * times of those that it showed say nothing.
 */
export function reasonsOf({ label, against, columns, trade }: Advice, rows: readonly VariantRow[]): Reason[] {
  const sides = new Set(trade.flatMap(({ labels }) => labels))
  const pair = rows.filter((row) => row.label === label || row.label === against)
  // one that can be no best, or that nobody would choose, is none of what there is to choose between
  const compared = pair.length === 2 ? pair : rows.filter((row) => sides.size === 0 || sides.has(row.label))
  const keys = columns.flatMap((key): Reason['key'][] => {
    const left = compared.filter((row) => leftPresses(row, key)).length
    return left > 0 && left < compared.length ? ['pressesNotShown', key] : [key]
  })
  return [...new Set(keys)].flatMap((key): Reason[] => {
    const told = compared.filter((row) => key === 'pressesNotShown' || tells(row, key))
    const [least, ...others] = told.toSorted((a, b) => (a[key] ?? 0) - (b[key] ?? 0))
    const most = others.at(-1)
    if (least === undefined || most === undefined) return []
    // what is left of a column in which others left presses may be alike: nothing rests on that
    const isTold = key === 'pressesNotShown' || areApart(least[key] ?? 0, most[key] ?? 0)
    return isTold ? [{ key, rows: [least, most] }] : []
  })
}

/** What a wish to apply a variant comes to. */
export interface Use {
  /** of the button */
  text: string
  /** what else comes of it; undefined: nothing */
  notice: string | undefined
}

/** @param device that runs now: its profile, null: none named @returns null: it varies nothing */
export function useOf({ variant, policy }: VariantRow, device: string | null): Use | null {
  const { budget, profile, preemption } = variant
  const parts = [
    ...(variant.policy === undefined ? [] : [policy]),
    ...(budget === undefined ? [] : [`a budget of ${sizeText(budget)}`]),
    ...(preemption === undefined ? [] : [`${preemption.model} ${preemption.graphics}/${preemption.compute}`]),
  ]
  const on = [...(parts.length === 0 ? [] : [parts.join(' with ')]), ...(profile === undefined ? [] : [profile])]
  if (on.length === 0) return null
  const restarts = profile !== undefined && profile !== device
  return { text: `Use ${on.join(' on ')}`, notice: restarts ? RESTARTS : undefined }
}

const RESTARTS = 'Another device: the simulation starts again, with the project as it is; Branches leads back.'

/**
 * Places of two runs to be told apart.
 * @param chosen null: nobody has chosen, which means the first and the first that is not the same as it
 */
export function differingPair(
  rows: readonly Pick<VariantRow, 'label' | 'sameAs'>[],
  chosen: readonly [number, number] | null,
): readonly [number, number] {
  // the table may have fewer rows than the one before
  if (chosen !== null && Math.max(...chosen) < rows.length) return chosen
  const other = rows.findIndex(({ sameAs }, place) => place > 0 && sameAs !== rows[0]?.label)
  return [0, other < 0 ? 1 : other]
}
