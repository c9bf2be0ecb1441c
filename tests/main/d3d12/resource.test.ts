import { expect, it } from 'vitest'
import { keyOf, type Resource } from '../../../main/d3d12/resource'

const resource = (own: Partial<Resource>): Resource => ({ handle: 7, name: 'a', size: 1, ...own })

it('a resource is told apart by its key where it shares its heap, by its heap where it has one of its own [RS-15]', () => {
  expect(keyOf(resource({}))).toBe(7)
  const shared = [resource({ key: 100 }), resource({ key: 101 }), resource({ key: 0 })]
  expect(shared.map(keyOf)).toEqual([100, 101, 0])
})
