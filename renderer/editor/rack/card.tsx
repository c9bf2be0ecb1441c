import { WandSparkles, X } from 'lucide-react'
import { memo } from 'react'
import type { EffectView } from '../../../preload/contract'
import { send, useStore } from '../../store/store'
import { applyAloud } from '../../store/wishes/said'
import { formatCount, formatDuration } from '../../widgets/format'
import { Tip } from '../../widgets/tip'
import { EffectEye } from '../timeline/effect-eye'
import { CardOrder } from './grip'
import { CardResources } from './lines'
import { CardParameters } from './parameters'

interface CardProps {
  effect: EffectView
  /** among the effects on the clip, from 0; null: it is not on it */
  place: number | null
  count: number
  enabled: boolean
  /** the place that a card is dragged to; null: none is */
  aimed: number | null
  onAim(place: number | null): void
}

/** One effect: applies it, shows its resources and what the GPU has done of it. Drawn again only when its effect changed. */
export const EffectCard = memo(function EffectCard({ effect, place, count, enabled, aimed, onAim }: CardProps) {
  const { name, gpuTime } = effect
  const onClip = place !== null
  return (
    <section
      className="card"
      aria-label={`${name} effect`}
      data-effect={name}
      data-place={place ?? undefined}
      data-aimed={onClip && aimed !== null && aimed === place}
      data-off={onClip && !enabled}
    >
      <CardHead name={name} place={place} count={count} enabled={enabled} onAim={onAim} />
      <dl className="card-facts">
        <div title="Time that one submission runs on the GPU">
          <dt>GPU</dt>
          <dd>{formatDuration(gpuTime)}</dd>
        </div>
        <Counts name={name} />
      </dl>
      <CardParameters effect={effect} />
      <CardResources effect={effect} />
    </section>
  )
})

/** While the clip plays nothing else of a card changes. @param name of the effect */
function Counts({ name }: { name: string }) {
  const effect = useStore(({ view }) => view.effects.find((one) => one.name === name))
  const { completed = 0, inFlight = 0 } = effect ?? {}
  return (
    <>
      <div title="Submissions that wait or run">
        <dt>in flight</dt>
        <dd className={inFlight > 0 ? 'busy' : ''}>{formatCount(inFlight)}</dd>
      </div>
      <div title="Submissions that the GPU has finished">
        <dt>completed</dt>
        <dd>{formatCount(completed)}</dd>
      </div>
    </>
  )
}

type HeadProps = Pick<CardProps, 'place' | 'count' | 'enabled' | 'onAim'> & { name: string }

const CardHead = memo(function CardHead({ name, place, count, enabled, onAim }: HeadProps) {
  const onClip = place !== null
  return (
    <div className="card-head">
      {onClip && <CardOrder effect={name} at={{ place, count, enabled }} onAim={onAim} />}
      <Tip
        text={`Applies ${name}: makes its resources resident, then submits it to the GPU (TN-27 to TN-29)`}
        side="right"
      >
        <button type="button" className="button apply-button" onClick={() => void applyAloud(name)}>
          <WandSparkles size={14} aria-hidden="true" />
          <span className="apply-name">{name}</span>
        </button>
      </Tip>
      {onClip && <span className="badge badge-clip">on clip</span>}
      {onClip && <EffectEye effect={name} enabled={enabled} className="card-eye" />}
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
  )
})
