import { expect, it } from 'vitest'
import { part } from '../../../../main/session/frames/columns'

it('takes so many values from a place on, from the beginning where the end is reached', () => {
  const column = Int32Array.of(0, 1, 2, 3, 4)
  expect([...part(column, 1, 3)]).toEqual([1, 2, 3])
  expect([...part(column, 2, 3)]).toEqual([2, 3, 4])
  expect([...part(column, 3, 4)]).toEqual([3, 4, 0, 1])
  expect([...part(column, 4, 5)]).toEqual([4, 0, 1, 2, 3])
  expect([...part(column, 3, 0)]).toEqual([])
})

it('gives values of its own: what comes into the column later is not in them', () => {
  const column = Float64Array.of(1, 2, 3)
  const [straight, joined] = [part(column, 0, 2), part(column, 2, 2)]
  column.fill(9)
  expect([[...straight], [...joined]]).toEqual([
    [1, 2],
    [3, 1],
  ])
})
