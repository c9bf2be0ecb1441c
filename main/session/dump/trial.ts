/** The blocks of a dump as something to try defragmentation on (DF-16, DF-23). */

import { HEAP_TYPES } from '../../d3d12ma/definitions'
import type { PoolLayout } from '../../d3d12ma/defragmentation/trial'
import { alignmentOf } from '../../d3d12ma/dump/alignment'
import type { Dump, DumpBlock, DumpPool } from './dump'

/** Pools of which nothing can be moved, as a person is told of them (DF-01, DF-07). */
export const FIXED_POOLS = ['linear pools', 'pools that are always committed'] as const

/** @returns which of FIXED_POOLS it is; null: it can be defragmented */
export function fixedPool({ algorithm, alwaysCommitted }: DumpPool): (typeof FIXED_POOLS)[number] | null {
  if (algorithm === 'linear') return FIXED_POOLS[0]
  return alwaysCommitted ? FIXED_POOLS[1] : null
}

/** Pools with blocks. What is fixed there is left out, and so are dedicated allocations (DF-01, DF-07). */
export function poolLayouts({ pools }: Dump): PoolLayout[] {
  return pools.filter((pool) => fixedPool(pool) === null && pool.blocks.length > 0).map(poolLayout)
}

function poolLayout({ name, heap, blockSize, blocks }: DumpPool): PoolLayout {
  const heapType = HEAP_TYPES.find((type) => type.toLowerCase() === heap) ?? 'DEFAULT'
  return { name, heapType, blockSize, minBlockCount: 0, maxBlockCount: 0, blocks: blocks.map(blockLayout) }
}

function blockLayout({ size, allocations }: DumpBlock): PoolLayout['blocks'][number] {
  return {
    size,
    offsets: Float64Array.from(allocations, (own) => own.offset),
    sizes: Float64Array.from(allocations, (own) => own.size),
    alignments: Float64Array.from(allocations, (own) => alignmentOf(own.offset, own.size)),
    pinned: new Uint8Array(allocations.length),
  }
}
