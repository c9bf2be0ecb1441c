/** How chart.js draws the memory chart: datasets, axes, legend, the marked moment. No data in it. */
import type { Chart, ChartConfiguration, ChartDataset, Plugin, PointStyle } from 'chart.js'
import { diagonals, type Fill, fillSquare, patternOf } from '../../../canvas/hatch'
import { fillGround, STILL } from '../../../charts/look'
import { formatBytes } from '../../../widgets/format'
import { type Highlighted, HighlightPainter } from '../../lanes/highlight'
import type { ChartTheme } from '../theme'
import { axisTime, type ChartWindow, type MarkerKind, timeTicks } from './data'
import { budgetLabel } from './height'

/** What the plugins read at each drawing. */
export interface ChartOverlay {
  theme: ChartTheme
  window: ChartWindow
  /** µs, null: none is marked */
  moment: number | null
  highlighted: Highlighted
  byteStep: number
  /** bytes, at the end of the window; null: there is none yet */
  budget: number | null
}

export type MemoryChartConfiguration = ChartConfiguration<'line' | 'scatter'>
type MemoryDataset = ChartDataset<'line' | 'scatter'>

interface MarkerLook {
  label: string
  shape: PointStyle
  /** height in the strip of markers, 0 to 1 */
  row: number
}

/** A shape for each kind, so that they are told apart without colour (TN-02, TN-40, RS-10). */
export const MARKER_LOOKS: Readonly<Record<MarkerKind, MarkerLook>> = {
  periodic: { label: 'PERIODIC_TRIM', shape: 'triangle', row: 0.82 },
  restart: { label: 'RESTART_PERIODIC_TRIM', shape: 'circle', row: 0.82 },
  budget: { label: 'TRIM_TO_BUDGET', shape: 'rectRot', row: 0.48 },
  plain: { label: 'No flags', shape: 'rect', row: 0.82 },
  hitch: { label: 'Hitch', shape: 'star', row: 0.14 },
  late: { label: 'Late', shape: 'rectRounded', row: 0.82 },
  dropped: { label: 'Dropped', shape: 'cross', row: 0.14 },
  finding: { label: 'Finding', shape: 'crossRot', row: 0.14 },
}

const LEGEND_SIZE = 9

function stripes(context: CanvasRenderingContext2D, colour: string, ground: string, slant: 1 | -1): Fill {
  return patternOf(context, 8, colour, (brush) => {
    fillSquare(brush, 8, ground)
    brush.strokeStyle = colour
    brush.lineWidth = slant === 1 ? 3 : 1.6
    diagonals(brush, 8, slant)
  })
}

function area(label: string, colour: string, fill: Fill, below: 'origin' | '-1'): MemoryDataset {
  return {
    type: 'line',
    label,
    data: [],
    yAxisID: 'bytes',
    borderColor: colour,
    borderWidth: 1.5,
    backgroundColor: fill,
    fill: below,
    pointRadius: 0,
    pointStyle: 'rect',
    order: 2,
  }
}

/** Datasets in fixed places: three areas, the budget, then a set for each kind of marker. */
function datasets(theme: ChartTheme, context: CanvasRenderingContext2D): MemoryDataset[] {
  const colours: Record<MarkerKind, string> = {
    periodic: theme.periodic,
    restart: theme.restart,
    budget: theme.toBudget,
    plain: theme.axis,
    hitch: theme.hitch,
    late: theme.late,
    dropped: theme.dropped,
    finding: theme.finding,
  }
  const budget: MemoryDataset = {
    type: 'line',
    label: 'Budget',
    data: [],
    yAxisID: 'bytes',
    borderColor: theme.budget,
    borderWidth: 2,
    borderDash: [7, 3],
    fill: false,
    pointRadius: 0,
    pointStyle: 'line',
    order: 1,
  }
  const markers = (Object.keys(MARKER_LOOKS) as MarkerKind[]).map((kind): MemoryDataset => {
    const { label, shape } = MARKER_LOOKS[kind]
    // shapes of lines alone are drawn by their border
    const crossed = shape === 'crossRot' || shape === 'star' || shape === 'cross'
    return {
      type: 'scatter',
      label,
      data: [],
      yAxisID: 'marks',
      pointStyle: shape,
      pointRadius: crossed ? 4.5 : 5,
      borderColor: crossed ? colours[kind] : theme.panel,
      borderWidth: crossed ? 2.5 : 1,
      backgroundColor: colours[kind],
      clip: false,
      order: 0,
    }
  })
  return [
    area('Resident', theme.resident, theme.resident, 'origin'),
    area('Evictable', theme.evictable, stripes(context, theme.evictable, theme.panel, 1), '-1'),
    area('Other processes', theme.other, stripes(context, theme.other, theme.panel, -1), '-1'),
    budget,
    ...markers,
  ]
}

/** Fills the ground, which a saved PNG needs, and draws the marked moment over everything. */
function overlayPlugin(overlay: ChartOverlay, context: CanvasRenderingContext2D): Plugin<'line' | 'scatter'> {
  const painter = new HighlightPainter(context)
  return {
    id: 'overlay',
    beforeDraw(chart) {
      fillGround(chart, overlay.theme.panel)
    },
    afterDraw(chart) {
      const scale = chart.scales.x
      const { left, top, width, height } = chart.chartArea
      drawBudgetLabel(chart, overlay)
      painter.draw(overlay.highlighted, { ...overlay.window, width }, { left, top, height })
      if (overlay.moment === null || scale === undefined) return
      if (overlay.moment < overlay.window.from || overlay.moment > overlay.window.to) return
      const x = Math.round(scale.getPixelForValue(overlay.moment)) + 0.5
      const { ctx, chartArea } = chart
      ctx.save()
      ctx.strokeStyle = overlay.theme.moment
      ctx.lineWidth = 1.5
      ctx.beginPath()
      ctx.moveTo(x, chartArea.top)
      ctx.lineTo(x, chartArea.bottom)
      ctx.stroke()
      ctx.fillStyle = overlay.theme.moment
      ctx.beginPath()
      ctx.moveTo(x - 5, chartArea.top)
      ctx.lineTo(x + 5, chartArea.top)
      ctx.lineTo(x, chartArea.top + 6)
      ctx.fill()
      ctx.restore()
    },
  }
}

/** px */
const LABEL_SIZE = 11
const LABEL_ROOM = 4

/** The words of the budget's line, on a ground of their own: they are read on any fill. */
function drawBudgetLabel(chart: Chart<'line' | 'scatter'>, { theme, budget }: ChartOverlay): void {
  const scale = chart.scales.bytes
  if (budget === null || scale === undefined) return
  const { ctx, chartArea } = chart
  const words = `Budget ${formatBytes(budget)}`
  const { text, y } = budgetLabel(scale.getPixelForValue(budget), scale, words, LABEL_SIZE)
  ctx.save()
  ctx.font = `600 ${LABEL_SIZE}px ${theme.font}`
  const width = ctx.measureText(text).width + 2 * LABEL_ROOM
  ctx.fillStyle = theme.panel
  ctx.fillRect(chartArea.left + LABEL_ROOM, y - LABEL_SIZE - 1, width, LABEL_SIZE + 4)
  ctx.fillStyle = theme.budget
  ctx.textAlign = 'left'
  ctx.textBaseline = 'alphabetic'
  ctx.fillText(text, chartArea.left + 2 * LABEL_ROOM, y)
  ctx.restore()
}

const TICK_ROOM = 72

function scales(overlay: ChartOverlay): NonNullable<NonNullable<MemoryChartConfiguration['options']>['scales']> {
  const font = { size: 11, family: overlay.theme.font }
  const { grid, axis } = overlay.theme
  return {
    x: {
      type: 'linear',
      min: 0,
      max: 1,
      grid: { color: grid, tickColor: grid },
      border: { color: axis },
      ticks: { color: axis, font, maxRotation: 0, autoSkip: false, callback: (value) => axisTime(Number(value)) },
      afterBuildTicks: (built) => {
        built.ticks = timeTicks(overlay.window, built.chart.width, TICK_ROOM).map((value) => ({ value }))
      },
    },
    bytes: {
      type: 'linear',
      stack: 'y',
      stackWeight: 4,
      min: 0,
      grid: { color: grid, tickColor: grid },
      border: { color: axis },
      ticks: { color: axis, font, autoSkip: false, callback: (value) => formatBytes(Number(value)) },
      afterBuildTicks: (built) => {
        const ticks: { value: number }[] = []
        for (let value = 0; value <= built.max; value += overlay.byteStep) ticks.push({ value })
        built.ticks = ticks
      },
    },
    // the strip of markers above the areas
    marks: {
      type: 'linear',
      stack: 'y',
      stackWeight: 1,
      min: 0,
      max: 1,
      grid: { display: false },
      border: { color: axis },
      ticks: { display: false },
    },
  }
}

export function configuration(overlay: ChartOverlay, context: CanvasRenderingContext2D): MemoryChartConfiguration {
  return {
    type: 'line',
    data: { datasets: datasets(overlay.theme, context) },
    options: {
      ...STILL,
      responsive: false,
      parsing: false,
      normalized: true,
      layout: { padding: { top: 2, right: 14, bottom: 2, left: 6 } },
      scales: scales(overlay),
      plugins: {
        legend: {
          position: 'top',
          align: 'start',
          labels: {
            color: overlay.theme.text,
            font: { size: 11, family: overlay.theme.font },
            usePointStyle: true,
            boxWidth: LEGEND_SIZE,
            boxHeight: LEGEND_SIZE,
            padding: 7,
            sort: (a, b) => (a.datasetIndex ?? 0) - (b.datasetIndex ?? 0),
            filter: (item) => item.text !== MARKER_LOOKS.plain.label,
          },
        },
        tooltip: { enabled: false },
      },
    },
    plugins: [overlayPlugin(overlay, context)],
  }
}
