/** Variants as points with their names beside them, where these can be read (LB-13, LB-18). */
import { labelsText, lineLook } from '../../../../preload/contract'
import { BOTTOM, COLOURS, escaped, HEIGHT, LEFT, WIDTH } from './drawing'

/** Of a letter where texts are largest, and of a line. */
const [LETTER, LINE] = [9, 17]
/** of a point */
const RADIUS = 4
/** from a point to its names */
const GAP = 7

interface Box {
  readonly left: number
  readonly right: number
  readonly y: number
}

/**
 * Those in one place share a point. Its names stand on the side that has room: as many as fit there, the rest is counted, as
 * the table has all; above or below where others, or another point, stand already, and then a line leads to them. Where no
 * line is free they are left out: the point says them to who rests on it.
 * @param variants where each is, in the order of the lines
 */
export function pointsOf(variants: readonly { label: string; at: readonly [number, number] }[]): string {
  const places = new Map<string, { x: number; y: number; index: number; labels: string[] }>()
  for (const [index, { label, at }] of variants.entries()) {
    const [x, y] = at
    const place = places.get(`${x} ${y}`) ?? { x, y, index, labels: [] }
    place.labels.push(label)
    places.set(`${x} ${y}`, place)
  }
  const taken: Box[] = []
  const circles = [...places.values()].map(({ x, y }): Box => ({ left: x - RADIUS, right: x + RADIUS, y: y + 4 }))
  const points = [...places.values()].map(({ x, y, index, labels }, own) => {
    const circle = `<circle cx="${x}" cy="${y}" r="${RADIUS}" fill="${COLOURS[lineLook(index).colour]}"><title>${escaped(labels.join(', '))}</title></circle>`
    const before = x > WIDTH / 2
    const text = namesOf(labels, (before ? x - LEFT : WIDTH - x) - GAP)
    const [near, length] = [before ? x - GAP : x + GAP, text.length * LETTER]
    const box = { left: before ? near - length : near, right: before ? near : near + length, y: y + 4 }
    const free = freeAt(box, [...taken, ...circles.filter((_, place) => place !== own)])
    if (free === null) return { circle, lead: '', names: '' }
    taken.push({ ...box, y: free })
    const lead = free === box.y ? '' : `<path d="M${x} ${y}L${near} ${free - 4}" stroke="#888"/>`
    return {
      circle,
      lead,
      names: `<text x="${near}" y="${free}"${before ? ' text-anchor="end"' : ''}>${escaped(text)}</text>`,
    }
  })
  // the ground of a name hides lines that lead past it, and would hide points
  return [points.map(({ lead }) => lead), points.map(({ names }) => names), points.map(({ circle }) => circle)]
    .flat()
    .join('')
}

/** @param room for them, in the chart's units */
function namesOf(labels: readonly string[], room: number): string {
  for (let named = labels.length; ; named--) {
    const text = labelsText(labels, named)
    if (named === 1 || text.length * LETTER <= room) return text
  }
}

/** The nearest line above or below on which nothing else stands; null: there is none. */
function freeAt(box: Box, taken: readonly Box[]): number | null {
  const isFree = (y: number): boolean =>
    taken.every((other) => Math.abs(other.y - y) >= LINE || other.right <= box.left || box.right <= other.left)
  for (let away = 0; away * LINE < HEIGHT; away++)
    for (const y of [box.y + away * LINE, box.y - away * LINE])
      if (y >= LINE && y <= HEIGHT - BOTTOM + 4 && isFree(y)) return y
  return null
}
