import { GripVertical } from 'lucide-react'
import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react'
import type { EffectLane } from '../../../preload/contract'
import { tintOf } from '../../canvas/tint'
import { concernedEffects } from '../../store/delays/concerned'
import { useStore } from '../../store/store'
import { change, choose } from './actions'
import type { Place } from './drag'
import { EffectEye } from './effect-eye'
import { TimelineItem } from './item'
import { SpanKeyframes } from './keyframes'
import { spanEnd } from './rows'

export const LANE_HEIGHT = 26

interface HeadProps {
  lane: EffectLane
  place: number
  count: number
}

/** Name, eye and grip of an effect's track: the grip changes the order in which effects work. */
export function LaneHead({ lane, place, count }: HeadProps) {
  const { effect, enabled } = lane
  const [pulled, setPulled] = useState(0)
  const from = useRef<number | null>(null)
  const goTo = (to: number): void => {
    const next = Math.min(count - 1, Math.max(0, to))
    if (next !== place) void change({ edit: 'reorder', effect, place: next })
  }
  const onKey = (event: KeyboardEvent): void => {
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return
    event.preventDefault()
    event.stopPropagation()
    goTo(place + (event.key === 'ArrowUp' ? -1 : 1))
  }
  return (
    <div
      className="timeline-head timeline-head-effect"
      data-off={!enabled}
      data-pulled={pulled !== 0}
      style={pulled === 0 ? undefined : { transform: `translateY(${pulled}px)` }}
    >
      <button
        type="button"
        className="timeline-grip-row"
        aria-label={`Order of ${effect}, ${place + 1} of ${count}`}
        title={`Drag, or use the up and down arrows: effects work from top to bottom`}
        onKeyDown={onKey}
        onPointerDown={(event: PointerEvent) => {
          event.currentTarget.setPointerCapture(event.pointerId)
          from.current = event.clientY
        }}
        onPointerMove={(event: PointerEvent) => from.current !== null && setPulled(event.clientY - from.current)}
        onPointerUp={() => {
          if (from.current !== null) goTo(place + Math.round(pulled / LANE_HEIGHT))
          from.current = null
          setPulled(0)
        }}
      >
        <GripVertical size={12} aria-hidden="true" />
      </button>
      <span className="timeline-head-name" title={effect}>
        {effect}
      </span>
      <EffectEye effect={effect} enabled={enabled} className="timeline-eye" />
    </div>
  )
}

interface LaneProps {
  lane: EffectLane
  /** µs */
  length: number
  pps: number
  ghost: { id: string; place: Place } | null
  onGhost(ghost: { id: string; place: Place } | null): void
}

/** The spans of an effect, with their keyframes. */
export function Lane({ lane, length, pps, ghost, onGhost }: LaneProps) {
  const { effect, enabled, spans } = lane
  const isConcerned = useStore(({ view }) => concernedEffects(view.delay).has(effect))
  const concerned = isConcerned ? ' timeline-concerned' : ''
  return spans.map((span) => (
    <TimelineItem
      key={span.id}
      kind="span"
      id={span.id}
      name={span.id === effect ? `${effect} span` : span.id}
      label={effect}
      start={span.start}
      end={spanEnd(span, length)}
      open={span.length === undefined}
      pps={pps}
      rowHeight={LANE_HEIGHT}
      ghost={ghost?.id === span.id ? ghost.place : null}
      onGhost={onGhost}
      effect={effect}
      marks={<SpanKeyframes span={span} length={spanEnd(span, length) - span.start} pps={pps} />}
      className={`${enabled ? 'timeline-span' : 'timeline-span timeline-span-off'}${concerned}`}
    >
      <span className="timeline-mark" style={{ background: tintOf(effect) }} />
    </TimelineItem>
  ))
}

/** What an effect without a place on the timeline says. */
export function NoLanes() {
  return <p className="timeline-empty">Press an effect: it appears here when the GPU is done.</p>
}

export function unchoose(event: PointerEvent): void {
  if (event.target === event.currentTarget) choose(null)
}
