import { ChevronDown, ChevronRight } from 'lucide-react'
import { useCallback, useMemo, useState } from 'react'
import { etwOfOperation, etwText } from '../../../../preload/contract'
import { said } from '../../../glossary/codes'
import { useNearest } from '../../../store/cursor/nearest'
import { setMemoryTab, useStore } from '../../../store/store'
import { formatBytes, formatCount, formatDuration, formatExactBytes, formatTime } from '../../../widgets/format'
import { useVirtualGrid, VirtualGrid } from '../../../widgets/virtual-grid'
import { TimeLink } from '../../lanes/time-link'
import { type PagingGroup, type PagingRow, pagingRows } from './model'
import { groupLabel, operationLabel } from './text'

const COLUMNS = [
  { key: 'operation', label: 'Operation', meaning: 'DXGK_BUILDPAGINGBUFFER_OPERATION (AN-17)' },
  { key: 'notify', label: 'Notification', meaning: 'NOTIFY_ALLOC only: which one (AN-02, AN-03)' },
  { key: 'chunk', label: 'Chunk', meaning: 'Which part of the allocation, of how many (AN-05, AN-10)' },
  { key: 'offset', label: 'Offset', meaning: 'Where the chunk starts in the allocation' },
  { key: 'bytes', label: 'Bytes', meaning: 'Size of the chunk' },
  { key: 'start', label: 'Start', meaning: 'When the paging engine began, in simulated time' },
  { key: 'end', label: 'End', meaning: 'When it had ended, in simulated time' },
  { key: 'duration', label: 'Duration', meaning: 'Time on the paging engine' },
  {
    key: 'buffers',
    label: 'Buffers',
    meaning: 'Paging buffers that it took; more than one when the driver ran out of room (AN-16)',
  },
] as const

/** Groups fold one by one; what is folded is remembered by group. */
function useFolding() {
  const [folding, setFolding] = useState<{ all: boolean; except: ReadonlySet<number> }>({
    all: false,
    except: new Set(),
  })
  const isFolded = useCallback((group: number): boolean => folding.all !== folding.except.has(group), [folding])
  return {
    all: folding.all,
    isFolded,
    toggle: (group: number): void =>
      setFolding(({ all, except }) => {
        const next = new Set(except)
        if (!next.delete(group)) next.add(group)
        return { all, except: next }
      }),
    setAll: (all: boolean): void => setFolding({ all, except: new Set() }),
  }
}

/** The next row with an operation from row `at` on, in steps of `by`; undefined at the end. */
function operationFrom(rows: readonly PagingRow[], at: number, by: 1 | -1): number | undefined {
  for (let row = at; row >= 0 && row < rows.length; row += by) {
    const operation = rows[row]!.operation
    if (operation !== null) return operation.id
  }
  return undefined
}

function operationByKey(key: string, rows: readonly PagingRow[], at: number, page: number): number | undefined {
  switch (key) {
    case 'ArrowDown':
      return operationFrom(rows, at + 1, 1)
    case 'ArrowUp':
      return operationFrom(rows, at < 0 ? 0 : at - 1, at < 0 ? 1 : -1)
    case 'PageDown':
      return operationFrom(rows, Math.min(rows.length - 1, at + page), -1)
    case 'PageUp':
      return operationFrom(rows, Math.max(0, at - page), 1)
    case 'Home':
      return operationFrom(rows, 0, 1)
    case 'End':
      return operationFrom(rows, rows.length - 1, -1)
    default:
      return undefined
  }
}

/** Paging operations under a head for each page-in and page-out, the newest of them first; only rows in view exist. */
export function PagingList({ groups }: { groups: readonly PagingGroup[] }) {
  const operationId = useStore((state) => state.memoryTab.operationId)
  const { all, isFolded, toggle, setAll } = useFolding()
  const rows = useMemo(() => pagingRows(groups, isFolded), [groups, isFolded])
  const at = operationId === null ? -1 : rows.findIndex(({ operation }) => operation?.id === operationId)
  const operations = useStore((state) => state.view.pagingOperations.items)
  const near = useNearest(operations, ({ start }) => start)
  const nearest = near === null ? -1 : rows.findIndex(({ operation }) => operation?.id === near.id)
  const grid = useVirtualGrid({
    count: rows.length,
    chosenId: operationId,
    at,
    targetOf: (key, page) => operationByKey(key, rows, at, page),
    choose: (id) => setMemoryTab({ operationId: id }),
    nearest,
  })
  return (
    <VirtualGrid
      grid={grid}
      label="Paging operations"
      className="paging-grid"
      rowName="operation"
      columns={COLUMNS.length}
      head={<Head folded={all} onFold={setAll} />}
    >
      {rows.slice(grid.first, grid.last + 1).map((row, index) => {
        const shared = { row, index: grid.first + index + 2 }
        return row.operation === null ? (
          <GroupRow
            key={`group-${row.group.id}`}
            {...shared}
            folded={isFolded(row.group.id)}
            onFold={() => toggle(row.group.id)}
          />
        ) : (
          <OperationRow
            key={row.operation.id}
            {...shared}
            chosen={row.operation.id === operationId}
            near={row.operation.id === near?.id}
          />
        )
      })}
    </VirtualGrid>
  )
}

function Head({ folded, onFold }: { folded: boolean; onFold(folded: boolean): void }) {
  return (
    <thead>
      <tr aria-rowindex={1}>
        {COLUMNS.map(({ key, label, meaning }) => (
          <th key={key} scope="col" className={`cell-${key}`} {...said(meaning)}>
            {key === 'operation' ? (
              <button
                type="button"
                aria-label={folded ? `${label}, unfold all` : `${label}, fold all`}
                title={
                  folded ? 'Show the operations of every page-in and page-out' : 'Show only page-ins and page-outs'
                }
                onClick={() => onFold(!folded)}
              >
                {folded ? <ChevronRight aria-hidden="true" /> : <ChevronDown aria-hidden="true" />}
                {label}
              </button>
            ) : (
              label
            )}
          </th>
        ))}
      </tr>
    </thead>
  )
}

function GroupRow({ row, index, folded, onFold }: { row: PagingRow; index: number; folded: boolean; onFold(): void }) {
  const { direction, resource, bytes, segment, start, end, operations } = row.group
  const count = `${formatCount(operations.length)} ${operations.length === 1 ? 'operation' : 'operations'}`
  const rest = `, ${segment}, ${formatTime(start)}, ${formatDuration(end - start)}, ${count}`
  return (
    <tr className="paging-group" aria-rowindex={index}>
      <td colSpan={COLUMNS.length}>
        <button type="button" aria-expanded={!folded} onClick={onFold}>
          {folded ? <ChevronRight aria-hidden="true" /> : <ChevronDown aria-hidden="true" />}
          <span className={`paging-direction paging-${direction}`}>{groupLabel(row.group)}</span>
          <strong>{resource}</strong>
          <span className="muted paging-summary" title={`${formatExactBytes(bytes)}${rest}`}>
            {formatBytes(bytes)}
            {rest}
          </span>
        </button>
      </td>
    </tr>
  )
}

interface OperationProps {
  row: PagingRow
  index: number
  chosen: boolean
  near: boolean
}

function OperationRow({ row, index, chosen, near }: OperationProps) {
  const { group, operation } = row
  if (operation === null) return null
  const { id, notify, chunk, chunks, offset, bytes, start, end, buffers } = operation
  const label = operationLabel(group, group.operations.indexOf(operation))
  const etw = etwOfOperation(operation.operation)
  return (
    <tr
      id={`operation-${id}`}
      data-id={id}
      aria-rowindex={index}
      aria-selected={chosen}
      className={near ? 'is-nearest' : undefined}
    >
      <td className="cell-operation" title={etw === null ? label : `${label}. ETW: ${etwText(etw)}`}>
        {label}
      </td>
      <td className="cell-notify" title={notify}>
        {notify ?? ''}
      </td>
      <td className="cell-chunk">
        {formatCount(chunk + 1)} of {formatCount(chunks)}
      </td>
      <td className="cell-offset" title={formatExactBytes(offset)}>
        {formatBytes(offset)}
      </td>
      <td className="cell-bytes" title={formatExactBytes(bytes)}>
        {formatBytes(bytes)}
      </td>
      <td className="cell-start">
        <TimeLink t={start} inGrid />
      </td>
      <td className="cell-end">
        <TimeLink t={end} inGrid />
      </td>
      <td className="cell-duration">{formatDuration(end - start)}</td>
      <td className="cell-buffers">{buffers === undefined ? '' : formatCount(buffers)}</td>
    </tr>
  )
}
