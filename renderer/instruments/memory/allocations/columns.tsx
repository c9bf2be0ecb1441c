/** The columns of the table of allocations and one row of it. */
import type { ReactNode } from 'react'
import { type AllocationColumns, effectName, fullName } from '../../../store/allocations'
import { formatBytes, formatCount, formatExactBytes, formatTime } from '../../../widgets/format'
import { StateChip } from '../../../widgets/state-chip'
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
  cell(row: Row): ReactNode
}

export const columns: readonly Column[] = [
  { key: 'name', header: 'Name', cell: ({ name }) => <span title={name}>{name}</span> },
  { key: 'effect', header: 'Effect', cell: ({ effect }) => effect },
  {
    key: 'bytes',
    header: 'Size',
    cell: ({ bytes }) => <span title={formatExactBytes(bytes)}>{formatBytes(bytes)}</span>,
  },
  { key: 'state', header: 'State', cell: ({ state }) => <StateChip state={state} /> },
  { key: 'segment', header: 'Segment', cell: ({ segment }) => SEGMENT_LABELS[segment] },
  { key: 'priority', header: 'Priority', cell: ({ priority }) => priorityText(priority) },
  { key: 'references', header: 'Refs', cell: ({ references }) => formatCount(references) },
  { key: 'lastUsed', header: 'Last used', cell: ({ lastUsed }) => lastUsedText(lastUsed) },
  { key: 'changed', header: 'Changed', cell: ({ changed }) => formatTime(changed) },
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
