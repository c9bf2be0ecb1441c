/** How chart.js draws the memory chart: datasets, axes, legend, the marked moment. No data in it. */
import {
  type Chart,
  type ChartConfiguration,
  type ChartDataset,
  LineElement,
  type Plugin,
  type PointStyle,
} from 'chart.js'
import { type Fill, fillSquare, patternOf } from '../../../canvas/hatch'
import { stateFills } from '../../../canvas/state-fills'
import { fillGround, STILL } from '../../../charts/look'
import { formatBytes } from '../../../widgets/format'
import { type Highlighted, HighlightPainter } from '../../lanes/highlight'
import { axisTicks, tickText } from '../../lanes/time'
import type { ChartTheme } from '../theme'
import type { ChartWindow, MarkerKind } from './data'
import { MARKER_ROWS } from './height'
import { type ChartWords, drawWords } from './words'

/** What the plugins read at each drawing. */
export interface ChartOverlay extends ChartWords {
  window: ChartWindow
  /** µs, null: none is marked */
  moment: number | null
  highlighted: Highlighted
  byteStep: number
  /** whether there is room for words on it */
  named: boolean
}

/** Which of the lines each dataset before the markers draws. */
export const DATASET_LINES = [
  'resident',
  'pending',
  'evictable',
  'other',
  'pagedOut',
  'unplaced',
  'capacity',
  'budget',
] as const

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
  periodic: { label: 'PERIODIC_TRIM', shape: 'triangle', row: MARKER_ROWS.high },
  restart: { label: 'RESTART_PERIODIC_TRIM', shape: 'circle', row: MARKER_ROWS.high },
  budget: { label: 'TRIM_TO_BUDGET', shape: 'rectRot', row: MARKER_ROWS.middle },
  plain: { label: 'No flags', shape: 'rect', row: MARKER_ROWS.high },
  hitch: { label: 'Hitch', shape: 'star', row: MARKER_ROWS.low },
  late: { label: 'Late', shape: 'rectRounded', row: MARKER_ROWS.high },
  dropped: { label: 'Dropped', shape: 'cross', row: MARKER_ROWS.low },
  finding: { label: 'Finding', shape: 'crossRot', row: MARKER_ROWS.low },
}

const LEGEND_SIZE = 9

/** What is pending has one entry in the legend, though some of it has no memory yet. */
const UNPLACED = 'Pending, no memory yet'

/** Not in the legend: what a run rarely has, what has its words on the chart, what is there already. */
const UNNAMED: ReadonlySet<string> = new Set([MARKER_LOOKS.plain.label, 'Capacity', 'Budget', UNPLACED])

/** Upright stripes with seams, as in the bars. */
function seams(context: CanvasRenderingContext2D, colour: string, ground: string): Fill {
  return patternOf(context, 5, colour, (brush) => {
    fillSquare(brush, 5, colour)
    brush.fillStyle = ground
    brush.fillRect(4, 0, 1, 5)
  })
}

/** @param below what it is stacked on: the axis, or the set before it */
function area(
  label: string,
  colour: string,
  fill: Fill,
  below: 'origin' | '-1',
  yAxisID: 'bytes' | 'outside' = 'bytes',
): MemoryDataset {
  return {
    type: 'line',
    label,
    data: [],
    yAxisID,
    borderColor: colour,
    borderWidth: 1.5,
    backgroundColor: fill,
    fill: below,
    pointRadius: 0,
    pointStyle: 'rect',
    order: 2,
  }
}

/** A line with words of its own on the chart. */
function limit(label: string, colour: string, dash: number[]): MemoryDataset {
  return {
    type: 'line',
    label,
    data: [],
    yAxisID: 'bytes',
    borderColor: colour,
    borderWidth: LIMIT_WIDTH,
    borderDash: dash,
    fill: false,
    pointRadius: 0,
    pointStyle: 'line',
    order: 1,
  }
}

/** Nothing has no line: it would be one more above what is in the segment. */
function unlessNone({ p0, p1 }: { p0: { parsed: Drawn }; p1: { parsed: Drawn } }): string | undefined {
  return p0.parsed.y === 0 && p1.parsed.y === 0 ? 'transparent' : undefined
}

/** A point as chart.js has it; null: it is not drawn. */
interface Drawn {
  y: number | null
}

/** Datasets in fixed places, in the order of `DATASET_LINES`, then a set for each kind of marker. */
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
  const fills = stateFills(context, theme)
  return [
    area('Resident', theme.resident, theme.resident, 'origin'),
    area('Pending', theme.pending, fills.pending, '-1'),
    area('Evictable', theme.evictable, fills.evictable, '-1'),
    area('Other processes', theme.other, seams(context, theme.other, theme.ground), '-1'),
    // hollow, as on the map
    { ...area('Paged out', theme.pagedOut, theme.ground, 'origin', 'outside'), segment: { borderColor: unlessNone } },
    // its pattern alone: where there is none, a line would lie on what it is stacked on
    { ...area(UNPLACED, theme.pending, fills.pending, '-1', 'outside'), borderWidth: 0 },
    limit('Capacity', theme.capacity, []),
    limit('Budget', theme.budget, [7, 3]),
    ...markers,
  ]
}

/** px, of the dashes and of the ground that is left on either side of them */
const LIMIT_WIDTH = 2
const EDGE = 1

/**
 * A ground for the budget's dashes, as wide as they and a little more. They cross what is stacked under them, and on the
 * stripes of what is evictable, of nearly their colour, they were lost.
 */
function drawEdge({ ctx, chartArea }: Chart<'line' | 'scatter'>, line: LineElement, ground: string): void {
  const { left, top, width, height } = chartArea
  ctx.save()
  ctx.beginPath()
  ctx.rect(left, top, width, height)
  ctx.clip()
  ctx.strokeStyle = ground
  ctx.lineWidth = LIMIT_WIDTH + 2 * EDGE
  ctx.beginPath()
  line.path(ctx)
  ctx.stroke()
  ctx.restore()
}

/** Fills the ground, which a saved PNG needs, and draws the marked moment over everything. */
function overlayPlugin(overlay: ChartOverlay, context: CanvasRenderingContext2D): Plugin<'line' | 'scatter'> {
  const painter = new HighlightPainter(context)
  return {
    id: 'overlay',
    beforeDraw(chart) {
      fillGround(chart, overlay.theme.panel)
    },
    beforeDatasetDraw(chart, { index, meta: { dataset } }) {
      if (DATASET_LINES[index] === 'budget' && dataset instanceof LineElement)
        drawEdge(chart, dataset, overlay.theme.panel)
    },
    afterDraw(chart) {
      const scale = chart.scales.x
      const { left, top, width, height } = chart.chartArea
      painter.draw(overlay.highlighted, { ...overlay.window, width }, { left, top, height })
      // on a ground of their own: a line over them would strike them through
      if (overlay.named) drawWords(chart, overlay)
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

const TICK_ROOM = 72
/** heights of the stacked axes, of which that of the markers is 1 */
export const BYTES_WEIGHT = 4

function scales(overlay: ChartOverlay): NonNullable<NonNullable<MemoryChartConfiguration['options']>['scales']> {
  const font = { size: 11, family: overlay.theme.font }
  const { grid, axis } = overlay.theme
  /** µs between two labels of the time axis */
  let step = 1
  return {
    x: {
      type: 'linear',
      min: 0,
      max: 1,
      grid: { color: grid, tickColor: grid },
      border: { color: axis },
      ticks: { color: axis, font, maxRotation: 0, autoSkip: false, callback: (value) => tickText(Number(value), step) },
      afterBuildTicks: (built) => {
        const axis = axisTicks({ ...overlay.window, width: built.chart.width }, TICK_ROOM)
        step = axis.step
        built.ticks = axis.ticks.map((value) => ({ value }))
      },
    },
    bytes: {
      type: 'linear',
      stack: 'y',
      stackWeight: BYTES_WEIGHT,
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
    // what is in no segment, above and apart; its height is that of its bytes, set with the data
    outside: {
      type: 'linear',
      stack: 'y',
      stackWeight: 0,
      min: 0,
      max: 1,
      grid: { display: false },
      border: { color: axis },
      ticks: { display: false },
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
            padding: 5,
            sort: (a, b) => (a.datasetIndex ?? 0) - (b.datasetIndex ?? 0),
            filter: (item) => !UNNAMED.has(item.text),
          },
        },
        tooltip: { enabled: false },
      },
    },
    plugins: [overlayPlugin(overlay, context)],
  }
}
