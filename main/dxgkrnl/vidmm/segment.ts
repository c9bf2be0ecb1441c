/**
 * The physical memory of one segment, in pages of 64 KiB. GPU virtual addressing maps any pages, so an allocation takes
 * as many free extents as it needs; neighbouring free extents are joined when memory comes back.
 */

import { GRANULE, type SegmentGroup } from '../../../preload/contract/names'
import { alignUp } from '../../sim/align'

/** @returns bytes: as many, in whole pages, at least one */
export function wholePages(bytes: number): number {
  return Math.max(GRANULE, alignUp(bytes, GRANULE))
}

/** A run of pages: first page and number of pages. */
export interface Extent {
  readonly first: number
  readonly pages: number
}

export class Segment {
  readonly size: number
  private freePages: number
  /** free runs, by their first page and by the page behind their last */
  private readonly freeByFirst = new Map<number, number>()
  private readonly freeByEnd = new Map<number, number>()

  /** bytes at its end that the system keeps for itself, whole pages: they never become free (AN-11) */
  readonly systemBytes: number

  /**
   * @param size bytes, a multiple of 64 KiB
   * @param system bytes that the system needs; as much as there is where that is less [none]
   */
  constructor(
    readonly group: SegmentGroup,
    size: number,
    system = 0,
  ) {
    this.size = size
    this.systemBytes = Math.min(size, alignUp(system, GRANULE))
    this.freePages = (size - this.systemBytes) / GRANULE
    this.addFree(0, this.freePages)
  }

  /** bytes that can be made free for somebody: all but the system's (RS-06) */
  get available(): number {
    return this.size - this.systemBytes
  }

  get freeBytes(): number {
    return this.freePages * GRANULE
  }

  /** Free runs, for the conservation check (RS-12). */
  get freeExtents(): Extent[] {
    return [...this.freeByFirst].map(([first, pages]) => ({ first, pages }))
  }

  /**
   * Takes `bytes` (a multiple of 64 KiB).
   * @returns the extents taken; null, taking nothing, when there is not enough
   */
  take(bytes: number): Extent[] | null {
    let wanted = bytes / GRANULE
    if (wanted > this.freePages) return null
    this.freePages -= wanted
    const taken: Extent[] = []
    for (const [first, pages] of this.freeByFirst) {
      if (wanted === 0) break
      const used = Math.min(pages, wanted)
      this.removeFree(first, pages)
      if (used < pages) this.addFree(first + used, pages - used)
      taken.push({ first, pages: used })
      wanted -= used
    }
    return taken
  }

  give(extents: readonly Extent[]): void {
    for (const { first, pages } of extents) {
      this.freePages += pages
      this.join(first, pages)
    }
  }

  private join(first: number, pages: number): void {
    let start = first
    let end = first + pages
    const lengthBefore = this.freeByEnd.get(start)
    if (lengthBefore !== undefined) {
      start -= lengthBefore
      this.removeFree(start, lengthBefore)
    }
    const lengthAfter = this.freeByFirst.get(end)
    if (lengthAfter !== undefined) {
      this.removeFree(end, lengthAfter)
      end += lengthAfter
    }
    this.addFree(start, end - start)
  }

  private addFree(first: number, pages: number): void {
    if (pages === 0) return
    this.freeByFirst.set(first, pages)
    this.freeByEnd.set(first + pages, pages)
  }

  private removeFree(first: number, pages: number): void {
    this.freeByFirst.delete(first)
    this.freeByEnd.delete(first + pages)
  }
}
