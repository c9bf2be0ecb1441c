import { describe, expect, it } from 'vitest'
import { contentsOf, madeBy } from '../../../../../main/session/scenario/check/made'
import { stepOf } from './drafts'

describe('allocations that a step makes', () => {
  it.each<[object, ReturnType<typeof madeBy>]>([
    [{ idle: true }, undefined],
    [{ allocate: { name: 'a', size: 1 } }, { name: 'a', count: 1, heap: undefined, pool: undefined }],
    [
      { allocate: { name: 'a', size: 1, count: 7, heap: 'upload', pool: 'p' } },
      { name: 'a', count: 7, heap: 'upload', pool: 'p' },
    ],
    [{ resource: { name: 'r', size: 65536 } }, { name: 'r', count: 1, heap: undefined, pool: undefined }],
    // what is bad by itself: nothing of it is known, or all but that
    [{ allocate: 3 }, { name: null, count: null, heap: null, pool: null }],
    [{ allocate: { name: 'a', size: 1, count: 'many' } }, { name: 'a', count: null, heap: undefined, pool: undefined }],
    [{ resource: 3 }, { name: null, count: 1, heap: undefined, pool: undefined }],
  ])('%j', (step, made) => {
    expect(madeBy(stepOf(step))).toEqual(made)
  })
})

describe('what lies in a pool of a layout', () => {
  const contents = (pool: object) => {
    const [draft] = stepOf({ layout: { pools: [pool] } }).layout?.pools ?? []
    return contentsOf(draft ?? null)
  }

  it('is in its blocks and beside them', () => {
    const blocks = [
      { size: 9, allocations: [{ offset: 0, size: 1, name: 'a' }] },
      { size: 9, allocations: [{ offset: 0, size: 1, name: 'b' }] },
    ]
    expect(contents({ name: 'p', blocks, committed: [{ size: 1, name: 'c' }] })).toEqual({
      allocations: ['a', 'b', 'c'],
      unnamed: false,
    })
  })

  it('may have no name, or a bad one', () => {
    expect(contents({ name: 'p', committed: [{ size: 1 }, { size: 1, name: 'c' }] })).toEqual({
      allocations: ['c'],
      unnamed: true,
    })
    expect(contents({ name: 'p', committed: [{ size: 1, name: 3 }] })).toEqual({ allocations: [], unnamed: true })
    expect(contentsOf(null)).toEqual({ allocations: [], unnamed: false })
  })
})
