/** The verbs `submit` and `system`: whose work it is, what it waits for, and which settings change. */
import { describe, expect, test } from 'vitest'
import type { ValueOf } from '../../../../main/session/verbs/action'
import { MIB, type TestWorld, worldOf } from '../../support/world'

const A = {
  name: 'A',
  gpuTime: 1,
  resources: [
    { name: 'r', size: MIB },
    { name: 's', size: MIB },
  ],
}
const world = (system: Record<string, unknown> = {}): TestWorld => worldOf({ system, app: { effects: [A] } })

function submit(to: TestWorld, value: Partial<ValueOf<'submit'>>): string {
  return to.do({ verb: 'submit', value: { engine: '3d', gpuTime: 10, priority: 'normal', ...value } })
}

const worked = (of: TestWorld): unknown[][] =>
  of
    .of('packet')
    .filter(({ kind }) => kind === 'standard')
    .map(({ context, engine, start, end }) => [context, engine, start, end])

describe('submit', () => {
  test('without a context is the app’s, on the queue that it has for engine and priority', () => {
    const w = world()
    for (const value of [{}, { engine: 'copy' }, { priority: 'high' }] as const) expect(submit(w, value)).toBe('S_OK')
    w.wait(100)
    expect(new Set(worked(w).map(([context, engine]) => `${context} ${engine}`))).toEqual(
      new Set(['app 3d', 'app copy', 'app (high) 3d']),
    )
    expect(w.editor.queues).toHaveLength(3)
  })

  test('with one is a process of its own', () => {
    const w = world()
    submit(w, { context: 'game' })
    submit(w, { context: 'game' })
    w.wait(100)
    expect(worked(w).map(([context, , start, end]) => [context, start, end])).toEqual([
      ['game', 0, 10],
      ['game', 10, 20],
    ])
    expect(w.editor.queues).toHaveLength(1)
  })

  test('uses what it names, parts too, each once', () => {
    const w = world()
    const [r, s] = ['A.r', 'A.s'].map((name) => w.editor.find(name)?.handle)
    submit(w, {
      resources: ['A.r', 'A.r'],
      parts: [
        { gpuTime: 5, resources: ['A.s', 'A.r'] },
        { gpuTime: 5, resources: [] },
      ],
    })
    expect(w.queue.workOf(1)?.allocations).toEqual([r, s])
  })

  test('of what is not there is refused, and nothing is submitted [SC-16]', () => {
    const w = world()
    expect(submit(w, { resources: ['A.r'], parts: [{ gpuTime: 10, resources: ['A.gone'] }] })).toBe('E_INVALIDARG')
    w.wait(100)
    expect(worked(w)).toEqual([])
    expect(w.of('finding')).toMatchObject([
      {
        rule: 'SC-16',
        resource: 'A.gone',
        message: 'the work of the app was not submitted: there is no resource A.gone',
      },
    ])
  })

  test('waits for a fence by name, which another submission signals [GP-21, GP-22]', () => {
    const w = world()
    submit(w, { engine: 'copy', gpuTime: 40, signal: { fence: 'f', value: 3 } })
    submit(w, { wait: { fence: 'f', value: 3 } })
    w.wait(100)
    expect(
      worked(w)
        .filter(([, engine]) => engine === '3d')
        .at(-1),
    ).toEqual(['app', '3d', 40, 50])
    expect(w.fences.get('f')?.completedValue).toBe(3)
  })

  test('on a removed device is refused, and said by the rule of removal [RS-07]', () => {
    const w = world()
    w.device.remove('DXGI_ERROR_DEVICE_HUNG', 'a test')
    expect(submit(w, {})).toBe('DXGI_ERROR_DEVICE_REMOVED')
    expect(w.of('finding').map(({ rule, message }) => [rule, message])).toEqual([
      ['RS-07', 'the work of the app was not submitted: DXGI_ERROR_DEVICE_REMOVED'],
    ])
    // another process has a device of its own
    expect(submit(w, { context: 'game' })).toBe('S_OK')
  })

  test('on a removed device leaves nothing on an engine that the app has not used before, nor memory for it [RS-07] [GP-14]', () => {
    const w = world({ tdr: { delay: '10ms' }, driver: { contextAllocation: '64KiB' } })
    w.wait(1_000)
    w.device.remove('DXGI_ERROR_DEVICE_HUNG', 'a test')
    const before = w.records.length
    const wait = { fence: 'f', value: 1 }
    expect(submit(w, { engine: 'copy', priority: 'high', wait })).toBe('DXGI_ERROR_DEVICE_REMOVED')
    expect(w.do({ verb: 'use', value: { set: [], engine: 'compute', gpuTime: 1, context: 'own' } })).toBe(
      'DXGI_ERROR_DEVICE_REMOVED',
    )
    w.wait(50_000)
    expect(w.records.slice(before).map(({ type }) => type)).toEqual(['finding', 'finding'])
    // the next device has a queue of its own there
    expect(w.do({ verb: 'recreateDevice', value: true })).toBe('S_OK')
    expect(submit(w, { engine: 'copy', priority: 'high' })).toBe('S_OK')
    w.wait(1_000)
    expect(worked(w).at(-1)?.slice(0, 2)).toEqual(['app (high)', 'copy'])
  })

  test("the app's own name is the app's: no other process has it [SC-15, GP-25]", () => {
    const w = world()
    expect(submit(w, { context: 'app', gpuTime: 10, resources: ['A.r'] })).toBe('S_OK')
    w.wait(100)
    expect([worked(w), w.processes.has('app')]).toEqual([[['app', '3d', 0, 10]], false])
    w.device.remove('DXGI_ERROR_DEVICE_HUNG', 'a test')
    expect(submit(w, { context: 'app' })).toBe('DXGI_ERROR_DEVICE_REMOVED')
  })
})

describe('system', () => {
  const set = (to: TestWorld, value: ValueOf<'system'>): string => to.do({ verb: 'system', value })

  test('changes what it names, and leaves the rest', () => {
    const w = world()
    expect(set(w, { evictionMode: 'eager', periodicTrim: { interval: 2_000, idleAfter: undefined } })).toBe('S_OK')
    expect(w.vidmm.evictionMode).toBe('eager')
    w.do({ verb: 'idle', value: true })
    w.wait(10_000)
    expect(w.of('notification').map(({ t }) => t)).toEqual([0, 2_000, 4_000, 6_000, 8_000, 10_000])
    const tdr = { ...w.scheduler.timeouts.settings }
    set(w, { tdr: { delay: 5_000 } })
    expect(w.scheduler.timeouts.settings).toEqual({ ...tdr, delay: 5_000 })
    set(w, { compositor: { gpuTime: 700 } })
    expect(w.compositor.settings).toMatchObject({ enabled: false, gpuTime: 700 })
    expect(w.developer.mode).toBe(false)
    set(w, { developerMode: true })
    expect(w.developer.mode).toBe(true)
  })

  test('of the Windows 8 model, for a driver without its flips, is a violation each time that the model comes [GP-05]', () => {
    const w = world({ preemption: { model: 'win7' }, driver: { flipCaps: [] } })
    const violations = () => w.of('finding').filter(({ rule }) => rule === 'GP-05').length
    expect(violations()).toBe(0)
    for (const [settings, found] of [
      [{ model: 'win8' }, 1],
      [{ graphics: 'primitive' }, 1],
      [{ model: 'win7' }, 1],
      [{ model: 'win8' }, 2],
    ] as const) {
      set(w, { preemption: settings })
      expect(violations(), JSON.stringify(settings)).toBe(found)
    }
  })

  test('of preemption asks anew what the adapter can do, with what was asked for before [GP-04]', () => {
    const w = world()
    set(w, { preemption: { graphics: 'dma-buffer' } })
    expect(w.preemption).toMatchObject({ model: 'win8', graphics: 'dma-buffer' })
    set(w, { preemption: { model: 'win7' } })
    expect(w.preemption.model).toBe('win7')
    set(w, { preemption: { model: 'win8' } })
    expect(w.preemption).toMatchObject({ model: 'win8', graphics: 'dma-buffer' })
  })

  test('with a core that is not there changes nothing at all [BP-30]', () => {
    const w = world()
    expect(set(w, { evictionMode: 'eager', cpu: { cores: 2, dispatch: { core: 5 } } })).toBe('E_INVALIDARG')
    expect([w.vidmm.evictionMode, w.cpu.options.cores]).toEqual(['lazy', 4])
    expect(w.of('finding')).toMatchObject([{ rule: 'BP-30' }])
    set(w, { cpu: { cores: 2 } })
    expect(w.cpu.options.cores).toBe(2)
  })
})
