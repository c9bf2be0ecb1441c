/** The words on the memory chart: of its two lines, and of what is paged out. */
import type { Chart } from 'chart.js'
import { formatBytes } from '../../../widgets/format'
import type { ChartTheme } from '../theme'
import type { Point } from './data'
import { lineLabel, MARKER_REACH, MARKER_ROWS, outsideLabel } from './height'

/** What they say, and where. */
export interface ChartWords {
  theme: ChartTheme
  /** bytes, at the end of the window; null: there are none yet */
  budget: number | null
  capacity: number | null
  /** bytes that are paged out then; null: none were at any moment of the window */
  out: number | null
  /** µs: of what is known of the window */
  end: number
  /** µs, from when the budget has been that; null: there is none yet */
  budgetSince: number | null
}

/** Since when a stepped line has been as high as it is at its end. @returns its `x`; null: it has no point */
export function steadySince(points: readonly Point[]): number | null {
  const last = points.at(-1)
  if (last === undefined) return null
  return points[points.findLastIndex(({ y }) => y !== last.y) + 1]?.x ?? last.x
}

/** px */
const LABEL_SIZE = 11
const LABEL_ROOM = 4

type Drawing = Chart<'line' | 'scatter'>

export function drawWords(chart: Drawing, words: ChartWords): void {
  const { theme, budget, capacity, out, end, budgetSince } = words
  const { x, bytes, outside, marks } = chart.scales
  if (x === undefined || bytes === undefined || outside === undefined || marks === undefined) return
  const { left, right } = chart.chartArea
  const from = x.getPixelForValue(end)
  const lowest = marks.getPixelForValue(MARKER_ROWS.low)
  const lineOf = (value: number | null): number | null => (value === null ? null : bytes.getPixelForValue(value))
  const label = (name: string, value: number | null, colour: string, other: number | null): Label | null => {
    const line = lineOf(value)
    if (value === null || line === null) return null
    const place = lineLabel(line, bytes, `${name} ${formatBytes(value)}`, LABEL_SIZE, lineOf(other))
    return { ...place, colour, width: widthOf(chart, theme, place.text) }
  }
  /** At the upper end of the plot they stand below the markers that reach into it there: they would hide a finding's. */
  const drawLine = (place: Label, begin: number): void => {
    const below = outsideLabel(bytes, lowest, LABEL_SIZE)
    const hides = below !== null && place.y < below && hasMarker(chart, begin, begin + place.width)
    drawLabel(chart, theme, hides ? { ...place, y: below } : place, begin)
  }
  /** Behind what is known, where two of them fit there: they hide nothing. @param begin px, where it stands otherwise */
  const beside = ({ width }: Label, begin: number): number => (from + 2 * width < right ? from : begin)
  // one at either end: a budget is often close to the capacity
  const ofCapacity = label('Capacity', capacity, theme.text, budget)
  const ofBudget = label('Budget', budget, theme.budget, capacity)
  if (ofBudget !== null) {
    // where it is that budget: at the left of a change one would read it as what there was before
    const since = budgetSince === null ? left : x.getPixelForValue(budgetSince)
    const room = right - LABEL_ROOM - (ofCapacity?.width ?? 0) - LABEL_ROOM - ofBudget.width
    drawLine(ofBudget, beside(ofBudget, Math.max(left, Math.min(since, room))) + LABEL_ROOM)
  }
  if (ofCapacity !== null) drawLine(ofCapacity, right - LABEL_ROOM - ofCapacity.width)
  const y = outsideLabel(outside, lowest, LABEL_SIZE)
  // also where all of it is in the segment again by then: what lies above the capacity has been paged out
  if (out === null || y === null) return
  const text = `Paged out ${formatBytes(out)}`
  const ofOut = { text, y, colour: theme.text, width: widthOf(chart, theme, text) }
  drawLabel(chart, theme, ofOut, beside(ofOut, left) + LABEL_ROOM)
}

/** Whether a marker of the lowest row stands there. @param left px @param right px */
function hasMarker({ data, scales: { x } }: Drawing, left: number, right: number): boolean {
  if (x === undefined) return false
  const from = left - MARKER_REACH
  const to = right + MARKER_REACH
  for (const { yAxisID, data: points } of data.datasets) {
    if (yAxisID !== 'marks') continue
    for (const point of points) {
      if (point === null || typeof point === 'number' || Array.isArray(point)) continue
      if (point.x === null || point.y !== MARKER_ROWS.low) continue
      const at = x.getPixelForValue(point.x)
      if (at >= from && at <= to) return true
    }
  }
  return false
}

interface Label {
  text: string
  /** px, its lower end */
  y: number
  colour: string
  /** px, with its ground */
  width: number
}

const fontOf = ({ font }: ChartTheme): string => `600 ${LABEL_SIZE}px ${font}`

function widthOf({ ctx }: Drawing, theme: ChartTheme, text: string): number {
  ctx.save()
  ctx.font = fontOf(theme)
  const { width } = ctx.measureText(text)
  ctx.restore()
  return width + 2 * LABEL_ROOM
}

/** Words on a ground of their own: they are read on any fill. @param x px, its left end */
function drawLabel({ ctx }: Drawing, theme: ChartTheme, { text, y, colour, width }: Label, x: number): void {
  ctx.save()
  ctx.font = fontOf(theme)
  ctx.fillStyle = theme.panel
  ctx.fillRect(x, y - LABEL_SIZE - 1, width, LABEL_SIZE + 4)
  ctx.fillStyle = colour
  ctx.textAlign = 'left'
  ctx.textBaseline = 'alphabetic'
  ctx.fillText(text, x + LABEL_ROOM, y)
  ctx.restore()
}
