/** The documented uses of background processing as guided runs, in the whole system. */
import { describe, expect, test } from 'vitest'
import type { FrameTime } from '../../../../main/editor/player'
import type { BackgroundMode } from '../../../../preload/contract'
import { MIB, MS, ofType, runOf, S, worldOf } from '../../support/world'
import {
  APP,
  BLUR,
  calls,
  DECODE_AND_PRESENT,
  finished,
  GRAYSCALE,
  INTRUSIVE,
  OFF,
  type Rig,
  render,
  rigOf,
  set,
  start,
  variants,
} from './background-rig'

describe('turning it off', () => {
  test.each([
    ['turn-off', 'DISABLE_BACKGROUND_WORK'],
    ['turn-off-profiling', OFF],
  ] as const)('%s is %s with KEEP_ALL: two replays of a frame take identical time [BP-05 BP-17]', (name, mode) => {
    const rig = rigOf()
    start(rig, name)
    rig.wait(S)
    expect(calls(rig)).toEqual([`${mode} KEEP_ALL`])
    expect(rig.frames.map(({ gpuTime }) => gpuTime)).toEqual([4000 + DECODE_AND_PRESENT, 4000 + DECODE_AND_PRESENT])
    expect(rig.workflows.view).toMatchObject({ state: 'done' })
    expect(rig.workflows.view?.verdict).toContain('identical time: 7300 µs and 7300 µs')
    expect(rig.workflows.results).toEqual(new Map([[name, true]]))
  })

  test('as published it waits for what was submitted before, which runs to its end, and compares then [BP-04 BP-17]', () => {
    const rig = rigOf()
    set(rig, INTRUSIVE)
    render(rig, 1)
    set(rig, INTRUSIVE, 'COMMIT_RESULTS')
    expect(rig.device.background.isIdle).toBe(false)
    start(rig, 'turn-off')
    rig.wait(5 * S)
    expect(finished(rig)).toHaveLength(2)
    const [first, second] = rig.frames.slice(-2) as [FrameTime, FrameTime]
    expect(first.t).toBeGreaterThanOrEqual(finished(rig).at(-1)?.t as number)
    expect(first.gpuTime).toBeLessThan(4000 + DECODE_AND_PRESENT)
    expect(second.gpuTime).toBe(first.gpuTime)
    expect(rig.workflows.results.get('turn-off')).toBe(true)
  })

  test('also when a compilation ends between them [BP-04 BP-05 BP-17]', () => {
    const rig = rigOf()
    set(rig, INTRUSIVE)
    // the 64th is finished a little before the last present, and queues a compilation for each pass
    render(rig, 64)
    const started = rig.of('background-task').find(({ phase }) => phase === 'start')?.t as number
    // both passes cost the same: 5 ms, and 0.2 ms for each of 837 operations: 21 outside the loop, and in each of its 17
    // turns 3 for the loop, 8 and 2 for its branches, and 35 for a weight and what it weighs; that is between the
    // replays' draws
    const duration = 172_400
    // the app went on waiting after its frames
    const rewound = rigOf()
    set(rewound, INTRUSIVE)
    rewound.do({ verb: 'frames', value: { count: 64 } })
    rewound.sim.advanceTo(started + duration - 5000)
    expect(rewound.frames).toHaveLength(64)
    start(rewound, 'turn-off-profiling')
    rewound.wait(S)
    const ends = finished(rewound).map((task) => task.t)
    const [first, second] = rewound.frames.slice(-2) as [FrameTime, FrameTime]
    expect(ends).toHaveLength(2)
    expect(ends.every((end) => end > first.t + APP && end < second.t + APP)).toBe(true)
    expect(second.gpuTime).toBe(first.gpuTime)
    expect(rewound.workflows.results.get('turn-off-profiling')).toBe(true)
    // the results are there when they may be
    expect(variants(rewound, 'Blur')).toHaveLength(0)
    set(rewound, 'ALLOWED')
    expect(variants(rewound, 'Blur')).toHaveLength(2)
    expect(render(rewound, 1)[0]?.gpuTime).toBeLessThan(first.gpuTime)
  })

  test('waits for a commit that is under way, whose results come in any mode [BP-05 BP-07 BP-17]', () => {
    const rig = rigOf()
    set(rig, INTRUSIVE)
    render(rig, 1)
    set(rig, INTRUSIVE, 'COMMIT_RESULTS', 'e')
    rig.wait(20 * MS)
    start(rig, 'turn-off-profiling')
    rig.wait(S)
    const [signal] = rig.of('background-event')
    const [first, second] = rig.frames.slice(-2) as [FrameTime, FrameTime]
    expect(rig.frames).toHaveLength(3)
    expect(first.t).toBeGreaterThanOrEqual(signal?.t as number)
    expect(variants(rig, 'Blur')).toHaveLength(2)
    expect(first.gpuTime).toBeLessThan(7300)
    expect(second.gpuTime).toBe(first.gpuTime)
    expect(rig.workflows.results.get('turn-off-profiling')).toBe(true)
  })

  test('hundreds of frames take one time with profiling disabled; with background work disabled caches are still tuned [BP-05]', () => {
    const times = (mode: BackgroundMode): Set<number> => {
      const rig = rigOf()
      set(rig, mode)
      return new Set(render(rig, 600).map(({ gpuTime }) => gpuTime))
    }
    expect(times(OFF)).toEqual(new Set([7300]))
    expect(times('DISABLE_BACKGROUND_WORK').size).toBeGreaterThan(1)
  })
})

describe('a frame of which an effect waits for memory', () => {
  /** First has 48 of 64 MiB when Second, which needs 40, is applied: its press waits for First's packet. */
  function waiting(): Rig {
    const effects = [
      { name: 'First', gpuTime: '50ms', resources: [{ name: 'r', size: 48 * MIB }] },
      { name: 'Second', gpuTime: '2ms', resources: ['8MiB', '32MiB'].map((size, i) => ({ name: `r${i}`, size })) },
    ]
    const system = { developerMode: true, localMemory: '256MiB', budget: '64MiB', nonLocalMemory: '1MiB' }
    const frames: FrameTime[] = []
    const options = { system, app: { policy: 'd3dx12-residency-fixed', effects } }
    const world = worldOf(options, { onFrame: (frame) => frames.push(frame) })
    for (const { name } of effects) {
      world.do({ verb: 'apply', value: name })
      world.wait(S)
    }
    // neither is in memory when the run begins
    for (let i = 0; i < 3; i++) {
      world.do({ verb: 'periodicTrim', value: true })
      world.wait(S)
    }
    return Object.assign(world, { frames })
  }
  const waits = (rig: Rig) => rig.editor.effect('Second')?.inFlight === 1 && rig.editor.effect('First')?.inFlight === 0

  test('has what that takes in its GPU time, and so have the replays that are compared [BP-05 BP-17]', () => {
    const rig = waiting()
    start(rig, 'turn-off')
    rig.wait(10 * S)
    expect(rig.frames.map(({ gpuTime, lost }) => [gpuTime, lost])).toEqual([
      [50_000 + 2000 + DECODE_AND_PRESENT, 0],
      [50_000 + 2000 + DECODE_AND_PRESENT, 0],
    ])
    expect(rig.workflows.view?.verdict).toContain('identical time: 55300 µs and 55300 µs')
    // it did wait: the second effect of each frame was executed after the frame's present
    const order = rig.of('packet').filter(({ engine, context }) => engine === '3d' && context === 'app')
    expect(order.slice(2, 5).map(({ command }) => command)).toEqual(['First', 'present', 'Second'])
  })

  test('proves nothing when that never runs, though the frame was presented [BP-17 RS-07]', () => {
    const rig = waiting()
    start(rig, 'turn-off')
    // into the present, which takes 300 µs: what has begun is completed, and the second effect has not begun
    for (let i = 0; i < 10_000 && !waits(rig); i++) rig.sim.runNext()
    rig.wait(100)
    rig.device.remove('DXGI_ERROR_DEVICE_HUNG', 'the test says so')
    rig.wait(S)
    expect(rig.frames).toMatchObject([{ lost: 1, gpuTime: 50_000 + DECODE_AND_PRESENT }])
    expect(rig.workflows.view).toMatchObject({ state: 'failed' })
    expect(rig.workflows.results.get('turn-off')).toBe(false)
  })
})

describe('priming a benchmark', () => {
  test('discards, then renders frame by frame with KEEP_ALL and no event until no more is wanted [BP-13 BP-14 BP-17]', () => {
    const rig = rigOf({ developerMode: false }, [BLUR, GRAYSCALE])
    const before = render(rig, 1)[0]?.gpuTime as number
    start(rig, 'prime-benchmark')
    rig.wait(30 * S)
    const made = rig.of('background-mode')
    const frames = made.length - 2
    expect(calls(rig)[0]).toBe(`${INTRUSIVE} DISCARD_PREVIOUS`)
    expect(new Set(calls(rig).slice(1, -1))).toEqual(new Set([`${INTRUSIVE} KEEP_ALL`]))
    expect(calls(rig).at(-1)).toBe('ALLOWED KEEP_ALL')
    expect(made.every(({ event }) => event === undefined)).toBe(true)
    // more is wanted up to the last frame, and one frame is rendered before each call
    const wanted = made.slice(1, -1).map((call) => call.furtherMeasurementsDesired)
    expect(wanted.indexOf(false)).toBe(wanted.length - 1)
    expect(rig.frames).toHaveLength(1 + frames)
    // two thresholds of 64 frames each, as a round of variants leads to another (BP-14), and what they take to compile
    expect(frames).toBeGreaterThan(128)
    expect(frames).toBeLessThan(300)
    expect(rig.workflows.view).toMatchObject({ state: 'done' })
    expect(rig.device.background.mode).toBe('ALLOWED')
    // both stages of each of the three passes
    expect([variants(rig, 'Blur').length, variants(rig, 'Grayscale').length]).toEqual([4, 2])
    expect(finished(rig)).toHaveLength(6)
    expect(render(rig, 1)[0]?.gpuTime).toBeLessThan(before)
    const log = rig.workflows.view?.log.map(({ text }) => text) ?? []
    // where it departs from the published code, it says so
    expect(log[0]).toBe(
      'The published loop has no limit and leaves measurements intrusive; this one makes 512 frames at most.',
    )
    expect(log.length).toBeLessThan(8)
  })

  test('stops after 64 frames for each pass of the limit though more is wanted, and says so [BP-13 BP-17]', () => {
    const rig = rigOf()
    start(rig, 'prime-benchmark', 1)
    rig.wait(30 * S)
    expect(rig.frames).toHaveLength(64)
    expect(rig.workflows.view).toMatchObject({ state: 'failed' })
    expect(rig.workflows.view?.verdict).toContain('After 64 frames the driver still wants to see more')
    expect(rig.workflows.results.get('prime-benchmark')).toBe(false)
  })

  test('is over after one frame where the driver has no support [BP-16 BP-17]', () => {
    const rig = rigOf({ backgroundProcessing: false })
    start(rig, 'prime-benchmark')
    rig.wait(S)
    expect(rig.frames).toHaveLength(1)
    expect(rig.workflows.view).toMatchObject({ state: 'done' })
  })
})

describe('the PIX single-frame workflow', () => {
  test('discards first, trains and commits until no more is wanted, and replays identically [BP-08 BP-10 BP-11 BP-17]', () => {
    const rig = rigOf({}, [BLUR, GRAYSCALE])
    start(rig, 'pix-single-frame')
    rig.wait(5 * S)
    const commit = `${OFF} COMMIT_RESULTS_HIGH_PRIORITY`
    expect(calls(rig)).toEqual([
      `${INTRUSIVE} DISCARD_PREVIOUS`,
      commit,
      `${INTRUSIVE} KEEP_ALL`,
      commit,
      `${INTRUSIVE} KEEP_ALL`,
      commit,
    ])
    // one frame for each pass, and two replays
    expect(rig.frames).toHaveLength(5)
    const [a, b] = rig.frames.slice(3) as [FrameTime, FrameTime]
    expect(a.gpuTime).toBe(b.gpuTime)
    expect(a.gpuTime).toBeLessThan(6000 + DECODE_AND_PRESENT)
    for (const { phase, priority } of rig.of('background-task'))
      if (phase === 'start') expect(priority).toBe('above-idle')
    expect(rig.workflows.view).toMatchObject({ state: 'done' })
    expect(rig.workflows.view?.log[0]?.text).toContain('N - 1 passes')
  })

  test.each([
    [1, '1 pass'],
    [2, '2 passes'],
  ])(
    'makes %i of them (%s) where that is the limit, not one fewer, and discards all the same [BP-17]',
    (passes, said) => {
      const rig = rigOf()
      start(rig, 'pix-single-frame', passes)
      rig.wait(5 * S)
      expect(calls(rig).filter((call) => call.endsWith('HIGH_PRIORITY'))).toHaveLength(passes)
      expect(calls(rig)[0]).toBe(`${INTRUSIVE} DISCARD_PREVIOUS`)
      expect(rig.workflows.view?.log.map(({ text }) => text)).toContain(
        `The driver wants more after ${said}, which is the limit.`,
      )
      const [a, b] = rig.frames.slice(-2) as [FrameTime, FrameTime]
      expect(a.gpuTime).toBe(b.gpuTime)
    },
  )

  test('is over after one pass where the driver has no support [BP-16 BP-17]', () => {
    const rig = rigOf({ backgroundProcessing: false })
    start(rig, 'pix-single-frame')
    rig.wait(S)
    expect(rig.workflows.view).toMatchObject({ state: 'done' })
    expect(rig.frames.map(({ gpuTime }) => gpuTime)).toEqual([7300, 7300, 7300])
    expect(rig.of('background-task')).toEqual([])
  })
})

describe('any of them', () => {
  const ALL = ['turn-off', 'turn-off-profiling', 'prime-benchmark', 'pix-single-frame'] as const

  test('turn-off fails without developer mode, with the code and a finding [BP-15]', () => {
    const rig = rigOf({ developerMode: false })
    start(rig, 'turn-off')
    rig.wait(S)
    expect(rig.workflows.view).toMatchObject({ state: 'failed' })
    expect(rig.workflows.view?.verdict).toMatch(/returned E_INVALIDARG: developer mode is needed\.$/)
    expect(rig.frames).toHaveLength(0)
    expect(rig.of('finding').map(({ rule }) => rule)).toEqual(['BP-15'])
  })

  test('PIX fails without developer mode before it changes anything: its commit could not be made [BP-15 BP-17]', () => {
    const rig = rigOf({ developerMode: false })
    start(rig, 'pix-single-frame')
    rig.wait(S)
    expect(rig.workflows.view).toMatchObject({ state: 'failed' })
    expect(rig.workflows.view?.verdict).toContain('E_INVALIDARG')
    expect([calls(rig), rig.frames]).toEqual([[], []])
  })

  test.each(ALL)('%s needs an effect on the clip, says so, and changes nothing [BP-17]', (name) => {
    const rig = rigOf({}, [])
    start(rig, name)
    rig.wait(S)
    expect(rig.workflows.view).toMatchObject({ state: 'failed' })
    expect(rig.workflows.view?.verdict).toContain('no effect on the clip')
    expect([calls(rig), rig.device.background.mode]).toEqual([[], 'ALLOWED'])
  })

  test.each(ALL)('%s leaves the mode as it was when it is cancelled, whenever that is, and says so [BP-17]', (name) => {
    for (const before of ['ALLOWED', name === 'turn-off' ? INTRUSIVE : 'DISABLE_BACKGROUND_WORK'] as const)
      for (let at = 1; at < 60; at += 9) {
        const rig = rigOf()
        if (before !== 'ALLOWED') set(rig, before)
        start(rig, name)
        rig.wait(at * MS)
        if (rig.workflows.view?.state !== 'running') continue
        expect(rig.device.background.mode).not.toBe(before)
        rig.workflows.cancel()
        expect([at, rig.workflows.view.state, rig.device.background.mode]).toEqual([at, 'cancelled', before])
        expect(calls(rig).at(-1)).toBe(`${before} KEEP_ALL`)
        expect(rig.workflows.view.log.at(-1)?.text).toContain(before)
        rig.wait(5 * S)
        expect(rig.device.background.mode).toBe(before)
      }
  })

  test('that fails on its way leaves the mode as it was, one that reaches its aim leaves what it is for [BP-17]', () => {
    const rig = rigOf()
    start(rig, 'pix-single-frame')
    rig.wait(50 * MS)
    // the commit of a later pass is refused
    rig.developer.mode = false
    rig.wait(5 * S)
    expect(rig.workflows.view).toMatchObject({ state: 'failed' })
    expect(rig.device.background.mode).toBe('ALLOWED')
    const other = rigOf()
    start(other, 'turn-off')
    other.wait(S)
    expect([other.workflows.view?.state, other.device.background.mode]).toEqual(['done', 'DISABLE_BACKGROUND_WORK'])
  })

  test.each(ALL)('%s ends when the device is removed or made anew, whenever that is [RS-07]', (name) => {
    let cut = 0
    for (const recreated of [false, true])
      for (let at = 0; at < 320; at += 13) {
        // the shader that takes least to compile: what is compiled is not looked at
        const rig = rigOf({}, [GRAYSCALE])
        start(rig, name)
        rig.wait(at * MS)
        const state = rig.workflows.view?.state
        if (state === 'running') cut++
        rig.device.remove('DXGI_ERROR_DEVICE_HUNG', 'the test says so')
        if (recreated) rig.do({ verb: 'recreateDevice', value: true })
        rig.wait(20 * S)
        expect([at, rig.workflows.view?.state]).toEqual([
          at,
          state === 'running' ? expect.not.stringMatching('running') : state,
        ])
      }
    // one that is over before the device goes proves nothing
    expect(cut).toBeGreaterThanOrEqual(2)
  })

  test('a later one ends an earlier one, which goes on with nothing [BP-17]', () => {
    const rig = rigOf()
    start(rig, 'prime-benchmark')
    rig.wait(150 * MS)
    start(rig, 'pix-single-frame')
    rig.wait(5 * S)
    expect(rig.workflows.view).toMatchObject({ name: 'pix-single-frame', state: 'done' })
    expect([...rig.workflows.results.keys()]).toEqual(['pix-single-frame'])
    expect(calls(rig).filter((call) => call.endsWith(' COMMIT_RESULTS')).length).toBeLessThanOrEqual(1)
  })

  test('gives the same trace every time, from the command line too [BP-31 SC-01]', async () => {
    const steps = ALL.map((name, i) => ({ at: `${1 + 7 * i}s`, workflow: { name } }))
    const draft = {
      system: { developerMode: true },
      app: { policy: 'none', effects: [BLUR, GRAYSCALE] },
      steps: [
        { at: '100ms', apply: 'Blur' },
        { at: '200ms', apply: 'Grayscale' },
        ...steps,
        { at: '29s', expect: { workflows: Object.fromEntries(ALL.map((name) => [name, true])), findings: 0 } },
      ],
      until: '30s',
    }
    const first = await runOf(draft)
    expect(first.summary.expectations).toMatchObject({ failed: 0 })
    expect(ofType(first.records, 'workflow')).toHaveLength(ALL.length)
    expect((await runOf(draft)).text).toBe(first.text)
  })
})
