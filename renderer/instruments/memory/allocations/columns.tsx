/** The columns of the table of allocations and one row of it. */
import type { ReactNode } from 'react'
import { type AllocationColumns, effectName, fullName } from '../../../store/allocations'
import { formatBytes, formatCount, formatExactBytes, formatTime } from '../../../widgets/format'
import { StateChip, stateInfo } from '../../../widgets/state-chip'
import type { ColumnKey } from './rows'
import { lastUsedText, priorityText, SEGMENT_LABELS } from './text'

export interface Row {
  id: number
  name: string
  effect: string
  bytes: number
  state: number
  segment: number
  priority: number
  references: number
  lastUsed: number
  changed: number
}

interface Column {
  key: ColumnKey
  header: string
  text(row: Row): string
  /** what is shown in place of the text alone */
  cell?(row: Row): ReactNode
}

export const columns: readonly Column[] = [
  { key: 'name', header: 'Name', text: ({ name }) => name, cell: ({ name }) => <span title={name}>{name}</span> },
  { key: 'effect', header: 'Effect', text: ({ effect }) => effect },
  {
    key: 'bytes',
    header: 'Size',
    text: ({ bytes }) => formatBytes(bytes),
    cell: ({ bytes }) => <span title={formatExactBytes(bytes)}>{formatBytes(bytes)}</span>,
  },
  {
    key: 'state',
    header: 'State',
    text: ({ state }) => stateInfo(state).label,
    cell: ({ state }) => <StateChip state={state} />,
  },
  { key: 'segment', header: 'Segment', text: ({ segment }) => SEGMENT_LABELS[segment] ?? '' },
  { key: 'priority', header: 'Priority', text: ({ priority }) => priorityText(priority) },
  { key: 'references', header: 'Refs', text: ({ references }) => formatCount(references) },
  { key: 'lastUsed', header: 'Last used', text: ({ lastUsed }) => lastUsedText(lastUsed) },
  { key: 'changed', header: 'Changed', text: ({ changed }) => formatTime(changed) },
]

/** What each column means, with its clause. */
export const MEANINGS: Readonly<Record<ColumnKey, string>> = {
  name: 'Effect and resource',
  effect: 'The effect that owns the allocation',
  bytes: 'Size by GetResourceAllocationInfo, in steps of 64 KiB',
  state: 'Residency state (RS-04)',
  segment: 'The segment group that it is created in (RS-08)',
  priority: 'Residency priority: the lowest goes first when memory is needed (RS-10)',
  references: 'How often it is on the residency list: MakeResident adds one, Evict takes one (RS-01)',
  lastUsed: 'Last use by a submission, in simulated time',
  changed: 'Last change of state, in simulated time',
}

/** One allocation as a row. */
export function rowOf(all: AllocationColumns, id: number): Row {
  return {
    id,
    name: fullName(all, id),
    effect: effectName(all, id),
    bytes: all.bytes[id] ?? 0,
    state: all.states[id] ?? 0,
    segment: all.segments[id] ?? 0,
    priority: all.priorities[id] ?? 0,
    references: all.references[id] ?? 0,
    lastUsed: all.lastUsed[id] ?? -1,
    changed: all.changedAt[id] ?? 0,
  }
}

/** What its row in the table says, cell by cell. */
export function cellTexts(all: AllocationColumns, id: number): string[] {
  const row = rowOf(all, id)
  return columns.map(({ text }) => text(row))
}
