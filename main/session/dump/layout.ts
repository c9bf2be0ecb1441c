/** A dump as the starting state of the running system: pools whose heaps are filled exactly as it has them (DF-23). */
import { HEAP_TYPES } from '../../d3d12ma/definitions'
import type { ResourceKind } from '../../editor/suballocation'
import type { LayoutPool, LayoutStep } from '../scenario/format/types'
import { UniqueNames } from '../unique-names'
import type { Dump, DumpPool, DumpResource } from './dump'

/** Names that are in use already: what the layout makes gets others. */
export interface TakenNames {
  /** the default pools' beside these [none] */
  pools?: Iterable<string>
  /** [none] */
  allocations?: Iterable<string>
}

/**
 * Pools with nothing in them are left out; default ones become custom ones. Names that occur again get a number: in a
 * scenario each stands for one thing.
 * @returns null for a dump in which nothing is allocated and no block exists
 */
export function layoutOf(dump: Dump, taken: TakenNames = {}): LayoutStep | null {
  const poolNames = new UniqueNames([...HEAP_TYPES, ...(taken.pools ?? [])])
  const names = new UniqueNames(taken.allocations ?? [])
  const pools = dump.pools.filter(hasContent).map((pool) => layoutPool(pool, poolNames, names))
  return pools.length === 0 ? null : { pools }
}

/** The same with names that nothing else has: what it makes is known by the names that it has here. */
export function withUniqueNames({ pools }: LayoutStep, taken: Iterable<string>): LayoutStep {
  const names = new UniqueNames(taken)
  const renamed = <T extends { name?: string | undefined }>(own: T): T =>
    own.name === undefined ? own : { ...own, name: names.take(own.name) }
  return {
    pools: pools.map((pool) => ({
      ...pool,
      blocks: pool.blocks.map((block) => ({ ...block, allocations: block.allocations.map(renamed) })),
      committed: pool.committed.map(renamed),
    })),
  }
}

/** Whether there is any memory in the pool. */
export function hasContent({ blocks, dedicated }: DumpPool): boolean {
  return blocks.length > 0 || dedicated.length > 0
}

/** Textures of Direct3D 12 and images of Vulkan are one kind. @param type as the file calls it */
export function dumpKindOf({ type }: Pick<DumpResource, 'type'>): ResourceKind {
  if (type === 'BUFFER') return 'buffer'
  return type.startsWith('TEXTURE') || type.startsWith('IMAGE') ? 'texture' : 'unknown'
}

function layoutPool(pool: DumpPool, poolNames: UniqueNames, names: UniqueNames): LayoutPool {
  const told = (own: DumpResource) => {
    const kind = dumpKindOf(own)
    return { ...(own.name === '' ? {} : { name: names.take(own.name) }), ...(kind === 'unknown' ? {} : { kind }) }
  }
  return {
    name: poolNames.take(pool.name),
    heap: pool.heap,
    blockSize: pool.blockSize,
    algorithm: pool.algorithm,
    ...(pool.alwaysCommitted ? { alwaysCommitted: true } : {}),
    blocks: pool.blocks.map(({ size, allocations }) => ({
      size,
      allocations: allocations.map((own) => ({ offset: own.offset, size: own.size, ...told(own) })),
    })),
    committed: pool.dedicated.map((own) => ({ size: own.size, ...told(own) })),
  }
}
