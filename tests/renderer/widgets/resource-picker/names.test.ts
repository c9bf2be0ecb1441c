import { expect, it } from 'vitest'
import { changeAllocations, emptyAllocations } from '../../../../renderer/store/allocations'
import { emptyHeapMap } from '../../../../renderer/store/heap-map'
import { isResource, suggested } from '../../../../renderer/widgets/resource-picker/names'
import { allocation, changes, many } from '../../store/support/frames'
import { heap } from '../../store/support/heaps'

const allocations = changeAllocations(
  emptyAllocations(),
  changes([
    { ...allocation, id: 0, name: 'main', effect: 'Blur' },
    { ...allocation, id: 1, name: 'temp', effect: 'Blur' },
    { ...allocation, id: 2, name: 'filler', effect: '' },
    { ...allocation, id: 3, name: 'DEFAULT block 0', effect: '' },
  ]),
)

const shared = {
  ...heap(1, [{ bytes: 1, name: 'Sharpen.a' }, { bytes: 2 }, { bytes: 1, kind: 'texture', name: 'hand 1' }]),
  allocation: 3,
}
const own = { ...heap(2, [{ bytes: 1, name: 'filler' }]), allocation: 2, committed: true }
const heapMap = {
  ...emptyHeapMap(),
  blocks: [shared, own],
  byAllocation: new Map([shared, own].map((block) => [block.allocation, block])),
}
const memory = { allocations, heapMap }

it('resources are suggested in order, those that are chosen no more; of a heap what lies in it [RS-15]', () => {
  expect(suggested(memory, '', [])).toEqual(['Blur.main', 'Blur.temp', 'filler', 'Sharpen.a', 'hand 1'])
  expect(suggested(memory, ' blur', ['Blur.main'])).toEqual(['Blur.temp'])
})

it('not more are suggested than somebody reads', () => {
  expect(
    suggested({ ...memory, allocations: changeAllocations(emptyAllocations(), changes(many(300))) }, '', []),
  ).toHaveLength(50)
})

it('a resource is known by its full name alone', () => {
  const names = ['Blur.main', 'filler', 'Sharpen.a', 'main', 'Blur', 'DEFAULT block 0', '']
  expect(names.filter((name) => isResource(memory, name))).toEqual(['Blur.main', 'filler', 'Sharpen.a'])
})
