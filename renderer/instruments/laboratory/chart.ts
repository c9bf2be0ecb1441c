/** How chart.js draws curves over time and the frontier (LB-05, LB-13). */
import { Chart, Legend, LinearScale, LineController, LineElement, PointElement, type Scale } from 'chart.js'
import {
  drawnCurve,
  drawnThresholds,
  type Frontier,
  type FrontierPoint,
  LINE_COLOURS,
  lineLook,
  type VariantCurve,
} from '../../../preload/contract'
import { releaseCanvases } from '../../canvas/context'
import { themeColor } from '../../canvas/theme'
import {
  type ChartLook,
  chartLook,
  groundPlugin,
  legendOf,
  linearAxis,
  ownTicks,
  STILL,
  sizeAxis,
} from '../../charts/look'
import { axisTicks, tickText } from '../lanes/time'
import type { CurveArea, CurveKind, CurveTime } from './curve-values'

Chart.register(Legend, LineController, LinearScale, LineElement, PointElement)

const TITLES: Record<CurveKind, string> = { usage: 'Local usage', evictions: 'Evictions', hitches: 'Hitches' }

/** px that a moment on the axis has at least */
const TICK_ROOM = 72

/**
 * Variants that a legend names at most: of more it is higher than its half of the picture and lies over the curves. The values
 * below the curves and the table below the frontier have the names of all, with their marks.
 */
const MOST_NAMED = 12

/** px: a saved picture of more, which has nothing beside it, is as high as their names need */
const PICTURE = { width: 1_200, height: 420, row: 24, inRow: 5 } as const

/** of the variants' points, in turn */
const POINT_SHAPES = ['circle', 'rect', 'triangle', 'rectRot', 'star', 'cross'] as const

/** curves of the frontier itself, before those of the variants */
const OWN_LINES = 2

type Line = Chart<'line', { x: number; y: number }[]>

function lookOf(index: number): { borderColor: string; backgroundColor: string; borderDash: number[] } {
  const { colour, dashes } = lineLook(index)
  const shown = themeColor(`--chart-${colour + 1}`)
  return { borderColor: shown, backgroundColor: shown, borderDash: [...dashes] }
}

/**
 * One kind of curve of every variant over one axis; the caller destroys it.
 * @param when µs, where it begins and ends @param onArea where the curves lie, each time it is drawn
 */
export function curvesChart(
  canvas: HTMLCanvasElement,
  curves: readonly VariantCurve[],
  kind: CurveKind,
  { from, until }: CurveTime,
  onArea: (area: CurveArea) => void,
): Line {
  return curvesOn(canvas, { curves, kind, from, until, onArea, isPicture: false })
}

/** What is saved of the curves that a chart shows: with the names of all, as nothing stands below a picture. @returns a data URL */
export function curvesPicture(
  shown: Line | null,
  curves: readonly VariantCurve[],
  kind: CurveKind,
  time: CurveTime,
  canvas = document.createElement('canvas'),
): string | undefined {
  if (curves.length <= MOST_NAMED) return shown?.toBase64Image('image/png')
  const { width, height, row, inRow } = PICTURE
  canvas.width = width
  // a legend has half of it at most
  canvas.height = height + 2 * row * Math.ceil(curves.length / inRow)
  const drawn = curvesOn(canvas, { curves, kind, ...time, onArea: () => {}, isPicture: true })
  const picture = drawn.toBase64Image('image/png')
  drawn.destroy()
  releaseCanvases([canvas])
  return picture
}

interface CurvesShown extends CurveTime {
  curves: readonly VariantCurve[]
  kind: CurveKind
  onArea(area: CurveArea): void
  /** it stands by itself */
  isPicture: boolean
}

function curvesOn(canvas: HTMLCanvasElement, { curves, kind, from, until, onArea, isPicture }: CurvesShown): Line {
  const look = chartLook()
  const display = isPicture || curves.length <= MOST_NAMED
  return new Chart<'line', { x: number; y: number }[]>(canvas, {
    type: 'line',
    data: {
      datasets: curves.map((curve, index) => ({
        ...lookOf(index),
        label: curve.label,
        data: curve[kind].map((y, i) => ({
          x: from + ((i + 0.5) * (until - from)) / curve[kind].length,
          y,
        })),
        borderWidth: 1.5,
        pointRadius: 0,
        pointStyle: 'line' as const,
      })),
    },
    options: {
      ...STILL,
      responsive: !isPicture,
      layout: { padding: 6 },
      scales: {
        x: timeAxis(look, { from, until }),
        y: (kind === 'usage' ? sizeAxis : linearAxis)(look, TITLES[kind], 'left', { gridded: true }),
      },
      plugins: {
        legend: { ...ofLines(legendOf(look, { width: 26, height: 8 })), display },
        tooltip: { enabled: false },
      },
    },
    plugins: [groundPlugin(look.panel), { id: 'area', afterDraw: ({ chartArea }) => onArea(chartArea) }],
  })
}

/** Moments as every other axis of time has them. */
function timeAxis(look: ChartLook, { from, until }: CurveTime) {
  let step = 1
  return {
    ...linearAxis(look, 'Simulated time', 'bottom', { gridded: false, max: until }),
    beginAtZero: false,
    min: from,
    ticks: ownTicks(look, (value) => tickText(value, step)),
    afterBuildTicks: (scale: Scale) => {
      const found = axisTicks({ from, to: until, width: scale.chart.width }, TICK_ROOM)
      step = found.step
      scale.ticks = found.ticks.map((value) => ({ value }))
    },
  }
}

/**
 * A legend that shows each as it is drawn: a full or dashed line, or the shape of its point.
 * @param dashes of a line, for the room that its mark has, px
 */
function withShapes(legend: ReturnType<typeof legendOf>, dashes: (own: readonly number[]) => readonly number[]) {
  const generateLabels = (chart: Chart) =>
    Chart.defaults.plugins.legend.labels.generateLabels(chart).map((item) => {
      // of a point's style chart.js knows no dashes
      const dataset = chart.data.datasets[item.datasetIndex ?? -1] as Line['data']['datasets'][number] | undefined
      const own = Array.isArray(dataset?.borderDash) ? dataset.borderDash.flatMap((length) => length ?? []) : []
      return { ...item, lineDash: item.pointStyle === 'line' && own.length > 0 ? [...dashes(own)] : [] }
    })
  return { ...legend, labels: { ...legend.labels, usePointStyle: true, generateLabels } }
}

/** Marks beside points are as wide as these. */
const SHORT_DASHES = [2.5, 2]

/** Of lines alone, whose marks have room for their own dashes. */
function ofLines(legend: ReturnType<typeof legendOf>) {
  const shaped = withShapes(legend, (own) => own)
  return { ...shaped, labels: { ...shaped.labels, pointStyleWidth: 26 } }
}

/**
 * It makes a mark of its own with the colour of its line; when the colours begin again, the shapes begin one earlier.
 * @param index of the variant, from 0
 */
export function pointShape(index: number): (typeof POINT_SHAPES)[number] {
  const { length } = POINT_SHAPES
  const turn = Math.floor(index / LINE_COLOURS)
  return POINT_SHAPES[(lineLook(index).colour + turn * (length - 1)) % length] as (typeof POINT_SHAPES)[number]
}

/** Both curves as lines, each variant as a point of its own; the caller destroys it. */
export function frontierChart(canvas: HTMLCanvasElement, { best, thresholds, variants }: Frontier): Line {
  const look = chartLook()
  const at = ({ held, pagedIn }: FrontierPoint) => ({ x: held, y: pagedIn })
  const line = (label: string, points: readonly FrontierPoint[], dash: number[]) => ({
    label,
    data: points.map(at),
    borderColor: look.text,
    backgroundColor: look.text,
    borderWidth: 1.5,
    borderDash: dash,
    pointRadius: 0,
    pointStyle: 'line' as const,
  })
  const legend = withShapes(legendOf(look, { width: 14, height: 8 }), () => SHORT_DASHES)
  const isNamed = (place: number): boolean => variants.length <= MOST_NAMED || place < OWN_LINES
  return new Chart<'line', { x: number; y: number }[]>(canvas, {
    type: 'line',
    data: {
      datasets: [
        line('Best possible', drawnCurve(best, variants), []),
        line('Best fixed idle threshold', drawnThresholds(thresholds, variants), [5, 4]),
        ...variants.map((variant, index) => ({
          ...lookOf(index),
          label: variant.label,
          data: [at(variant)],
          pointRadius: 5,
          pointStyle: pointShape(index),
          showLine: false,
        })),
      ],
    },
    options: {
      ...STILL,
      responsive: true,
      layout: { padding: 6 },
      scales: {
        x: sizeAxis(look, 'Memory held', 'bottom', { gridded: true, per: '·s' }),
        y: sizeAxis(look, 'Paged in for the app', 'left', { gridded: true }),
      },
      plugins: {
        legend: { ...legend, labels: { ...legend.labels, filter: ({ datasetIndex = 0 }) => isNamed(datasetIndex) } },
        tooltip: { enabled: false },
      },
    },
    plugins: [groundPlugin(look.panel)],
  })
}
