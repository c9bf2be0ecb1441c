/** How chart.js draws the comparison: for each run a bar of its worst latency and one of its missed vertical blanks. */
import { BarController, BarElement, CategoryScale, Chart, Legend, LinearScale, type Plugin } from 'chart.js'
import type { ComparisonRow } from '../../../../preload/contract'
import { themeColor } from '../../../canvas/theme'
import { rowLabel } from './rows'

Chart.register(BarController, BarElement, CategoryScale, LinearScale, Legend)

/** Height of a run's bars and of what is around them, in px. */
export const chartHeight = (rows: number): number => 92 + rows * 34

/** Fills the ground, which a saved PNG needs. */
function groundPlugin(colour: string): Plugin<'bar'> {
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

/** A thin-striped fill, so that the two bars are told apart without colour. */
function stripes(colour: string, ground: string): CanvasPattern | string {
  const tile = document.createElement('canvas')
  tile.width = 6
  tile.height = 6
  const context = tile.getContext('2d')
  if (context === null) return colour
  context.fillStyle = ground
  context.fillRect(0, 0, 6, 6)
  context.fillStyle = colour
  context.fillRect(0, 0, 3, 6)
  return context.createPattern(tile, 'repeat') ?? colour
}

/** Draws the runs on a canvas; the caller destroys the chart. */
export function comparisonChart(canvas: HTMLCanvasElement, rows: readonly ComparisonRow[]): Chart<'bar'> {
  const panel = themeColor('--panel-raised')
  const axis = themeColor('--chart-axis')
  const grid = themeColor('--chart-grid')
  const latency = themeColor('--gpu-standard')
  const missed = themeColor('--danger')
  const family = getComputedStyle(document.body).fontFamily || 'sans-serif'
  const font = { size: 11, family }
  const scale = (text: string, position: 'top' | 'bottom') => ({
    type: 'linear' as const,
    position,
    beginAtZero: true,
    grid: { color: position === 'bottom' ? grid : 'transparent' },
    border: { color: axis },
    ticks: { color: axis, font, precision: 0, maxTicksLimit: 6 },
    title: { display: true, text, color: axis, font },
  })
  return new Chart(canvas, {
    type: 'bar',
    data: {
      labels: rows.map((row) => rowLabel(row).split(', ')),
      datasets: [
        {
          label: 'Worst compositor latency',
          data: rows.map(({ worstLatency }) => (worstLatency ?? 0) / 1000),
          xAxisID: 'latency',
          backgroundColor: latency,
        },
        {
          label: 'Missed vertical blanks',
          data: rows.map(({ missedVerticalBlanks }) => missedVerticalBlanks),
          xAxisID: 'missed',
          backgroundColor: stripes(missed, panel),
          borderColor: missed,
          borderWidth: 1,
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
        y: { grid: { display: false }, border: { color: axis }, ticks: { color: axis, font, autoSkip: false } },
        latency: scale('Worst latency, ms', 'bottom'),
        missed: scale('Missed vertical blanks', 'top'),
      },
      plugins: {
        legend: {
          position: 'top',
          align: 'start',
          labels: { color: themeColor('--text'), font, boxWidth: 12, boxHeight: 9 },
        },
        tooltip: { enabled: false },
      },
    },
    plugins: [groundPlugin(panel)],
  })
}
