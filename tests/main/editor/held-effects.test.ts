/** The effects that the app has, on a real device, with a policy that writes down what it is told. */
import { describe, expect, it } from 'vitest'
import { EditorSets } from '../../../main/editor/editor-sets'
import { EffectResources } from '../../../main/editor/effect-resources'
import { builtInEffect, effectSpecOf, type ProjectFormat } from '../../../main/editor/effects/catalogue'
import { HeldEffects } from '../../../main/editor/held-effects'
import { Journal } from '../../../main/editor/journal'
import { Suballocation } from '../../../main/editor/suballocation'
import { NoPolicy } from '../../../main/policies/none'
import type { ResidencyPolicy } from '../../../main/policies/policy'
import { inOneGo, type SliceProgress } from '../../../main/sim/slices'
import type { ClipSpec, EffectSpec } from '../../../preload/contract'
import { hostOf } from '../policies/support/by-hand'
import { MIB, type TestWorld, worldOf } from '../support/world'

const PROJECT: ProjectFormat = { width: 1280, height: 720, format: 'R8G8B8A8_UNORM' }

/** Each resource of 1 MiB; of one whose name ends in "?" nothing is resident yet. */
function effect(name: string, ...resources: string[]): EffectSpec {
  const specs = resources.map((own) => ({ name: own.replace('?', ''), size: MIB, resident: !own.endsWith('?') }))
  return { name, gpuTime: 1000, resources: specs }
}

const sea: ClipSpec = { name: 'sea', width: 64, height: 64, frames: 2, thumbnails: 0 }

interface Rig {
  world: TestWorld
  held: HeldEffects
  journal: Journal
  /** what policy, hooks and reports were told, in order */
  said: string[]
}

function rig({ taken = [], refusal }: { taken?: string[]; refusal?: ResidencyPolicy['refusal'] } = {}): Rig {
  const world = worldOf()
  const said: string[] = []
  const journal = new Journal()
  const effectResources = new EffectResources(
    () => world.device,
    () => world.editor.memory,
  )
  class Told extends NoPolicy {
    readonly refusal = refusal

    override track(...told: Parameters<ResidencyPolicy['track']>): void {
      const [name, resources, isResident, , , kept] = told
      const states = resources.map((one) => `${one.name}${isResident(one) ? '' : '?'}`)
      said.push(`track ${name}: ${states.join(' ')}${kept === true ? ' kept' : ''}`)
      super.track(...told)
    }

    override untrack(name: string): void {
      said.push(`untrack ${name}`)
      super.untrack(name)
    }
  }
  const policy = new Told(hostOf(world))
  const report = (rule: string, message: string): void => void said.push(`${rule}: ${message}`)
  const sets = new EditorSets({
    sim: world.sim,
    work: world.editor.work,
    effectResources,
    policy: () => policy,
    isOfEffect: (resource) => held.ownerOf(resource) !== undefined,
    isListed: (resource) => world.device.isListed(resource),
    find: (name) => held.findResource(name),
    unmeetable: () => null,
    submitted: () => {},
    report,
  })
  const held = new HeldEffects(
    {
      effectResources,
      hooks: {
        effectAdded: ({ spec }) => void said.push(`added ${spec.name}`),
        effectsChanged: () => void said.push('changed'),
      },
      device: () => world.device,
      policy: () => policy,
      journal: () => journal,
      sets: () => sets,
      isTaken: (name) => taken.includes(name) || held.findResource(name) !== undefined,
      report,
    },
    PROJECT,
    'committed',
  )
  return { world, held, journal, said }
}

const names = ({ held }: Rig): string[] => held.all.map(({ spec }) => spec.name)
const destroyed = ({ world }: Rig): string[] => world.of('destroy').map(({ resource }) => resource)

describe('an effect that is added', () => {
  it('has its resources, is known to the policy and the journal, and then it is told', () => {
    const made = rig()
    const { held, journal, said } = made
    expect(held.add(effect('Blur', 'a', 'b?'))).toBe('S_OK')
    expect(said).toEqual(['track Blur: Blur.a Blur.b?', 'added Blur', 'changed'])
    expect([...journal.entries()]).toEqual([{ kind: 'effect', name: 'Blur' }])
    expect(held.get('Blur')).toMatchObject({ completed: 0, inFlight: 0, lastApplied: -1, applied: false })
  })

  it('is refused where its name or that of a resource is taken, or the policy refuses', () => {
    const made = rig({ taken: ['Glow.a'] })
    made.held.add(effect('Blur', 'a'))
    expect([made.held.add(effect('Blur', 'b')), made.held.add(effect('Glow', 'a'))]).toEqual([
      'E_INVALIDARG',
      'E_INVALIDARG',
    ])
    const refusing = rig({ refusal: 'E_OUTOFMEMORY' })
    expect([refusing.held.add(effect('Blur', 'a')), names(refusing), refusing.said]).toEqual(['E_OUTOFMEMORY', [], []])
    expect(refusing.world.of('create')).toEqual([])
  })

  it('is no longer among those that could not be made', () => {
    const { held } = rig()
    held.keepUnmade(effect('Blur'), 'E_OUTOFMEMORY')
    expect(held.unmade).toMatchObject([{ spec: { name: 'Blur' }, hresult: 'E_OUTOFMEMORY' }])
    held.add(effect('Blur'))
    held.keepUnmade(effect('Blur'), 'E_OUTOFMEMORY')
    expect(held.unmade).toEqual([])
  })
})

describe('what the app begins with', () => {
  it('is made in declared order, effects first, with how far it is; what cannot be is said and kept', () => {
    const made = rig()
    const slices: SliceProgress[] = []
    const huge = { name: 'Huge', gpuTime: 0, resources: [{ name: 'r', size: 2 ** 40, resident: true }] }
    const making = made.held.populate([effect('A', 'a'), huge, effect('B', 'b')], [sea])
    for (let next = making.next(); next.done !== true; next = making.next()) slices.push(next.value)
    expect(names(made)).toEqual(['A', 'B', 'sea'])
    expect(made.held.unmade.map(({ spec }) => spec.name)).toEqual(['Huge'])
    expect(made.said.filter((one) => one.startsWith('SC-16'))).toEqual([
      'SC-16: effect Huge could not be created: E_OUTOFMEMORY',
    ])
    const { done, total } = slices.at(-1) ?? {}
    expect(done).toBe(total)
  })

  it('is nothing on a device that is gone [RS-07]', () => {
    const { world, held, said } = rig()
    world.device.remove('DXGI_ERROR_DEVICE_HUNG', 'planted')
    inOneGo(held.populate([effect('A', 'a')], []))
    expect(said).toEqual(['RS-07: effect A could not be created: DXGI_ERROR_DEVICE_REMOVED'])
  })
})

describe('a resource', () => {
  it('is found by its full name, also with dots in it, and belongs to the one that has it', () => {
    const { held } = rig()
    held.add(effect('a.b', 'c.d'))
    held.add(effect('a', 'x', 'b.e'))
    expect(['a.b.c.d', 'a.x', 'a.b.e', 'a.y', 'b', 'a.b'].map((name) => held.findResource(name)?.name)).toEqual([
      'a.b.c.d',
      'a.x',
      'a.b.e',
      undefined,
      undefined,
      undefined,
    ])
    const resource = held.findResource('a.b.e')
    if (resource === undefined) throw new Error('it is not there')
    expect(held.ownerOf(resource)?.spec.name).toBe('a')
    // one that only has its name
    expect(held.ownerOf({ ...resource })).toBeUndefined()
  })

  it('keeps a priority that was set by hand, as its effect’s', () => {
    const { held } = rig()
    held.add(effect('Blur', 'a', 'b'))
    expect([held.keepPriority('Blur.b', 'high'), held.keepPriority('other', 'high')]).toEqual([true, false])
    expect(held.get('Blur')?.spec.resources.map(({ priority }) => priority)).toEqual([undefined, 'high'])
  })

  it('that a move is about to destroy is given up: its effect goes on with the others', () => {
    const { held, said } = rig()
    held.add(effect('Blur', 'a', 'b'))
    said.splice(0)
    const a = held.findResource('Blur.a')
    if (a === undefined) throw new Error('it is not there')
    held.giveUp(a)
    expect(said).toEqual(['untrack Blur', 'track Blur: Blur.b kept', 'changed'])
    expect([held.findResource('Blur.a'), held.get('Blur')?.spec.resources.map(({ name }) => name)]).toEqual([
      undefined,
      ['b'],
    ])
  })
})

describe('the order', () => {
  it('is that of declaration, until one is put before another', () => {
    const made = rig()
    for (const name of ['A', 'B', 'C']) made.held.add(effect(name))
    expect([made.held.list('C', 'A'), names(made)]).toEqual(['S_OK', ['C', 'A', 'B']])
    for (const [name, before] of [
      ['A', 'A'],
      ['A', 'X'],
      ['X', 'A'],
    ] as const)
      expect(made.held.list(name, before)).toBe('E_INVALIDARG')
    expect(names(made)).toEqual(['C', 'A', 'B'])
  })
})

describe('an effect that is removed', () => {
  it('is unknown to the policy before its resources go, and no new device gets it', () => {
    const made = rig()
    made.held.add(effect('Blur', 'a'))
    made.said.splice(0)
    expect(inOneGo(made.held.remove('Blur'))).toBe('S_OK')
    expect([made.said, destroyed(made), [...made.journal.entries()]]).toEqual([
      ['untrack Blur', 'changed'],
      ['Blur.a'],
      [],
    ])
    expect(inOneGo(made.held.remove('Blur'))).toBe('E_INVALIDARG')
  })

  it('and was never made is given up', () => {
    const { held } = rig()
    held.keepUnmade(effect('Blur'), 'E_OUTOFMEMORY')
    expect([inOneGo(held.remove('Blur')), held.unmade]).toEqual(['S_OK', []])
  })
})

describe('a clip', () => {
  it('shows another file, or the sample again, and an effect none', () => {
    const { held } = rig()
    inOneGo(held.importInSlices(sea))
    held.add(effect('Blur'))
    const file = { path: '/sea.mp4', type: 'video/mp4', size: 5, modified: 0, fingerprint: 'f' } as const
    expect(held.relink('sea', file)).toBe('S_OK')
    expect(held.get('sea')?.spec.clip).toEqual({ ...sea, file })
    held.relink('sea', null)
    expect(held.get('sea')?.spec.clip).toEqual(sea)
    expect([held.relink('Blur', null), held.relink('land', null)]).toEqual(['E_INVALIDARG', 'E_INVALIDARG'])
  })
})

describe('all that is made anew', () => {
  const sepia = effectSpecOf(builtInEffect('Sepia'), PROJECT)

  it('with another size of the project are built-in effects in the sizes that they had, and no other', () => {
    const { held } = rig()
    held.add(sepia)
    held.add({ ...sepia, name: 'Own', shader: 'Sepia', resources: [{ name: 'r', size: MIB, resident: true }] })
    const own = held.get('Own')?.resources
    expect(inOneGo(held.setProject(2560, 1440))).toBe('S_OK')
    // four times the texels: four times the time
    expect(held.get('Sepia')?.spec.gpuTime).toBe(4 * sepia.gpuTime)
    expect(held.get('Sepia')?.resources.map(({ size }) => size)).toEqual(
      effectSpecOf(builtInEffect('Sepia'), { ...PROJECT, width: 2560, height: 1440 }).resources.map(({ size }) => size),
    )
    expect([held.get('Own')?.resources, held.format.width]).toEqual([own, 2560])
  })

  it('is nothing where it would not fit, or the device is gone', () => {
    const { world, held } = rig()
    held.add(sepia)
    const before = held.get('Sepia')?.resources
    expect(inOneGo(held.setProject(32_768, 32_768))).toBe('E_OUTOFMEMORY')
    world.device.remove('DXGI_ERROR_DEVICE_HUNG', 'planted')
    expect(inOneGo(held.setProject(640, 360))).toBe('DXGI_ERROR_DEVICE_REMOVED')
    expect(inOneGo(held.setAllocation('placed'))).toBe('DXGI_ERROR_DEVICE_REMOVED')
    expect([held.get('Sepia')?.resources, held.format, held.allocation]).toEqual([before, PROJECT, 'committed'])
  })

  it('placed or committed are the effects, but not the clips, which are placed always', () => {
    const { held, said } = rig()
    held.add(effect('Blur', 'a'))
    inOneGo(held.importInSlices(sea))
    const clip = held.get('sea')?.resources
    const isPlaced = (): boolean => held.get('Blur')?.resources[0] instanceof Suballocation
    expect([isPlaced(), clip?.every((one) => one instanceof Suballocation)]).toEqual([false, true])
    said.splice(0)
    expect(inOneGo(held.setAllocation('placed'))).toBe('S_OK')
    expect(said).toEqual(['untrack Blur', 'track Blur: Blur.a', 'added Blur', 'changed'])
    expect([isPlaced(), held.get('sea')?.resources, held.allocation]).toEqual([true, clip, 'placed'])
    expect(inOneGo(held.setAllocation('placed'))).toBe('S_OK')
    expect(said).toHaveLength(4)
  })

  it('and cannot be is removed, which is said, and stays the user’s', () => {
    const made = rig()
    made.held.add(effect('Blur', 'a'))
    made.world.do({ verb: 'inject', value: { fault: 'allocation-fails', count: 20 } })
    expect(inOneGo(made.held.setAllocation('placed'))).toBe('S_OK')
    expect([names(made), made.held.unmade.map(({ spec }) => spec.name)]).toEqual([[], ['Blur']])
    expect(made.said.at(-2)).toBe('SC-16: effect Blur could not be made anew: E_OUTOFMEMORY')
  })
})

describe('another policy', () => {
  it('is told of all that there is, as it is on the residency list', () => {
    const { world, held, said } = rig()
    held.add(effect('Blur', 'a', 'b'))
    held.add(effect('Glow'))
    const b = held.findResource('Blur.b')
    if (b === undefined) throw new Error('it is not there')
    world.device.evict(b)
    said.splice(0)
    inOneGo(held.trackAll())
    expect(said).toEqual(['track Blur: Blur.a Blur.b? kept', 'track Glow:  kept'])
  })
})
