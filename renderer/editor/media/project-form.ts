/** The app's pixels and its allocator, as they are typed (SC, "app"). Knows no React. */
import { type AppSettings, GRANULE, type PixelFormat, POOL_HEAPS, type PoolSpec } from '../../../preload/contract'
import { sizeText } from '../../widgets/format'
import { type Parsed, parseName, parseWhole } from '../../widgets/parse'
import { parseSegment } from '../system/segment-size'

export interface PoolText {
  /** tells rows apart while they are edited; no meaning outside the form */
  key: number
  name: string
  heap: PoolSpec['heap']
  /** empty: blocks grow up to those of the default pools */
  blockSize: string
  minBlocks: string
  /** empty: no limit */
  maxBlocks: string
  algorithm: PoolSpec['algorithm']
  alwaysCommitted: boolean
}

export interface ProjectText {
  format: PixelFormat
  blockSize: string
  pools: readonly PoolText[]
  /** key of the pool that the editor places in; null: the default pool */
  pool: number | null
}

export interface PoolErrors {
  name?: string
  blockSize?: string
  minBlocks?: string
  maxBlocks?: string
}

export interface ProjectErrors {
  blockSize?: string
  /** by row key */
  pools: Readonly<Record<number, PoolErrors>>
}

export type ProjectRead = { ok: true; settings: Partial<AppSettings> } | { ok: false; errors: ProjectErrors }

/** pools of a project made here; a file can have more */
export const MOST_POOLS = 64

/** MinBlockCount as files have it; MaxBlockCount is a UINT. A test holds both to their schema. */
export const MOST_MIN_BLOCKS = 100_000
export const MOST_BLOCKS = 0xffffffff

/** The default pools are called so. */
const TAKEN = POOL_HEAPS.map((heap) => heap.toUpperCase())

let lastKey = 0

/** A pool that may come to be. @param taken names of those that are there */
export function newPool(taken: readonly string[]): PoolText {
  let number = 1
  while (taken.includes(`Pool ${number}`)) number++
  return poolText({
    name: `Pool ${number}`,
    heap: 'default',
    minBlocks: 0,
    maxBlocks: 0,
    algorithm: 'tlsf',
    alwaysCommitted: false,
  })
}

function poolText({ name, heap, blockSize, minBlocks, maxBlocks, algorithm, alwaysCommitted }: PoolSpec): PoolText {
  lastKey++
  return {
    key: lastKey,
    name,
    heap,
    blockSize: blockSize === undefined ? '' : sizeText(blockSize),
    minBlocks: String(minBlocks),
    maxBlocks: maxBlocks === 0 ? '' : String(maxBlocks),
    algorithm,
    alwaysCommitted,
  }
}

/** The settings as fields show them. */
export function projectText({ format, blockSize, pools, pool }: AppSettings): ProjectText {
  const rows = pools.map(poolText)
  return {
    format,
    blockSize: sizeText(blockSize),
    pools: rows,
    pool: rows.find(({ name }) => name === pool)?.key ?? null,
  }
}

/** Pools that the editor can place in: it places in DEFAULT heaps. */
export function placesIn({ pools }: ProjectText): readonly PoolText[] {
  return pools.filter(({ heap }) => heap === 'default')
}

/** The one that it places in; one that has gone, or lies in another heap now, is nobody's choice. */
export function placeIn(text: ProjectText): PoolText | undefined {
  return placesIn(text).find(({ key }) => key === text.pool)
}

/**
 * What nobody has changed is right as it is: files have names, and sizes, that are not given here.
 * @param shown the settings that there are, as fields showed them
 * @returns what is wrong beside each field, or what is another value now
 */
export function readProject(text: ProjectText, shown: ProjectText): ProjectRead {
  const blockSize = text.blockSize === shown.blockSize ? null : parseSegment(text.blockSize, GRANULE)
  const isGiven = new Set(shown.pools.map(({ name }) => name))
  const nameOf = ({ name }: PoolText): string => (isGiven.has(name) ? name : name.trim())
  const pools = samePools(text.pools, shown.pools) ? null : readPools(text.pools, nameOf, isGiven)
  const errors = pools?.errors ?? {}
  if (blockSize?.ok === false) return { ok: false, errors: { blockSize: blockSize.message, pools: errors } }
  if (Object.keys(errors).length > 0) return { ok: false, errors: { pools: errors } }
  const settings: Partial<AppSettings> = {}
  if (text.format !== shown.format) settings.format = text.format
  if (blockSize !== null) settings.blockSize = blockSize.value
  if (pools !== null) settings.pools = pools.read
  const chosen = placeIn(text)
  const pool = chosen === undefined ? null : nameOf(chosen)
  if (pool !== (placeIn(shown)?.name ?? null)) settings.pool = pool
  return { ok: true, settings }
}

/** @param isGiven names that are right, as pools have them @returns errors by row key */
function readPools(
  rows: readonly PoolText[],
  nameOf: (row: PoolText) => string,
  isGiven: ReadonlySet<string>,
): { read: PoolSpec[]; errors: Record<number, PoolErrors> } {
  const read: PoolSpec[] = []
  const errors: Record<number, PoolErrors> = {}
  const seen: string[] = [...TAKEN]
  for (const row of rows) {
    const value = nameOf(row)
    const isRight = isGiven.has(value) && !seen.includes(value)
    const pool = readPool(row, isRight ? { ok: true, value } : parseName(value, 'pool', seen))
    if ('errors' in pool) errors[row.key] = pool.errors
    else read.push(pool.pool)
    seen.push(value)
  }
  return { read, errors }
}

function samePools(one: readonly PoolText[], other: readonly PoolText[]): boolean {
  const all = (pools: readonly PoolText[]): string => JSON.stringify(pools.map(({ key: _, ...pool }) => pool))
  return all(one) === all(other)
}

function readPool(row: PoolText, name: Parsed<string>): { pool: PoolSpec } | { errors: PoolErrors } {
  const own = row.blockSize.trim() === '' ? null : parseSegment(row.blockSize, GRANULE)
  const most =
    row.maxBlocks.trim() === '' ? null : parseWhole(row.maxBlocks, 1, MOST_BLOCKS, ', or nothing for no limit')
  const upTo = most?.ok === true ? Math.min(most.value, MOST_MIN_BLOCKS) : MOST_MIN_BLOCKS
  const least = parseWhole(row.minBlocks, 0, upTo, upTo < MOST_MIN_BLOCKS ? ', as there are at most so many' : '')
  const errors: PoolErrors = {
    ...(name.ok ? {} : { name: name.message }),
    ...(own === null || own.ok ? {} : { blockSize: own.message }),
    ...(least.ok ? {} : { minBlocks: least.message }),
    ...(most === null || most.ok ? {} : { maxBlocks: most.message }),
  }
  if (!name.ok || own?.ok === false || !least.ok || most?.ok === false) return { errors }
  const { heap, algorithm, alwaysCommitted } = row
  return {
    pool: {
      name: name.value,
      heap,
      ...(own === null ? {} : { blockSize: own.value }),
      minBlocks: least.value,
      maxBlocks: most?.value ?? 0,
      algorithm,
      alwaysCommitted,
    },
  }
}
