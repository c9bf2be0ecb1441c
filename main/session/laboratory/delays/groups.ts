/** What stood before those that wait in a line, put together in groups that all of them share. µs. */
import { type Entry, type Piece, putTogether, standingPieces } from './chain'

/** groups in which a long wait is told, about (**choice**) */
const GROUPS = 128

/**
 * Groups of 2, 4, 8 ... entries, each made once when it is wanted first: many wait for long behind the same, and each
 * would go through all of it again.
 */
export class Groups {
  /** of each size, by the number of its first entry since the beginning */
  private readonly levels: Map<number, Piece>[] = []
  /** entries that are in the list no more */
  private gone = 0

  /** The first entries of the list are needed no more. */
  letGo(count: number): void {
    this.gone += count
    for (const level of this.levels) for (const at of level.keys()) if (at < this.gone) level.delete(at)
  }

  /**
   * Entries one after another as few pieces.
   * @param entries of which each has another one after it
   * @param from index of the first @param to index of the one after the last
   */
  of(entries: readonly Entry[], from: number, to: number): Piece[] {
    const largest = 2 ** Math.max(0, Math.ceil(Math.log2((to - from) / GROUPS)))
    const made: Piece[] = []
    for (let at = from, size = 1; at < to; at += size) {
      const number = at + this.gone
      while (size < largest && number % (2 * size) === 0) size *= 2
      while (at + size > to || number % size !== 0) size /= 2
      if (size === 1) made.push(...alone(entries, at))
      else made.push(this.group(entries, at, size))
    }
    return made
  }

  private group(entries: readonly Entry[], at: number, size: number): Piece {
    const level = Math.log2(size)
    while (this.levels.length <= level) this.levels.push(new Map())
    const known = (this.levels[level] as Map<number, Piece>).get(at + this.gone)
    if (known !== undefined) return known
    const half = size / 2
    const made = putTogether(
      half === 1
        ? [...alone(entries, at), ...alone(entries, at + 1)]
        : [this.group(entries, at, half), this.group(entries, at + half, half)],
      true,
    )
    this.levels[level]?.set(at + this.gone, made)
    return made
  }
}

/** An entry by itself: a chain may go on with the last of its pieces, so that these are nobody else's. */
function alone(entries: readonly Entry[], at: number): Piece[] {
  return standingPieces(entries[at] as Entry, (entries[at + 1] as Entry).start)
}
