/** The columns of the table of allocations and one row of it. */
import { createColumnHelper, rowSortingFeature, tableFeatures } from '@tanstack/react-table'
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

export const features = tableFeatures({ rowSortingFeature })
const helper = createColumnHelper<typeof features, Row>()
export const columns = helper.columns([
  helper.accessor('name', { header: 'Name', cell: (cell) => <span title={cell.getValue()}>{cell.getValue()}</span> }),
  helper.accessor('effect', { header: 'Effect' }),
  helper.accessor('bytes', {
    header: 'Size',
    cell: (cell) => <span title={formatExactBytes(cell.getValue())}>{formatBytes(cell.getValue())}</span>,
  }),
  helper.accessor('state', { header: 'State', cell: (cell) => <StateChip state={cell.getValue()} /> }),
  helper.accessor('segment', { header: 'Segment', cell: (cell) => SEGMENT_LABELS[cell.getValue()] }),
  helper.accessor('priority', { header: 'Priority', cell: (cell) => priorityText(cell.getValue()) }),
  helper.accessor('references', { header: 'Refs', cell: (cell) => formatCount(cell.getValue()) }),
  helper.accessor('lastUsed', { header: 'Last used', cell: (cell) => lastUsedText(cell.getValue()) }),
  helper.accessor('changed', { header: 'Changed', cell: (cell) => formatTime(cell.getValue()) }),
])

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
