import { expect, it } from 'vitest'
import { POLICY_NAMES } from '../../../../preload/contract'
import { policyMenu } from '../../../../renderer/editor/toolbar/policy-menu'

const MINE = { id: 'mine.mjs#3f2a9c1b77e0', file: 'mine.mjs' } as const

it('offers what there is, what was opened, the page that leads to one of one’s own, and comparing them [LB-14] [LB-07]', () => {
  const values = (options: ReturnType<typeof policyMenu>) => options.map(({ value }) => value)
  expect(values(policyMenu([], 'none', false))).toEqual([
    ...POLICY_NAMES,
    'Own policy…',
    'Write a policy…',
    'Compare policies…',
  ])
  expect(values(policyMenu([MINE], 'none', false)).slice(POLICY_NAMES.length)).toEqual([
    MINE.id,
    'Own policy…',
    'Write a policy…',
    'Compare policies…',
  ])
  // what is not in charge is not read again
  const inCharge = policyMenu([MINE], MINE.id, false)
  expect(values(inCharge).slice(-3)).toEqual(['Reload own policy', 'Write a policy…', 'Compare policies…'])
  expect(inCharge.map(({ action }) => action).slice(-5)).toEqual([
    { kind: 'setPolicy', policy: MINE.id },
    { kind: 'openPolicy' },
    { kind: 'reloadPolicy' },
    'guide',
    'laboratory',
  ])
})

it('offers to read a file again that was refused, though none of one’s own is in charge [LB-14]', () => {
  const refused = policyMenu([], 'none', true).find(({ value }) => value === 'Reload own policy')
  expect(refused).toMatchObject({ action: { kind: 'reloadPolicy' }, text: expect.stringContaining('that was refused') })
  const inCharge = policyMenu([MINE], MINE.id, false).find(({ value }) => value === 'Reload own policy')
  expect(inCharge?.text).not.toContain('refused')
})
