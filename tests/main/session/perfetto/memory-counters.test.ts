/** Memory as counters: a sample for each change, and no other (SC-10, LB-17). 1 MiB takes 1 ms to page in. */
import { describe, expect, it } from 'vitest'
import { MemoryCounters } from '../../../../main/session/perfetto/memory-counters'
import { Tracks } from '../../../../main/session/perfetto/tracks'
import { makeResident } from '../../dxgkrnl/vidsch/gpu-world'
import { create, MIB, worldOf } from '../../support/world'
import { Written } from './written'

function rig() {
  const world = worldOf({ system: { localMemory: '256MiB', budget: '100MiB', pagingBandwidth: 1000 * MIB } })
  const form = new Written()
  const counters = new MemoryCounters(world.vidmm, form, new Tracks(form))
  /** What was sampled at this look, in MiB. */
  const look = (): Record<string, number> => {
    const before = form.samples.length
    counters.look()
    const samples = form.samples.slice(before)
    for (const { at } of samples) expect(at).toBe(world.sim.now)
    return Object.fromEntries(samples.map(({ on, bytes }) => [on.replace('VidMm/', ''), bytes / MIB]))
  }
  return { world, look }
}

describe('memory counters [SC-10] [LB-17]', () => {
  it('begin with every one of both segments, and are silent until something changes', () => {
    const { world, look } = rig()
    expect(Object.keys(look()).sort()).toEqual(
      [
        ...['local', 'non-local'].flatMap((segment) =>
          ['usage', 'budget', 'resident', 'pending', 'evictable', 'in segment'].map((name) => `${segment} ${name}`),
        ),
        'local usage of other processes',
        'paged out',
      ].sort(),
    )
    world.wait(100)
    expect(look()).toEqual({})
  })

  it('tell what is used from what is in place, while it is brought in', () => {
    const { world, look } = rig()
    const a = create(world, 'a', 24 * MIB, false)
    const created = look()
    expect([created['local usage'], created['local budget']]).toEqual([0, 100])
    makeResident(world, a)
    expect(look()).toMatchObject({ 'local usage': 24, 'local pending': 24 })
    world.wait(24_000)
    expect(look()).toMatchObject({ 'local pending': 0, 'local resident': 24 })
  })

  it('tell what is evicted, and is still in the segment, as evictable', () => {
    const { world, look } = rig()
    const a = create(world, 'a', 24 * MIB)
    look()
    world.device.evict(a)
    expect(look()).toEqual({ 'local usage': 0, 'local resident': 0, 'local evictable': 24 })
  })

  it('tell the budget as it is set, and what other processes use', () => {
    const { world, look } = rig()
    look()
    world.do({ verb: 'budget', value: 50 * MIB })
    expect(look()).toEqual({ 'local budget': 50 })
    world.do({ verb: 'otherProcess', value: { name: 'game', usage: 30 * MIB } })
    expect(look()).toMatchObject({ 'local usage of other processes': 30 })
  })
})
