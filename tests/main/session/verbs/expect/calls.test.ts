/** What `expect` can say of calls, devices, preemptions and what the runtime keeps (SC-15). By hand, each both ways. */
import { describe, expect, it } from 'vitest'
import { validateScenario } from '../../../../../main/session/scenario'
import { MiB, ofType, play, type ScenarioFile } from '../../../policies/support/play'

const effects = [
  { name: 'A', gpuTime: '4ms', resources: [{ name: 'r', size: '16MiB', resident: false }] },
  { name: 'B', gpuTime: '2ms', resources: [{ name: 'r', size: '16MiB' }] },
]

/** What was found by each condition of the last step, in order, as [ok, found]. */
async function found(file: ScenarioFile, condition: Record<string, unknown>, at: string | number): Promise<unknown[]> {
  const { expectations } = await play({
    app: { effects, ...file.app },
    ...(file.system === undefined ? {} : { system: file.system }),
    steps: [...(file.steps ?? []), { at, expect: condition }],
  })
  return expectations.map((outcome) => [outcome.ok, outcome.found])
}

describe('results', () => {
  it('the HRESULT of an earlier step’s call [SC-15]', async () => {
    const steps = [
      { at: '1s', allocate: { name: 'a', size: '1MiB' } },
      { at: '1s', allocate: { name: 'a', size: '1MiB' } }, // the name is taken
    ]
    expect(await found({ steps }, { results: { 'steps[0]': 'S_OK', 'steps[1]': 'E_INVALIDARG' } }, '3s')).toEqual([
      [true, 'S_OK'],
      [true, 'E_INVALIDARG'],
    ])
    expect(await found({ steps }, { results: { 'steps[1]': 'S_OK' } }, '3s')).toEqual([[false, 'E_INVALIDARG']])
  })

  it('of a step that makes several calls each, or the first failure [SC-15]', async () => {
    const file = {
      app: { blockSize: '64MiB', pools: [{ name: 'P', blockSize: '1MiB', maxBlocks: 1 }], effects },
      steps: [{ at: '1s', allocate: { name: 'a', size: '512KiB', count: 3, pool: 'P' } }],
    }
    const each = ['S_OK', 'S_OK', 'E_OUTOFMEMORY']
    expect(await found(file, { results: { 'steps[0]': each } }, '2s')).toEqual([[true, each]])
    expect(await found(file, { results: { 'steps[0]': 'E_OUTOFMEMORY' } }, '2s')).toEqual([[true, 'E_OUTOFMEMORY']])
    expect(await found(file, { results: { 'steps[0]': ['S_OK', 'E_OUTOFMEMORY'] } }, '2s')).toEqual([[false, each]])
  })

  const waiting = [
    { at: '1s', inject: { fault: 'callback-takes', duration: '3s' } },
    { at: '2s', trimToBudget: '64KiB' },
    { at: '3s', apply: 'B' }, // until 5 s it waits for the callback's lock
    { at: '3s', use: { set: ['B.r'], gpuTime: '1ms' } },
  ]
  const library = { policy: 'd3dx12-residency-fixed' as const, effects }

  it('of a press that the policy makes wait E_PENDING, until it goes on: then what came of it [SC-15] [TN-33]', async () => {
    const condition = { results: { 'steps[2]': 'E_PENDING', 'steps[3]': ['E_PENDING'] } }
    expect(await found({ app: library, steps: waiting }, condition, '4s')).toEqual([
      [true, 'E_PENDING'],
      [true, ['E_PENDING']],
    ])
    expect(await found({ app: library, steps: waiting }, condition, '6s')).toEqual([
      [false, 'S_OK'],
      [false, ['S_OK']],
    ])
  })

  it('of a press that waited and failed then, its failure [SC-15] [TN-33] [RS-07]', async () => {
    const steps = [
      { at: '1s', inject: { fault: 'callback-takes', duration: '60s' } },
      ...waiting.slice(1),
      { at: '3s', inject: { fault: 'hang', engine: '3d' } },
      { at: '3s', submit: { engine: '3d', gpuTime: '1ms' } },
    ]
    const condition = { results: { 'steps[2]': 'DXGI_ERROR_DEVICE_REMOVED', 'steps[3]': 'DXGI_ERROR_DEVICE_REMOVED' } }
    expect(await found({ app: library, system: { tdr: { delay: '1s' } }, steps }, condition, '9s')).toEqual([
      [true, 'DXGI_ERROR_DEVICE_REMOVED'],
      [true, 'DXGI_ERROR_DEVICE_REMOVED'],
    ])
  })

  it.each([
    [{ results: { 'steps[1]': 'S_OK' } }, 'steps[1].expect.results["steps[1]"]', 'an earlier step that is no "expect"'],
    [{ results: { 'steps[7]': 'S_OK' } }, 'steps[1].expect.results["steps[7]"]', 'an earlier step that is no "expect"'],
    [{ pressLatency: { 'steps[0]': { max: 1 } } }, 'steps[1].expect.pressLatency["steps[0]"]', '"apply" or "use"'],
    [{ results: { 'step 0': 'S_OK' } }, 'steps[1].expect.results["step 0"]', 'such as "steps[3]"'],
    [{ results: { 'steps[0]': 'S_MAYBE' } }, 'steps[1].expect.results["steps[0]"]', 'one of "S_OK", "S_FALSE"'],
    [{ results: {} }, 'steps[1].expect.results', 'at least one step'],
    [{ lastPreemption: { engine: '3d' } }, 'steps[1].expect.lastPreemption', '"boundary", "latency" or both'],
  ])('%j is bad input [SC-15] [SC-02]', (condition, path, expected) => {
    const steps = [
      { at: '1s', idle: true },
      { at: '2s', expect: condition },
    ]
    const parsed = validateScenario({ trimline: 1, steps })
    expect(parsed.ok ? [] : parsed.problems.map((problem) => problem.path)).toEqual([path])
    expect(parsed.ok ? '' : parsed.problems[0]?.expected).toContain(expected)
  })
})

describe('delays', () => {
  /** A press behind 20 ms of a game; what B uses is there. */
  const steps = [
    { at: 0, submit: { engine: '3d', gpuTime: '20ms', context: 'game' } },
    { at: '1ms', apply: 'B' },
  ]
  const system = {
    compositor: { enabled: false },
    driver: { contextRestore: 0, contextSave: { 'dma-buffer': 0 } },
  }

  it('totals by what was waited for, each a condition of its own [SC-15] [LB-08]', async () => {
    // behind the game until 20,000, its own 2 ms, shown at 33,333 and not at 16,667
    const condition = { delays: { count: 1, worst: 16_666, engine: '19ms', 'page-in': 0, run: { max: '2ms' } } }
    expect(await found({ system, steps }, condition, '1s')).toEqual([
      [true, 1],
      [true, 16_666],
      [true, 19_000],
      [true, 0],
      [true, 2_000],
    ])
    const wrong = { delays: { count: 0, 'vertical-blank': { min: '1s' } } }
    expect(await found({ system, steps }, wrong, '1s')).toEqual([
      [false, 1],
      [false, 11_333],
    ])
    // what is under way is none yet
    expect(await found({ system, steps }, { delays: { count: 0 } }, '10ms')).toEqual([[true, 0]])
  })

  it.each([
    [{ delays: {} }, 'steps[0].expect.delays', 'at least one total'],
    [{ delays: { 'page-inn': 1 } }, 'steps[0].expect.delays["page-inn"]', ''],
    [{ delays: { worst: 'long' } }, 'steps[0].expect.delays.worst', 'a duration'],
    [{ delays: { run: { min: 2, max: 1 } } }, 'steps[0].expect.delays.run.min', 'at most "max" (1)'],
    [{ delays: { count: -1 } }, 'steps[0].expect.delays.count', 'a whole number'],
  ])('%j is bad input [SC-15] [SC-02]', (condition, path, expected) => {
    const parsed = validateScenario({ trimline: 1, steps: [{ at: 0, expect: condition }] })
    expect(parsed.ok ? [] : parsed.problems.map((problem) => problem.path)).toEqual([path])
    expect(parsed.ok ? '' : parsed.problems[0]?.expected).toContain(expected)
  })
})

describe('devices and processes', () => {
  it('the reason a device was removed, and which was not [SC-15] [RS-07]', async () => {
    const steps = [
      { at: '1s', inject: { fault: 'hang', engine: '3d' } },
      { at: '1s', apply: 'B' },
    ]
    const system = { tdr: { delay: '1s' } }
    const condition = { removalReasons: { app: 'DXGI_ERROR_DEVICE_HUNG' } }
    expect(await found({ system, steps }, condition, '9s')).toEqual([[true, 'DXGI_ERROR_DEVICE_HUNG']])
    expect(await found({ system, steps: [] }, condition, '9s')).toEqual([[false, null]])
  })

  it('processes that are blocked from the GPU [SC-15] [GP-25]', async () => {
    const hang = (at: number) => [
      { at: `${at}s`, inject: { fault: 'hang', engine: '3d' } },
      { at: `${at}s`, submit: { engine: '3d', gpuTime: '1ms', context: 'other' } },
    ]
    const steps = [0, 4, 8, 12, 16].flatMap(hang)
    const system = { tdr: { delay: '1s' } }
    expect(await found({ system, steps }, { blocked: ['other'], notBlocked: ['app'] }, '30s')).toEqual([
      [true, { other: true }],
      [true, { app: false }],
    ])
    expect(await found({ system, steps }, { blocked: ['other', 'app'] }, '30s')).toEqual([
      [false, { other: true, app: false }],
    ])
  })
})

describe('names of processes and devices', () => {
  const submit = { engine: '3d', gpuTime: '1ms', context: 'game' }

  it('one that is not there when it is expected is neither blocked nor not, and has no device [SC-15] [SC-16]', async () => {
    const steps = [
      {
        at: '1s',
        expect: { blocked: ['game'], notBlocked: ['game'], removalReasons: { game: 'DXGI_ERROR_DEVICE_HUNG' } },
      },
      { at: '2s', submit },
      { at: '2s', otherProcess: { name: 'mail', usage: '1MiB' } },
    ]
    const condition = { notBlocked: ['game', 'mail', 'app'], removalReasons: { game: 'DXGI_ERROR_DEVICE_HUNG' } }
    expect(await found({ steps }, condition, '3s')).toEqual([
      [false, 'no such device'],
      [false, { game: 'no such process' }],
      [false, { game: 'no such process' }],
      [false, null],
      [true, { game: false, mail: false, app: false }],
    ])
  })

  it.each([
    [{ blocked: ['gamme'] }, 'steps[1].expect.blocked[0]', 'did you mean "game"?'],
    [{ notBlocked: ['app', 'gamme'] }, 'steps[1].expect.notBlocked[1]', 'did you mean "game"?'],
    [{ notBlocked: ['dwm'] }, 'steps[1].expect.notBlocked[0]', undefined],
    [
      { removalReasons: { gamme: 'DXGI_ERROR_DEVICE_HUNG' } },
      'steps[1].expect.removalReasons.gamme',
      'did you mean "game"?',
    ],
  ])('%j, which no step makes, is bad input [SC-15] [SC-16] [SC-02]', (condition, path, hint) => {
    const steps = [
      { at: '1s', submit },
      { at: '2s', expect: condition },
    ]
    const parsed = validateScenario({ trimline: 1, steps })
    expect(parsed.ok ? [] : parsed.problems.map((problem) => [problem.path, problem.hint])).toEqual([[path, hint]])
  })

  it('what a later step makes, and the compositor, are no bad input [SC-15] [SC-16]', () => {
    const steps = [
      { at: '1s', expect: { notBlocked: ['game'], removalReasons: { dwm: 'DXGI_ERROR_DEVICE_HUNG' } } },
      { at: '2s', submit },
    ]
    expect(validateScenario({ trimline: 1, steps }).ok).toBe(true)
  })
})

describe('how long it took', () => {
  it('a press, with what it waited for: paging 16 MiB in takes 1,954 µs, its work 4 ms [SC-15]', async () => {
    const steps = [
      { at: '1s', apply: 'A' },
      { at: '2s', apply: 'A' },
    ]
    const condition = { pressLatency: { 'steps[0]': { min: 5_954, max: 5_954 }, 'steps[1]': { max: '4ms' } } }
    expect(await found({ steps }, condition, '3s')).toEqual([
      [true, 5_954],
      [true, 4_000],
    ])
  })

  it('a press whose work has not ended has none yet; a use has one [SC-15] [SC-13]', async () => {
    const steps = [
      { at: '1s', apply: 'A' },
      { at: '1s', use: { set: ['B.r'], gpuTime: '1ms' } },
    ]
    const both = { pressLatency: { 'steps[0]': { max: '1s' }, 'steps[1]': { max: '1s' } } }
    expect(await found({ steps }, both, 1_005_953)).toEqual([
      [false, null],
      [false, null],
    ])
    expect(await found({ steps }, both, 1_006_954)).toEqual([
      [true, 5_954],
      [true, 6_954],
    ])
  })

  it('the wait for a callback’s lock is part of it [SC-15] [TN-33]', async () => {
    const steps = [
      { at: '1s', inject: { fault: 'callback-takes', duration: '3s' } },
      { at: '2s', trimToBudget: '64KiB' },
      { at: '3s', apply: 'B' },
    ]
    const app = { policy: 'd3dx12-residency-fixed' as const, effects }
    const [outcome] = await found({ app, steps }, { pressLatency: { 'steps[2]': { min: '2s' } } }, '9s')
    // until 5 s; B was trimmed and is still in its segment; 2 ms of work
    expect(outcome).toEqual([true, 2_002_000])
  })

  it('the worst frame: 2 ms of processor, 3 ms of decoding and 300 µs to present [SC-15]', async () => {
    const steps = [
      { at: '1s', play: true },
      { at: '2s', play: false },
    ]
    expect(await found({ steps }, { frameLatency: { max: 5_300 } }, '3s')).toEqual([[true, 5_300]])
    expect(await found({ steps }, { frameLatency: { max: 5_299 } }, '3s')).toEqual([[false, 5_300]])
    expect(await found({ steps: [] }, { frameLatency: { max: '1h' } }, '3s')).toEqual([[false, null]])
  })

  it('boundary and latency of a preemption [SC-15] [GP-06]', async () => {
    const steps = [
      { at: '1s', submit: { engine: '3d', gpuTime: '10ms', work: { draws: 10, triangles: 1, pixels: 1 } } },
      { at: 1_000_100, submit: { engine: '3d', gpuTime: '1ms', priority: 'realtime' } },
    ]
    const system = {
      preemption: { graphics: 'primitive' },
      driver: { preemptionRequest: '5us', contextSave: { primitive: '50us' } },
    }
    // asked at 100 µs, heard 5 µs later, next primitive at 1,000 µs, saved in 50 µs: 950 µs
    const condition = { lastPreemption: { engine: '3d', boundary: 'primitive', latency: { min: 950, max: 950 } } }
    expect(await found({ system, steps }, condition, '2s')).toEqual([
      [true, { engine: '3d', boundary: 'primitive', latency: 950 }],
    ])
    expect(await found({ system, steps }, { lastPreemption: { boundary: 'pixel' } }, '2s')).toEqual([
      [false, { engine: '3d', boundary: 'primitive', latency: 950 }],
    ])
    expect(await found({ steps: [] }, { lastPreemption: { boundary: 'pixel' } }, '2s')).toEqual([[false, null]])
  })
})

describe('what is kept', () => {
  it('heap and offset of what is placed [SC-15] [DF-04]', async () => {
    const app = { effects, pools: [{ name: 'P', blockSize: '4MiB' }] }
    const steps = ['a', 'b'].map((name) => ({ at: '1s', allocate: { name, size: '1MiB', pool: 'P' } }))
    const condition = {
      placed: { a: { heap: 'P block 0', offset: 0 }, b: { offset: '1MiB' }, 'A.r': { offset: 0 } },
    }
    expect(await found({ app, steps }, condition, '2s')).toEqual([
      [true, { heap: 'P block 0', offset: 0 }],
      [true, { heap: 'P block 0', offset: MiB }],
      [false, null],
    ])
  })

  it('references, which two MakeResident calls raise and Evict lowers [SC-15] [RS-01]', async () => {
    const steps = [
      { at: '1s', apply: 'A' },
      { at: '2s', trimToBudget: '16MiB' },
    ]
    const condition = { references: { 'A.r': 0, 'B.r': 1 } }
    expect(
      await found({ app: { policy: 'fence-lru', effects }, steps: steps.slice(0, 1) }, condition, '1500ms'),
    ).toEqual([
      [false, 1],
      [true, 1],
    ])
    // B was never used: it is the coldest
    expect(
      await found({ app: { policy: 'fence-lru', effects }, steps }, { references: { 'B.r': { max: 0 } } }, '3s'),
    ).toEqual([[true, 0]])
  })

  it('references below 0, as the trace has them of a layer without a floor [SC-15] [PL-43]', async () => {
    const steps = [{ at: '1s', evict: { names: ['B.r', 'B.r'] } }]
    const file: ScenarioFile = { app: { policy: 'vkd3d-proton', effects }, steps }
    expect(await found(file, { references: { 'B.r': -1 } }, '2s')).toEqual([[true, -1]])
    expect(await found(file, { references: { 'B.r': { min: 0 } } }, '2s')).toEqual([[false, -1]])
  })

  it('the paging fence: enqueued at once, completed when the bytes are there [SC-15] [RS-05]', async () => {
    const steps = [{ at: '1s', apply: 'A' }]
    expect(await found({ steps }, { pagingFence: { enqueued: 1, completed: 0 } }, 1_001_953)).toEqual([
      [true, { enqueued: 1, completed: 0 }],
    ])
    expect(await found({ steps }, { pagingFence: { completed: { min: 1 } } }, 1_001_954)).toEqual([
      [true, { enqueued: 1, completed: 1 }],
    ])
  })

  it('the paging fence: one for all calls on the device, which only rises, by hand, by policies and with another policy [SC-15] [RS-05]', async () => {
    const byHand = (at: string) => ({ at, makeResident: { names: ['A.r'] } })
    const steps = [
      { at: '1s', apply: 'A' }, // 1
      byHand('2s'),
      byHand('2s'),
      { at: '3s', policy: 'submission-lru' },
      { at: '3s', evict: { names: ['A.r', 'A.r', 'A.r'] } },
    ]
    const now = async (more: Record<string, unknown>[], at: string | number) =>
      (
        await found(
          { system: { evictionMode: 'eager' }, steps: [...steps, ...more] },
          { pagingFence: { enqueued: { min: 0 } } },
          at,
        )
      )[0]
    expect(await now([], '3s')).toEqual([true, { enqueued: 3, completed: 3 }])
    // it is evicted, and has to be transferred again, behind its way out
    expect(
      await now(
        [
          { at: '4s', policy: 'none' },
          { at: '4s', apply: 'A' },
        ],
        '4s',
      ),
    ).toEqual([true, { enqueued: 4, completed: 3 }])
    expect(await now([byHand('4s')], '5s')).toEqual([true, { enqueued: 4, completed: 4 }])
    // a new device begins anew
    expect(await now([{ at: '4s', recreateDevice: true }], '5s')).toEqual([true, { enqueued: 0, completed: 0 }])
  })

  it('a call that failed has no value of the paging fence [SC-15] [RS-06] [SC-16]', async () => {
    const steps = [
      { at: '1s', makeResident: { names: ['A.r'] } },
      { at: '2s', budget: '1MiB' },
      { at: '2s', evict: { names: ['A.r'] } },
      { at: '3s', makeResident: { names: ['A.r'], denyOverbudget: true } },
      { at: '3s', makeResident: { names: [] } },
      { at: '3s', makeResident: { names: ['A.r'] } },
    ]
    const { lines } = await play({ app: { effects }, steps })
    expect(ofType(lines, 'make-resident').map(({ t, fence }) => [t, fence])).toEqual([
      [1_000_000, 1],
      [3_000_000, 2],
    ])
  })

  it('the registered cookies, in their order [SC-15] [TN-05]', async () => {
    const steps = [{ at: '1s', policy: 'creative-app-fixed' }]
    // the sample as written leaves its cookie 0 behind
    expect(await found({ app: { policy: 'creative-app', effects }, steps }, { cookies: [0, 1] }, '2s')).toEqual([
      [true, [0, 1]],
    ])
    expect(await found({ app: { policy: 'fence-lru', effects }, steps }, { cookies: [0] }, '2s')).toEqual([
      [false, [1]],
    ])
    expect(await found({ app: { policy: 'none', effects }, steps: [] }, { cookies: [] }, '2s')).toEqual([[true, []]])
  })
})
