import { FileSpreadsheet, ImageDown } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useShownTheme } from '../../../canvas/theme'
import { EmptyChart } from '../../../charts/empty-chart'
import { saveExport } from '../../../store/save-export'
import { setInterface, useStore } from '../../../store/store'
import { formatTime } from '../../../widgets/format'
import { Segmented } from '../../../widgets/segmented'
import { Summary } from '../../../widgets/summary'
import { Tip } from '../../../widgets/tip'
import { chartTheme } from '../theme'
import { type ChartWindow, SPANS, type SpanName, samplesCsv } from './data'
import { ChartPlot, type Drawn, type Shown } from './plot'
import { summaryOf } from './text'
import { type ChartInput, MemoryChartView, type PlotArea } from './view'
import './chart.css'

function inputOf(shown: Shown): ChartInput {
  const { view, moment } = useStore.getState()
  return {
    now: view.clock.now,
    samples: view.samples.items,
    notifications: view.notifications.items,
    findings: view.findings.items,
    hitches: view.hitches.items,
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
      const marks = a.notifications !== b.notifications || a.findings !== b.findings || a.hitches !== b.hitches
      const data = a.samples !== b.samples || marks || a.clock.running !== b.clock.running
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

/** What the chart shows, in words; null: it is not drawn yet. */
function readSummary(drawn: Drawn | null, view: MemoryChartView | null): string | null {
  const { samples, clock } = useStore.getState().view
  return drawn === null ? null : summaryOf(samples.items, view?.markers ?? [], drawn.window, clock.now)
}

async function exportChart(format: 'png' | 'csv', view: MemoryChartView | null, drawn: Drawn | null): Promise<void> {
  if (view === null || drawn === null) return
  const { samples } = useStore.getState().view
  const content = format === 'png' ? view.png() : samplesCsv(samples.items, drawn.window)
  await saveExport('memory', 'memory chart', format, content)
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
        {drawn !== null && !empty && <ChartPlot drawn={drawn} view={view} shown={shown} onPan={setShown} />}
        {empty && <EmptyChart>Memory appears here as simulated time passes: press Run, then an effect.</EmptyChart>}
      </div>
      <Summary id="memory-chart-summary" read={() => readSummary(drawn, view.current)} />
    </section>
  )
}
