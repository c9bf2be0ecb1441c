/** The chain of a delay as the page shows it, by hand (LB-08, LB-09). */
import { describe, expect, it } from 'vitest'
import { chainView, rowView, soFarView } from '../../../../../main/session/frames/delays/chain-view'
import type { Delay } from '../../../../../main/session/laboratory/delays/types'
import { DELAY_KINDS, TrimFlag } from '../../../../../preload/contract'
import { contextOf, submitTo } from '../../../dxgkrnl/vidsch/by-hand'
import { gpuWorld } from '../../../dxgkrnl/vidsch/gpu-world'

const packet = { engine: '3d' as const, context: 'app', command: 'A', kind: 'standard' }
const none = { record: null }

const DELAY: Delay = {
  what: 'press',
  name: 'A',
  set: null,
  command: 4,
  begin: 100,
  due: 16_667,
  shown: 50_000,
  late: 33_333,
  segments: [
    { kind: 'engine', start: 100, end: 5_100, ...none, packet: { ...packet, context: 'game' }, on: 'gpu' },
    {
      kind: 'page-in',
      start: 5_100,
      end: 9_100,
      record: { t: 9_100, index: 5 },
      resource: 'A.r',
      bytes: 64,
      why: null,
    },
    { kind: 'engine', start: 9_100, end: 10_100, ...none, packet, on: 'gpu' },
    { kind: 'run', start: 10_100, end: 40_100, ...none, packet, on: 'gpu' },
    { kind: 'vertical-blank', start: 40_100, end: 50_000, ...none, display: 2 },
  ],
}

describe('a row of the list [LB-10]', () => {
  it('says what took longest of what stood in its way: neither its own work, nor the blank', () => {
    // engine 6 ms in two pieces, page-in 4 ms
    expect(rowView(7, DELAY)).toEqual({
      id: 7,
      what: 'press',
      title: 'press of A',
      command: 4,
      begin: 100,
      due: 16_667,
      shown: 50_000,
      most: 'engine',
    })
    expect(rowView(1, { ...DELAY, segments: DELAY.segments.slice(3) }).most).toBeNull()
  })

  it('counts each kind of what was put together, not the longest alone', () => {
    const together = { pieces: 9, times: { engine: 5_000, 'page-in': 4_500, run: 90_000 } }
    const [, pageIn, ...rest] = DELAY.segments
    const segments = [{ kind: 'run' as const, start: 0, end: 9, ...none, packet, on: 'gpu' as const, together }]
    // 5,000 of engine and 1,000 more; 4,500 of page-in and 4,000 more
    const all = [...segments, pageIn as Delay['segments'][0], ...rest]
    expect(rowView(1, { ...DELAY, segments: all }).most).toBe('page-in')
  })
})

describe('a chain [LB-08] [LB-09]', () => {
  it('has each segment in words, with the line of the trace that it stands for and what it leads to', () => {
    const view = chainView(7, DELAY)
    expect(view).toMatchObject({ id: 7, state: 'late', title: 'press of A', effect: 'A', due: 16_667, shown: 50_000 })
    expect(view.segments.map(({ kind, what }) => [kind, what])).toEqual([
      ['engine', 'A of game on 3d'],
      ['page-in', 'A.r (64 B)'],
      ['engine', 'A of app on 3d'],
      ['run', 'A of app on 3d'],
      ['vertical-blank', 'display 2'],
    ])
    // the header is line 1 of a trace, and record 0 stands on line 2
    expect(view.segments[1]).toMatchObject({ record: { t: 9_100, line: 7 }, resource: 'A.r', bytes: 64, packet: null })
    expect(view.segments[0]).toMatchObject({
      record: null,
      resource: null,
      bytes: 0,
      packet: { engine: '3d', context: 'game', command: 'A' },
    })
  })

  it('tells a wait for a callback’s lock from others of the policy [LB-09]', () => {
    const waits = { kind: 'policy-wait', start: 0, end: 9, ...none, policy: 'clock', packet: null } as const
    const segments: Delay['segments'] = [
      { ...waits, callback: { cookie: 0, notification: 2 } },
      { ...waits, callback: null, packet },
      { ...waits, callback: null },
    ]
    const views = [...chainView(1, { ...DELAY, segments }).segments, ...chainView(1, DELAY).segments]
    expect(views.map(({ callback }) => callback)).toEqual([0, null, null, null, null, null, null, null])
  })

  it('is of no effect where it is no press, or of a set of its own', () => {
    expect(chainView(1, { ...DELAY, set: ['A.r'] }).effect).toBe('')
    expect(chainView(1, { ...DELAY, what: 'present', name: 'present' }).effect).toBe('')
  })

  it('says of what was put together the times of every kind, in their order', () => {
    const together = { pieces: 3, times: { run: 20, engine: 7 } }
    const segments: Delay['segments'] = [{ kind: 'run', start: 0, end: 27, ...none, packet, on: 'gpu', together }]
    const [segment] = chainView(1, { ...DELAY, segments }).segments
    const times = DELAY_KINDS.map((kind) => (kind === 'run' ? 20 : kind === 'engine' ? 7 : 0))
    expect(segment?.together).toEqual({ pieces: 3, times })
    expect(chainView(1, DELAY).segments[0]?.together).toBeNull()
  })

  it('says why what was paged in was out, with the names of the flags and a link to the record', () => {
    const why: NonNullable<Extract<Delay['segments'][number], { kind: 'page-in' }>['why']> = {
      because: 'evicted',
      occasion: {
        policy: 'fence-lru',
        rule: 'periodic',
        t: 2_000_000,
        callback: { cookie: 0, notification: 2, flags: TrimFlag.PERIODIC_TRIM | TrimFlag.TRIM_TO_BUDGET },
        press: null,
      },
      record: { t: 2_000_000, index: 11 },
      pagedOut: { for: null, record: { t: 2_500_000, index: 12 } },
    }
    const segments: Delay['segments'] = [
      { kind: 'page-in', start: 0, end: 9, ...none, resource: 'A.r', bytes: 64, why },
    ]
    const [segment] = chainView(1, { ...DELAY, segments }).segments
    expect(segment?.why?.record).toEqual({ t: 2_000_000, line: 13 })
    expect(segment?.why?.text).toContain('PERIODIC_TRIM + TRIM_TO_BUDGET')
    expect(segment?.why?.text).toContain('at 2.000 s')
  })
})

describe('a frame that is under way [LB-08]', () => {
  it('says of an earlier packet of its context what that one waits for', () => {
    const world = gpuWorld()
    const [game, app] = [contextOf(world, 'game'), contextOf(world, 'app')]
    submitTo(world, game, 'level', 10_000)
    submitTo(world, app, 'before', 1_000)
    const frame = world.delays.frame(0)
    if (frame === undefined) throw new Error('nothing is recorded')
    submitTo(world, app, 'draw', 1_000, { owner: frame })
    world.wait(3_000)
    const view = soFarView(frame, world.scheduler, 'under-way')
    expect(view).toMatchObject({ id: null, state: 'under-way', what: 'frame', title: 'frame', due: null, shown: null })
    expect(view.segments.map(({ kind, start, end, what }) => [kind, start, end, what])).toEqual([
      ['queue', 0, 3_000, 'before of app on 3d, which waits for engine: level'],
    ])
    // of one that is over nothing waits any more
    expect(soFarView(frame, world.scheduler, 'lost').segments[0]?.what).toBe('before of app on 3d')
  })

  it('says nothing more where its own packet waits', () => {
    const world = gpuWorld()
    const frame = world.delays.frame(0)
    if (frame === undefined) throw new Error('nothing is recorded')
    submitTo(world, contextOf(world, 'game'), 'level', 10_000)
    submitTo(world, contextOf(world, 'app'), 'draw', 1_000, { owner: frame })
    world.wait(3_000)
    const { segments, command } = soFarView(frame, world.scheduler, 'under-way')
    expect([segments.map(({ what }) => what), command]).toEqual([['level of game on 3d'], null])
  })
})
