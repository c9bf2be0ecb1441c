import { describe, expect, it } from 'vitest'
import { quickStep } from '../../../../../main/session/scenario/format/quick-step'
import { stepSchema } from '../../../../../main/session/scenario/format/steps'
import { STEPS } from '../../../../torture/mutate/every-step'

describe('a step without mistakes [SC-02]', () => {
  it.each(Object.entries(STEPS))('is made as the schema of all steps makes it: %s', (verb, value) => {
    for (const i of [0, 1]) {
      const step = { at: '1.5s', [verb]: value(i) }
      const made = quickStep(step)
      expect(made).toMatchObject({ at: 1_500_000, verb })
      expect(made).toStrictEqual(stepSchema.parse(step))
    }
  })
})

it.each<[string, unknown]>([
  ['nothing', null],
  ['no object', 'apply'],
  ['no time', { apply: 'Blur', idle: true }],
  ['no verb', { at: 0 }],
  ['two verbs', { at: 0, apply: 'Blur', idle: true }],
  ['a verb that there is not', { at: 0, aply: 'Blur' }],
  ['a time that is none', { at: 'soon', apply: 'Blur' }],
  ['a value that is none', { at: 0, apply: 3 }],
  ['a verb that all objects have', { at: 0, constructor: 1 }],
])('whatever has a mistake is left to that schema: %s', (_title, step) => {
  expect(quickStep(step)).toBeUndefined()
})
