/** Which allocations the table shows and in which order. Pure; made for 100,000 of them. */
import { type AllocationColumns, effectName, fullName } from '../store/allocations'

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

function ranksOf(columns: AllocationColumns, column: 'name' | 'effect'): Float64Array {
  const { ids } = columns
  let known = ranks.get(ids)
  if (known === undefined) {
    known = {}
    ranks.set(ids, known)
  }
  const kept = known[column]
  if (kept !== undefined) return kept
  const wordOf = column === 'name' && ids.length <= MOST_RANKED ? fullName : effectName
  const words = ids.map((id) => wordOf(columns, id))
  const distinct = [...new Set(words)].sort(collator.compare)
  const rank = new Map(distinct.map((word, index) => [word, index]))
  const result = new Float64Array(columns.live.length)
  for (const [row, id] of ids.entries()) result[id] = rank.get(words[row]!)!
  known[column] = result
  return result
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

function filtered({ ids, names, states, segments, priorities }: AllocationColumns, filter: RowFilter): number[] {
  const text = filter.text.trim().toLowerCase()
  return ids.filter(
    (id) =>
      (filter.state === null || states[id] === filter.state) &&
      (filter.segment === null || segments[id] === filter.segment) &&
      (filter.priority === null || priorities[id] === filter.priority) &&
      (text === '' || names.fullName(id).toLowerCase().includes(text)),
  )
}

const FIXED: readonly ColumnKey[] = ['name', 'effect', 'bytes', 'segment']

/** Whether the rows stay as they are until an allocation comes or goes, whatever happens to those that exist. */
export function isFixed({ state, priority }: RowFilter, sort: RowSort | null): boolean {
  return state === null && priority === null && (sort === null || FIXED.includes(sort.column))
}

/**
 * Ids of the rows to show, in order. Without a sort it is the order of creation; equal rows keep that order, whichever
 * way is sorted.
 */
export function rowsOf(columns: AllocationColumns, filter: RowFilter, sort: RowSort | null): readonly number[] {
  const everything = isFixed(filter, null) && filter.segment === null && filter.text.trim() === ''
  if (everything && sort === null) return columns.ids
  const rows = filtered(columns, filter)
  if (sort === null) return rows
  const keys = keysOf(columns, sort.column)
  const sign = sort.descending ? -1 : 1
  return rows.sort((a, b) => sign * ((keys[a] ?? 0) - (keys[b] ?? 0)))
}
