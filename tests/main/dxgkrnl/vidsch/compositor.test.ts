/** GP-05, GP-08 and GP-09: what the desktop compositor suffers. 60 Hz: blanks at 16,667, 33,333, 50,000, 66,667, 83,333 µs. */
import { describe, expect, test } from 'vitest'
import { blankTime } from '../../../../main/dxgkrnl/vidsch/compositor'
import { MS, runAsWritten, runOf, type TestWorld } from '../../support/world'
import { GRAPHICS, gpuWorld, packetRecords, submit } from './gpu-world'

const COMPOSITOR = { enabled: true, gpuTime: '500us' }

function presents(world: TestWorld): string[] {
  const own = packetRecords(world, '3d').filter(({ context }) => context === 'dwm')
  return own.map(({ kind, submitted, start, end, outcome }) => `${kind} ${submitted}: ${start}–${end} ${outcome}`)
}

test('vertical blank k is at k / rate, k from 1, for fractional rates too [GP-09]', () => {
  expect([1, 2, 3, 60].map((k) => blankTime(k, 60))).toEqual([16_667, 33_333, 50_000, 1_000_000])
  expect(blankTime(60_000, 59.94)).toBe(1_001_001_001)
})

describe('the compositor [GP-09]', () => {
  test('presents at every vertical blank at high priority', () => {
    const world = gpuWorld({}, { compositor: COMPOSITOR, preemption: { graphics: 'dma-buffer' } })
    // 3 ms from 16,000 on
    world.wait(16 * MS)
    for (const context of ['A', 'B', 'C']) submit(world, { context, gpuTime: 1000 })
    world.wait(40 * MS)
    expect(presents(world)).toEqual([
      // A is finished, B is held back
      'present 16667: 17000–17500 completed',
      'present 33333: 33333–33833 completed',
      'present 50000: 50000–50500 completed',
    ])
    expect(world.compositor.verticalBlanks).toBe(3)
    expect(world.of('missed-vertical-blank')).toEqual([])
    const { flags } = packetRecords(world, '3d').find(({ context }) => context === 'dwm') as { flags: number }
    expect(flags).toBe(0x2 | 0x10) // Present, Flip
  })

  /** L runs for 50 ms from 10 ms on, M for 20 ms behind it. */
  const steps = ['50ms', '20ms'].map((gpuTime) => ({ at: '10ms', submit: { engine: '3d', context: 'app', gpuTime } }))

  test.each([
    // L and M run to 80 ms, the present to 80.5: blanks 2, 3 and 4 find it unfinished
    ['win8', 'none', [2, 3, 4], [16_666, 33_333, 50_000], 63_833],
    // only L: to 60 ms
    ['win8', 'dma-buffer', [2, 3], [16_666, 33_333], 43_833],
    ['win7', 'pixel', [2, 3], [16_666, 33_333], 43_833],
    // 4 draws of one primitive of 12.5 ms: the first ends at 22.5, the second at 35.5, and the last, which is at 1.5 ms
    // of its own when the third blank comes, at 61
    ['win8', 'primitive', [], [], 11_500],
    // 2 triangles each: L stops at 22.5 and 35.5 ms as well, but then at 54.75
    ['win8', 'triangle', [], [], 6333],
    // a pixel ends within every µs
    ['win8', 'pixel', [], [], 505],
  ] as const)('%s, %s: missed blanks are counted', async (model, graphics, numbers, waiting, worst) => {
    const preemption = { model, graphics }
    const expected = { missedVerticalBlanks: numbers.length, compositorLatency: { min: worst, max: worst } }
    const end = { at: '100ms', expect: expected }
    const system = { compositor: COMPOSITOR, preemption }
    const { summary, of } = await runOf({ system, steps: [...steps, end], until: '100ms' })
    const missed = of('missed-vertical-blank')
    expect(missed.map(({ number }) => number)).toEqual(numbers)
    expect(missed.map((record) => record.waiting)).toEqual(waiting)
    expect(missed.map(({ t }) => t)).toEqual(numbers.map((number) => blankTime(number, 60)))
    expect(summary).toMatchObject({ missedVerticalBlanks: numbers.length, worstCompositorLatency: worst })
    expect(of('expect').map(({ ok }) => ok)).toEqual([true, true])
  })

  test.each([
    // blanks are 10 ms apart; L has the engine from 9 ms on, and the present of the first blank takes 0.5 ms after it
    [
      'ends with: it was met',
      10_500,
      [],
      ['present 10000: 19500–20000 completed', 'present 20000: 20000–20500 completed'],
    ],
    ['ends 1 µs after', 10_501, [2], ['present 10000: 19501–20001 completed', 'present 30000: 30000–30500 completed']],
  ] as const)('a blank that a late present %s', (_name, gpuTime, missed, expected) => {
    const world = gpuWorld(
      { preemptionRequest: 0 },
      { refreshRate: 100, compositor: COMPOSITOR, preemption: { graphics: 'dma-buffer' } },
    )
    world.wait(9 * MS)
    submit(world, { context: 'L', gpuTime })
    world.wait(25 * MS)
    expect(world.of('missed-vertical-blank').map(({ number }) => number)).toEqual(missed)
    expect(presents(world).slice(0, 2)).toEqual(expected)
  })

  test('goes on at the next blank after it has missed some', () => {
    const world = gpuWorld({}, { compositor: COMPOSITOR, preemption: { graphics: 'dma-buffer' } })
    world.wait(10 * MS)
    submit(world, { context: 'L', gpuTime: 50 * MS })
    world.wait(70 * MS)
    expect(presents(world)).toEqual(['present 16667: 60000–60500 completed', 'present 66667: 66667–67167 completed'])
    expect([world.compositor.verticalBlanks, world.compositor.missed]).toEqual([4, 2])
  })
})

describe('the cadence of vertical blanks [GP-09]', () => {
  test('rests when nothing has changed on the screen for 10 s, and goes on at the next blank when something does', () => {
    const world = gpuWorld({}, { compositor: COMPOSITOR })
    world.wait(30_000 * MS)
    // blank 600, at 10 s, finds that nobody has drawn since the start
    expect(world.compositor.verticalBlanks).toBe(599)
    expect(presents(world)).toHaveLength(599)
    world.wait(5 * MS)
    submit(world, { context: 'A', gpuTime: 1000 })
    world.wait(50 * MS)
    // 1801 to 1803: 30.016667, 30.033333 and 30.05 s
    expect(world.compositor.verticalBlanks).toBe(602)
    expect(presents(world).slice(599)).toEqual([
      'present 30016667: 30016667–30017167 completed',
      'present 30033333: 30033333–30033833 completed',
      'present 30050000: 30050000–30050500 completed',
    ])
    // and 10 s after that work it rests again, blank 2401 at 40.016667 s being the first beyond
    world.wait(60_000 * MS)
    expect(world.compositor.verticalBlanks).toBe(2400 - 1800 + 599)
  })

  test('ends when the compositor is turned off, and begins again with the next blank when it is turned on', () => {
    const world = gpuWorld({}, { compositor: COMPOSITOR })
    const turn = (enabled: boolean) => world.do({ verb: 'system', value: { compositor: { enabled } } })
    world.wait(60 * MS)
    turn(false)
    world.wait(1000 * MS)
    expect([world.compositor.verticalBlanks, presents(world).length]).toEqual([3, 3])
    turn(true)
    world.wait(10 * MS)
    // blank 64 is at 1,066,667
    expect(presents(world).slice(3)).toEqual(['present 1066667: 1066667–1067167 completed'])
  })
})

describe('two displays [GP-09]', () => {
  const DISPLAYS = [{ refreshRate: 60 }, { refreshRate: 144 }]

  test('have blanks and presents of their own', () => {
    const world = gpuWorld({}, { compositor: COMPOSITOR, displays: DISPLAYS })
    world.wait(30 * MS)
    const own = packetRecords(world, '3d').map(({ command, submitted, end }) => `${command} ${submitted}–${end}`)
    // 144 Hz: 6,944, 13,889, 20,833 and 27,778 µs
    expect(own).toEqual([
      'present 2 6944–7444',
      'present 2 13889–14389',
      'present 16667–17167',
      'present 2 20833–21333',
      'present 2 27778–28278',
    ])
    const { displays, verticalBlanks, missed } = world.compositor
    expect(displays.map((display) => display.verticalBlanks)).toEqual([1, 4])
    expect([verticalBlanks, missed]).toEqual([5, 0])
  })

  test('miss blanks each of their own, and the trace says which', async () => {
    const end = { at: '40ms', expect: { missedVerticalBlanks: 4, compositorLatency: { min: 23_556, max: 23_556 } } }
    // nothing stops L from 5 to 30 ms: the second display's present of 6,944 waits for it, the first's behind that
    const submitted = { at: '5ms', submit: { engine: '3d', context: 'L', gpuTime: '25ms' } }
    const system = { compositor: COMPOSITOR, displays: DISPLAYS, preemption: { graphics: 'none' } }
    const { of, summary } = await runOf({ system, steps: [submitted, end], until: '40ms' })
    expect(of('missed-vertical-blank').map(({ t, number, display }) => [t, number, display])).toEqual([
      [13_889, 2, 2],
      [20_833, 3, 2],
      [27_778, 4, 2],
      // at 33,333 the first display's present of 16,667 is done: it ends at 31,000
    ])
    expect(summary.missedVerticalBlanks).toBe(3)
  })

  test('one whose first blank no run comes to, nor any number says, has none [SC-02]', async () => {
    for (const refreshRate of [1e-12, 5e-324]) {
      const system = { compositor: COMPOSITOR, displays: [{ refreshRate: 60 }, { refreshRate }] }
      const { summary, of } = await runOf({ system, until: '40ms' })
      expect(of('packet').map(({ command, submitted }) => `${command} ${submitted}`)).toEqual([
        'present 16667',
        'present 33333',
      ])
      expect(summary.missedVerticalBlanks).toBe(0)
    }
  })
})

describe('flips that are pending while the engine is preempted [GP-05]', () => {
  /** L runs all the time; U preempts it at 20 ms, while the present of the first blank waits for the second. */
  function preempted(driver: Record<string, unknown>, model: 'win7' | 'win8' = 'win8', at = 20 * MS): TestWorld {
    const world = gpuWorld(driver, { compositor: COMPOSITOR, preemption: { model, graphics: 'pixel' } })
    world.wait(10 * MS)
    submit(world, { context: 'L', gpuTime: 8 * MS, work: GRAPHICS })
    submit(world, { context: 'L', gpuTime: 60 * MS })
    world.wait(at - 10 * MS)
    submit(world, { context: 'U', gpuTime: 100, priority: 'high' })
    world.wait(40 * MS)
    return world
  }

  const rules = (world: TestWorld): string[] => world.of('finding').map(({ rule }) => rule)

  test('with FlipOnVSyncMmIo they wait for the vertical blank', () => {
    const world = preempted({ flipCaps: ['FlipOnVSyncMmIo'] })
    expect(world.of('preempt').length).toBeGreaterThan(1)
    expect([world.of('tear'), rules(world), world.compositor.tears]).toEqual([[], [], 0])
  })

  test('without it the picture tears, and both are violations: the missing cap, and what came of it', () => {
    const world = preempted({ flipCaps: ['FlipInterval'] })
    // the request of 20,000 has reached the engine
    expect(world.of('tear')).toMatchObject([{ t: 20_005, engine: '3d' }])
    expect(world.compositor.tears).toBe(1)
    expect(world.of('finding')).toMatchObject([
      { t: 0, rule: 'GP-05', message: expect.stringContaining('requires FlipOnVSyncMmIo') },
      { t: 20_005, rule: 'GP-05', message: expect.stringContaining('the picture tore') },
    ])
  })

  test('each tears, and is said once', () => {
    const world = preempted({ flipCaps: ['FlipInterval'] })
    // L is preempted for the present of 33,333 µs, which completes; U comes while its flip is pending
    world.wait(0)
    submit(world, { context: 'L', gpuTime: 60 * MS })
    world.wait(15 * MS)
    submit(world, { context: 'U', gpuTime: 100, priority: 'high' })
    world.wait(1 * MS)
    expect(world.of('tear').map(({ t }) => t)).toEqual([20_005, 75_005])
    expect(world.compositor.tears).toBe(2)
    expect(world.of('finding').filter(({ message }) => message.includes('the picture tore'))).toHaveLength(1)
  })

  test('a preemption on another engine tears nothing', () => {
    const world = gpuWorld({ flipCaps: [] }, { compositor: COMPOSITOR })
    world.wait(17_500)
    submit(world, { engine: 'compute', context: 'C', gpuTime: 5 * MS })
    world.wait(1 * MS)
    submit(world, { engine: 'compute', context: 'U', gpuTime: 100, priority: 'high' })
    world.wait(10 * MS)
    expect(world.of('preempt').map(({ engine }) => engine)).toEqual(['compute'])
    expect(world.of('tear')).toEqual([])
  })

  test('nothing tears before anything was presented, nor once it is shown', () => {
    // before the first present has completed
    expect(preempted({ flipCaps: [] }, 'win8', 15 * MS).of('tear')).toEqual([])
    // the blank of 33,333 has shown it, and the next present is still to come
    const world = preempted({ flipCaps: [] }, 'win8', 33_333 + 510)
    expect(world.of('tear').map(({ t }) => t)).toEqual([33_333 + 515])
  })

  describe('the blank that follows a present shows it, whether the compositor still presents or not', () => {
    const off = { at: '20ms', system: { compositor: { enabled: false } } }

    /** When the picture tears where U takes the engine from L at that moment, with presents of that length. */
    async function torn(gpuTime: string, before: readonly Record<string, unknown>[], at: string): Promise<number[]> {
      const lasting = { at, submit: { engine: '3d', context: 'L', gpuTime: '8ms' } }
      const urgent = { at, submit: { engine: '3d', context: 'U', gpuTime: '100us', priority: 'high' } }
      const system = { compositor: { enabled: true, gpuTime }, driver: { flipCaps: [] } }
      const { of } = await runOf({ system, steps: [...before, lasting, urgent] })
      return of('tear').map(({ t }) => t)
    }

    test('it was turned off meanwhile', async () => {
      // the present of 16,667 has completed at 17,167; the blank of 33,333 shows it
      expect(await torn('500us', [off], '30ms')).toEqual([30_005])
      expect(await torn('500us', [off], '40ms')).toEqual([])
      // this request reaches the engine at that very moment
      expect(await torn('500us', [off], '33328us')).toEqual([])
    })

    test('it was turned off while a present was late', async () => {
      // that of 16,667 completes at 36,667, behind the blank of 33,333: the one of 50,000 shows it
      expect(await torn('20ms', [off], '40ms')).toEqual([40_005])
      expect(await torn('20ms', [off], '60ms')).toEqual([])
    })

    test('it rests: nothing was submitted for more than ten seconds', async () => {
      const first = { at: 0, submit: { engine: '3d', context: 'L', gpuTime: '1ms' } }
      expect(await torn('500us', [first], '10500100us')).toEqual([])
    })
  })

  test('the Windows 7 model does not require it, and nothing tears', () => {
    const world = preempted({ flipCaps: [] }, 'win7')
    expect([world.of('tear'), rules(world)]).toEqual([[], []])
  })
})

describe('an engine that does not answer [GP-08]', () => {
  /** Nothing stops A for 10 s; U, where there is one, asks at 1 s. TdrDelay is 2 s. */
  function hang(model: 'win7' | 'win8', urgent: boolean): string[] {
    const world = gpuWorld({}, { preemption: { model, graphics: 'none' }, tdr: { level: 'recover', delay: '2s' } })
    submit(world, { context: 'A', gpuTime: 10_000 * MS })
    world.wait(1000 * MS)
    if (urgent) submit(world, { context: 'U', gpuTime: 100, priority: 'high' })
    world.wait(9000 * MS)
    const asked = world
      .of('preempt')
      .map(({ requested, reason, boundary }) => ({ t: requested, text: `asked for ${reason}: ${boundary}` }))
    const reset = world.of('tdr').map(({ t, action }) => ({ t, text: action }))
    return [...asked, ...reset].sort((a, b) => a.t - b.t).map(({ t, text }) => `${t / MS} ${text}`)
  }

  test('Windows 8: is asked before anything is reset', () => {
    expect(hang('win8', false)).toEqual(['2000 asked for timeout: reset', '2000 timeout', '4000 engine-reset'])
  })

  test('Windows 8: a request that was sent already is the one', () => {
    // sent at 1 s, it has until 3 s
    expect(hang('win8', true)).toEqual(['1000 asked for priority: reset', '2000 timeout', '3000 engine-reset'])
  })

  test('Windows 7: is reset without being asked', () => {
    expect(hang('win7', false)).toEqual(['2000 timeout', '2000 adapter-reset'])
  })
})

test('a compositor whose own present never ends in time is reset, removed, and presents with another device [GP-23]', async () => {
  const system = {
    compositor: { gpuTime: '1s' },
    preemption: { graphics: 'dma-buffer' },
    tdr: { delay: '100ms' },
  }
  const run = await runAsWritten({ system, steps: [], until: '2s' })
  // asked at 100 ms and reset at 200 ms, which is a blank again: the next present, of another device, comes with it
  const moments = [216_667, 416_667, 616_667, 816_667, 1_016_667, 1_216_667, 1_416_667, 1_616_667, 1_816_667]
  const removed = run.of('device-removed').map(({ t, device, reason }) => [t, device, reason])
  expect(removed).toEqual(moments.map((t) => [t, 'dwm', 'DXGI_ERROR_DEVICE_HUNG']))
  expect(run.of('finding').map(({ t, rule }) => [t, rule])).toEqual(moments.map((t) => [t, 'GP-23']))
  const actions = run.of('tdr').map(({ t, action }) => `${t} ${action}`)
  expect(actions.filter((action) => action.endsWith('engine-reset'))).toEqual(moments.map((t) => `${t} engine-reset`))
  // the last present is asked at 1,916,667, and its reset is still to come
  expect(actions.filter((action) => action.endsWith('timeout'))).toHaveLength(10)
  const presents = run.of('packet').filter(({ kind }) => kind === 'present')
  expect(presents.map(({ submitted, end, outcome }) => [submitted, end, outcome])).toEqual(
    moments.map((t) => [t - 200_000, t, 'reset']),
  )
  // blanks 2 to 12 find the first unfinished, and so on; of the last one's those up to 2 s, which is blank 120
  expect(run.of('missed-vertical-blank').map(({ number }) => number)).toEqual(
    Array.from({ length: 119 }, (_, i) => i + 2).filter((number) => (number - 1) % 12 !== 0),
  )
})

describe('an adapter reset removes the device of a compositor that was turned off [GP-24]', () => {
  const off = { system: { compositor: { enabled: false } } }
  const fails = { inject: { fault: 'engine-reset-fails' } }
  const removed = async (compositor: Record<string, unknown>, steps: Record<string, unknown>[]) => {
    const system = { compositor, preemption: { graphics: 'dma-buffer' }, tdr: { delay: '100ms' } }
    const run = await runAsWritten({ system, steps, until: '500ms' })
    expect(run.of('tdr').filter(({ action }) => action === 'adapter-reset')).toHaveLength(1)
    return run.of('device-removed').map(({ device, reason }) => `${device} ${reason}`)
  }

  test('while its present, which is at fault, is under way', async () => {
    const steps = [
      { at: '50ms', ...off },
      { at: '50ms', ...fails },
    ]
    expect(await removed({ gpuTime: '1s' }, steps)).toEqual([
      'app DXGI_ERROR_DEVICE_RESET',
      'dwm DXGI_ERROR_DEVICE_HUNG',
    ])
  })

  const hangs = [
    { at: '50ms', ...fails },
    { at: '50ms', submit: { engine: '3d', gpuTime: '1s', context: 'miner' } },
  ]

  test('when it has nothing to do', async () => {
    expect(await removed({ gpuTime: '500us' }, [{ at: '40ms', ...off }, ...hangs])).toEqual([
      'app DXGI_ERROR_DEVICE_RESET',
      'miner DXGI_ERROR_DEVICE_HUNG',
      'dwm DXGI_ERROR_DEVICE_RESET',
    ])
  })

  test('and names none where it never was on', async () => {
    expect(await removed({ enabled: false }, hangs)).toEqual([
      'app DXGI_ERROR_DEVICE_RESET',
      'miner DXGI_ERROR_DEVICE_HUNG',
    ])
  })
})
