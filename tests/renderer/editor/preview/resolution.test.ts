import { describe, expect, it } from 'vitest'
import { type Budget, MOVING, Resolution, STILL } from '../../../../renderer/editor/preview/resolution'

const FULL = 1280 * 720
const COST = 30

/** Draws frames on a GPU that takes so many ms for a full picture, after a fixed part. @returns the scale in the end */
function settle(msFull: number, budget: Budget, resolution = new Resolution(), fixed = 0): number {
  let scale = resolution.choose(FULL, COST, budget)
  for (let frame = 0; frame < 60; frame++) {
    const pixels = FULL * scale * scale
    resolution.measured(fixed + (msFull * pixels) / FULL, pixels, COST)
    scale = resolution.choose(FULL, COST, budget)
  }
  return scale
}

describe('Resolution', () => {
  it('draws all of the picture on a fast GPU', () => {
    expect(settle(2, MOVING)).toBe(1)
  })

  it('stays within its budget on a slow one', () => {
    const scale = settle(110, MOVING)
    expect(scale).toBeLessThan(1)
    expect(110 * scale * scale).toBeLessThanOrEqual(MOVING.milliseconds)
  })

  it('draws a still picture finer than a moving one', () => {
    expect(settle(150, STILL)).toBeGreaterThan(settle(150, MOVING))
  })

  it('never becomes unrecognisable, however slow the GPU is', () => {
    expect(settle(100_000, MOVING)).toBe(MOVING.least)
    expect(settle(100_000, STILL)).toBe(STILL.least)
  })

  it('does not blame the size of the picture for what every frame costs', () => {
    expect(settle(10, STILL, new Resolution(), 80)).toBe(1)
    expect(settle(10, MOVING, new Resolution(), 12)).toBe(1)
  })

  it('is finer again soon after one long frame', () => {
    const resolution = new Resolution()
    settle(10, MOVING, resolution)
    resolution.measured(400, FULL, COST)
    expect(settle(10, MOVING, resolution)).toBe(1)
  })

  it('does not go back and forth when a frame takes just its budget', () => {
    const resolution = new Resolution()
    settle(MOVING.milliseconds * 1.1, MOVING, resolution)
    const scales = new Set<number>()
    for (let frame = 0; frame < 40; frame++) {
      const scale = resolution.choose(FULL, COST, MOVING)
      scales.add(scale)
      resolution.measured(MOVING.milliseconds * 1.1 * scale * scale, FULL * scale * scale, COST)
    }
    expect(scales.size).toBe(1)
  })

  it('takes no notice of a frame of nothing', () => {
    const resolution = new Resolution()
    const before = resolution.choose(FULL, COST, MOVING)
    resolution.measured(500, 0, COST)
    expect(resolution.choose(FULL, COST, MOVING)).toBe(before)
  })
})
