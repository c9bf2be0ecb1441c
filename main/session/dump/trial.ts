/** The blocks of a dump as something to try defragmentation on (DF-16, DF-23). */

import { HEAP_TYPES } from '../../d3d12ma/definitions'
import type { PoolLayout } from '../../d3d12ma/defragmentation/trial'
import { alignmentOf } from '../../d3d12ma/dump/alignment'
import type { Dump, DumpBlock, DumpPool } from './dump'

/** Linear pools, those that are always committed and dedicated allocations cannot be defragmented, and are left out (DF-01, DF-07). */
export function poolLayouts({ pools }: Dump): PoolLayout[] {
  const canBe = ({ algorithm, alwaysCommitted, blocks }: DumpPool) =>
    algorithm === 'tlsf' && !alwaysCommitted && blocks.length > 0
  return pools.filter(canBe).map(poolLayout)
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
