/** The shape of the commands that put a project on a device, an open one or a new one, or give it other pixels or pools; the grammar of scenario files says what each setting may be. */
import { z } from 'zod'
import {
  DEVICE_PROFILES,
  DEVICE_SETTING_NAMES,
  PIXEL_FORMATS,
  POLICY_NAMES,
  POOL_ALGORITHMS,
  POOL_HEAPS,
} from '../../../../preload/contract'

/** characters of a name, and values of a list: more than any setting has */
const MOST_CHARACTERS = 64
const MOST_VALUES = 64

/** of one project; a layout can have more */
const MOST_POOLS = 1000
const MOST_POOL_NAME = 1000

const name = z.string().max(MOST_CHARACTERS)

const value = z.union([
  z.boolean(),
  z.number(),
  name,
  z.array(z.number()).max(MOST_VALUES),
  z.array(name).max(MOST_VALUES),
  z.null(),
])

const device = {
  profile: z.enum(DEVICE_PROFILES).nullable().optional(),
  settings: z.partialRecord(z.enum(DEVICE_SETTING_NAMES), value).optional(),
}

export const newProjectCommand = z.strictObject({
  kind: z.literal('newProject'),
  ...device,
  policy: z.enum(POLICY_NAMES).optional(),
})

export const deviceCommand = z
  .strictObject({ kind: z.literal('setDevice'), ...device })
  .refine(({ profile, settings = {} }) => profile !== undefined || Object.keys(settings).length > 0, {
    error: 'a profile, or at least one setting',
  })

const count = z.number().int().min(0).max(Number.MAX_SAFE_INTEGER)

const pool = z.strictObject({
  name: z.string().max(MOST_POOL_NAME),
  heap: z.enum(POOL_HEAPS),
  blockSize: count.optional(),
  minBlocks: count,
  maxBlocks: count,
  algorithm: z.enum(POOL_ALGORITHMS),
  alwaysCommitted: z.boolean(),
})

export const appCommand = z
  .strictObject({
    kind: z.literal('setApp'),
    format: z.enum(PIXEL_FORMATS).optional(),
    blockSize: count.optional(),
    pools: z.array(pool).max(MOST_POOLS).optional(),
    pool: z.string().min(1).max(MOST_POOL_NAME).nullable().optional(),
  })
  .refine(({ kind: _, ...settings }) => Object.values(settings).some((value) => value !== undefined), {
    error: 'at least one setting',
  })
