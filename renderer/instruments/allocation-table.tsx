import type { SortingState } from '@tanstack/react-table'
import { useEffect, useMemo, useState } from 'react'
import type { AllocationColumns } from '../store/allocations'
import { useStore } from '../store/store'
import { Empty } from '../widgets/empty'
import { AllocationFilter, NO_FILTER } from './allocation-filter'
import { AllocationGrid } from './allocation-grid'
import { type ColumnKey, type RowFilter, type RowSort, rowsOf } from './allocation-rows'
import './allocation-table.css'

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
        <AllocationGrid all={all} ids={ids} sorting={sorting} onSorting={setSorting} />
      )}
    </div>
  )
}
