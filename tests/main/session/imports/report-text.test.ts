import { expect, it } from 'vitest'
import { ofThem, reportText } from '../../../../main/session/imports/report-text'

it('is reported with damage and warnings first', () => {
  const report = { warnings: ['lost'], imported: ['a'], derived: ['b'], ignored: [] }
  const said = reportText({
    head: { name: 'x', derived: [], system: {} },
    steps: [],
    report,
    damage: 'offset 5: bad',
    next: null,
  })
  expect(said).toBe(
    'damaged: offset 5: bad; what came before it is imported\nlost\nimported\n  a\nderived, not recorded\n  b',
  )
})

it.each([
  [0, 0, 0, '0 of them freed, 0 named'],
  [1, 0, 1, 'not freed, named'],
  [1, 1, 0, 'freed, not named'],
  [2, 1, 0, '1 of them freed, 0 named'],
  [2000, 1500, 2000, '1,500 of them freed, 2,000 named'],
])('of %i of which %i are freed and %i named it says so, of one without a count', (all, freed, named, text) => {
  expect(ofThem(all, [freed, 'freed'], [named, 'named'])).toBe(text)
})
