import { expect, test } from 'vitest'
import type { PoolSpec } from '../../../../preload/contract'
import { limitedPool, unmadeText } from '../../../../renderer/editor/unmade/text'

test('what could not be created says why, that it is kept, and when it is tried again [RS-07]', () => {
  const end = 'It stays in the project, and is tried again with the next device, or when the simulation is restarted.'
  expect(unmadeText({ name: 'Blur', kind: 'effect', hresult: 'E_OUTOFMEMORY' }, undefined)).toBe(
    ` could not be created: there was no memory for it (E_OUTOFMEMORY). ${end}`,
  )
  expect(unmadeText({ name: 'Shot', kind: 'clip', hresult: 'E_INVALIDARG' }, undefined)).toBe(
    ` could not be imported: E_INVALIDARG. ${end}`,
  )
})

const MIB = 1024 * 1024
const POOL: PoolSpec = {
  name: 'Tiles',
  heap: 'default',
  blockSize: 16 * MIB,
  minBlocks: 0,
  maxBlocks: 2,
  algorithm: 'tlsf',
  alwaysCommitted: false,
}
const APP = { format: 'R8_UNORM', blockSize: 64 * MIB, pools: [POOL], pool: 'Tiles' } as const

test('what does not fit where the editor places says what the pool has, and where that is changed [DF-01]', () => {
  expect(unmadeText({ name: 'Blur', kind: 'effect', hresult: 'E_OUTOFMEMORY' }, POOL)).toBe(
    ' could not be created: there was no memory for it (E_OUTOFMEMORY). The editor places in Tiles, which has 16 MiB a block, at most 2 blocks: Project settings can change that. It stays in the project, and is tried again with the next device, or when the simulation is restarted.',
  )
  const { blockSize: _, ...grows } = POOL
  expect(unmadeText({ name: 'Shot', kind: 'clip', hresult: 'E_OUTOFMEMORY' }, { ...grows, maxBlocks: 1 })).toContain(
    'in Tiles, which has at most 1 block: ',
  )
  // a pool is not why a device is removed
  expect(unmadeText({ name: 'Blur', kind: 'effect', hresult: 'DXGI_ERROR_DEVICE_REMOVED' }, POOL)).not.toContain(
    'Tiles',
  )
})

test('the pool is said where it has limits and is placed in: media always are, effects where the project says so [DF-01]', () => {
  expect(limitedPool({ app: APP, allocation: 'placed' }, 'effect')).toBe(POOL)
  expect(limitedPool({ app: APP, allocation: 'committed' }, 'effect')).toBeUndefined()
  expect(limitedPool({ app: APP, allocation: 'committed' }, 'clip')).toBe(POOL)
  expect(limitedPool({ app: { ...APP, pool: null }, allocation: 'placed' }, 'effect')).toBeUndefined()
  const { blockSize: _, ...grows } = POOL
  const committed = { ...POOL, alwaysCommitted: true }
  expect(limitedPool({ app: { ...APP, pools: [committed] }, allocation: 'placed' }, 'effect')).toBeUndefined()
  const free = { ...grows, maxBlocks: 0 }
  expect(limitedPool({ app: { ...APP, pools: [free] }, allocation: 'placed' }, 'effect')).toBeUndefined()
})
