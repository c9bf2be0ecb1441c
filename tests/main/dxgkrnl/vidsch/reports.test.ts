/** What records say of packets and preemption requests, and what those who watch are told (SC-08). */
import { describe, expect, it } from 'vitest'
import type { Packet } from '../../../../main/dxgkrnl/vidsch/context'
import type { PreemptionRequest } from '../../../../main/dxgkrnl/vidsch/preemption-request'
import { reportPacket, reportPreemption, writePacket } from '../../../../main/dxgkrnl/vidsch/reports'
import { contextOf } from './by-hand'
import { gpuWorld } from './gpu-world'

function rig() {
  const world = gpuWorld()
  const context = contextOf(world, 'A')
  const packet = world.scheduler.packetOf(context, { command: 'draw', duration: 10, allocations: [] }, 3)
  const state = world.scheduler.stateOf(context)
  world.wait(50)
  return { world, context, packet, state }
}

describe('the record of a packet', () => {
  it('has what became of it, and what is 0 or was not so is left out', () => {
    const { world, packet, state } = rig()
    packet.fence = 5
    writePacket(world.sim, state, packet, 40, 'completed')
    Object.assign(packet, { hitch: 7, flags: 4, switched: 0 })
    writePacket(world.sim, state, packet, 41, 'preempted')
    writePacket(world.sim, state, { ...packet, signals: 0 }, 41, 'preempted')
    const common = {
      t: 50,
      engine: '3d',
      context: 'A',
      kind: 'standard',
      fence: 5,
      end: 50,
      submitted: 0,
      command: 'draw',
    }
    expect(world.of('packet')).toMatchObject([
      { ...common, start: 40, outcome: 'completed', hitch: undefined, flags: undefined, switch: undefined, signals: 3 },
      { ...common, start: 41, outcome: 'preempted', hitch: 7, flags: 4, switch: 0, signals: 3 },
      { ...common, signals: undefined },
    ])
  })

  it('is known by the packet, and of a part by the whole; then its hitch has been told', () => {
    const { world, packet, state } = rig()
    const seen: unknown[] = []
    world.scheduler.observer = { left: (...told) => seen.push(told) }
    const whole: Packet = { ...packet }
    packet.split = { index: 0, count: 2, fence: 3, bound: [], whole }
    packet.hitch = 7
    world.sim.trace.write('finding', { rule: 'SC-08', message: 'before' })
    const { total } = world.sim.trace
    reportPacket(world.scheduler, state, packet, 40, 'completed')
    expect([packet.recordedAt, packet.recordIndex, packet.hitch]).toEqual([50, total, 0])
    expect([whole.recordedAt, whole.recordIndex]).toEqual([50, total])
    expect(world.records[total]).toMatchObject({ type: 'packet', hitch: 7 })
    expect(seen).toEqual([['3d', packet, 40, 'completed']])
  })
})

describe('the record of a preemption', () => {
  const requestOf = (context: string | null): PreemptionRequest => ({
    type: 'request',
    fence: 2,
    engine: '3d',
    requested: 30,
    reason: context === null ? 'timeout' : 'priority',
    context,
    recordedAt: -1,
    recordIndex: -1,
  })

  it('counts what was held, with what was stopped, and names for whom', () => {
    const { world, packet, state } = rig()
    const seen: unknown[] = []
    world.scheduler.observer = { preempted: (...told) => seen.push(told) }
    const [request, nobodys] = [requestOf('urgent'), requestOf(null)]
    const { total } = world.sim.trace
    const stopped = { boundary: 'pixel', save: 40, interrupted: packet, held: [packet, packet] } as const
    reportPreemption(world.scheduler, state, request, { ...stopped, held: [...stopped.held] })
    reportPreemption(world.scheduler, state, nobodys, { boundary: 'finished', save: 0, interrupted: null, held: [] })
    const common = { t: 50, engine: '3d', requested: 30, stopped: 50, fence: 2 }
    expect(world.of('preempt')).toMatchObject([
      { ...common, boundary: 'pixel', reason: 'priority', save: 40, held: 3, context: 'urgent' },
      { ...common, boundary: 'finished', reason: 'timeout', save: 0, held: 0 },
    ])
    expect(world.of('preempt')[1]).not.toHaveProperty('context')
    expect([request.recordedAt, request.recordIndex, seen.length]).toEqual([50, total, 2])
  })
})
