/** How high the memory chart reaches: to the budget, or only to what there is where that would be lost below it. */

/** what is used is shown to its own height while it is under this share of the budget */
const SMALL = 1 / 3

/** the capacity's line is in the picture where it is no more than this above the rest of it; else its words say how much */
const NEAR = 1.25

/** Bytes, each the most that any moment in the window has. */
export interface Heights {
  /** what lies in the segment, of all processes */
  held: number
  /** what the app uses */
  usage: number
  budget: number
  capacity: number
  /** the least that the budget comes to: where it falls that is to be seen */
  lowest: number
}

/** @param wanted whether the data may be fitted at all @returns `fits`: they are */
export function heightOf(
  { held, usage, budget, capacity, lowest }: Heights,
  wanted: boolean,
): { top: number; fits: boolean } {
  if (wanted && held > 0 && usage < lowest * SMALL) return { top: held, fits: true }
  const most = Math.max(held, budget)
  return { top: capacity > most * NEAR ? most : Math.max(most, capacity), fits: false }
}

/** what is paged out has at least this share of the height of what is in the segment, where there is any */
const LEAST_OUT = 0.3

/**
 * How high what is paged out reaches, above what is in the segment and drawn to the same scale, unless it is more than
 * the chart is high.
 * @param out bytes, the most that any moment in the window has outside @param top bytes, as high as the segment reaches
 * @returns `weight`: its height, of that of the segment
 */
export function outsideOf(out: number, top: number): { top: number; weight: number } {
  if (out === 0) return { top: 1, weight: NONE }
  const reached = Math.max(out, top * LEAST_OUT)
  return { top: reached, weight: Math.min(1, reached / top) }
}

/** no height at all is no share that a chart can divide by */
const NONE = 1e-6

export interface LabelPlace {
  text: string
  /** px, its lower end */
  y: number
}

/** px from the line to its words */
const GAP = 4

/** heights of the rows in the strip of markers, 0 to 1 */
export const MARKER_ROWS = { high: 0.82, middle: 0.48, low: 0.14 } as const
/** px that a marker reaches up and down, with its border */
export const MARKER_REACH = 6

/** px that the ground of words reaches above and below its letters */
const GROUND = { above: 1, below: 3 }

/**
 * Where the words of a line stand: above it where there is room, else below; at the upper end, with an arrow,
 * where the line is above the chart. Where they would lie on the other line instead, or on the axis, as in a low chart, they
 * lie on their own: words on a line are read as that line's.
 * @param line px, where the line would lie @param words `Budget 1.8 GiB` @param height px of the letters
 * @param other px, where the other line with words lies; null: there is none
 */
export function lineLabel(
  line: number,
  plot: { top: number; bottom: number },
  words: string,
  height: number,
  other: number | null,
): LabelPlace {
  if (line < plot.top) return { text: `${words} ↑`, y: plot.top + height }
  const above = line - GAP
  const beside = above - height >= plot.top ? above : line + height + GAP
  const isOff = beside + GROUND.below > plot.bottom
  const isOnOther = other !== null && other >= beside - height - GROUND.above && other <= beside + GROUND.below
  const on = Math.max(plot.top + height, Math.round(line + height / 2 - GROUND.above))
  const y = isOff || isOnOther ? Math.min(plot.bottom, on) : beside
  return { text: words, y }
}

/**
 * Where words at the upper end of something stand, as those of what is paged out: below what markers of the lowest row reach
 * into it.
 * @param marks px, where that row lies @param height px of the letters
 * @returns px, their lower end; null: there is no room for them
 */
export function outsideLabel(outside: { top: number; bottom: number }, marks: number, height: number): number | null {
  const top = Math.max(outside.top, Math.ceil(marks + MARKER_REACH) + GROUND.above)
  const y = top + height
  return y + GROUND.below > outside.bottom ? null : y
}
