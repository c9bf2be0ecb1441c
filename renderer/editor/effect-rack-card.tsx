import { WandSparkles, X } from 'lucide-react'
import { AllocationState, type EffectView } from '../../preload/contract'
import { isLive, shortName } from '../store/allocations'
import { selectResource, send, useStore } from '../store/store'
import { formatBytes, formatCount, formatDuration, formatExactBytes } from '../widgets/format'
import { StateChip, stateInfo } from '../widgets/state-chip'
import { Tip } from '../widgets/tip'

/** One effect: applies it, shows its resources and what the GPU has done of it. */
export function EffectCard({ effect, onClip }: { effect: EffectView; onClip: boolean }) {
  const { name, gpuTime, resources, completed, inFlight } = effect
  return (
    <section className="card" aria-label={`${name} effect`}>
      <div className="card-head">
        <Tip
          text={`Applies ${name}: makes its resources resident, then submits it to the GPU (TN-27 to TN-29)`}
          side="right"
        >
          <button
            type="button"
            className="button apply-button"
            onClick={() => void send({ kind: 'applyEffect', effect: name })}
          >
            <WandSparkles size={14} aria-hidden="true" />
            <span className="apply-name">{name}</span>
          </button>
        </Tip>
        {onClip && <span className="badge badge-clip">on clip</span>}
        <button
          type="button"
          className="icon-button card-remove"
          aria-label={`Remove ${name}`}
          title={`Remove ${name} from the project`}
          onClick={() => void send({ kind: 'removeEffect', effect: name })}
        >
          <X size={13} aria-hidden="true" />
        </button>
      </div>
      <dl className="card-facts">
        <div title="Time that one submission runs on the GPU">
          <dt>GPU</dt>
          <dd>{formatDuration(gpuTime)}</dd>
        </div>
        <div title="Submissions that wait or run">
          <dt>in flight</dt>
          <dd className={inFlight > 0 ? 'busy' : ''}>{formatCount(inFlight)}</dd>
        </div>
        <div title="Submissions that the GPU has finished">
          <dt>completed</dt>
          <dd>{formatCount(completed)}</dd>
        </div>
      </dl>
      <ul className="card-resources" aria-label={`Resources of ${name}`}>
        {resources.map((id) => (
          <ResourceLine key={id} id={id} />
        ))}
      </ul>
    </section>
  )
}

/** Selects values, not the columns: of thousands of lines only those are drawn again whose resource changed. */
function ResourceLine({ id }: { id: number }) {
  const live = useStore((store) => isLive(store.view.allocations, id))
  const name = useStore((store) => store.view.allocations.names[id] ?? '')
  const short = useStore((store) => shortName(store.view.allocations, id))
  const bytes = useStore((store) => store.view.allocations.bytes[id] ?? 0)
  const state = useStore((store) => store.view.allocations.states[id] ?? AllocationState.pagedOut)
  const selected = useStore((store) => store.selectedId === id)
  if (!live) return null
  return (
    <li>
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
    </li>
  )
}
