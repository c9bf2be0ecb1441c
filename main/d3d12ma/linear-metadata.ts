/**
 * The linear algorithm of a pool or a virtual block (DF-01): a new allocation goes after the last one. Freed space comes
 * back at the ends only, and as a whole when nothing is left. Which of the published uses it is follows from the calls:
 * free at once, stack, ring buffer (allocations go on at the start once there is room before the first), double stack
 * (UPPER_ADDRESS allocates downwards from the end).
 */
import { alignUp } from '../sim/align'
import { type BlockMetadata, type Handle, NONE, type RangeVisitor } from './block-metadata'
import { AllocationFlag } from './definitions'
import { END, handleOrNone, NEXT, NEXT_FREE, PREVIOUS, PREVIOUS_FREE, RangeRecords, SIZE, TAKEN } from './range-records'

/** What the second run of allocations is: none, the ring's new start, or the stack that grows down. */
type Second = 'none' | 'ring' | 'upper'

/** Allocations that follow one another, by their lowest and highest. */
interface Run {
  low: number
  high: number
}

export class LinearMetadata extends RangeRecords implements BlockMetadata {
  freeBytes: number
  allocationCount = 0
  freeRangeCount = 1
  private readonly main: Run = { low: END, high: END }
  private readonly second: Run = { low: END, high: END }
  private mode: Second = 'none'

  /** @param size of the range, in bytes or any other unit, at least 1 */
  constructor(size: number) {
    super(size)
    this.freeBytes = size
    this.encloseAll()
  }

  get largestFreeRange(): number {
    let largest = this.gapAfter(END)
    for (let range = this.after(END); range !== END; range = this.after(range))
      largest = Math.max(largest, this.gapAfter(range))
    return largest
  }

  allocate(size: number, alignment: number, flags = 0): Handle {
    if ((flags & AllocationFlag.UPPER_ADDRESS) !== 0) return this.allocateUpper(size, alignment)
    const end = this.atEnd(size, alignment)
    if (end !== NONE) return this.append(this.main, end, size)
    const start = this.atStart(size, alignment)
    if (start === NONE) return NONE
    this.mode = 'ring'
    return this.append(this.second, start, size)
  }

  /** Nothing is moved in a linear pool (DF-07). */
  allocateBelow(_size: number, _alignment: number, _limit: number): Handle {
    return NONE
  }

  allocateAt(offset: number, size: number): Handle {
    const lowest = this.atEnd(size, 1)
    const most = this.mode === 'upper' ? this.offset(this.second.low) : this.size
    return lowest === NONE || offset < lowest || offset + size > most ? NONE : this.append(this.main, offset, size)
  }

  free(handle: Handle): void {
    this.requireAllocation(handle)
    const before = this.before(handle)
    const after = this.after(handle)
    const size = this.doubles[(handle >> 1) + SIZE] as number
    this.freeRangeCount -= Number(this.gapAfter(before) > 0) + Number(this.gapAfter(handle) > 0)
    this.shorten(this.main, handle)
    this.shorten(this.second, handle)
    this.words[before + NEXT] = after
    this.words[after + PREVIOUS] = before
    this.vacate(handle)
    this.freeRangeCount += Number(this.gapAfter(before) > 0)
    this.freeBytes += size
    this.allocationCount--
    if (before === END && after === END) this.clear()
    else if (this.second.low === END) this.mode = 'none'
    else if (this.mode === 'ring' && this.main.low === END) {
      // what was the ring's new start is all that there is
      Object.assign(this.main, this.second)
      this.second.low = END
      this.second.high = END
      this.mode = 'none'
    }
  }

  clear(): void {
    this.resetRecords()
    this.encloseAll()
    this.main.low = END
    this.main.high = END
    this.second.low = END
    this.second.high = END
    this.mode = 'none'
    this.freeBytes = this.size
    this.allocationCount = 0
    this.freeRangeCount = 1
  }

  firstAllocation(): Handle {
    return handleOrNone(this.after(END))
  }

  lastAllocation(): Handle {
    return handleOrNone(this.before(END))
  }

  nextAllocation(handle: Handle): Handle {
    this.requireAllocation(handle)
    return handleOrNone(this.after(handle))
  }

  previousAllocation(handle: Handle): Handle {
    this.requireAllocation(handle)
    return handleOrNone(this.before(handle))
  }

  freeBefore(handle: Handle): number {
    this.requireAllocation(handle)
    return this.gapAfter(this.before(handle))
  }

  freeAfter(handle: Handle): number {
    this.requireAllocation(handle)
    return this.gapAfter(handle)
  }

  forEachRange(visit: RangeVisitor): void {
    let range = END
    do {
      const gap = this.gapAfter(range)
      if (gap > 0) visit(this.end(range), gap, NONE)
      range = this.after(range)
      if (range !== END) visit(this.offset(range), this.doubles[(range >> 1) + SIZE] as number, range)
    } while (range !== END)
  }

  fits(size: number, alignment: number): boolean {
    return this.atEnd(size, alignment) !== NONE || this.atStart(size, alignment) !== NONE
  }

  /** After the main run, until the ring has begun anew: where, NONE if that does not fit. */
  private atEnd(size: number, alignment: number): number {
    if (this.mode === 'ring') return NONE
    const offset = alignUp(this.end(this.main.high), alignment)
    const limit = this.mode === 'upper' ? this.offset(this.second.low) : this.size
    return offset + size <= limit ? offset : NONE
  }

  /** Before the main run, after what is there already: where, NONE if that does not fit. */
  private atStart(size: number, alignment: number): number {
    if (this.mode === 'upper' || this.main.low === END) return NONE
    const offset = alignUp(this.end(this.second.high), alignment)
    return offset + size <= this.offset(this.main.low) ? offset : NONE
  }

  private allocateUpper(size: number, alignment: number): Handle {
    if (this.mode === 'ring') return NONE
    const limit = this.mode === 'upper' ? this.offset(this.second.low) : this.size
    const offset = Math.floor((limit - size) / alignment) * alignment
    if (offset < this.end(this.main.high)) return NONE
    this.mode = 'upper'
    const record = this.insert(this.main.high === END ? END : this.main.high, offset, size)
    if (this.second.high === END) this.second.high = record
    this.second.low = record
    return record
  }

  private append(run: Run, offset: number, size: number): Handle {
    const record = this.insert(run.high, offset, size)
    if (run.low === END) run.low = record
    run.high = record
    return record
  }

  /** @param before the allocation after which it comes; END: at the start */
  private insert(before: number, offset: number, size: number): Handle {
    this.freeRangeCount -= Number(this.gapAfter(before) > 0)
    const record = this.newRecord()
    const { doubles, words } = this
    const after = this.after(before)
    doubles[record >> 1] = offset
    doubles[(record >> 1) + SIZE] = size
    words[record + PREVIOUS] = before
    words[record + NEXT] = after
    words[record + NEXT_FREE] = TAKEN
    words[record + PREVIOUS_FREE] = NONE
    words[before + NEXT] = record
    words[after + PREVIOUS] = record
    this.freeRangeCount += Number(this.gapAfter(before) > 0) + Number(this.gapAfter(record) > 0)
    this.freeBytes -= size
    this.allocationCount++
    return record
  }

  private shorten(run: Run, record: number): void {
    const only = run.low === record && run.high === record
    if (run.low === record) run.low = only ? END : this.after(record)
    if (run.high === record) run.high = only ? END : this.before(record)
  }

  /** Both ends of the block: what comes before ends at 0, what comes after begins at its size. */
  private encloseAll(): void {
    this.doubles[END] = this.size
    this.doubles[END + SIZE] = -this.size
  }

  private offset(range: number): number {
    return this.doubles[range >> 1] as number
  }

  private end(range: number): number {
    return (this.doubles[range >> 1] as number) + (this.doubles[(range >> 1) + SIZE] as number)
  }

  private gapAfter(range: number): number {
    return this.offset(this.after(range)) - this.end(range)
  }
}
