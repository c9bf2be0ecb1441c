/** What lies over the memory chart's canvas: the readout, the marked moment, panning. */
import { type CSSProperties, type KeyboardEvent, type PointerEvent, type RefObject, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import type { DelaySegmentView } from '../../../../preload/contract'
import { splitCodes } from '../../../glossary/codes'
import { isChord } from '../../../keyboard'
import { followAll, setMoment } from '../../../store/cursor/cursor'
import { explainMoment, showDropped } from '../../../store/delays/actions'
import { follow } from '../../../store/delays/links'
import { useStore } from '../../../store/store'
import { type Rows, useDrawnRows } from '../../../widgets/copy-row'
import { formatTime } from '../../../widgets/format'
import { useAxisPointer } from '../../lanes/axis'
import { segmentText } from '../../lanes/delay-looks'
import { segmentAt } from '../../lanes/highlight'
import { TimeMenu } from '../../lanes/time-menu'
import { chartControls } from './controls'
import type { ChartWindow, Marker } from './data'
import { markerText, readingAt } from './text'
import type { MemoryChartView, PlotArea } from './view'

/** What was drawn last, and where. */
export interface Drawn {
  window: ChartWindow
  area: PlotArea
}

/** A marker counts as pointed at from this near, in px. */
const MARKER_REACH = 7
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

interface PlotProps {
  drawn: Drawn
  view: RefObject<MemoryChartView | null>
  /** the chart is as low as that its readout stands above it */
  strip: boolean
}

/** The place of the pointer over the canvas, px; null: it is elsewhere. */
function usePointer({ drawn, view }: Pick<PlotProps, 'drawn' | 'view'>, plot: RefObject<HTMLDivElement | null>) {
  const [x, setX] = useState<number | null>(null)
  const [segment, setSegment] = useState<DelaySegmentView | null>(null)
  const { left, right, top, bottom } = drawn.area
  const segmentUnder = (at: number, y: number): DelaySegmentView | null =>
    segmentAt(useStore.getState().view.delay, { ...drawn.window, width: right - left }, bottom - top, { x: at, y })
  const { handlers } = useAxisPointer({
    area: plot,
    controls: chartControls,
    place: { momentAt: (at) => momentAt(drawn, at + left), plot: () => right - left },
    click(at, y) {
      const onStrip = segmentUnder(at, y)
      if (onStrip !== null) {
        follow(onStrip)
        return onStrip.start
      }
      const near = markersNear(drawn, view.current?.markers ?? [], at + left)[0]
      // what was late is asked for its reason
      if (near?.kind === 'hitch' || near?.kind === 'late') explainMoment(near.t, ['press', 'frame'])
      if (near?.kind === 'dropped') showDropped(near.t)
      return near?.t ?? null
    },
  })
  return {
    x,
    segment,
    handlers: {
      ...handlers,
      onPointerMove(event: PointerEvent) {
        handlers.onPointerMove(event)
        const box = event.currentTarget.getBoundingClientRect()
        setX(event.clientX - box.left + left)
        setSegment(segmentUnder(event.clientX - box.left, event.clientY - box.top))
      },
      onPointerLeave: () => setX(null),
      // the menu lies over what is read there
      onContextMenu: () => setX(null),
    },
  }
}

/** Over the canvas: pointing reads values, a click or the arrow keys put the cursor there, dragging selects a range. */
export function ChartPlot(props: PlotProps) {
  const { drawn, view, strip } = props
  const plot = useRef<HTMLDivElement>(null)
  const { x, segment, handlers } = usePointer(props, plot)
  const moment = useStore((state) => state.moment)
  const markers = view.current?.markers ?? []
  const { left, right, top, bottom } = drawn.area
  useDrawnRows(plot, (place) => {
    const x = (place?.x ?? 0) - (plot.current?.getBoundingClientRect().left ?? 0) + left
    return copiedOf(place === null ? (moment ?? drawn.window.to) : momentAt(drawn, x))
  })
  return (
    <>
      <TimeMenu
        momentAt={(clientX) => momentAt(drawn, clientX - (plot.current?.getBoundingClientRect().left ?? 0) + left)}
      >
        <div
          ref={plot}
          className="chart-plot"
          role="slider"
          tabIndex={0}
          aria-label="Marked moment"
          aria-description="Arrow keys put the time cursor, with Control at the next marker, with Shift they select a range; W and S zoom, A and D move, Enter asks why it was late, Escape takes the cursor away, as Follow all does."
          aria-valuemin={drawn.window.from / 1e6}
          aria-valuemax={drawn.window.to / 1e6}
          aria-valuenow={(moment ?? drawn.window.to) / 1e6}
          aria-valuetext={moment === null ? 'No moment is marked' : momentText(moment, markers)}
          style={{ left, top, width: right - left, height: bottom - top }}
          {...handlers}
          onKeyDown={(event) => {
            if (!byKey(event, drawn, moment, markers)) return
            event.preventDefault()
            event.stopPropagation()
          }}
        />
      </TimeMenu>
      {x !== null && (
        <Readout
          drawn={drawn}
          x={x}
          markers={markersNear(drawn, markers, x)}
          segment={segment}
          above={strip ? (plot.current?.getBoundingClientRect() ?? null) : null}
        />
      )}
    </>
  )
}

/** @returns whether the key means something here */
function byKey(event: KeyboardEvent, drawn: Drawn, moment: number | null, markers: readonly Marker[]): boolean {
  if (event.metaKey) return false
  if (event.key === 'Escape') {
    followAll()
    return true
  }
  // Ctrl+Enter is the menu's
  if (event.key === 'Enter' && !isChord(event) && moment !== null) {
    explainMoment(moment)
    return true
  }
  const isRange = event.shiftKey && !isChord(event) && event.key.startsWith('Arrow')
  const next = isRange ? undefined : momentByKey(event, drawn, moment, markers)
  if (next === undefined) return chartControls.key(event)
  setMoment(next)
  return true
}

/** Arrow keys: a fiftieth of the window, with Ctrl or Alt to the next marker. */
function momentByKey(
  event: KeyboardEvent,
  { window }: Drawn,
  moment: number | null,
  markers: readonly Marker[],
): number | undefined {
  const { now } = useStore.getState().view.clock
  const last = Math.min(now, window.to)
  const clamp = (t: number): number => Math.round(Math.min(last, Math.max(window.from, t)))
  const from = moment ?? last
  const forward = event.key === 'ArrowRight' || event.key === 'ArrowUp' || event.key === 'PageUp'
  const sign = forward ? 1 : -1
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

/** What is copied of a moment: what its readout says, as a row below the names. */
function copiedOf(t: number): Rows {
  const { samples, clock } = useStore.getState().view
  const at = Math.min(t, clock.now)
  const reading = readingAt(samples.items, at)
  if (reading.length === 0) return []
  return [
    ['Time', ...reading.map(([name]) => name)],
    [formatTime(at), ...reading.map(([, value]) => value)],
  ]
}

/** What the pointer is told there, for whoever goes by keys: the values, and what the markers of the moment stand for. */
function momentText(moment: number, markers: readonly Marker[]): string {
  const { samples, notifications, findings } = useStore.getState().view
  const reading = readingAt(samples.items, moment).map(([name, value]) => `${name.toLowerCase()} ${value}`)
  const there = markers
    .filter(({ t }) => t === moment)
    .map((marker) => splitCodes(markerText(marker, notifications.items, findings.items)).words)
  return [`${formatTime(moment)}: ${reading.join(', ')}`, ...there].join('. ')
}

interface ReadoutProps {
  drawn: Drawn
  x: number
  markers: readonly Marker[]
  /** of the chosen delay, at the pointer */
  segment: DelaySegmentView | null
  /** the plot in the window, above which it stands; null: it stands in the plot */
  above: DOMRect | null
}

/** Values at the pointer, and what the markers there stand for. */
function Readout({ drawn, x, markers, segment, above }: ReadoutProps) {
  const view = useStore((state) => state.view)
  const t = Math.min(markers[0]?.t ?? momentAt(drawn, x), view.clock.now)
  const at = placeOf(drawn, t)
  const right = at > (drawn.area.left + drawn.area.right) / 2
  const beside = right ? { right: `calc(100% - ${at - 10}px)` } : { left: at + 10 }
  const tip = (
    <div
      className={above === null ? 'chart-tip' : 'chart-tip chart-tip-above'}
      style={above === null ? { ...beside, top: 4 } : aboveOf(above, drawn.area.left, at, right)}
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
      {segment !== null && <p>{segmentText(segment)}</p>}
      {markers.map((marker) => (
        <p key={marker.kind}>{splitCodes(markerText(marker, view.notifications.items, view.findings.items)).words}</p>
      ))}
    </div>
  )
  return (
    <div className="chart-readout" aria-hidden="true">
      <div
        className="chart-crosshair"
        style={{ left: at, top: drawn.area.top, height: drawn.area.bottom - drawn.area.top }}
      />
      {above === null ? tip : createPortal(tip, document.body)}
    </div>
  )
}

/** px from the plot to the readout above it */
const ABOVE = 6

/** @param at px, from the left end of the canvas, whose plot begins at @param left @param right whether it goes left from there */
function aboveOf(plot: DOMRect, left: number, at: number, right: boolean): CSSProperties {
  const x = plot.left + at - left
  return {
    ...(right ? { right: innerWidth - x } : { left: x }),
    bottom: innerHeight - plot.top + ABOVE,
  }
}
