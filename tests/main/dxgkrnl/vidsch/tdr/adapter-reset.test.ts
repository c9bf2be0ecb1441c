/** What an adapter reset loses (GP-24), and what begins at that very moment. TdrDelay is 2 s; times in µs, by hand. */
import { describe, expect, it } from 'vitest'
import { conservationProblems } from '../../../support/conservation'
import { create, MIB, S, type TestWorld, worldOf } from '../../../support/world'
import { COSTS, makeResident } from '../gpu-world'
import { hang, packetsOn } from '../submitting'
import { actions } from './hanging'

const WIN7 = { preemption: { model: 'win7' } }

/** Memory of 16 MiB beside the page tables; 1 MiB takes 1 ms. The app's packet hangs from 20 ms on with 10 MiB of it. */
function fullWorld(system: Record<string, unknown>): TestWorld {
  const world = worldOf({
    system: { localMemory: 16 * MIB + 65_536, pagingBandwidth: 1000 * MIB, tdr: {}, ...WIN7, ...system },
  })
  const held = create(world, 'held', 10 * MIB)
  // is paged in
  makeResident(world, create(world, 'before', MIB, false))
  world.wait(20_000)
  hang(world)
  world.queue.executeCommandLists({ name: 'hung', gpuTime: 1_000, resources: [held] })
  return world
}

describe('an adapter reset', () => {
  it('loses nothing that begins at its moment: paging that waited for the hung packet runs after it [GP-24] [RS-13]', () => {
    const world = fullWorld({})
    const large = create(world, 'large', 12 * MIB, false)
    // held has to leave for it, which waits for the packet
    makeResident(world, large)
    world.wait(10 * S)
    expect(actions(world)).toEqual(['2020000 timeout', '2020000 adapter-reset'])
    const lost = world.of('packet').filter(({ outcome }) => outcome === 'reset')
    expect(lost.map(({ command, start, end }) => `${command} ${start}–${end}`)).toEqual(['hung 20000–2020000'])
    expect(world.of('page-out').at(-1)).toMatchObject({ resource: 'held', start: 2_020_000, end: 2_030_000 })
    expect(conservationProblems(world.vidmm)).toEqual([])
  })

  it('loses what was saved, also of the context that pages: nothing of it is restored [GP-24] [GP-16]', () => {
    const world = fullWorld({ driver: { ...COSTS, pagingEngine: '3d' } })
    // the packet's own context was switched to from that which pages
    expect(packetsOn(world, '3d').map(({ command }) => command)).toEqual(['before'])
    world.wait(10 * S)
    expect(packetsOn(world, '3d').at(-1)).toMatchObject({ command: 'hung', switch: 10, outcome: 'reset' })
    // the new device's memory is paged on the 3D engine, which has nobody's state
    expect(world.do({ verb: 'recreateDevice', value: true })).toBe('S_OK')
    makeResident(world, create(world, 'after', MIB, false))
    world.wait(S)
    const [after] = packetsOn(world, '3d').filter(({ command }) => command === 'after')
    expect(after).toMatchObject({ switch: 0, outcome: 'completed' })
  })
})
