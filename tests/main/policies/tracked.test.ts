import { expect, it } from 'vitest'
import type { Resource } from '../../../main/d3d12/resource'
import { LastUse, Tracked, TrackedEffect, usesOneOf } from '../../../main/policies/tracked'
import { NEVER } from './support/by-hand'

const resource = (handle: number): Resource => ({ handle, name: `r${handle}`, size: 1 })

it('has what another policy knew of an effect, and no submission of its own yet [TN-38]', () => {
  const effect = new TrackedEffect('Blur', [resource(1)], { lastFence: 7, lastApplied: 500 })
  expect(effect.use).toMatchObject({ earlierFence: 7, lastFence: 0, lastSubmission: 0, lastUsed: 500 })
})

it('has the keys of its resources, in their order: of what shares a heap its own', () => {
  const effect = new TrackedEffect('Blur', [resource(4), { ...resource(1), key: 9 }, resource(2)], NEVER)
  expect(effect.keys).toEqual([4, 9, 2])
})

it('shares the last use of what is used together, until a set of its own has used one of it [SC-13]', () => {
  const shared = new LastUse({ lastFence: 0, lastApplied: -1 })
  const one = new Tracked(resource(1), shared, true)
  const other = new Tracked(resource(2), shared, false)
  shared.lastFence = 3
  shared.lastSubmission = 2
  shared.lastUsed = 40
  one.use = new LastUse({ lastFence: 3, lastApplied: 40 })
  one.use.lastFence = 9
  const seen = ({ lastFence, earlierFence, lastSubmission, lastUsed }: Tracked) => [
    lastFence,
    earlierFence,
    lastSubmission,
    lastUsed,
  ]
  expect(seen(one)).toEqual([9, 3, 0, 40])
  expect(seen(other)).toEqual([3, 0, 2, 40])
})

it('knows whether a submission uses one of several resources: those themselves, not others of their heap', () => {
  const [a, b, c] = [resource(1), resource(2), resource(3)]
  expect(usesOneOf({ resources: [a, b] }, [c, b])).toBe(true)
  expect(usesOneOf({ resources: [a] }, [b, c])).toBe(false)
  expect(usesOneOf({ resources: [a] }, [])).toBe(false)
  expect(usesOneOf({ resources: [a] }, [{ ...a, name: 'neighbour' }])).toBe(false)
})
