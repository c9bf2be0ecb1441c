import { expect, it } from 'vitest'
import { isResource, suggested } from '../../../../renderer/instruments/gpu/chosen-resources'
import { changeAllocations, emptyAllocations } from '../../../../renderer/store/allocations'
import { allocation, changes, many } from '../../store/support/frames'

const columns = changeAllocations(
  emptyAllocations(),
  changes([
    { ...allocation, id: 0, name: 'main', effect: 'Blur' },
    { ...allocation, id: 1, name: 'temp', effect: 'Blur' },
    { ...allocation, id: 2, name: 'filler', effect: '' },
  ]),
)

it('resources are suggested in order, those that are chosen no more', () => {
  expect(suggested(columns, '', [])).toEqual(['Blur.main', 'Blur.temp', 'filler'])
  expect(suggested(columns, ' blur', ['Blur.main'])).toEqual(['Blur.temp'])
})

it('not more are suggested than somebody reads', () => {
  expect(suggested(changeAllocations(emptyAllocations(), changes(many(300))), '', [])).toHaveLength(50)
})

it('a resource is known by its full name alone', () => {
  expect(['Blur.main', 'filler', 'main', 'Blur'].map((name) => isResource(columns, name))).toEqual([
    true,
    true,
    false,
    false,
  ])
})
