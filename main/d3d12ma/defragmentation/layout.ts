/**
 * What lies where in the blocks of one pool, as plain numbers: what the planners work on. Blocks are numbered by their
 * place in the process's order (DF-09), items from block to block and by offset within each.
 */

export interface Layout {
  readonly blockCount: number
  /** bytes */
  readonly blockSizes: Float64Array
  readonly itemCount: number
  /** the items of block b are firstItem[b] to firstItem[b + 1] − 1 */
  readonly firstItem: Uint32Array
  readonly offsets: Float64Array
  readonly sizes: Float64Array
  readonly alignments: Float64Array
  /** 1: stays where it is: pinned, ignored before, too large for a pass, skipped (DF-13, DF-19 to DF-21) */
  readonly fixed: Uint8Array
}

/** Moves in an order in which each destination is free when its turn comes; no item has two. */
export interface Plan {
  readonly count: number
  readonly items: Uint32Array
  readonly blocks: Uint32Array
  readonly offsets: Float64Array
}

export const EMPTY_PLAN: Plan = {
  count: 0,
  items: new Uint32Array(0),
  blocks: new Uint32Array(0),
  offsets: new Float64Array(0),
}

/** @param places by item: its block and offset after all moves */
export function planOf(
  places: { readonly block: Uint32Array; readonly start: Float64Array },
  items: ArrayLike<number>,
): Plan {
  return {
    count: items.length,
    items: Uint32Array.from(items),
    blocks: Uint32Array.from(items, (item) => places.block[item] as number),
    offsets: Float64Array.from(items, (item) => places.start[item] as number),
  }
}

/** Bytes of the items of a block. @param block index */
export function liveBytesOf(layout: Layout, block: number): number {
  let bytes = 0
  const end = layout.firstItem[block + 1] as number
  for (let item = layout.firstItem[block] as number; item < end; item++) bytes += layout.sizes[item] as number
  return bytes
}

/** Whether something in the block stays, so that it cannot become empty. @param block index */
export function isStuck(layout: Layout, block: number): boolean {
  const end = layout.firstItem[block + 1] as number
  for (let item = layout.firstItem[block] as number; item < end; item++) if (layout.fixed[item] === 1) return true
  return false
}

/** The block that an item lies in, for all items. */
export function blocksOfItems(layout: Layout): Uint32Array {
  const blocks = new Uint32Array(layout.itemCount)
  for (let block = 0; block < layout.blockCount; block++)
    blocks.fill(block, layout.firstItem[block], layout.firstItem[block + 1])
  return blocks
}
