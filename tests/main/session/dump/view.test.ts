import { describe, expect, test } from 'vitest'
import { readDump } from '../../../../main/session/dump/read-dump'
import { dumpView } from '../../../../main/session/dump/view'
import { type DumpView, type HeapBlockView, RANGE_KINDS } from '../../../../preload/contract'
import { bytesOf, changed, type Fields, SAMPLE, small } from './files'

function viewOf(bytes: Uint8Array): DumpView {
  const read = readDump(bytes)
  if (!read.ok) throw new Error('the dump was refused')
  return dumpView(read.dump, 'state.json', '/dumps/state.json')
}

const smallView = (file: Fields = small()) => viewOf(bytesOf(file))
const kinds = ({ kinds: indices }: HeapBlockView) => Array.from(indices, (index) => RANGE_KINDS[index])
const namesOf = ({ names, nameEnds }: HeapBlockView) =>
  Array.from(nameEnds, (end, i) => names.slice(i === 0 ? 0 : nameEnds[i - 1], end))

describe('an open dump as the interface draws it [DF-23]', () => {
  test('says where it comes from', () => {
    const { title, path, api, gpu } = smallView()
    expect({ title, path, api, gpu }).toEqual({
      title: 'state.json',
      path: '/dumps/state.json',
      api: 'Direct3D 12',
      gpu: 'Some GPU',
    })
  })

  test('a block has all its ranges, what is free among them, by offset', () => {
    const [block] = smallView().blocks
    if (block === undefined) throw new Error('no block')
    expect(block).toMatchObject({ id: 0, pool: 0, name: 'DEFAULT 7', size: 1000, committed: false, allocation: -1 })
    expect([...block.offsets]).toEqual([0, 100, 300, 600])
    expect([...block.sizes]).toEqual([100, 200, 300, 400])
    expect(kinds(block)).toEqual(['buffer', 'free', 'texture', 'free'])
    expect([...block.allocations]).toEqual([0, 0xffff_ffff, 1, 0xffff_ffff])
    expect([...block.flags]).toEqual([0, 0, 0, 0])
    expect(namesOf(block)).toEqual(['vertices', '', '', ''])
  })

  test('a dedicated allocation is a block of its own, after those of its pool', () => {
    const [, volume] = smallView().blocks
    if (volume === undefined) throw new Error('no block')
    expect(volume).toMatchObject({ id: 1, pool: 0, name: 'volume', size: 5000, committed: true })
    expect([kinds(volume), [...volume.sizes], namesOf(volume)]).toEqual([['texture'], [5000], ['volume']])
  })

  test('a pool has the statistics of its blocks: 600 of 1000 bytes free, 400 of them in one range', () => {
    expect(smallView().pools).toEqual([
      {
        id: 0,
        name: 'DEFAULT',
        custom: false,
        heap: 'default',
        algorithm: 'TLSF',
        alwaysCommitted: false,
        blockSize: 1000,
        maxBlocks: 0,
        statistics: {
          blockCount: 1,
          blockBytes: 1000,
          allocationCount: 2,
          allocationBytes: 400,
          unusedRangeCount: 2,
          allocationSizeMin: 100,
          allocationSizeMax: 300,
          unusedRangeSizeMin: 200,
          unusedRangeSizeMax: 400,
        },
        committedCount: 1,
        committedBytes: 5000,
        blocksNeeded: 1,
        fragmentation: 1 - 400 / 600,
      },
    ])
  })

  test('a pool of dedicated allocations only has no block, nothing free, and no extremes', () => {
    const [pool] = smallView(changed(small(), 'DefaultPools.DEFAULT.Blocks', {})).pools
    expect(pool).toMatchObject({
      statistics: { blockCount: 0, allocationSizeMin: null, unusedRangeSizeMax: null },
      blocksNeeded: 0,
      fragmentation: 0,
    })
  })

  test('the real one has 5 pools with memory, 69 blocks, and 132 allocations with numbers of their own', () => {
    const { pools, blocks } = viewOf(SAMPLE)
    expect(pools.map(({ id, name }) => [id, name])).toEqual([
      [0, 'Type 0'],
      [1, 'Type 1'],
      [2, 'Type 3'],
      [3, 'Type 0 0'],
      [4, 'Type 3 0'],
    ])
    expect(blocks.map(({ id }) => id)).toEqual(Array.from({ length: 69 }, (_, i) => i))
    const ids = blocks.flatMap(({ allocations }) => [...allocations]).filter((id) => id !== 0xffff_ffff)
    expect(ids).toEqual(Array.from({ length: 132 }, (_, i) => i))
    expect(new Set(blocks.flatMap(kinds))).toEqual(new Set(['free', 'buffer', 'texture', 'unknown']))
    const named = blocks.flatMap(namesOf).filter((name) => name !== '')
    expect(named.filter((name) => name === 'SHEPURD').length + named.filter((name) => name === 'JOKER').length).toBe(
      named.length,
    )
  })
})
