/** Keyframes as diamonds on their span: moved by mouse and by arrow keys, deleted, gone to. */
import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react'
import type { EffectSpan } from '../../../preload/contract'
import { isChord } from '../../keyboard'
import { stopAt } from '../../store/play'
import { useStore } from '../../store/store'
import { parameterLabel } from '../rack/constants'
import { change } from './actions'
import { type KeyPlace, keyPlaces, pulledTo, steppedTo } from './keys-on-span'
import { snapTargets } from './rows'
import { codeAt, xOf } from './scale'

/** px that count as near an edge, and that a pointer may wander before it drags */
const NEAR = 8
const WANDER = 3
/** frames that an arrow with Shift moves by */
const SECOND = 24

interface Props {
  span: EffectSpan
  /** µs of the span as it is shown */
  length: number
  pps: number
}

export function SpanKeyframes({ span, length, pps }: Props) {
  // where one is while it is dragged, and until the session says where it is
  const [pulled, setPulled] = useState<{ key: KeyPlace; to: number } | null>(null)
  useEffect(() => setPulled(null), [span])
  return keyPlaces(span).map((key) => {
    const isPulled = pulled?.key.constant === key.constant && pulled.key.at === key.at
    return (
      <SpanKeyframe
        key={`${key.constant} ${key.number}`}
        place={key}
        at={isPulled ? pulled.to : key.at}
        span={span}
        length={length}
        pps={pps}
        onPull={(to) => setPulled(to === null ? null : { key, to })}
      />
    )
  })
}

interface KeyProps extends Props {
  place: KeyPlace
  /** where it is shown */
  at: number
  onPull(to: number | null): void
}

function SpanKeyframe({ place, at, span, length, pps, onPull }: KeyProps) {
  const { constant, at: own, value, ease, row } = place
  const held = useRef<{ x: number; to: number } | null>(null)
  const moment = span.start + at
  const name = parameterLabel(constant)
  const moveTo = (to: number): void => {
    if (to === own) return onPull(null)
    onPull(to)
    void change({ edit: 'moveKeyframe', span: span.id, constant, at: own, to }).then(
      (result) => result.ok || onPull(null),
    )
  }
  const onKey = (event: KeyboardEvent): void => {
    if (isChord(event)) return
    const by = event.shiftKey ? SECOND : 1
    const act: Readonly<Record<string, () => void>> = {
      ArrowLeft: () => moveTo(steppedTo(span, place, -by, length)),
      ArrowRight: () => moveTo(steppedTo(span, place, by, length)),
      Delete: () => void change({ edit: 'removeKeyframe', span: span.id, constant, at: own }),
      Backspace: () => void change({ edit: 'removeKeyframe', span: span.id, constant, at: own }),
      Enter: () => stopAt(span.start + own),
      ' ': () => stopAt(span.start + own),
    }
    const run = act[event.key]
    if (run === undefined) return
    event.preventDefault()
    event.stopPropagation()
    run()
  }
  return (
    <button
      type="button"
      className="timeline-key"
      data-ease={ease}
      data-menu="key"
      data-span={span.id}
      data-constant={constant}
      data-at={own}
      data-row={row}
      aria-label={`Keyframe ${name} ${value.join(', ')} at ${codeAt(moment)}, ${ease}`}
      title={`${name} ${value.join(', ')} at ${codeAt(moment)}, ${ease}: drag, or use the arrow keys (Shift for a second); Enter goes there, Delete deletes, right-click for more`}
      style={{ left: xOf(at, pps) }}
      onKeyDown={onKey}
      onDoubleClick={() => stopAt(span.start + own)}
      onPointerDown={(event: PointerEvent) => {
        if (event.button !== 0) return
        event.stopPropagation()
        event.currentTarget.setPointerCapture(event.pointerId)
        held.current = { x: event.clientX, to: own }
      }}
      onPointerMove={(event: PointerEvent) => {
        const drag = held.current
        const by = event.clientX - (drag?.x ?? 0)
        if (drag === null || (drag.to === own && Math.abs(by) < WANDER)) return
        const { playhead, timelineTab, view } = useStore.getState()
        const isSnapping = timelineTab.snap && !event.altKey
        const targets = isSnapping ? snapTargets(view.project.timeline, playhead, span.id) : []
        drag.to = pulledTo(span, own + (by / pps) * 1e6, length, { targets, near: (NEAR / pps) * 1e6 })
        onPull(drag.to)
      }}
      onPointerUp={() => {
        const drag = held.current
        held.current = null
        if (drag !== null) moveTo(drag.to)
      }}
      onLostPointerCapture={() => {
        if (held.current !== null) onPull(null)
        held.current = null
      }}
    />
  )
}
