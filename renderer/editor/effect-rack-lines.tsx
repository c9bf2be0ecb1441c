import { ChevronDown, ChevronRight } from 'lucide-react'
import { useMemo, useState } from 'react'
import { fullName, isLive, shortName } from '../store/allocations'
import { useCalmAllocations } from '../store/calm'
import { selectResource, useStore } from '../store/store'
import { formatBytes, formatCount, formatExactBytes } from '../widgets/format'
import { StateChip, stateInfo } from '../widgets/state-chip'
import { VirtualList } from '../widgets/virtual-list'
import { FOLDED_LINES, isFoldable, summaryOf } from './effect-rack-summary'

/** The resources of an effect, a line each. Thousands of them are summed up first, and scroll when they are unfolded. */
export function CardResources({ effect, ids }: { effect: string; ids: Uint32Array }) {
  const [unfolded, setUnfolded] = useState(false)
  const label = `Resources of ${effect}`
  if (!isFoldable(ids)) return <Lines label={label} ids={ids} />
  return (
    <>
      <Summary ids={ids} />
      {unfolded ? (
        <div className="card-scroll">
          <VirtualList label={label} items={ids} keyOf={(id) => id} estimate={() => 24}>
            {(id) => <ResourceLine id={id} />}
          </VirtualList>
        </div>
      ) : (
        <Lines label={label} ids={ids.subarray(0, FOLDED_LINES)} />
      )}
      <button
        type="button"
        className="button card-more"
        aria-expanded={unfolded}
        onClick={() => setUnfolded(!unfolded)}
      >
        {unfolded ? <ChevronDown size={13} aria-hidden="true" /> : <ChevronRight size={13} aria-hidden="true" />}
        {unfolded ? `Show the first ${FOLDED_LINES}` : `Show all ${formatCount(ids.length)}`}
      </button>
    </>
  )
}

function Lines({ label, ids }: { label: string; ids: Uint32Array }) {
  return (
    <ul className="card-resources" aria-label={label}>
      {Array.from(ids, (id) => (
        <li key={id}>
          <ResourceLine id={id} />
        </li>
      ))}
    </ul>
  )
}

function Summary({ ids }: { ids: Uint32Array }) {
  const allocations = useCalmAllocations()
  const { bytes, states } = useMemo(() => summaryOf(allocations, ids), [allocations, ids])
  return (
    <p className="card-summary">
      {formatCount(ids.length)} resources, <span title={formatExactBytes(bytes)}>{formatBytes(bytes)}</span>
      {states.map(({ state, count }) => (
        <span key={state} className="card-count">
          <StateChip state={state} /> {formatCount(count)}
        </span>
      ))}
    </p>
  )
}

/** What `ResourceLine` selects of a resource that does not exist. */
const GONE = -1

/**
 * Selects the state, not the columns: of many lines only those are drawn again whose resource changed. What never changes
 * in a resource's life is read as it is drawn; another one with its id comes with a new list of effects.
 */
function ResourceLine({ id }: { id: number }) {
  const state = useStore(({ view: { allocations } }) => (isLive(allocations, id) ? allocations.states[id]! : GONE))
  const selected = useStore((store) => store.selectedId === id)
  if (state === GONE) return null
  const { allocations } = useStore.getState().view
  const name = fullName(allocations, id)
  const short = shortName(allocations, id)
  const bytes = allocations.bytes[id] ?? 0
  return (
    <button
      type="button"
      className="resource-line"
      aria-pressed={selected}
      title={`${name}, ${formatExactBytes(bytes)}. ${stateInfo(state).meaning}`}
      onClick={() => selectResource(selected ? null : id)}
    >
      <span className="resource-name">{short}</span>
      <span className="resource-size">{formatBytes(bytes)}</span>
      <StateChip state={state} />
    </button>
  )
}
