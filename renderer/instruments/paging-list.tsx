import { useVirtualizer } from '@tanstack/react-virtual'
import { ChevronDown, ChevronRight } from 'lucide-react'
import { type KeyboardEvent, type MouseEvent, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { setInterface, useStore } from '../store/store'
import { formatBytes, formatCount, formatDuration, formatExactBytes, formatTime } from '../widgets/format'
import { type PagingGroup, type PagingRow, pagingRows } from './paging-model'
import { DIRECTION_LABELS, operationLabel } from './paging-text'

const ROW_HEIGHT = 24

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

/** The next row with an operation from row `at` on, in steps of `by`; null at the end. */
function operationFrom(rows: readonly PagingRow[], at: number, by: 1 | -1): number | null {
  for (let row = at; row >= 0 && row < rows.length; row += by) {
    const operation = rows[row]!.operation
    if (operation !== null) return operation.id
  }
  return null
}

function operationByKey(key: string, rows: readonly PagingRow[], at: number, page: number): number | null {
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
      return null
  }
}

/** Paging operations under a head for each page-in and page-out, the newest of them first; only rows in view exist. */
export function PagingList({ groups }: { groups: readonly PagingGroup[] }) {
  const scroll = useRef<HTMLDivElement>(null)
  const operationId = useStore((state) => state.operationId)
  const { all, isFolded, toggle, setAll } = useFolding()
  const rows = useMemo(() => pagingRows(groups, isFolded), [groups, isFolded])
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroll.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 6,
    scrollPaddingStart: ROW_HEIGHT,
    scrollPaddingEnd: ROW_HEIGHT,
  })
  const at = operationId === null ? -1 : rows.findIndex(({ operation }) => operation?.id === operationId)
  const place = useRef({ at, scrollToIndex: virtual.scrollToIndex })
  place.current = { at, scrollToIndex: virtual.scrollToIndex }
  useEffect(() => {
    if (operationId !== null && place.current.at >= 0) place.current.scrollToIndex(place.current.at, { align: 'auto' })
  }, [operationId])
  const items = virtual.getVirtualItems()
  const first = items[0]?.index ?? 0
  const last = items.at(-1)?.index ?? -1
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.target !== event.currentTarget) return
    const page = Math.max(1, Math.floor((scroll.current?.clientHeight ?? 0) / ROW_HEIGHT) - 2)
    const id = operationByKey(event.key, rows, at, page)
    if (id === null) return
    event.preventDefault()
    setInterface({ operationId: id })
  }
  const onClick = (event: MouseEvent): void => {
    const row = event.target instanceof Element ? event.target.closest<HTMLElement>('tr[data-operation]') : null
    if (row !== null) setInterface({ operationId: Number(row.dataset.operation) })
  }
  return (
    <div className="allocation-scroll paging-scroll" ref={scroll}>
      <table
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table whose rows are chosen is a grid
        role="grid"
        className="allocation-grid paging-grid"
        aria-label="Paging operations"
        aria-rowcount={rows.length + 1}
        aria-activedescendant={at >= first && at <= last ? `operation-${operationId}` : undefined}
        tabIndex={0}
        onKeyDown={onKeyDown}
        onClick={onClick}
      >
        <Head folded={all} onFold={setAll} />
        <tbody>
          <Spacer height={first * ROW_HEIGHT} />
          {rows.slice(first, last + 1).map((row, index) => {
            const shared = { row, index: first + index + 2 }
            return row.operation === null ? (
              <GroupRow
                key={`group-${row.group.id}`}
                {...shared}
                folded={isFolded(row.group.id)}
                onFold={() => toggle(row.group.id)}
              />
            ) : (
              <OperationRow key={row.operation.id} {...shared} chosen={row.operation.id === operationId} />
            )
          })}
          <Spacer height={(rows.length - last - 1) * ROW_HEIGHT} />
        </tbody>
      </table>
    </div>
  )
}

function Head({ folded, onFold }: { folded: boolean; onFold(folded: boolean): void }) {
  return (
    <thead>
      <tr aria-rowindex={1}>
        {COLUMNS.map(({ key, label, meaning }) => (
          <th key={key} scope="col" className={`cell-${key}`} title={meaning}>
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
          <span className={`paging-direction paging-${direction}`}>{DIRECTION_LABELS[direction]}</span>
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

function OperationRow({ row, index, chosen }: { row: PagingRow; index: number; chosen: boolean }) {
  const { group, operation } = row
  if (operation === null) return null
  const { id, notify, chunk, chunks, offset, bytes, start, end, buffers } = operation
  const label = operationLabel(group, group.operations.indexOf(operation))
  return (
    <tr id={`operation-${id}`} data-operation={id} aria-rowindex={index} aria-selected={chosen}>
      <td className="cell-operation" title={label}>
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
      <td className="cell-start">{formatTime(start)}</td>
      <td className="cell-end">{formatTime(end)}</td>
      <td className="cell-duration">{formatDuration(end - start)}</td>
      <td className="cell-buffers">{buffers === undefined ? '' : formatCount(buffers)}</td>
    </tr>
  )
}

/** The room of the rows that are not in view. */
function Spacer({ height }: { height: number }) {
  if (height <= 0) return null
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: an empty row that nothing can focus
    <tr aria-hidden="true" className="allocation-spacer">
      <td style={{ height }} colSpan={COLUMNS.length} />
    </tr>
  )
}
