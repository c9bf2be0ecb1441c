/** How two runs differ, as the page shows it (LB-06). */
import type { RecordView, WorkView } from './laboratory'

type Pair<Value> = readonly [Value, Value]

/** Of two runs of one input, the first and the second (LB-06). */
export interface RunDifference {
  labels: Pair<string>
  /** µs at which each ends: what they cost is of unequal times where these differ */
  ends: Pair<number>
  /** the first record in which they part, counted from 0; null where a run had ended by then; null: they are the same */
  first: { index: number; records: Pair<RecordView | null> } | null
  resources: ResourceDifferences
}

/**
 * Where a record stands in the file of its trace, as people are told: its line, from 1; the first is about the file (SC-08).
 * @param index of the record, from 0, as JSON and Perfetto have it
 */
export function lineOfRecord(index: number): number {
  return index + 2
}

/** What a resource cost in either. Bytes, counts and µs. */
export interface ResourceDifference {
  name: string
  pagedIn: Pair<number>
  evictions: Pair<number>
  waited: Pair<number>
  /** µs of the first record about it in which they part; null: it has none */
  at: Pair<number | null>
}

/**
 * All resources that differ. Columns and one text for all names: as objects, each of five, 60,000 of them took one to two
 * seconds on their way through the context bridge, in which the page stood still.
 */
export interface ResourceDifferences {
  /** one after another */
  names: string
  /** where in `names` each row's name ends; it begins where the one before ends */
  nameEnds: Uint32Array
  pagedIn: Pair<Float64Array>
  evictions: Pair<Float64Array>
  waited: Pair<Float64Array>
  /** -1: it has none */
  at: Pair<Float64Array>
}

const NEVER = -1

/** @returns one that says the same of each row, in this order */
export function differenceColumns(rows: readonly ResourceDifference[]): ResourceDifferences {
  let end = 0
  const column = (read: (row: ResourceDifference) => Pair<number | null>): Pair<Float64Array> => [
    Float64Array.from(rows, (row) => read(row)[0] ?? NEVER),
    Float64Array.from(rows, (row) => read(row)[1] ?? NEVER),
  ]
  return {
    names: rows.map(({ name }) => name).join(''),
    nameEnds: Uint32Array.from(rows, ({ name }) => {
      end += name.length
      return end
    }),
    pagedIn: column(({ pagedIn }) => pagedIn),
    evictions: column(({ evictions }) => evictions),
    waited: column(({ waited }) => waited),
    at: column(({ at }) => at),
  }
}

function nameAt({ names, nameEnds }: ResourceDifferences, row: number): string {
  return names.slice(row === 0 ? 0 : nameEnds[row - 1], nameEnds[row])
}

/** The names of all rows. */
export function differenceNames(columns: ResourceDifferences): string[] {
  return Array.from(columns.nameEnds, (_end, row) => nameAt(columns, row))
}

/** @param row from 0, less than there are names */
export function differenceAt(columns: ResourceDifferences, row: number): ResourceDifference {
  const { pagedIn, evictions, waited } = columns
  const both = ([one, other]: Pair<Float64Array>): Pair<number> => [one[row] as number, other[row] as number]
  const moment = (t: number): number | null => (t === NEVER ? null : t)
  const [one, other] = both(columns.at)
  return {
    name: nameAt(columns, row),
    pagedIn: both(pagedIn),
    evictions: both(evictions),
    waited: both(waited),
    at: [moment(one), moment(other)],
  }
}

/** Beside the times waited for: they are those of the delays (LB-06). */
export const WAITED_LATE = 'Waited for counts what was shown late alone.'

/** For who reads them all, beside the page. */
export function differenceRows(columns: ResourceDifferences): ResourceDifference[] {
  return Array.from(columns.nameEnds, (_end, row) => differenceAt(columns, row))
}

/** The difference of two of the runs that were compared (LB-06). */
export interface DifferenceView extends WorkView {
  labels: Pair<string>
  difference: RunDifference | null
}
