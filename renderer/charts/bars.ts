/** A chart of two bars for each row, each on an axis of its own: what was gained, and what it cost. */
import { BarController, BarElement, CategoryScale, Chart, Legend, LinearScale } from 'chart.js'
import type { Fill } from '../canvas/hatch'
import { type ChartLook, groundPlugin, legendOf, linearAxis, STILL } from './look'

Chart.register(BarController, BarElement, CategoryScale, Legend, LinearScale)

export interface Bars {
  label: string
  /** of the axis, when it is not the label */
  axis?: string
  values: readonly number[]
  fill: Fill
  border?: { colour: string; width: number }
}

/**
 * Draws on a canvas; the caller destroys the chart.
 * @param rows what each row is called, or the lines of that
 * @param lower its axis stands below, with the grid
 */
export function barChart(
  canvas: HTMLCanvasElement,
  look: ChartLook,
  rows: readonly (string | string[])[],
  lower: Bars,
  upper: Bars,
): Chart<'bar', number[], string | string[]> {
  const dataset = ({ label, values, fill, border }: Bars, xAxisID: string) => ({
    label,
    data: [...values],
    xAxisID,
    backgroundColor: fill,
    ...(border === undefined ? {} : { borderColor: border.colour, borderWidth: border.width }),
  })
  return new Chart<'bar', number[], string | string[]>(canvas, {
    type: 'bar',
    data: { labels: [...rows], datasets: [dataset(lower, 'lower'), dataset(upper, 'upper')] },
    options: {
      ...STILL,
      indexAxis: 'y',
      responsive: true,
      layout: { padding: 6 },
      scales: {
        y: {
          grid: { display: false },
          border: { color: look.axis },
          ticks: { color: look.axis, font: look.font, autoSkip: false },
        },
        lower: linearAxis(look, lower.axis ?? lower.label, 'bottom', { gridded: true }),
        upper: linearAxis(look, upper.axis ?? upper.label, 'top', { gridded: false }),
      },
      plugins: { legend: legendOf(look, { width: 12, height: 9 }), tooltip: { enabled: false } },
    },
    plugins: [groundPlugin(look.panel)],
  })
}
