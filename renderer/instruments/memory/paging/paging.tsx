import { type KeyboardEvent, useMemo, useState } from 'react'
import { setMemoryTab, useStore } from '../../../store/store'
import { Empty } from '../../../widgets/empty'
import { formatCount } from '../../../widgets/format'
import { Segmented } from '../../../widgets/segmented'
import { Term } from '../../../widgets/tip'
import { useFirst } from '../../first-actions'
import { PagingList } from './list'
import { EVERY_OPERATION, groupWith, type PagingFilter, type PagingGroup, pagingGroups } from './model'
import { PagingStepper } from './stepper'
import { costFacts, vaFacts, vaWarning } from './text'
import './paging.css'
import { Words } from '../../../glossary/rule-link'
import { isChord } from '../../../keyboard'

/** Every operation of the paging engine, one by one, and what each is for (AN-17). */
export function PagingView() {
  const operations = useStore((state) => state.view.pagingOperations)
  const operationId = useStore((state) => state.memoryTab.operationId)
  const [filter, setFilter] = useState<PagingFilter>(EVERY_OPERATION)
  const groups = useMemo(() => pagingGroups(operations.items, filter), [operations, filter])
  const chosen = useMemo(
    () => (operationId === null ? null : groupWith(operations.items, operationId)),
    [operations, operationId],
  )
  if (operations.items.length === 0) return <NothingYet />
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: shortcuts of the buttons within
    <div className="paging-view" onKeyDown={(event) => stepByKey(event, chosen)}>
      <VaSpace />
      <PagingBar
        filter={filter}
        groups={groups}
        operations={operations.items.length}
        forgotten={operations.forgotten}
        onFilter={setFilter}
      />
      {groups.length === 0 ? (
        <Empty title="No operation matches">
          <button type="button" className="button" onClick={() => setFilter(EVERY_OPERATION)}>
            Clear the filter
          </button>
        </Empty>
      ) : (
        <PagingList groups={groups} />
      )}
      <PagingStepper group={chosen} newest={newestEviction(groups)} />
    </div>
  )
}

function newestEviction(groups: readonly PagingGroup[]): PagingGroup | null {
  return groups.find(({ direction }) => direction === 'out') ?? null
}

/** Left and right walk through the operations of the chosen page-in or page-out. */
function stepByKey(event: KeyboardEvent, group: PagingGroup | null): void {
  if (group === null || isChord(event)) return
  // arrow keys belong to fields and to choices first
  if (event.target instanceof Element && event.target.closest('input, [role="group"]') !== null) return
  const { operationId } = useStore.getState().memoryTab
  const at = group.operations.findIndex(({ id }) => id === operationId)
  const by = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
  const next = by === 0 ? undefined : group.operations[at + by]
  if (by === 0) return
  event.preventDefault()
  if (next !== undefined) setMemoryTab({ operationId: next.id })
}

function VaSpace() {
  const pagingProcess = useStore((state) => state.view.system.pagingProcess)
  const operation = useStore((state) => state.view.system.pagingOperation)
  const batch = useStore((state) => state.view.system.pagingBatch)
  const warning = vaWarning(pagingProcess)
  return (
    <div className="paging-space">
      <dl aria-label="Paging process’s VA space">
        {[...vaFacts(pagingProcess), ...costFacts(operation, batch)].map(({ term, value, meaning }) => (
          <div key={term}>
            <dt>
              <Term tip={meaning}>{term}</Term>
            </dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {warning !== null && <p className="paging-warning">{warning}</p>}
    </div>
  )
}

const DIRECTIONS = [
  { value: 'all', text: 'All' },
  { value: 'out', text: 'Page-out' },
  { value: 'in', text: 'Page-in' },
] as const

interface PagingBarProps {
  filter: PagingFilter
  groups: readonly PagingGroup[]
  operations: number
  forgotten: number
  onFilter(filter: PagingFilter): void
}

function PagingBar({ filter, groups, operations, forgotten, onFilter }: PagingBarProps) {
  const shown = groups.reduce((sum, group) => sum + group.operations.length, 0)
  return (
    <search className="allocation-filter">
      <Segmented
        label="Direction"
        value={filter.direction ?? 'all'}
        options={DIRECTIONS}
        onChange={(next) => onFilter({ ...filter, direction: next === 'all' ? null : next })}
      />
      <input
        type="search"
        className="input"
        aria-label="Filter paging operations by resource"
        placeholder="Filter by resource"
        value={filter.text}
        onChange={(event) => onFilter({ ...filter, text: event.target.value })}
      />
      <output className="allocation-count" aria-live="off">
        {shown === operations ? formatCount(operations) : `${formatCount(shown)} of ${formatCount(operations)}`}
        {forgotten > 0 && `, ${formatCount(forgotten)} older not kept`}
      </output>
    </search>
  )
}

function NothingYet() {
  const first = useFirst()
  const aperture = useStore((state) => state.view.system.localSegment === 'aperture')
  return (
    <div className="paging-view">
      <VaSpace />
      <Empty title="No paging operation yet" actions={first}>
        Apply an effect: what is not resident is paged in. Then choose Eviction mode Eager in System and press Periodic
        trim now: what is evicted is paged out at once, operation by operation.
        {!aperture && (
          <Words>
            {
              ' Notifications to the driver come only where memory leaves an aperture (AN-06): play a scenario with "profile": "integrated" to see them.'
            }
          </Words>
        )}
      </Empty>
    </div>
  )
}
