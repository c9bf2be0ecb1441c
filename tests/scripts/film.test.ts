import { describe, expect, it } from 'vitest'
import { BUILT_IN_EFFECTS } from '../../main/editor/effects/catalogue'
import { validateScenario } from '../../main/session/scenario'
import { FILM_PROJECT, fileOf, sheetOf } from '../../scripts/lib/film.mjs'

describe('the film strip', () => {
  it('is taken of a project that opens, of effects that have pictures and parameters of their own', () => {
    const parsed = validateScenario(FILM_PROJECT)
    expect(parsed).toMatchObject({ ok: true })
    const { effects } = FILM_PROJECT.app
    expect(effects).toHaveLength(4)
    for (const { name, constants } of effects) {
      const known = BUILT_IN_EFFECTS.find((effect) => effect.name === name)?.constants ?? []
      for (const [constant, values] of Object.entries(constants)) {
        const range = known.find((one) => one.name === constant)
        expect(range, `${name}.${constant}`).toBeDefined()
        for (const value of values) expect(value).toBeGreaterThanOrEqual(range?.min ?? Number.NaN)
        for (const value of values) expect(value).toBeLessThanOrEqual(range?.max ?? Number.NaN)
      }
    }
  })

  it.each([1, 2, 3, 4, 11])('lays %d pictures beside each other, within the sheet, none over another', (count) => {
    const { width, height, places } = sheetOf(count)
    expect(places).toHaveLength(count)
    for (const [i, { x, y, width: across, height: down }] of places.entries()) {
      expect(across / down).toBe(1440 / 900)
      expect([x >= 0, y >= 0, x + across <= width, y + down + 20 <= height]).toEqual([true, true, true, true])
      // the caption stands below
      for (const other of places.slice(i + 1))
        expect(other.x >= x + across || other.y >= y + down + 20 || other.x + across <= x).toBe(true)
    }
  })

  it('names its files in the order in which a folder lists them', () => {
    const names = Array.from({ length: 12 }, (_, i) => fileOf(i))
    expect(names[0]).toBe('01.png')
    expect([...names].sort()).toEqual(names)
  })
})
