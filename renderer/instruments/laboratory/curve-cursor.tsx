import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react'
import { lineLook, type VariantCurve } from '../../../preload/contract'
import { isChord } from '../../keyboard'
import { endsOf, followAll, rangeOf, setMoment, setRange } from '../../store/cursor/cursor'
import type { TimeRange } from '../../store/shown-time'
import { useStore } from '../../store/store'
import { formatTime } from '../../widgets/format'
import { TimeMenu } from '../lanes/time-menu'
import {
  type CurveArea,
  type CurveKind,
  type CurveTime,
  momentByKey,
  momentOf,
  placeOf,
  valuesAt,
} from './curve-values'

/** A press that moves further than this selects a range, px. */
const DRAG_FROM = 4

/** The one time cursor, as far as it is one of what was compared (LB-05). */
interface CurveCursor {
  /** its moments are those of the session */
  isOwn: boolean
  moment: number | null
  range: TimeRange | null
  set(t: number): void
  select(a: number, b: number): void
  clear(): void
}

/** @param isOwn what was compared is the session: its moments are everybody's; a file's are those of its curves alone */
export function useCurveCursor(isOwn: boolean): CurveCursor {
  const moment = useStore((state) => state.moment)
  const range = useStore((state) => state.range)
  const [own, setOwn] = useState<Pick<CurveCursor, 'moment' | 'range'>>({ moment: null, range: null })
  if (isOwn) return { isOwn, moment, range, set: setMoment, select: setRange, clear: followAll }
  return {
    isOwn,
    ...own,
    set: (t) => setOwn({ moment: t, range: null }),
    select: (a, b) => setOwn(a === b ? { moment: a, range: null } : { moment: null, range: rangeOf(a, b) }),
    clear: () => setOwn({ moment: null, range: null }),
  }
}

interface PlotProps {
  area: CurveArea
  time: CurveTime
  cursor: CurveCursor
  /** what all curves have at a moment */
  valueText(t: number): string
  /** µs, under the pointer; null: it is elsewhere */
  onPoint(t: number | null): void
}

/** Over the chart: pointing reads values, a click or keys put the cursor there, a drag selects a range. */
export function CurvePlot({ area, time, cursor, valueText, onPoint }: PlotProps) {
  const press = useRef<{ x: number; t: number; isDrag: boolean } | null>(null)
  const { left, right, top, bottom } = area
  const at = (event: PointerEvent): { x: number; t: number } => {
    const x = event.clientX - event.currentTarget.getBoundingClientRect().left + left
    return { x, t: momentOf(area, time, x) }
  }
  const handlers = {
    onPointerDown(event: PointerEvent) {
      if (event.button !== 0) return
      press.current = { ...at(event), isDrag: false }
      event.currentTarget.setPointerCapture(event.pointerId)
    },
    onPointerMove(event: PointerEvent) {
      const { x, t } = at(event)
      onPoint(t)
      const held = press.current
      if (held === null) return
      held.isDrag ||= Math.abs(x - held.x) > DRAG_FROM
      if (held.isDrag) cursor.select(held.t, t)
    },
    onPointerUp(event: PointerEvent) {
      const held = press.current
      press.current = null
      if (held !== null && !held.isDrag) cursor.set(at(event).t)
    },
    onPointerCancel() {
      press.current = null
    },
    onPointerLeave: () => onPoint(null),
    onKeyDown(event: KeyboardEvent) {
      if (isChord(event)) return
      const [start, end] = endsOf(cursor, time.until)
      const next = momentByKey(event.key, time, end)
      if (next !== undefined && event.shiftKey) cursor.select(start, next)
      else if (next !== undefined) cursor.set(next)
      else if (event.key === 'Escape') cursor.clear()
      else return
      event.preventDefault()
      event.stopPropagation()
    },
  }
  const { moment, range } = cursor
  const plot = useRef<HTMLDivElement>(null)
  const shown = (
    <div
      ref={plot}
      className="curve-plot"
      role="slider"
      tabIndex={0}
      aria-label="Cursor on the curves"
      aria-description="Arrow keys put the time cursor, Escape takes it away; with Shift, or by a drag, a range is selected."
      aria-valuemin={time.from / 1e6}
      aria-valuemax={time.until / 1e6}
      aria-valuenow={Math.min(time.until, Math.max(time.from, endsOf(cursor, time.until)[1])) / 1e6}
      aria-valuetext={moment === null ? rangeText(range) : `${formatTime(moment)}: ${valueText(moment)}`}
      style={{ left, top, width: right - left, height: bottom - top }}
      {...handlers}
    >
      <Marks area={area} time={time} cursor={cursor} />
    </div>
  )
  if (!cursor.isOwn) return shown
  return (
    <TimeMenu
      momentAt={(clientX) => momentOf(area, time, clientX - (plot.current?.getBoundingClientRect().left ?? 0) + left)}
    >
      {shown}
    </TimeMenu>
  )
}

function rangeText(range: TimeRange | null): string {
  return range === null ? 'No moment is marked' : `From ${formatTime(range.from)} to ${formatTime(range.to)}`
}

/** The cursor's line, or its range. */
function Marks({ area, time, cursor: { moment, range } }: Pick<PlotProps, 'area' | 'time' | 'cursor'>) {
  const x = moment === null ? null : placeOf(area, time, moment)
  if (x !== null) return <i className="curve-cursor" style={{ left: x - area.left }} />
  if (range === null || range.to < time.from || range.from > time.until) return null
  const from = placeOf(area, time, Math.max(time.from, range.from)) ?? area.left
  const to = placeOf(area, time, Math.min(time.until, range.to)) ?? area.right
  return <i className="curve-range" style={{ left: from - area.left, width: Math.max(1, to - from) }} />
}

interface ValuesProps {
  curves: readonly VariantCurve[]
  kind: CurveKind
  time: CurveTime
  /** µs */
  t: number
  /** goes to that moment of the run */
  open(label: string): void
}

/** What each variant has there, beside what its curve is drawn with. */
export function CurveValues({ curves, kind, time, t, open }: ValuesProps) {
  return (
    <div className="curve-values">
      <output className="curve-when" aria-label="Moment on the curves" aria-live="off">
        {formatTime(t)}
      </output>
      <ul aria-label="Values of the variants at that moment">
        {valuesAt(curves, kind, time, t).map(({ label, text }, index) => (
          <li key={label}>
            <LineMark index={index} />
            {label}{' '}
            <button
              type="button"
              className="laboratory-link"
              aria-label={`${label} ${text}: go to this moment of its run`}
              onClick={() => open(label)}
            >
              {text}
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}

function LineMark({ index }: { index: number }) {
  const { colour, dashes } = lineLook(index)
  return (
    <svg className="curve-line" width="22" height="8" aria-hidden="true">
      <path
        d="M0 4H22"
        stroke={`var(--chart-${colour + 1})`}
        strokeWidth="2"
        {...(dashes.length === 0 ? {} : { strokeDasharray: dashes.join(' ') })}
      />
    </svg>
  )
}
