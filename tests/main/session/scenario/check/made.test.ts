import { describe, expect, it } from 'vitest'
import { contentsOf, madeBy } from '../../../../../main/session/scenario/check/made'

describe('what a step allocates', () => {
  it('is one of its name, or as many as it says', () => {
    expect(madeBy({ allocate: { name: 'a', heap: 'default' } })).toEqual({
      name: 'a',
      count: 1,
      heap: 'default',
      pool: undefined,
    })
    expect(madeBy({ allocate: { name: 'a', count: 3, pool: 'P' } })).toMatchObject({ count: 3, pool: 'P' })
    expect(madeBy({ resource: { name: 'r' } })).toMatchObject({ name: 'r', count: 1 })
  })

  it('is nothing of another verb, and something unknown where it cannot be read', () => {
    expect(madeBy({ apply: 'Blur' })).toBeUndefined()
    expect(madeBy({ allocate: null })).toEqual({ name: null, count: null, heap: null, pool: null })
    expect(madeBy({ resource: null })).toMatchObject({ name: null, count: 1 })
  })
})

describe('what lies in a pool of a layout', () => {
  it('is what its heaps have and what has heaps of its own, by name', () => {
    const pool = {
      blocks: [{ allocations: [{ name: 'a' }, { name: 'b' }] }, null, { allocations: [] }],
      committed: [{ name: 'c' }],
    }
    expect(contentsOf(pool)).toEqual({ allocations: ['a', 'b', 'c'], unnamed: false })
  })

  it('may have something without a name, or that cannot be read', () => {
    expect(contentsOf({ committed: [{ name: 'c' }, {}] })).toEqual({ allocations: ['c'], unnamed: true })
    expect(contentsOf({ blocks: [{ allocations: [null] }] })).toEqual({ allocations: [], unnamed: true })
    expect(contentsOf(null)).toEqual({ allocations: [], unnamed: false })
  })
})
