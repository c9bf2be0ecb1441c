/** Heaps that are filled exactly as somebody says: a dump that becomes the state of the running app (DF-23). */
import type { PoolHeap } from '../../preload/contract/names'
import { failed, type HResultName } from '../d3d12/hresult'
import { NONE } from '../d3d12ma/block-metadata'
import { AllocationFlag } from '../d3d12ma/definitions'
import { alignmentOf } from '../d3d12ma/dump/alignment'
import type { Pool } from '../d3d12ma/pool'
import { type Sliced, sliceEnds } from '../sim/slices'
import type { EditorMemory } from './editor-memory'
import type { ResourceKind } from './suballocation'

/** Sizes and offsets in bytes. */
export interface HeapLayout {
  pools: readonly LayoutPool[]
}

interface LayoutPool {
  name: string
  heap: PoolHeap
  blockSize: number
  algorithm: 'tlsf' | 'linear'
  /** POOL_FLAG_ALWAYS_COMMITTED [false] */
  alwaysCommitted?: boolean | undefined
  blocks: readonly {
    size: number
    allocations: readonly (LayoutResource & { offset: number })[]
  }[]
  committed: readonly LayoutResource[]
}

interface LayoutResource {
  size: number
  name?: string | undefined
  /** what it is called in maps and dumps; its memory is the same [not known] */
  kind?: Exclude<ResourceKind, 'unknown'> | undefined
}

/**
 * Custom pools with these blocks and what lies in them, all or none. What has no name is called after its place; what has
 * one that is taken gets a number.
 * @param isTaken whether something beside what is placed has the name
 * @returns S_OK with the layout in the names that were given · E_INVALIDARG (a pool's name is taken, ranges overlap) ·
 * E_OUTOFMEMORY · DXGI_ERROR_DEVICE_REMOVED
 */
export function* restoreLayout(
  memory: EditorMemory,
  { pools }: HeapLayout,
  isTaken: (name: string) => boolean,
): Sliced<{ hr: HResultName; layout: HeapLayout | null }> {
  if (pools.some(({ name }) => memory.pool(name) !== undefined)) return { hr: 'E_INVALIDARG', layout: null }
  const made: Pool[] = []
  const names = new Names(memory, isTaken)
  for (const spec of pools) {
    const hr = yield* restorePool(memory, spec, made, names)
    if (!failed(hr)) continue
    for (const name of names.taken.toReversed()) {
      const resource = memory.find(name)
      if (resource !== undefined) memory.release(resource)
    }
    for (const pool of made) pool.release()
    return { hr, layout: null }
  }
  return { hr: 'S_OK', layout: names.given({ pools }) }
}

function* restorePool(memory: EditorMemory, spec: LayoutPool, made: Pool[], names: Names): Sliced<HResultName> {
  const { name, heap, blockSize, algorithm, alwaysCommitted = false, blocks, committed } = spec
  const added = memory.addPool({ name, heap, blockSize, minBlocks: 0, maxBlocks: 0, algorithm, alwaysCommitted })
  if (failed(added)) return added
  const pool = memory.pool(name) as Pool
  made.push(pool)
  for (const [index, block] of blocks.entries()) {
    const hr = yield* restoreBlock(memory, pool, `${name} ${index}`, block, names)
    if (failed(hr)) return hr
  }
  for (const [index, { size, name: own, kind }] of committed.entries()) {
    const full = names.unique(own ?? `${name} committed ${index}`)
    const hr = restoreCommitted(memory, pool, full, size, kind)
    if (failed(hr)) return hr
    names.taken.push(full)
    if (sliceEnds(index + 1)) yield { done: index + 1, total: committed.length }
  }
  return 'S_OK'
}

/** Exactly as large as the dump has it: what alignment it had dumps do not tell. */
function restoreCommitted(
  memory: EditorMemory,
  customPool: Pool,
  name: string,
  size: number,
  kind: ResourceKind = 'unknown',
): HResultName {
  const desc = { name, customPool, flags: AllocationFlag.COMMITTED }
  const { hr, allocation } = memory.allocator.allocateMemory(desc, size, 1)
  return allocation === null ? hr : memory.adopt(name, allocation, { resident: true, kind }).hr
}

function* restoreBlock(
  memory: EditorMemory,
  pool: Pool,
  prefix: string,
  { size, allocations }: LayoutPool['blocks'][number],
  names: Names,
): Sliced<HResultName> {
  const { hr, block } = pool.blockVector.addBlock(size)
  if (block === null) return hr
  for (const { offset, size: bytes, name, kind = 'unknown' } of allocations) {
    const handle = block.metadata.allocateAt(offset, bytes)
    if (handle === NONE) return 'E_INVALIDARG'
    const allocation = memory.allocator.adopt(pool, bytes, alignmentOf(offset, bytes), { block, handle, heap: null })
    const full = names.unique(name ?? `${prefix} ${offset}`)
    allocation.name = full
    const made = memory.adopt(full, allocation, { resident: true, kind })
    if (made.resource === null) return made.hr
    names.taken.push(full)
    if (sliceEnds(names.taken.length)) yield { done: names.taken.length, total: names.taken.length }
  }
  return 'S_OK'
}

/** Dumps give the same name to many. */
class Names {
  /** of what was made, in order */
  readonly taken: string[] = []
  /** the number that was given last, by name */
  private readonly last = new Map<string, number>()

  constructor(
    private readonly memory: EditorMemory,
    private readonly isTaken: (name: string) => boolean,
  ) {}

  /** The layout that all these were taken for, in order. */
  given({ pools }: HeapLayout): HeapLayout {
    const names = this.taken.values()
    const named = <T>(allocation: T): T & { name: string } => ({ ...allocation, name: names.next().value as string })
    return {
      pools: pools.map((pool) => ({
        ...pool,
        blocks: pool.blocks.map(({ size, allocations }) => ({ size, allocations: allocations.map(named) })),
        committed: pool.committed.map(named),
      })),
    }
  }

  unique(name: string): string {
    for (let number = (this.last.get(name) ?? 0) + 1; ; number++) {
      this.last.set(name, number)
      const numbered = number === 1 ? name : `${name} (${number})`
      if (this.memory.find(numbered) === undefined && !this.isTaken(numbered)) return numbered
    }
  }
}
