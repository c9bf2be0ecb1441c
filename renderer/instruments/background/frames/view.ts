/** The frame-time chart on its canvas (chart.js): frame times as lines, executions as bands behind them. */
import {
  Chart,
  type ChartConfiguration,
  type ChartDataset,
  Legend,
  type LegendItem,
  LinearScale,
  LineController,
  LineElement,
  type Plugin,
  PointElement,
} from 'chart.js'
import type { DelaySegmentView, FrameTimeView } from '../../../../preload/contract'
import { context2d, releaseCanvases } from '../../../canvas/context'
import { fillGround, STILL } from '../../../charts/look'
import { pacedTask } from '../../../frame/paced'
import type { TaskRing } from '../../../store/background'
import type { ShownTime } from '../../../store/shown-time'
import { type Highlighted, HighlightPainter, segmentAt } from '../../lanes/highlight'
import { axisTicks, tickText, viewOf } from '../../lanes/time'
import { HEAD } from '../../lanes/view'
import { priorityFills, type TaskTheme } from '../theme'
import {
  FRAMES_LEGEND,
  type FramePoint,
  framePoints,
  framesIn,
  type ShownOfFrames,
  type TaskBand,
  taskBands,
} from './data'

Chart.register(LineController, LinearScale, LineElement, PointElement, Legend)

export interface FramesInput extends Highlighted {
  now: number
  frames: readonly FrameTimeView[]
  tasks: TaskRing
  shown: ShownTime
  moment: number | null
}

interface Overlay {
  theme: TaskTheme
  fills: ReturnType<typeof priorityFills>
  from: number
  to: number
  bands: TaskBand[]
  moment: number | null
  highlighted: Highlighted
}

const TICK_ROOM = 72
/** Room for the labels on the left, so that a moment lies below itself in the lanes: their head less the padding. */
const Y_AXIS = HEAD - 12
/** nobody reads more pictures a second, and each costs more than the rest of a frame */
const PACE = { least: 80, most: 80, share: 0 }
/** px from one point to the next, of 4 px, on average; where they would be closer the line alone is clearer */
const POINT_ROOM = 6
const HEADROOM = 1.15
const LEAST_TOP = 4

const NOTHING: Highlighted = { range: null, delay: null }

function overlayPlugin(overlay: Overlay, context: CanvasRenderingContext2D): Plugin<'line'> {
  const painter = new HighlightPainter(context)
  return {
    id: 'tasks',
    beforeDraw(chart) {
      const { ctx, chartArea, scales } = chart
      fillGround(chart, overlay.theme.ground)
      ctx.save()
      ctx.beginPath()
      ctx.rect(chartArea.left, chartArea.top, chartArea.width, chartArea.height)
      ctx.clip()
      ctx.globalAlpha = 0.35
      for (const band of overlay.bands) {
        const x = scales.x!.getPixelForValue(band.from)
        const width = Math.max(1.5, scales.x!.getPixelForValue(band.to) - x)
        ctx.fillStyle = overlay.fills[band.priority]
        ctx.fillRect(x, chartArea.top, width, chartArea.height)
      }
      ctx.restore()
    },
    afterDraw({ ctx, chartArea, scales }) {
      const { moment, from, to, theme, highlighted } = overlay
      const { left, top, width, height } = chartArea
      painter.draw(highlighted, { from, to, width }, { left, top, height })
      if (moment === null || moment < from || moment > to) return
      const x = Math.round(scales.x!.getPixelForValue(moment))
      ctx.save()
      ctx.fillStyle = theme.outline
      ctx.fillRect(x, chartArea.top, 1.5, chartArea.height)
      ctx.restore()
    },
  }
}

/** As the lines and the bands look. */
function legendLabels({ theme, fills }: Overlay): LegendItem[] {
  const looks: Readonly<Record<ShownOfFrames, Omit<LegendItem, 'text'>>> = {
    frame: { fillStyle: theme.frame, strokeStyle: theme.frame, lineWidth: 1.5, pointStyle: 'rect' },
    gpu: { fillStyle: theme.gpu, strokeStyle: theme.gpu, lineWidth: 1.5, lineDash: [5, 3], pointStyle: 'line' },
    idle: { fillStyle: fills.idle, strokeStyle: theme.priorities.idle, lineWidth: 1, pointStyle: 'rect' },
    'above-idle': {
      fillStyle: fills['above-idle'],
      strokeStyle: theme.priorities['above-idle'],
      lineWidth: 1,
      pointStyle: 'rect',
    },
  }
  return FRAMES_LEGEND.map(({ of, text }) => ({ ...looks[of], text, fontColor: theme.text }))
}

/** Of its own, above the line: chart.js asks for each point's look anew where that can change. */
function pointsOf({ frame }: TaskTheme): ChartDataset<'line', FramePoint[]> {
  return {
    data: [],
    showLine: false,
    borderColor: frame,
    backgroundColor: frame,
    borderWidth: 1.5,
    pointStyle: 'rect',
    pointRadius: 2,
    order: -1,
  }
}

function configuration(overlay: Overlay, context: CanvasRenderingContext2D): ChartConfiguration<'line'> {
  const { theme } = overlay
  const font = { size: 11, family: theme.font }
  const labels = legendLabels(overlay)
  return {
    type: 'line',
    data: {
      datasets: [
        {
          data: [],
          borderColor: theme.frame,
          backgroundColor: theme.frame,
          borderWidth: 1.5,
          pointStyle: 'rect',
          pointRadius: 0,
        },
        {
          data: [],
          borderColor: theme.gpu,
          backgroundColor: theme.gpu,
          borderWidth: 1.5,
          borderDash: [5, 3],
          pointRadius: 0,
          pointStyle: 'line',
        },
      ],
    },
    options: {
      ...STILL,
      responsive: false,
      parsing: false,
      normalized: true,
      layout: { padding: { top: 6, right: 0, bottom: 2, left: 0 } },
      scales: {
        x: {
          type: 'linear',
          grid: { color: theme.grid, tickColor: theme.grid },
          border: { color: theme.axis },
          ticks: { color: theme.axis, font, maxRotation: 0, autoSkip: false },
          afterBuildTicks: (built) => {
            const { from, to } = overlay
            const width = built.chart.width - Y_AXIS
            // a label at the very edge would be cut off
            const edge = ((to - from) / Math.max(1, width)) * (TICK_ROOM / 3)
            built.ticks = axisTicks({ from, to, width }, TICK_ROOM)
              .ticks.filter((value) => value > from + edge && value < to - edge)
              .map((value) => ({ value }))
          },
        },
        y: {
          type: 'linear',
          min: 0,
          afterFit: (scale) => {
            scale.width = Y_AXIS
          },
          grid: { color: theme.grid, tickColor: theme.grid },
          border: { color: theme.axis },
          ticks: { color: theme.axis, font, maxTicksLimit: 5, callback: (value) => `${value} ms` },
        },
      },
      plugins: {
        // beside the picture it is part of the page; to lay it out anew took a third of each drawing
        legend: {
          display: false,
          position: 'top',
          align: 'start',
          labels: {
            color: theme.text,
            font,
            usePointStyle: true,
            boxWidth: 8,
            boxHeight: 8,
            padding: 8,
            generateLabels: () => labels,
          },
        },
        tooltip: { enabled: false },
      },
    },
    plugins: [overlayPlugin(overlay, context)],
  }
}

export class FramesView {
  private chart: Chart<'line'>
  private readonly overlay: Overlay
  private readonly context: CanvasRenderingContext2D
  private input: FramesInput | null = null
  private readonly drawing = pacedTask(PACE, () => this.draw())

  constructor(
    private readonly canvas: HTMLCanvasElement,
    theme: TaskTheme,
    private readonly calm: () => boolean,
  ) {
    // chart.js takes the context as it is
    this.context = context2d(canvas, 'the frame times')
    const fills = priorityFills(theme, this.context)
    this.overlay = { theme, fills, from: 0, to: 1, bands: [], moment: null, highlighted: NOTHING }
    this.chart = new Chart(canvas, configuration(this.overlay, this.context))
  }

  destroy(): void {
    this.drawing.cancel()
    this.chart.destroy()
    releaseCanvases([this.canvas])
  }

  resize(width: number, height: number): void {
    this.chart.resize(Math.max(1, Math.floor(width)), Math.max(1, Math.floor(height)))
    this.drawing.request()
  }

  setTheme(theme: TaskTheme): void {
    const { width, height } = this.chart
    this.overlay.theme = theme
    this.overlay.fills = priorityFills(theme, this.context)
    this.chart.destroy()
    this.chart = new Chart(this.canvas, configuration(this.overlay, this.context))
    this.resize(width, height)
  }

  update(input: FramesInput): void {
    this.input = input
    this.drawing.request()
  }

  /** The picture as it is now, as a data URL with the legend and an opaque ground. */
  png(): string {
    this.showLegend(true)
    const picture = this.chart.canvas.toDataURL('image/png')
    this.showLegend(false)
    return picture
  }

  /** The window that is shown, in µs. */
  get window(): { from: number; to: number } {
    const { from, to } = this.overlay
    return { from, to }
  }

  /** Where the plot lies, px from the left edge; the same as in the lanes above. */
  get plot(): { left: number; width: number } {
    const { left, width } = this.chart.chartArea
    return { left, width }
  }

  /** The segment of the chosen delay at a place of the element; null: there is none. */
  segmentAt(x: number, y: number): DelaySegmentView | null {
    const { left, width, top, height } = this.chart.chartArea
    const delay = this.input?.delay ?? null
    return segmentAt(delay, { ...this.window, width }, height, { x: x - left, y: y - top })
  }

  /** The moment at a place of the element, px from its left edge, within the window shown. */
  momentAt(x: number): number {
    const { left, width } = this.plot
    const { from, to } = this.overlay
    return from + Math.min(1, Math.max(0, (x - left) / Math.max(1, width))) * (to - from)
  }

  private showLegend(shown: boolean): void {
    const { legend } = this.chart.options.plugins ?? {}
    if (legend !== undefined) legend.display = shown
    this.draw()
  }

  /** Without any there is nothing of them to lay out. @param shown null: none */
  private showPoints(shown: FramePoint[] | null): void {
    const { datasets } = this.chart.data
    const points = datasets[2]
    if (shown === null) datasets.length = 2
    else if (points === undefined) datasets.push({ ...pointsOf(this.overlay.theme), data: shown })
    else points.data = shown
  }

  private draw(): void {
    const { input, chart, overlay } = this
    if (input === null) return
    const { from, to } = viewOf(input.shown, input.now, chart.width, this.calm())
    const { frame, gpu, most } = framePoints(framesIn(input.frames, { from, to }), { from, to }, chart.width)
    const bands = taskBands(input.tasks, { from, to }, input.now, (to - from) / Math.max(1, chart.width))
    Object.assign(overlay, {
      from,
      to,
      bands,
      moment: input.moment,
      highlighted: input,
    })
    const [frames, gpuTimes] = chart.data.datasets
    if (frames !== undefined) frames.data = frame
    if (gpuTimes !== undefined) gpuTimes.data = gpu
    this.showPoints(frame.length * POINT_ROOM <= this.plot.width ? frame : null)
    const { step } = axisTicks({ from, to, width: chart.width }, TICK_ROOM)
    const { scales } = chart.options
    if (scales?.x) {
      Object.assign(scales.x, { min: from, max: to })
      Object.assign(scales.x.ticks ?? {}, { callback: (value: number | string) => tickText(Number(value), step) })
    }
    if (scales?.y) scales.y.max = Math.max(LEAST_TOP, Math.ceil(most * HEADROOM))
    chart.update('none')
  }
}
