import { describe, expect, it } from 'vitest'
import { ask } from '../../../../main/session/commands/act'
import { AllocationState, type SessionCommand, TrimFlag } from '../../../../preload/contract'
import { effects, type LiveRig, MIB, rig } from '../live-rig'
import { portOf } from './support/port'

const register = (live: LiveRig, callback: string, behaviour = 'ignore' as const) =>
  live.do({ kind: 'registerCallback', callback, context: 'mine', behaviour })

describe('commands to the live session', () => {
  it('applies an effect: in flight at once, on the clip when the GPU has finished it', () => {
    const live = rig()
    expect(live.do({ kind: 'applyEffect', effect: 'Grayscale' })).toEqual({ ok: true })
    expect(live.shown.effects[1]).toMatchObject({ name: 'Grayscale', inFlight: 1, completed: 0 })
    expect(live.shown.project.stack).toEqual([])
    expect(live.state('Grayscale.convert')).toBe(AllocationState.pending)
    live.elapse(50)
    expect(live.shown.effects[1]).toMatchObject({ inFlight: 0, completed: 1 })
    expect(live.shown.project.stack).toEqual(['Grayscale'])
    expect(live.state('Grayscale.convert')).toBe(AllocationState.resident)
  })

  it('refuses what does not exist, and says what', () => {
    const live = rig()
    expect(live.do({ kind: 'applyEffect', effect: 'Sepia' })).toMatchObject({
      ok: false,
      hresult: { name: 'E_INVALIDARG', value: 0x80070057 },
      message: expect.stringContaining('Sepia'),
    })
    expect(live.do({ kind: 'removeEffect', effect: 'Sepia' })).toMatchObject({
      ok: false,
      message: expect.stringMatching(/Sepia/),
    })
    expect(live.do({ kind: 'selectResource', id: 4711 })).toMatchObject({
      ok: false,
      message: expect.stringMatching(/4711/),
    })
    expect(live.shown.project.canUndo).toBe(false)
  })

  it('adds and removes effects, and refuses those that clash or can never be resident', () => {
    const live = rig({ system: { localMemory: '512MiB', budget: '256MiB' } })
    const sepia = { name: 'Sepia', gpuTime: 1000, resources: [{ name: 'lut', size: MIB, resident: true }] }
    live.must({ kind: 'addEffect', effect: sepia })
    expect(live.state('Sepia.lut')).toBe(AllocationState.resident)
    expect(live.do({ kind: 'addEffect', effect: sepia })).toMatchObject({
      ok: false,
      message: expect.stringMatching(/"Sepia" exists/),
    })
    const huge = { ...sepia, name: 'Huge', resources: [{ name: 'all', size: 513 * MIB, resident: false }] }
    expect(live.do({ kind: 'addEffect', effect: huge })).toMatchObject({
      ok: false,
      message: expect.stringMatching(/Huge\.all/),
    })
    live.must({ kind: 'removeEffect', effect: 'Sepia' })
    expect(live.shown.effects.map(({ name }) => name)).toEqual(['Blur', 'Grayscale'])
    expect(live.shown.allocations.ids).toHaveLength(5)
  })

  it('gives DXGI_ERROR_ALREADY_EXISTS when a callback is registered twice, whatever its context [TN-08]', () => {
    const live = rig({ app: { policy: 'none' } })
    expect(register(live, 'OnTrim')).toMatchObject({ ok: true, hresult: { name: 'S_OK', value: 0 }, cookie: 0 })
    expect(
      live.do({ kind: 'registerCallback', callback: 'OnTrim', context: 'other', behaviour: 'throw' }),
    ).toMatchObject({
      ok: false,
      hresult: { name: 'DXGI_ERROR_ALREADY_EXISTS', value: 0x887a0036 },
      cookie: 0,
      message: expect.stringContaining('DXGI_ERROR_ALREADY_EXISTS'),
    })
    expect(live.shown.registrations).toEqual([
      { cookie: 0, callback: 'OnTrim', owner: 'by hand', context: 'mine', behaviour: 'ignore', stale: false },
    ])
    expect(live.do({ kind: 'unregisterCallback', cookie: 0 })).toMatchObject({ ok: true, hresult: { name: 'S_OK' } })
    expect(register(live, 'OnTrim')).toMatchObject({ ok: true, cookie: 1 })
  })

  it('passes on what unregistering gives for a number that is no cookie, or none any more [TN-10]', () => {
    const live = rig({ app: { policy: 'none' } })
    const codes = [0xffffffff, -1, 0.5, 7].map(
      (cookie) => live.do({ kind: 'unregisterCallback', cookie }).hresult?.name,
    )
    expect(codes).toEqual(['E_INVALIDARG', 'E_INVALIDARG', 'E_INVALIDARG', 'DXGI_ERROR_NOT_FOUND'])
  })

  it('says E_NOTIMPL where the system has no trim notifications [TN-01]', () => {
    const live = rig({ system: { trimNotifications: false } })
    expect(register(live, 'OnTrim').hresult).toEqual({ name: 'E_NOTIMPL', value: 0x80004001 })
    expect(live.do({ kind: 'setPolicy', policy: 'fence-lru' })).toMatchObject({
      ok: true,
      hresult: { name: 'E_NOTIMPL' },
      message: expect.stringContaining('fence-lru'),
    })
  })

  it('shows who registered, and what a rebuilt app leaves behind [TN-34]', () => {
    const live = rig()
    expect(live.shown.registrations).toEqual([
      { cookie: 0, callback: 'TrimCallback', owner: 'creative-app', context: 'this', behaviour: null, stale: false },
    ])
    expect(live.do({ kind: 'setPolicy', policy: 'creative-app-fixed' })).toEqual({ ok: true })
    expect(live.shown.registrations).toEqual([
      { cookie: 0, callback: 'TrimCallback', owner: 'creative-app', context: 'this', behaviour: null, stale: true },
      {
        cookie: 1,
        callback: 'TrimCallback',
        owner: 'creative-app-fixed',
        context: 'this',
        behaviour: null,
        stale: false,
      },
    ])
    expect(live.shown.findings.items.map(({ rule }) => rule)).toContain('TN-34b')
    expect(live.shown.system.policy).toBe('creative-app-fixed')
    expect(live.do({ kind: 'setPolicy', policy: 'creative-app' })).toMatchObject({
      ok: true,
      hresult: { name: 'DXGI_ERROR_ALREADY_EXISTS' },
    })
  })

  it('sends notifications by hand, with what each callback did [TN-02] [TN-04]', () => {
    const live = rig()
    live.must({ kind: 'periodicTrim' }, { kind: 'restartPeriodicTrim' }, { kind: 'trimToBudget', bytes: 3 * MIB })
    live.must({ kind: 'notify', flags: TrimFlag.PERIODIC_TRIM | TrimFlag.TRIM_TO_BUDGET, bytes: MIB })
    live.elapse(16)
    expect(live.notified).toEqual(['1×0', '2×0', `4×${3 * MIB}`, `5×${MIB}`])
    for (const { source, callbacks, results } of live.shown.notifications.items) {
      expect([source, callbacks, results.length]).toEqual(['hand', 1, 1])
      expect(results[0]).toMatchObject({ cookie: 0, owner: 'creative-app' })
    }
  })

  it('trims to the budget by what the app is over it by now, when no size is given [TN-24]', () => {
    const live = rig({ app: { policy: 'none', effects: effects({ A: 300 * MIB }) } })
    live.must({ kind: 'setBudget', bytes: 100 * MIB }, { kind: 'trimToBudget' })
    live.elapse(16)
    expect(live.shown.notifications.items.map(({ source, bytesToTrim }) => [source, bytesToTrim])).toEqual([
      ['system', 200 * MIB],
      ['hand', 200 * MIB],
    ])
  })

  it.each([
    [TrimFlag.PERIODIC_TRIM | TrimFlag.RESTART_PERIODIC_TRIM, 0],
    [7, MIB],
    [TrimFlag.PERIODIC_TRIM, 1],
    [TrimFlag.RESTART_PERIODIC_TRIM, MIB],
  ])('refuses a notification with flags %i and %i bytes, and sends none [TN-03]', (flags, bytes) => {
    const live = rig()
    expect(live.do({ kind: 'notify', flags, bytes })).toMatchObject({
      ok: false,
      message: expect.stringMatching(/TN-03/),
    })
    live.elapse(100)
    expect(live.notified).toEqual([])
  })

  it('lowers the budget: the notification has the excess, evictions follow, the charts show the new budget [TN-24]', () => {
    const live = rig()
    live.must({ kind: 'applyEffect', effect: 'Blur' }, { kind: 'applyEffect', effect: 'Grayscale' })
    live.elapse(100)
    live.must({ kind: 'setBudget', bytes: 64 * MIB })
    live.elapse(16)
    const { memory, system, notifications, samples } = live.shown
    const used = (64 + 64 + 32) * MIB + 2 * 65536
    expect(notifications.items[0]).toMatchObject({ flags: TrimFlag.TRIM_TO_BUDGET, bytesToTrim: used - 64 * MIB })
    expect(notifications.items[0]?.results[0]).toMatchObject({ evicted: 2, bytes: 128 * MIB })
    expect(memory).toMatchObject({ evictions: 2, local: { budget: 64 * MIB, evictable: 128 * MIB } })
    expect(memory.local.resident).toBe(used - 128 * MIB)
    expect(system.configuredBudget).toBe(64 * MIB)
    expect(samples.items.at(-1)).toMatchObject({ budget: 64 * MIB, resident: memory.local.resident })
  })

  it('lets the other process take memory: the budget follows, in the chart too [RS-09]', () => {
    const live = rig({ system: { localMemory: '1GiB' } })
    live.must({ kind: 'setOtherProcess', bytes: 824 * MIB })
    const budget = Math.floor((1024 * MIB * 9) / 10 / 65536) * 65536 - 824 * MIB
    const { memory, system, samples } = live.shown
    expect(memory.local.budget).toBeLessThanOrEqual(budget)
    expect(memory.local.budget).toBeGreaterThan(budget - 65536)
    expect([system.otherProcess, memory.local.other]).toEqual([824 * MIB, 824 * MIB])
    expect(samples.items.at(-1)).toMatchObject({ other: 824 * MIB, budget: memory.local.budget })
    live.must({ kind: 'setOtherProcess', bytes: 0 })
    expect(live.shown.samples.items.at(-1)).toMatchObject({ other: 0, budget: live.shown.memory.local.budget })
    live.must({ kind: 'setOtherProcess', bytes: 824 * MIB })
    expect(live.do({ kind: 'setOtherProcess', bytes: 1025 * MIB })).toMatchObject({
      ok: false,
      message: expect.stringMatching(/local segment/),
    })
    expect(live.shown.system.otherProcess).toBe(824 * MIB)
  })

  it('turns to eager eviction: what is evictable leaves its segment [RS-03]', () => {
    const live = rig({ app: { effects: effects({ A: MIB, B: MIB }) } })
    live.must({ kind: 'applyEffect', effect: 'A' }, { kind: 'applyEffect', effect: 'A' })
    live.must({ kind: 'trimToBudget', bytes: MIB })
    live.elapse(100)
    expect(live.state('B.r')).toBe(AllocationState.evictable)
    live.must({ kind: 'setEvictionMode', mode: 'eager' })
    live.elapse(100)
    expect(live.state('B.r')).toBe(AllocationState.pagedOut)
    expect(live.shown.system.evictionMode).toBe('eager')
  })

  it('says why a removed device refuses everything, and what to do [RS-07]', () => {
    const live = rig({
      system: { localMemory: '64MiB', budget: '57MiB' },
      app: { policy: 'none', effects: [big('A', 40), big('B', 40)] },
    })
    live.must({ kind: 'addEffect', effect: both })
    // the press is refused (RS-06); work that is submitted all the same removes the device
    expect(live.do({ kind: 'applyEffect', effect: 'Both' })).toMatchObject({ hresult: { name: 'E_OUTOFMEMORY' } })
    live.must({ kind: 'submit', engine: '3d', gpuTime: 1, resources: both.resources.map(({ name }) => `Both.${name}`) })
    live.elapse(200)
    const { removed } = live.shown.device
    expect(removed).toMatchObject({ reason: { name: 'DXGI_ERROR_DEVICE_HUNG', value: 0x887a0006 } })
    const refused = live.do({ kind: 'applyEffect', effect: 'A' })
    expect(refused).toMatchObject({ ok: false, hresult: { name: 'DXGI_ERROR_DEVICE_REMOVED' } })
    expect((refused as { message: string }).message).toContain('Recreate the device')
    expect(live.do({ kind: 'registerCallback', callback: 'x', context: '', behaviour: 'ignore' }).hresult?.name).toBe(
      'DXGI_ERROR_DEVICE_REMOVED',
    )
  })
})

describe('what a command asks for', () => {
  it.each<[SessionCommand, string, string[], boolean]>([
    [{ kind: 'setBudget', bytes: 8 * MIB }, 'set by hand, and to be saved', ['budget'], true],
    [{ kind: 'setProject', width: 640, height: 360 }, 'to be saved as it is then', [], true],
    [{ kind: 'reserve', bytes: MIB }, 'in the recording alone', [], false],
  ])('%o is kept when it is done: %s', (command, _how, verbs, toSave) => {
    const port = portOf()
    const { handChanges, project } = port.system
    const before = project.version
    const kept = (): unknown => [handChanges.history.map(({ action }) => action.verb), project.version > before]
    const request = ask(command, port)
    expect(kept()).toEqual([[], false])
    if (!('action' in request)) throw new Error('it was refused')
    request.done?.()
    expect(kept()).toEqual([verbs, toSave])
  })
})

const big = (name: string, size: number) => ({
  name,
  gpuTime: 1000,
  resources: [{ name: 'r', size: size * MIB, resident: false }],
})

/** Uses more at once than the segment has. */
const both = {
  name: 'Both',
  gpuTime: 1000,
  resources: [
    { name: 'left', size: 40 * MIB, resident: false },
    { name: 'right', size: 40 * MIB, resident: false },
  ],
}
