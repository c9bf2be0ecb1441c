/** How chart.js draws the convergence curve and the comparison of the algorithms. */
import { Chart, Legend, LinearScale, LineController, LineElement, PointElement } from 'chart.js'
import type { ConvergencePoint, DefragmentationRow } from '../../../preload/contract'
import { themeColor } from '../../canvas/theme'
import { barChart } from '../../charts/bars'
import { chartLook, groundPlugin, legendOf, linearAxis, STILL } from '../../charts/look'
import { MIB } from '../../widgets/format'
import { ALGORITHM_LABELS } from './form'

Chart.register(Legend, LineController, LinearScale, LineElement, PointElement)

/** Fragmentation and blocks against passes (DF-22); the caller updates and destroys it. */
export function curveChart(canvas: HTMLCanvasElement): Chart<'line', { x: number; y: number }[]> {
  const shown = chartLook()
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
      ...STILL,
      responsive: true,
      layout: { padding: 6 },
      scales: {
        x: linearAxis(shown, 'Passes', 'bottom', { gridded: false }),
        fragmentation: linearAxis(shown, 'Fragmentation, %', 'left', { gridded: true, max: 100 }),
        blocks: linearAxis(shown, 'Blocks', 'right', { gridded: false }),
      },
      plugins: { legend: legendOf(shown, { width: 18, height: 2 }), tooltip: { enabled: false } },
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
export function comparisonChart(
  canvas: HTMLCanvasElement,
  rows: readonly DefragmentationRow[],
): Chart<'bar', number[], string | string[]> {
  return barChart(
    canvas,
    chartLook(),
    rows.map(({ algorithm }) => ALGORITHM_LABELS[algorithm]),
    { label: 'Heaps freed', values: rows.map(({ heapsFreed }) => heapsFreed), fill: themeColor('--heap-texture') },
    {
      label: 'Moved, MiB',
      values: rows.map(({ bytesMoved }) => bytesMoved / MIB),
      // hollow, so that the two are told apart without colour
      fill: 'transparent',
      border: { colour: themeColor('--heap-destination'), width: 2 },
    },
  )
}
