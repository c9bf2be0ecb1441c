import { expect, it } from 'vitest'
import { reportText } from '../../../../main/session/imports/report-text'

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
