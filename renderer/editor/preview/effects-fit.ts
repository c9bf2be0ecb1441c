/** Which names of effects there is room for. Pure; lengths are CSS pixels. */

export const LONGEST_NAME = 120

/**
 * How many of the first names to show in full; the others are behind a button, which needs room as well.
 * @param widths of the names, in order
 * @param more width of the button
 */
export function namesThatFit(widths: readonly number[], room: number, more: number, gap: number): number {
  let used = 0
  let fitting = 0
  for (const [index, width] of widths.entries()) {
    used += width + (index === 0 ? 0 : gap)
    const isLast = index === widths.length - 1
    if (used + (isLast ? 0 : gap + more) <= room) fitting = index + 1
  }
  return fitting
}
