import { type ReactTable, type SortingState, useTable } from '@tanstack/react-table'
import { useVirtualizer } from '@tanstack/react-virtual'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { type KeyboardEvent, type MouseEvent, useEffect, useMemo, useRef, useState } from 'react'
import type { AllocationColumns } from '../store/allocations'
import { selectResource, useStore } from '../store/store'
import { Empty } from '../widgets/empty'
import { columns, features, MEANINGS, type Row, rowOf } from './allocation-columns'
import { AllocationFilter, NO_FILTER } from './allocation-filter'
import { type ColumnKey, type RowFilter, type RowSort, rowsOf } from './allocation-rows'
import './allocation-table.css'

const ROW_HEIGHT = 24
/** How often the rows are sorted and filtered anew while memory moves, in ms: for few rows, and for many. */
const REFRESH = { few: 100, many: 400, from: 2000 } as const

/** The allocations, at most so often that sorting them does not slow the rest; the newest version always arrives. */
function useCalmAllocations(): AllocationColumns {
  const [calm, setCalm] = useState(() => useStore.getState().view.allocations)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | null = null
    const refresh = () => {
      timer = null
      setCalm(useStore.getState().view.allocations)
    }
    const stop = useStore.subscribe((state, before) => {
      const { allocations } = state.view
      if (allocations === before.view.allocations || timer !== null) return
      timer = setTimeout(refresh, allocations.ids.length >= REFRESH.from ? REFRESH.many : REFRESH.few)
    })
    refresh()
    return () => {
      stop()
      if (timer !== null) clearTimeout(timer)
    }
  }, [])
  return calm
}

function sortOf(sorting: SortingState): RowSort | null {
  const [first] = sorting
  return first === undefined ? null : { column: first.id as ColumnKey, descending: first.desc }
}

/** Every allocation in a row; only the rows in view exist. Sorting and filtering: allocation-rows. */
export function AllocationTable() {
  const all = useCalmAllocations()
  const [filter, setFilter] = useState<RowFilter>(NO_FILTER)
  const [sorting, setSorting] = useState<SortingState>([])
  const ids = useMemo(() => rowsOf(all, filter, sortOf(sorting)), [all, filter, sorting])
  if (all.ids.length === 0) {
    return (
      <Empty title="No allocations yet">
        An effect allocates its resources when it is added: use Add effect on the left, or open a project.
      </Empty>
    )
  }
  return (
    <div className="allocation-table">
      <AllocationFilter filter={filter} shown={ids.length} total={all.ids.length} onChange={setFilter} />
      {ids.length === 0 ? (
        <Empty title="No allocation matches">
          <button type="button" className="button" onClick={() => setFilter(NO_FILTER)}>
            Clear the filter
          </button>
        </Empty>
      ) : (
        <Grid all={all} ids={ids} sorting={sorting} onSorting={setSorting} />
      )}
    </div>
  )
}

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

function Grid({ all, ids, sorting, onSorting }: GridProps) {
  const scroll = useRef<HTMLDivElement>(null)
  const selectedId = useStore((state) => state.selectedId)
  const virtual = useVirtualizer({
    count: ids.length,
    getScrollElement: () => scroll.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 6,
    scrollMargin: 0,
    scrollPaddingStart: 0,
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
  const at = selectedId === null ? -1 : ids.indexOf(selectedId)
  const place = useRef({ at, virtual })
  place.current = { at, virtual }
  // Only a new selection scrolls, not a row that moves.
  useEffect(() => {
    const { at: row, virtual: list } = place.current
    if (selectedId === null || row < 0) return
    list.scrollToIndex(row, { align: 'auto' })
    // The details that open below must not cover the table that is being used.
    const table = scroll.current
    if (table?.contains(document.activeElement)) table.scrollIntoView({ block: 'nearest' })
  }, [selectedId])

  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.target !== event.currentTarget) return
    const page = Math.max(1, Math.floor((scroll.current?.clientHeight ?? 0) / ROW_HEIGHT) - 2)
    const id = ids[rowFor(event.key, at, ids.length, page) ?? -1]
    if (id === undefined) return
    event.preventDefault()
    if (id !== selectedId) selectResource(id)
  }
  const onClick = (event: MouseEvent): void => {
    const row = event.target instanceof Element ? event.target.closest<HTMLElement>('tr[data-id]') : null
    if (row !== null) selectResource(Number(row.dataset.id))
  }
  const shown = at >= first && at <= last
  return (
    <div className="allocation-scroll" ref={scroll}>
      <table
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table whose rows are selected is a grid
        role="grid"
        className="allocation-grid"
        aria-label="Allocations"
        aria-rowcount={ids.length + 1}
        aria-activedescendant={shown ? `allocation-${selectedId}` : undefined}
        tabIndex={0}
        onKeyDown={onKeyDown}
        onClick={onClick}
      >
        <Head table={table} />
        <tbody>
          <Spacer height={first * ROW_HEIGHT} />
          {table.getRowModel().rows.map((row, index) => (
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
          ))}
          <Spacer height={(ids.length - last - 1) * ROW_HEIGHT} />
        </tbody>
      </table>
    </div>
  )
}

function Head({ table }: { table: ReactTable<typeof features, Row> }) {
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
