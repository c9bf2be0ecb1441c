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

type Use = readonly [verb: string, ...fields: string[]]

const USES: readonly Use[] = [['map'], ['unmap'], ['write'], ['movable', 'name']]
/** Lists of memory: moves of a defragmentation, what residency is changed of, what a set uses. */
const LISTS: readonly Use[] = [
  ['defragment', 'ignore'],
  ['defragment', 'destroy'],
  ['defragmentation', 'ignore'],
  ['defragmentation', 'destroy'],
  ['makeResident', 'names'],
  ['evict', 'names'],
  ['use', 'set'],
]
const POOL_USES: readonly Use[] = [
  ['allocate', 'pool'],
  ['defragment', 'pool'],
  ['defragmentation', 'pool'],
]

/** Of a step, made out when it is asked for. */
export class DraftMemory {
  readonly #step: unknown

  constructor(step: unknown) {
    this.#step = step
  }

  /** null: its name cannot be made out */
  get importClip(): string | null | undefined {
    const clip = valueAt(this.#step, ['importClip'])
    return clip === undefined ? undefined : (text(valueAt(clip, ['name'])) ?? null)
  }

  get removeClip(): string | undefined {
    return text(valueAt(this.#step, ['removeClip']))
  }

  get allocate(): DraftAllocate | undefined {
    return allocateOf(valueAt(this.#step, ['allocate'])) ?? resourceOf(valueAt(this.#step, ['resource']))
  }

  get free(): string | undefined {
    return text(valueAt(this.#step, ['free', 'name']))
  }

  /** of `layout` */
  get pools(): DraftPool[] {
    return list(valueAt(this.#step, ['layout', 'pools'])).map(layoutPoolOf)
  }

  /** allocations, groups, resources */
  get used(): Mention[] {
    const step = this.#step
    const names = mentions(step, USES)
    for (const path of LISTS)
      if (has(step, path[0]))
        for (const [i, name] of list(valueAt(step, path)).entries()) names.push(...mention(name, [...path, i]))
    return names.concat(conditionKeys(step, ['placed', 'references']))
  }

  get usedPools(): Mention[] {
    return mentions(this.#step, POOL_USES)
  }

  /** pools that `expect` names */
  get expectedPools(): Mention[] {
    return conditionKeys(this.#step, ['blocks', 'fragmentation'])
  }
}

/** Names that conditions have as keys. */
export function conditionKeys(step: unknown, conditions: readonly string[]): Mention[] {
  if (!has(step, 'expect')) return NONE
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

function mentions(step: unknown, uses: readonly Use[]): Mention[] {
  const names: Mention[] = []
  for (const path of uses) if (has(step, path[0])) names.push(...mention(valueAt(step, path), path))
  return names
}

function mention(value: unknown, path: Path): Mention[] {
  const name = text(value)
  return name === undefined ? [] : [{ name, path }]
}

const NONE: Mention[] = []

/** Quicker than to look for what is not there: a file can have millions of steps. */
function has(step: unknown, verb: string): boolean {
  return typeof step === 'object' && step !== null && Object.hasOwn(step, verb)
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
