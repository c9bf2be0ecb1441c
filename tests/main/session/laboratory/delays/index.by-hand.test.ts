/**
 * Chains of delays worked by hand: what each segment is, from when to when, in µs, and what it names (LB-08, LB-09).
 * Vertical blanks of 60 Hz come at 16,667, 33,333, 50,000 … What takes 64 MiB over the bandwidth of 4 GiB/s takes
 * 1/64 s = 15,625 µs. Where nothing else is said switches between contexts take no time, and there is no compositor.
 */
import { describe, expect, it } from 'vitest'
import { MS } from '../../../support/world'
import { effect, only, PAGING, ran, SIZE, shortly, TRANSFER } from './by-hand'

describe('chains worked by hand', () => {
  it('page-in: what was never resident comes first, then its own work [LB-08] [LB-09]', () => {
    const effects = [effect('A', '4ms', [{ name: 'r', size: SIZE, resident: false }])]
    const world = ran({ system: PAGING, app: { effects } }, ({ do: act }) => act({ verb: 'apply', value: 'A' }))
    const delay = only(world, 'A', 0)
    // 4 ms of its own would have met the first blank; the transfer makes it 15,625 + 4,000 = 19,625
    expect([delay.due, delay.shown, delay.late]).toEqual([16_667, 33_333, 16_666])
    expect(shortly(delay)).toEqual([
      ['page-in', 0, TRANSFER, 'A.r'],
      ['run', TRANSFER, TRANSFER + 4 * MS, 'A of app on 3d'],
      ['vertical-blank', 19_625, 33_333, 'display 1'],
    ])
    const [pageIn] = delay.segments
    // its creation is the first record
    expect(pageIn).toMatchObject({
      bytes: 64 * 1024 * 1024,
      why: { because: 'never-resident', record: { t: 0, index: 0 } },
    })
    expect(world.delays.totals).toMatchObject({
      count: 1,
      worst: 16_666,
      'page-in': 15_625,
      run: 4_000,
      'vertical-blank': 13_708,
    })
  })

  it('page-out and page-in: what a trim evicted was taken for another, and comes back at the cost of that [LB-08] [LB-09]', () => {
    const effects = [
      effect('A', '4ms', [{ name: 'r', size: SIZE }]),
      effect('B', '4ms', [{ name: 'r', size: SIZE, resident: false }]),
    ]
    // either fits, both do not
    const system = { ...PAGING, localMemory: '96MiB', budget: '96MiB' }
    const world = ran({ system, app: { policy: 'fence-lru', effects } }, ({ do: act, wait }) => {
      act({ verb: 'apply', value: 'A' })
      wait(1_000 * MS)
      act({ verb: 'periodicTrim', value: true })
      wait(1_000 * MS)
      act({ verb: 'periodicTrim', value: true }) // not used since the first: A.r is evicted
      wait(1_000 * MS)
      act({ verb: 'apply', value: 'B' })
      wait(1_000 * MS)
      act({ verb: 'apply', value: 'A' })
    })
    const first = only(world, 'B', 3_000 * MS)
    const begin = 3_000 * MS
    expect(shortly(first)).toEqual([
      ['page-out', begin, begin + TRANSFER, 'A.r for B.r'],
      ['page-in', begin + TRANSFER, begin + 2 * TRANSFER, 'B.r'],
      ['run', begin + 31_250, begin + 35_250, 'B of app on 3d'],
      ['vertical-blank', begin + 35_250, begin + 50_000, 'display 1'],
    ])
    const again = only(world, 'A', 4_000 * MS)
    expect(shortly(again).map(([kind, , , what]) => [kind, what])).toEqual([
      ['page-out', 'B.r for A.r'],
      ['page-in', 'A.r'],
      ['run', 'A of app on 3d'],
      ['vertical-blank', 'display 1'],
    ])
    const [, pageIn] = again.segments
    const evict = world.records.findIndex(({ type }) => type === 'evict')
    expect(pageIn).toMatchObject({
      why: {
        because: 'evicted',
        // the policy's only registration, and the second notification, PERIODIC_TRIM
        occasion: {
          policy: 'fence-lru',
          rule: 'periodic',
          t: 2_000 * MS,
          callback: { cookie: 0, notification: 2, flags: 1 },
          press: null,
        },
        record: { t: 2_000 * MS, index: evict },
        pagedOut: { for: 'B.r' },
      },
    })
  })

  it('paging-queue: other paging work is ahead [LB-08]', () => {
    const effects = [effect('A', '4ms', [{ name: 'r', size: SIZE, resident: false }])]
    const world = ran({ system: PAGING, app: { effects } }, ({ do: act }) => {
      act({ verb: 'resource', value: { name: 'x', size: 64 * 1024 * 1024, heap: 'default', resident: false } })
      act({ verb: 'makeResident', value: { names: ['x'] } })
      act({ verb: 'apply', value: 'A' })
    })
    expect(shortly(only(world, 'A', 0))).toEqual([
      ['paging-queue', 0, TRANSFER, 'x in'],
      ['page-in', TRANSFER, 2 * TRANSFER, 'A.r'],
      ['run', 31_250, 35_250, 'A of app on 3d'],
      ['vertical-blank', 35_250, 50_000, 'display 1'],
    ])
  })

  it('engine and context-switch: work of another process, and the change from it [LB-08]', () => {
    const effects = [effect('A', '600us')]
    const driver = { contextSave: { 'dma-buffer': 100 }, contextRestore: 200 }
    const world = ran({ system: { driver }, app: { effects } }, ({ do: act }) => {
      act({ verb: 'submit', value: { engine: '3d', gpuTime: 16 * MS, priority: 'normal', context: 'game' } })
      act({ verb: 'apply', value: 'A' })
    })
    // the app's context has nothing to restore yet: only the game's is saved
    expect(shortly(only(world, 'A', 0))).toEqual([
      ['engine', 0, 16_000, 'game of game on 3d'],
      ['context-switch', 16_000, 16_100, 'A of app on 3d'],
      ['run', 16_100, 16_700, 'A of app on 3d'],
      ['vertical-blank', 16_700, 33_333, 'display 1'],
    ])
  })

  it('preempted: it stops for what is more urgent, and goes on after it [LB-08]', () => {
    // ten draws of one primitive each: one ends each millisecond
    const work = { draws: 10, primitives: 1, triangles: 1, pixels: 1, instructions: 1 }
    const pass = { engine: '3d', gpuTime: '10ms', work }
    const effects = [{ ...effect('A', '10ms'), passes: [pass] }]
    const system = { preemption: { graphics: 'primitive' }, driver: { preemptionRequest: 5 } }
    const world = ran({ system, app: { effects } }, ({ do: act, wait }) => {
      act({ verb: 'apply', value: 'A' })
      wait(4_500)
      // asked at 4,500; the request reaches the engine at 4,505, and the draw ends at 5,000
      act({ verb: 'submit', value: { engine: '3d', gpuTime: 10 * MS, priority: 'realtime', context: 'game' } })
    })
    expect(shortly(only(world, 'A', 0))).toEqual([
      ['run', 0, 5_000, 'A of app on 3d'],
      ['preempted', 5_000, 15_000, 'for game: priority'],
      ['run', 15_000, 20_000, 'A of app on 3d'],
      ['vertical-blank', 20_000, 33_333, 'display 1'],
    ])
  })

  it('preempted again while it was switched to: the second request is named, not the first [LB-08]', () => {
    const work = { draws: 10, primitives: 1, triangles: 1, pixels: 1, instructions: 1 }
    const effects = [{ ...effect('A', '10ms'), passes: [{ engine: '3d', gpuTime: '10ms', work }] }]
    const driver = { preemptionRequest: 5, contextSave: { 'dma-buffer': 300, primitive: 300 }, contextRestore: 200 }
    const system = { preemption: { graphics: 'primitive' }, driver }
    const other = (context: string) =>
      ({
        verb: 'submit',
        value: { engine: '3d', gpuTime: 10 * MS, priority: 'realtime', context },
      }) as const
    const world = ran({ system, app: { effects } }, ({ do: act, wait }) => {
      act({ verb: 'apply', value: 'A' })
      wait(4_500)
      act(other('game'))
      wait(10_900)
      act(other('browser'))
    })
    // the draw ends at 5,000 and is saved until 5,300; the game's 10 ms, its save and A's restoring last until 15,800. Asked
    // at 15,400, the engine saves A again until 16,100; then the browser's 10 ms, and the same change back
    expect(shortly(only(world, 'A', 0))).toEqual([
      ['run', 0, 5_000, 'A of app on 3d'],
      ['preempted', 5_000, 15_300, 'for game: priority'],
      ['context-switch', 15_300, 15_800, 'A of app on 3d'],
      ['preempted', 15_800, 26_100, 'for browser: priority'],
      ['context-switch', 26_100, 26_600, 'A of app on 3d'],
      ['run', 26_600, 31_600, 'A of app on 3d'],
      ['vertical-blank', 31_600, 33_333, 'display 1'],
    ])
  })

  it('preemption: a present waits for the boundary of a long packet [LB-08] [GP-09]', () => {
    const effects = [effect('A', '40ms')]
    const system = { compositor: { enabled: true, gpuTime: 500 }, preemption: { graphics: 'dma-buffer' } }
    const world = ran({ system, app: { effects } }, ({ do: act }) => act({ verb: 'apply', value: 'A' }))
    const delay = only(world, 'present', 16_667)
    // it would have been done at 17,167; the buffer ends at 40,000, and at 33,333 a blank is missed
    expect([delay.what, delay.due, delay.shown]).toEqual(['present', 33_333, 50_000])
    expect(shortly(delay)).toEqual([
      ['preemption', 16_667, 40_000, 'for dwm: priority'],
      ['run', 40_000, 40_500, 'present of dwm on 3d'],
      ['vertical-blank', 40_500, 50_000, 'display 1'],
    ])
    // the press itself took its own 40 ms and no more
    expect(world.delays.worst.filter(({ what }) => what === 'press')).toEqual([])
  })

  it('fence: work on another engine comes before it [LB-08]', () => {
    const effects = [effect('A', '20ms')]
    const world = ran({ app: { effects } }, ({ do: act, wait }) => {
      act({ verb: 'apply', value: 'A' })
      wait(1 * MS)
      act({ verb: 'use', value: { set: [], engine: 'compute', gpuTime: 4 * MS } })
    })
    expect(shortly(only(world, 'use', 1 * MS))).toEqual([
      ['fence', 1_000, 20_000, 'A of app on 3d'],
      ['run', 20_000, 24_000, 'use of app on compute'],
      ['vertical-blank', 24_000, 33_333, 'display 1'],
    ])
  })

  it('reset: the engine hangs for a while under its own packet, or until it is reset under that of another [LB-08] [GP-23]', () => {
    const effects = [effect('A', '8ms')]
    const own = ran({ app: { effects } }, ({ do: act }) => {
      act({ verb: 'inject', value: { fault: 'hang', count: 1, duration: 10 * MS } })
      act({ verb: 'apply', value: 'A' })
    })
    expect(shortly(only(own, 'A', 0))).toEqual([
      ['reset', 0, 10_000, 'A of app on 3d'],
      ['run', 10_000, 18_000, 'A of app on 3d'],
      ['vertical-blank', 18_000, 33_333, 'display 1'],
    ])
    // 20 ms until it is asked to preempt, 20 ms for an answer
    const tdr = { level: 'recover', delay: '20ms' }
    const other = ran({ system: { tdr }, app: { effects } }, ({ do: act, wait }) => {
      act({ verb: 'inject', value: { fault: 'hang', count: 1 } })
      act({ verb: 'submit', value: { engine: '3d', gpuTime: 1 * MS, priority: 'normal', context: 'game' } })
      wait(1 * MS)
      act({ verb: 'apply', value: 'A' })
    })
    expect(shortly(only(other, 'A', 1 * MS))).toEqual([
      ['reset', 1_000, 40_000, 'game of game on 3d'],
      ['run', 40_000, 48_000, 'A of app on 3d'],
      ['vertical-blank', 48_000, 50_000, 'display 1'],
    ])
  })
})

describe('where the first work is not that of the app’s own 3D context', () => {
  const passes = [{ engine: 'compute', gpuTime: '4ms' }]

  it('memory is waited for, not the work that comes after: the 3D context waits for it before it lets the other go on [LB-08] [LB-09]', () => {
    const effects = [{ name: 'A', resources: [{ name: 'r', size: SIZE, resident: false }], passes }]
    const world = ran({ system: PAGING, app: { policy: 'none', effects } }, (one) => {
      one.do({ verb: 'apply', value: 'A' })
    })
    // 15,625 µs of paging and 4 ms of its own: shown at the second blank instead of the first
    expect(world.delays.worst.map(shortly)).toEqual([
      [
        ['page-in', 0, TRANSFER, 'A.r'],
        ['run', TRANSFER, TRANSFER + 4 * MS, 'A of app on compute'],
        ['vertical-blank', TRANSFER + 4 * MS, 33_333, 'display 1'],
      ],
    ])
  })
})
