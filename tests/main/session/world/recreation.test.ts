import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { describe, expect, test } from 'vitest'
import { POLICY_NAMES } from '../../../../preload/contract'
import { allocate, defragment, free, placedWorld } from '../../editor/placed-rig'
import { conservationProblems } from '../../support/conservation'
import { appPackets, MIB, MS, S, stateOf, type TestWorld, worldOf } from '../../support/world'

const EFFECTS = [
  {
    name: 'Blur',
    gpuTime: '10ms',
    resources: [
      { name: 'main', size: '8MiB', priority: 'high' },
      { name: 'temp', size: '4MiB', resident: false },
    ],
  },
  { name: 'Sharpen', gpuTime: '4ms', resources: [{ name: 'kernel', size: '1MiB' }] },
]

function app(policy: string, system: Record<string, unknown> = {}): TestWorld {
  return worldOf({ system: { localMemory: '64MiB', ...system }, app: { policy, effects: EFFECTS } })
}

const live = (world: TestWorld): string[] => {
  const { table } = world.vidmm.residency
  return [...table.live()].map((handle) => `${table.names[handle]} ${table.devices[handle]}`).sort()
}
const resource = (world: TestWorld, name: string) => {
  const found = world.editor.effects.flatMap(({ resources }) => resources).find((candidate) => candidate.name === name)
  if (found === undefined) throw new Error(`no ${name}`)
  return found
}
const recreate = (world: TestWorld) => world.do({ verb: 'recreateDevice', value: true })
const press = (world: TestWorld, effect = 'Blur') => world.do({ verb: 'apply', value: effect })

describe('after removal [RS-07]', () => {
  function removed(policy = 'fence-lru'): TestWorld {
    const world = app(policy)
    world.device.remove('DXGI_ERROR_DEVICE_HUNG', 'a test says so')
    return world
  }

  test('nothing works until the app recreates its device; then everything does', () => {
    const world = removed()
    expect(press(world)).toBe('DXGI_ERROR_DEVICE_REMOVED')
    const before = world.device
    expect(recreate(world)).toBe('S_OK')
    expect(world.device).not.toBe(before)
    expect([world.device.removed, world.device.getDeviceRemovedReason()]).toEqual([null, 'S_OK'])
    expect(before.removed).not.toBeNull()
    expect(press(world)).toBe('S_OK')
    world.wait(S)
    expect(appPackets(world)).toMatchObject([{ fence: 1, outcome: 'completed' }])
  })

  test('every object is created anew as it was at first: resident or not, with its priority', () => {
    const world = removed()
    recreate(world)
    expect(live(world)).toEqual(['Blur.main 2', 'Blur.temp 2', 'Sharpen.kernel 2'])
    const states = ['Blur.main', 'Blur.temp', 'Sharpen.kernel'].map((name) => stateOf(world, resource(world, name)))
    expect(states).toEqual(['resident', 'paged-out', 'resident'])
    expect(world.vidmm.residency.table.priorities[resource(world, 'Blur.main').handle]).toBe(3)
    expect(world.of('destroy').map((record) => record.resource)).toEqual(['Blur.main', 'Blur.temp', 'Sharpen.kernel'])
    expect(world.of('create')).toHaveLength(6)
  })

  test('the effects that were added stay, those that were taken away stay away', () => {
    const world = removed()
    world.do({ verb: 'removeEffect', value: 'Sharpen' })
    recreate(world)
    expect(world.editor.effects.map(({ spec }) => spec.name)).toEqual(['Blur'])
    world.do({ verb: 'addEffect', value: { name: 'Tint', gpuTime: 1000, resources: [] } })
    recreate(world)
    expect(world.editor.effects.map(({ spec }) => spec.name)).toEqual(['Blur', 'Tint'])
  })

  test.each(POLICY_NAMES)('%s starts anew on the new device, registered as before', (policy) => {
    const world = app(policy)
    const before = { registered: world.vidmm.trimWorker.registered, ...world.editor.policy.registration }
    press(world)
    press(world, 'Sharpen')
    world.wait(S)
    world.device.remove('DXGI_ERROR_DEVICE_HUNG', 'a test says so')
    recreate(world)
    expect({ registered: world.vidmm.trimWorker.registered, ...world.editor.policy.registration }).toEqual(before)
    expect([world.editor.policy.name, world.editor.policy.submissions]).toEqual([policy, 0])
    expect(press(world)).toBe('S_OK')
    world.wait(S)
    world.do({ verb: 'periodicTrim', value: true })
    // two published managers evict at the first trim what was never used, on any device
    const known = ['translation-layer', 'glon12-trim'].includes(policy) ? ['PL-12c'] : []
    expect(world.of('finding').flatMap(({ t, rule }) => (t > S ? [rule] : []))).toEqual(known)
  })

  const own = { name: 'own', size: 2 * MIB, resident: true }
  const priorityOf = (world: TestWorld, name: string) =>
    world.vidmm.residency.table.priorities[world.editor.find(name)?.handle ?? -1]
  const prioritise = (world: TestWorld, name: string, priority: 'low' | 'normal' | 'maximum') =>
    world.do({ verb: 'residencyPriority', value: { resource: name, priority } })

  test('so is every resource of no effect, with the priority that was set by hand [RS-10] [SC-13]', () => {
    const world = app('fence-lru')
    world.do({ verb: 'resource', value: own })
    world.do({ verb: 'resource', value: { ...own, name: 'plain', priority: 'high' } })
    world.do({ verb: 'allocate', value: { name: 'placed', size: MIB, heap: 'upload' } })
    expect(prioritise(world, 'own', 'maximum')).toBe('S_OK')
    expect(prioritise(world, 'plain', 'normal')).toBe('S_OK')
    expect(prioritise(world, 'placed', 'low')).toBe('S_OK')
    for (let round = 0; round < 2; round++) {
      recreate(world)
      // of MINIMUM 0 to MAXIMUM 4
      expect(['own', 'plain', 'placed'].map((name) => priorityOf(world, name))).toEqual([4, 2, 1])
    }
    // what is made anew under the name begins as it says
    world.do({ verb: 'free', value: { name: 'own' } })
    world.do({ verb: 'resource', value: own })
    recreate(world)
    expect(priorityOf(world, 'own')).toBe(2)
  })

  test('an effect that cannot be created again is told; the next device gets it [RS-07]', () => {
    const world = removed()
    world.do({ verb: 'inject', value: { fault: 'allocation-fails', count: 1 } })
    recreate(world)
    expect(world.of('finding')).toMatchObject([{ rule: 'SC-16', message: expect.stringContaining('Blur') }])
    expect(live(world)).toEqual(['Sharpen.kernel 2'])
    recreate(world)
    expect(world.of('finding')).toHaveLength(1)
    expect(live(world)).toEqual(['Blur.main 3', 'Blur.temp 3', 'Sharpen.kernel 3'])
    expect(priorityOf(world, 'Blur.main')).toBe(3)
    expect(press(world)).toBe('S_OK')
  })

  test('so it is with an effect that could not be made anew on a device that works [RS-07]', () => {
    const world = app('fence-lru')
    world.do({ verb: 'inject', value: { fault: 'allocation-fails', count: 20 } })
    world.do({ verb: 'allocation', value: 'placed' })
    while (world.faults.take('allocation-fails') !== null) {}
    expect(live(world)).toEqual([])
    recreate(world)
    expect(world.editor.effects.map(({ spec }) => spec.name)).toEqual(['Blur', 'Sharpen'])
    expect(press(world)).toBe('S_OK')
  })

  test('and with resources and allocations, with the priority that was set by hand; for want of room is no finding of removed devices [RS-07] [RS-10] [SC-16]', () => {
    const world = app('fence-lru')
    for (const name of ['Blur', 'Sharpen']) world.do({ verb: 'removeEffect', value: name })
    world.do({ verb: 'resource', value: own })
    world.do({ verb: 'allocate', value: { name: 'placed', size: MIB } })
    prioritise(world, 'own', 'maximum')
    world.do({ verb: 'inject', value: { fault: 'allocation-fails', count: 20 } })
    recreate(world)
    while (world.faults.take('allocation-fails') !== null) {}
    expect(['own', 'placed'].map((name) => world.editor.find(name))).toEqual([undefined, undefined])
    const findings = world.of('finding').map(({ rule, message }) => `${rule}: ${message}`)
    // for want of room: neither was anything used that is not resident, nor is this device removed
    expect(findings.filter((text) => text.includes('again'))).toEqual([
      'SC-16: resource own could not be created again: E_OUTOFMEMORY',
      'SC-16: allocation placed could not be created again: E_OUTOFMEMORY',
    ])
    recreate(world)
    expect(['own', 'placed'].map((name) => world.editor.find(name)?.name)).toEqual(['own', 'placed'])
    expect(priorityOf(world, 'own')).toBe(4)
  })

  test('what is given up meanwhile is not tried again [RS-07] [SC-16]', () => {
    const world = app('fence-lru')
    world.do({ verb: 'resource', value: own })
    world.do({ verb: 'resource', value: { ...own, name: 'other' } })
    world.do({ verb: 'inject', value: { fault: 'allocation-fails', count: 4 } })
    recreate(world)
    expect(live(world)).toEqual([])
    expect(world.do({ verb: 'removeEffect', value: 'Blur' })).toBe('S_OK')
    expect(world.do({ verb: 'removeEffect', value: 'Blur' })).toBe('E_INVALIDARG')
    expect(world.do({ verb: 'free', value: { name: 'own' } })).toBe('S_OK')
    expect(world.do({ verb: 'free', value: { name: 'own' } })).toBe('E_INVALIDARG')
    // its name is given to something new
    expect(world.do({ verb: 'resource', value: { ...own, name: 'other', size: MIB } })).toBe('S_OK')
    recreate(world)
    expect(live(world)).toEqual(['Sharpen.kernel 3', 'other 3'])
    expect(world.editor.find('other')?.size).toBe(MIB)
  })
})

describe('of a device that works, destroying it [RS-14]', () => {
  test('waits for what runs, drops what is queued, and leaves nothing behind [RS-11]', () => {
    const world = app('fence-lru')
    press(world)
    press(world, 'Sharpen')
    world.wait(5 * MS)
    recreate(world)
    // Blur runs until its end; its resources are still there, beside the new ones
    const running = ['Blur.main 1', 'Blur.temp 1']
    const fresh = ['Blur.main 2', 'Blur.temp 2', 'Sharpen.kernel 2']
    expect(live(world)).toEqual([...running, ...fresh].sort())
    expect(conservationProblems(world.vidmm)).toEqual([])
    world.wait(S)
    expect(live(world)).toEqual(fresh)
    // Sharpen stood in the hardware queue, behind Blur
    expect(appPackets(world)).toMatchObject([
      { fence: 2, start: 5 * MS, end: 5 * MS, outcome: 'device-removed' },
      { fence: 1, outcome: 'completed' },
    ])
    expect(world.device.removed).toBeNull()
  })

  test('while its paging is under way lets the transfer end and frees what it brought', () => {
    const world = app('fence-lru', { pagingBandwidth: 8 * MIB })
    press(world)
    world.wait(100 * MS)
    expect(stateOf(world, resource(world, 'Blur.temp'))).toBe('pending')
    recreate(world)
    world.wait(5 * S)
    expect(live(world)).toEqual(['Blur.main 2', 'Blur.temp 2', 'Sharpen.kernel 2'])
    expect([world.vidmm.paging.idle, world.sim.pending]).toEqual([true, 0])
    expect(conservationProblems(world.vidmm)).toEqual([])
  })

  test.each(['d3dx12-residency', 'd3dx12-residency-fixed'] as const)(
    'runs the app’s destructor first: what %s still held back goes to the old device',
    (policy) => {
      const big = (name: string) => ({
        name,
        gpuTime: '1s',
        resources: [{ name: 'r', size: '40MiB', resident: false }],
      })
      const world = worldOf({
        system: { localMemory: '64MiB', nonLocalMemory: '64KiB' },
        app: { policy, effects: [big('A'), big('B')] },
      })
      press(world, 'A')
      press(world, 'B')
      expect(world.editor.effects.map(({ lastFence }) => lastFence)).toEqual([1, 0])
      world.wait(100 * MS)
      recreate(world)
      expect(conservationProblems(world.vidmm)).toEqual([])
      world.wait(10 * S)
      expect([world.device.removed, world.of('finding')]).toEqual([null, []])
      expect(world.editor.effects.map(({ inFlight }) => inFlight)).toEqual([0, 0])
      expect(live(world)).toEqual(['A.r 2', 'B.r 2'])
      expect(press(world, 'B')).toBe('S_OK')
    },
  )

  test('many times over costs nothing: no allocation, registration, context or waiting event is left', () => {
    const world = app('creative-app')
    for (let round = 0; round < 50; round++) {
      press(world)
      world.wait(20 * MS)
      recreate(world)
    }
    world.wait(S)
    expect(live(world)).toHaveLength(3)
    expect([world.vidmm.trimWorker.registered, world.sim.pending]).toEqual([1, 0])
    const { table } = world.vidmm.residency
    expect(table.names.length).toBe(3)
    expect(appPackets(world)).toHaveLength(50)
    expect(conservationProblems(world.vidmm)).toEqual([])
  })

  test('keeps the count of what GPU work waited for paging', () => {
    const world = app('fence-lru', { pagingBandwidth: 4 * MIB })
    press(world)
    world.wait(2 * S)
    expect(world.scheduler.waitedForPaging).toBe(S)
    recreate(world)
    expect(world.scheduler.waitedForPaging).toBe(S)
    press(world)
    world.wait(2 * S)
    expect(world.scheduler.waitedForPaging).toBe(2 * S)
  })

  test('in the middle of a transfer: what is still on its way for the old device is nobody’s usage, and nothing new is trimmed [RS-14]', () => {
    // 96 MiB are on their way; with those of the new device the budget of 120 MiB would be exceeded
    const effects = [
      { name: 'Large', resources: [{ name: 'set', size: '96MiB', resident: false }] },
      { name: 'Small', resources: [{ name: 'kernel', size: '32MiB' }] },
    ]
    const system = { localMemory: 256 * MIB, budget: 120 * MIB, pagingBandwidth: 96 * MIB }
    const world = worldOf({ system, app: { policy: 'creative-app-fixed', effects } })
    // of the old device, but for the transfer
    const fence = world.device.createFence()
    const { hr } = world.device.enqueueMakeResident([resource(world, 'Large.set')], 0, fence, 1)
    expect([hr, world.vidmm.residency.counters[0].usage]).toEqual(['S_OK', 128 * MIB])
    world.wait(S / 2)
    const before = world.of('notification', 'evict').length
    recreate(world)
    expect(world.vidmm.residency.counters[0].usage).toBe(32 * MIB)
    expect(conservationProblems(world.vidmm)).toEqual([])
    world.wait(5 * S)
    expect(world.of('notification', 'evict').slice(before)).toEqual([])
    expect(stateOf(world, resource(world, 'Small.kernel'))).toBe('resident')
    expect(live(world)).toEqual(['Large.set 2', 'Small.kernel 2'])
    expect(conservationProblems(world.vidmm)).toEqual([])
  })

  test('in the middle of a slow callback: the old registration is not called again, the new one is', () => {
    const world = app('fence-lru')
    world.do({ verb: 'inject', value: { fault: 'callback-takes', count: 1, duration: S } })
    world.do({ verb: 'periodicTrim', value: true })
    recreate(world)
    world.do({ verb: 'periodicTrim', value: true })
    world.wait(5 * S)
    expect(world.of('notification', 'callback').map(({ t, type }) => [t, type])).toEqual([
      [0, 'notification'],
      [S, 'callback'],
      [S, 'notification'],
      [S, 'callback'],
    ])
  })

  test('work of the old device that ends later is not taken for the new effect’s', () => {
    const finished: string[] = []
    const world = worldOf(
      { system: { localMemory: '64MiB' }, app: { policy: 'none', effects: [EFFECTS[1]] } },
      { editor: { effectFinished: (name) => finished.push(name) } },
    )
    press(world, 'Sharpen')
    recreate(world)
    world.wait(S)
    expect(finished).toEqual([])
    press(world, 'Sharpen')
    world.wait(S)
    expect(finished).toEqual(['Sharpen'])
  })
})

describe('devices that are gone', () => {
  test('are forgotten, however often the device is made anew [RS-14]', async () => {
    const world = app('fence-lru')
    recreate(world)
    const earlier = new WeakRef(world.device)
    press(world)
    world.wait(S)
    for (let i = 0; i < 3; i++) {
      recreate(world)
      press(world)
      world.wait(S)
    }
    await collected()
    expect(earlier.deref() === undefined).toBe(true)
  })

  test.each(['reached its aim', 'cancelled'])(
    'are forgotten by a guided run that was begun on them, too: %s [RS-14 BP-17]',
    async (ending) => {
      const world = app('fence-lru', { developerMode: true })
      recreate(world)
      press(world)
      world.wait(S)
      const earlier = new WeakRef(world.device)
      world.do({ verb: 'workflow', value: { name: 'turn-off', maxPasses: 8 } })
      if (ending === 'cancelled') world.do({ verb: 'cancelWorkflow', value: true })
      else world.wait(S)
      expect(world.workflows.view?.state).toBe(ending === 'cancelled' ? 'cancelled' : 'done')
      for (let i = 0; i < 3; i++) {
        recreate(world)
        press(world)
        world.wait(S)
      }
      await collected()
      expect(earlier.deref() === undefined).toBe(true)
    },
  )

  test('are forgotten by a defragmentation that was carried out on them [RS-14 DF-05]', async () => {
    const world = placedWorld()
    recreate(world)
    const earlier = new WeakRef(world.device)
    for (const name of ['a', 'b', 'c', 'd', 'e']) allocate(world, name, 1)
    free(world, 'a')
    expect(defragment(world)).toBe('S_OK')
    world.wait(S)
    expect(world.editor.defragmenter.state).toBe('done')
    for (let i = 0; i < 3; i++) {
      recreate(world)
      world.wait(S)
    }
    await collected()
    expect(earlier.deref() === undefined).toBe(true)
  })
})

/** After what nobody refers to has gone. */
async function collected(): Promise<void> {
  setFlagsFromString('--expose-gc')
  const gc = runInNewContext('gc') as () => void
  for (let i = 0; i < 5; i++) {
    await new Promise((resolve) => setTimeout(resolve, 0))
    gc()
  }
}
