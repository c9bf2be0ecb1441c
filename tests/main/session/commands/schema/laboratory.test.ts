import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { distinct, laboratorySchemas } from '../../../../../main/session/commands/schema/laboratory'
import { DEVICE_PROFILES, POLICY_NAMES } from '../../../../../preload/contract'

const schema = z.union(laboratorySchemas)
const takes = (command: Record<string, unknown>): boolean => schema.safeParse(command).success
const compares = (of: Record<string, unknown>): boolean => takes({ kind: 'compareVariants', ...of })

describe('what may be compared [LB-03]', () => {
  it.each<[string, Record<string, unknown>]>([
    ['all policies', { policies: POLICY_NAMES }],
    ['policies by budgets', { policies: ['none'], budgets: [0, 1] }],
    ['preemption by device profiles', { preemption: true, profiles: DEVICE_PROFILES }],
    ['on what comes from a moment on', { budgets: [5], input: 'here', from: 1_000 }],
  ])('%s', (_what, of) => {
    expect(compares(of)).toBe(true)
  })

  it.each<[string, Record<string, unknown>]>([
    ['nothing', {}],
    ['three things at once', { policies: ['none'], budgets: [1], preemption: true }],
    ['a policy twice', { policies: ['none', 'none'] }],
    ['no policy', { policies: [] }],
    ['a policy that there is not', { policies: ['best'] }],
    ['more budgets than a person waits for', { budgets: [1, 2, 3, 4, 5, 6, 7, 8, 9] }],
    ['a budget with a fraction', { budgets: [1.5] }],
    ['preemption that is off', { preemption: false }],
    ['what nobody knows', { policies: ['none'], seeds: [1] }],
  ])('not %s', (_what, of) => {
    expect(compares(of)).toBe(false)
  })
})

it('branches are compared two at a time, and not with themselves [LB-04]', () => {
  const branches = (...ids: number[]) => takes({ kind: 'compareBranches', branches: ids })
  expect([branches(1, 2), branches(1), branches(2, 2), branches(0, 1), branches(1, 2, 3)]).toEqual([
    true,
    false,
    false,
    false,
    false,
  ])
})

it('a list that names nothing twice is taken as it is, also the empty one, and its other rules hold [SC-02]', () => {
  const list = distinct(z.array(z.string()).max(2))
  expect([[], ['a'], ['a', 'b']].map((names) => list.parse(names))).toEqual([[], ['a'], ['a', 'b']])
  expect(list.safeParse(['a', 'a']).error?.issues).toMatchObject([{ message: 'each once', path: [] }])
  expect(list.safeParse(['a', 'b', 'c']).success).toBe(false)
})
