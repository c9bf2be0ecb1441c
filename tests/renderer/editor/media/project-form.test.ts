/** Pixels, blocks and pools as they are typed. */
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import type { AppSettings, PoolSpec } from '../../../../preload/contract'
import {
  MOST_BLOCKS,
  MOST_MIN_BLOCKS,
  newPool,
  type ProjectText,
  placeIn,
  placesIn,
  projectText,
  readProject,
} from '../../../../renderer/editor/media/project-form'

const MIB = 1024 * 1024

const POOL: PoolSpec = {
  name: 'Frames',
  heap: 'default',
  blockSize: 16 * MIB,
  minBlocks: 1,
  maxBlocks: 6,
  algorithm: 'linear',
  alwaysCommitted: true,
}

const STAGING: PoolSpec = {
  name: 'Staging',
  heap: 'upload',
  minBlocks: 0,
  maxBlocks: 0,
  algorithm: 'tlsf',
  alwaysCommitted: false,
}

const APP: AppSettings = { format: 'R8G8B8A8_UNORM', blockSize: 64 * MIB, pools: [POOL, STAGING], pool: 'Frames' }

/** What is sent of that text. */
function sent(text: ProjectText, shown: ProjectText): Partial<AppSettings> {
  const read = readProject(text, shown)
  if (!read.ok) throw new Error(JSON.stringify(read.errors))
  return read.settings
}

it('what is shown is read as nothing changed, and from nothing as all that there is', () => {
  const shown = projectText(APP)
  expect(shown).toMatchObject({
    blockSize: '64 MiB',
    pools: [
      {
        name: 'Frames',
        blockSize: '16 MiB',
        minBlocks: '1',
        maxBlocks: '6',
        algorithm: 'linear',
        alwaysCommitted: true,
      },
      { name: 'Staging', heap: 'upload', blockSize: '', minBlocks: '0', maxBlocks: '' },
    ],
  })
  expect(sent(shown, shown)).toEqual({})
  const bare = projectText({ format: 'R8_UNORM', blockSize: MIB, pools: [], pool: null })
  expect(sent(shown, bare)).toEqual(APP)
})

it('the choice of a pool goes with its row, whatever that is called, and falls where the editor cannot place in it', () => {
  const shown = projectText(APP)
  const [frames, staging] = shown.pools
  if (frames === undefined || staging === undefined) throw new Error('there are two')
  const renamed = { ...shown, pools: [{ ...frames, name: ' Film ' }, staging] }
  expect(sent(renamed, shown)).toEqual({ pools: [{ ...POOL, name: 'Film' }, STAGING], pool: 'Film' })
  expect(placesIn(renamed).map(({ name }) => name)).toEqual([' Film '])
  const readback = { ...shown, pools: [{ ...frames, heap: 'readback' as const }, staging] }
  expect(placeIn(readback)).toBeUndefined()
  expect(sent(readback, shown)).toEqual({ pools: [{ ...POOL, heap: 'readback' }, STAGING], pool: null })
  expect(sent({ ...shown, pools: [staging] }, shown)).toEqual({ pools: [STAGING], pool: null })
  expect(sent({ ...shown, pool: null }, shown)).toEqual({ pool: null })
})

it('what is wrong is said beside its field, of every pool at once', () => {
  const shown = projectText(APP)
  const [frames, staging] = shown.pools
  if (frames === undefined || staging === undefined) throw new Error('there are two')
  const read = readProject(
    {
      ...shown,
      blockSize: '1 KiB',
      pools: [
        { ...frames, name: 'UPLOAD', blockSize: 'big', minBlocks: '7', maxBlocks: '6' },
        { ...staging, name: ' ', maxBlocks: '0' },
        { ...newPool([]), name: 'Staging', minBlocks: '100001' },
        { ...newPool([]), name: 'Staging' },
      ],
    },
    shown,
  )
  expect(read).toMatchObject({ ok: false, errors: { blockSize: expect.stringMatching(/64 KiB/) } })
  expect(Object.values(read.ok ? {} : read.errors.pools)).toEqual([
    {
      name: expect.stringContaining('already a pool named “UPLOAD”'),
      blockSize: expect.stringContaining('“big” is not a size'),
      minBlocks: 'Found “7”, expected a whole number from 0 to 6, as there are at most so many.',
    },
    {
      name: 'Enter a name for the pool.',
      maxBlocks: expect.stringContaining('from 1 to 4,294,967,295, or nothing for no limit.'),
    },
    { minBlocks: expect.stringContaining('from 0 to 100,000.') },
    { name: expect.stringContaining('already a pool named “Staging”') },
  ])
})

it('what a file has given is right as it is, also where nobody could type it', () => {
  const given = { ...POOL, name: ' Film v1.2' }
  const shown = projectText({ ...APP, blockSize: 2 ** 50, pools: [given, STAGING], pool: given.name })
  expect(sent({ ...shown, format: 'R8_UNORM' }, shown)).toEqual({ format: 'R8_UNORM' })
  const added = { ...newPool([]), name: 'New' }
  const more = sent({ ...shown, pools: [...shown.pools, added] }, shown)
  expect(more.pools?.map(({ name }) => name)).toEqual([given.name, 'Staging', 'New'])
  expect(more).not.toHaveProperty('pool')
})

it('a new pool has a name that no other has', () => {
  const { key: _, ...pool } = newPool(['Pool 1', 'Pool 3'])
  expect(pool).toEqual({
    name: 'Pool 2',
    heap: 'default',
    blockSize: '',
    minBlocks: '0',
    maxBlocks: '',
    algorithm: 'tlsf',
    alwaysCommitted: false,
  })
})

it('takes as many blocks as a file does', () => {
  const { pool } = JSON.parse(readFileSync('resources/scenario.schema.json', 'utf8')).$defs
  const { minBlocks, maxBlocks } = pool.properties
  expect([MOST_MIN_BLOCKS, MOST_BLOCKS]).toEqual([minBlocks.maximum, maxBlocks.maximum])
})
