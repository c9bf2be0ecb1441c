/** `creative-app-fixed`, notification by notification (TN-34): what a period is, what is in flight, and cookie 0. */
import { describe, expect, it } from 'vitest'
import { CreativeAppFixed } from '../../../main/policies/creative-app-fixed'
import { create, MIB, MS, worldOf } from '../support/world'
import { evicted, hostOf, NEVER, press, setOf } from './support/by-hand'

function rig() {
  const world = worldOf()
  const policy = new CreativeAppFixed(hostOf(world))
  const [a, b] = [create(world, 'a', MIB), create(world, 'b', MIB)]
  policy.track('A', [a], () => true, NEVER)
  policy.track('B', [b], () => true, NEVER)
  const use = (which: 'A' | 'B', gpuTime = 1000) => press(world, policy, setOf(which, which === 'A' ? a : b), gpuTime)
  const trim = () => {
    world.wait(100 * MS)
    world.do({ verb: 'periodicTrim', value: true })
  }
  const gone = () => evicted(world.of('evict')).map((text) => text.split(' ').slice(0, 2).join(' '))
  return { world, policy, use, trim, gone }
}

describe('a period [TN-34]', () => {
  it('without a use is a whole one: what was used in the one that has just ended stays', () => {
    const { use, trim, gone } = rig()
    trim()
    use('A')
    trim()
    // b was never used: it has gone by now; a stays until a period without a use is over
    expect(gone()).toEqual(['b periodic'])
    trim()
    expect(gone()).toEqual(['b periodic', 'a periodic'])
  })

  it('does not end what the GPU is still working on', () => {
    const { use, trim, gone } = rig()
    use('A', 350 * MS)
    trim()
    trim()
    trim()
    expect(gone()).toEqual(['b periodic'])
    trim()
    expect(gone()).toEqual(['b periodic', 'a periodic'])
  })
})

describe('RESTART_PERIODIC_TRIM [TN-34] [TN-18]', () => {
  it('counts from then on: only what is in flight was used, and the rest goes at the next trim', () => {
    const { world, use, trim, gone } = rig()
    trim()
    use('B')
    use('A', 150 * MS)
    world.wait(100 * MS)
    world.do({ verb: 'restartPeriodicTrim', value: true })
    expect(gone()).toEqual([])
    trim()
    expect(gone()).toEqual(['b periodic'])
    trim()
    expect(gone()).toEqual(['b periodic', 'a periodic'])
  })
})

describe('cookie 0 [TN-34] [TN-05]', () => {
  it('is a registration like any other: the callback is taken back with the policy', () => {
    const { world, policy } = rig()
    expect(policy.registration).toEqual({ hr: 'S_OK', cookie: 0 })
    policy.dispose()
    world.do({ verb: 'periodicTrim', value: true })
    expect(world.of('notification').map(({ callbacks }) => callbacks)).toEqual([0])
  })
})
