/**
 * Where room for an item can be made: parts of a block, free ranges and items in a row, that are long enough for it. The
 * fewer bytes of other items lie in one, the less is to be moved out of it first.
 */
import { NONE } from '../block-metadata'
import type { Packing } from './packing'

export class WindowSearch {
  /** the first records of the windows found, those with the fewest bytes to move out first */
  readonly records: Int32Array
  private readonly costs: Float64Array
  count = 0

  /** @param most how many windows are remembered */
  constructor(
    private readonly packing: Packing,
    /** by item: 1: it stays where it is */
    private readonly settled: Uint8Array,
    most: number,
  ) {
    this.records = new Int32Array(most)
    this.costs = new Float64Array(most)
  }

  /**
   * Looks through the open blocks before the index `limit`.
   * @param size bytes of a window
   * @param most bytes: what lies in a window is less
   */
  find(size: number, limit: number, most: number): void {
    this.count = 0
    let bound = most
    for (let block = 0; block < limit; block++)
      if (this.packing.isOpen(block) && (this.packing.free[block] as number) > size - bound)
        bound = this.findIn(block, size, bound)
  }

  /** @returns what lies in further windows must be less */
  private findIn(block: number, size: number, most: number): number {
    const { packing, settled } = this
    let bound = most
    let end = packing.first[block] as number
    let length = 0
    let cost = 0
    let stays = 0
    for (let start = end; start !== NONE; start = packing.next[start] as number) {
      for (; end !== NONE && length < size; end = packing.next[end] as number) {
        length += packing.size[end] as number
        if (packing.isFree(end)) continue
        cost += packing.size[end] as number
        stays += settled[end] as number
      }
      if (length < size) break
      if (stays === 0 && cost < bound) bound = this.add(start, cost, bound)
      length -= packing.size[start] as number
      if (packing.isFree(start)) continue
      cost -= packing.size[start] as number
      stays -= settled[start] as number
    }
    return bound
  }

  private add(record: number, cost: number, bound: number): number {
    const { records, costs } = this
    let place = this.count < records.length ? this.count++ : this.count - 1
    for (; place > 0 && (costs[place - 1] as number) > cost; place--) {
      costs[place] = costs[place - 1] as number
      records[place] = records[place - 1] as number
    }
    costs[place] = cost
    records[place] = record
    return this.count < records.length ? bound : (costs[this.count - 1] as number)
  }
}
