/** Layouts that are written down block by block. */
import type { Layout } from '../../../../main/d3d12ma/defragmentation/layout'

interface Item {
  offset: number
  size: number
  /** it stays where it is [it may move] */
  fixed?: boolean
}

export function layoutOf(blocks: readonly { size: number; items: readonly Item[] }[]): Layout {
  const items = blocks.flatMap((block) => block.items)
  const ends = blocks.map((_, index) => blocks.slice(0, index + 1).reduce((sum, block) => sum + block.items.length, 0))
  return {
    blockCount: blocks.length,
    blockSizes: Float64Array.from(blocks, ({ size }) => size),
    itemCount: items.length,
    firstItem: Uint32Array.of(0, ...ends),
    offsets: Float64Array.from(items, ({ offset }) => offset),
    sizes: Float64Array.from(items, ({ size }) => size),
    alignments: new Float64Array(items.length).fill(1),
    fixed: Uint8Array.from(items, ({ fixed = false }) => (fixed ? 1 : 0)),
  }
}
