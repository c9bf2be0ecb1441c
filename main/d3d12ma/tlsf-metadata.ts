/**
 * Two-level segregated fit (DF-01, DF-02): free ranges are kept in bins by size, so that a range that fits is found in
 * constant time however many there are, and joined with their neighbours as soon as they are free.
 */
import { type BlockMetadata, type Handle, NONE, type RangeVisitor } from './block-metadata'
import { AllocationFlag, STRATEGY_MASK } from './definitions'
import {
  alignUp,
  END,
  handleOrNone,
  NEXT,
  NEXT_FREE,
  PREVIOUS,
  PREVIOUS_FREE,
  RangeRecords,
  SIZE,
  TAKEN,
} from './range-records'
import { BinMap, binAbove, binOf } from './size-bins'

export class TlsfMetadata extends RangeRecords implements BlockMetadata {
  freeBytes: number
  allocationCount = 0
  freeRangeCount = 0
  private readonly bins: BinMap
  /** the first free range of each bin, END: none */
  private readonly heads: Int32Array
  /** NONE: to be found again */
  private largest = NONE

  /** @param size of the range, in bytes or any other unit, at least 1 */
  constructor(size: number) {
    super(size)
    this.bins = new BinMap(size)
    this.heads = new Int32Array(this.bins.count)
    this.freeBytes = size
    this.linkWhole()
  }

  /** Bytes of its own: what it takes to know its ranges. */
  get overheadBytes(): number {
    return this.recordBytes + this.heads.byteLength + this.heads.byteLength / 32
  }

  get largestFreeRange(): number {
    if (this.largest === NONE) this.largest = this.findLargest()
    return this.largest
  }

  allocate(size: number, alignment: number, flags = 0): Handle {
    if (size > this.freeBytes) return NONE
    const strategy = flags & STRATEGY_MASK
    let range: number
    if (strategy === 0 || (strategy & AllocationFlag.STRATEGY_MIN_TIME) !== 0) range = this.goodFit(size, alignment)
    else if ((strategy & AllocationFlag.STRATEGY_MIN_MEMORY) !== 0) range = this.bestFit(size, alignment)
    else range = this.firstFit(size, alignment, this.size)
    return range === END ? NONE : this.take(range, alignUp(this.doubles[range * 4] as number, alignment), size)
  }

  allocateBelow(size: number, alignment: number, limit: number): Handle {
    const range = this.firstFit(size, alignment, limit)
    return range === END ? NONE : this.take(range, alignUp(this.doubles[range * 4] as number, alignment), size)
  }

  /** From the end on, so that ranges taken in the order of their offsets are found at once. */
  allocateAt(offset: number, size: number): Handle {
    let range = this.words[PREVIOUS] as number
    while (range !== END && (this.doubles[range * 4] as number) > offset) range = this.before(range)
    if (range === END || !this.isFree(range)) return NONE
    const end = (this.doubles[range * 4] as number) + (this.doubles[range * 4 + SIZE] as number)
    return offset + size > end ? NONE : this.take(range, offset, size)
  }

  free(handle: Handle): void {
    this.requireAllocation(handle)
    const { doubles, words } = this
    const at = handle * 8
    const size = doubles[handle * 4 + SIZE] as number
    this.freeBytes += size
    this.largest = NONE
    let total = size
    let range = handle
    let next = words[at + NEXT] as number
    const previous = words[at + PREVIOUS] as number
    if ((words[next * 8 + NEXT_FREE] as number) >= 0) {
      total += doubles[next * 4 + SIZE] as number
      this.unlink(next)
      const after = words[next * 8 + NEXT] as number
      this.vacate(next)
      next = after
    }
    if ((words[previous * 8 + NEXT_FREE] as number) >= 0) {
      total += doubles[previous * 4 + SIZE] as number
      this.unlink(previous)
      this.vacate(handle)
      range = previous
    }
    words[range * 8 + NEXT] = next
    words[next * 8 + PREVIOUS] = range
    doubles[range * 4 + SIZE] = total
    this.link(range, total)
    // with nothing taken one record is in use: a large buffer is worth giving back
    if (--this.allocationCount === 0 && this.large) this.clear()
  }

  clear(): void {
    this.heads.fill(END)
    this.bins.clear()
    this.allocationCount = 0
    this.freeRangeCount = 0
    this.freeBytes = this.size
    this.resetRecords()
    this.linkWhole()
  }

  firstAllocation(): Handle {
    return this.takenFrom(this.after(END), NEXT)
  }

  lastAllocation(): Handle {
    return this.takenFrom(this.before(END), PREVIOUS)
  }

  nextAllocation(handle: Handle): Handle {
    this.requireAllocation(handle)
    return this.takenFrom(this.after(handle), NEXT)
  }

  previousAllocation(handle: Handle): Handle {
    this.requireAllocation(handle)
    return this.takenFrom(this.before(handle), PREVIOUS)
  }

  freeBefore(handle: Handle): number {
    this.requireAllocation(handle)
    return this.freeSize(this.before(handle))
  }

  freeAfter(handle: Handle): number {
    this.requireAllocation(handle)
    return this.freeSize(this.after(handle))
  }

  forEachRange(visit: RangeVisitor): void {
    for (let range = this.after(END); range !== END; range = this.after(range))
      visit(
        this.doubles[range * 4] as number,
        this.doubles[range * 4 + SIZE] as number,
        this.isFree(range) ? NONE : range,
      )
  }

  fits(size: number, alignment: number): boolean {
    return size <= this.freeBytes && this.goodFit(size, alignment) !== END
  }

  /** One free range, the whole block. */
  private linkWhole(): void {
    this.largest = this.size
    const range = this.insertAfter(END, 0)
    this.doubles[range * 4 + SIZE] = this.size
    this.link(range, this.size)
  }

  /** The first range of the bins in which all ranges are large enough; the bins below only when that fails. */
  private goodFit(size: number, alignment: number): number {
    const bin = this.bins.from(binAbove(size))
    if (bin !== NONE) {
      const range = this.heads[bin] as number
      if (this.takes(range, size, alignment)) return range
      if (alignment > 1) {
        const larger = this.bins.from(binAbove(size + alignment - 1))
        if (larger !== NONE) return this.heads[larger] as number
      }
    }
    return this.bestFit(size, alignment)
  }

  /** The smallest range that takes it: in the first bin that has one, as bins are in the order of sizes. */
  private bestFit(size: number, alignment: number): number {
    const { heads, words, doubles } = this
    for (let bin = this.bins.from(binOf(size)); bin !== NONE; bin = this.bins.from(bin + 1)) {
      let best = END
      let least = Number.POSITIVE_INFINITY
      for (let range = heads[bin] as number; range !== END; range = words[range * 8 + NEXT_FREE] as number) {
        const found = doubles[range * 4 + SIZE] as number
        if (found >= least || !this.takes(range, size, alignment)) continue
        best = range
        least = found
        if (found === size) break
      }
      if (best !== END) return best
    }
    return END
  }

  /** The free range with the lowest offset that takes it, placed below `limit`. */
  private firstFit(size: number, alignment: number, limit: number): number {
    for (let range = this.after(END); range !== END; range = this.after(range)) {
      if ((this.doubles[range * 4] as number) >= limit) return END
      if (!this.isFree(range) || !this.takes(range, size, alignment)) continue
      return alignUp(this.doubles[range * 4] as number, alignment) < limit ? range : END
    }
    return END
  }

  private takes(range: number, size: number, alignment: number): boolean {
    const offset = this.doubles[range * 4] as number
    const space = this.doubles[range * 4 + SIZE] as number
    return alignUp(offset, alignment) - offset + size <= space
  }

  /**
   * Takes a part of a free range. What is left before and after stays free; the record stays with what is left after,
   * in its bin if that is the same, otherwise with the allocation.
   */
  private take(range: number, offset: number, size: number): Handle {
    const start = this.doubles[range * 4] as number
    const space = this.doubles[range * 4 + SIZE] as number
    const rest = start + space - offset - size
    this.unlink(range)
    this.freeBytes -= size
    this.allocationCount++
    this.largest = NONE
    let taken = range
    if (offset > start) {
      taken = this.insertAfter(range, offset)
      this.doubles[range * 4 + SIZE] = offset - start
      this.link(range, offset - start)
    }
    if (rest > 0) {
      const remainder = this.insertAfter(taken, offset + size)
      this.doubles[remainder * 4 + SIZE] = rest
      this.link(remainder, rest)
    }
    this.doubles[taken * 4 + SIZE] = size
    this.words[taken * 8 + NEXT_FREE] = TAKEN
    this.words[taken * 8 + PREVIOUS_FREE] = NONE
    return taken
  }

  private link(range: number, size: number): void {
    const bin = binOf(size)
    const head = this.heads[bin] as number
    this.words[range * 8 + PREVIOUS_FREE] = END
    this.words[range * 8 + NEXT_FREE] = head
    this.heads[bin] = range
    this.freeRangeCount++
    if (head === END) this.bins.add(bin)
    else this.words[head * 8 + PREVIOUS_FREE] = range
  }

  private unlink(range: number): void {
    const { words } = this
    const previous = words[range * 8 + PREVIOUS_FREE] as number
    const next = words[range * 8 + NEXT_FREE] as number
    this.freeRangeCount--
    if (next !== END) words[next * 8 + PREVIOUS_FREE] = previous
    if (previous !== END) {
      words[previous * 8 + NEXT_FREE] = next
      return
    }
    const bin = binOf(this.doubles[range * 4 + SIZE] as number)
    this.heads[bin] = next
    if (next === END) this.bins.remove(bin)
  }

  private findLargest(): number {
    const bin = this.bins.last()
    if (bin === NONE) return 0
    let largest = 0
    for (let range = this.heads[bin] as number; range !== END; range = this.words[range * 8 + NEXT_FREE] as number)
      largest = Math.max(largest, this.doubles[range * 4 + SIZE] as number)
    return largest
  }

  private isFree(range: number): boolean {
    return (this.words[range * 8 + NEXT_FREE] as number) >= 0
  }

  private freeSize(range: number): number {
    return this.isFree(range) ? (this.doubles[range * 4 + SIZE] as number) : 0
  }

  /** No two free ranges touch, so the second one at the latest is taken. */
  private takenFrom(range: number, direction: typeof NEXT | typeof PREVIOUS): Handle {
    const taken = this.isFree(range) ? (this.words[range * 8 + direction] as number) : range
    return handleOrNone(taken)
  }
}
