/** Steps are read by the schemas of their own two fields; what comes out is what the schema of all fields makes. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { quickStep } from '../../../../../main/session/scenario/format/quick-step'
import { stepSchema } from '../../../../../main/session/scenario/format/steps'
import { STEPS } from '../example-steps'

const slow = (step: unknown): unknown => {
  const parsed = stepSchema.safeParse(step)
  return parsed.success ? parsed.data : undefined
}
const quick = (step: unknown): unknown => quickStep(step)

test.each(STEPS)('%o is the same both ways [SC-02]', (fields, value) => {
  const step = { at: '40s', ...fields }
  expect(quick(step)).toMatchObject({ at: 40_000_000, value })
  expect(quick(step)).toStrictEqual(slow(step))
  expect(quick({ ...fields, at: 40_000_000 })).toStrictEqual(slow(step))
})

test('what is no step is left to the schema that says what is wrong [SC-02, SC-04]', () => {
  const mistakes = [
    null,
    'apply',
    [],
    ['at', 'apply'],
    {},
    { at: 0 },
    { apply: 'Blur' },
    { at: 0, apply: 1 },
    { at: -1, apply: 'Blur' },
    { at: 0, apply: 'Blur', idle: true },
    { at: 0, apply: undefined },
    { at: 0, appl: 'Blur' },
    { apply: 'Blur', idle: true },
    { at: 0, constructor: 'Blur' },
    JSON.parse('{ "at": 0, "__proto__": { "apply": "Blur" } }'),
    { at: 0, notify: { flags: ['TRIM_TO_BUDGET'] } },
  ]
  for (const mistake of mistakes) {
    expect(quick(mistake)).toBeUndefined()
    expect(slow(mistake)).toBeUndefined()
  }
})

test('any two fields are accepted by both ways or by neither [SC-02]', () => {
  const fields = fc.constantFrom('at', ...STEPS.flatMap(([step]) => Object.keys(step)), 'x', '__proto__', 'toString')
  const values = fc.oneof(
    fc.constantFrom(...STEPS.flatMap(([step]) => Object.values(step))),
    fc.constantFrom<unknown>(0, '1ms', 'Blur', true, null, [], {}),
  )
  fc.assert(
    fc.property(fields, values, fields, values, (first, one, second, other) => {
      const step: unknown = Object.fromEntries([
        [first, one],
        [second, other],
      ])
      expect(quick(step)).toStrictEqual(slow(step))
    }),
  )
})
