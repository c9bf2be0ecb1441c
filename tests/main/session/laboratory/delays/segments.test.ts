/** Delays and what is under way, as they are told: names and records instead of packets (LB-08, LB-09). Times in µs. */
import { describe, expect, it } from 'vitest'
import { Priority } from '../../../../../main/dxgkrnl/vidsch/context'
import { HeldBack } from '../../../../../main/policies/held-back'
import type { Pending } from '../../../../../main/session/laboratory/delays/pending'
import { delayOf, segmentsSoFar, standingOf } from '../../../../../main/session/laboratory/delays/segments'
import { contextOf, submitTo } from '../../../dxgkrnl/vidsch/by-hand'
import { gpuWorld } from '../../../dxgkrnl/vidsch/gpu-world'
import { hang } from '../../../dxgkrnl/vidsch/submitting'
import { MIB, type TestWorld, worldOf } from '../../../support/world'
import { pressOf } from './line-rig'

/** A press of the world's own recorder. */
function pressIn(world: TestWorld, name: string): Pending {
  const press = world.delays.press(name, null)
  if (press === null) throw new Error('nothing is recorded')
  return press
}

const shortly = (segments: ReturnType<typeof segmentsSoFar>) =>
  segments.map(({ kind, start, end }) => [kind, start, end])

describe('what one that is under way has waited for [LB-08]', () => {
  it('ends now, and looking changes nothing', () => {
    const world = gpuWorld()
    const [a, b] = [contextOf(world, 'A'), contextOf(world, 'B')]
    const press = pressIn(world, 'P')
    submitTo(world, a, 'a', 1000)
    submitTo(world, b, 'b', 500, { owner: press })
    world.wait(1200)
    const first = segmentsSoFar(press, world.sim.now, 64)
    expect(shortly(first)).toEqual([
      ['engine', 0, 1000],
      ['run', 1000, 1200],
    ])
    expect(first).toMatchObject([
      { packet: { engine: '3d', context: 'A', command: 'a', kind: 'standard' }, on: 'gpu' },
      { packet: { engine: '3d', context: 'B', command: 'b', kind: 'standard' }, on: 'gpu', record: null },
    ])
    // a has ended: its record is the only packet's so far
    expect(first[0]?.record).toEqual({ t: 1000, index: world.records.findIndex(({ type }) => type === 'packet') })
    expect(segmentsSoFar(press, world.sim.now, 64)).toEqual(first)
  })

  it('is put together where it is more than may be told', () => {
    const world = gpuWorld()
    const [a, b] = [contextOf(world, 'A', '3d', Priority.high), contextOf(world, 'B')]
    const press = pressIn(world, 'P')
    // those of A go first: 100, 10, 20, 300, 40, 50; then its own
    for (const [at, duration] of [100, 10, 20, 300, 40, 50].entries()) submitTo(world, a, `a${at}`, duration)
    submitTo(world, b, 'b', 80, { owner: press })
    world.wait(600)
    const segments = segmentsSoFar(press, world.sim.now, 6)
    // the two shortest are neighbours: 10 and 20 become one, at the time at which they were
    expect(shortly(segments)).toEqual([
      ['engine', 0, 100],
      ['engine', 100, 130],
      ['engine', 130, 430],
      ['engine', 430, 470],
      ['engine', 470, 520],
      ['run', 520, 600],
    ])
    expect(segments[1]).toMatchObject({ packet: { command: 'a2' }, together: { pieces: 2, times: { engine: 30 } } })
    expect(segments.filter(({ together }) => together !== undefined)).toHaveLength(1)
  })
})

describe('a delay [LB-08]', () => {
  it('has what the vertical blank made of it last, and says by how much it was late', () => {
    const world = gpuWorld()
    const press = pressOf(world, 'P')
    press.onProcessor('running')
    world.wait(20_000)
    press.chain.close(20_000)
    const delay = delayOf(press, 20_000, 16_667, 33_333, 64)
    expect(delay).toEqual({
      what: 'press',
      name: 'P',
      set: null,
      command: null,
      begin: 0,
      due: 16_667,
      shown: 33_333,
      late: 16_666,
      segments: [
        { kind: 'run', start: 0, end: 20_000, record: null, packet: null, on: 'processor' },
        { kind: 'vertical-blank', start: 20_000, end: 33_333, record: null, display: 1 },
      ],
    })
  })

  it('names the policy that held it back, with the callback or the packet on which that waited', () => {
    const world = gpuWorld()
    const a = contextOf(world, 'A')
    submitTo(world, a, 'a', 1000)
    const callback = { cookie: 3, notification: 7, recordedAt: 5, recordIndex: 2 }
    const work = world.scheduler.stateOf(a).firstOf(a)
    const press = pressOf(world, 'P')
    const held = [callback, work, null].map((on) => new HeldBack('fence-lru', on as HeldBack['on']))
    for (const [at, by] of held.entries()) press.chain.stands(at * 100, 'policy-wait', by)
    press.chain.close(300)
    const { segments } = delayOf(press, 300, 200, 400, 64)
    expect(segments.slice(0, 3)).toMatchObject([
      { policy: 'fence-lru', callback: { cookie: 3, notification: 7 }, packet: null, record: { t: 5, index: 2 } },
      { policy: 'fence-lru', callback: null, packet: { command: 'a', context: 'A' }, record: null },
      { policy: 'fence-lru', callback: null, packet: null, record: null },
    ])
  })

  it('says nothing where nobody has said what the paging is, or for what the request', () => {
    const press = pressOf(gpuWorld(), 'P')
    const kinds = ['page-in', 'page-out', 'paging-queue', 'preempted', 'fence'] as const
    for (const [at, kind] of kinds.entries()) press.chain.stands(at, kind, null)
    press.chain.close(5)
    const { segments } = delayOf(press, 5, 5, 6, 64)
    expect(segments.slice(0, 5)).toMatchObject([
      { kind: 'page-in', resource: '', bytes: 0, why: null },
      { kind: 'page-out', resource: '', bytes: 0, for: null },
      { kind: 'paging-queue', resource: '', bytes: 0, direction: 'in', for: null },
      { kind: 'preempted', request: null },
      { kind: 'fence', packet: null },
    ])
  })
})

describe('what it waits for at this moment [LB-08]', () => {
  it('is, behind an earlier packet of its context, what that one waits for', () => {
    const world = gpuWorld()
    const [a, b] = [contextOf(world, 'A', 'compute'), contextOf(world, 'B', 'compute')]
    submitTo(world, a, 'a', 1000)
    submitTo(world, b, 'b', 1000)
    const press = pressIn(world, 'P')
    submitTo(world, b, 'own', 1000, { owner: press })
    const standing = () => standingOf(press, world.scheduler)
    expect(standing()).toEqual({ kind: 'engine', name: 'a', engine: 'compute' })
    world.wait(1000)
    expect(standing()).toEqual({ kind: 'run', name: 'b', engine: 'compute' })
    world.wait(1000)
    expect(standing()).toEqual({ kind: 'run', name: 'own', engine: 'compute' })
  })

  it('is the resource that is paged in, which is on no engine', () => {
    const resources = [{ name: 'r', size: 64 * MIB, resident: false }]
    const effects = [{ name: 'A', gpuTime: '4ms', resources }]
    const world = worldOf({ system: { pagingBandwidth: '4GiB' }, app: { effects } })
    let pending: Pending | null = null
    const { press } = world.delays
    world.delays.press = (name, set) => {
      pending = press.call(world.delays, name, set)
      return pending
    }
    world.do({ verb: 'apply', value: 'A' })
    world.wait(1000)
    if (pending === null) throw new Error('nothing was pressed')
    expect(standingOf(pending, world.scheduler)).toEqual({ kind: 'page-in', name: 'A.r', engine: null })
  })

  it('is the processor before its first packet, and the reset of what hangs until it hangs no more', () => {
    const world = gpuWorld()
    const press = pressIn(world, 'P')
    press.onProcessor('displaced')
    expect(standingOf(press, world.scheduler)).toEqual({ kind: 'engine', name: '', engine: null })
    hang(world, 5000)
    submitTo(world, contextOf(world, 'A'), 'a', 1000, { owner: press })
    expect(standingOf(press, world.scheduler)).toEqual({ kind: 'reset', name: 'a', engine: '3d' })
    world.wait(5500)
    expect(standingOf(press, world.scheduler)).toEqual({ kind: 'run', name: 'a', engine: '3d' })
  })
})
