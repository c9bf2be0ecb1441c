/** `d3dx12-residency-fixed`, notification by notification (TN-39): what each of the four faults would do otherwise. */
import { describe, expect, it } from 'vitest'
import { D3dx12ResidencyFixed } from '../../../../main/policies/published/d3dx12-residency-fixed'
import { TrimFlag } from '../../../../preload/contract'
import { create, MIB, MS, worldOf } from '../../support/world'
import { evicted, hostOf, NEVER, press, setOf } from '../support/by-hand'

function rig() {
  const world = worldOf()
  const policy = new D3dx12ResidencyFixed(hostOf(world))
  const resources = { A: create(world, 'a', 16 * MIB), B: create(world, 'b', 16 * MIB) }
  policy.track('A', [resources.A], () => true, NEVER)
  policy.track('B', [resources.B], () => true, NEVER)
  const use = (which: 'A' | 'B', gpuTime = 1000) => press(world, policy, setOf(which, resources[which]), gpuTime)
  /** 100 ms later. */
  const notify = (bytes: number, ...names: (keyof typeof TrimFlag)[]) => {
    world.wait(100 * MS)
    world.do({ verb: 'notify', value: { flags: names.reduce((all, name) => all | TrimFlag[name], 0), bytes } })
  }
  const gone = () => evicted(world.of('evict')).map((text) => text.split(' ').slice(0, 2).join(' '))
  return { world, use, notify, gone }
}

describe('both steps of one notification [TN-39]', () => {
  it('are passed on, periodic first, and the budget step counts what the periodic one took', () => {
    const { use, notify, gone, world } = rig()
    use('A')
    use('B')
    notify(0, 'PERIODIC_TRIM')
    use('B')
    // A was not used since: its 16 MiB are taken, and 8 MiB are B's
    notify(24 * MIB, 'PERIODIC_TRIM', 'TRIM_TO_BUDGET')
    expect([gone(), world.of('finding')]).toEqual([['a periodic', 'b budget'], []])
  })
})

describe('a trim to the budget [TN-39]', () => {
  it('stops at its target, reached exactly', () => {
    const { use, notify, gone } = rig()
    use('A')
    use('B')
    notify(16 * MIB, 'TRIM_TO_BUDGET')
    expect(gone()).toEqual(['a budget'])
    notify(1, 'TRIM_TO_BUDGET')
    expect(gone()).toEqual(['a budget', 'b budget'])
  })

  it('takes nothing of what the GPU has not completed', () => {
    const { use, notify, gone } = rig()
    use('A', 250 * MS)
    use('B', 1)
    notify(64 * MIB, 'TRIM_TO_BUDGET')
    notify(64 * MIB, 'TRIM_TO_BUDGET')
    expect(gone()).toEqual([])
    notify(64 * MIB, 'TRIM_TO_BUDGET')
    expect(gone()).toEqual(['a budget', 'b budget'])
  })
})

describe('the notification index [TN-39]', () => {
  it('rises with periodic trims alone: others make no period shorter', () => {
    const { use, notify, gone } = rig()
    use('A')
    use('B')
    notify(0, 'TRIM_TO_BUDGET')
    notify(0, 'TRIM_TO_BUDGET')
    notify(0, 'PERIODIC_TRIM')
    expect(gone()).toEqual([])
    notify(0, 'PERIODIC_TRIM')
    expect(gone()).toEqual(['a periodic', 'b periodic'])
  })

  it('is what RESTART begins anew from: what is in flight was used now, the rest goes at the next trim [TN-18]', () => {
    const { use, notify, gone } = rig()
    use('A')
    use('B', 150 * MS)
    notify(0, 'RESTART_PERIODIC_TRIM')
    notify(0, 'PERIODIC_TRIM')
    expect(gone()).toEqual(['a periodic'])
    notify(0, 'PERIODIC_TRIM')
    expect(gone()).toEqual(['a periodic', 'b periodic'])
  })
})
