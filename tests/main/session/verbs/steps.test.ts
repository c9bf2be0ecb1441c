/** The verbs of a scenario, through the engine that runs the files. */
import { describe, expect, test } from 'vitest'
import { validateScenario } from '../../../../main/session/scenario'
import type { TraceRecord } from '../../../../main/sim/trace-records'
import { appPackets, type Draft, MIB, MS, type Run, runOf, S, worldOf } from '../../support/world'

/** One effect A with one resource of 8 MiB that pages in 1 s. */
function small(steps: Draft['steps'], more: Draft = {}): Draft {
  const effects = [{ name: 'A', gpuTime: '10ms', resources: [{ name: 'r', size: '8MiB', resident: false }] }]
  const system = { localMemory: '64MiB', pagingBandwidth: '8MiB', ...more.system }
  return { ...more, system, app: { policy: 'none', effects, ...more.app }, ...(steps === undefined ? {} : { steps }) }
}

function notifications(run: Run): number[][] {
  return run.of('notification').map(({ t, flags, bytesToTrim }) => [t / S, flags, bytesToTrim])
}

describe('apply', () => {
  test('makes resident, waits on the GPU for the paging, runs, and comes after what it caused [TN-28 RS-05 SC-09]', async () => {
    const run = await runOf(small([{ at: '1s', apply: 'A' }], { until: '5s' }))
    const isPaging = (record: TraceRecord) => record.type === 'packet' && record.kind === 'paging'
    // the transfer, DMA buffer by DMA buffer (RS-13)
    expect(run.of('packet').filter(isPaging)).toMatchObject(
      Array.from({ length: 100 }, (_, i) => ({
        context: 'system',
        start: S + i * 10 * MS,
        end: S + (i + 1) * 10 * MS,
      })),
    )
    const others = run.records.filter((record) => !isPaging(record))
    expect(others.map(({ t, type }) => [t, type])).toEqual([
      [0, 'create'],
      [1_000_000, 'make-resident'],
      // the memory is new to it (AN-10)
      [1_000_000, 'paging-operation'],
      [1_000_000, 'apply'],
      [2_000_000, 'paging-operation'],
      [2_000_000, 'page-in'],
      [2_010_000, 'packet'],
    ])
    expect(appPackets(run)).toMatchObject([
      { engine: '3d', fence: 1, start: 2_000_000, end: 2_010_000, outcome: 'completed' },
    ])
    expect(run.summary).toMatchObject({ waitedForPaging: 1_000_000, pageInBytes: 8_388_608, ok: true })
  })

  test('of two effects at once: packets one after another, each after its own paging [RS-02 RS-05]', async () => {
    const add = { name: 'B', gpuTime: '20ms', resources: [{ name: 'r', size: '4MiB', resident: false }] }
    const run = await runOf(
      small(
        [
          { at: 0, addEffect: add },
          { at: 0, apply: 'A' },
          { at: 0, apply: 'B' },
          { at: 0, apply: 'A' },
        ],
        { until: '5s' },
      ),
    )
    expect(appPackets(run).map(({ fence, start, end }) => [fence, start, end])).toEqual([
      [1, 1_000_000, 1_010_000],
      [2, 1_500_000, 1_520_000],
      [3, 1_520_000, 1_530_000],
    ])
    expect(run.of('apply').map(({ effect, submission }) => [effect, submission])).toEqual([
      ['A', 1],
      ['B', 2],
      ['A', 3],
    ])
  })
})

describe('an effect that could not be created', () => {
  const B = { name: 'B', resources: [{ name: 'r', size: '1MiB' }] }

  test('for want of memory: its press comes to nothing and says so [TN-40]', async () => {
    const steps = [
      { at: 0, inject: { fault: 'allocation-fails' } },
      { at: 0, addEffect: B },
      { at: '1s', apply: 'B' },
    ]
    const run = await runOf(small(steps))
    expect(run.of('apply', 'packet')).toEqual([])
    expect(run.of('finding').map(({ t, rule, message }) => [t, rule, message])).toEqual([
      [0, 'SC-16', 'effect B could not be created: E_OUTOFMEMORY'],
      [S, 'SC-16', 'B was not applied: there is no such effect'],
    ])
  })

  test('because the device is removed: the finding names the rule of removal [RS-07]', () => {
    const world = worldOf()
    world.device.remove('DXGI_ERROR_DEVICE_HUNG', 'a test')
    world.do({
      verb: 'addEffect',
      value: { name: 'B', gpuTime: 1, resources: [{ name: 'r', size: 1, resident: true }] },
    })
    expect(world.of('finding')).toMatchObject([
      { rule: 'RS-07', message: 'effect B could not be created: DXGI_ERROR_DEVICE_REMOVED' },
    ])
  })
})

describe('order of steps', () => {
  test('what a step causes at its own time runs before the next step of that time [TN-13]', async () => {
    const app = { policy: 'creative-app' }
    const steps = [
      { at: '2s', periodicTrim: true },
      { at: '2s', apply: 'A' },
      { at: '2s', restartPeriodicTrim: true },
    ]
    const run = await runOf(small(steps, { app }))
    expect(run.records.filter(({ t }) => t === 2 * S).map(({ type }) => type)).toEqual([
      'notification',
      'callback',
      'make-resident',
      'paging-operation',
      'apply',
      'notification',
      'callback',
    ])
  })

  test('events due exactly at the end still run, later ones do not', async () => {
    const run = await runOf(small([{ at: '1s', idle: true }], { until: '21s' }))
    expect(notifications(run).map(([t]) => t)).toEqual([1, 11, 21])
    const shorter = await runOf(small([{ at: '1s', idle: true }], { until: 20_999_999 }))
    expect(notifications(shorter).map(([t]) => t)).toEqual([1, 11])
  })

  test('an expectation sees the moment of its step', async () => {
    const steps = [
      { at: 0, apply: 'A' },
      { at: '999999us', expect: { resident: ['A.r'], localUsage: { min: '8MiB', max: '8MiB' } } },
      { at: '1s', expect: { resident: ['A.r'], pagedOut: ['A.r'] } },
    ]
    const { summary } = await runOf(small(steps))
    expect(summary.expectations).toEqual({ passed: 3, failed: 1 })
    expect(summary.ok).toBe(false)
  })
})

describe('notifications by hand', () => {
  test('each verb sends its flags at once, recorded also when nobody is registered [TN-21 TN-02 TN-04]', async () => {
    const steps = [
      { at: '1s', periodicTrim: true },
      { at: '2s', restartPeriodicTrim: true },
      { at: '3s', trimToBudget: '5MiB' },
      { at: '4s', notify: { flags: ['PERIODIC_TRIM', 'TRIM_TO_BUDGET'], bytes: '1MiB' } },
      { at: '5s', notify: { flags: ['TRIM_TO_BUDGET', 'RESTART_PERIODIC_TRIM'], bytes: 7 } },
    ]
    const run = await runOf(small(steps))
    expect(notifications(run)).toEqual([
      [1, 1, 0],
      [2, 2, 0],
      [3, 4, 5 * MIB],
      [4, 5, MIB],
      [5, 6, 7],
    ])
    expect(run.of('notification').every(({ callbacks }) => callbacks === 0)).toBe(true)
    expect(run.summary.notifications).toBe(5)
  })

  test.each([
    [{ flags: ['PERIODIC_TRIM', 'RESTART_PERIODIC_TRIM'] }, 'steps[0].notify.flags'],
    [{ flags: ['PERIODIC_TRIM', 'RESTART_PERIODIC_TRIM', 'TRIM_TO_BUDGET'], bytes: 1 }, 'steps[0].notify.flags'],
    [{ flags: ['PERIODIC_TRIM'], bytes: '1MiB' }, 'steps[0].notify.bytes'],
    [{ flags: ['RESTART_PERIODIC_TRIM'], bytes: 1 }, 'steps[0].notify.bytes'],
  ])('%j is bad input [TN-03]', (notify, path) => {
    const result = validateScenario({ trimline: 1, steps: [{ at: 0, notify }] })
    expect(result.ok ? [] : result.problems.map((problem) => problem.path)).toEqual([path])
  })

  test('do not change what nobody handles: residency stays as it was [TN-14]', async () => {
    const steps = [
      { at: 0, apply: 'A' },
      { at: '3s', notify: { flags: ['PERIODIC_TRIM', 'TRIM_TO_BUDGET'], bytes: '8MiB' } },
      { at: '4s', expect: { resident: ['A.r'], evictions: 0, notifications: 1 } },
    ]
    expect((await runOf(small(steps))).summary.ok).toBe(true)
  })
})

describe('the operating system', () => {
  test('idle, suspend, resume, lock and unlock act on the cadence [TN-21 TN-22 TN-23]', async () => {
    const steps = [
      { at: '1s', idle: true },
      { at: '2s', idle: true },
      { at: '5s', suspend: true },
      { at: '30s', resume: true },
      { at: '32s', lock: true },
      { at: '34s', unlock: true },
      { at: '45s', idle: false },
    ]
    const run = await runOf(small(steps, { until: '90s' }))
    expect(notifications(run).map(([t, flags]) => [t, flags])).toEqual([
      [1, 1],
      [30, 2],
      [34, 2],
      [44, 1],
      [45, 2],
    ])
  })

  test('a budget below the usage demands, each second, until it is kept [TN-24]', async () => {
    const steps = [
      { at: 0, apply: 'A' },
      { at: '2s', budget: '3MiB' },
      { at: '4500ms', budget: '8MiB' },
    ]
    const run = await runOf(small(steps, { until: '20s' }))
    expect(notifications(run)).toEqual([
      [2, 4, 5 * MIB],
      [3, 4, 5 * MIB],
      [4, 4, 5 * MIB],
    ])
    expect(run.of('budget')).toMatchObject([
      { t: 2_000_000, process: 'app', budget: 3 * MIB, usage: 8 * MIB },
      { t: 4_500_000, process: 'app', budget: 8 * MIB, usage: 8 * MIB },
    ])
  })

  test('another process moves the budget [RS-09 TN-24]', async () => {
    // 90 % of 64 MiB are 60,397,977.6 bytes; less 56 MiB: 1,677,721, down to 64 KiB: 1,638,400
    const steps = [
      { at: 0, apply: 'A' },
      { at: '2s', otherProcess: { name: 'game', usage: '56MiB' } },
    ]
    const run = await runOf(small(steps, { until: '2500ms' }))
    expect(run.of('budget')).toMatchObject([{ budget: 1_638_400 }])
    expect(notifications(run)).toEqual([[2, 4, 6_750_208]])
  })
})

describe('the app', () => {
  test('addEffect creates at that moment, removeEffect destroys when the GPU is done [RS-11]', async () => {
    const effect = { name: 'B', gpuTime: '20ms', resources: [{ name: 'one', size: 100_000 }] }
    const steps = [
      { at: '1s', addEffect: effect },
      { at: '2s', apply: 'B' },
      { at: '2s', removeEffect: 'B' },
      { at: '3s', expect: { localUsage: { max: 0 } } },
    ]
    const run = await runOf(small(steps))
    expect(run.of('create', 'destroy').slice(1)).toMatchObject([
      { t: 1_000_000, type: 'create', resource: 'B.one', bytes: 131_072, resident: true },
      { t: 2_020_000, type: 'destroy', resource: 'B.one', bytes: 131_072 },
    ])
    expect(run.summary.ok).toBe(true)
  })

  test('removed in the middle of its paging, the submission still ends [RS-11]', async () => {
    const resources = ['x', 'y', 'z'].map((name) => ({ name, size: '8MiB', resident: false }))
    const steps = [
      { at: 0, addEffect: { name: 'B', gpuTime: '5ms', resources } },
      { at: 0, apply: 'B' },
      { at: '500ms', removeEffect: 'B' },
    ]
    const run = await runOf(small(steps, { until: '10s' }))
    expect(appPackets(run)).toMatchObject([{ start: 3_000_000, end: 3_005_000, outcome: 'completed' }])
    expect(run.of('destroy').map(({ t }) => t)).toEqual([3_005_000, 3_005_000, 3_005_000])
    expect(run.of('device-removed', 'finding')).toEqual([])
  })

  test('policy rebuilds the app and keeps its resources [TN-20]', async () => {
    const steps = [
      { at: 0, apply: 'A' },
      { at: '2s', policy: 'fence-lru' },
      { at: '3s', periodicTrim: true },
      { at: '4s', expect: { evictable: ['A.r'] } },
    ]
    const run = await runOf(small(steps))
    expect(run.of('create')).toHaveLength(1)
    expect(run.of('evict')).toMatchObject([{ t: 3_000_000, resource: 'A.r', reason: 'periodic', references: 0 }])
    expect(run.summary.ok).toBe(true)
  })
})

describe('inject', () => {
  const policies = (fault: Record<string, unknown>) => [
    { at: 0, policy: 'none' },
    { at: 0, inject: fault },
    { at: 0, policy: 'fence-lru' },
    { at: '1s', periodicTrim: true },
    { at: '9s', periodicTrim: true },
  ]
  const callbacks = (run: Run) => run.of('callback').map(({ t, cookie }) => [t / S, cookie])

  test('register-out-of-memory leaves the policy without notifications [TN-09 TN-06]', async () => {
    const run = await runOf(small(policies({ fault: 'register-out-of-memory' })))
    expect(run.of('notification').map((record) => record.callbacks)).toEqual([0, 0])
  })

  test('callback-throws fails the next callback only [TN-16]', async () => {
    const run = await runOf(small([{ at: 0, apply: 'A' }, ...policies({ fault: 'callback-throws' })]))
    expect(callbacks(run)).toEqual([
      [1, 0],
      [9, 0],
    ])
    expect(run.of('finding')).toMatchObject([{ t: 1_000_000, rule: 'TN-16' }])
    expect(run.of('evict').map(({ t }) => t)).toEqual([9_000_000])
  })

  test('callback-takes makes the next callbacks take that long [TN-13 TN-25]', async () => {
    const run = await runOf(small(policies({ fault: 'callback-takes', duration: '10s', count: 2 }), { until: '60s' }))
    expect(notifications(run).map(([t]) => t)).toEqual([1, 11])
    expect(callbacks(run)).toEqual([
      [11, 0],
      [21, 0],
    ])
  })

  test('allocation-fails: the effect is not created, which is said, and nothing is left of it [SC-16]', async () => {
    const resources = [
      { name: 'one', size: '1MiB' },
      { name: 'two', size: '1MiB' },
    ]
    const steps = [
      { at: 0, inject: { fault: 'allocation-fails', count: 1 } },
      { at: 0, addEffect: { name: 'B', resources } },
      { at: '1s', addEffect: { name: 'C', resources } },
      { at: '2s', expect: { localUsage: { min: '2MiB', max: '2MiB' } } },
    ]
    const run = await runOf(small(steps))
    expect(run.of('finding')).toMatchObject([{ t: 0, rule: 'SC-16' }])
    expect(run.of('create').map(({ resource }) => resource)).toEqual(['A.r', 'C.one', 'C.two'])
    expect(run.summary.ok).toBe(true)
  })
})

describe('records carry the step that caused them', () => {
  test('through paging, packets and notifications that waited behind others', async () => {
    const effect = (name: string) => ({
      name,
      gpuTime: '2s',
      resources: [{ name: 'r', size: '8MiB', resident: false }],
    })
    const run = await runOf(
      small(
        [
          { at: 0, addEffect: effect('B') },
          { at: 0, apply: 'A' },
          { at: 0, apply: 'B' },
          { at: 0, inject: { fault: 'callback-takes', duration: '1s' } },
          { at: 0, policy: 'fence-lru' },
          { at: '9s', periodicTrim: true },
          { at: '9s', trimToBudget: '16MiB' },
          { at: '12s', idle: true },
        ],
        { until: '22s' },
      ),
    )
    const paging = run.of('packet').filter(({ kind }) => kind === 'paging')
    expect(paging.map(({ command, cause }) => [command, cause])).toEqual([
      ...Array.from({ length: 100 }, () => ['A.r', 2]),
      ...Array.from({ length: 100 }, () => ['B.r', 3]),
    ])
    const causes = run
      .of('page-in', 'packet', 'notification', 'evict')
      .filter((record) => record.type !== 'packet' || record.kind === 'standard')
      .map((record) => [record.type, record.t / S, record.cause])
    expect(causes).toEqual([
      ['page-in', 1, 2],
      ['packet', 1.01, 2],
      ['page-in', 2, 3],
      ['packet', 4, 3],
      ['notification', 9, 6],
      ['evict', 9, 6],
      ['evict', 9, 6],
      ['notification', 10, 7],
      ['notification', 12, 8],
      // the cadence is the system's own
      ['notification', 22, undefined],
    ])
  })
})

test('a page-out that waited for a running packet carries the step that evicted, with message 960 [RS-07]', async () => {
  const effect = (name: string) => ({ name, gpuTime: '10s', resources: [{ name: 'r', size: '8MiB' }] })
  const run = await runOf({
    system: { localMemory: '64MiB', pagingBandwidth: '8MiB', evictionMode: 'eager' },
    app: { policy: 'creative-app', effects: [effect('A'), { name: 'B', gpuTime: 1 }] },
    steps: [
      { at: 0, apply: 'A' },
      ...[1, 2, 3].map((second) => ({ at: `${second}s`, apply: 'B' })),
      { at: '4s', apply: 'B' },
    ],
    until: '20s',
  })
  expect(run.of('evict')).toMatchObject([{ t: 4_000_000, resource: 'A.r', reason: 'opportunistic', cause: 5 }])
  // and for the engine to let go of it (GP-15), behind the B that stood in the hardware queue by then
  expect(run.of('packet').filter(({ kind }) => kind === 'context-switch')).toMatchObject([
    { engine: '3d', context: 'null', start: 10_000_001, end: 10_000_001, cause: 5 },
  ])
  expect(run.of('page-out')).toMatchObject([{ resource: 'A.r', start: 10_000_001, end: 11_000_001, cause: 5 }])
  expect(run.of('finding').filter(({ rule }) => rule === 'RS-07')).toMatchObject([
    { t: 4_000_000, resource: 'A.r', message: expect.stringContaining('960') },
  ])
})

test('a world tells why the simulated API refused', () => {
  const world = worldOf()
  expect(world.do({ verb: 'removeEffect', value: 'Nothing' })).toBe('E_INVALIDARG')
  expect(world.do({ verb: 'apply', value: 'Nothing' })).toBe('E_INVALIDARG')
})

describe('calls that the simulated API refuses', () => {
  test('a reservation of more than is available is reported, and changes nothing [RS-08 TN-40]', async () => {
    const run = await runOf(small([{ at: 0, reserve: '60MiB' }]))
    expect(run.of('finding')).toMatchObject([{ rule: 'RS-08', message: expect.stringContaining('62914560 bytes') }])
    expect(run.of('budget')).toEqual([])
  })

  test('a priority for a resource that is gone is reported; one that never was is bad input [RS-10 SC-02]', async () => {
    const residencyPriority = { resource: 'A.r', priority: 'low' }
    const run = await runOf(
      small([
        { at: 0, removeEffect: 'A' },
        { at: 1, residencyPriority },
      ]),
    )
    expect(run.of('finding')).toMatchObject([{ rule: 'RS-10', message: expect.stringContaining('A.r') }])
    const unknown = validateScenario({
      trimline: 1,
      ...small([{ at: 0, residencyPriority: { ...residencyPriority, resource: 'A.x' } }]),
    })
    expect(unknown).toMatchObject({ ok: false, problems: [{ path: 'steps[0].residencyPriority.resource' }] })
  })
})

test("what was destroyed goes at its last packet's end, without being paged out for those who wait [RS-11 RS-14]", async () => {
  const resources = [{ name: 'r', size: '48MiB' }]
  const run = await runOf({
    system: { localMemory: '64MiB' },
    app: { policy: 'none', effects: [{ name: 'A', gpuTime: '10ms', resources }] },
    steps: [
      { at: 0, apply: 'A' },
      { at: 1000, recreateDevice: true },
      { at: '11ms', expect: { resident: ['A.r'], localUsage: { max: '48MiB' } } },
    ],
  })
  expect(run.of('destroy')).toMatchObject([{ t: 10_000 }])
  expect(run.of('page-out')).toEqual([])
  expect(run.summary).toMatchObject({ ok: true })
})
