/**
 * A fine picture is drawn a chunk at a time: each chunk is little enough work that what else is shown never waits for
 * it. Pure; work is picture elements times texture reads.
 */

/** Rows of one pass, `from` ≤ row < `to`. */
export interface Band {
  pass: number
  from: number
  to: number
}

/** Where the next chunk begins: a row of a pass. */
export interface Cursor {
  pass: number
  row: number
}

export const START: Cursor = { pass: 0, row: 0 }

/**
 * The next bands, in order, up to an amount of work and at least one row.
 * @param rowWork work of one row, for each pass
 * @param height rows of every pass
 * @returns the bands, and where the chunk after begins; its pass is `rowWork.length` when everything is drawn
 */
export function nextChunk(
  cursor: Cursor,
  rowWork: readonly number[],
  height: number,
  most: number,
): { bands: Band[]; next: Cursor } {
  const bands: Band[] = []
  let { pass, row } = cursor
  let left = most
  for (;;) {
    const work = rowWork[pass]
    if (work === undefined) break
    const affordable = Math.floor(left / work)
    if (affordable < 1 && bands.length > 0) break
    const to = Math.min(height, row + Math.max(1, affordable))
    bands.push({ pass, from: row, to })
    left -= (to - row) * work
    row = to
    if (row < height) break
    pass++
    row = 0
  }
  return { bands, next: { pass, row } }
}

/** ms: a chunk that took less is followed by a larger one, one that took more by a smaller one. */
const SHORT = 20
const LONG = 40
/** On a machine where even the smallest chunks take long, a picture is still done after so many. */
const MOST_CHUNKS = 64

/** The work of the chunk that follows one which took so many ms, for a picture of `total` work. */
export function nextWork(work: number, took: number, total: number): number {
  const least = total / MOST_CHUNKS
  if (took > LONG) return Math.max(least, work / 2)
  return Math.max(least, took < SHORT ? work * 2 : work)
}
