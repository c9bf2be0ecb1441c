/** Layouts that are written down block by block. */
import type { Layout, Plan } from '../../../../main/d3d12ma/defragmentation/layout'

interface Item {
  offset: number
  size: number
  /** it stays where it is [it may move] */
  fixed?: boolean
}

type Blocks = readonly { size: number; items: readonly Item[] }[]

export function layoutOf(blocks: Blocks): Layout {
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

const RUNS = /([a-zA-Z])\1*/g

/** Blocks drawn as text: a letter is an item (upper case: fixed), a dot free, each character a byte. */
export function drawn(...rows: readonly string[]): Layout {
  return layoutOf(
    rows.map((row) => ({
      size: row.length,
      items: [...row.matchAll(RUNS)].map(({ 0: run, index }) => ({
        offset: index,
        size: run.length,
        fixed: run === run.toUpperCase(),
      })),
    })),
  )
}

/** A plan's moves by the letters of what was drawn: `b → 0:5`. */
export function movesOf(rows: readonly string[], { count, items, blocks, offsets }: Plan): string[] {
  const names = rows.flatMap((row) => [...row.matchAll(RUNS)].map(([run]) => run.charAt(0)))
  return Array.from({ length: count }, (_, at) => `${names[items[at] as number]} → ${blocks[at]}:${offsets[at]}`)
}
