import { type ReactTable, type SortingState, useTable } from '@tanstack/react-table'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { useMemo } from 'react'
import type { AllocationColumns } from '../../../store/allocations'
import { selectResource, useStore } from '../../../store/store'
import { useVirtualGrid, VirtualGrid } from '../../../widgets/virtual-grid'
import { columns, features, MEANINGS, type Row, rowOf } from './columns'
import type { ColumnKey } from './rows'

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

/** The rows in view of the allocations with these ids, in this order. */
export function AllocationGrid({ all, ids, sorting, onSorting }: GridProps) {
  const selectedId = useStore((state) => state.selectedId)
  const at = useMemo(() => (selectedId === null ? -1 : ids.indexOf(selectedId)), [ids, selectedId])
  const grid = useVirtualGrid({
    count: ids.length,
    chosenId: selectedId,
    at,
    targetOf: (key, page) => ids[rowFor(key, at, ids.length, page) ?? -1],
    choose: selectResource,
  })
  const { first, last } = grid
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
  return (
    <VirtualGrid
      grid={grid}
      label="Allocations"
      className="allocation-grid"
      rowName="allocation"
      columns={columns.length}
      head={<Head table={table} />}
    >
      <Rows table={table} first={first} selectedId={selectedId} />
    </VirtualGrid>
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
