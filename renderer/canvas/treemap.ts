/** Squarified treemap (Bruls, Huizing, van Wijk, 2000): rectangles by weight, as square as they get. Pure. */
import { hierarchy, treemap, treemapSquarify } from 'd3-hierarchy'

export interface Rect {
  x: number
  y: number
  w: number
  h: number
}

interface Node {
  weight: number
  children?: Node[]
}

/** As square as they get, not as golden sections: states are told apart on squares best. */
const SQUARE = treemapSquarify.ratio(1)

/**
 * One rectangle for each weight, in the order of the weights; together they fill `area`.
 * @param weights positive and in descending order, which is what makes the rectangles square
 */
export function squarify(weights: readonly number[], area: Rect): Rect[] {
  const root = hierarchy<Node>({ weight: 0, children: weights.map((weight) => ({ weight })) }).sum(
    ({ weight }) => weight,
  )
  const { children = [] } = treemap<Node>().tile(SQUARE).size([area.w, area.h])(root)
  return children.map(({ x0, y0, x1, y1 }) => ({ x: area.x + x0, y: area.y + y0, w: x1 - x0, h: y1 - y0 }))
}
