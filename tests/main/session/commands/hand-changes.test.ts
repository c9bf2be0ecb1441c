import { expect, it } from 'vitest'
import { HandChanges } from '../../../../main/session/commands/hand-changes'

it('keeps what was set last, settings of a group field by field, each with its moment', () => {
  let now = 10
  const set = new HandChanges(() => now)
  set.keep({ verb: 'budget', value: 100 })
  now = 20
  set.keep({ verb: 'budget', value: 50 })
  set.keep({ verb: 'system', value: { tdr: { delay: 5 }, developerMode: true } })
  set.keep({ verb: 'system', value: { tdr: { level: 'off' }, developerMode: false } })
  set.keep({ verb: 'policy', value: 'fence-lru' })
  expect([set.budget, set.policy]).toEqual([50, 'fence-lru'])
  expect(set.settings).toEqual({ tdr: { delay: 5, level: 'off' }, developerMode: false })
  expect(set.history.map(({ at }) => at)).toEqual([10, 20, 20, 20, 20])
})

it('is as it was at an earlier moment when no more than that was set', () => {
  const set = new HandChanges()
  set.keep({ verb: 'budget', value: 100 })
  set.keep({ verb: 'setConstants', value: { effect: 'Blur', constants: { radius: [3] } } })
  set.keep({ verb: 'budget', value: 50 })
  const before = HandChanges.asOf(set.history.slice(0, 2), () => 7)
  expect([before.budget, [...before.constants]]).toEqual([100, [['Blur', { radius: [3] }]]])
  before.keep({ verb: 'policy', value: 'none' })
  expect([before.history.at(-1)?.at, set.policy]).toEqual([7, null])
})

it('says nothing of what is no setting', () => {
  const set = new HandChanges()
  set.keep({ verb: 'apply', value: 'Blur' })
  expect([set.budget, set.policy, set.settings, set.constants.size]).toEqual([null, null, {}, 0])
})
