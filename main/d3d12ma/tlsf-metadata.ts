/**
 * Two-level segregated fit (DF-01, DF-02): free ranges are kept in bins by size, so that a range that fits is found in
 * constant time however many there are, and joined with their neighbours as soon as they are free.
 */
import { alignUp } from '../sim/align'
import { type BlockMetadata, type Handle, NONE, type RangeVisitor } from './block-metadata'
import { AllocationFlag, STRATEGY_MASK } from './definitions'
import {
  END,
  FREE,
  handleOrNone,
  NEXT,
  NEXT_FREE,
  PREVIOUS,
  PREVIOUS_FREE,
  RangeRecords,
  SIZE,
  TAKEN,
} from './range-records'
import { addBin, type Bins, binAbove, binFrom, binOf, HEADS, lastBin, newBins, removeBin } from './size-bins'

export class TlsfMetadata extends RangeRecords implements BlockMetadata {
  freeBytes: number
  allocationCount = 0
  freeRangeCount = 0
  /** which bins have a free range, and which is the first of each, END: none */
  private readonly bins: Bins
  /** NONE: to be found again */
  private largest = NONE

  /** @param size of the range, in bytes or any other unit, at least 1 */
  constructor(size: number) {
    super(size)
    this.bins = newBins(size)
    this.freeBytes = size
    this.linkWhole()
  }

  /** Bytes of its own: what it takes to know its ranges. */
  get overheadBytes(): number {
    return this.recordBytes + this.bins.byteLength
  }

  get largestFreeRange(): number {
    if (this.largest === NONE) this.largest = this.findLargest()
    return this.largest
  }

  allocate(size: number, alignment: number, flags = 0): Handle {
    if (size > this.freeBytes) return NONE
    const range = (flags & STRATEGY_MASK) === 0 ? this.goodFit(size, alignment) : this.fitBy(flags, size, alignment)
    return range === END ? NONE : this.take(range, alignUp(this.doubles[range >> 1] as number, alignment), size)
  }

  allocateBelow(size: number, alignment: number, limit: number): Handle {
    const range = this.firstFit(size, alignment, limit)
    return range === END ? NONE : this.take(range, alignUp(this.doubles[range >> 1] as number, alignment), size)
  }

  /** From the end on, so that ranges taken in the order of their offsets are found at once. */
  allocateAt(offset: number, size: number): Handle {
    let range = this.before(END)
    while (range !== END && (this.doubles[range >> 1] as number) > offset) range = this.before(range)
    if (range === END || !this.isFree(range)) return NONE
    const end = (this.doubles[range >> 1] as number) + (this.doubles[(range >> 1) + SIZE] as number)
    return offset + size > end ? NONE : this.take(range, offset, size)
  }

  free(handle: Handle): void {
    this.requireAllocation(handle)
    const { words, doubles } = this
    const previous = words[handle + PREVIOUS] as number
    const next = words[handle + NEXT] as number
    const freed = doubles[(handle >> 1) + SIZE] as number
    let size = freed
    let range = handle
    let rangesMore = 1
    if ((previous & FREE) !== 0) {
      range = previous - FREE
      size += doubles[(range >> 1) + SIZE] as number
      rangesMore = 0
      this.unlink(range)
      this.vacate(handle)
    } else words[previous + NEXT] = range + FREE
    let after = next
    if ((next & FREE) !== 0) {
      const gone = next - FREE
      after = words[gone + NEXT] as number
      size += doubles[(gone >> 1) + SIZE] as number
      rangesMore--
      this.unlink(gone)
      this.vacate(gone)
    }
    words[range + NEXT] = after
    words[after + PREVIOUS] = range + FREE
    doubles[(range >> 1) + SIZE] = size
    this.link(range, binOf(size))
    this.freeBytes += freed
    this.freeRangeCount += rangesMore
    this.largest = NONE
    // with nothing taken one record is in use: a large buffer is worth giving back
    if (--this.allocationCount === 0 && this.large) this.clear()
  }

  clear(): void {
    this.bins.fill(0)
    this.allocationCount = 0
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
        this.doubles[range >> 1] as number,
        this.doubles[(range >> 1) + SIZE] as number,
        this.isFree(range) ? NONE : range,
      )
  }

  fits(size: number, alignment: number): boolean {
    return size <= this.freeBytes && this.goodFit(size, alignment) !== END
  }

  /** One free range, the whole block. */
  private linkWhole(): void {
    this.largest = this.size
    this.freeRangeCount = 1
    const range = this.newRecord()
    const { words, doubles } = this
    words[END + PREVIOUS] = range + FREE
    words[END + NEXT] = range + FREE
    words[range + PREVIOUS] = END
    words[range + NEXT] = END
    doubles[range >> 1] = 0
    doubles[(range >> 1) + SIZE] = this.size
    this.link(range, binOf(this.size))
  }

  /** As a strategy wants it. */
  private fitBy(flags: number, size: number, alignment: number): number {
    if ((flags & AllocationFlag.STRATEGY_MIN_TIME) !== 0) return this.goodFit(size, alignment)
    if ((flags & AllocationFlag.STRATEGY_MIN_MEMORY) !== 0) return this.bestFit(size, alignment)
    return this.firstFit(size, alignment, this.size)
  }

  /** The first range of the bins in which all ranges are large enough; the bins below only when that fails. */
  private goodFit(size: number, alignment: number): number {
    const { bins } = this
    const bin = binFrom(bins, binAbove(size))
    if (bin !== NONE) {
      const range = bins[HEADS + bin] as number
      if (alignment <= 1 || this.takes(range, size, alignment)) return range
      const larger = binFrom(bins, binAbove(size + alignment - 1))
      if (larger !== NONE) return bins[HEADS + larger] as number
    }
    return this.bestFit(size, alignment)
  }

  /** The smallest range that takes it: in the first bin that has one, as bins are in the order of sizes. */
  private bestFit(size: number, alignment: number): number {
    const { bins, words, doubles } = this
    for (let bin = binFrom(bins, binOf(size)); bin !== NONE; bin = binFrom(bins, bin + 1)) {
      let best = END
      let least = Number.POSITIVE_INFINITY
      for (let range = bins[HEADS + bin] as number; range !== END; range = words[range + NEXT_FREE] as number) {
        const found = doubles[(range >> 1) + SIZE] as number
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
      if ((this.doubles[range >> 1] as number) >= limit) return END
      if (!this.isFree(range) || !this.takes(range, size, alignment)) continue
      return alignUp(this.doubles[range >> 1] as number, alignment) < limit ? range : END
    }
    return END
  }

  private takes(range: number, size: number, alignment: number): boolean {
    const offset = this.doubles[range >> 1] as number
    const space = this.doubles[(range >> 1) + SIZE] as number
    return alignUp(offset, alignment) - offset + size <= space
  }

  /** Takes a part of a free range. What is left before and after stays free. */
  private take(range: number, offset: number, size: number): Handle {
    const start = this.doubles[range >> 1] as number
    const space = this.doubles[(range >> 1) + SIZE] as number
    this.freeBytes -= size
    this.allocationCount++
    this.largest = NONE
    if (offset > start) return this.takeWithin(range, offset, size)
    return size === space ? this.takeWhole(range) : this.takeFront(range, start, size, space - size)
  }

  private takeWhole(range: number): Handle {
    const { words } = this
    this.unlink(range)
    this.freeRangeCount--
    // what lies beside a free range is taken, so its links to its neighbours have no mark
    words[(words[range + PREVIOUS] as number) + NEXT] = range
    words[(words[range + NEXT] as number) + PREVIOUS] = range
    words[range + PREVIOUS_FREE] = NONE
    words[range + NEXT_FREE] = TAKEN
    return range
  }

  /** The range keeps its record for what is left, so that nothing changes for what comes after it. */
  private takeFront(range: number, offset: number, size: number, left: number): Handle {
    const taken = this.newRecord()
    this.resize(range, offset + size, left)
    const { words } = this
    const previous = words[range + PREVIOUS] as number
    words[previous + NEXT] = taken
    words[range + PREVIOUS] = taken
    this.setTaken(taken, offset, size, previous, range + FREE)
    return taken
  }

  /** The range keeps its record for what is left before; what is left after gets another. */
  private takeWithin(range: number, offset: number, size: number): Handle {
    const taken = this.newRecord()
    const rest = this.newRecord()
    const { words, doubles } = this
    const start = doubles[range >> 1] as number
    const left = start + (doubles[(range >> 1) + SIZE] as number) - offset - size
    const next = words[range + NEXT] as number
    this.resize(range, start, offset - start)
    words[range + NEXT] = taken
    if (left === 0) {
      this.vacate(rest)
      words[next + PREVIOUS] = taken
      this.setTaken(taken, offset, size, range + FREE, next)
      return taken
    }
    doubles[rest >> 1] = offset + size
    doubles[(rest >> 1) + SIZE] = left
    words[rest + PREVIOUS] = taken
    words[rest + NEXT] = next
    words[next + PREVIOUS] = rest + FREE
    this.link(rest, binOf(left))
    this.freeRangeCount++
    this.setTaken(taken, offset, size, range + FREE, rest + FREE)
    return taken
  }

  /** @param previous physical neighbours, with their marks */
  private setTaken(taken: number, offset: number, size: number, previous: number, next: number): void {
    const { words, doubles } = this
    doubles[taken >> 1] = offset
    doubles[(taken >> 1) + SIZE] = size
    words[taken + PREVIOUS] = previous
    words[taken + NEXT] = next
    words[taken + PREVIOUS_FREE] = NONE
    words[taken + NEXT_FREE] = TAKEN
  }

  /** Of a free range: it stays in its bin if that is the same. */
  private resize(range: number, offset: number, size: number): void {
    const { doubles } = this
    const bin = binOf(size)
    const isSame = bin === this.binOfFree(range)
    doubles[range >> 1] = offset
    doubles[(range >> 1) + SIZE] = size
    if (isSame) return
    this.unlink(range)
    this.link(range, bin)
  }

  /** As the first of its bin. It keeps the bin's number where others have the one before them. */
  private link(range: number, bin: number): void {
    const { words, bins } = this
    const head = bins[HEADS + bin] as number
    words[range + PREVIOUS_FREE] = ~bin
    words[range + NEXT_FREE] = head
    // END has no use for what is written here, and asking would be slower
    words[head + PREVIOUS_FREE] = range
    bins[HEADS + bin] = range
    addBin(bins, bin)
  }

  private unlink(range: number): void {
    const { words, bins } = this
    const previous = words[range + PREVIOUS_FREE] as number
    const next = words[range + NEXT_FREE] as number
    words[next + PREVIOUS_FREE] = previous
    if (previous >= 0) words[previous + NEXT_FREE] = next
    else {
      bins[HEADS + ~previous] = next
      if (next === END) removeBin(bins, ~previous)
    }
  }

  private binOfFree(range: number): number {
    const previous = this.words[range + PREVIOUS_FREE] as number
    return previous < 0 ? ~previous : binOf(this.doubles[(range >> 1) + SIZE] as number)
  }

  private findLargest(): number {
    const bin = lastBin(this.bins)
    if (bin === NONE) return 0
    let largest = 0
    for (let range = this.bins[HEADS + bin] as number; range !== END; range = this.words[range + NEXT_FREE] as number)
      largest = Math.max(largest, this.doubles[(range >> 1) + SIZE] as number)
    return largest
  }

  private isFree(range: number): boolean {
    return (this.words[range + NEXT_FREE] as number) >= 0
  }

  private freeSize(range: number): number {
    return this.isFree(range) ? (this.doubles[(range >> 1) + SIZE] as number) : 0
  }

  /** No two free ranges touch, so the second one at the latest is taken. */
  private takenFrom(range: number, direction: typeof NEXT | typeof PREVIOUS): Handle {
    const taken = this.isFree(range) ? (this.words[range + direction] as number) & ~FREE : range
    return handleOrNone(taken)
  }
}
