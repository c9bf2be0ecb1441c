import { type KeyboardEvent, type PointerEvent, type ReactNode, useEffect, useRef } from 'react'
import type { TimelineEdit } from '../../../preload/contract'
import { isChord } from '../../keyboard'
import { useStore } from '../../store/store'
import { change, choose } from './actions'
import { type Dragged, editOf, type Grip, type Place, placeOf } from './drag'
import { snapTargets } from './rows'
import { codeAt, framesLong, xOf } from './scale'

/** px that count as near an edge, and that a pointer may wander before it drags */
const NEAR = 8
const WANDER = 3
/** frames that an arrow with Shift moves by */
const SECOND = 24
/** letters that a label has room for at least, or it is not there: one or two say nothing */
const LEAST_LETTERS = 4
/** px beside the label, left and right together */
const BESIDE = 18

const HOW = 'drag to move, arrow keys by a frame (Shift for a second)'

/** The clip that an arrow key takes to another track, where it is made anew: the focus goes there with it. */
let carried: string | null = null

export interface ItemProps {
  kind: 'clip' | 'span'
  id: string
  /** as it is told */
  name: string
  /** what stands on it, where there is room */
  label: string
  /** µs */
  start: number
  end: number
  open?: boolean
  track?: number
  pps: number
  /** px of a track */
  rowHeight: number
  /** where it is while it is dragged; null: it is not */
  ghost: Place | null
  onGhost(place: { id: string; place: Place } | null): void
  className: string
  /** of an effect */
  effect?: string
  /** beside the body, over it */
  marks?: ReactNode
  children?: ReactNode
}

/** A clip or a span: its body moves it, its handles trim it; both by mouse and by arrow keys. */
export function TimelineItem(props: ItemProps) {
  const { kind, id, name, label, start, end, open = false, track = 1, pps, ghost, className } = props
  const { effect, marks, children } = props
  const chosen = useStore(({ timelineTab }) => timelineTab.chosen?.kind === kind && timelineTab.chosen.id === id)
  const shown = ghost ?? { start, end }
  const place = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (carried !== id) return
    carried = null
    place.current?.focus()
  }, [id])
  const dragged = (grip: Grip): Dragged => ({ kind, id, grip, start, end, open, track })
  const body = useDrag(props, () => dragged('body'))
  const left = useDrag(props, () => dragged('start'))
  const right = useDrag(props, () => dragged('end'))
  const handle = (grip: 'start' | 'end', drag: ReturnType<typeof useDrag>) => (
    <div
      className={`timeline-grip timeline-grip-${grip}`}
      role="slider"
      // of hundreds only those of the clip that is chosen are stops of the Tab key
      tabIndex={chosen ? 0 : -1}
      aria-label={`${grip === 'start' ? 'Start' : 'End'} of ${name}`}
      aria-valuemin={0}
      aria-valuenow={Math.round((grip === 'start' ? shown.start : shown.end) / 1e4) / 100}
      aria-valuetext={codeAt(grip === 'start' ? shown.start : shown.end)}
      title="Drag, or use the arrow keys (Shift for a second)"
      onFocus={() => choose({ kind, id })}
      onKeyDown={(event) => onArrow(event, dragged(grip))}
      {...drag}
    />
  )
  return (
    <fieldset
      className={`timeline-item ${className}`}
      data-menu={kind}
      data-id={id}
      data-effect={effect}
      data-chosen={chosen}
      data-dragged={ghost !== null}
      aria-label={name}
      style={{ left: xOf(shown.start, pps), width: Math.max(2, xOf(shown.end - shown.start, pps)) }}
    >
      <button
        ref={place}
        type="button"
        className="timeline-body"
        aria-pressed={chosen}
        aria-label={`${name}, ${codeAt(shown.start)} to ${codeAt(shown.end)}`}
        title={`${name.startsWith(label) ? name : `${name}, ${label}`}: ${HOW}${kind === 'clip' ? ', up and down between tracks' : ''}; S splits, Delete deletes`}
        onFocus={() => choose({ kind, id })}
        onClick={() => choose({ kind, id })}
        onKeyDown={(event) => onArrow(event, dragged('body'))}
        {...body}
      >
        <span className="timeline-item-name" style={{ maxWidth: roomFor(label) }}>
          {label}
        </span>
        {children}
      </button>
      {marks}
      {handle('start', left)}
      {handle('end', right)}
    </fieldset>
  )
}

/** All of the item, or nothing where it is too narrow; a short label needs no more room than it takes. */
const roomFor = (label: string): string =>
  `calc((100cqi - ${BESIDE}px - ${Math.min(label.length, LEAST_LETTERS)}ch) * 9999)`

/** Pulled by the keyboard: a frame, with Shift a second; clips go up and down between tracks. */
function onArrow(event: KeyboardEvent, dragged: Dragged): void {
  if (isChord(event)) return
  const by = event.shiftKey ? SECOND : 1
  const pulls: Readonly<Record<string, { by: number; up: number }>> = {
    ArrowLeft: { by: -framesLong(by), up: 0 },
    ArrowRight: { by: framesLong(by), up: 0 },
    ArrowUp: { by: 0, up: 1 },
    ArrowDown: { by: 0, up: -1 },
  }
  const pull = pulls[event.key]
  if (pull === undefined) return
  event.preventDefault()
  event.stopPropagation()
  const place = placeOf(dragged, { ...pull, targets: [], near: 0 })
  const edit = editOf(dragged, place)
  if (edit === null) return
  carried = place.track === dragged.track ? null : dragged.id
  void change(edit).then(({ ok }) => {
    if (!ok) carried = null
  })
}

/** By the pointer: shown while it goes on, one edit when it is let go. */
function useDrag({ pps, rowHeight, onGhost }: ItemProps, begin: () => Dragged) {
  const held = useRef<{ x: number; y: number; dragged: Dragged; edit: TimelineEdit | null } | null>(null)
  return {
    onPointerDown(event: PointerEvent) {
      if (event.button !== 0) return
      event.stopPropagation()
      event.currentTarget.setPointerCapture(event.pointerId)
      held.current = { x: event.clientX, y: event.clientY, dragged: begin(), edit: null }
    },
    onPointerMove(event: PointerEvent) {
      const drag = held.current
      if (drag === null) return
      const [dx, dy] = [event.clientX - drag.x, event.clientY - drag.y]
      if (drag.edit === null && Math.hypot(dx, dy) < WANDER) return
      const { playhead, timelineTab, view } = useStore.getState()
      const place = placeOf(drag.dragged, {
        by: Math.round((dx / pps) * 1e6),
        up: -Math.round(dy / rowHeight),
        targets: timelineTab.snap && !event.altKey ? snapTargets(view.project.timeline, playhead, drag.dragged.id) : [],
        near: (NEAR / pps) * 1e6,
      })
      drag.edit = editOf(drag.dragged, place)
      onGhost({ id: drag.dragged.id, place })
    },
    onPointerUp() {
      const edit = held.current?.edit ?? null
      held.current = null
      // it is shown where it was let go until the session says where it is
      if (edit === null) onGhost(null)
      else void change(edit).then((result) => result.ok || onGhost(null))
    },
    onLostPointerCapture() {
      if (held.current !== null) onGhost(null)
      held.current = null
    },
  }
}
