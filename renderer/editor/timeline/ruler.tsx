/** The ruler: time codes, what was rendered, and the marks between which the clip plays. */
import { type KeyboardEvent, type PointerEvent, useEffect, useMemo, useRef, useState } from 'react'
import { isChord } from '../../keyboard'
import { setTransport, transportOf } from '../../store/play'
import { useSame } from '../../store/same'
import { useStore } from '../../store/store'
import { type Mark, type Marks, markAt, markedRange } from './marks'
import { codeAt, framesLong, ticks, xOf } from './scale'

/** frames that an arrow with Shift moves by */
const SECOND = 24
const NAMES: Readonly<Record<Mark, string>> = { in: 'In', out: 'Out' }

export function Ticks({ pps, until }: { pps: number; until: number }) {
  const marks = useMemo(() => ticks(pps, until), [pps, until])
  return marks.map((mark) => (
    <span
      key={mark.moment}
      className={mark.label === null ? 'tick' : 'tick tick-long'}
      style={{ left: mark.x }}
      aria-hidden="true"
    >
      {mark.label}
    </span>
  ))
}

/** What was rendered and lies in memory, and what is being rendered: the bar over the ruler. */
export function Rendered({ pps }: { pps: number }) {
  const rendered = useStore((state) => state.view.preview.rendered)
  return rendered
    .filter(({ isReady, isInSegment }) => !isReady || isInSegment)
    .map(({ start, length, isReady, isListed }) => (
      <span
        key={start}
        className="timeline-rendered"
        data-ready={isReady}
        data-cold={isReady && !isListed}
        title={
          isReady
            ? `Rendered: it plays from GPU memory${isListed ? '' : ', of which a trim has taken it: it goes when the memory is needed'}`
            : 'Being rendered'
        }
        style={{ left: xOf(start, pps), width: xOf(length, pps) }}
      />
    ))
}

/** A frame that is played says them anew each time. */
const areSameMarks = (before: Marks, now: Marks): boolean => before.in === now.in && before.out === now.out

/** In and Out, with what lies between them. */
export function PlayMarks({ pps }: { pps: number }) {
  const set = useSame(transportOf, areSameMarks)
  const length = useStore((state) => state.view.project.timeline.length)
  // where one is while it is dragged
  const [pulled, setPulled] = useState<Partial<Record<Mark, number>>>({})
  const marks = { in: pulled.in ?? set.in, out: pulled.out ?? set.out }
  const range = markedRange(marks, length)
  if (range === null) return null
  const put = (which: Mark, moment: number): void => {
    const at = markAt(which, moment, set, length)
    setPulled({})
    if (at !== set[which]) setTransport({ [which]: at })
  }
  return (
    <>
      <span
        className="timeline-range"
        style={{ left: xOf(range.from, pps), width: xOf(range.to - range.from, pps) }}
        aria-hidden="true"
      />
      {(['in', 'out'] as const).map((which) => {
        const at = marks[which]
        if (at === null) return null
        return (
          <PlayMark
            key={which}
            which={which}
            at={at}
            pps={pps}
            length={length}
            onPull={(moment) => setPulled({ [which]: markAt(which, moment, set, length) })}
            onPut={(moment) => put(which, moment)}
            onCancel={() => setPulled({})}
          />
        )
      })}
    </>
  )
}

interface PlayMarkProps {
  which: Mark
  at: number
  pps: number
  length: number
  onPull(moment: number): void
  onPut(moment: number): void
  onCancel(): void
}

/** Dragged by the pointer, moved by arrow keys, taken away by Delete (WAI-ARIA slider). */
function PlayMark({ which, at, pps, length, onPull, onPut, onCancel }: PlayMarkProps) {
  const held = useRef<{ x: number; at: number; to: number } | null>(null)
  const cancel = useRef(onCancel)
  // a mark that goes while it is dragged, as with an undo or another project, is told no more that the pointer is lost
  useEffect(() => () => cancel.current(), [])
  const onKey = (event: KeyboardEvent): void => {
    if (isChord(event)) return
    const by = framesLong(event.shiftKey ? SECOND : 1)
    const targets: Readonly<Record<string, number>> = {
      ArrowLeft: at - by,
      ArrowDown: at - by,
      ArrowRight: at + by,
      ArrowUp: at + by,
      Home: 0,
      End: length,
    }
    const target = targets[event.key]
    const isDeleted = event.key === 'Delete' || event.key === 'Backspace'
    if (target === undefined && !isDeleted) return
    event.preventDefault()
    event.stopPropagation()
    if (isDeleted) setTransport({ [which]: null })
    else if (target !== undefined) onPut(target)
  }
  return (
    <div
      className="timeline-mark-io"
      data-mark={which}
      role="slider"
      tabIndex={0}
      aria-label={`${NAMES[which]} mark`}
      aria-valuemin={0}
      aria-valuemax={length / 1e6}
      aria-valuenow={Math.round(at / 1e4) / 100}
      aria-valuetext={codeAt(at)}
      title={`${NAMES[which]} at ${codeAt(at)}: drag, or use the arrow keys (Shift for a second); Delete takes it away`}
      style={{ left: xOf(at, pps) }}
      onKeyDown={onKey}
      onPointerDown={(event: PointerEvent) => {
        if (event.button !== 0) return
        event.stopPropagation()
        event.currentTarget.setPointerCapture(event.pointerId)
        held.current = { x: event.clientX, at, to: at }
      }}
      onPointerMove={(event: PointerEvent) => {
        const drag = held.current
        if (drag === null) return
        event.stopPropagation()
        drag.to = drag.at + ((event.clientX - drag.x) / pps) * 1e6
        onPull(drag.to)
      }}
      onPointerUp={() => {
        const drag = held.current
        held.current = null
        if (drag === null) return
        if (drag.to === drag.at) onCancel()
        else onPut(drag.to)
      }}
      onLostPointerCapture={() => {
        if (held.current !== null) onCancel()
        held.current = null
      }}
    />
  )
}
