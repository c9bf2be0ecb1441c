import { expect, it } from 'vitest'
import type { Imported } from '../../../../main/session/imports/capture'
import { scenarioPieces } from '../../../../main/session/imports/text'

const imported = (steps: string[], head: Partial<Imported['head']> = {}): Imported => ({
  head: { name: 'x', derived: [], system: {}, ...head },
  steps,
  report: { warnings: [], imported: [], derived: [], ignored: [] },
  damage: null,
  next: null,
})

it('is a scenario file with a step a line, however many pieces it comes in [LB-19]', () => {
  const steps = Array.from({ length: 2001 }, (_, at) => `{"at":${at},"use":[]}`)
  const pieces = [...scenarioPieces(imported(steps, { source: 'a.rmv', derived: ['sizes'] }))]
  expect(pieces.length).toBeGreaterThan(3)
  const text = pieces.join('')
  const file = JSON.parse(text) as { steps: unknown[] }
  expect(file).toMatchObject({ trimline: 1, name: 'x', source: 'a.rmv', derived: ['sizes'], system: {} })
  expect(file.steps).toHaveLength(2001)
  expect(file.steps[2000]).toEqual({ at: 2000, use: [] })
  expect(text.split('\n').filter((line) => line.startsWith('    {"at":'))).toHaveLength(2001)
})

it('leaves out what is not known, and is a file too where nothing happens', () => {
  const text = [...scenarioPieces(imported([]))].join('')
  expect(Object.keys(JSON.parse(text))).toEqual(['trimline', 'name', 'system', 'app', 'steps'])
  expect(JSON.parse(text).steps).toEqual([])
  expect(text.endsWith('\n')).toBe(true)
})
