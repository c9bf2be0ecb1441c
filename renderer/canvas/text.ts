/**
 * As much of a text as fits into a width in the context's font, with an ellipsis; '' where not even one letter fits.
 * @param width px
 */
export function fitted(context: CanvasRenderingContext2D, text: string, width: number): string {
  if (context.measureText(text).width <= width) return text
  // names can be long, and measuring is slow: halving finds the longest start that fits
  let fits = 0
  let tooLong = text.length
  while (tooLong - fits > 1) {
    const middle = (fits + tooLong) >> 1
    if (context.measureText(`${text.slice(0, middle)}…`).width <= width) fits = middle
    else tooLong = middle
  }
  return fits === 0 ? '' : `${text.slice(0, fits).trimEnd()}…`
}
