import { describe, expect, it } from 'vitest'
import { Context, type Packet, type PacketRequest } from '../../../../main/dxgkrnl/vidsch/context'
import { MonitoredFence } from '../../../../main/dxgkrnl/vidsch/monitored-fence'
import { comesToNothing, createPacket, splitPacket } from '../../../../main/dxgkrnl/vidsch/new-packet'
import type { TestWorld } from '../../support/world'
import { handleOf } from './by-hand'
import { gpuWorld } from './gpu-world'
import { crampedWorld } from './submitting'

const context = (allocation: number | null = null): Context =>
  new Context({ name: 'A', device: 1, engine: '3d', allocation })

const packetOf = (world: TestWorld, of: Context, request: Partial<PacketRequest> = {}): Packet =>
  createPacket(world.sim, of, { command: 'draw', duration: 1000, allocations: [], ...request }, 1)

describe('a packet that is made', () => {
  it('has what was asked for, and stands nowhere yet', () => {
    const world = gpuWorld()
    world.wait(7)
    const of = context()
    expect(packetOf(world, of, { kind: 'present', flags: 4 })).toMatchObject({
      ...{ context: of, engine: '3d', command: 'draw', kind: 'present', duration: 1000, flags: 4, signals: 1 },
      ...{ submitted: 7, fence: 0, inUse: false, split: null, stoppedFor: null, paging: null, progress: 0, hang: 0 },
      ...{ enteredAt: -1, headAt: -1, startedAt: -1, switched: -1, recordedAt: -1 },
    })
    expect(packetOf(world, of).kind).toBe('standard')
  })

  it.each<[string, number | null, number[], boolean, number[]]>([
    ['each once', null, [3, 1, 3, 1], false, [3, 1]],
    ['that of its context first', 9, [3, 3], false, [9, 3]],
    ['as it is said, where nobody has to look', null, [3, 3], true, [3, 3]],
    [
      'each once also where there are many',
      null,
      Array.from({ length: 40 }, (_, i) => i % 20),
      false,
      Array.from({ length: 20 }, (_, i) => i),
    ],
  ])('uses %s', (_what, own, allocations, areDistinct, used) => {
    expect(packetOf(gpuWorld(), context(own), { allocations, areDistinct }).allocations).toEqual(used)
  })

  it('waits for a fence where it is a wait instruction [GP-22]', () => {
    const fence = new MonitoredFence()
    const packet = packetOf(gpuWorld(), context(), { until: { fence, value: 2 } })
    let reached = 0
    packet.until?.whenReached(() => reached++)
    fence.signal(1)
    expect([packet.kind, packet.until?.isReached(), reached]).toEqual(['wait', false, 0])
    fence.signal(2)
    expect([packet.until?.isReached(), reached]).toEqual([true, 1])
  })
})

/** On 64 MiB, a packet that uses three times 24 MiB. @param durations of its parts; none: it has no split points */
function large(durations: number[] | null): { world: TestWorld; of: Context; packet: Packet; handles: number[] } {
  const world = crampedWorld()
  const handles = ['E.a', 'E.b', 'E.c'].map((name) => handleOf(world, name))
  const of = context()
  const parts = durations?.map((duration, i) => ({ duration, allocations: handles.slice(i, i + 1) }))
  const packet = packetOf(world, of, { duration: 60, allocations: handles, parts })
  of.operations.push(packet)
  for (const handle of handles) world.vidmm.residency.countQueued(handle, 1)
  return { world, of, packet, handles }
}

const queued = ({ vidmm }: TestWorld, handles: readonly number[]): (number | undefined)[] =>
  handles.map((handle) => vidmm.residency.table.queued[handle])

describe('a packet that does not fit at once [GP-17]', () => {
  it('is replaced by as few parts as fit, of which the last signals, before what comes after it', () => {
    const { world, of, packet, handles } = large([10, 20, 30])
    const after = packetOf(world, of)
    of.operations.push(after)
    expect(splitPacket(world.vidmm, of, packet)).toBe(true)
    const parts = of.operations.slice(of.first) as Packet[]
    const [first, second] = parts
    expect(parts.map(({ duration, allocations, signals }) => [duration, allocations, signals])).toEqual([
      [30, handles.slice(0, 2), 0],
      [30, handles.slice(2), 1],
      [1000, [], 1],
    ])
    expect(first?.split).toEqual({ index: 0, count: 2, fence: 1, bound: [], whole: packet })
    expect(second?.split).toEqual({ index: 1, count: 2, fence: 1, bound: handles.slice(0, 2), whole: packet })
    expect(parts[2]).toBe(after)
    // queued once each, as before
    expect(queued(world, handles)).toEqual([1, 1, 1])
  })

  it('stays where the driver has no split points, or a part alone does not fit', () => {
    const without = large(null)
    expect(splitPacket(without.world.vidmm, without.of, without.packet)).toBe(false)
    expect([without.of.pending, without.of.head === without.packet]).toEqual([1, true])
    const { world, of, handles } = large([10, 20, 30])
    const whole = packetOf(world, of, { allocations: handles, parts: [{ duration: 60, allocations: handles }] })
    expect(splitPacket(world.vidmm, of, whole)).toBe(false)
  })

  it('is split once: a part is not split again', () => {
    const { world, of, packet } = large([10, 20, 30])
    splitPacket(world.vidmm, of, packet)
    expect(splitPacket(world.vidmm, of, of.head as Packet)).toBe(false)
  })

  it('comes to nothing unless it can be split, and so does one of what is on no residency list [RS-07]', () => {
    const [one, other] = [large([10, 20, 30]), large(null)]
    expect(comesToNothing(one.world.vidmm, one.of, one.packet)).toBe(false)
    expect(comesToNothing(other.world.vidmm, other.of, other.packet)).toBe(true)
    const world = crampedWorld()
    const packet = packetOf(world, context(), { allocations: [handleOf(world, 'E.a')] })
    expect(comesToNothing(world.vidmm, context(), packet)).toBe(false)
    world.do({ verb: 'evict', value: { names: ['E.a'] } })
    expect(comesToNothing(world.vidmm, context(), packet)).toBe(true)
  })
})
