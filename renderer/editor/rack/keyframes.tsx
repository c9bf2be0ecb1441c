import { Diamond, X } from 'lucide-react'
import { useMemo } from 'react'
import type { EffectSpan, TimelineView } from '../../../preload/contract'
import { send, toast, useStore } from '../../store/store'
import { spanEnd } from '../timeline/rows'
import { codeAt, wholeFrame } from '../timeline/scale'
import { numberText } from './constants'

interface Props {
  effect: string
  constant: string
  label: string
  value: number[]
}

/** The span of an effect at a moment; one that is everywhere has no track yet. */
function spanAt({ effects, length }: TimelineView, effect: string, moment: number): EffectSpan | undefined {
  const lane = effects.find((one) => one.effect === effect)
  if (lane === undefined) return { id: effect, start: 0 }
  return lane.spans.find((span) => span.start <= moment && moment < spanEnd(span, length))
}

/** Keyframes of a parameter: its value at the playhead becomes one; those that there are can be removed. */
export function ParameterKeyframes({ effect, constant, label, value }: Props) {
  const timeline = useStore((state) => state.view.project.timeline)
  const keys = useMemo(() => {
    const lane = timeline.effects.find((one) => one.effect === effect)
    return (lane?.spans ?? []).flatMap((span) => (span.keyframes?.[constant] ?? []).map((key) => ({ ...key, span })))
  }, [timeline, effect, constant])
  const set = (): void => {
    const at = wholeFrame(useStore.getState().playhead)
    const span = spanAt(timeline, effect, at)
    if (span === undefined) return toast('info', `${effect} is not at the playhead: move it onto a span of ${effect}.`)
    void send({
      kind: 'timeline',
      change: { edit: 'keyframe', span: span.id, constant, at: at - span.start, value: [...value] },
    })
  }
  return (
    <div className="parameter-keys">
      <button
        type="button"
        className="button parameter-key"
        aria-label={`Keyframe ${label} at the playhead`}
        title="Its value becomes a keyframe at the playhead: between keyframes values go on in a line"
        onClick={set}
      >
        <Diamond size={10} aria-hidden="true" />
        Keyframe
      </button>
      {keys.map(({ span, at, value: own }) => (
        <button
          key={`${span.id} ${at}`}
          type="button"
          className="parameter-key-chip"
          aria-label={`Delete keyframe of ${label} at ${codeAt(span.start + at)}`}
          title="Delete this keyframe"
          onClick={() =>
            void send({ kind: 'timeline', change: { edit: 'removeKeyframe', span: span.id, constant, at } })
          }
        >
          {codeAt(span.start + at).slice(3)} = {own.map(numberText).join(', ')}
          <X size={10} aria-hidden="true" />
        </button>
      ))}
    </div>
  )
}
