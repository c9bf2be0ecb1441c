import { describe, expect, it } from 'vitest'
import { AllocationState, RangeFlag } from '../../../../../preload/contract'
import {
  heapCsv,
  mapSummary,
  rangeFacts,
  rangeSentence,
  rangeTitle,
  sharingText,
} from '../../../../../renderer/instruments/defragmentation/heap-map/text'
import { changeAllocations, emptyAllocations } from '../../../../../renderer/store/allocations'
import { contentsOf, rangeAt } from '../../../../../renderer/store/heap-ranges'
import { allocation, changes } from '../../../store/support/frames'
import { heap } from '../../../store/support/heaps'

const MIB = 1024 * 1024
const block = heap(
  3,
  [
    { bytes: MIB, name: 'Blur.a' },
    { bytes: 2 * MIB },
    { bytes: MIB, name: 'HD.frame 1', kind: 'texture', flags: RangeFlag.pinned },
    { bytes: MIB, kind: 'destination' },
  ],
  { allocation: 7 },
)
const allocations = changeAllocations(
  emptyAllocations(),
  changes([{ ...allocation, id: 7, name: 'DEFAULT 3' }], [{ id: 7, state: AllocationState.evictable }]),
)

describe('a range in words', () => {
  it('is found by a byte in it', () => {
    expect([0, MIB - 1, MIB, 3 * MIB, 5 * MIB - 1, 9 * MIB].map((byte) => rangeAt(block, byte))).toEqual([
      0, 0, 1, 2, 3, 3,
    ])
  })

  it('has its name, its size, its offset, its block, the state of its heap and who shares that [RS-15]', () => {
    expect(rangeTitle(block, 2)).toBe('HD.frame 1')
    expect(Object.fromEntries(rangeFacts(block, 2, allocations).map(({ term, value }) => [term, value]))).toEqual({
      Kind: 'Texture',
      Size: '1 MiB',
      Offset: '3,145,728 bytes',
      Block: 'DEFAULT 3, 5 MiB',
      Heap: 'evictable',
      Sharing: 'shares its heap’s residency with 1 other',
      Mark: 'pinned: defragmentation does not move it (DF-20)',
    })
    expect(rangeSentence(block, 1, allocations)).toBe(
      'Free: kind Free, size 2 MiB, offset 1,048,576 bytes, block DEFAULT 3, 5 MiB, heap evictable.',
    )
  })

  it('says nothing of residency for a dump, and of sharing for what is alone [DF-23, RS-15]', () => {
    const ofDump = { ...block, allocation: -1 }
    expect(rangeFacts(ofDump, 0, allocations).map(({ term }) => term)).not.toContain('Heap')
    const alone = heap(0, [{ bytes: MIB, name: 'a' }, { bytes: MIB }])
    expect(sharingText(alone, 0)).toBe('has its heap to itself')
    expect(sharingText(alone, 1)).toBeNull()
  })

  it('is summed up for all blocks, what a pass has reserved apart [DF-08]', () => {
    const other = heap(1, [{ bytes: MIB, name: 'x' }])
    expect(mapSummary([other])).toBe('1 allocation in 1 heap, 0 B free.')
    expect(mapSummary([block, other])).toBe('3 allocations and 1 reserved destination in 2 heaps, 2 MiB free.')
  })
})

it('lists what lies in a heap, without what is free or reserved [RS-15]', () => {
  expect(contentsOf(block, 10)).toEqual([
    { name: 'Blur.a', bytes: MIB, offset: 0 },
    { name: 'HD.frame 1', bytes: MIB, offset: 3 * MIB },
  ])
  expect(contentsOf(block, 1)).toHaveLength(1)
})

it('is written as CSV with names that no spreadsheet takes for formulas', () => {
  const block = heap(1, [{ bytes: 16, name: '=HYPERLINK(1)' }], { name: '@block' })
  expect(heapCsv([block]).split('\r\n')[1]).toBe("'@block,false,16,0,16,buffer,'=HYPERLINK(1),false")
})

it('is written as CSV with names quoted where they need it', () => {
  const named = heap(0, [{ bytes: 4, name: 'a, "b"', flags: RangeFlag.pinned }, { bytes: 4 }])
  expect(heapCsv([named])).toBe(
    'block,committed,block_bytes,offset_bytes,bytes,kind,name,pinned\r\n' +
      'DEFAULT 0,false,8,0,4,buffer,"a, ""b""",true\r\n' +
      'DEFAULT 0,false,8,4,4,free,,false\r\n',
  )
})
