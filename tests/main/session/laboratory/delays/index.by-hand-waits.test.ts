/** Chains worked by hand of what waits before the GPU has it: for the policy, for the processor, for those before it (LB-08). */
import { describe, expect, it } from 'vitest'
import { MS } from '../../../support/world'
import { effect, only, ran, shortly } from './by-hand'

describe('policy-wait', () => {
  it('the policy holds its lock while a callback runs [LB-08] [TN-33]', () => {
    const effects = [effect('A', '4ms')]
    const world = ran({ app: { policy: 'creative-app', effects } }, ({ do: act, wait }) => {
      act({ verb: 'inject', value: { fault: 'callback-takes', count: 1, duration: 30 * MS } })
      wait(10 * MS)
      act({ verb: 'periodicTrim', value: true })
      wait(5 * MS)
      act({ verb: 'apply', value: 'A' })
    })
    const delay = only(world, 'A', 15 * MS)
    expect(shortly(delay)).toEqual([
      ['policy-wait', 15_000, 40_000, 'creative-app: callback 0, notification 1'],
      ['run', 40_000, 44_000, 'A of app on 3d'],
      ['vertical-blank', 44_000, 50_000, 'display 1'],
    ])
    const callback = world.records.findIndex(({ type }) => type === 'callback')
    expect(delay.segments[0]?.record).toEqual({ t: 40_000, index: callback })
  })

  const LIMITED = { pagingBandwidth: '1000MiB', localMemory: '256MiB', nonLocalMemory: '64KiB', budget: '128MiB' }
  const LARGE = [
    effect('Z', '20ms', [{ name: 'r', size: '1MiB' }]),
    effect('A', '50ms', [{ name: 'r', size: '100MiB', resident: false }]),
    effect('B', '2ms', [{ name: 'r', size: '100MiB', resident: false }]),
  ]

  it('the work whose end let it go on is named, not what ended before [LB-08] [TN-38]', () => {
    const world = ran({ system: LIMITED, app: { policy: 'd3dx12-residency', effects: LARGE } }, (one) => {
      one.wait(500 * MS)
      one.do({ verb: 'apply', value: 'Z' })
      one.wait(500 * MS)
      one.do({ verb: 'apply', value: 'A' })
      one.wait(10 * MS)
      one.do({ verb: 'apply', value: 'B' })
    })
    // A takes 100 ms of paging and 50 ms of its own, until 1,150 ms; B 100 ms of paging then
    expect(shortly(only(world, 'B', 1_010 * MS)).slice(0, 2)).toEqual([
      ['policy-wait', 1_010 * MS, 1_150 * MS, 'd3dx12-residency: A'],
      ['page-in', 1_150 * MS, 1_250 * MS, 'B.r'],
    ])
  })

  it('first for the lock, then for the GPU: each is a segment of its own [LB-08] [TN-33] [TN-38]', () => {
    const world = ran({ system: LIMITED, app: { policy: 'd3dx12-residency', effects: LARGE } }, (one) => {
      one.do({ verb: 'inject', value: { fault: 'callback-takes', count: 1, duration: 30 * MS } })
      one.wait(1_000 * MS)
      one.do({ verb: 'apply', value: 'A' })
      one.wait(10 * MS)
      one.do({ verb: 'periodicTrim', value: true })
      one.wait(5 * MS)
      one.do({ verb: 'apply', value: 'B' })
    })
    expect(shortly(only(world, 'B', 1_015 * MS))).toEqual([
      ['policy-wait', 1_015 * MS, 1_040 * MS, 'd3dx12-residency: callback 0, notification 1'],
      ['policy-wait', 1_040 * MS, 1_150 * MS, 'd3dx12-residency: A'],
      ['page-in', 1_150 * MS, 1_250 * MS, 'B.r'],
      ['run', 1_250 * MS, 1_252 * MS, 'B of app on 3d'],
      ['vertical-blank', 1_252 * MS, 1_266_667, 'display 1'],
    ])
  })

  it('first for the GPU, then for the lock that a callback has taken meanwhile [LB-08] [TN-33] [TN-38]', () => {
    const world = ran({ system: LIMITED, app: { policy: 'd3dx12-residency', effects: LARGE } }, (one) => {
      one.do({ verb: 'inject', value: { fault: 'callback-takes', count: 1, duration: 100 * MS } })
      one.wait(1_000 * MS)
      one.do({ verb: 'apply', value: 'A' })
      one.wait(10 * MS)
      one.do({ verb: 'apply', value: 'B' })
      one.wait(90 * MS)
      one.do({ verb: 'restartPeriodicTrim', value: true })
    })
    expect(shortly(only(world, 'B', 1_010 * MS)).slice(0, 3)).toEqual([
      ['policy-wait', 1_010 * MS, 1_150 * MS, 'd3dx12-residency: A'],
      ['policy-wait', 1_150 * MS, 1_200 * MS, 'd3dx12-residency: callback 0, notification 1'],
      ['page-in', 1_200 * MS, 1_300 * MS, 'B.r'],
    ])
  })

  it('who is held back behind one that is waits for the same work, and then for the next [LB-08] [TN-38]', () => {
    const effects = [...LARGE, effect('C', '2ms', [{ name: 'r', size: '100MiB', resident: false }])]
    const world = ran({ system: LIMITED, app: { policy: 'd3dx12-residency', effects } }, (one) => {
      one.do({ verb: 'apply', value: 'A' })
      one.wait(10 * MS)
      one.do({ verb: 'apply', value: 'B' })
      one.wait(10 * MS)
      one.do({ verb: 'apply', value: 'C' })
    })
    // A until 150 ms; B is brought in until 250 and runs until 252
    expect(shortly(only(world, 'C', 20 * MS)).slice(0, 2)).toEqual([
      ['policy-wait', 20 * MS, 150 * MS, 'd3dx12-residency: A'],
      ['policy-wait', 150 * MS, 252 * MS, 'd3dx12-residency: B'],
    ])
  })

  it('what it made resident is still to come in: each wait leads to the MakeResident that it is for [LB-08] [LB-09] [PL-34]', () => {
    const { A, B } = { A: LARGE[1], B: LARGE[2] }
    if (A === undefined || B === undefined) throw new Error('no such effects')
    const world = ran({ system: { pagingBandwidth: '1000MiB' }, app: { policy: 'dawn', effects: [A, B] } }, (one) => {
      one.do({ verb: 'apply', value: 'A' })
      one.wait(10 * MS)
      one.do({ verb: 'apply', value: 'B' })
    })
    const made = (name: string) => {
      const index = world.records.findIndex((one) => one.type === 'make-resident' && one.resources.includes(name))
      return { t: world.records[index]?.t, index }
    }
    // A is brought in until 100 ms and runs until 150; B is asked for when the thread goes on, and is there at 200
    expect([made('A.r').t, made('B.r').t]).toEqual([0, 100 * MS])
    const delay = only(world, 'B', 10 * MS)
    expect(shortly(delay)).toEqual([
      ['policy-wait', 10 * MS, 100 * MS, 'dawn: its MakeResident'],
      ['policy-wait', 100 * MS, 200 * MS, 'dawn: its MakeResident'],
      ['run', 200 * MS, 202 * MS, 'B of app on 3d'],
      ['vertical-blank', 202 * MS, 216_667, 'display 1'],
    ])
    expect(delay.segments.slice(0, 2).map(({ record }) => record)).toEqual([made('A.r'), made('B.r')])
  })

  it('names the policy that made it wait, whoever is in charge later [LB-08]', () => {
    const effects = [effect('A', '20ms')]
    const late = ran({ app: { policy: 'creative-app', effects } }, ({ do: act, wait }) => {
      act({ verb: 'inject', value: { fault: 'callback-takes', count: 1, duration: 30 * MS } })
      wait(10 * MS)
      act({ verb: 'periodicTrim', value: true })
      wait(5 * MS)
      act({ verb: 'apply', value: 'A' })
      wait(30 * MS)
      act({ verb: 'policy', value: 'fence-lru' }) // at 45 ms, while A runs
    })
    expect(shortly(only(late, 'A', 15 * MS))[0]).toEqual([
      'policy-wait',
      15_000,
      40_000,
      'creative-app: callback 0, notification 1',
    ])
    // the policy goes while its callback runs: the press goes on at once, and the callback returns when all is over
    const gone = ran({ app: { policy: 'creative-app', effects: [effect('A', '15ms')] } }, ({ do: act, wait }) => {
      act({ verb: 'inject', value: { fault: 'callback-takes', count: 1, duration: 300 * MS } })
      wait(10 * MS)
      act({ verb: 'periodicTrim', value: true })
      wait(5 * MS)
      act({ verb: 'apply', value: 'A' })
      wait(5 * MS)
      act({ verb: 'policy', value: 'fence-lru' })
    })
    const delay = only(gone, 'A', 15 * MS)
    expect(shortly(delay).slice(0, 2)).toEqual([
      ['policy-wait', 15_000, 20_000, 'creative-app: callback 0, notification 1'],
      ['run', 20_000, 35_000, 'A of app on 3d'],
    ])
    expect(delay.segments[0]?.record).toBeNull()
  })
})

describe('the processor', () => {
  it('of two frames at once the second is behind the first there, and decodes after that [LB-08]', () => {
    const cpu = { frameTime: '8ms' }
    const world = ran({ system: { cpu } }, ({ do: act }) => {
      act({ verb: 'frames', value: { count: 1 } })
      act({ verb: 'frames', value: { count: 1 } })
    })
    // by itself: 8 ms on the processor, 3 ms of decoding, 0.3 ms to present = 11,300, before the first blank
    const delay = only(world, 'frame', 0)
    expect([delay.what, delay.due, delay.shown]).toEqual(['frame', 16_667, 33_333])
    expect(shortly(delay)).toEqual([
      ['queue', 0, 8_000, 'processor'],
      ['run', 8_000, 16_000, 'processor'],
      ['run', 16_000, 19_000, 'decode of app on video-decode'],
      ['run', 19_000, 19_300, 'present of app on 3d'],
      ['vertical-blank', 19_300, 33_333, 'display 1'],
    ])
    // the processor has no records in the trace
    expect(delay.segments.slice(0, 2).map(({ record }) => record)).toEqual([null, null])
  })

  it('other threads take turns with the app: that is another’s work, as on an engine [LB-08]', () => {
    const cpu = { frameTime: '8ms', cores: 1, smt: false, quantum: '5ms' }
    const world = ran({ system: { cpu } }, ({ do: act, ...one }) => {
      one.cpu.createThread('other', 1).run(30 * MS, () => {})
      act({ verb: 'frames', value: { count: 1 } })
    })
    expect(shortly(only(world, 'frame', 0))).toEqual([
      ['engine', 0, 5_000, 'processor'],
      ['run', 5_000, 10_000, 'processor'],
      ['engine', 10_000, 15_000, 'processor'],
      ['run', 15_000, 18_000, 'processor'],
      ['run', 18_000, 21_000, 'decode of app on video-decode'],
      ['run', 21_000, 21_300, 'present of app on 3d'],
      ['vertical-blank', 21_300, 33_333, 'display 1'],
    ])
  })
})

describe('queue', () => {
  it('earlier presses of the same context have the engine first, each named [LB-08]', () => {
    const effects = [effect('A', '10ms'), effect('B', '6ms'), effect('C', '12ms')]
    const world = ran({ app: { effects } }, ({ do: act }) => {
      act({ verb: 'apply', value: 'A' })
      act({ verb: 'apply', value: 'B' })
    })
    // 10 + 6 ms end at 16,000, before the first blank: in time, as A is
    expect(world.delays.totals.count).toBe(0)
    const late = ran({ app: { effects } }, ({ do: act, wait }) => {
      act({ verb: 'apply', value: 'A' })
      act({ verb: 'apply', value: 'C' })
      act({ verb: 'apply', value: 'A' })
      wait(4 * MS)
      act({ verb: 'apply', value: 'B' })
    })
    const delay = only(late, 'B', 4 * MS)
    expect(shortly(delay)).toEqual([
      ['queue', 4 * MS, 10 * MS, 'A of app on 3d'],
      ['queue', 10 * MS, 22 * MS, 'C of app on 3d'],
      ['queue', 22 * MS, 32 * MS, 'A of app on 3d'],
      ['run', 32 * MS, 38 * MS, 'B of app on 3d'],
      ['vertical-blank', 38 * MS, 50_000, 'display 1'],
    ])
    // each has the record of the very packet
    const packets = late.records.flatMap(({ type, t }, index) => (type === 'packet' ? [{ t, index }] : []))
    expect(delay.segments.map(({ record }) => record)).toEqual([...packets.slice(0, 4), null])
    expect(delay.segments.some((segment) => 'pieces' in segment)).toBe(false)
  })

  it('what only joins work of another engine is passed over: that work is named [LB-08]', () => {
    const passes = [{ engine: 'compute', gpuTime: '20ms' }]
    const effects = [{ name: 'P', resources: [], passes }, effect('B', '4ms'), effect('C', '4ms')]
    const world = ran({ app: { effects } }, ({ do: act, wait }) => {
      act({ verb: 'apply', value: 'P' })
      wait(1 * MS)
      act({ verb: 'apply', value: 'B' })
      act({ verb: 'apply', value: 'C' })
    })
    expect(shortly(only(world, 'B', 1 * MS))).toEqual([
      ['fence', 1_000, 20_000, 'P of app on compute'],
      ['run', 20_000, 24_000, 'B of app on 3d'],
      ['vertical-blank', 24_000, 33_333, 'display 1'],
    ])
    expect(shortly(only(world, 'C', 1 * MS)).slice(0, 3)).toEqual([
      ['fence', 1_000, 20_000, 'P of app on compute'],
      ['queue', 20_000, 24_000, 'B of app on 3d'],
      ['run', 24_000, 28_000, 'C of app on 3d'],
    ])
  })
})

describe('of what was stopped and ran again, each segment leads to the record with which it ended', () => {
  // stopped by the compositor at 16,667 and 33,333 µs, as it presents for 1 ms at each blank
  const system = { compositor: { enabled: true, gpuTime: '1ms' } }

  it('also for one that stood behind what only joins work of another engine [LB-09]', () => {
    const effects = [{ name: 'P', resources: [], passes: [{ engine: 'compute', gpuTime: '4ms' }] }, effect('B', '4ms')]
    const world = ran({ system, app: { effects } }, ({ do: act }) => {
      act({ verb: 'submit', value: { engine: '3d', gpuTime: 20 * MS, priority: 'normal', context: 'game' } })
      act({ verb: 'apply', value: 'P' })
      act({ verb: 'apply', value: 'B' })
    })
    const games = world.records.flatMap((one, index) =>
      one.type === 'packet' && one.context === 'game' ? [{ t: one.t, index }] : [],
    )
    expect(games.length).toBe(2)
    const behind = only(world, 'B', 0).segments.filter((one) => one.kind === 'engine' && one.packet?.context === 'game')
    expect(behind.map(({ end, record }) => [end, record])).toEqual(games.map((record) => [record.t, record]))
  })

  it('and what waited for all of it to its end [LB-09]', () => {
    const world = ran({ system, app: { effects: [effect('A', '40ms'), effect('B', '4ms')] } }, ({ do: act }) => {
      act({ verb: 'apply', value: 'A' })
      act({ verb: 'apply', value: 'B' })
    })
    const records = world.records.flatMap((one, index) =>
      one.type === 'packet' && one.command === 'A' ? [{ t: one.t, index }] : [],
    )
    expect(records.length).toBe(3)
    const [queue] = only(world, 'B', 0).segments
    expect([queue?.kind, queue?.end, queue?.record]).toEqual(['queue', records[2]?.t, records[2]])
  })
})

describe('what ends the time in which packets only ran one after another', () => {
  // long enough after the beginning that nobody is asked before it is known what was late
  const BEGIN = 200 * MS
  const system = { driver: { queueDepth: 2 } }
  const game = (gpuTime: number) => ({ engine: '3d' as const, gpuTime, priority: 'normal' as const, context: 'game' })

  it('one that will hang enters the hardware queue: what stands behind it has waited for it before that too, not for the engine [LB-08]', () => {
    const world = ran({ system, app: { effects: [effect('A', '4ms')] } }, ({ do: act, wait }) => {
      wait(BEGIN)
      // both enter the hardware queue, which is full then: what comes next enters it at 210 ms
      act({ verb: 'submit', value: game(10 * MS) })
      act({ verb: 'submit', value: game(10 * MS) })
      act({ verb: 'inject', value: { fault: 'hang', count: 1, duration: 4 * MS } })
      act({ verb: 'submit', value: { engine: '3d', gpuTime: 1 * MS, priority: 'normal' } })
      act({ verb: 'apply', value: 'A' })
    })
    expect(shortly(only(world, 'A', BEGIN))).toEqual([
      ['queue', BEGIN, BEGIN + 25 * MS, 'submitted work of app on 3d'],
      ['run', BEGIN + 25 * MS, BEGIN + 29 * MS, 'A of app on 3d'],
      ['vertical-blank', BEGIN + 29 * MS, 233_333, 'display 1'],
    ])
  })
})
