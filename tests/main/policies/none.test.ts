/** `none`: makes resident what is missing, and never evicts (TN-20). */
import { expect, it } from 'vitest'
import { NoPolicy } from '../../../main/policies/none'
import { create, MIB, worldOf } from '../support/world'
import { hostOf, NEVER, press, setOf } from './support/by-hand'

it('brings in what is missing, and nothing else, and keeps all of it above any budget [TN-20]', () => {
  const world = worldOf({ system: { localMemory: '64MiB', budget: '64MiB' } })
  const policy = new NoPolicy(hostOf(world))
  const [a, b] = [create(world, 'a', 20 * MIB), create(world, 'b', 20 * MIB, false)]
  policy.track('A', [a, b], (resource) => resource === a, NEVER)
  const c = create(world, 'c', 20 * MIB, false)
  policy.track('C', [c], () => false, NEVER)
  world.do({ verb: 'budget', value: 30 * MIB })
  for (let round = 0; round < 5; round++) {
    press(world, policy, setOf('A', a, b))
    press(world, policy, setOf('C', c))
  }
  world.do({ verb: 'trimToBudget', value: 30 * MIB })
  expect(world.of('make-resident').map(({ resources }) => resources)).toEqual([['b'], ['c']])
  expect(world.of('evict')).toEqual([])
  // of the budget, and of the trim by hand: nobody is called
  expect([policy.registration, world.of('notification').map(({ callbacks }) => callbacks)]).toEqual([null, [0, 0]])
})
