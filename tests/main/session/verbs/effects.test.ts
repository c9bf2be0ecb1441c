/** The verbs that press and make effects, through the engine that runs the files. */
import { describe, expect, test } from 'vitest'
import type { Action } from '../../../../main/session/verbs/steps'
import type { TraceRecord } from '../../../../main/sim/trace-records'
import { appPackets, type Draft, MS, runOf, S, worldOf } from '../../support/world'

/** One effect A with one resource of 8 MiB that pages in 1 s. */
function small(steps: Draft['steps'], more: Draft = {}): Draft {
  const effects = [{ name: 'A', gpuTime: '10ms', resources: [{ name: 'r', size: '8MiB', resident: false }] }]
  const system = { localMemory: '64MiB', pagingBandwidth: '8MiB', ...more.system }
  return { ...more, system, app: { policy: 'none', effects, ...more.app }, ...(steps === undefined ? {} : { steps }) }
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

  test('its presses are counted as never shown, as those of a set without its resource are [LB-04]', () => {
    const world = worldOf()
    world.do({ verb: 'apply', value: 'B' })
    expect(world.delays.pressesNotShown).toBe(1)
    world.do({ verb: 'use', value: { set: ['none'], engine: '3d', gpuTime: 1 } })
    expect(world.delays.pressesNotShown).toBe(2)
    expect([world.delays.openPresses, world.delays.presses.worst, world.delays.totals.count]).toEqual([[], null, 0])
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

describe('a set of its own', () => {
  const values = { engine: '3d', gpuTime: 1000 } as const

  test('is made resident and submitted like an effect, and is no effect’s [SC-13]', async () => {
    const steps = [
      { at: 0, use: { set: ['A.r'], gpuTime: '5ms' } },
      { at: '3s', expect: { resident: ['A.r'] } },
    ]
    const run = await runOf(small(steps))
    expect(run.summary.ok).toBe(true)
    expect(run.of('apply')).toEqual([{ t: 0, type: 'apply', submission: 1, resources: ['A.r'], cause: 1 }])
    expect(appPackets(run)).toMatchObject([{ start: S, end: S + 5 * MS }])
  })

  test('in a context of its own is that one’s work; its latency is known when the GPU has finished [SC-13, SC-15]', () => {
    const world = worldOf(small(undefined))
    const step: Action = { verb: 'use', value: { ...values, set: ['A.r'], context: 'export' } }
    world.do(step)
    expect(world.calls.of(step)).toEqual({ results: ['S_OK'], latency: null })
    world.wait(2 * S)
    const work = world.of('packet').filter(({ kind, start, end }) => kind === 'standard' && end > start)
    expect(work).toMatchObject([{ context: 'export', command: 'export', end: S + 1000 }])
    expect(world.calls.of(step)?.latency).toBe(S + 1000)
  })

  test('in the context of the app is in that one, as other work of the app: no two packets have one fence [SC-08, SC-13]', () => {
    const world = worldOf(small(undefined))
    world.do({ verb: 'use', value: { ...values, set: [], context: 'app' } })
    world.do({ verb: 'submit', value: { ...values, priority: 'normal', context: 'app' } })
    world.wait(S)
    const work = world.of('packet').filter(({ kind, start, end }) => kind === 'standard' && end > start)
    expect(work.map(({ context, fence, command }) => [context, fence, command])).toEqual([
      ['app', 1, 'use'],
      ['app', 2, 'submitted work'],
    ])
  })

  test('on a removed device comes to nothing, and is over at once [RS-07]', () => {
    const world = worldOf(small(undefined))
    world.device.remove('DXGI_ERROR_DEVICE_HUNG', 'a test')
    const step = { verb: 'apply', value: 'A' } as const
    expect(world.do(step)).toBe('DXGI_ERROR_DEVICE_REMOVED')
    world.wait(S)
    expect(world.calls.of(step)).toEqual({ results: ['DXGI_ERROR_DEVICE_REMOVED'], latency: null })
  })
})
