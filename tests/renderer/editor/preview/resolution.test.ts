import { describe, expect, it } from 'vitest'
import { FRAME_BUDGET, Resolution } from '../../../../renderer/editor/preview/resolution'

const FULL = 1280 * 720
const COST = 30

/** Draws frames on a GPU that takes so many ms for a full picture, after a fixed part. @returns the scale in the end */
function settle(msFull: number, resolution = new Resolution(), fixed = 0): number {
  let scale = resolution.choose(FULL * COST)
  for (let frame = 0; frame < 60; frame++) {
    const pixels = FULL * scale * scale
    resolution.measured(fixed + (msFull * pixels) / FULL, pixels * COST)
    scale = resolution.choose(FULL * COST)
  }
  return scale
}

describe('Resolution', () => {
  it('draws all of the picture on a fast GPU', () => {
    expect(settle(2)).toBe(1)
  })

  it('stays within its budget on a slow one', () => {
    const scale = settle(110)
    expect(scale).toBeLessThan(1)
    expect(110 * scale * scale).toBeLessThanOrEqual(FRAME_BUDGET)
  })

  it('never becomes unrecognisable, however slow the GPU is', () => {
    expect(settle(100_000)).toBe(0.25)
  })

  it('does not blame the size of the picture for what every frame costs', () => {
    expect(settle(10, new Resolution(), 12)).toBe(1)
  })

  it('is finer again soon after one long frame', () => {
    const resolution = new Resolution()
    settle(10, resolution)
    resolution.measured(400, FULL * COST)
    expect(settle(10, resolution)).toBe(1)
  })

  it('does not go back and forth when a frame takes just its budget', () => {
    const resolution = new Resolution()
    settle(FRAME_BUDGET * 1.1, resolution)
    const scales = new Set<number>()
    for (let frame = 0; frame < 40; frame++) {
      const scale = resolution.choose(FULL * COST)
      scales.add(scale)
      resolution.measured(FRAME_BUDGET * 1.1 * scale * scale, FULL * scale * scale * COST)
    }
    expect(scales.size).toBe(1)
  })

  it('takes no notice of a frame of nothing', () => {
    const resolution = new Resolution()
    const before = resolution.choose(FULL * COST)
    resolution.measured(500, 0)
    expect(resolution.choose(FULL * COST)).toBe(before)
  })
})
