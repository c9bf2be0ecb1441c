import { ChevronDown, ChevronRight } from 'lucide-react'
import { useMemo, useState } from 'react'
import type { EffectView } from '../../../preload/contract'
import { said } from '../../glossary/codes'
import { fullName, isLive, shortName } from '../../store/allocations'
import { useCalmAllocations } from '../../store/calm'
import { selectResource, useStore } from '../../store/store'
import { formatBytes, formatCount, formatExactBytes } from '../../widgets/format'
import { StateChip, stateInfo } from '../../widgets/state-chip'
import { VirtualList } from '../../widgets/virtual-list'
import { placeText } from './placed'
import { FOLDED_LINES, isFoldable, summaryOf } from './summary'

/** The resources of an effect, a line each. Thousands of them are summed up first, and scroll when they are unfolded. */
export function CardResources({ effect }: { effect: EffectView }) {
  const [unfolded, setUnfolded] = useState(false)
  const label = `Resources of ${effect.name}`
  const { resources: ids } = effect
  const rows = useMemo(() => Array.from(ids, (_, row) => row), [ids])
  if (!isFoldable(ids)) return <Lines label={label} effect={effect} rows={rows} />
  return (
    <>
      <Summary effect={effect} />
      {unfolded ? (
        <div className="card-scroll">
          <VirtualList label={label} items={rows} keyOf={(row) => row} estimate={() => 24}>
            {(row) => <Line effect={effect} row={row} />}
          </VirtualList>
        </div>
      ) : (
        <Lines label={label} effect={effect} rows={rows.slice(0, FOLDED_LINES)} />
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

function Lines({ label, effect, rows }: { label: string; effect: EffectView; rows: readonly number[] }) {
  return (
    <ul className="card-resources" aria-label={label}>
      {rows.map((row) => (
        <li key={effect.placed === undefined ? effect.resources[row] : row}>
          <Line effect={effect} row={row} />
        </li>
      ))}
    </ul>
  )
}

/** A resource with a heap of its own, or one that shares its heap (RS-15). */
function Line({ effect, row }: { effect: EffectView; row: number }) {
  const id = effect.resources[row]!
  const name = effect.placed?.names[row]
  const heap = effect.placed?.heaps[row]
  if (effect.placed === undefined || !name || !heap) return <ResourceLine id={id} />
  return <PlacedLine id={id} effect={effect.name} name={name} bytes={effect.placed.bytes[row] ?? 0} heap={heap} />
}

function Summary({ effect: { resources: ids, placed } }: { effect: EffectView }) {
  const allocations = useCalmAllocations()
  const { bytes: allocated, states } = useMemo(() => summaryOf(allocations, ids), [allocations, ids])
  // the heaps are larger than what of this effect lies in them
  const bytes = placed === undefined ? allocated : placed.bytes.reduce((sum, size) => sum + size, 0)
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
      data-allocation={id}
      aria-pressed={selected}
      {...said(`${name}, ${formatExactBytes(bytes)}. ${stateInfo(state).meaning}`)}
      onClick={() => selectResource(selected ? null : id)}
    >
      <span className="resource-name">{short}</span>
      <span className="resource-size">{formatBytes(bytes)}</span>
      <StateChip state={state} />
    </button>
  )
}

interface PlacedProps {
  /** of its heap */
  id: number
  effect: string
  name: string
  bytes: number
  heap: string
}

/** A placed resource: its own name and size, the state of the heap that it lies in, and who shares that (RS-15). */
function PlacedLine({ id, effect, name, bytes, heap }: PlacedProps) {
  const state = useStore(({ view: { allocations } }) => (isLive(allocations, id) ? allocations.states[id]! : GONE))
  const selected = useStore((store) => store.selectedId === id)
  const own = name.startsWith(`${effect}.`) ? name : `${effect}.${name}`
  const place = useStore(({ view: { heapMap } }) => placeText(heap, heapMap.byAllocation.get(id), own))
  if (state === GONE) return null
  return (
    <button
      type="button"
      className="resource-line"
      data-allocation={id}
      aria-pressed={selected}
      {...said(
        `${own}, ${formatExactBytes(bytes)}, ${place}. ${stateInfo(state).meaning} Its heap is made resident and evicted as a whole (RS-15).`,
      )}
      onClick={() => selectResource(selected ? null : id)}
    >
      <span className="resource-name">{own.slice(effect.length + 1)}</span>
      <span className="resource-size">{formatBytes(bytes)}</span>
      <StateChip state={state} />
      <span className="resource-heap">{place}</span>
    </button>
  )
}
