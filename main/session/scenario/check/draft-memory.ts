/** The lenient reading of what steps do with the app's allocator: names that they make, and names that they use. */
import { poolFields } from '../format/allocation'
import { valueAt } from '../text/issues'
import type { Path } from '../text/problems'

/** In all of these, undefined: absent, or bad by itself and reported as such. */
export interface DraftPool {
  name: string | undefined
  /** 'default' when absent */
  heap: string | undefined
  /** bytes of a block, the default's when absent */
  blockSize: number | undefined
  /** blocks that it is created with, 0 when absent */
  minBlocks: number | undefined
  /** names of what lies in it */
  allocations: string[]
  /** something in it has no name of its own */
  unnamed: boolean
}

export interface DraftAllocate {
  name: string | undefined
  /** 1 when absent */
  count: number | undefined
  heap: string | undefined
  pool: string | undefined
}

/** A name, and where in the step it stands. */
export interface Mention {
  name: string
  path: Path
}

export interface DraftMemory {
  /** null: its name cannot be made out */
  importClip: string | null | undefined
  removeClip: string | undefined
  allocate: DraftAllocate | undefined
  free: string | undefined
  /** of `layout` */
  pools: DraftPool[]
  /** allocations, groups, resources */
  used: Mention[]
  usedPools: Mention[]
  /** pools that `expect` names */
  expectedPools: Mention[]
}

/** What a step that may be wrong elsewhere says of memory; what cannot be made out is absent. */
export function memoryOf(step: unknown): DraftMemory {
  const importClip = valueAt(step, ['importClip'])
  return {
    importClip: importClip === undefined ? undefined : (text(valueAt(importClip, ['name'])) ?? null),
    removeClip: text(valueAt(step, ['removeClip'])),
    allocate: allocateOf(valueAt(step, ['allocate'])) ?? resourceOf(valueAt(step, ['resource'])),
    free: text(valueAt(step, ['free', 'name'])),
    pools: list(valueAt(step, ['layout', 'pools'])).map(layoutPoolOf),
    used: mentions(step, [['map'], ['unmap'], ['write'], ['movable', 'name'], ...listed(step)]).concat(
      conditionKeys(step, ['placed', 'references']),
    ),
    usedPools: mentions(step, [
      ['allocate', 'pool'],
      ['defragment', 'pool'],
      ['defragmentation', 'pool'],
    ]),
    expectedPools: conditionKeys(step, ['blocks', 'fragmentation']),
  }
}

/** Names that conditions have as keys. */
export function conditionKeys(step: unknown, conditions: readonly string[]): Mention[] {
  return conditions.flatMap((condition) => {
    const entries = valueAt(step, ['expect', condition])
    const isObject = typeof entries === 'object' && entries !== null && !Array.isArray(entries)
    const names = isObject ? Object.keys(entries).filter((name) => name !== '') : []
    return names.map((name) => ({ name, path: ['expect', condition, name] }))
  })
}

/**
 * @param pool of `app.pools`
 * @param preferred bytes of a block where it says none
 */
export function poolOf(pool: unknown, preferred?: number): DraftPool {
  const heap = valueAt(pool, ['heap'])
  const blockSize = valueAt(pool, ['blockSize'])
  return {
    name: text(valueAt(pool, ['name'])),
    heap: heap === undefined ? 'default' : text(heap),
    blockSize: blockSize === undefined ? preferred : poolFields.blockSize.safeParse(blockSize).data,
    minBlocks: poolFields.minBlocks.safeParse(valueAt(pool, ['minBlocks'])).data,
    allocations: [],
    unnamed: false,
  }
}

function layoutPoolOf(pool: unknown): DraftPool {
  const placed = list(valueAt(pool, ['blocks'])).flatMap((block) => list(valueAt(block, ['allocations'])))
  const names = [...placed, ...list(valueAt(pool, ['committed']))].map((allocation) =>
    text(valueAt(allocation, ['name'])),
  )
  const allocations = names.filter((name) => name !== undefined)
  return { ...poolOf(pool), allocations, unnamed: allocations.length < names.length }
}

function allocateOf(allocate: unknown): DraftAllocate | undefined {
  if (allocate === undefined) return undefined
  const count = valueAt(allocate, ['count'])
  return {
    name: text(valueAt(allocate, ['name'])),
    count: count === undefined ? 1 : number(count),
    heap: text(valueAt(allocate, ['heap'])),
    pool: text(valueAt(allocate, ['pool'])),
  }
}

/** `resource` makes one by its name. */
function resourceOf(resource: unknown): DraftAllocate | undefined {
  if (resource === undefined) return undefined
  return { name: text(valueAt(resource, ['name'])), count: 1, heap: undefined, pool: undefined }
}

/** Where memory is named in lists: moves of a defragmentation, what residency is changed of, what a set uses. */
function listed(step: unknown): Path[] {
  const lists = ['defragment', 'defragmentation'].flatMap((verb) => [
    [verb, 'ignore'],
    [verb, 'destroy'],
  ])
  return [...lists, ['makeResident', 'names'], ['evict', 'names'], ['use', 'set']].flatMap((path) =>
    list(valueAt(step, path)).map((_name, i) => [...path, i]),
  )
}

function mentions(step: unknown, paths: readonly Path[]): Mention[] {
  return paths.flatMap((path) => {
    const name = text(valueAt(step, path))
    return name === undefined ? [] : [{ name, path }]
  })
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}

function number(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined
}

function list(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}
