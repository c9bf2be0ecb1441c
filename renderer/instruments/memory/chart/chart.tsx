import { ChevronDown, ChevronUp, FileSpreadsheet, ImageDown } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useShownTheme } from '../../../canvas/theme'
import { EmptyChart } from '../../../charts/empty-chart'
import { saveExport } from '../../../store/save-export'
import { setMemoryTab, useStore } from '../../../store/store'
import { Summary } from '../../../widgets/screen-reader'
import { Segmented } from '../../../widgets/segmented'
import { Tip } from '../../../widgets/tip'
import { chartTheme } from '../theme'
import { chartControls, showSpan, spanName, spanOf } from './controls'
import { type ChartWindow, SPANS, type SpanName, samplesCsv } from './data'
import { ChartPlot, type Drawn } from './plot'
import { emptyText, summaryOf } from './text'
import { type ChartInput, MemoryChartView, type PlotArea } from './view'
import './chart.css'

function inputOf(): ChartInput {
  const { view, moment, range, memoryTab } = useStore.getState()
  return {
    now: view.clock.now,
    samples: view.samples.items,
    notifications: view.notifications.items,
    findings: view.findings.items,
    hitches: view.hitches.items,
    drops: view.drops.items,
    late: view.late.items,
    span: spanOf(memoryTab.chart),
    end: memoryTab.chart.isAll ? null : memoryTab.chart.end,
    moment,
    fitsData: memoryTab.fitsData,
    range,
    delay: view.delay,
  }
}

/** What is drawn but the passing of time. */
const DATA = ['samples', 'notifications', 'findings', 'hitches', 'drops', 'late', 'delay'] as const

/** Joins the chart to the store, its element's size and the theme. */
function useChart() {
  const area = useRef<HTMLDivElement>(null)
  const canvas = useRef<HTMLCanvasElement>(null)
  const view = useRef<MemoryChartView | null>(null)
  const [drawn, setDrawn] = useState<Drawn | null>(null)
  const theme = useShownTheme()
  useEffect(() => {
    if (area.current === null || canvas.current === null) return
    const chart = new MemoryChartView(canvas.current, chartTheme(), (window, plot) => {
      const { left, right, top, bottom } = plot
      setDrawn((before) => (same(before, window, plot) ? before : { window, area: { left, right, top, bottom } }))
    })
    view.current = chart
    chart.update(inputOf(), true)
    const stop = useStore.subscribe((state, before) => {
      const running = state.view.clock.running !== before.view.clock.running
      const data = running || DATA.some((part) => state.view[part] !== before.view[part])
      const marked = state.moment !== before.moment || state.range !== before.range
      const changed = data || marked || state.memoryTab !== before.memoryTab
      if (changed || state.view.clock !== before.view.clock) chart.update(inputOf(), changed)
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
  await saveExport('memory', format, content)
}

const SPAN_OPTIONS: readonly { value: SpanName | ''; text: string; title: string }[] = (
  Object.keys(SPANS) as SpanName[]
).map((name) => ({
  value: name,
  text: name,
  title: name === 'All' ? 'Everything that is still kept' : `The last ${name}`,
}))

interface StripProps {
  /** the chart is low: what it shows alone, without axes, legend and controls */
  strip: boolean
  /** null: where it lies it has its height */
  onStrip: ((strip: boolean) => void) | null
}

/** What is above the chart, or beside it where it is a strip. */
function ChartHead({ strip, onStrip, onExport }: StripProps & { onExport(format: 'png' | 'csv'): void }) {
  return (
    <div className="chart-bar">
      <h2>Memory chart</h2>
      {!strip && <ChartTools onExport={onExport} />}
      {onStrip !== null && (
        <Tip text={strip ? 'As high as before' : 'A strip: more room for what is above it'} side="top">
          <button
            type="button"
            className="icon-button"
            aria-label="Memory chart as a strip"
            aria-pressed={strip}
            onClick={() => onStrip(!strip)}
          >
            {strip ? <ChevronUp aria-hidden="true" size={15} /> : <ChevronDown aria-hidden="true" size={15} />}
          </button>
        </Tip>
      )}
    </div>
  )
}

function ChartTools({ onExport }: { onExport(format: 'png' | 'csv'): void }) {
  const shown = useStore((state) => state.memoryTab.chart)
  const fitsData = useStore((state) => state.memoryTab.fitsData)
  const following = shown.isAll || shown.end === null
  return (
    <>
      <span className="chart-space" />
      <Segmented
        label="Time shown"
        value={spanName(shown)}
        options={SPAN_OPTIONS}
        onChange={(span) => span !== '' && showSpan(span)}
      />
      <Tip
        text="Memory that is far below the budget is shown to its own height; otherwise up to the budget (RS-08)"
        side="top"
      >
        <button
          type="button"
          className="button chart-follow"
          aria-pressed={fitsData}
          onClick={() => setMemoryTab({ fitsData: !fitsData })}
        >
          Fit data
        </button>
      </Tip>
      <Tip text="Keeps the newest moment in view; drag with Shift, or A and D, to look back" side="top">
        <button
          type="button"
          className="button chart-follow"
          aria-pressed={following}
          onClick={() => chartControls.toggleFollow()}
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
    </>
  )
}

function Empty() {
  const text = useStore(({ view }) => emptyText(view.clock.now))
  return <EmptyChart>{text}</EmptyChart>
}

/** Memory over simulated time: what lies in the segment, its capacity and the budget, what is paged out apart, and what the system notified. */
export function MemoryChart({ strip, onStrip }: StripProps) {
  const { area, canvas, view, drawn } = useChart()
  const empty = useStore((state) => state.view.samples.items.length === 0)
  return (
    <section
      className="memory-chart"
      data-pane
      data-strip={strip}
      aria-label="Memory chart"
      aria-describedby="memory-chart-summary"
    >
      <ChartHead strip={strip} onStrip={onStrip} onExport={(format) => void exportChart(format, view.current, drawn)} />
      <div className="chart-area" ref={area}>
        <canvas
          ref={canvas}
          role="img"
          aria-label="Memory over simulated time"
          aria-describedby="memory-chart-summary"
        />
        {drawn !== null && !empty && <ChartPlot drawn={drawn} view={view} strip={strip} />}
        {empty && <Empty />}
      </div>
      <Summary id="memory-chart-summary" read={() => readSummary(drawn, view.current)} />
    </section>
  )
}
