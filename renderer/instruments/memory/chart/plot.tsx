/** What lies over the memory chart's canvas: the readout, the marked moment, panning. */
import { type KeyboardEvent, type PointerEvent, type RefObject, useRef, useState, type WheelEvent } from 'react'
import { setInterface, useStore } from '../../../store/store'
import { formatTime } from '../../../widgets/format'
import { type ChartWindow, type Marker, SPANS, type SpanName } from './data'
import { markerText, readingAt } from './text'
import type { MemoryChartView, PlotArea } from './view'

/** Which time is shown. */
export interface Shown {
  span: SpanName
  /** last moment of the window, null: it follows the simulation */
  end: number | null
}

/** What was drawn last, and where. */
export interface Drawn {
  window: ChartWindow
  area: PlotArea
}

/** A marker counts as pointed at from this near, in px. */
const MARKER_REACH = 7
/** A press that moves further than this pans, in px. */
const PAN_FROM = 4
/** This much turning of the wheel moves by a whole window. */
const WHEEL_WINDOW = 800

const momentAt = ({ window, area }: Drawn, x: number): number => {
  const share = (x - area.left) / Math.max(1, area.right - area.left)
  return Math.round(window.from + Math.min(1, Math.max(0, share)) * (window.to - window.from))
}

const placeOf = ({ window, area }: Drawn, t: number): number =>
  area.left + ((t - window.from) / (window.to - window.from)) * (area.right - area.left)

/** The marker under the pointer: the nearest one within reach, also in height of the strip above the areas. */
function markersNear(drawn: Drawn, markers: readonly Marker[], x: number): Marker[] {
  return markers.filter((marker) => Math.abs(placeOf(drawn, marker.t) - x) <= MARKER_REACH)
}

function panned({ end, span }: Shown, drawn: Drawn, by: number): Shown {
  const length = SPANS[span]
  const { now } = useStore.getState().view.clock
  if (length === null) return { end, span }
  const to = Math.max(length, (end ?? drawn.window.to) + by)
  return { span, end: to >= Math.max(now, length) ? null : to }
}

interface PlotProps {
  drawn: Drawn
  view: RefObject<MemoryChartView | null>
  shown: Shown
  onPan(shown: Shown): void
}

/** Pressing, dragging and the wheel: a click marks a moment, a drag moves the window. */
function usePointer({ drawn, view, shown, onPan }: PlotProps) {
  const [x, setX] = useState<number | null>(null)
  const press = useRef<{ x: number; drawn: Drawn; shown: Shown; panning: boolean } | null>(null)
  const placed = (event: PointerEvent): number => event.clientX - event.currentTarget.getBoundingClientRect().left
  const handlers = {
    onPointerDown(event: PointerEvent) {
      if (event.button !== 0) return
      event.currentTarget.setPointerCapture(event.pointerId)
      press.current = { x: placed(event), drawn, shown, panning: false }
    },
    onPointerMove(event: PointerEvent) {
      const at = placed(event)
      setX(at + drawn.area.left)
      const held = press.current
      if (held === null) return
      if (Math.abs(at - held.x) > PAN_FROM) held.panning = true
      if (!held.panning) return
      const perPixel = (held.drawn.window.to - held.drawn.window.from) / (held.drawn.area.right - held.drawn.area.left)
      onPan(panned(held.shown, held.drawn, (held.x - at) * perPixel))
    },
    onPointerUp(event: PointerEvent) {
      const held = press.current
      press.current = null
      if (held === null || held.panning) return
      const at = placed(event) + drawn.area.left
      const near = markersNear(drawn, view.current?.markers ?? [], at)[0]
      setInterface({ moment: near?.t ?? Math.min(momentAt(drawn, at), useStore.getState().view.clock.now) })
    },
    onPointerLeave() {
      setX(null)
    },
    onWheel(event: WheelEvent) {
      const by = event.deltaX !== 0 ? event.deltaX : event.deltaY
      onPan(panned(shown, drawn, ((drawn.window.to - drawn.window.from) / WHEEL_WINDOW) * by))
    },
  }
  return { x, handlers }
}

/** Over the canvas: pointing reads values, a click or the arrow keys mark a moment, dragging moves the window. */
export function ChartPlot(props: PlotProps) {
  const { drawn, view } = props
  const { x, handlers } = usePointer(props)
  const moment = useStore((state) => state.moment)
  const markers = view.current?.markers ?? []
  const { left, right, top, bottom } = drawn.area
  return (
    <>
      <div
        className="chart-plot"
        role="slider"
        tabIndex={0}
        aria-label="Marked moment"
        aria-valuemin={drawn.window.from / 1e6}
        aria-valuemax={drawn.window.to / 1e6}
        aria-valuenow={(moment ?? drawn.window.to) / 1e6}
        aria-valuetext={moment === null ? 'No moment is marked' : momentText(moment)}
        style={{ left, top, width: right - left, height: bottom - top }}
        {...handlers}
        onKeyDown={(event) => {
          const next = momentByKey(event, drawn, moment, markers)
          if (next === undefined) return
          event.preventDefault()
          setInterface({ moment: next })
        }}
      />
      {x !== null && <Readout drawn={drawn} x={x} markers={markersNear(drawn, markers, x)} />}
    </>
  )
}

/** Arrow keys: a fiftieth of the window, with Ctrl or Alt to the next marker. Escape marks none. */
function momentByKey(
  event: KeyboardEvent,
  { window }: Drawn,
  moment: number | null,
  markers: readonly Marker[],
): number | null | undefined {
  const { now } = useStore.getState().view.clock
  const last = Math.min(now, window.to)
  const clamp = (t: number): number => Math.round(Math.min(last, Math.max(window.from, t)))
  const from = moment ?? last
  const forward = event.key === 'ArrowRight' || event.key === 'ArrowUp' || event.key === 'PageUp'
  const sign = forward ? 1 : -1
  if (event.key === 'Escape') return null
  if (event.key === 'Home') return clamp(window.from)
  if (event.key === 'End') return last
  if (!event.key.startsWith('Arrow') && !event.key.startsWith('Page')) return undefined
  if (event.ctrlKey || event.altKey) {
    const times = markers.map(({ t }) => t).sort((a, b) => sign * (a - b))
    return times.find((t) => sign * (t - from) > 0) ?? clamp(from)
  }
  const stride = (window.to - window.from) / (event.key.startsWith('Page') ? 10 : 50)
  return clamp(from + sign * stride)
}

function momentText(moment: number): string {
  const { samples } = useStore.getState().view
  const reading = readingAt(samples.items, moment).map(([name, value]) => `${name.toLowerCase()} ${value}`)
  return `${formatTime(moment)}: ${reading.join(', ')}`
}

/** Values at the pointer, and what the markers there stand for. */
function Readout({ drawn, x, markers }: { drawn: Drawn; x: number; markers: readonly Marker[] }) {
  const view = useStore((state) => state.view)
  const t = Math.min(markers[0]?.t ?? momentAt(drawn, x), view.clock.now)
  const at = placeOf(drawn, t)
  const right = at > (drawn.area.left + drawn.area.right) / 2
  return (
    <div className="chart-readout" aria-hidden="true">
      <div
        className="chart-crosshair"
        style={{ left: at, top: drawn.area.top, height: drawn.area.bottom - drawn.area.top }}
      />
      <div
        className="chart-tip"
        style={right ? { right: `calc(100% - ${at - 10}px)`, top: 4 } : { left: at + 10, top: 4 }}
      >
        <strong>{formatTime(t)}</strong>
        <dl>
          {readingAt(view.samples.items, t).map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        {markers.map((marker) => (
          <p key={marker.kind}>{markerText(marker, view.notifications.items, view.findings.items)}</p>
        ))}
      </div>
    </div>
  )
}
