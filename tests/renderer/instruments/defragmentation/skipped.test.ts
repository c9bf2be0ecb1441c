import { expect, it } from 'vitest'
import { noStatistics } from '../../../../preload/contract'
import { skippedHeaps, skippedText, tooLargeText } from '../../../../renderer/instruments/defragmentation/skipped'
import { heap, pool } from '../../store/support/heaps'

/** Heaps of the allocations 0 to 5 in video memory; only that of 3 is on the residency list, and 5 has gone. */
const allocations = { live: Uint8Array.of(1, 1, 1, 1, 1, 0), references: Uint32Array.of(0, 0, 0, 2, 0, 0) }
const lying = [{ bytes: 4, name: 'a' }, { bytes: 4 }]
const picture = {
  pools: [pool(0, 'DEFAULT'), pool(1, 'frames', { custom: true }), pool(2, 'ring', { algorithm: 'LINEAR' })],
  blocks: [
    heap(0, lying, { allocation: 0 }),
    heap(1, [{ bytes: 8 }], { allocation: 1 }),
    heap(2, lying, { allocation: 2, pool: 1 }),
    heap(3, lying, { allocation: 3 }),
    heap(4, lying, { allocation: 4, committed: true }),
    heap(5, lying, { allocation: 4, pool: 2 }),
    heap(6, lying, { allocation: 5 }),
  ],
}

it('heaps that hold something and are not on the residency list are skipped, of the pools that are chosen [DF-21]', () => {
  expect(skippedHeaps(picture, allocations, { pool: '', evicted: 'skip' })).toBe(1)
  expect(skippedHeaps(picture, allocations, { pool: 'frames', evicted: 'skip' })).toBe(1)
  expect(skippedHeaps(picture, allocations, { pool: '', evicted: 'make-resident' })).toBe(0)
  const resident = { ...allocations, references: Uint32Array.of(1, 1, 1, 1, 1, 1) }
  expect(skippedHeaps(picture, resident, { pool: '', evicted: 'skip' })).toBe(0)
})

it('what is skipped is said with what to do about it, and nothing where nothing is [DF-21]', () => {
  expect(skippedText(0)).toBeNull()
  expect(skippedText(1)).toBe('1 heap is evicted: what lies in it is skipped. Choose Make resident to move that, too.')
  expect(skippedText(1200)).toMatch(/^1,200 heaps are evicted: what lies in them is skipped\./)
})

it('what is too large for a pass is said, with the limit that keeps it and what to do [DF-13]', () => {
  const MIB = 1024 * 1024
  const of = (bytes: number | null) => ({ statistics: { ...noStatistics(), allocationSizeMax: bytes } })
  const pools = [
    pool(0, 'DEFAULT', of(5 * MIB)),
    pool(1, 'frames', { custom: true, ...of(9 * MIB) }),
    pool(2, 'UPLOAD'),
  ]
  const said = (form: Partial<Parameters<typeof tooLargeText>[1]>): string | null =>
    tooLargeText(pools, { pool: '', maxBytes: '0', bytesPerFrame: '0', ...form })
  expect(said({ maxBytes: '4 MiB' })).toBe(
    'Allocations of more than 4 MiB are not moved, and the largest has 5 MiB: raise Max bytes per pass, or write 0 there for no limit (DF-13).',
  )
  expect(said({ maxBytes: '4 MiB', bytesPerFrame: '1 MiB' })).toMatch(/more than 1 MiB .*: raise Bytes per frame,/)
  expect(said({ maxBytes: '5 MiB', pool: 'frames' })).toMatch(/the largest has 9 MiB/)
  for (const none of [{}, { maxBytes: '5 MiB' }, { maxBytes: 'x' }]) expect(said(none)).toBeNull()
})
