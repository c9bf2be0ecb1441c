import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { namesThatFit } from '../../../../renderer/editor/preview/effects-fit'

const GAP = 4
const MORE = 60

describe('namesThatFit', () => {
  it('shows all names without a button when there is just room for them', () => {
    expect(namesThatFit([40, 80], 124, MORE, GAP)).toBe(2)
    expect(namesThatFit([40, 80], 123, MORE, GAP)).toBe(1)
  })

  it('keeps room for the button that holds the others', () => {
    expect(namesThatFit([40, 80, 80], 104, MORE, GAP)).toBe(1)
    expect(namesThatFit([40, 80, 80], 103, MORE, GAP)).toBe(0)
  })

  it('has only the button when there is no room for a name', () => {
    expect(namesThatFit(Array(30).fill(50), 70, MORE, GAP)).toBe(0)
    expect(namesThatFit([], 70, MORE, GAP)).toBe(0)
  })

  it('never shows more than there is room for, and shows no fewer when there is more room', () => {
    const widths = fc.array(fc.integer({ min: 20, max: 120 }), { maxLength: 40 })
    fc.assert(
      fc.property(widths, fc.integer({ min: 0, max: 2000 }), (names, room) => {
        const fitting = namesThatFit(names, room, MORE, GAP)
        const shown = names.slice(0, fitting)
        const taken = shown.reduce((sum, width) => sum + width, 0) + GAP * Math.max(0, fitting - 1)
        const button = fitting === names.length ? 0 : MORE + GAP
        if (fitting > 0) expect(taken + button).toBeLessThanOrEqual(room)
        expect(namesThatFit(names, room + 50, MORE, GAP)).toBeGreaterThanOrEqual(fitting)
      }),
    )
  })
})
