import { type ReactTable, type SortingState, useTable } from '@tanstack/react-table'
import { useVirtualizer } from '@tanstack/react-virtual'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { type KeyboardEvent, type MouseEvent, type RefObject, useEffect, useMemo, useRef } from 'react'
import type { AllocationColumns } from '../store/allocations'
import { selectResource, useStore } from '../store/store'
import { columns, features, MEANINGS, type Row, rowOf } from './allocation-columns'
import type { ColumnKey } from './allocation-rows'

const ROW_HEIGHT = 24

interface GridProps {
  all: AllocationColumns
  ids: readonly number[]
  sorting: SortingState
  onSorting(sorting: SortingState | ((before: SortingState) => SortingState)): void
}

/** Where a key leads from row `at`; undefined: not a key of the grid. */
function rowFor(key: string, at: number, rows: number, page: number): number | undefined {
  const end = rows - 1
  const targets: Record<string, number> = {
    ArrowDown: Math.min(end, at + 1),
    ArrowUp: Math.max(0, at - 1),
    PageDown: Math.min(end, at + page),
    PageUp: Math.max(0, at - page),
    Home: 0,
    End: end,
  }
  return targets[key]
}

/** Brings a newly selected row into view. Only a new selection scrolls, not a row that moves. */
function useSelectionInView(
  scroll: RefObject<HTMLDivElement | null>,
  at: number,
  scrollToIndex: (index: number, options: { align: 'auto' }) => void,
): void {
  const selectedId = useStore((state) => state.selectedId)
  const place = useRef({ at, scrollToIndex })
  place.current = { at, scrollToIndex }
  useEffect(() => {
    if (selectedId === null || place.current.at < 0) return
    place.current.scrollToIndex(place.current.at, { align: 'auto' })
    // The details that open below must not cover the table that is being used.
    const table = scroll.current
    if (table?.contains(document.activeElement)) table.scrollIntoView({ block: 'nearest' })
  }, [selectedId, scroll])
}

/** A click selects the row under it; keys of the grid move the selection. */
function useSelecting(scroll: RefObject<HTMLDivElement | null>, ids: readonly number[], at: number) {
  return {
    onKeyDown(event: KeyboardEvent) {
      if (event.target !== event.currentTarget) return
      const page = Math.max(1, Math.floor((scroll.current?.clientHeight ?? 0) / ROW_HEIGHT) - 2)
      const id = ids[rowFor(event.key, at, ids.length, page) ?? -1]
      if (id === undefined) return
      event.preventDefault()
      if (id !== ids[at]) selectResource(id)
    },
    onClick(event: MouseEvent) {
      const row = event.target instanceof Element ? event.target.closest<HTMLElement>('tr[data-id]') : null
      if (row !== null) selectResource(Number(row.dataset.id))
    },
  }
}

/** The rows in view of the allocations with these ids, in this order. */
export function AllocationGrid({ all, ids, sorting, onSorting }: GridProps) {
  const scroll = useRef<HTMLDivElement>(null)
  const selectedId = useStore((state) => state.selectedId)
  const virtual = useVirtualizer({
    count: ids.length,
    getScrollElement: () => scroll.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 6,
    scrollPaddingEnd: ROW_HEIGHT,
  })
  const items = virtual.getVirtualItems()
  const first = items[0]?.index ?? 0
  const last = items.at(-1)?.index ?? -1
  // The table is given the rows in view: they are sorted and filtered before, by allocation-rows.
  const data = useMemo(() => ids.slice(first, last + 1).map((id) => rowOf(all, id)), [all, ids, first, last])
  const table = useTable({
    features,
    columns,
    data,
    getRowId: (row) => String(row.id),
    manualSorting: true,
    state: { sorting },
    onSortingChange: onSorting,
  })
  const at = useMemo(() => (selectedId === null ? -1 : ids.indexOf(selectedId)), [ids, selectedId])
  useSelectionInView(scroll, at, virtual.scrollToIndex)
  const selecting = useSelecting(scroll, ids, at)
  return (
    <div className="allocation-scroll" ref={scroll}>
      <table
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table whose rows are selected is a grid
        role="grid"
        className="allocation-grid"
        aria-label="Allocations"
        aria-rowcount={ids.length + 1}
        aria-activedescendant={at >= first && at <= last ? `allocation-${selectedId}` : undefined}
        tabIndex={0}
        {...selecting}
      >
        <Head table={table} />
        <tbody>
          <Spacer height={first * ROW_HEIGHT} />
          <Rows table={table} first={first} selectedId={selectedId} />
          <Spacer height={(ids.length - last - 1) * ROW_HEIGHT} />
        </tbody>
      </table>
    </div>
  )
}

type GridTable = ReactTable<typeof features, Row>

function Rows({ table, first, selectedId }: { table: GridTable; first: number; selectedId: number | null }) {
  return table.getRowModel().rows.map((row, index) => (
    <tr
      key={row.id}
      id={`allocation-${row.id}`}
      data-id={row.id}
      aria-rowindex={first + index + 2}
      aria-selected={row.original.id === selectedId}
    >
      {row.getAllCells().map((cell) => (
        <td key={cell.id} className={`cell-${cell.column.id}`}>
          <table.FlexRender cell={cell} />
        </td>
      ))}
    </tr>
  ))
}

function Head({ table }: { table: GridTable }) {
  return (
    <thead>
      {table.getHeaderGroups().map((group) => (
        <tr key={group.id} aria-rowindex={1}>
          {group.headers.map((header) => {
            const sorted = header.column.getIsSorted()
            return (
              <th
                key={header.id}
                scope="col"
                className={`cell-${header.id}`}
                aria-sort={sorted === 'asc' ? 'ascending' : sorted === 'desc' ? 'descending' : 'none'}
                title={MEANINGS[header.id as ColumnKey]}
              >
                <button type="button" onClick={header.column.getToggleSortingHandler()}>
                  <table.FlexRender header={header} />
                  {sorted === 'asc' && <ArrowUp aria-hidden="true" />}
                  {sorted === 'desc' && <ArrowDown aria-hidden="true" />}
                </button>
              </th>
            )
          })}
        </tr>
      ))}
    </thead>
  )
}

/** The room of the rows that are not in view. */
function Spacer({ height }: { height: number }) {
  if (height <= 0) return null
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: an empty row that nothing can focus
    <tr aria-hidden="true" className="allocation-spacer">
      <td style={{ height }} colSpan={columns.length} />
    </tr>
  )
}
