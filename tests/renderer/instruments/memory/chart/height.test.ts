import { describe, expect, it } from 'vitest'
import { heightOf, lineLabel, outsideLabel, outsideOf } from '../../../../../renderer/instruments/memory/chart/height'

describe('the height of the memory chart', () => {
  /** bytes; the budget is the same all the time, and nobody else holds anything, unless said */
  const heights = (usage: number, budget: number, capacity: number, parts = {}) => ({
    held: usage,
    usage,
    budget,
    capacity,
    lowest: budget,
    ...parts,
  })

  it('is that of the data while they are under a third of the budget, if that is wanted', () => {
    expect(heightOf(heights(100, 400, 440), true)).toEqual({ top: 100, fits: true })
    expect(heightOf(heights(100, 400, 440), false)).toEqual({ top: 440, fits: false })
    expect(heightOf(heights(200, 400, 440), true)).toEqual({ top: 440, fits: false })
    // over the budget there is nothing to be fitted
    expect(heightOf(heights(500, 400, 512), true)).toEqual({ top: 512, fits: false })
  })

  it('is that of the budget where it has fallen within the time shown: the fall is seen', () => {
    expect(heightOf(heights(100, 400, 440, { lowest: 150 }), true)).toEqual({ top: 440, fits: false })
  })

  it('is that of what all processes hold where the app uses little of its budget', () => {
    expect(heightOf(heights(100, 400, 1000, { held: 350 }), true)).toEqual({ top: 350, fits: true })
  })

  it('is that of the budget where the segment is far larger: its line would be lost below that', () => {
    expect(heightOf(heights(64, 96, 512), true)).toEqual({ top: 96, fits: false })
    expect(heightOf(heights(128, 96, 512), true)).toEqual({ top: 128, fits: false })
  })

  it('is that of the budget while there is nothing', () => {
    expect(heightOf(heights(0, 400, 400), true)).toEqual({ top: 400, fits: false })
  })
})

describe('the height of what is paged out', () => {
  it('is to the same scale as what is in the segment, with room for its words', () => {
    expect(outsideOf(128, 256)).toEqual({ top: 128, weight: 0.5 })
    expect(outsideOf(1, 100)).toEqual({ top: 30, weight: 0.3 })
  })

  it('is at most as much as that of the segment', () => {
    expect(outsideOf(1000, 250)).toEqual({ top: 1000, weight: 1 })
  })

  it('is nothing to be seen while nothing is paged out', () => {
    expect(outsideOf(0, 250).weight).toBeLessThan(1e-3)
  })
})

describe('the words of a line', () => {
  const plot = { top: 20, bottom: 120 }
  it('stand above its line, and below it where there is no room', () => {
    expect(lineLabel(80, plot, 'Budget 1 GiB', 11, null)).toEqual({ text: 'Budget 1 GiB', y: 76 })
    expect(lineLabel(25, plot, 'Budget 1 GiB', 11, null)).toEqual({ text: 'Budget 1 GiB', y: 40 })
  })
  it('lie on their line in a low chart: beside it they would lie on the other line, or on the axis, and be read as its', () => {
    const low = { top: 575, bottom: 606 }
    const [capacity, budget] = [591, 597]
    expect(lineLabel(budget, low, 'Budget 300 MiB', 11, capacity)).toEqual({ text: 'Budget 300 MiB', y: 602 })
    expect(lineLabel(580, low, 'Capacity 512 MiB', 11, budget)).toEqual({ text: 'Capacity 512 MiB', y: 586 })
    // the axis is no line of theirs
    expect(lineLabel(583, low, 'Capacity 512 MiB', 11, null).y).toBeLessThan(600)
    // in the plot, as above it are the markers
    expect(lineLabel(575, low, 'Capacity 512 MiB', 11, 580).y).toBe(586)
  })
  it('stand at the upper end with an arrow where the line is above the chart', () => {
    expect(lineLabel(-300, plot, 'Budget 1 GiB', 11, null)).toEqual({ text: 'Budget 1 GiB ↑', y: 31 })
  })
})

describe('the words of what is paged out', () => {
  it('stand at its upper end, and below markers that reach into it', () => {
    // the lowest row far above, then 3 px above what is paged out: its markers end 3 px below that
    expect(outsideLabel({ top: 40, bottom: 90 }, 20, 11)).toBe(51)
    expect(outsideLabel({ top: 40, bottom: 90 }, 37, 11)).toBe(55)
    expect(outsideLabel({ top: 40, bottom: 90 }, 36.6, 11)).toBe(55)
  })

  it('are left out where there is no room for them', () => {
    expect(outsideLabel({ top: 40, bottom: 54 }, 20, 11)).toBe(51)
    expect(outsideLabel({ top: 40, bottom: 53 }, 20, 11)).toBeNull()
    expect(outsideLabel({ top: 40, bottom: 57 }, 37, 11)).toBeNull()
  })
})
