import { describe, expect, it } from 'vitest'
import { dropPacket, releasePacket, usePacket } from '../../../../main/dxgkrnl/vidsch/packet-memory'
import { create, MIB } from '../../support/world'
import { contextOf } from './by-hand'
import { gpuWorld } from './gpu-world'

/** A packet of two allocations that is queued, and how its allocations are counted. */
function rig(signals = 1) {
  const world = gpuWorld()
  const { residency } = world.vidmm
  const allocations = [create(world, 'a', MIB), create(world, 'b', MIB)].map(({ handle }) => handle)
  const outcomes: string[] = []
  const request = { command: 'draw', duration: 10, allocations, finished: (outcome: string) => outcomes.push(outcome) }
  const packet = world.scheduler.packetOf(contextOf(world, 'A'), request, signals)
  for (const handle of allocations) residency.countQueued(handle, 1)
  const counts = (): unknown[] => [
    packet.inUse,
    ...allocations.map((handle) => [residency.table.queued[handle], residency.isRunning(handle)]),
  ]
  return { world, packet, counts, outcomes }
}

describe('the memory of a packet', () => {
  it('counts as running from its turn on until it has left, once each', () => {
    const { world, packet, counts } = rig()
    usePacket(world.vidmm, packet)
    usePacket(world.vidmm, packet)
    expect(counts()).toEqual([true, [1, true], [1, true]])
    releasePacket(world.vidmm, packet)
    expect(counts()).toEqual([false, [1, false], [1, false]])
    releasePacket(world.vidmm, packet)
    usePacket(world.vidmm, packet)
    expect(counts()).toEqual([true, [1, true], [1, true]])
  })

  it('is neither queued nor running of one that will never run, and whoever waits for its end is told', () => {
    const { world, packet, counts, outcomes } = rig()
    usePacket(world.vidmm, packet)
    dropPacket(world.vidmm, packet)
    expect([counts(), outcomes]).toEqual([[false, [0, false], [0, false]], ['device-removed']])
  })

  it('of a part that is not the last tells nobody', () => {
    const { world, packet, outcomes } = rig(0)
    dropPacket(world.vidmm, packet)
    expect(outcomes).toEqual([])
  })
})
