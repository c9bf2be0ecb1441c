import { WandSparkles, X } from 'lucide-react'
import { memo } from 'react'
import type { EffectView } from '../../../preload/contract'
import { send } from '../../store/store'
import { formatCount, formatDuration } from '../../widgets/format'
import { Tip } from '../../widgets/tip'
import { CardResources } from './lines'
import { CardParameters } from './parameters'

/**
 * One effect: applies it, shows its resources and what the GPU has done of it. Drawn again only when its effect changed:
 * a frame changes few of them.
 */
export const EffectCard = memo(function EffectCard({ effect, onClip }: { effect: EffectView; onClip: boolean }) {
  const { name, gpuTime, completed, inFlight } = effect
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
      <CardParameters effect={effect} />
      <CardResources effect={effect} />
    </section>
  )
})
