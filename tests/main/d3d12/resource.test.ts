import { expect, it } from 'vitest'
import { keyOf, ownHeaps, type Resource } from '../../../main/d3d12/resource'

const resource = (own: Partial<Resource>): Resource => ({ handle: 7, name: 'a', size: 1, ...own })

it('a resource is told apart by its key where it shares its heap, by its heap where it has one of its own [RS-15]', () => {
  expect(keyOf(resource({}))).toBe(7)
  const shared = [resource({ key: 100 }), resource({ key: 101 }), resource({ key: 0 })]
  expect(shared.map(keyOf)).toEqual([100, 101, 0])
})

it('heaps of one’s own are named in order; where one is shared, they are looked at one by one [RS-15]', () => {
  const own = [resource({ handle: 3 }), resource({ handle: 1 })]
  expect(ownHeaps(own)).toEqual([3, 1])
  expect(ownHeaps([])).toEqual([])
  expect(ownHeaps([...own, resource({ key: 0 })])).toBeUndefined()
})
