/** The memory chart on its canvas: takes data, draws at most once per animation frame, and only what changed. */
import {
  Chart,
  Filler,
  Legend,
  LinearScale,
  LineController,
  LineElement,
  PointElement,
  ScatterController,
} from 'chart.js'
import type { FindingView, MarkView, NotificationView, SampleView } from '../../../../preload/contract'
import { context2d, releaseCanvases } from '../../../canvas/context'
import { pacedTask } from '../../../frame/paced'
import type { Highlighted } from '../../lanes/highlight'
import type { ChartTheme } from '../theme'
import { BYTES_WEIGHT, type ChartOverlay, configuration, DATASET_LINES, MARKER_LOOKS } from './config'
import {
  buildSeries,
  byteStep,
  type ChartWindow,
  MARKER_KINDS,
  type Marker,
  markersOf,
  type Point,
  windowOf,
} from './data'
import { heightOf, outsideOf } from './height'
import { steadySince } from './words'

Chart.register(LineController, ScatterController, LinearScale, LineElement, PointElement, Filler, Legend)

/** What the chart shows. */
export interface ChartInput extends Highlighted {
  now: number
  samples: readonly SampleView[]
  notifications: readonly NotificationView[]
  findings: readonly FindingView[]
  hitches: readonly MarkView[]
  drops: readonly MarkView[]
  late: readonly MarkView[]
  /** µs, null: everything */
  span: number | null
  /** last moment of the window, null: it follows `now` */
  end: number | null
  moment: number | null
  /** what is used may be shown to its own height, below a budget that is far above */
  fitsData: boolean
}

/** Where the areas lie on the canvas, in px. */
export interface PlotArea {
  left: number
  right: number
  top: number
  bottom: number
}

/** Room above the highest value. */
const HEADROOM = 1.08
/** the words of a budget that is above the chart stand there too */
const LABEL_HEADROOM = 1.4
const MOST_LINES = 5
/** px */
const LINE_ROOM = 15
/** px: a low chart names its axes, but not its colours, which are those of the Memory tab */
const LEAST_WITH_LEGEND = 105
/** px: a strip has room for what it shows alone */
const LEAST_WITH_NAMES = 56
/**
 * Where drawing is slow, the chart takes one part in share + 1 of the time, but never rests longer than `most`. Where it is fast it rests too: nobody reads more pictures a second, and each costs more than the rest of a frame.
 */
const PACE = { least: 60, most: 200, share: 9 }
/**
 * Where only time has gone on for `after` ms, the picture moves on at most every `least` ms, or when it is behind by that
 * part of what it shows: at 16× the chart ended a minute before the time that the status bar said. What a simulation that
 * runs alone may take of a core is measured: `npm run bench -- idle`.
 */
const STILL = { after: 2_000, least: 1_200, behind: 1 / 15 }

export class MemoryChartView {
  private chart: Chart<'line' | 'scatter'>
  private readonly overlay: ChartOverlay
  private readonly context: CanvasRenderingContext2D
  private input: ChartInput | null = null
  private readonly drawing = pacedTask(PACE, () => this.draw())
  private drawnWindow: ChartWindow | null = null
  private drawnNow = 0
  /** ms of the page's clock: when more than the time has changed, and when it was drawn last */
  private changedAt = 0
  private drawnAt = 0
  markers: Marker[] = []

  constructor(
    private readonly canvas: HTMLCanvasElement,
    theme: ChartTheme,
    private readonly onDraw: (window: ChartWindow, area: PlotArea) => void,
  ) {
    // chart.js takes the context as it is
    this.context = context2d(canvas, 'the memory chart')
    this.overlay = {
      theme,
      window: { from: 0, to: 1 },
      moment: null,
      budget: null,
      capacity: null,
      out: null,
      end: 0,
      budgetSince: null,
      highlighted: { range: null, delay: null },
      byteStep: 1024,
      named: true,
    }
    this.chart = new Chart(canvas, configuration(this.overlay, this.context))
  }

  destroy(): void {
    this.drawing.cancel()
    this.chart.destroy()
    releaseCanvases([this.canvas])
  }

  resize(width: number, height: number): void {
    const { plugins, scales } = this.chart.options
    if (plugins?.legend) plugins.legend.display = height >= LEAST_WITH_LEGEND
    this.overlay.named = height >= LEAST_WITH_NAMES
    for (const scale of [scales?.x, scales?.bytes]) if (scale) scale.display = this.overlay.named
    this.chart.resize(Math.max(1, Math.floor(width)), Math.max(1, Math.floor(height)))
    this.drawing.request()
  }

  setTheme(theme: ChartTheme): void {
    const { width, height } = this.chart
    this.overlay.theme = theme
    this.chart.destroy()
    this.chart = new Chart(this.canvas, configuration(this.overlay, this.context))
    this.resize(width, height)
  }

  /**
   * `changed`: more than the clock has changed. Otherwise it is drawn anew when the window has moved by a px; now and then
   * where nothing else has happened for a while: each picture costs as much as the rest of the window.
   */
  update(input: ChartInput, changed: boolean): void {
    this.input = input
    const at = performance.now()
    if (changed) this.changedAt = at
    const isStill = at - this.changedAt > STILL.after && at - this.drawnAt < STILL.least && !this.isBehind(input)
    if (changed || (!isStill && this.movedVisibly(input))) this.drawing.request()
  }

  /** The picture as it is now, as a data URL with the legend and an opaque ground. */
  png(): string {
    this.draw()
    return this.chart.canvas.toDataURL('image/png')
  }

  private movedVisibly(input: ChartInput): boolean {
    if (this.drawnWindow === null) return true
    const perPixel = (this.drawnWindow.to - this.drawnWindow.from) / Math.max(1, this.chart.width)
    const next = windowOf(input.span, input.end, input.now)
    return Math.abs(next.to - this.drawnWindow.to) >= perPixel || input.now - this.drawnNow >= perPixel
  }

  private isBehind({ now }: ChartInput): boolean {
    if (this.drawnWindow === null) return true
    return now - this.drawnNow > (this.drawnWindow.to - this.drawnWindow.from) * STILL.behind
  }

  /** As many lines of the byte axis as have room for their labels. */
  private lines(): number {
    const height = this.chart.scales.bytes?.height ?? 0
    return Math.min(MOST_LINES, Math.max(1, Math.floor(height / LINE_ROOM)))
  }

  private draw(): void {
    const { input, chart, overlay } = this
    this.drawing.cancel()
    if (input === null) return
    const window = windowOf(input.span, input.end, input.now)
    const width = chart.width
    const series = buildSeries(input.samples, window, input.now, width)
    this.markers = markersOf(input, window, width)
    overlay.window = window
    overlay.moment = input.moment
    overlay.highlighted = input
    const { top, fits } = heightOf(series, input.fitsData)
    const high = top * (fits ? LABEL_HEADROOM : HEADROOM)
    overlay.byteStep = byteStep(high, this.lines())
    overlay.budget = series.lines.budget.at(-1)?.y ?? null
    overlay.capacity = series.lines.capacity.at(-1)?.y ?? null
    overlay.end = series.lines.budget.at(-1)?.x ?? window.from
    overlay.budgetSince = steadySince(series.lines.budget)
    const { pagedOut } = series.lines
    overlay.out = pagedOut.some(({ y }) => y > 0) ? (pagedOut.at(-1)?.y ?? null) : null
    const lines: Point[][] = DATASET_LINES.map((name) => series.lines[name])
    for (const kind of MARKER_KINDS) {
      const row = MARKER_LOOKS[kind].row
      lines.push(this.markers.filter((marker) => marker.kind === kind).map((marker) => ({ x: marker.t, y: row })))
    }
    lines.forEach((points, at) => {
      const dataset = chart.data.datasets[at]
      if (dataset !== undefined) dataset.data = points
    })
    const { scales } = chart.options
    if (scales?.x) Object.assign(scales.x, { min: window.from, max: window.to })
    const reached = Math.max(overlay.byteStep, high)
    if (scales?.bytes) scales.bytes.max = reached
    const outside = outsideOf(series.out, reached)
    if (scales?.outside) Object.assign(scales.outside, { max: outside.top, stackWeight: outside.weight * BYTES_WEIGHT })
    chart.update('none')
    this.drawnWindow = window
    this.drawnNow = input.now
    this.drawnAt = performance.now()
    this.onDraw(window, chart.chartArea)
  }
}
