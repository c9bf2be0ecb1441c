/** The app as a whole: what it has from which part, and what it is on another device; presses are in index.test.ts. */
import { describe, expect, it } from 'vitest'
import { inOneGo } from '../../../main/sim/slices'
import type { EffectSpec } from '../../../preload/contract'
import { KIB, MIB, MS, type TestWorld, worldOf } from '../support/world'
import { allocate, placedWorld } from './placed-rig'

const effect = (name: string, ...resources: string[]): EffectSpec => ({
  name,
  gpuTime: 1000,
  resources: resources.map((own) => ({ name: own, size: MIB, resident: true })),
})

/** The device is destroyed, and all is made again on another. @returns what was lost */
function moved(world: TestWorld) {
  return inOneGo(
    world.editor.moveTo(() => {
      world.device.destroy()
      return Object.assign(world, world.createDevice())
    }),
  )
}

const made = (world: TestWorld, since = 0): string[] =>
  world
    .of('create')
    .slice(since)
    .map(({ resource }) => resource)

describe('the app', () => {
  it('finds what it has by its full name, of whatever kind, and gives none twice', () => {
    const world = placedWorld()
    const { editor } = world
    expect(editor.addEffect(effect('Blur', 'a'))).toBe('S_OK')
    allocate(world, 'own', 1)
    const set = { name: 'set', size: MIB, resident: true }
    expect(editor.createResource(set)).toBe('S_OK')
    expect(['Blur.a', 'own', 'set', 'none'].map((name) => editor.find(name)?.name)).toEqual([
      'Blur.a',
      'own',
      'set',
      undefined,
    ])
    for (const name of ['Blur.a', 'own', 'set']) expect(editor.createResource({ ...set, name })).toBe('E_INVALIDARG')
    expect(editor.addEffect({ ...effect('own'), name: 'Blur' })).toBe('E_INVALIDARG')
    expect([editor.ownerOf('Blur.a'), editor.ownerOf('own')]).toEqual(['Blur', undefined])
  })

  it('frees what was made by hand, and nothing of an effect', () => {
    const world = placedWorld()
    world.editor.addEffect(effect('Blur', 'a'))
    allocate(world, 'own', 1)
    expect(['own', 'own', 'Blur.a', 'none'].map((name) => world.editor.free(name))).toEqual([
      'S_OK',
      'E_INVALIDARG',
      'E_INVALIDARG',
      'E_INVALIDARG',
    ])
  })

  it('uses any of it in a set of its own, and tells when that has ended', () => {
    const world = worldOf()
    world.editor.addEffect(effect('Blur', 'a'))
    const ended: boolean[] = []
    const use = (...names: string[]): string =>
      world.editor.use(names, { engine: 'compute', gpuTime: 2 * MS }, (completed) => ended.push(completed))
    expect([use('Blur.a'), use('none')]).toEqual(['S_OK', 'E_INVALIDARG'])
    world.wait(2 * MS - 1)
    expect(ended).toEqual([])
    world.wait(1)
    expect(ended).toEqual([true])
  })

  it('has one queue for each engine and priority, of which the direct one is the first', () => {
    const world = worldOf()
    const { editor } = world
    expect(editor.queueOn('3d')).toBe(world.queue)
    const [copy, urgent] = [editor.queueOn('copy'), editor.queueOn('copy', 'high')]
    expect([editor.queueOn('copy') === copy, urgent === copy]).toEqual([true, false])
    expect(editor.queues).toEqual([world.queue, copy, urgent])
  })

  it('knows no constants or presses of what it has not', () => {
    const { editor } = worldOf()
    expect([editor.setConstants('Blur', {}), editor.apply('Blur'), editor.effect('Blur')]).toEqual([
      'E_INVALIDARG',
      'E_INVALIDARG',
      undefined,
    ])
    editor.addEffect({ ...effect('Blur'), shader: 'Blur' })
    expect(editor.setConstants('Blur', { nothing: [1] })).toBe('E_INVALIDARG')
    expect(editor.setConstants('Blur', { radius: [3] })).toBe('S_OK')
    expect(editor.effect('Blur')?.spec.constants).toMatchObject({ radius: [3] })
  })
})

describe('another policy', () => {
  it('takes over what there is, and the one before is called no more', () => {
    const world = worldOf({ app: { policy: 'fence-lru' } })
    world.editor.addEffect(effect('Blur', 'a'))
    const before = world.editor.policy
    expect(inOneGo(world.editor.setPolicy('creative-app-fixed'))).toBe('S_OK')
    expect([world.editor.policy === before, world.editor.policy.name, world.editor.policyChoice]).toEqual([
      false,
      'creative-app-fixed',
      'creative-app-fixed',
    ])
    world.do({ verb: 'periodicTrim', value: true })
    // one callback, of the policy in charge
    expect(world.of('callback')).toHaveLength(1)
  })
})

describe('with another device [RS-07]', () => {
  it('all that was made and not given up is made again, in the order in which it was', () => {
    const world = placedWorld()
    const { editor } = world
    editor.addEffect(effect('Blur', 'a'))
    editor.createResource({ name: 'set', size: 64 * KIB, resident: true })
    editor.addEffect(effect('Gone', 'a'))
    allocate(world, 'own', 1)
    editor.addEffect(effect('Glow', 'a'))
    inOneGo(editor.removeEffect('Gone'))
    const before = world.device
    expect(moved(world)).toEqual([])
    expect([editor.effects.map(({ spec }) => spec.name), world.device === before]).toEqual([['Blur', 'Glow'], false])
    expect(['Blur.a', 'set', 'own', 'Glow.a', 'Gone.a'].map((name) => editor.find(name) !== undefined)).toEqual([
      true,
      true,
      true,
      true,
      false,
    ])
    expect(editor.queueOn('3d')).toBe(world.queue)
    expect(editor.apply('Glow')).toBe('S_OK')
  })

  it('has a policy of the same kind, which knows all of it', () => {
    const world = worldOf({ app: { policy: 'fence-lru' } })
    world.editor.addEffect(effect('Blur', 'a'))
    const before = world.editor.policy
    moved(world)
    expect([world.editor.policy === before, world.editor.policy.name]).toEqual([false, 'fence-lru'])
    expect(world.editor.policy.wouldTrim?.().map(({ name }) => name)).toEqual(['Blur.a'])
  })

  it('says what could not be made again, and the next one tries that after all else', () => {
    const world = worldOf()
    const { editor } = world
    editor.addEffect(effect('Blur', 'a'))
    editor.addEffect(effect('Glow', 'a'))
    world.do({ verb: 'inject', value: { fault: 'allocation-fails', count: 1 } })
    expect(moved(world)).toEqual([
      { hr: 'E_OUTOFMEMORY', message: 'effect Blur could not be created again: E_OUTOFMEMORY' },
    ])
    expect([editor.effects.length, editor.unmade.map(({ spec }) => spec.name)]).toEqual([1, ['Blur']])
    const since = world.of('create').length
    expect(moved(world)).toEqual([])
    expect([made(world, since), editor.unmade]).toEqual([['Glow.a', 'Blur.a'], []])
  })

  it('has the priorities and the immovable that were set by hand', () => {
    const world = placedWorld()
    const { editor } = world
    editor.addEffect(effect('Blur', 'a'))
    const own = allocate(world, 'own', 1)
    editor.memory.setMovable(own, false)
    editor.keepPriority('Blur.a', 'high')
    editor.keepPriority('own', 'low')
    moved(world)
    expect(editor.effect('Blur')?.spec.resources[0]?.priority).toBe('high')
    expect(editor.memory.find('own')?.allocation.movable).toBe(false)
  })

  it('is told of the removal of its own device alone', () => {
    const world = worldOf({ app: { policy: 'fence-lru' } })
    world.editor.addEffect(effect('Blur', 'a'))
    const before = world.device
    inOneGo(world.editor.moveTo(() => Object.assign(world, world.createDevice())))
    expect(world.editor.isDeviceRemoved).toBe(false)
    before.remove('DXGI_ERROR_DEVICE_HUNG', 'planted')
    expect([world.editor.isDeviceRemoved, world.editor.apply('Blur')]).toEqual([false, 'S_OK'])
    world.device.remove('DXGI_ERROR_DEVICE_HUNG', 'planted')
    expect([world.editor.isDeviceRemoved, world.editor.apply('Blur')]).toEqual([true, 'DXGI_ERROR_DEVICE_REMOVED'])
  })
})
