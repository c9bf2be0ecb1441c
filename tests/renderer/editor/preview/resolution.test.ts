import { describe, expect, it } from 'vitest'
import { MOVING_BUDGET, Resolution, STILL_BUDGET } from '../../../../renderer/editor/preview/resolution'

const FULL = 1280 * 720
const COST = 30

/** Draws frames on a GPU that takes so many ms for a full picture. @returns the scale it settles on */
function settle(msFull: number, budget: number, resolution = new Resolution()): number {
  let scale = resolution.choose(FULL, COST, budget)
  for (let frame = 0; frame < 60; frame++) {
    const pixels = FULL * scale * scale
    resolution.measured((msFull * pixels) / FULL, pixels, COST)
    scale = resolution.choose(FULL, COST, budget)
  }
  return scale
}

describe('Resolution', () => {
  it('draws all of the picture on a fast GPU', () => {
    expect(settle(2, MOVING_BUDGET)).toBe(1)
  })

  it('stays within its budget on a slow one', () => {
    const scale = settle(110, MOVING_BUDGET)
    expect(scale).toBeLessThan(1)
    expect(110 * scale * scale).toBeLessThanOrEqual(MOVING_BUDGET)
  })

  it('draws a still picture finer than a moving one', () => {
    expect(settle(150, STILL_BUDGET)).toBeGreaterThan(settle(150, MOVING_BUDGET))
  })

  it('never becomes unrecognisable, however slow the GPU is', () => {
    expect(settle(100_000, MOVING_BUDGET)).toBe(0.25)
  })

  it('is finer again soon after one long frame', () => {
    const resolution = new Resolution()
    settle(10, MOVING_BUDGET, resolution)
    resolution.measured(400, FULL, COST)
    expect(settle(10, MOVING_BUDGET, resolution)).toBe(1)
  })

  it('does not go back and forth when a frame takes just its budget', () => {
    const resolution = new Resolution()
    settle(MOVING_BUDGET * 1.1, MOVING_BUDGET, resolution)
    const scales = new Set<number>()
    for (let frame = 0; frame < 40; frame++) {
      const scale = resolution.choose(FULL, COST, MOVING_BUDGET)
      scales.add(scale)
      resolution.measured(MOVING_BUDGET * 1.1 * scale * scale, FULL * scale * scale, COST)
    }
    expect(scales.size).toBe(1)
  })

  it('takes no notice of a frame of nothing', () => {
    const resolution = new Resolution()
    const before = resolution.choose(FULL, COST, MOVING_BUDGET)
    resolution.measured(500, 0, COST)
    expect(resolution.choose(FULL, COST, MOVING_BUDGET)).toBe(before)
  })
})
