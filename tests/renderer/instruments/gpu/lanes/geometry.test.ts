/** Where things lie on the GPU's lanes: 84 px of names on the left, 58 of queues on the right, 24 of axis on top. */
import { describe, expect, it } from 'vitest'
import { bandOf, engineAt, geometryOf, laneTop } from '../../../../../renderer/instruments/gpu/lanes/geometry'

describe('the GPU’s lanes', () => {
  // 5 engines below the axis: (229 − 24) ÷ 5
  const geometry = geometryOf(642, 229)

  it('share what is left beside names and queues, and below the axis, in whole px', () => {
    expect(geometry).toEqual({ width: 642, height: 229, plot: 500, lane: 41 })
    expect(geometryOf(642, 232).lane).toBe(41)
    expect([0, 1, 4].map((engine) => laneTop(geometry, engine))).toEqual([24, 65, 188])
  })

  it('have packets below a strip of requests, with room to the next lane', () => {
    expect(bandOf(geometry, 1)).toEqual({ top: 79, height: 23 })
    const { top, height } = bandOf(geometry, 1)
    expect(top + height).toBeLessThan(laneTop(geometry, 2))
  })

  it('are found by their height: the axis is none, nor is what lies below', () => {
    expect([0, 23, 24, 64, 65, 228, 229].map((y) => engineAt(geometry, y))).toEqual([null, null, 0, 0, 1, 4, null])
  })

  it('have a px at least, however little room there is', () => {
    expect(geometryOf(10, 10)).toMatchObject({ plot: 1, lane: 1 })
  })
})
