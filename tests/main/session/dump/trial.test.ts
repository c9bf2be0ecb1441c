import { expect, test } from 'vitest'
import { readDump } from '../../../../main/session/dump/read-dump'
import { poolLayouts } from '../../../../main/session/dump/trial'
import { bytesOf, changed, type Fields, small } from './files'

function layoutsOf(file: Fields) {
  const read = readDump(bytesOf(file))
  if (!read.ok) throw new Error('the dump was refused')
  return poolLayouts(read.dump)
}

test('[DF-23] a dump is tried with its blocks as they are; nothing is pinned, and alignments are what they can be', () => {
  expect(layoutsOf(small())).toEqual([
    {
      name: 'DEFAULT',
      heapType: 'DEFAULT',
      blockSize: 1000,
      minBlockCount: 0,
      maxBlockCount: 0,
      blocks: [
        {
          size: 1000,
          offsets: Float64Array.of(0, 300),
          sizes: Float64Array.of(100, 300),
          alignments: Float64Array.of(4, 4),
          pinned: Uint8Array.of(0, 0),
        },
      ],
    },
  ])
})

test('[DF-06] pools keep their heap types', () => {
  const { DEFAULT } = small().DefaultPools as Fields
  const file = changed(small(), 'DefaultPools', { DEFAULT, UPLOAD: DEFAULT, READBACK: DEFAULT })
  expect(layoutsOf(file).map(({ name, heapType }) => [name, heapType])).toEqual([
    ['DEFAULT', 'DEFAULT'],
    ['UPLOAD', 'UPLOAD'],
    ['READBACK', 'READBACK'],
  ])
})

test('[DF-07] linear pools and those always committed are left out, and [DF-01] dedicated allocations', () => {
  expect(layoutsOf(changed(small(), 'DefaultPools.DEFAULT.Flags', ['POOL_FLAG_ALWAYS_COMMITTED']))).toEqual([])
  expect(layoutsOf(changed(small(), 'DefaultPools.DEFAULT.Flags', ['POOL_FLAG_ALGORITHM_LINEAR']))).toEqual([])
  expect(layoutsOf(changed(small(), 'DefaultPools.DEFAULT.Blocks', {}))).toEqual([])
})
