import { expect, it } from 'vitest'
import {
  blocksOfItems,
  EMPTY_PLAN,
  isStuck,
  liveBytesOf,
  planOf,
} from '../../../../main/d3d12ma/defragmentation/layout'
import { layoutOf } from './layouts'

// the second block has nothing in it, the third something that stays
const layout = layoutOf([
  {
    size: 100,
    items: [
      { offset: 0, size: 10 },
      { offset: 50, size: 30 },
    ],
  },
  { size: 200, items: [] },
  { size: 300, items: [{ offset: 20, size: 5, fixed: true }] },
])

it('tells of each block how much lives in it, and whether something of that stays [DF-19]', () => {
  expect([0, 1, 2].map((block) => liveBytesOf(layout, block))).toEqual([40, 0, 5])
  expect([0, 1, 2].map((block) => isStuck(layout, block))).toEqual([false, false, true])
})

it('tells of each item in which block it lies', () => {
  expect([...blocksOfItems(layout)]).toEqual([0, 0, 2])
})

it('makes a plan of where items come to lie, in the order of their moves', () => {
  const places = { block: Uint32Array.of(0, 1, 2), start: Float64Array.of(0, 64, 20) }
  const plan = planOf(places, [2, 1])
  expect(plan.count).toBe(2)
  expect([[...plan.items], [...plan.blocks], [...plan.offsets]]).toEqual([
    [2, 1],
    [2, 1],
    [20, 64],
  ])
  expect(planOf(places, [])).toEqual(EMPTY_PLAN)
})
