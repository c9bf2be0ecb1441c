/** Timeout detection and recovery (GP-08, GP-23, GP-24). TdrDelay is 2 s; times in µs, by hand. */
import { describe, expect, it } from 'vitest'
import { SubmitFlags } from '../../../../main/drivers/kmd/scheduling-caps'
import { MIB, runOf, S, type TestWorld, worldOf } from '../../support/world'
import { crampedWorld, findings, hang, packetsOn, part, runs, submit, submitParts } from './submitting'
import { actions, hanging, reasons } from './tdr/hanging'

const WIN7 = { preemption: { model: 'win7' } }

describe('an engine that does not answer', () => {
  it('Windows 8: is asked at TdrDelay, and reset as long after that [GP-23] [GP-08]', () => {
    const world = hanging()
    world.wait(2 * S - 1)
    expect(actions(world)).toEqual([])
    expect(world.scheduler.engines.get('3d')?.request).toBeNull()
    world.wait(1)
    expect(actions(world)).toEqual(['2010000 timeout'])
    expect(world.scheduler.engines.get('3d')?.request).toMatchObject({ requested: 2_010_000, reason: 'timeout' })
    world.wait(2 * S - 1)
    expect(actions(world)).toEqual(['2010000 timeout'])
    world.wait(1)
    expect(actions(world)).toEqual(['2010000 timeout', '4010000 engine-reset'])
    expect(world.scheduler.timeouts.engineResets).toBe(1)
    expect(world.scheduler.timeouts.adapterResets).toBe(0)
  })

  it('Windows 7: the adapter is reset at TdrDelay, as the driver has no engine reset, and never asked [GP-23] [GP-08]', () => {
    const world = hanging(WIN7)
    // a failure of engine resets waits for one
    world.do({ verb: 'inject', value: { fault: 'engine-reset-fails', count: 1 } })
    world.wait(2 * S - 1)
    expect(actions(world)).toEqual([])
    world.wait(1)
    expect(actions(world)).toEqual(['2010000 timeout', '2010000 adapter-reset'])
    expect(world.scheduler.timeouts).toMatchObject({ engineResets: 0, adapterResets: 1 })
    expect(reasons(world)).toEqual([
      'app DXGI_ERROR_DEVICE_RESET',
      'bad DXGI_ERROR_DEVICE_HUNG',
      'good DXGI_ERROR_DEVICE_RESET',
    ])
    expect(world.of('preempt')).toEqual([])
    expect(world.scheduler.engines.get('3d')?.nextFence).toBe(0)
  })

  it('only the device at fault is removed; packets of others run, with new fence ids [GP-23] [GP-11]', () => {
    const reset = 4_010_000
    const world = hanging()
    world.wait(10 * S)
    const at = (offset: number) => reset + offset
    expect(runs(packetsOn(world, '3d'))).toEqual([
      `10000–${reset} bad reset`,
      // it had entered the hardware queue behind the hung one
      `${reset}–${reset} good preempted`,
      `${reset}–${at(3_000)} good completed`,
      `${at(3_000)}–${at(6_000)} good completed`,
      `${at(6_000)}–${at(9_000)} good completed`,
    ])
    const own = packetsOn(world, '3d', 'good')
    expect(own.map(({ fence, signals }) => [fence, signals])).toEqual([
      [1, 1],
      [2, 1],
      [3, 2],
      [4, 3],
    ])
    expect(own.map(({ flags }) => ((flags ?? 0) & SubmitFlags.Resubmission) !== 0)).toEqual([false, true, false, false])
    expect(world.of('device-removed')).toMatchObject([{ t: reset, device: 'bad', reason: 'DXGI_ERROR_DEVICE_HUNG' }])
    const [found, ...more] = findings(world, 'GP-23')
    expect(found).toMatch(/"bad" of bad has run on 3d/)
    expect(more).toEqual([])
    // its device goes on, and so does the app's
    expect(submit(world, { gpuTime: 1_000, context: 'good' })).toBe('S_OK')
    expect(submit(world, { gpuTime: 1_000 })).toBe('S_OK')
    world.wait(10_000)
    expect(packetsOn(world, '3d').filter(({ outcome }) => outcome === 'completed')).toHaveLength(5)
    expect(world.device.removed).toBeNull()
  })

  it('what the reset device has waiting is dropped, on every engine [GP-23]', () => {
    const world = worldOf({ system: { tdr: {} } })
    hang(world)
    submit(world, { gpuTime: 5_000, context: 'bad' })
    submit(world, { gpuTime: 5_000, context: 'bad' })
    world.wait(3 * S)
    submit(world, { gpuTime: 5_000, context: 'bad', engine: 'compute', wait: { fence: 'never', value: 1 } })
    world.wait(7 * S)
    expect(packetsOn(world, '3d').map(({ outcome }) => outcome)).toEqual(['reset', 'device-removed'])
    // behind a wait instruction, which is asked to preempt at 5 s
    const behind = packetsOn(world, 'compute').filter(({ kind }) => kind === 'standard')
    expect(behind.at(-1)).toMatchObject({ outcome: 'device-removed', t: 4_000_000 })
    // nor does the wait go on for nobody: the next request takes it off the engine
    submit(world, { gpuTime: 1_000, context: 'good', engine: 'compute' })
    world.wait(10_000)
    expect(packetsOn(world, 'compute').at(-1)).toMatchObject({ context: 'good', outcome: 'completed', start: 10 * S })
  })

  it('other engines go on meanwhile [GP-23]', () => {
    const world = hanging()
    submit(world, { gpuTime: 7_000, context: 'elsewhere', engine: 'compute' })
    world.wait(10 * S)
    expect(runs(packetsOn(world, 'compute'))).toEqual(['10000–17000 elsewhere completed'])
  })

  it('Windows 8: a hang of 3 s answers the request late, and loses nothing [GP-23] [GP-10]', () => {
    const world = hanging({}, 3 * S)
    world.wait(20 * S)
    expect(actions(world)).toEqual(['2010000 timeout'])
    expect(world.of('preempt')).toMatchObject([{ requested: 2_010_000, stopped: 3_010_000, reason: 'timeout' }])
    const completed = packetsOn(world, '3d').filter(({ outcome }) => outcome === 'completed')
    expect(completed.map(({ context }) => context).sort()).toEqual(['bad', 'good', 'good', 'good'])
    // 5 ms of the one and 9 of the others, and the engine never idle
    expect(completed.at(-1)?.end).toBe(3_010_000 + 14_000)
    expect(world.of('device-removed')).toEqual([])
    expect(world.of('finding')).toEqual([])
  })

  it('Windows 7: a hang of 3 s is not waited for [GP-23]', () => {
    const world = hanging(WIN7, 3 * S)
    world.wait(20 * S)
    expect(actions(world)).toEqual(['2010000 timeout', '2010000 adapter-reset'])
    expect(reasons(world)).toContain('bad DXGI_ERROR_DEVICE_HUNG')
  })
})

describe('a request that is pending already', () => {
  /** The engine's requests so far, one look each 10 ms until `until`. */
  function requestsUntil(world: TestWorld, until: number): unknown[] {
    const seen: unknown[] = []
    while (world.sim.now < until) {
      world.wait(10_000)
      const request = world.scheduler.engines.get('3d')?.request ?? null
      if (request !== null && !seen.includes(request)) seen.push(request)
    }
    return seen
  }

  it("is the one that is timed: with the desktop's, a hang ends 2 s after its blank [GP-23]", () => {
    const world = hanging({ compositor: {} })
    expect(requestsUntil(world, 2_010_000)).toMatchObject([{ fence: 1, requested: 16_667, context: 'dwm' }])
    world.wait(6_666)
    expect(actions(world)).toEqual(['2010000 timeout'])
    world.wait(1)
    expect(actions(world)).toEqual(['2010000 timeout', '2016667 engine-reset'])
    const [finding] = findings(world, 'GP-23')
    expect(finding).toMatch(/"bad" of bad runs on 3d, which was asked to preempt for dwm and did not for 2 s/)
    expect(reasons(world)).toEqual(['bad DXGI_ERROR_DEVICE_HUNG'])
  })

  it('ends a packet that cannot stop, before it would have been over [GP-23]', () => {
    const world = worldOf({ system: { tdr: {}, compositor: {}, preemption: { graphics: 'dma-buffer' } } })
    world.wait(10_000)
    submit(world, { gpuTime: 3 * S, context: 'long' })
    world.wait(5 * S)
    expect(actions(world)).toEqual(['2010000 timeout', '2016667 engine-reset'])
    expect(runs(packetsOn(world, '3d', 'long'))).toEqual(['10000–2016667 long reset'])
  })

  /** A, B, C and D of 1.5 s each are in the hardware queue, and nothing is held back; U asks at 0.9 s. */
  function draining(tdr: Record<string, unknown> = {}): TestWorld {
    const driver = { queueDepth: 4, preemptionRequest: 0 }
    const world = worldOf({ system: { tdr, driver, preemption: { graphics: 'none', compute: 'none' } } })
    for (const context of ['A', 'B', 'C', 'D']) submit(world, { gpuTime: 1_500_000, context })
    world.wait(900_000)
    submit(world, { gpuTime: 1_000, context: 'U', priority: 'high' })
    return world
  }

  it('is timed over several packets that the engine cannot hold back [GP-23]', () => {
    const world = draining()
    world.wait(20 * S)
    // B has run for 1.4 s when the request is 2 s old; what stood behind it goes on
    expect(actions(world)).toEqual(['2900000 timeout', '2900000 engine-reset'])
    expect(runs(packetsOn(world, '3d'))).toEqual([
      '0–1500000 A completed',
      '1500000–2900000 B reset',
      '2900000–2900000 C preempted',
      '2900000–2900000 D preempted',
      '2900000–2901000 U completed',
      '2901000–4401000 C completed',
      '4401000–5901000 D completed',
    ])
    expect(findings(world, 'GP-23')).toEqual([expect.stringContaining('over more than one packet')])
    expect(reasons(world)).toEqual(['B DXGI_ERROR_DEVICE_HUNG'])
  })

  it.each([
    ['at 4 s stops in time', 4 * S, [], [4_000_000, 'primitive']],
    ['1 µs later stops too late', 4 * S + 1, ['4000000 engine-reset'], [4_000_000, 'reset']],
  ] as const)('is 2 s old at 4 s: what goes on %s [GP-23]', (_name, standsFor, expected, [stopped, boundary]) => {
    const world = worldOf({ system: { tdr: {} } })
    hang(world, standsFor)
    submit(world, { gpuTime: 1_000, context: 'A' })
    world.wait(10 * S)
    expect(actions(world)).toEqual(['2000000 timeout', ...expected])
    expect(world.of('preempt')).toMatchObject([{ requested: 2_000_000, stopped, boundary }])
    expect(reasons(world)).toEqual(expected.map(() => 'A DXGI_ERROR_DEVICE_HUNG'))
  })

  it.each([
    [500_000, [], 'completed'],
    [500_001, ['2900000 timeout', '2900000 engine-reset'], 'reset'],
  ] as const)(
    'is 2 s old at 2.9 s, and answered by the end of a last packet of %i µs or not [GP-23]',
    (last, expected, outcome) => {
      const driver = { queueDepth: 3, preemptionRequest: 0 }
      const world = worldOf({ system: { tdr: {}, driver, preemption: { graphics: 'none', compute: 'none' } } })
      submit(world, { gpuTime: 1_500_000, context: 'A' })
      submit(world, { gpuTime: 900_000, context: 'B' })
      submit(world, { gpuTime: last, context: 'C' })
      world.wait(900_000)
      submit(world, { gpuTime: 1_000, context: 'U', priority: 'high' })
      world.wait(10 * S)
      expect(actions(world)).toEqual(expected)
      expect(runs(packetsOn(world, '3d'))).toEqual([
        '0–1500000 A completed',
        '1500000–2400000 B completed',
        `2400000–2900000 C ${outcome}`,
        '2900000–2901000 U completed',
      ])
    },
  )

  it('of one that hung before detection was turned on is long overdue then [GP-23] [GP-26]', () => {
    const world = draining({ level: 'off' })
    world.wait(4_000_000)
    world.do({ verb: 'system', value: { tdr: { level: 'recover' } } })
    expect(actions(world)).toEqual(['4900000 timeout', '4900000 engine-reset'])
    expect(reasons(world)).toEqual(['D DXGI_ERROR_DEVICE_HUNG'])
  })

  it('and one that a reset ended was not answered: it is no preemption [GP-25]', async () => {
    const { summary, of } = await runOf({
      system: { tdr: { delay: '100ms' }, compositor: { enabled: true } },
      app: { policy: 'none', effects: [] },
      steps: [
        { at: '10ms', inject: { fault: 'hang' } },
        { at: '10ms', submit: { engine: '3d', gpuTime: '1ms', context: 'bad' } },
        { at: '200ms', expect: { preemptions: 0, engineResets: 1 } },
      ],
    })
    expect(of('expect').map(({ ok, found }) => ({ ok, found }))).toEqual(
      of('expect').map(({ found }) => ({ ok: true, found })),
    )
    expect(summary.expectations).toEqual({ passed: 2, failed: 0 })
    expect(of('preempt').map(({ boundary }) => boundary)).toEqual(['reset'])
  })
})

describe('a packet that is only long', () => {
  const long = (gpuTime: number, system: Record<string, unknown> = {}): TestWorld => {
    const world = worldOf({ system: { tdr: {}, ...system } })
    submit(world, { gpuTime, context: 'long' })
    world.wait(20 * S)
    return world
  }

  it('answers each request in the middle, and completes in full [GP-23] [GP-10]', () => {
    const world = long(5 * S)
    expect(actions(world)).toEqual(['2000000 timeout', '4000005 timeout'])
    expect(world.of('preempt').map(({ reason, boundary }) => `${reason} ${boundary}`)).toEqual([
      'timeout pixel',
      'timeout pixel',
    ])
    expect(runs(packetsOn(world, '3d'))).toEqual([
      '0–2000005 long preempted',
      '2000005–4000010 long preempted',
      '4000010–5000000 long completed',
    ])
  })

  it('is reset where its engine stops between packets only [GP-23] [GP-09]', () => {
    const world = long(5 * S, { preemption: { graphics: 'dma-buffer' } })
    expect(actions(world)).toEqual(['2000000 timeout', '4000000 engine-reset'])
  })

  it('completes within the permitted time [GP-23]', () => {
    const world = long(4 * S - 1, { preemption: { graphics: 'dma-buffer' } })
    expect(actions(world)).toEqual(['2000000 timeout'])
    expect(runs(packetsOn(world, '3d'))).toEqual(['0–3999999 long completed'])
  })

  it('is never asked when it is over before [GP-23]', () => {
    expect(actions(long(2 * S - 1))).toEqual([])
    expect(actions(long(2 * S - 1, WIN7))).toEqual([])
  })

  it('each packet has its own time: many short ones together are no hang [GP-23]', () => {
    const world = worldOf({ system: { tdr: {}, ...WIN7 } })
    for (let i = 0; i < 5; i++) submit(world, { gpuTime: 1_500_000, context: 'busy' })
    world.wait(20 * S)
    expect(actions(world)).toEqual([])
    expect(packetsOn(world, '3d').map(({ outcome }) => outcome)).toEqual(Array(5).fill('completed'))
  })
})

describe('an adapter reset', () => {
  /** The app has 64 MiB in local memory, and the desktop is composed: its present of 16,667 µs asks for the engine. */
  function failing(): TestWorld {
    const resources = [{ name: 'main', size: 64 * MIB, resident: true }]
    const world = worldOf({
      system: { tdr: {}, compositor: {} },
      app: { effects: [{ name: 'Blur', gpuTime: 4_000, resources }] },
    })
    world.do({ verb: 'apply', value: 'Blur' })
    submit(world, { gpuTime: 1_000, context: 'good', engine: 'compute' })
    world.wait(10_000)
    world.do({ verb: 'inject', value: { fault: 'engine-reset-fails', count: 1 } })
    hang(world)
    submit(world, { gpuTime: 5_000, context: 'bad' })
    submit(world, { gpuTime: 9 * S, context: 'good', engine: 'copy' })
    world.wait(5 * S)
    return world
  }

  it('follows an engine reset that fails: every device is removed, and all contents are lost, which is a finding [GP-24] [TN-40]', () => {
    const world = failing()
    expect(actions(world)).toContain('2016667 adapter-reset')
    expect(actions(world).join()).not.toContain('engine-reset')
    expect(world.scheduler.timeouts).toMatchObject({ engineResets: 0, adapterResets: 1 })
    const [reset] = world.of('tdr').filter(({ action }) => action === 'adapter-reset')
    expect(reset?.because).toContain('the engine reset failed')
    expect(reset?.because).toContain(`${64 * MIB} bytes of video memory are lost`)
    expect(findings(world, 'GP-24')).toEqual([`the adapter was reset: ${reset?.because}`])
    const removed = world.of('device-removed')
    expect(removed.map(({ device }) => device).sort()).toEqual(['app', 'bad', 'dwm', 'good'])
    // whose packet hung, and those that were reset with it
    expect(reasons(world)).toEqual([
      'app DXGI_ERROR_DEVICE_RESET',
      'bad DXGI_ERROR_DEVICE_HUNG',
      'dwm DXGI_ERROR_DEVICE_RESET',
      'good DXGI_ERROR_DEVICE_RESET',
    ])
    // the packet on another engine went with the rest
    expect(packetsOn(world, 'copy')).toMatchObject([{ context: 'good', end: 2_016_667 }])
    expect(packetsOn(world, 'copy').map(({ outcome }) => outcome)).not.toContain('completed')
    expect(submit(world, {})).toBe('DXGI_ERROR_DEVICE_REMOVED')
  })

  it('the compositor makes another device and goes on; so does the app when it has made one [GP-24]', () => {
    const world = failing()
    const presented = packetsOn(world, '3d', 'dwm').filter(
      ({ start, outcome }) => start >= 2_016_667 && outcome === 'completed',
    )
    // at every vertical blank from 2.033333 s, the one after that of the reset, to 5 s
    expect(presented[0]?.start).toBe(2_033_333)
    expect(presented).toHaveLength(179)
    expect(world.do({ verb: 'recreateDevice', value: true })).toBe('S_OK')
    expect(world.do({ verb: 'apply', value: 'Blur' })).toBe('S_OK')
    world.wait(S)
    expect(world.editor.effect('Blur')?.completed).toBe(1)
    expect(submit(world, { gpuTime: 1_000, context: 'good' })).toBe('S_OK')
    world.wait(S)
    expect(packetsOn(world, '3d', 'good').map(({ outcome }) => outcome)).toEqual(['completed'])
  })

  it.each([['paging'], ['3d']])('follows a hang of a paging packet, on the engine %s [GP-24]', (pagingEngine) => {
    const world = crampedWorld({ tdr: {}, driver: { pagingEngine } })
    hang(world, undefined, 'paging')
    // c has to leave first
    submitParts(world, part('a'), part('b'))
    world.wait(10 * S)
    const [reset, ...more] = world.of('tdr').filter(({ action }) => action !== 'timeout')
    expect(more).toEqual([])
    expect(reset).toMatchObject({ t: 5_000_000, engine: pagingEngine, action: 'adapter-reset' })
    expect(reset?.because).toContain('paging packet')
    expect(world.device.removed).toMatchObject({ t: 5_000_000, reason: 'DXGI_ERROR_DEVICE_RESET' })
    expect(packetsOn(world, pagingEngine).filter(({ outcome }) => outcome === 'reset')).toMatchObject([
      { kind: 'paging', start: 1_000_000, end: 5_000_000 },
    ])
    // nothing stands still afterwards
    expect(world.do({ verb: 'recreateDevice', value: true })).toBe('S_OK')
    submitParts(world, part('a'), part('b'))
    world.wait(S)
    expect(runs(packetsOn(world, '3d', 'app')).at(-1)).toMatch(/completed/)
    expect(world.device.removed).toBeNull()
  })
})
