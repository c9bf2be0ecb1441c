/** Patterns that tell fills apart without colour: a small square, drawn once and repeated. */

export type Brush = CanvasRenderingContext2D
export type Fill = CanvasPattern | string

/**
 * @param side of the square, px
 * @param plain what is used where the browser gives no canvas for the square
 * @param draw fills the square, which is transparent before
 */
export function patternOf(
  context: CanvasRenderingContext2D,
  side: number,
  plain: string,
  draw: (brush: Brush) => void,
) {
  const tile = document.createElement('canvas')
  tile.width = side
  tile.height = side
  const brush = tile.getContext('2d')
  if (brush === null) return plain
  draw(brush)
  return context.createPattern(tile, 'repeat') ?? plain
}

/** The ground of a square. */
export function fillSquare(brush: Brush, side: number, colour: string): void {
  brush.fillStyle = colour
  brush.fillRect(0, 0, side, side)
}

/**
 * Slanting lines that meet across the edges of a square, in the brush's stroke.
 * @param slant 1: rising to the right; -1: falling
 */
export function diagonals(brush: Brush, side: number, slant: 1 | -1 = 1): void {
  brush.beginPath()
  for (const start of [-side, 0, side]) {
    brush.moveTo(start - 1, slant === 1 ? side + 1 : -1)
    brush.lineTo(start + side + 1, slant === 1 ? -1 : side + 1)
  }
  brush.stroke()
}
