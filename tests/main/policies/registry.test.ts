import { expect, it } from 'vitest'
import { POLICIES } from '../../../main/policies/registry'
import { POLICY_NAMES } from '../../../preload/contract'
import { worldOf } from '../support/world'

it('has every policy of the contract once, each under its own name [PL-01]', () => {
  expect(Object.keys(POLICIES).sort()).toEqual([...POLICY_NAMES].sort())
  for (const name of POLICY_NAMES) {
    const world = worldOf({ app: { policy: name } })
    expect(world.editor.policy.name).toBe(name)
  }
})
