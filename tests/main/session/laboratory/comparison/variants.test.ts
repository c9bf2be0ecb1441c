import { describe, expect, it } from 'vitest'
import {
  choiceSteps,
  type Dimensions,
  dimensionsOf,
  isLeftOut,
  shownVariant,
  variantLabel,
  variantsOf,
  varied,
  withoutChoices,
} from '../../../../../main/session/laboratory/comparison/variants'
import type { Scenario } from '../../../../../main/session/scenario'
import { MIB, S, scenarioOf } from '../../../support/world'

const WIN7 = { model: 'win7', graphics: 'dma-buffer', compute: 'dma-buffer' } as const

const app = { effects: [{ name: 'A', resources: [{ name: 'r', size: '64KiB' }] }] }
const input = (...steps: Record<string, unknown>[]): Scenario =>
  scenarioOf({
    app: { policy: 'fence-lru', ...app },
    steps: steps.map((step, second) => ({ at: `${second}s`, ...step })),
  })
const shown = ({ steps }: Scenario) => steps.map(({ at, verb }) => `${at / S} ${verb}`)
/** Of the only condition of the last step. */
const conditions = ({ steps }: Scenario) => {
  const last = steps.at(-1)
  return last?.verb === 'expect' ? last.value : null
}

describe('dimensions [LB-03]', () => {
  it('are those that are given, whatever they hold', () => {
    const all: Dimensions = { policies: ['none'], budgets: [1], profiles: ['linked'], preemption: [WIN7] }
    expect([dimensionsOf({}), dimensionsOf({ budgets: [], policies: undefined }), dimensionsOf(all)]).toEqual([0, 1, 4])
  })

  it('give every product, the first varying slowest', () => {
    expect(variantsOf({ budgets: [1, 2], profiles: ['linked', 'integrated'] })).toEqual([
      { budget: 1, profile: 'linked' },
      { budget: 1, profile: 'integrated' },
      { budget: 2, profile: 'linked' },
      { budget: 2, profile: 'integrated' },
    ])
    expect(variantsOf({ policies: ['none'], preemption: [WIN7] })).toEqual([{ policy: 'none', preemption: WIN7 }])
    expect([variantsOf({}), variantsOf({ budgets: [] })]).toEqual([[{}], []])
  })
})

describe('a variant is known by what it chooses', () => {
  it.each([
    [{ policy: 'none', budget: 512 * MIB } as const, 'none, 512 MiB'],
    [{ profile: 'linked', preemption: WIN7 } as const, 'linked, win7 dma-buffer'],
    // nothing: by what the input has
    [{}, 'fence-lru'],
  ])('%j', (variant, label) => {
    expect(variantLabel(variant, input())).toBe(label)
  })

  it('which tells any two budgets apart', () => {
    const label = (budget: number): string => variantLabel({ budget }, input())
    // 1 GiB, a page more, and a byte more; all three are 1 GiB to three digits
    expect([1024 * MIB, 1024 * MIB + 65_536, 1024 * MIB + 1].map(label)).toEqual([
      '1 GiB',
      '1024.0625 MiB',
      '1073741825 B',
    ])
    expect([label(0), label(1843 * MIB)]).toEqual(['0 B', '1843 MiB'])
  })

  it('a row has its policy by the name alone', () => {
    expect(shownVariant({ policy: 'none', budget: 1 })).toEqual({ policy: 'none', budget: 1 })
    expect(shownVariant({ budget: 1 })).toEqual({ budget: 1 })
  })
})

describe('the input under a variant [LB-03]', () => {
  const steps = [
    { apply: 'A' },
    { policy: 'none' },
    { budget: '64MiB' },
    { system: { preemption: { model: 'win7' } } },
    { system: { preemption: { model: 'win7' }, tdr: { delay: '1s' } } },
    { apply: 'A' },
  ]

  it('has the choice, and no step that would put another in its place', () => {
    const policy = varied(input(...steps), { policy: 'none' })
    expect(policy.app.policy).toBe('none')
    expect(shown(policy)).toEqual(['0 apply', '2 budget', '3 system', '4 system', '5 apply'])
    const budget = varied(input(...steps), { budget: 32 * MIB })
    expect(budget.system.budget).toBe(32 * MIB)
    expect(shown(budget)).toEqual(['0 apply', '1 policy', '3 system', '4 system', '5 apply'])
    expect(shown(varied(input(...steps), {}))).toHaveLength(6)
  })

  it('keeps of a step what is not chosen', () => {
    const { system, steps: kept } = varied(input(...steps), { preemption: WIN7 })
    expect(system.preemption).toEqual(WIN7)
    expect(kept.map(({ at }) => at / S)).toEqual([0, 1, 2, 4, 5])
    expect(kept[3]).toMatchObject({ verb: 'system', value: { tdr: { delay: S } } })
    expect(kept[3]?.value).not.toHaveProperty('preemption')
  })

  it('finds its conditions on other steps by their new numbers, and forgets those on none', () => {
    const results = { 'steps[0]': 'S_OK', 'steps[1]': 'S_OK', 'steps[2]': 'S_OK' }
    const conditioned = input({ apply: 'A' }, { policy: 'none' }, { apply: 'A' }, { expect: { results, evictions: 0 } })
    expect(conditions(varied(conditioned, { policy: 'none' }))).toMatchObject({
      results: { 'steps[0]': 'S_OK', 'steps[1]': 'S_OK' },
      evictions: 0,
    })
    expect(conditions(varied(conditioned, { budget: MIB }))).toMatchObject({ results })
  })

  it('is the input as it is until a moment, and makes the choice then', () => {
    const made = varied(input(...steps), { policy: 'fence-lru', budget: MIB }, 1.5 * S)
    // the policy of 1 s comes before, the budget of 2 s is left out
    expect(shown(made)).toEqual(['0 apply', '1 policy', '1.5 policy', '1.5 budget', '3 system', '4 system', '5 apply'])
    expect(made.app.policy).toBe('fence-lru')
    expect(made.system.budget).toBe(input().system.budget)
    // at the moment itself the step comes after the choice, and is left out
    expect(shown(varied(input(...steps), { policy: 'fence-lru' }, S))[1]).toBe('1 policy')
    expect(shown(varied(input(...steps), { policy: 'fence-lru' }, S))).toHaveLength(6)
    // after all steps
    expect(shown(varied(input({ apply: 'A' }), { budget: MIB }, 9 * S))).toEqual(['0 apply', '9 budget'])
    const numbered = varied(
      input({ apply: 'A' }, { apply: 'A' }, { expect: { results: { 'steps[1]': 'S_OK' } } }),
      { budget: MIB },
      S,
    )
    expect(conditions(numbered)).toMatchObject({ results: { 'steps[2]': 'S_OK' } })
  })

  it('cannot have another device under way', () => {
    expect(() => varied(input(), { profile: 'linked' }, 1)).toThrow('cannot be changed under way')
  })
})

it('choices under way are steps of their moment', () => {
  expect(choiceSteps({ policy: 'none', budget: 7, preemption: WIN7 }, 3)).toEqual([
    { at: 3, verb: 'policy', value: 'none' },
    { at: 3, verb: 'budget', value: 7 },
    { at: 3, verb: 'system', value: { preemption: WIN7 } },
  ])
  expect(choiceSteps({}, 3)).toEqual([])
})

it('a step is left out where it does nothing but choose otherwise', () => {
  const [policy, budget, preemption, more] = input(
    { policy: 'none' },
    { budget: '64MiB' },
    { system: { preemption: { model: 'win7' } } },
    { system: { preemption: { model: 'win7' }, tdr: { delay: '1s' } } },
  ).steps
  const all = [policy!, budget!, preemption!, more!]
  expect(all.map((step) => isLeftOut(step, { policy: 'none' }))).toEqual([true, false, false, false])
  expect(all.map((step) => isLeftOut(step, { budget: 1 }))).toEqual([false, true, false, false])
  expect(all.map((step) => isLeftOut(step, { preemption: WIN7 }))).toEqual([false, false, true, false])
  expect(all.some((step) => isLeftOut(step, {}))).toBe(false)
})

it('choices are taken out from a place on, and nothing is put in their place', () => {
  const made = withoutChoices(input({ budget: '64MiB' }, { budget: '64MiB' }, { apply: 'A' }), 1, { budget: 1 })
  expect(shown(made)).toEqual(['0 budget', '2 apply'])
  expect(made.system.budget).toBe(input().system.budget)
})
