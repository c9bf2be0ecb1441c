/** Where the words on the memory chart stand. */
import { expect, it } from 'vitest'
import { steadySince } from '../../../../../renderer/instruments/memory/chart/words'

it('a stepped line has been as high as it is since its last step', () => {
  const points = (...heights: [number, number][]) => heights.map(([x, y]) => ({ x, y }))
  expect(steadySince([])).toBe(null)
  expect(steadySince(points([0, 7], [9, 7]))).toBe(0)
  expect(steadySince(points([0, 7], [4, 7], [4, 2], [9, 2]))).toBe(4)
  // as high as before, and not all the time
  expect(steadySince(points([0, 2], [3, 2], [3, 7], [5, 7], [5, 2], [9, 2]))).toBe(5)
})
