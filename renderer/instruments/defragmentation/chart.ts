/** How chart.js draws the convergence curve and the comparison of the algorithms. */
import {
  BarController,
  BarElement,
  CategoryScale,
  Chart,
  type ChartType,
  Legend,
  LinearScale,
  LineController,
  LineElement,
  type Plugin,
  PointElement,
} from 'chart.js'
import type { ConvergencePoint, DefragmentationRow } from '../../../preload/contract'
import { themeColor } from '../../canvas/theme'
import { MIB } from '../../widgets/format'
import { ALGORITHM_LABELS } from './form'

Chart.register(BarController, BarElement, CategoryScale, Legend, LineController, LinearScale, LineElement, PointElement)

/** Fills the ground, which a saved PNG needs. */
function groundPlugin<T extends ChartType>(colour: string): Plugin<T> {
  return {
    id: 'ground',
    beforeDraw({ ctx, width, height }) {
      ctx.save()
      ctx.fillStyle = colour
      ctx.fillRect(0, 0, width, height)
      ctx.restore()
    },
  }
}

function look() {
  const family = getComputedStyle(document.body).fontFamily || 'sans-serif'
  return {
    panel: themeColor('--panel-raised'),
    axis: themeColor('--chart-axis'),
    grid: themeColor('--chart-grid'),
    text: themeColor('--text'),
    font: { size: 11, family },
  }
}

type Look = ReturnType<typeof look>

function linear(
  { axis, grid, font }: Look,
  text: string,
  position: 'left' | 'right' | 'top' | 'bottom',
  options: { gridded: boolean; max?: number },
) {
  return {
    type: 'linear' as const,
    position,
    beginAtZero: true,
    ...(options.max === undefined ? {} : { max: options.max }),
    grid: { color: options.gridded ? grid : 'transparent' },
    border: { color: axis },
    ticks: { color: axis, font, precision: 0, maxTicksLimit: 6 },
    title: { display: true, text, color: axis, font },
  }
}

const legend = ({ text, font }: Look) => ({
  position: 'top' as const,
  align: 'start' as const,
  labels: { color: text, font, boxWidth: 18, boxHeight: 2 },
})

/** Fragmentation and blocks against passes (DF-22); the caller updates and destroys it. */
export function curveChart(canvas: HTMLCanvasElement): Chart<'line', { x: number; y: number }[]> {
  const shown = look()
  const fragmentation = themeColor('--heap-destination')
  const blocks = themeColor('--heap-buffer')
  return new Chart<'line', { x: number; y: number }[]>(canvas, {
    type: 'line',
    data: {
      datasets: [
        {
          label: 'Fragmentation, %',
          data: [],
          yAxisID: 'fragmentation',
          borderColor: fragmentation,
          backgroundColor: fragmentation,
          borderWidth: 2,
          pointRadius: 2,
        },
        {
          label: 'Blocks',
          data: [],
          yAxisID: 'blocks',
          borderColor: blocks,
          backgroundColor: blocks,
          borderWidth: 2,
          borderDash: [5, 3],
          pointRadius: 2,
          pointStyle: 'rect',
        },
      ],
    },
    options: {
      animation: false,
      responsive: true,
      maintainAspectRatio: false,
      events: [],
      layout: { padding: 6 },
      scales: {
        x: linear(shown, 'Passes', 'bottom', { gridded: false }),
        fragmentation: linear(shown, 'Fragmentation, %', 'left', { gridded: true, max: 100 }),
        blocks: linear(shown, 'Blocks', 'right', { gridded: false }),
      },
      plugins: { legend: legend(shown), tooltip: { enabled: false } },
    },
    plugins: [groundPlugin(shown.panel)],
  })
}

/** Puts the points of a process on its chart. */
export function showCurve(chart: Chart<'line', { x: number; y: number }[]>, curve: readonly ConvergencePoint[]): void {
  const [fragmentation, blocks] = chart.data.datasets
  if (fragmentation === undefined || blocks === undefined) return
  fragmentation.data = curve.map((point) => ({ x: point.pass, y: point.fragmentation * 100 }))
  blocks.data = curve.map((point) => ({ x: point.pass, y: point.blocks }))
  chart.update('none')
}

/** A bar of heaps freed and one of bytes moved for each algorithm (DF-16); the caller destroys the chart. */
export function comparisonChart(canvas: HTMLCanvasElement, rows: readonly DefragmentationRow[]): Chart<'bar'> {
  const shown = look()
  const freed = themeColor('--heap-texture')
  const moved = themeColor('--heap-destination')
  return new Chart(canvas, {
    type: 'bar',
    data: {
      labels: rows.map(({ algorithm }) => ALGORITHM_LABELS[algorithm]),
      datasets: [
        {
          label: 'Heaps freed',
          data: rows.map(({ heapsFreed }) => heapsFreed),
          xAxisID: 'freed',
          backgroundColor: freed,
        },
        {
          label: 'Moved, MiB',
          data: rows.map(({ bytesMoved }) => bytesMoved / MIB),
          xAxisID: 'moved',
          // hollow, so that the two are told apart without colour
          backgroundColor: 'transparent',
          borderColor: moved,
          borderWidth: 2,
        },
      ],
    },
    options: {
      indexAxis: 'y',
      animation: false,
      responsive: true,
      maintainAspectRatio: false,
      events: [],
      layout: { padding: 6 },
      scales: {
        y: { grid: { display: false }, border: { color: shown.axis }, ticks: { color: shown.axis, font: shown.font } },
        freed: linear(shown, 'Heaps freed', 'bottom', { gridded: true }),
        moved: linear(shown, 'Moved, MiB', 'top', { gridded: false }),
      },
      plugins: {
        legend: { ...legend(shown), labels: { ...legend(shown).labels, boxWidth: 12, boxHeight: 9 } },
        tooltip: { enabled: false },
      },
    },
    plugins: [groundPlugin(shown.panel)],
  })
}
