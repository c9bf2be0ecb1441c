/**
 * The schemas of memory that is allocated through the app's allocator: pools, media, allocations by hand, layouts. What
 * the allocator refuses (a pool that is full, a heap type that cannot be mapped) is no mistake of the file: the run shows
 * what comes of it.
 *
 * @see spec DF-01 to DF-04, DF-20, DF-23
 */
import { z } from 'zod'
import {
  ALLOCATION_MODES,
  type AllocateSpec,
  type ClipSpec,
  FINGERPRINT,
  type FreeSpec,
  MEDIA_TYPES,
  type MediaFile,
  MOST_MEDIA_BYTES,
  POOL_ALGORITHMS,
  POOL_HEAPS,
  type PoolSpec,
} from '../../../../preload/contract'
import { list } from '../check/lists'
import { checked, flag, GRANULE, label, size, strict, texels, wholeNumber } from './quantities'
import { footageLength } from './timeline'
import { LAYOUT_KINDS, type LayoutPool, type LayoutStep, type MovableStep, type RelinkStep } from './types'
import { sizeToText } from './units'

/** of one step, and thumbnails of one clip */
export const MOST_ALLOCATIONS = 100_000
/** decoded frames of one clip */
export const MOST_FRAMES_KEPT = 10_000
/** that a pool is created with, one after another at the start */
const MOST_MIN_BLOCKS = 100_000
/** MaxBlockCount is a UINT */
const UINT_MAX = 0xffffffff

const heap = z.enum(POOL_HEAPS).meta({ description: 'D3D12_HEAP_TYPE' })
const algorithm = z.enum(POOL_ALGORITHMS).prefault('tlsf').meta({ description: 'linear: POOL_FLAG_ALGORITHM_LINEAR' })

export const allocationMode = z
  .enum(ALLOCATION_MODES)
  .meta({ description: "effects' resources: committed, or placed in heaps that they share" })

export const blockSize = size('of a block (heap), a multiple of 64 KiB', { min: GRANULE, multipleOf: GRANULE })

const pool = strict(
  {
    name: label('unique among the pools; "DEFAULT", "UPLOAD" and "READBACK" are the default pools'),
    heap: heap.prefault('default'),
    blockSize: blockSize.optional().meta({
      description: 'of every block; when absent blocks grow up to app.blockSize, the first ones being smaller',
    }),
    minBlocks: wholeNumber(
      0,
      'blocks that stay though they are empty; all of them fit the segment',
      MOST_MIN_BLOCKS,
    ).prefault(0),
    maxBlocks: wholeNumber(0, '0: no limit', UINT_MAX).prefault(0),
    algorithm,
    alwaysCommitted: flag('POOL_FLAG_ALWAYS_COMMITTED').prefault(false),
  },
  'A custom pool.',
).meta({ id: 'pool' })

export const poolSchema = checked(pool, ({ minBlocks, maxBlocks }, refuse) => {
  if (maxBlocks > 0 && minBlocks > maxBlocks) refuse(['minBlocks'], minBlocks, `at most "maxBlocks" (${maxBlocks})`)
}) satisfies z.ZodType<PoolSpec>

const MOST_PATH = 4096
const moment = { error: 'a whole number of ms since 1970' }

/** Personal, so that a recording has none (SC-12). */
const mediaFileSchema = strict(
  {
    path: label('where it lies, absolute').max(MOST_PATH, { error: `at most ${MOST_PATH} characters` }),
    type: z.enum(MEDIA_TYPES).meta({ description: 'what its content is' }),
    size: wholeNumber(1, 'bytes', MOST_MEDIA_BYTES.video),
    modified: z.int(moment).min(0, moment).meta({ description: 'ms since 1970' }),
    fingerprint: z
      .string()
      .regex(FINGERPRINT, { error: '64 hexadecimal digits, as SHA-256 has them' })
      .meta({ description: 'of its content: another content is another file' }),
  },
  'A file that a clip shows; of no weight in the simulation.',
).meta({ id: 'mediaFile' }) satisfies z.ZodType<MediaFile>

export const relinkSchema = strict(
  { clip: label('a clip that exists at that time'), file: mediaFileSchema.nullable() },
  'What a clip shows from now on; null: the sample footage.',
) satisfies z.ZodType<RelinkStep>

export const clipSchema = strict(
  {
    name: label('unique among the effects and clips'),
    width: texels('texels'),
    height: texels('texels'),
    frames: wholeNumber(1, 'decoded frames that are kept [8]', MOST_FRAMES_KEPT).optional(),
    thumbnails: wholeNumber(0, 'thumbnails of the timeline, of many sizes [24]', MOST_ALLOCATIONS).optional(),
    length: footageLength.optional(),
    file: mediaFileSchema.optional(),
  },
  'Media on the timeline: decoded frames, proxies and thumbnails, placed in shared heaps.',
).meta({ id: 'clip' }) satisfies z.ZodType<ClipSpec>

const granules = (description: string) => size(description, { min: GRANULE, multipleOf: GRANULE })

const sizeRange = checked(
  strict(
    { min: granules('inclusive, a multiple of 64 KiB'), max: granules('inclusive, a multiple of 64 KiB') },
    'Drawn for each from the seeded generator, in whole 64 KiB.',
  ),
  ({ min, max }, refuse) => {
    if (min > max) refuse(['min'], min, `at most "max" (${sizeToText(max)})`)
  },
)

export const allocateSchema = strict(
  {
    name: label('of the allocation; with a count above 1 those of the group are "name 1", "name 2", …'),
    size: z.union([size('bytes asked for', { min: 1 }), sizeRange], {
      error: 'a size of at least 1B such as "64MiB", or an object with "min" and "max"',
    }),
    count: wholeNumber(1, 'how many [1]', MOST_ALLOCATIONS).optional(),
    heap: heap.optional(),
    pool: label("a custom pool; when absent the heap type's default pool").optional(),
    committed: flag('ALLOCATION_FLAG_COMMITTED').optional(),
    pinned: flag('not movable').optional(),
    scratch: flag('its contents mean nothing: a move recreates it without a copy').optional(),
  },
  'Memory of no effect: one allocation, or a group.',
) satisfies z.ZodType<AllocateSpec>

const part = 'a number above 0, at most 1'

export const freeSchema = strict(
  {
    name: label('of an allocation or a group that exists at that time'),
    every: wholeNumber(1, 'of a group every n-th, from the first [1]').optional(),
    share: z
      .number({ error: part })
      .positive({ error: part })
      .max(1, { error: part })
      .optional()
      .meta({ description: 'of those a random part, above 0 to 1 [1]' }),
  },
  'Frees an allocation, or those of a group that "every" and "share" say.',
) satisfies z.ZodType<FreeSpec>

export const movableSchema = strict(
  {
    name: label('an allocation, or the full name of a resource'),
    movable: flag('false: defragmentation lets it lie'),
  },
  'Whether defragmentation may move it.',
) satisfies z.ZodType<MovableStep>

const layoutResource = {
  size: size('at least 1 byte', { min: 1 }),
  name: label('when absent its pool and place say which it is').optional(),
  kind: z.enum(LAYOUT_KINDS).meta({ description: 'what it is [not known]' }).optional(),
}

const layoutAllocation = strict({ offset: size('in its block'), ...layoutResource }, 'An allocation of a block.')

const block = strict(
  {
    size: size('of the heap, at least 1 byte', { min: 1 }),
    allocations: list(layoutAllocation).prefault([]).meta({ description: 'by offset, without overlap' }),
  },
  'A heap and what lies in it.',
)

const layoutBlock = checked(block, ({ size: whole, allocations }, refuse) => {
  let end = 0
  allocations.forEach(({ offset, size: bytes }, i) => {
    if (offset < end) {
      const expected = `at least ${sizeToText(end)}, the end of the one before: by offset, without overlap`
      refuse(['allocations', i, 'offset'], offset, expected)
    } else if (bytes > whole - offset) {
      const room = `at most ${sizeToText(Math.max(0, whole - offset))}`
      refuse(['allocations', i, 'size'], bytes, `${room}, as its block ends at ${sizeToText(whole)}`)
    }
    end = Math.max(end, Math.min(whole, offset + bytes))
  })
})

const layoutCommitted = strict(layoutResource, 'A committed allocation.')

const layoutPool = strict(
  {
    name: label('a custom pool that the step makes: no other pool has the name'),
    heap: heap.prefault('default'),
    blockSize: size('of blocks that come later, at least 1 byte', { min: 1 }).prefault('64MiB'),
    algorithm,
    alwaysCommitted: flag('POOL_FLAG_ALWAYS_COMMITTED: so is what comes later').optional(),
    blocks: list(layoutBlock).prefault([]).meta({ description: 'heaps, in order' }),
    committed: list(layoutCommitted).prefault([]),
  },
  'A pool whose heaps are filled exactly so.',
) satisfies z.ZodType<LayoutPool>

const layout = strict(
  { pools: list(layoutPool, { min: [1, 'at least one pool'] }) },
  'Custom pools whose heaps are filled exactly so, as a dump has them.',
)

export const layoutSchema = checked(layout, ({ pools }, refuse) => {
  const names = new Set<string>()
  const take = (name: string | undefined, path: () => (string | number)[]) => {
    if (name === undefined) return
    if (names.has(name)) refuse([...path(), 'name'], name, 'a name that nothing else of the layout has')
    names.add(name)
  }
  pools.forEach(({ blocks, committed }, p) => {
    blocks.forEach(({ allocations }, b) => {
      allocations.forEach(({ name }, a) => {
        take(name, () => ['pools', p, 'blocks', b, 'allocations', a])
      })
    })
    committed.forEach(({ name }, c) => {
      take(name, () => ['pools', p, 'committed', c])
    })
  })
}) satisfies z.ZodType<LayoutStep>

export const projectStepSchema = strict(
  { width: texels('texels'), height: texels('texels') },
  'Resolution of the project: effects and proxies are made anew in the sizes that follow.',
)
