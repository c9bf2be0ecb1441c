/** The creative app as a D3D12 client: effects with their resources, presses, and what it does when a call fails. */
import { describe, expect, it } from 'vitest'
import type { EffectSpec } from '../../../preload/contract'
import { KIB, MIB, MS, stateOf, worldOf } from '../support/world'

const sepia: EffectSpec = {
  name: 'Sepia',
  gpuTime: 3 * MS,
  resources: [
    { name: 'tone', size: 16 * MIB, resident: true },
    { name: 'table', size: 1, resident: false },
  ],
}

const full = { app: { policy: 'creative-app-fixed' } }
const usage = (world: ReturnType<typeof worldOf>) => world.vidmm.residency.counters[0].usage

describe('addEffect', () => {
  it('creates committed buffers as the effect says, resident or not, in order [TN-35] [TN-36]', () => {
    const world = worldOf(full)
    expect(world.editor.addEffect(sepia)).toBe('S_OK')
    const effect = world.editor.effect('Sepia')
    expect(effect?.resources.map(({ name, size }) => [name, size])).toEqual([
      ['Sepia.tone', 16 * MIB],
      ['Sepia.table', 64 * KIB],
    ])
    expect(effect?.resources.map((resource) => stateOf(world, resource))).toEqual(['resident', 'paged-out'])
    expect(usage(world)).toBe(16 * MIB)
    expect(effect).toMatchObject({ completed: 0, inFlight: 0, lastApplied: -1 })
  })

  it('refuses a name that is taken, changing nothing', () => {
    const world = worldOf(full)
    world.editor.addEffect(sepia)
    expect(world.editor.addEffect({ ...sepia, gpuTime: 1 })).toBe('E_INVALIDARG')
    expect(world.editor.effects).toHaveLength(1)
    expect(world.editor.effect('Sepia')?.spec.gpuTime).toBe(3 * MS)
    expect(usage(world)).toBe(16 * MIB)
  })

  it('creates all resources or none', () => {
    const world = worldOf(full)
    // the second creation fails: the first one is released again
    const second = { ...sepia, resources: sepia.resources.map((resource) => ({ ...resource, resident: true })) }
    const resources = [...second.resources, { name: 'never', size: 3 * 1024 * MIB, resident: true }]
    expect(world.editor.addEffect({ ...second, resources })).toBe('E_OUTOFMEMORY')
    expect(world.editor.effect('Sepia')).toBeUndefined()
    expect(usage(world)).toBe(0)
    expect(world.of('create', 'destroy').map((record) => `${record.type} ${record.resource}`)).toEqual([
      'create Sepia.tone',
      'create Sepia.table',
      'destroy Sepia.tone',
      'destroy Sepia.table',
    ])
    expect(world.editor.addEffect(second)).toBe('S_OK')
  })

  it('an injected allocation failure leaves no effect, as a finding says', () => {
    const world = worldOf(full)
    world.do({ verb: 'inject', value: { fault: 'allocation-fails', count: 1 } })
    expect(world.do({ verb: 'addEffect', value: sepia })).toBe('E_OUTOFMEMORY')
    expect(world.of('finding').map(({ message }) => message)).toEqual([
      'effect Sepia could not be created: E_OUTOFMEMORY',
    ])
    expect(world.do({ verb: 'addEffect', value: sepia })).toBe('S_OK')
  })
})

describe('apply', () => {
  it('counts what the GPU has finished and what it has not, and tells it', () => {
    const seen: string[] = []
    const hooks = { effectFinished: (effect: string) => void seen.push(effect) }
    const world = worldOf(full, { editor: hooks })
    world.editor.addEffect({ ...sepia, resources: [] })
    world.wait(5)
    for (let i = 0; i < 2; i++) expect(world.do({ verb: 'apply', value: 'Sepia' })).toBe('S_OK')
    const effect = world.editor.effect('Sepia')
    expect(effect).toMatchObject({ completed: 0, inFlight: 2, lastFence: 2, lastApplied: 5 })
    world.wait(3 * MS)
    expect(effect).toMatchObject({ completed: 1, inFlight: 1 })
    world.wait(3 * MS)
    expect(effect).toMatchObject({ completed: 2, inFlight: 0 })
    expect(seen).toEqual(['Sepia', 'Sepia'])
  })

  it('of an effect that does not exist comes to a finding and nothing else', () => {
    const world = worldOf(full)
    expect(world.do({ verb: 'apply', value: 'Sepia' })).toBe('E_INVALIDARG')
    expect(world.records).toMatchObject([{ type: 'finding', rule: 'SC-16' }])
  })

  it('on a removed device fails, and a finding says so [RS-07]', () => {
    const world = worldOf(full)
    world.editor.addEffect(sepia)
    world.device.remove('DXGI_ERROR_DEVICE_HUNG', 'a test')
    expect(world.do({ verb: 'apply', value: 'Sepia' })).toBe('DXGI_ERROR_DEVICE_REMOVED')
    expect(world.of('apply')).toEqual([])
    expect(world.of('finding').map(({ rule }) => rule)).toEqual(['RS-07'])
    expect(world.editor.effect('Sepia')).toMatchObject({ inFlight: 0, completed: 0, lastApplied: -1 })
  })

  it('on a removed device fails too where nothing has to be made resident [RS-07]', () => {
    const world = worldOf(full)
    world.editor.addEffect({ ...sepia, resources: sepia.resources.slice(0, 1) })
    world.device.remove('DXGI_ERROR_DEVICE_HUNG', 'a test')
    expect(world.do({ verb: 'apply', value: 'Sepia' })).toBe('DXGI_ERROR_DEVICE_REMOVED')
    expect(world.editor.effect('Sepia')).toMatchObject({ inFlight: 0, completed: 0, lastApplied: -1 })
  })

  it('work dropped with its device is neither in flight nor finished [RS-07]', () => {
    const world = worldOf(full)
    world.editor.addEffect(sepia)
    for (let i = 0; i < 3; i++) world.do({ verb: 'apply', value: 'Sepia' })
    world.wait(1 * MS)
    world.device.remove('DXGI_ERROR_DEVICE_HUNG', 'a test')
    world.wait(20 * MS)
    // the first one was running and runs out
    expect(world.editor.effect('Sepia')).toMatchObject({ completed: 1, inFlight: 0 })
  })
})

describe('removeEffect', () => {
  it('destroys its resources, once the GPU no longer needs them [RS-11]', () => {
    const world = worldOf(full)
    world.editor.addEffect({ ...sepia, resources: sepia.resources.slice(0, 1) })
    world.do({ verb: 'apply', value: 'Sepia' })
    expect(world.do({ verb: 'removeEffect', value: 'Sepia' })).toBe('S_OK')
    expect(world.editor.effect('Sepia')).toBeUndefined()
    expect(world.of('destroy')).toEqual([])
    world.wait(3 * MS)
    expect(world.of('destroy').map(({ t, resource }) => [t, resource])).toEqual([[3 * MS, 'Sepia.tone']])
    expect(usage(world)).toBe(0)
  })

  it('of an unknown effect changes nothing', () => {
    const world = worldOf(full)
    expect(world.do({ verb: 'removeEffect', value: 'Sepia' })).toBe('E_INVALIDARG')
  })

  it.each(['creative-app', 'creative-app-fixed', 'fence-lru', 'mapping-layer-periodic', 'driver-managed'])(
    'the policy %s forgets its resources: trims after it touch only what is left [RS-11]',
    (policy) => {
      const world = worldOf({ app: { policy } })
      world.editor.addEffect(sepia)
      world.editor.addEffect({ name: 'Glow', gpuTime: 0, resources: [{ name: 'r', size: 1, resident: true }] })
      for (const effect of ['Sepia', 'Glow', 'Sepia', 'Glow']) world.do({ verb: 'apply', value: effect })
      world.wait(20 * MS)
      world.do({ verb: 'removeEffect', value: 'Sepia' })
      world.do({ verb: 'addEffect', value: { ...sepia, resources: sepia.resources.slice(0, 1) } })
      world.do({ verb: 'apply', value: 'Sepia' })
      world.do({ verb: 'apply', value: 'Sepia' })
      world.do({ verb: 'trimToBudget', value: 1024 * MIB })
      for (let i = 0; i < 3; i++) world.do({ verb: 'periodicTrim', value: true })
      world.wait(25_000 * MS)
      expect(world.of('finding').filter(({ rule }) => !rule.startsWith('TN-34'))).toEqual([])
      const evicted = world.of('evict').map(({ resource }) => resource)
      expect(evicted.length).toBeGreaterThan(0)
      expect(evicted).not.toContain('Sepia.table')
    },
  )
})

describe('setPolicy', () => {
  it('builds the app anew and keeps its resources and their residency', () => {
    const world = worldOf(full)
    world.editor.addEffect(sepia)
    world.do({ verb: 'apply', value: 'Sepia' })
    world.wait(10 * MS)
    const before = world.editor.effect('Sepia')?.resources
    world.do({ verb: 'policy', value: 'fence-lru' })
    expect(world.editor.policy.name).toBe('fence-lru')
    expect(world.editor.policy.submissions).toBe(0)
    expect(world.editor.effect('Sepia')?.resources).toBe(before)
    expect(before?.map((resource) => stateOf(world, resource))).toEqual(['resident', 'resident'])
    // the new policy knows them as resident: nothing to make resident, and a trim takes each once
    world.do({ verb: 'apply', value: 'Sepia' })
    expect(world.of('make-resident')).toHaveLength(1)
    world.wait(10 * MS)
    world.do({ verb: 'trimToBudget', value: 1024 * MIB })
    expect(world.of('evict').map(({ resource, references }) => [resource, references])).toEqual([
      ['Sepia.tone', 0],
      ['Sepia.table', 0],
    ])
  })

  it('knows what the policy before it had evicted', () => {
    const world = worldOf(full)
    world.editor.addEffect(sepia)
    world.do({ verb: 'trimToBudget', value: 1024 * MIB })
    world.do({ verb: 'policy', value: 'none' })
    world.do({ verb: 'apply', value: 'Sepia' })
    expect(world.of('make-resident').map(({ resources }) => resources)).toEqual([['Sepia.tone', 'Sepia.table']])
  })
})
