import { describe, expect, it } from 'vitest'
import { budgetLabel, heightOf } from '../../../../../renderer/instruments/memory/chart/height'

describe('the height of the memory chart', () => {
  it('is that of the data while they are under a third of the budget, if that is wanted', () => {
    expect(heightOf(100, 400, true)).toEqual({ top: 100, fits: true })
    expect(heightOf(100, 400, false)).toEqual({ top: 400, fits: false })
    expect(heightOf(200, 400, true)).toEqual({ top: 400, fits: false })
    // over the budget there is nothing to be fitted
    expect(heightOf(500, 500, true)).toEqual({ top: 500, fits: false })
  })

  it('is that of the budget while there is nothing', () => {
    expect(heightOf(0, 400, true)).toEqual({ top: 400, fits: false })
  })
})

describe('the words of the budget', () => {
  const plot = { top: 20, bottom: 120 }
  it('stand above its line, and below it where there is no room', () => {
    expect(budgetLabel(80, plot, 'Budget 1 GiB', 11)).toEqual({ text: 'Budget 1 GiB', y: 76 })
    expect(budgetLabel(25, plot, 'Budget 1 GiB', 11)).toEqual({ text: 'Budget 1 GiB', y: 40 })
  })
  it('stand at the upper end with an arrow where the line is above the chart', () => {
    expect(budgetLabel(-300, plot, 'Budget 1 GiB', 11)).toEqual({ text: 'Budget 1 GiB ↑', y: 31 })
  })
})
