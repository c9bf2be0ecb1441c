import { describe, expect, it } from 'vitest'
import { BUILT_IN_EFFECTS } from '../../main/editor/effects/catalogue'
import { validateScenario } from '../../main/session/scenario'
import { FILM_PROJECT, FILM_SECONDS, FILM_SIZE, inTime, REEL_PROJECT, sheetOf } from '../../scripts/lib/film.mjs'

describe('film and film strip', () => {
  it.each([
    ['the strip', FILM_PROJECT, 4],
    ['the film', REEL_PROJECT, 3],
  ])(
    '%s is of a project that opens, of effects that have pictures and parameters of their own',
    (_, project, count) => {
      const parsed = validateScenario(project)
      expect(parsed).toMatchObject({ ok: true })
      const { effects } = project.app
      expect(effects).toHaveLength(count)
      for (const { name, constants } of effects) {
        const known = BUILT_IN_EFFECTS.find((effect) => effect.name === name)?.constants ?? []
        for (const [constant, values] of Object.entries(constants)) {
          const range = known.find((one) => one.name === constant)
          expect(range, `${name}.${constant}`).toBeDefined()
          for (const value of values) expect(value).toBeGreaterThanOrEqual(range?.min ?? Number.NaN)
          for (const value of values) expect(value).toBeLessThanOrEqual(range?.max ?? Number.NaN)
        }
      }
    },
  )

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

  it('shows each picture until the next was taken, and ends when it has to', () => {
    const taken = [0, 101.4, 250, 19_900.6, 20_100].map((at) => ({ at, picture: at }))
    const shown = inTime(taken)
    expect(shown.map(({ picture, duration }) => [picture, duration])).toEqual([
      [0, 101],
      [101.4, 149],
      [250, 19_651],
      [19_900.6, 99],
    ])
    expect(shown.reduce((sum, { duration }) => sum + duration, 0)).toBe(FILM_SECONDS * 1_000)
    expect(FILM_SIZE.width / (FILM_SIZE.height - 40)).toBe(1440 / 900)
  })
})
