/** What of the effects goes into a frame: held against what a window that is opened later is told. */
import { describe, expect, it } from 'vitest'
import { EffectDeltas } from '../../../../main/session/frames/effect-deltas'
import { MIB, worldOf } from '../../support/world'
import { rig } from '../live-rig'

describe('the effects of a frame', () => {
  it('are all of them when the list or one of them is another, else the counts of those that changed', () => {
    const effects = ['A', 'B'].map((name) => ({ name, gpuTime: '1ms', resources: [{ name: 'r', size: MIB }] }))
    const world = worldOf({ app: { effects } })
    const deltas = new EffectDeltas()
    const take = (full = false) => deltas.take(world.editor.effects, full)
    expect(take().effects?.map(({ name }) => name)).toEqual(['A', 'B'])
    expect(take()).toEqual({})
    world.do({ verb: 'apply', value: 'B' })
    expect(take()).toEqual({ effectCounts: [{ index: 1, completed: 0, inFlight: 1 }] })
    world.wait(10_000)
    expect(take()).toEqual({ effectCounts: [{ index: 1, completed: 1, inFlight: 0 }] })
    expect(take(true).effects).toHaveLength(2)
    world.do({ verb: 'removeEffect', value: 'A' })
    expect(take().effects?.map(({ name }) => name)).toEqual(['B'])
    // made anew, its resources are others
    world.do({ verb: 'allocation', value: 'placed' })
    expect(take().effects?.[0]?.placed?.names).toEqual(['r'])
  })

  it('have the parameters that were set: an open window knows what one knows that is opened later [BP-26]', () => {
    const effect = { name: 'Sepia', gpuTime: '1ms', resources: [] }
    const live = rig({ app: { policy: 'none', effects: [effect] } })
    const defaults = ({ effects }: typeof live.shown) =>
      effects[0]?.parameters?.map(({ name, default: own }) => [name, own])
    live.must({ kind: 'applyEffect', effect: 'Sepia' })
    live.elapse(100)
    const before = defaults(live.shown)
    live.must({ kind: 'setConstants', effect: 'Sepia', constants: { amount: [0.25] } })
    live.elapse(16)
    const open = defaults(live.shown)
    expect(open).toContainEqual(['amount', [0.25]])
    expect(open).not.toEqual(before)
    expect(defaults(live.fresh())).toEqual(open)
    live.must({ kind: 'undo' })
    live.elapse(16)
    expect(defaults(live.shown)).toEqual(before)
  })
})
