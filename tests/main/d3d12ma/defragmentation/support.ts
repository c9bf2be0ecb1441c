/**
 * Pools drawn as text: a row is a block, a character one MiB of it, a letter an allocation (upper case: pinned), a dot
 * free. `draw` gives the same text back.
 */
import type { Allocation } from '../../../../main/d3d12ma/allocation'
import { Allocator } from '../../../../main/d3d12ma/allocator'
import { NONE } from '../../../../main/d3d12ma/block-metadata'
import type { PoolDesc } from '../../../../main/d3d12ma/definitions'
import { beginDefragmentation } from '../../../../main/d3d12ma/defragmentation/begin'
import type { DefragmentationContext } from '../../../../main/d3d12ma/defragmentation/context'
import type { DefragmentationDesc, Move } from '../../../../main/d3d12ma/defragmentation/definitions'
import { MemoryProvider } from '../../../../main/d3d12ma/memory-provider'
import type { Pool } from '../../../../main/d3d12ma/pool'

export const MIB = 1024 * 1024

export class World {
  readonly reports: { rule: string; message: string }[] = []
  readonly allocator: Allocator
  private readonly named = new Map<string, Allocation>()

  constructor(readonly provider = new MemoryProvider()) {
    this.allocator = new Allocator({
      provider,
      preferredBlockSize: 8 * MIB,
      report: (rule, message) => this.reports.push({ rule, message }),
    })
  }

  /** A custom pool that looks like this. */
  pool(rows: readonly string[], desc: Partial<PoolDesc> = {}): Pool {
    const { pool } = this.allocator.createPool({ heapType: 'DEFAULT', blockSize: 8 * MIB, name: 'drawn', ...desc })
    if (pool === null) throw new Error('the drawn pool was not created')
    this.fill(pool, rows)
    return pool
  }

  fill(pool: Pool, rows: readonly string[]): void {
    for (const [index, row] of rows.entries()) {
      const block = pool.blockVector.blocks[index] ?? pool.blockVector.addBlock(row.length * MIB).block
      if (block === null) throw new Error(`block ${index} was not created`)
      for (const { 0: run, index: start } of row.matchAll(/([a-zA-Z])\1*/g)) {
        const handle = block.metadata.allocateAt(start * MIB, run.length * MIB)
        if (handle === NONE) throw new Error(`${run} does not fit in ${row}`)
        const memory = { block, handle, heap: null }
        const allocation = this.allocator.adopt(pool, run.length * MIB, 64 * 1024, memory)
        const name = run.charAt(0)
        allocation.name = name
        allocation.movable = name !== name.toUpperCase()
        this.named.set(name, allocation)
      }
    }
  }

  /** The allocation of a letter. */
  get(name: string): Allocation {
    const allocation = this.named.get(name)
    if (allocation === undefined) throw new Error(`nothing is named ${name}`)
    return allocation
  }

  /** A process that has begun. */
  begin(desc: DefragmentationDesc = {}, pool: Pool | null = null): DefragmentationContext {
    const { hr, context } = beginDefragmentation(this.allocator, desc, pool)
    if (context === null) throw new Error(`BeginDefragmentation failed: ${hr}`)
    return context
  }
}

/** The blocks as text, in the order in which they are tried. */
export function draw(pool: Pool): string[] {
  return pool.blockVector.blocks.map((block) => {
    const row = new Array<string>(block.size / MIB).fill('.')
    for (const allocation of block)
      row.fill(allocation.name, allocation.getOffset() / MIB, (allocation.getOffset() + allocation.size) / MIB)
    return row.join('')
  })
}

/** Names of what a pass moves. */
export function namesOf(moves: readonly Move[]): string {
  return moves.map(({ source }) => source.name).join('')
}

/** Passes until either call says that it is the end. @returns the names that each pass moved */
export function runToEnd(context: DefragmentationContext): string[] {
  const passes: string[] = []
  for (;;) {
    const { hr, moves } = context.beginPass()
    if (hr === 'S_OK') return passes
    if (hr !== 'S_FALSE') throw new Error(`BeginPass failed: ${hr}`)
    passes.push(namesOf(moves))
    if (context.endPass() === 'S_OK') return passes
  }
}
