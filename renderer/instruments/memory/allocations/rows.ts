/** Which allocations the table shows and in which order. Pure; made for a million of them, in steps of about a ms. */
import { type AllocationColumns, fullName } from '../../../store/allocations'
import { radixSorted } from './radix'

export const COLUMN_KEYS = [
  'name',
  'effect',
  'bytes',
  'state',
  'segment',
  'priority',
  'references',
  'lastUsed',
  'changed',
] as const
export type ColumnKey = (typeof COLUMN_KEYS)[number]

export interface RowSort {
  column: ColumnKey
  descending: boolean
}

/** What a press on the head of a column leads to: names from A, numbers from the most; then the other way; then none. */
export function nextSort(sort: RowSort | null, column: ColumnKey): RowSort | null {
  const first = column !== 'name' && column !== 'effect'
  if (sort?.column !== column) return { column, descending: first }
  return sort.descending === first ? { column, descending: !first } : null
}

export interface RowFilter {
  /** part of a name, in any case; empty: all */
  text: string
  /** AllocationState, null: all */
  state: number | null
  /** index in SEGMENT_GROUPS, null: all */
  segment: number | null
  /** index in RESIDENCY_PRIORITIES, null: all */
  priority: number | null
}

export const NO_FILTER: RowFilter = { text: '', state: null, segment: null, priority: null }

/**
 * Sorting more names than this would stop the interface for seconds: then they are ranked by their effects, and those of
 * one effect stay in order of creation.
 */
export const MOST_RANKED = 200_000

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })

/** Sorting 100,000 names by language rules takes long, so the ranks are kept until the set of names changes. */
const ranks = new WeakMap<readonly number[], Partial<Record<'name' | 'effect', Float64Array>>>()

/** By id. */
function ranksOf(columns: AllocationColumns, column: 'name' | 'effect'): Float64Array {
  const known = ranks.get(columns.ids) ?? {}
  ranks.set(columns.ids, known)
  known[column] ??= column === 'name' && columns.ids.length <= MOST_RANKED ? nameRanks(columns) : effectRanks(columns)
  return known[column]
}

function nameRanks(columns: AllocationColumns): Float64Array {
  const words = columns.ids.map((id) => fullName(columns, id))
  const rank = rankOf(words)
  const result = new Float64Array(columns.live.length)
  for (const [row, id] of columns.ids.entries()) result[id] = rank.get(words[row]!)!
  return result
}

/** Looks at each effect's name once, not at each allocation's. */
function effectRanks({ ids, live, names }: AllocationColumns): Float64Array {
  const effects = new Map<number, string>()
  for (const id of ids) {
    const group = names.group(id)
    if (!effects.has(group)) effects.set(group, names.effect(id))
  }
  const rank = rankOf([...effects.values()])
  const rankOfGroup = new Float64Array(names.groups)
  for (const [group, effect] of effects) rankOfGroup[group] = rank.get(effect)!
  const result = new Float64Array(live.length)
  for (const id of ids) result[id] = rankOfGroup[names.group(id)]!
  return result
}

function rankOf(words: readonly string[]): Map<string, number> {
  const distinct = [...new Set(words)].sort(collator.compare)
  return new Map(distinct.map((word, index) => [word, index]))
}

function keysOf(columns: AllocationColumns, column: ColumnKey): ArrayLike<number> {
  switch (column) {
    case 'name':
    case 'effect':
      return ranksOf(columns, column)
    case 'bytes':
      return columns.bytes
    case 'state':
      return columns.states
    case 'segment':
      return columns.segments
    case 'priority':
      return columns.priorities
    case 'references':
      return columns.references
    case 'lastUsed':
      return columns.lastUsed
    case 'changed':
      return columns.changedAt
  }
}

/** Rows that are looked at in one step. */
const STEP = 16_384

function* filtered(
  { ids, names, states, segments, priorities }: AllocationColumns,
  filter: RowFilter,
): Generator<void, number[]> {
  const text = filter.text.trim().toLowerCase()
  const rows: number[] = []
  for (let at = 0; at < ids.length; at++) {
    const id = ids[at]!
    if (
      (filter.state === null || states[id] === filter.state) &&
      (filter.segment === null || segments[id] === filter.segment) &&
      (filter.priority === null || priorities[id] === filter.priority) &&
      (text === '' || names.fullName(id).toLowerCase().includes(text))
    )
      rows.push(id)
    if (at % STEP === STEP - 1) yield
  }
  return rows
}

const FIXED: readonly ColumnKey[] = ['name', 'effect', 'bytes', 'segment']

/** Whether the rows stay as they are until an allocation comes or goes, whatever happens to those that exist. */
export function isFixed({ state, priority }: RowFilter, sort: RowSort | null): boolean {
  return state === null && priority === null && (sort === null || FIXED.includes(sort.column))
}

/**
 * Ids of the rows to show, in order. Without a sort it is the order of creation; equal rows keep that order, whichever
 * way is sorted. Yields between steps; the columns may change meanwhile, which the rows then may or may not show.
 */
export function* rowSteps(
  columns: AllocationColumns,
  filter: RowFilter,
  sort: RowSort | null,
): Generator<void, readonly number[]> {
  const everything = isFixed(filter, null) && filter.segment === null && filter.text.trim() === ''
  if (everything && sort === null) return columns.ids
  const rows = everything ? columns.ids : yield* filtered(columns, filter)
  if (sort === null) return rows
  return yield* radixSorted(rows, keysOf(columns, sort.column), sort.descending)
}

/** All steps at once. */
export function rowsOf(columns: AllocationColumns, filter: RowFilter, sort: RowSort | null): readonly number[] {
  const steps = rowSteps(columns, filter, sort)
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
  }
}
