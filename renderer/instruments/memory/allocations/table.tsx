import { useEffect, useMemo, useRef, useState } from 'react'
import type { AllocationColumns } from '../../../store/allocations'
import { useCalmAllocations } from '../../../store/calm'
import { Empty } from '../../../widgets/empty'
import { AllocationFilter } from './filter'
import { AllocationGrid } from './grid'
import { NoAllocations } from './none'
import { isFixed, NO_FILTER, type RowFilter, type RowSort, rowsOf } from './rows'
import { SpreadRows } from './spread'
import './table.css'

/** The rows of more allocations than this are made a few ms at a time. */
const MOST_AT_ONCE = 20_000

/** The rows; made anew only when something that they depend on has changed. */
function useRows(all: AllocationColumns, filter: RowFilter, sort: RowSort | null): readonly number[] {
  const latest = useRef(all)
  latest.current = all
  const dependsOn = isFixed(filter, sort) ? all.ids : all
  const few = all.ids.length <= MOST_AT_ONCE
  const rows = useMemo(() => (few ? rowsOf(latest.current, filter, sort) : null), [few, dependsOn, filter, sort])
  const [spreadRows, setSpreadRows] = useState<readonly number[]>(all.ids)
  const spread = useMemo(() => new SpreadRows(setSpreadRows), [])
  useEffect(() => {
    if (few) spread.stop()
    else spread.ask(latest.current, filter, sort)
  }, [few, dependsOn, filter, sort, spread])
  useEffect(() => () => spread.stop(), [spread])
  return rows ?? spreadRows
}

/** Every allocation in a row; only the rows in view exist. Sorting and filtering: `rows`. */
export function AllocationTable() {
  const all = useCalmAllocations()
  const [filter, setFilter] = useState<RowFilter>(NO_FILTER)
  const [sort, setSort] = useState<RowSort | null>(null)
  const ids = useRows(all, filter, sort)
  if (all.ids.length === 0) return <NoAllocations />
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
        <AllocationGrid all={all} ids={ids} sort={sort} onSort={setSort} />
      )}
    </div>
  )
}
