import { expect, it } from 'vitest'
import { grown } from '../../../main/sim/grown'

it('a column that has grown begins as it was, and is 0 beyond', () => {
  const column = Int32Array.of(3, -4)
  expect(grown(Int32Array, column, 5)).toEqual(Int32Array.of(3, -4, 0, 0, 0))
  expect(grown(Float64Array, Float64Array.of(0.5), 2)).toEqual(Float64Array.of(0.5, 0))
  expect(column).toHaveLength(2)
})
