import { FileSpreadsheet, ImageDown } from 'lucide-react'
import {
  type KeyboardEvent,
  type PointerEvent,
  type RefObject,
  useEffect,
  useRef,
  useState,
  type WheelEvent,
} from 'react'
import { send, setInterface, toast, useStore } from '../store/store'
import { formatTime } from '../widgets/format'
import { Segmented } from '../widgets/segmented'
import { useShownTheme } from '../widgets/theme'
import { Tip } from '../widgets/tip'
import { type ChartWindow, type Marker, SPANS, type SpanName, samplesCsv } from './memory-chart-data'
import { markerText, readingAt, summaryOf } from './memory-chart-text'
import { type ChartInput, MemoryChartView, type PlotArea } from './memory-chart-view'
import { chartTheme } from './memory-theme'
import './memory-chart.css'

interface Shown {
  span: SpanName
  /** last moment of the window, null: it follows the simulation */
  end: number | null
}

interface Drawn {
  window: ChartWindow
  area: PlotArea
}

/** A marker counts as pointed at from this near, in px. */
const MARKER_REACH = 7
/** A press that moves further than this pans, in px. */
const PAN_FROM = 4
const SUMMARY_EVERY = 2000

function inputOf(shown: Shown): ChartInput {
  const { view, moment } = useStore.getState()
  return {
    now: view.clock.now,
    samples: view.samples.items,
    notifications: view.notifications.items,
    findings: view.findings.items,
    span: SPANS[shown.span],
    end: shown.end,
    moment,
  }
}

/** Joins the chart to the store, its element's size and the theme. */
function useChart(shown: Shown) {
  const area = useRef<HTMLDivElement>(null)
  const canvas = useRef<HTMLCanvasElement>(null)
  const view = useRef<MemoryChartView | null>(null)
  const latest = useRef(shown)
  const [drawn, setDrawn] = useState<Drawn | null>(null)
  const theme = useShownTheme()
  useEffect(() => {
    if (area.current === null || canvas.current === null) return
    const chart = new MemoryChartView(canvas.current, chartTheme(), (window, plot) => {
      const { left, right, top, bottom } = plot
      setDrawn((before) => (same(before, window, plot) ? before : { window, area: { left, right, top, bottom } }))
    })
    view.current = chart
    chart.update(inputOf(latest.current), true)
    const stop = useStore.subscribe((state, before) => {
      const a = state.view
      const b = before.view
      const data = a.samples !== b.samples || a.notifications !== b.notifications || a.findings !== b.findings
      if (data || a.clock !== b.clock || state.moment !== before.moment) {
        chart.update(inputOf(latest.current), data || state.moment !== before.moment)
      }
    })
    const observer = new ResizeObserver(([entry]) => {
      if (entry) chart.resize(entry.contentRect.width, entry.contentRect.height)
    })
    observer.observe(area.current)
    return () => {
      stop()
      observer.disconnect()
      chart.destroy()
      view.current = null
    }
  }, [])
  useEffect(() => {
    // The colours have other values in another theme.
    if (theme) view.current?.setTheme(chartTheme())
  }, [theme])
  useEffect(() => {
    latest.current = shown
    view.current?.update(inputOf(shown), true)
  }, [shown])
  return { area, canvas, view, drawn }
}

function same(before: Drawn | null, window: ChartWindow, area: PlotArea): boolean {
  if (before === null) return false
  const sameWindow = before.window.from === window.from && before.window.to === window.to
  return (
    sameWindow && before.area.left === area.left && before.area.right === area.right && before.area.top === area.top
  )
}

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

/** Over the canvas: pointing reads values, a click or the arrow keys mark a moment, dragging moves the window. */
function Plot({ drawn, view, shown, onPan }: PlotProps) {
  const [x, setX] = useState<number | null>(null)
  const moment = useStore((state) => state.moment)
  const press = useRef<{ x: number; drawn: Drawn; shown: Shown; panning: boolean } | null>(null)
  const placed = (event: PointerEvent): number => event.clientX - event.currentTarget.getBoundingClientRect().left

  const onPointerMove = (event: PointerEvent): void => {
    const at = placed(event)
    setX(at + drawn.area.left)
    const held = press.current
    if (held === null) return
    if (Math.abs(at - held.x) > PAN_FROM) held.panning = true
    if (!held.panning) return
    const perPixel = (held.drawn.window.to - held.drawn.window.from) / (held.drawn.area.right - held.drawn.area.left)
    onPan(panned(held.shown, held.drawn, (held.x - at) * perPixel))
  }
  const onPointerUp = (event: PointerEvent): void => {
    const held = press.current
    press.current = null
    if (held === null || held.panning) return
    const at = placed(event) + drawn.area.left
    const near = markersNear(drawn, view.current?.markers ?? [], at)[0]
    setInterface({ moment: near?.t ?? Math.min(momentAt(drawn, at), useStore.getState().view.clock.now) })
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    const next = momentByKey(event, drawn, moment, view.current?.markers ?? [])
    if (next === undefined) return
    event.preventDefault()
    setInterface({ moment: next })
  }
  const { left, right, top, bottom } = drawn.area
  const value = moment ?? drawn.window.to
  return (
    <>
      <div
        className="chart-plot"
        role="slider"
        tabIndex={0}
        aria-label="Marked moment"
        aria-valuemin={drawn.window.from / 1e6}
        aria-valuemax={drawn.window.to / 1e6}
        aria-valuenow={value / 1e6}
        aria-valuetext={moment === null ? 'No moment is marked' : momentText(moment)}
        style={{ left, top, width: right - left, height: bottom - top }}
        onPointerDown={(event) => {
          if (event.button !== 0) return
          event.currentTarget.setPointerCapture(event.pointerId)
          press.current = { x: placed(event), drawn, shown, panning: false }
        }}
        onPointerMove={onPointerMove}
        onPointerUp={onPointerUp}
        onPointerLeave={() => setX(null)}
        onWheel={(event: WheelEvent) => {
          const by = event.deltaX !== 0 ? event.deltaX : event.deltaY
          onPan(panned(shown, drawn, ((drawn.window.to - drawn.window.from) / 800) * by))
        }}
        onKeyDown={onKeyDown}
      />
      {x !== null && <Readout drawn={drawn} x={x} markers={markersNear(drawn, view.current?.markers ?? [], x)} />}
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

/** For screen readers; changes rarely, as it is read on demand and not announced. */
function Summary({ id, drawn, view }: { id: string; drawn: Drawn | null; view: RefObject<MemoryChartView | null> }) {
  const [text, setText] = useState('')
  const window = useRef(drawn?.window ?? null)
  window.current = drawn?.window ?? null
  useEffect(() => {
    const refresh = (): void => {
      const { samples, clock } = useStore.getState().view
      if (window.current === null) return
      setText(summaryOf(samples.items, view.current?.markers ?? [], window.current, clock.now))
    }
    const timer = setInterval(refresh, SUMMARY_EVERY)
    const first = setTimeout(refresh, 100)
    return () => {
      clearInterval(timer)
      clearTimeout(first)
    }
  }, [view])
  return (
    <p id={id} className="visually-hidden">
      {text}
    </p>
  )
}

async function exportChart(format: 'png' | 'csv', view: MemoryChartView | null, drawn: Drawn | null): Promise<void> {
  if (view === null || drawn === null) return
  const { samples, project } = useStore.getState().view
  const content = format === 'png' ? view.png() : samplesCsv(samples.items, drawn.window)
  const name = `${project.title || 'Trimline'} memory.${format}`
  const result = await send({ kind: 'exportFile', suggestedName: name, format, content })
  if (result.ok) toast('info', result.message ?? `Saved the memory chart as ${format.toUpperCase()}.`)
}

const SPAN_OPTIONS = (Object.keys(SPANS) as SpanName[]).map((name) => ({
  value: name,
  text: name,
  title: name === 'All' ? 'Everything that is still kept' : `The last ${name}`,
}))

interface BarProps {
  shown: Shown
  onShow(shown: Shown): void
  onExport(format: 'png' | 'csv'): void
}

function ChartBar({ shown, onShow, onExport }: BarProps) {
  const moment = useStore((state) => state.moment)
  const following = shown.end === null
  return (
    <div className="chart-bar">
      <h2>Memory chart</h2>
      {moment !== null && (
        <button type="button" className="button chart-moment" onClick={() => setInterface({ moment: null })}>
          {formatTime(moment)}
          <span className="button-caption">clear</span>
        </button>
      )}
      <span className="chart-space" />
      <Segmented
        label="Time shown"
        value={shown.span}
        options={SPAN_OPTIONS}
        onChange={(span) => onShow({ span, end: span === 'All' ? null : shown.end })}
      />
      <Tip text="Keeps the newest moment in view; drag the chart to look back" side="top">
        <button
          type="button"
          className="button chart-follow"
          aria-pressed={following}
          onClick={() =>
            onShow({ ...shown, end: following && shown.span !== 'All' ? useStore.getState().view.clock.now : null })
          }
        >
          Follow
        </button>
      </Tip>
      <Tip text="Save as PNG: the picture as shown" side="top">
        <button type="button" className="icon-button" aria-label="Save as PNG" onClick={() => onExport('png')}>
          <ImageDown aria-hidden="true" size={15} />
        </button>
      </Tip>
      <Tip text="Save as CSV: every sample of the time shown" side="top">
        <button type="button" className="icon-button" aria-label="Save as CSV" onClick={() => onExport('csv')}>
          <FileSpreadsheet aria-hidden="true" size={15} />
        </button>
      </Tip>
    </div>
  )
}

/** A moment that was marked elsewhere is brought into view. */
function useMomentInView(drawn: Drawn | null, shown: Shown, onShow: (shown: Shown) => void): void {
  const moment = useStore((state) => state.moment)
  const latest = useRef({ drawn, shown, onShow })
  latest.current = { drawn, shown, onShow }
  useEffect(() => {
    const { drawn: now, shown: before, onShow: show } = latest.current
    const span = SPANS[before.span]
    if (moment === null || now === null || span === null) return
    if (moment >= now.window.from && moment <= now.window.to) return
    show({ span: before.span, end: moment + span / 2 })
  }, [moment])
}

/** Memory over simulated time: what is resident, evictable and others', the budget, and what the system notified. */
export function MemoryChart() {
  const [shown, setShown] = useState<Shown>({ span: '60 s', end: null })
  const { area, canvas, view, drawn } = useChart(shown)
  const empty = useStore((state) => state.view.samples.items.length === 0)
  useMomentInView(drawn, shown, setShown)
  return (
    <section className="memory-chart" aria-label="Memory chart" aria-describedby="memory-chart-summary">
      <ChartBar shown={shown} onShow={setShown} onExport={(format) => void exportChart(format, view.current, drawn)} />
      <div className="chart-area" ref={area}>
        <canvas
          ref={canvas}
          role="img"
          aria-label="Memory over simulated time"
          aria-describedby="memory-chart-summary"
        />
        {drawn !== null && !empty && <Plot drawn={drawn} view={view} shown={shown} onPan={setShown} />}
        {empty && (
          <p className="chart-empty">Memory appears here as simulated time passes: press Run, then an effect.</p>
        )}
      </div>
      <Summary id="memory-chart-summary" drawn={drawn} view={view} />
    </section>
  )
}
