/**
 * Empties all blocks from one on into the blocks before it, on paper: items from the largest to the smallest, each into
 * the smallest free range that takes it. Where none does, a window is made: a part of a block whose few small items move
 * elsewhere first, for which further windows may be made. What is moved besides the items of the blocks to be emptied
 * stays within a budget.
 *
 * Each item moves once at most, so that its move is possible as soon as its destination is free, whatever the order.
 */
import { NONE } from '../block-metadata'
import { type Layout, type Plan, planOf } from './layout'
import { Packing } from './packing'
import { WindowSearch } from './windows'

export interface Effort {
  /** windows that are tried for an item; then for those that it displaces, and so on; none: no windows */
  windows: readonly number[]
  /** of the bytes that are emptied: what may be moved besides */
  budget: number
}

/** What was moved, and from where. */
interface Step {
  item: number
  block: number
  offset: number
  /** the item of an emptied block for which it was moved */
  group: number
}

export class Evacuation {
  private readonly packing: Packing
  private readonly settled: Uint8Array
  private readonly searches: readonly WindowSearch[]
  private readonly steps: Step[] = []
  /** items of the blocks to be emptied, largest first */
  private readonly items: Uint32Array
  /** their bytes */
  private readonly emptied: number
  /** bytes that may be moved besides them, and what is left of that */
  private readonly budget: number
  private left: number

  /**
   * @param kept blocks before this one stay
   * @param stuck by block: 1: it cannot become empty and stays, wherever it stands
   */
  constructor(
    private readonly layout: Layout,
    readonly kept: number,
    stuck: Uint8Array,
    { windows, budget }: Effort,
  ) {
    this.packing = new Packing(layout)
    this.settled = layout.fixed.slice()
    this.searches = windows.map((most) => new WindowSearch(this.packing, this.settled, most))
    const items: number[] = []
    let bytes = 0
    for (let block = 0; block < layout.blockCount; block++) {
      if (block < kept || stuck[block] === 1) {
        this.packing.openBlock(block)
        continue
      }
      const end = layout.firstItem[block + 1] as number
      for (let item = layout.firstItem[block] as number; item < end; item++) {
        bytes += layout.sizes[item] as number
        items.push(item)
      }
    }
    const sizes = layout.sizes
    this.items = Uint32Array.from(items).sort((a, b) => (sizes[b] as number) - (sizes[a] as number) || a - b)
    this.emptied = bytes
    this.budget = bytes * budget
    this.left = this.budget
  }

  /** Bytes that were moved. */
  get bytes(): number {
    return this.emptied + this.displacedBytes
  }

  /** Bytes that were moved besides those of the blocks to be emptied. */
  get displacedBytes(): number {
    return this.budget - this.left
  }

  /** @returns whether everything found a place */
  run(): boolean {
    for (const item of this.items) if (!this.place(item, item, 0)) return false
    return true
  }

  /** The moves, those that empty the last block first, each after those that make room for it. */
  plan(): Plan {
    const { steps, packing } = this
    const blockOf = new Uint32Array(this.layout.itemCount)
    for (const { item, block } of steps) blockOf[item] = block
    const order = Uint32Array.from(steps.keys()).sort((a, b) => {
      const [first, second] = [(steps[a] as Step).group, (steps[b] as Step).group]
      return (blockOf[second] as number) - (blockOf[first] as number) || a - b
    })
    return planOf(
      packing,
      order.map((step) => (steps[step] as Step).item),
    )
  }

  private place(item: number, group: number, depth: number): boolean {
    const { packing } = this
    const limit = packing.block[item] as number
    const record = packing.bestFit(item, limit)
    if (record === NONE) return this.placeInWindow(item, group, depth, limit)
    this.step(item, group)
    packing.move(item, record)
    return true
  }

  private placeInWindow(item: number, group: number, depth: number, limit: number): boolean {
    const search = this.searches[depth]
    if (search === undefined) return false
    const { packing } = this
    const size = packing.size[item] as number
    // what is displaced is smaller than the item: it finds a place where the item does not
    search.find(size, limit, Math.min(size, this.left + 1))
    const windows = Array.from(search.records.subarray(0, search.count), (record) => ({
      block: packing.block[record] as number,
      offset: packing.start[record] as number,
    }))
    return windows.some(({ block, offset }) => this.tryWindow(item, group, depth, block, offset))
  }

  private tryWindow(item: number, group: number, depth: number, block: number, from: number): boolean {
    const { packing, settled, steps } = this
    const size = packing.size[item] as number
    const displaced: number[] = []
    let to = from
    for (let record = packing.at(block, from); to - from < size; record = packing.next[record] as number) {
      if (!packing.isFree(record)) displaced.push(record)
      to += packing.size[record] as number
    }
    displaced.sort((a, b) => (packing.size[b] as number) - (packing.size[a] as number) || a - b)
    const before = steps.length
    packing.aside.push({ block, from, to })
    settled[item] = 1
    const emptied = displaced.every((other) => this.displace(other, group, depth + 1))
    settled[item] = 0
    packing.aside.pop()
    const record = emptied ? packing.at(block, from) : NONE
    if (record === NONE || !packing.takes(record, item)) {
      this.undoTo(before)
      return false
    }
    this.step(item, group)
    packing.move(item, record)
    return true
  }

  private displace(item: number, group: number, depth: number): boolean {
    const size = this.packing.size[item] as number
    if (this.settled[item] === 1 || size > this.left) return false
    this.left -= size
    if (this.place(item, group, depth)) return true
    this.left += size
    return false
  }

  private step(item: number, group: number): void {
    this.settled[item] = 1
    const { block, start } = this.packing
    this.steps.push({ item, block: block[item] as number, offset: start[item] as number, group })
  }

  private undoTo(count: number): void {
    while (this.steps.length > count) {
      const { item, block, offset } = this.steps.pop() as Step
      this.packing.moveBack(item, block, offset)
      this.settled[item] = 0
      this.left += this.packing.size[item] as number
    }
  }
}
