import { describe, expect, it } from 'vitest'
import { checkBlock } from '../../../../main/session/dump/check-block'
import type { BlockFile } from '../../../../main/session/dump/schema'
import { IssueList } from '../../../../main/session/scenario/check/lists'

const taken = (Offset: number, Size: number) => ({ Offset, Type: 'BUFFER', Size })
const free = (Offset: number, Size: number) => ({ Offset, Type: 'FREE', Size })
const block = (of: Partial<BlockFile>): BlockFile => ({
  TotalBytes: 100,
  UnusedBytes: 40,
  Allocations: 1,
  UnusedRanges: 1,
  ...of,
})

/** What is allocated, and what is wrong: where, and what was found. */
function check(of: Partial<BlockFile>) {
  const issues = new IssueList()
  const allocated = checkBlock(block(of), ['b'], issues)
  return [
    allocated?.map(({ Offset }) => Offset) ?? null,
    issues.issues.map(({ path, found }) => [path.join('.'), found]),
  ]
}

describe('the ranges of a dumped block [DF-23]', () => {
  it('are what is allocated, where they cover it without gap', () => {
    expect(check({ Suballocations: [taken(0, 60), free(60, 40)] })).toEqual([[0], []])
  })

  it('may leave what is free out, all of it', () => {
    const ranges = [taken(10, 20), taken(50, 40)]
    expect(check({ Suballocations: ranges, Allocations: 2, UnusedRanges: 3 })).toEqual([[10, 50], []])
    expect(check({ Suballocations: [free(0, 10), ...ranges], Allocations: 2, UnusedRanges: 3 })).toEqual([
      null,
      [['b.Suballocations.2', 'nothing from 30 to 50']],
    ])
  })

  it('may be absent in a block that has none', () => {
    expect(check({ Allocations: 0, UnusedBytes: 100 })).toEqual([[], []])
    expect(check({})).toEqual([null, [['b.Suballocations', 'nothing']]])
  })

  it('lie within the block, in order, without overlap', () => {
    expect(check({ Suballocations: [taken(0, 60), taken(90, 20)] })).toEqual([
      null,
      [['b.Suballocations.1', '20 bytes from 90']],
    ])
    expect(check({ Suballocations: [taken(0, 60), taken(59, 41)] })).toEqual([
      null,
      [['b.Suballocations.1.Offset', '59']],
    ])
  })

  it('are as many, and leave as much free, as the block says', () => {
    expect(check({ Suballocations: [taken(0, 50), free(50, 50)], Allocations: 2, UnusedRanges: 4 })).toEqual([
      null,
      [
        ['b.UnusedBytes', '40'],
        ['b.Allocations', '2'],
        ['b.UnusedRanges', '4'],
      ],
    ])
  })
})
