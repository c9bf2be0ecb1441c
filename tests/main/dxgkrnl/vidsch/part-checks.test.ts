/** What is checked of a part before it enters the hardware queue (GP-19, GP-20), asked of real packets by hand. */
import { describe, expect, it } from 'vitest'
import type { Packet } from '../../../../main/dxgkrnl/vidsch/context'
import { checkPart } from '../../../../main/dxgkrnl/vidsch/part-checks'
import type { SchedulerHooks } from '../../../../main/dxgkrnl/vidsch/scheduler-options'
import type { TestWorld } from '../../support/world'
import { contextOf, handleOf, submitTo } from './by-hand'
import { crampedWorld, findings } from './submitting'

/** A packet of the app's that uses `uses`, as the second of two parts where the first had bound `bound`. */
function rig(system: Record<string, unknown>, uses: readonly string[], bound: readonly string[], index = 1) {
  const world: TestWorld = crampedWorld(system)
  const context = contextOf(world, 'A')
  const handles = (names: readonly string[]) => names.map((name) => handleOf(world, `E.${name}`))
  submitTo(world, context, 'draw', 20_000, { allocations: handles(uses) })
  const state = world.scheduler.stateOf(context)
  const packet = state.firstOf(context) as Packet
  packet.split = { index, count: 2, fence: 7, bound: handles(bound), whole: packet }
  const check = (hooks: Partial<SchedulerHooks> = {}) =>
    checkPart(world.scheduler, state, packet, { deviceRemoved: () => {}, ...hooks })
  return { world, check }
}

const LEAKS = { driver: { leaksBindings: true } }

describe('binding leak detection [GP-19]', () => {
  it('rejects a part that leaves bound what was bound before the split, and says so', () => {
    const { world, check } = rig(LEAKS, ['c'], ['d', 'c'])
    const because =
      'part 2 of 2 of "draw" (fence 7) was rejected: it neither unbinds nor reprograms E.d, which was bound before the split'
    expect(check()).toEqual({ because, allocation: 'E.d' })
    expect(world.of('finding')).toMatchObject([{ rule: 'GP-19', resource: 'E.d', message: because }])
    expect(world.of('packet').at(-1)).toMatchObject({ command: 'draw', outcome: 'rejected' })
  })

  it('finds nothing in a sound driver, nor where the driver says that it patches nothing', () => {
    const noPatching = { schedulingCaps: ['MultiEngineAware', 'PreemptionAware', 'NoDmaPatching'] }
    for (const system of [{}, { driver: { leaksBindings: true, ...noPatching } }]) {
      const { world, check } = rig(system, ['c'], ['d'])
      expect([check(), world.of('finding')]).toEqual([null, []])
    }
  })

  it('lets the first part alone: nothing was bound before it', () => {
    expect(rig(LEAKS, ['c'], [], 0).check()).toBeNull()
    // whatever stands there, it is not asked whether it leaks
    let asked = 0
    rig({}, ['c'], [], 0).check({ leaksBindings: () => ++asked > 0 })
    expect(asked).toBe(0)
  })

  it('is asked for each part anew where a fault is planned', () => {
    const { check } = rig({}, ['c'], ['d'])
    const planned = [true, false]
    const hooks = { leaksBindings: () => planned.shift() ?? false }
    expect([check(hooks)?.allocation, check(hooks)]).toEqual(['E.d', null])
  })
})

describe('a part that is broadcast [GP-20]', () => {
  it('is reported for the first adapter whose driver changes it, and runs all the same', () => {
    const { world, check } = rig({ physicalAdapters: 3 }, ['c'], [])
    const asked: number[] = []
    const changesSplitBuffer = (adapter: number): boolean => {
      asked.push(adapter)
      return adapter === 1
    }
    expect(check({ changesSplitBuffer })).toBeNull()
    const [message, ...more] = findings(world, 'GP-20')
    expect([asked, more]).toEqual([[0, 1], []])
    expect(message).toMatch(
      /^part 2 of 2 of "draw" \(fence 7\), broadcast to 3 linked adapters, was changed by the driver for adapter 1: checksum 0x[\da-f]{8}, not 0x[\da-f]{8}$/,
    )
  })

  it('is not looked at on a single adapter', () => {
    const { world, check } = rig({ driver: { changesSplitBuffers: true } }, ['c'], [])
    expect([check(), world.of('finding')]).toEqual([null, []])
  })
})
