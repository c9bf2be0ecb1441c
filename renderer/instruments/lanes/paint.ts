/** What all lanes draw alike, within their plot: the axis and the marked moment. */
import { axisTicks, type LaneView, placeOf, tickText } from './time'
import type { LanesGeometry } from './view'

const TICK_ROOM = 72

interface PlotTheme {
  line: string
  axis: string
  outline: string
  font: string
}

interface Plot {
  geometry: LanesGeometry
  view: LaneView
}

/**
 * @param axis its height, px
 * @param middle of its labels, px
 */
export function drawAxis(
  context: CanvasRenderingContext2D,
  theme: PlotTheme,
  { geometry, view }: Plot,
  axis: number,
  middle: number,
): void {
  const { ticks, step } = axisTicks(view, TICK_ROOM)
  context.font = `11px ${theme.font}`
  for (const t of ticks) {
    const x = Math.round(placeOf(view, t))
    context.fillStyle = theme.line
    context.fillRect(x, axis - 5, 1, geometry.height)
    context.fillStyle = theme.axis
    const text = tickText(t, step)
    // half a number would be another one
    if (x + 4 + context.measureText(text).width <= geometry.plot) context.fillText(text, x + 4, middle)
  }
}

/** @param moment µs, null: none is marked */
export function drawMoment(
  context: CanvasRenderingContext2D,
  theme: PlotTheme,
  { geometry, view }: Plot,
  axis: number,
  moment: number | null,
): void {
  if (moment === null || moment < view.from || moment > view.to) return
  context.fillStyle = theme.outline
  context.fillRect(Math.round(placeOf(view, moment)), axis - 6, 1.5, geometry.height)
}

/** The name of a lane and a line about it, on the left. @param apart px between the two */
export function drawHead(
  context: CanvasRenderingContext2D,
  theme: { text: string; textMuted: string; font: string },
  place: { middle: number; apart: number; width: number },
  name: string,
  about: string,
): void {
  const { middle, apart, width } = place
  context.textBaseline = 'middle'
  context.fillStyle = theme.text
  context.font = `600 12px ${theme.font}`
  context.fillText(name, 8, middle - apart / 2, width)
  context.fillStyle = theme.textMuted
  context.font = `11px ${theme.font}`
  context.fillText(about, 8, middle + apart / 2 + 0.5, width)
}
