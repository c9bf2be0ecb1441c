/**
 * A layout that planners try moves on: all ranges of all blocks as records in typed arrays, each with its neighbours,
 * and the free ranges of open blocks in bins by size. A record below `itemCount` is the item of that number; an item that
 * was moved keeps its record, and leaves a free one.
 */
import { NONE } from '../block-metadata'
import { addBin, type Bins, binFrom, binOf, HEADS, newBins, removeBin } from '../size-bins'
import type { Layout } from './layout'

/** Ranges of a bin that are looked at for one that is smaller still: bins are narrow, so that little is lost. */
const MOST_LOOKS = 48

export interface Aside {
  block: number
  /** offsets */
  from: number
  to: number
}

export class Packing {
  /** by record */
  readonly start: Float64Array
  readonly size: Float64Array
  readonly block: Uint32Array
  readonly previous: Int32Array
  readonly next: Int32Array
  /** by block: its first record */
  readonly first: Int32Array
  /** by block: bytes that are free */
  readonly free: Float64Array
  /** by block: 1: its free ranges can be destinations */
  private readonly open: Uint8Array
  /** by record: 1: it is a free range in its bin, and so a destination */
  private readonly linked: Uint8Array
  /** free ranges that reach beyond this place are no destinations */
  private ceilingBlock = Number.POSITIVE_INFINITY
  private ceilingOffset = 0
  /** of free records: neighbours in their bin; of vacant ones: the next vacant one */
  private readonly binPrevious: Int32Array
  private readonly binNext: Int32Array
  /** and the first free record of each, NONE: none */
  private readonly bins: Bins
  /** parts of blocks that are no destinations for now */
  readonly aside: Aside[] = []
  private vacant = NONE
  private top: number

  constructor(readonly layout: Layout) {
    const { itemCount, blockCount } = layout
    // every item may leave a free range of its own, and every block may have one more than items
    const records = 2 * itemCount + blockCount + 1
    this.start = new Float64Array(records)
    this.size = new Float64Array(records)
    this.block = new Uint32Array(records)
    this.previous = new Int32Array(records).fill(NONE)
    this.next = new Int32Array(records).fill(NONE)
    this.binPrevious = new Int32Array(records).fill(NONE)
    this.binNext = new Int32Array(records).fill(NONE)
    this.first = new Int32Array(blockCount).fill(NONE)
    this.free = new Float64Array(blockCount)
    this.open = new Uint8Array(blockCount)
    this.linked = new Uint8Array(records)
    let largest = 1
    for (const size of layout.blockSizes) largest = Math.max(largest, size)
    this.bins = newBins(largest).fill(NONE, HEADS)
    this.top = itemCount
    this.start.set(layout.offsets)
    this.size.set(layout.sizes)
    for (let block = 0; block < blockCount; block++) this.readBlock(block)
  }

  /** @param record index */
  isFree(record: number): boolean {
    return record >= this.layout.itemCount
  }

  /** @param block index */
  isOpen(block: number): boolean {
    return this.open[block] === 1
  }

  /** From now on its free ranges are destinations, those that come to be as well. @param block index */
  openBlock(block: number): void {
    if (this.open[block] === 1) return
    this.open[block] = 1
    for (let record = this.first[block] as number; record !== NONE; record = this.next[record] as number)
      if (this.isFree(record)) this.offer(record)
  }

  /**
   * Free ranges that come to be from now on are destinations only where they end at or before an offset of a block; those
   * that are destinations stay so.
   * @param block index
   * @param offset bytes
   */
  setCeiling(block: number, offset: number): void {
    this.ceilingBlock = block
    this.ceilingOffset = offset
  }

  /** From now on a free range is a destination, if it lies below the ceiling. @param record index of it */
  offer(record: number): void {
    if (this.linked[record] === 0) this.link(record)
  }

  /** From now on a free range is no destination. @param record index of it */
  withdraw(record: number): void {
    this.unlink(record)
  }

  /**
   * The smallest free range of an open block before `limit` that takes the item.
   * @param item index
   * @param limit index of a block
   * @returns the index of its record, NONE when there is none
   */
  bestFit(item: number, limit: number): number {
    const size = this.size[item] as number
    for (let bin = binFrom(this.bins, binOf(size)); bin !== NONE; bin = binFrom(this.bins, bin + 1)) {
      const record = this.bestOfBin(bin, item, size, limit)
      if (record !== NONE) return record
    }
    return NONE
  }

  /**
   * Whether the item fits into the range, at its alignment, and the range is not set aside.
   * @param record index of the range
   * @param item index
   */
  takes(record: number, item: number): boolean {
    const end = (this.start[record] as number) + (this.size[record] as number)
    if (this.alignedStart(record, item) + (this.size[item] as number) > end) return false
    for (let i = 0; i < this.aside.length; i++) {
      const { block, from, to } = this.aside[i] as Aside
      if (this.block[record] === block && (this.start[record] as number) < to && end > from) return false
    }
    return true
  }

  /**
   * Moves an item to the start of a free range, of another block or at a lower offset (DF-09).
   * @param item index
   * @param record index of the range
   */
  move(item: number, record: number): void {
    const offset = this.alignedStart(record, item)
    this.takeOut(item)
    this.putIn(item, record, offset, this.size[item] as number)
  }

  /** Bytes of the largest free range of a block. @param block index */
  largestFree(block: number): number {
    let largest = 0
    for (let record = this.first[block] as number; record !== NONE; record = this.next[record] as number)
      if (this.isFree(record)) largest = Math.max(largest, this.size[record] as number)
    return largest
  }

  /**
   * Undoes a move: where the item was must be free, but for what it takes of that itself.
   * @param item index
   * @param block index
   * @param offset bytes
   */
  moveBack(item: number, block: number, offset: number): void {
    // first, as what is free there may be joined with what it leaves
    this.takeOut(item)
    this.putIn(item, this.at(block, offset), offset, this.size[item] as number)
  }

  /** The index of the record that covers an offset of a block. @param block index @param offset bytes */
  at(block: number, offset: number): number {
    let record = this.first[block] as number
    while ((this.start[record] as number) + (this.size[record] as number) <= offset)
      record = this.next[record] as number
    return record
  }

  private bestOfBin(bin: number, item: number, size: number, limit: number): number {
    let best = NONE
    let least = Number.POSITIVE_INFINITY
    let looks = MOST_LOOKS
    for (let record = this.bins[HEADS + bin] as number; record !== NONE; record = this.binNext[record] as number) {
      const found = this.size[record] as number
      if (found < least && (this.block[record] as number) < limit && this.takes(record, item)) {
        best = record
        least = found
        if (found === size) break
      }
      if (--looks <= 0 && best !== NONE) break
    }
    return best
  }

  private alignedStart(record: number, item: number): number {
    const alignment = this.layout.alignments[item] as number
    return Math.ceil((this.start[record] as number) / alignment) * alignment
  }

  /** Its place becomes free, joined with what is free beside it. */
  private takeOut(item: number): void {
    const block = this.block[item] as number
    const previous = this.previous[item] as number
    const next = this.next[item] as number
    const record = this.newRecord(block, this.start[item] as number, this.size[item] as number)
    this.free[block] = (this.free[block] as number) + (this.size[item] as number)
    this.connect(block, previous, record)
    this.connect(block, record, next)
    if (next !== NONE && this.isFree(next)) this.absorb(record, next)
    if (previous !== NONE && this.isFree(previous)) {
      this.unlink(previous)
      this.size[previous] = (this.size[previous] as number) + (this.size[record] as number)
      this.connect(block, previous, this.next[record] as number)
      this.vacate(record)
      this.link(previous)
    } else this.link(record)
  }

  /** What is free after a record that is in no bin becomes part of it. */
  private absorb(record: number, next: number): void {
    this.unlink(next)
    this.size[record] = (this.size[record] as number) + (this.size[next] as number)
    this.connect(this.block[record] as number, record, this.next[next] as number)
    this.vacate(next)
  }

  private putIn(item: number, record: number, offset: number, size: number): void {
    const block = this.block[record] as number
    const start = this.start[record] as number
    const end = start + (this.size[record] as number)
    const before = this.previous[record] as number
    const after = this.next[record] as number
    this.unlink(record)
    this.vacate(record)
    this.block[item] = block
    this.start[item] = offset
    this.free[block] = (this.free[block] as number) - size
    const left = offset > start ? this.newRecord(block, start, offset - start) : before
    const right = offset + size < end ? this.newRecord(block, offset + size, end - offset - size) : after
    if (left !== before) this.connect(block, before, left)
    this.connect(block, left, item)
    this.connect(block, item, right)
    if (right !== after) this.connect(block, right, after)
    if (left !== before) this.link(left)
    if (right !== after) this.link(right)
  }

  /** NONE before: the record is the block's first. */
  private connect(block: number, before: number, after: number): void {
    if (before === NONE) this.first[block] = after
    else this.next[before] = after
    if (after !== NONE) this.previous[after] = before
  }

  private newRecord(block: number, start: number, size: number): number {
    let record = this.vacant
    if (record === NONE) record = this.top++
    else this.vacant = this.binNext[record] as number
    this.block[record] = block
    this.start[record] = start
    this.size[record] = size
    return record
  }

  private vacate(record: number): void {
    this.binNext[record] = this.vacant
    this.vacant = record
  }

  private link(record: number): void {
    const block = this.block[record] as number
    if (this.open[block] === 0 || block > this.ceilingBlock) return
    const end = (this.start[record] as number) + (this.size[record] as number)
    if (block === this.ceilingBlock && end > this.ceilingOffset) return
    this.linked[record] = 1
    const bin = binOf(this.size[record] as number)
    const head = this.bins[HEADS + bin] as number
    this.binPrevious[record] = NONE
    this.binNext[record] = head
    if (head === NONE) addBin(this.bins, bin)
    else this.binPrevious[head] = record
    this.bins[HEADS + bin] = record
  }

  private unlink(record: number): void {
    if (this.linked[record] === 0) return
    this.linked[record] = 0
    const previous = this.binPrevious[record] as number
    const next = this.binNext[record] as number
    if (next !== NONE) this.binPrevious[next] = previous
    if (previous !== NONE) {
      this.binNext[previous] = next
      return
    }
    const bin = binOf(this.size[record] as number)
    this.bins[HEADS + bin] = next
    if (next === NONE) removeBin(this.bins, bin)
  }

  private readBlock(block: number): void {
    const { layout } = this
    const end = layout.firstItem[block + 1] as number
    let before = NONE
    let offset = 0
    for (let item = layout.firstItem[block] as number; item < end; item++) {
      const start = layout.offsets[item] as number
      this.block[item] = block
      before = this.readFree(block, before, offset, start)
      this.connect(block, before, item)
      before = item
      offset = start + (layout.sizes[item] as number)
    }
    const last = this.readFree(block, before, offset, layout.blockSizes[block] as number)
    this.next[last] = NONE
  }

  private readFree(block: number, before: number, from: number, to: number): number {
    if (to <= from) return before
    const record = this.newRecord(block, from, to - from)
    this.free[block] = (this.free[block] as number) + to - from
    this.connect(block, before, record)
    return record
  }
}
