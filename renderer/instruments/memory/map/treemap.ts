/** Squarified treemap (Bruls, Huizing, van Wijk, 2000): rectangles by weight, as square as they get. Pure. */

export interface Rect {
  x: number
  y: number
  w: number
  h: number
}

/** The least square side ratio of a row of weights laid along `side`, when `scale` is area per weight. */
function worst(sum: number, least: number, most: number, side: number, scale: number): number {
  const area = sum * scale
  const thickness = area / side
  return Math.max((most * scale) / thickness ** 2, thickness ** 2 / (least * scale))
}

/**
 * One rectangle for each weight, in the order of the weights; together they fill `area` exactly.
 * @param weights positive and in descending order, which is what makes the rectangles square
 */
export function squarify(weights: readonly number[], area: Rect): Rect[] {
  const result: Rect[] = []
  const free: Rect = { ...area }
  let total = 0
  for (const weight of weights) total += weight
  let first = 0
  while (first < weights.length) {
    const scale = (free.w * free.h) / total
    const side = Math.min(free.w, free.h)
    let sum = weights[first]!
    let end = first + 1
    let ratio = worst(sum, sum, sum, side, scale)
    while (end < weights.length) {
      const weight = weights[end]!
      const next = worst(sum + weight, weight, weights[first]!, side, scale)
      if (next > ratio) break
      ratio = next
      sum += weight
      end++
    }
    placeRow(weights, first, end, sum, total, free, result)
    total -= sum
    first = end
  }
  return result
}

/** Puts weights[first..end) along the shorter side of `free`, and takes that strip from `free`. */
function placeRow(
  weights: readonly number[],
  first: number,
  end: number,
  sum: number,
  total: number,
  free: Rect,
  result: Rect[],
): void {
  const upright = free.w >= free.h
  // The last row takes all that is left, so that rounding leaves no gap.
  const share = end === weights.length ? 1 : sum / total
  const thickness = (upright ? free.w : free.h) * share
  let at = upright ? free.y : free.x
  for (let i = first; i < end; i++) {
    const length = ((upright ? free.h : free.w) * weights[i]!) / sum
    result.push(upright ? { x: free.x, y: at, w: thickness, h: length } : { x: at, y: free.y, w: length, h: thickness })
    at += length
  }
  if (upright) {
    free.x += thickness
    free.w -= thickness
  } else {
    free.y += thickness
    free.h -= thickness
  }
}
