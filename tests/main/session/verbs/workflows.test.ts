/**
 * Background processing in the whole system: the documented uses as guided runs, frames of the clip beside compilations,
 * draining, constants. Effects are the built-in ones, shaders go through the real compiler; times in µs.
 */
import { describe, expect, test } from 'vitest'
import type { FrameTime } from '../../../../main/editor/player'
import type { BackgroundMode, ConstantValues, MeasurementsAction, WorkflowName } from '../../../../preload/contract'
import { MIB, MS, ofType, runOf, S, type TestWorld, worldOf } from '../../support/world'

const effect = (name: string, gpuTime: string) => ({ name, gpuTime, resources: [{ name: 'main', size: MIB }] })
const BLUR = effect('Blur', '4ms')
const GRAYSCALE = effect('Grayscale', '2ms')
/** decoding and presenting of a frame, beside its effects */
const DECODE_AND_PRESENT = 3300
const APP = 2000

interface Rig extends TestWorld {
  readonly frames: FrameTime[]
}

/** Effects are on the clip already, and nothing is under way. */
function rigOf(system: Record<string, unknown> = {}, effects = [BLUR]): Rig {
  const frames: FrameTime[] = []
  const options = { system: { developerMode: true, ...system }, app: { effects } }
  const world = worldOf(options, { onFrame: (frame) => frames.push(frame) })
  for (const { name } of effects) world.do({ verb: 'apply', value: name })
  world.wait(100 * MS)
  return Object.assign(world, { frames })
}

/** @returns the frames that were rendered */
function render(rig: Rig, count: number): FrameTime[] {
  const before = rig.frames.length
  rig.do({ verb: 'frames', value: { count } })
  rig.wait(count * 100 * MS)
  expect(rig.frames).toHaveLength(before + count)
  return rig.frames.slice(before)
}

function set(rig: Rig, mode: BackgroundMode, action: MeasurementsAction = 'KEEP_ALL', event?: string): string {
  return rig.do({
    verb: 'setBackgroundProcessingMode',
    value: { mode, action, ...(event === undefined ? {} : { event }) },
  })
}

function start(rig: Rig, name: WorkflowName, maxPasses = 8): void {
  rig.do({ verb: 'workflow', value: { name, maxPasses } })
}

const variants = (rig: Rig, name: string): ConstantValues[] =>
  rig.device.pipelines.filter((pipeline) => pipeline.effect === name).flatMap((p) => p.variants.map((v) => v.constants))
/** constants that Blur binds */
function bound({ editor }: Rig): ConstantValues {
  const state = editor.effect('Blur')
  if (state === undefined) throw new Error('Blur is gone')
  return editor.draws.constantsOf(state)
}
const finished = (rig: Rig) => rig.of('background-task').filter(({ phase }) => phase === 'finish')
const calls = (rig: Rig) => rig.of('background-mode').map(({ mode, action }) => `${mode} ${action}`)
const INTRUSIVE = 'ALLOW_INTRUSIVE_MEASUREMENTS'
const OFF = 'DISABLE_PROFILING_BY_SYSTEM'

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

  test.each([1, 2])(
    'makes %i passes where that is the limit, not one fewer, and discards all the same [BP-17]',
    (passes) => {
      const rig = rigOf()
      start(rig, 'pix-single-frame', passes)
      rig.wait(5 * S)
      expect(calls(rig).filter((call) => call.endsWith('HIGH_PRIORITY'))).toHaveLength(passes)
      expect(calls(rig)[0]).toBe(`${INTRUSIVE} DISCARD_PREVIOUS`)
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
    expect(rig.workflows.view?.verdict).toContain('E_INVALIDARG')
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

describe('draining', () => {
  const drained = {
    verb: 'setBackgroundProcessingMode',
    value: { mode: OFF, action: 'KEEP_ALL', drain: true },
  } as const

  test('waits for everything that was submitted, and for no more [BP-23]', () => {
    const rig = rigOf()
    rig.do({ verb: 'apply', value: 'Blur' })
    rig.do({ verb: 'apply', value: 'Blur' })
    expect(rig.do(drained)).toBe('S_OK')
    const t = rig.sim.now
    rig.wait(1000)
    rig.do({ verb: 'apply', value: 'Blur' })
    expect(rig.of('background-mode')).toEqual([])
    rig.wait(S)
    expect(rig.of('background-mode').map((call) => call.t)).toEqual([t + 8000])
  })

  test('a commit that drains sees the last draw, as the work before a fence counts as finished when it is signalled [BP-22 BP-23]', () => {
    const rig = rigOf({}, [BLUR])
    set(rig, INTRUSIVE, 'DISCARD_PREVIOUS')
    // the only draw since: without it there is nothing to commit
    rig.do({ verb: 'apply', value: 'Blur' })
    const [pipeline] = rig.device.pipelines
    const before = pipeline?.sampled as number
    rig.do({ verb: 'setBackgroundProcessingMode', value: { mode: INTRUSIVE, action: 'COMMIT_RESULTS', drain: true } })
    // measured intrusively its 4 ms take 5
    rig.wait(5 * MS)
    expect(rig.of('background-mode').at(-1)).toMatchObject({
      action: 'COMMIT_RESULTS',
      furtherMeasurementsDesired: true,
    })
    expect((pipeline?.sampled as number) - before).toBe(1)
    // Blur has two passes
    expect(rig.of('background-task').filter(({ phase }) => phase === 'queued')).toHaveLength(2)
  })

  test('whoever waits on a fence that a draw signals finds that the driver has seen it [BP-22]', () => {
    const rig = rigOf({}, [BLUR])
    set(rig, INTRUSIVE, 'DISCARD_PREVIOUS')
    rig.do({ verb: 'apply', value: 'Blur' })
    const [pipeline] = rig.device.pipelines
    const before = pipeline?.sampled as number
    const seen: number[] = []
    for (const queue of rig.editor.queues)
      if (queue.lastCompleted < queue.lastSubmitted)
        queue.whenCompleted(queue.lastSubmitted, () => seen.push((pipeline?.sampled as number) - before))
    rig.wait(S)
    expect(seen).toContain(1)
    expect(seen).not.toContain(0)
  })

  test('is at once where nothing is under way; without it the call is at once anyway [BP-22 BP-23]', () => {
    const rig = rigOf()
    rig.do(drained)
    expect(rig.of('background-mode')).toHaveLength(1)
    rig.do({ verb: 'apply', value: 'Blur' })
    set(rig, 'ALLOWED')
    expect(rig.of('background-mode')).toHaveLength(2)
  })
})

describe('frames beside compilations', () => {
  /** Two compilations, of more than 90 ms each, begin with the first frame. @returns frames that ended before they did */
  function beside(
    cpu: Record<string, unknown>,
    action: MeasurementsAction,
  ): { frames: number[]; later: number; tasks: number } {
    const rig = rigOf({ cpu })
    set(rig, INTRUSIVE)
    render(rig, 1)
    set(rig, 'ALLOWED', action)
    rig.frames.length = 0
    render(rig, 60)
    const end = Math.min(...finished(rig).map(({ t }) => t))
    const during = rig.frames.filter(({ t, duration }) => t + duration <= end)
    return {
      frames: during.map(({ duration }) => duration),
      later: rig.frames.at(-1)?.duration as number,
      tasks: finished(rig).length,
    }
  }
  /** the app's time, and that of the GPU */
  const ALONE = APP + 7300

  test.each([1, 2, 4])('take no longer on %i cores without SMT [BP-01 BP-29]', (cores) => {
    const { frames, later, tasks } = beside({ cores }, 'COMMIT_RESULTS')
    expect(tasks).toBe(2)
    expect(frames.length).toBeGreaterThanOrEqual(9)
    for (const duration of frames) expect(Math.abs(duration - ALONE)).toBeLessThanOrEqual(ALONE * 0.01)
    expect(later).toBeLessThan(ALONE)
  })

  test('are slower on one core with SMT, by what the sibling costs [BP-29]', () => {
    const { frames } = beside({ cores: 1, smt: true, smtSlowdown: 0.3 }, 'COMMIT_RESULTS')
    expect(frames.length).toBeGreaterThanOrEqual(9)
    // 2000 / 0.7
    expect(new Set(frames)).toEqual(new Set([7300 + 2858]))
  })

  test('are slower beside compilations above idle where cores are few, and not where they are many [BP-10 BP-29]', () => {
    const { frames } = beside({ cores: 1 }, 'COMMIT_RESULTS_HIGH_PRIORITY')
    expect(Math.max(...frames)).toBeGreaterThan(ALONE * 1.3)
    expect(new Set(beside({ cores: 4 }, 'COMMIT_RESULTS_HIGH_PRIORITY').frames)).toEqual(new Set([ALONE]))
  })

  test('are slower while measurements are intrusive [BP-03]', () => {
    const rig = rigOf()
    expect(render(rig, 3).map(({ duration }) => duration)).toEqual([ALONE, ALONE, ALONE])
    set(rig, INTRUSIVE)
    for (const { duration } of render(rig, 3)) expect(duration).toBeGreaterThan(ALONE * 1.01)
    set(rig, 'ALLOWED')
    expect(render(rig, 1)[0]?.duration).toBe(ALONE)
  })

  test('get faster by themselves as the clip is played [BP-02 BP-14 BP-26]', () => {
    const rig = rigOf()
    rig.do({ verb: 'play', value: true })
    rig.wait(60 * S)
    rig.do({ verb: 'play', value: false })
    rig.wait(S)
    expect(rig.frames[0]?.gpuTime).toBe(7300)
    expect(variants(rig, 'Blur')).toHaveLength(4)
    expect(rig.frames.at(-1)?.gpuTime).toBeLessThan(7300)
    expect(rig.of('background-task').every(({ reason }) => reason.startsWith('threshold'))).toBe(true)
    expect(rig.player.dropped).toBe(0)
  })
})

describe('constants', () => {
  test('that change make the general shader draw again, and those that come back the variant [BP-25 BP-26]', () => {
    const rig = rigOf()
    start(rig, 'prime-benchmark')
    rig.wait(5 * S)
    const specialised = render(rig, 1)[0]?.gpuTime as number
    const [pipeline] = rig.device.pipelines
    const hits = () => pipeline?.variants.reduce((total, variant) => total + variant.hits, 0) as number
    expect(rig.do({ verb: 'setConstants', value: { effect: 'Blur', constants: { radius: [20] } } })).toBe('S_OK')
    const before = hits()
    expect(render(rig, 1)[0]?.gpuTime).toBeGreaterThan(specialised)
    expect(hits()).toBe(before)
    rig.do({ verb: 'setConstants', value: { effect: 'Blur', constants: { radius: [8] } } })
    expect(render(rig, 1)[0]?.gpuTime).toBe(specialised)
    expect(hits()).toBe(before + 1)
  })

  test('out of their range, or not whole where the shader takes whole numbers, are refused, and it is said what they may be [BP-26]', () => {
    const rig = rigOf()
    const before = JSON.stringify(bound(rig))
    // Radius: 1 to 24; Sigma: 0.5 to 16
    const bad = [
      { radius: [0] },
      { radius: [25] },
      { radius: [1e9] },
      { radius: [1.5] },
      { sigma: [0.4] },
      { sigma: [17] },
    ]
    for (const constants of bad)
      expect(rig.do({ verb: 'setConstants', value: { effect: 'Blur', constants: constants as ConstantValues } })).toBe(
        'E_INVALIDARG',
      )
    expect(JSON.stringify(bound(rig))).toBe(before)
    expect(rig.of('finding').map(({ rule }) => rule)).toEqual(bad.map(() => 'BP-26'))
    expect(rig.of('finding')[0]?.message).toContain('radius (1, whole, 1 to 24)')
    for (const constants of [{ radius: [1] }, { radius: [24] }, { sigma: [0.5] }, { sigma: [7.25] }])
      expect(rig.do({ verb: 'setConstants', value: { effect: 'Blur', constants: constants as ConstantValues } })).toBe(
        'S_OK',
      )
  })

  test('that the effect does not have, or of another size, are refused and change nothing [BP-26]', () => {
    const rig = rigOf()
    const before = JSON.stringify(bound(rig))
    for (const [name, constants] of [
      ['Blur', { nothing: [1] }],
      ['Blur', { radius: [1, 2] }],
      ['Blur', { radius: [3], nothing: [1] }],
      ['Sharpen', { radius: [1] }],
    ] as const)
      expect(
        rig.do({ verb: 'setConstants', value: { effect: name, constants: constants as unknown as ConstantValues } }),
      ).toBe('E_INVALIDARG')
    expect(JSON.stringify(bound(rig))).toBe(before)
    expect(rig.of('finding').map(({ rule }) => rule)).toEqual(['BP-26', 'BP-26', 'BP-26', 'BP-26'])
  })
})

describe('what goes away during a compilation', () => {
  function compiling(effects = [BLUR, GRAYSCALE]): Rig {
    const rig = rigOf({}, effects)
    set(rig, INTRUSIVE)
    render(rig, 1)
    set(rig, 'ALLOWED', 'COMMIT_RESULTS', 'e')
    rig.wait(20 * MS)
    expect(rig.device.background.threads.filter(({ task }) => task !== null)).toHaveLength(2)
    return rig
  }

  test('an effect: its tasks end, nothing comes of them, and one of that name starts anew [BP-27]', () => {
    const rig = compiling()
    rig.do({ verb: 'removeEffect', value: 'Blur' })
    rig.do({ verb: 'addEffect', value: { name: 'Blur', gpuTime: 4000, resources: [] } })
    rig.do({ verb: 'apply', value: 'Blur' })
    rig.wait(S)
    expect(finished(rig)).toHaveLength(3)
    expect([variants(rig, 'Blur').length, variants(rig, 'Grayscale').length]).toEqual([0, 1])
    expect(rig.events.get('e')?.signalled).toBe(true)
  })

  test('the device: its pipelines are there until the last task has ended, and none after it [BP-24]', () => {
    const rig = compiling()
    const { device } = rig
    rig.do({ verb: 'recreateDevice', value: true })
    expect(device.pipelines.length).toBeGreaterThan(0)
    const left = () => rig.of('background-task').filter(({ phase }) => phase === 'finish').length
    while (left() < 2) {
      expect([device.pipelines.length > 0, rig.of('driver-device-destroyed').length]).toEqual([true, 0])
      rig.sim.runNext()
    }
    expect([device.pipelines, rig.of('driver-device-destroyed').length]).toEqual([[], 1])
  })

  test('the device: what runs ends, what waits is cancelled, and the new one knows nothing of it [BP-21 BP-24]', () => {
    const rig = compiling()
    const threads = rig.cpu.threadCount
    rig.do({ verb: 'recreateDevice', value: true })
    for (const { name } of [BLUR, GRAYSCALE]) rig.do({ verb: 'apply', value: name })
    rig.wait(S)
    const phases = rig.of('background-task').map(({ phase }) => phase)
    expect(['queued', 'start', 'finish', 'cancel'].map((phase) => phases.filter((p) => p === phase).length)).toEqual([
      3, 2, 2, 1,
    ])
    expect(rig.device.pipelines.map(({ variants: own, draws }) => [own.length, draws])).toEqual([
      [0, 1],
      [0, 1],
      [0, 1],
    ])
    expect(rig.device.background.mode).toBe('ALLOWED')
    expect(rig.cpu.threadCount).toBe(threads - 2)
    // the driver's device is the last to go
    const destroyed = rig.of('driver-device-destroyed')
    expect(destroyed.map(({ t }) => t)).toEqual([Math.max(...finished(rig).map(({ t }) => t))])
    expect(rig.records.indexOf(destroyed[0] as never)).toBeGreaterThan(
      rig.records.findLastIndex(({ type }) => type === 'background-task'),
    )
    // nobody waits for ever
    expect(rig.events.get('e')?.signalled).toBe(true)
  })
})
