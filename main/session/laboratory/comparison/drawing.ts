/** What charts of the report are drawn with (LB-18): they have no script, so that each is a picture in the page. */
import { lineLook } from '../../../../preload/contract'

/** Of all of it, and of the edges that texts of the axes stand in. */
export const [WIDTH, HEIGHT, LEFT, BOTTOM] = [960, 260, 120, 30]
/** those of the page's light theme: the document is on paper */
export const COLOURS = ['#0072b2', '#c44e00', '#00795a', '#a3457f', '#6f5a9e', '#8a6d00', '#4a515d', '#a8200d']

/** How a line is drawn, so that no two of a chart are alike. @param index of the line */
export function strokeOf(index: number): string {
  const { colour, dashes } = lineLook(index)
  const pattern = dashes.length === 0 ? '' : ` stroke-dasharray="${dashes.join(' ')}"`
  return `fill="none" stroke="${COLOURS[colour]}" stroke-width="1.5"${pattern}`
}

/** A share of the width and of the height, from the bottom, as coordinates. */
export function placed([x, y]: readonly [number, number]): [number, number] {
  return [round(LEFT + x * (WIDTH - LEFT - 10)), round(HEIGHT - BOTTOM - y * (HEIGHT - BOTTOM - 15))]
}

/** A line through points, each a share of the width and of the height. */
export function pathOf(points: readonly (readonly [number, number])[]): string {
  return points.map((point, i) => `${i === 0 ? 'M' : 'L'}${placed(point).join(' ')}`).join('')
}

/** Both axes and their ends. @param most at the top @param end at the right @param begin at the left */
export function axes(most: string, end: string, begin = ''): string {
  const [x, y] = placed([0, 0])
  const [right] = placed([1, 0])
  const [, top] = placed([0, 1])
  return `<path d="M${x} ${top}V${y}H${right}" fill="none" stroke="#888"/><text x="${x - 6}" y="${top + 8}" text-anchor="end">${escaped(most)}</text><text x="${x - 6}" y="${y}" text-anchor="end">0</text>${begin === '' ? '' : `<text x="${x}" y="${y + 18}">${escaped(begin)}</text>`}<text x="${right}" y="${y + 18}" text-anchor="end">${escaped(end)}</text>`
}

/** @param title what those hear who do not see it @param content its elements, escaped */
export function svg(title: string, content: string): string {
  return `<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${escaped(title)}">${content}</svg>`
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}

/** A text of a scenario is a text in the page; characters that a page must not have, such as NUL, are a space. */
export function escaped(text: string): string {
  return text
    .replaceAll(/\p{Cc}+/gu, ' ')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
