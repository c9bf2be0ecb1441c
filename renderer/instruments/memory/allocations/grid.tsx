import { ArrowDown, ArrowUp } from 'lucide-react'
import { useMemo } from 'react'
import { said } from '../../../glossary/codes'
import type { AllocationColumns } from '../../../store/allocations'
import { selectResource, useStore } from '../../../store/store'
import { keyTarget, useVirtualGrid, VirtualGrid } from '../../../widgets/virtual-grid'
import { columns, MEANINGS, rowOf } from './columns'
import { nextSort, type RowSort } from './rows'

interface GridProps {
  all: AllocationColumns
  ids: readonly number[]
  sort: RowSort | null
  onSort(sort: RowSort | null): void
}

/** The rows in view of the allocations with these ids, in this order. */
export function AllocationGrid({ all, ids, sort, onSort }: GridProps) {
  const selectedId = useStore((state) => state.selectedId)
  const at = useMemo(() => (selectedId === null ? -1 : ids.indexOf(selectedId)), [ids, selectedId])
  const grid = useVirtualGrid({
    count: ids.length,
    chosenId: selectedId,
    at,
    targetOf: (key, page) => ids[keyTarget(key, at, ids.length, page) ?? -1],
    choose: selectResource,
  })
  const { first, last } = grid
  // only the rows in view are made: all of them are sorted and filtered before, by `rows`
  const shown = useMemo(() => ids.slice(first, last + 1).map((id) => rowOf(all, id)), [all, ids, first, last])
  return (
    <VirtualGrid
      grid={grid}
      label="Allocations"
      className="allocation-grid"
      rowName="allocation"
      columns={columns.length}
      head={<Head sort={sort} onSort={onSort} />}
    >
      {shown.map((row, index) => (
        <tr
          key={row.id}
          id={`allocation-${row.id}`}
          data-id={row.id}
          data-allocation={row.id}
          aria-rowindex={first + index + 2}
          aria-selected={row.id === selectedId}
        >
          {columns.map(({ key, text, cell = text }) => (
            <td key={key} className={`cell-${key}`}>
              {cell(row)}
            </td>
          ))}
        </tr>
      ))}
    </VirtualGrid>
  )
}

function Head({ sort, onSort }: Pick<GridProps, 'sort' | 'onSort'>) {
  return (
    <thead>
      <tr aria-rowindex={1}>
        {columns.map(({ key, header }) => {
          const sorted = sort?.column === key ? (sort.descending ? 'descending' : 'ascending') : 'none'
          return (
            <th key={key} scope="col" className={`cell-${key}`} aria-sort={sorted} {...said(MEANINGS[key])}>
              <button type="button" onClick={() => onSort(nextSort(sort, key))}>
                {header}
                {sorted === 'ascending' && <ArrowUp aria-hidden="true" />}
                {sorted === 'descending' && <ArrowDown aria-hidden="true" />}
              </button>
            </th>
          )
        })}
      </tr>
    </thead>
  )
}
