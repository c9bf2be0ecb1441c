/** The comparison of preemption as a chart: for each run its worst latency and its missed vertical blanks (GP-28). */
import type { Chart } from 'chart.js'
import type { ComparisonRow } from '../../../../preload/contract'
import { context2d } from '../../../canvas/context'
import { fillSquare, patternOf } from '../../../canvas/hatch'
import { themeColor } from '../../../canvas/theme'
import { barChart } from '../../../charts/bars'
import { chartLook } from '../../../charts/look'
import { rowLabel } from './rows'

/** Height of a run's bars and of what is around them, in px. */
export const chartHeight = (rows: number): number => 92 + rows * 34

const TILE = 6

/** Draws the runs on a canvas; the caller destroys the chart. */
export function comparisonChart(
  canvas: HTMLCanvasElement,
  rows: readonly ComparisonRow[],
): Chart<'bar', number[], string | string[]> {
  const look = chartLook()
  const missed = themeColor('--danger')
  // thin stripes, so that the two bars are told apart without colour
  const stripes = patternOf(context2d(canvas, 'the comparison'), TILE, missed, (brush) => {
    fillSquare(brush, TILE, look.panel)
    brush.fillStyle = missed
    brush.fillRect(0, 0, TILE / 2, TILE)
  })
  return barChart(
    canvas,
    look,
    rows.map((row) => rowLabel(row).split(', ')),
    {
      label: 'Worst compositor latency',
      axis: 'Worst latency, ms',
      values: rows.map(({ worstLatency }) => (worstLatency ?? 0) / 1000),
      fill: themeColor('--gpu-standard'),
    },
    {
      label: 'Missed vertical blanks',
      values: rows.map(({ missedVerticalBlanks }) => missedVerticalBlanks),
      fill: stripes,
      border: { colour: missed, width: 1 },
    },
  )
}
