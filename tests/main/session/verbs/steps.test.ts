/** The verbs of a scenario, through the engine that runs the files. */
import { describe, expect, test } from 'vitest'
import { validateScenario } from '../../../../main/session/scenario'
import { type Draft, type Run, runOf, S, worldOf } from '../../support/world'

/** One effect A with one resource of 8 MiB that pages in 1 s. */
function small(steps: Draft['steps'], more: Draft = {}): Draft {
  const effects = [{ name: 'A', gpuTime: '10ms', resources: [{ name: 'r', size: '8MiB', resident: false }] }]
  const system = { localMemory: '64MiB', pagingBandwidth: '8MiB', ...more.system }
  return { ...more, system, app: { policy: 'none', effects, ...more.app }, ...(steps === undefined ? {} : { steps }) }
}

function notifications(run: Run): number[][] {
  return run.of('notification').map(({ t, flags, bytesToTrim }) => [t / S, flags, bytesToTrim])
}

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
