/** What a policy of one's own is told of the app's resources, and what comes of what it asks for (LB-14, LB-15). */
import { describe, expect, it } from 'vitest'
import { OwnPolicy } from '../../../../main/policies/own/own-policy'
import { defragment, effect, found, placedWorld } from '../../editor/placed-rig'
import { create, MIB, MS, type TestWorld, worldOf } from '../../support/world'
import { evicted, hostOf, NEVER, press, setOf } from '../support/by-hand'

/** A module of which the functions are these. */
const module = (functions: string, before = ''): string =>
  `export default { name: 'mine', create(host) { ${before} return {\n${functions}\n} } }`

function policyIn(world: TestWorld, text: string): OwnPolicy {
  return new OwnPolicy({ file: 'mine.mjs', text }, hostOf(world))
}

/** What it says by throwing, or what it did wrong. */
const said = (world: TestWorld): string[] =>
  world.of('finding').flatMap(({ rule, message }) => (rule === 'LB-15' ? [message] : []))

/** Effect A of two resources, of which the second is not resident. */
function tracked(world: TestWorld, policy: OwnPolicy) {
  const [x, y] = [create(world, 'x', MIB), create(world, 'y', 2 * MIB, false)]
  policy.track('A', [x, y], (resource) => resource === x, NEVER)
  return { x, y }
}

describe('what it is told', () => {
  it('are its units with their state and last use, and those that are gone', () => {
    const world = worldOf()
    const policy = policyIn(
      world,
      module(`onTrim() { throw new Error(host.units
        .map((u) => [u.name, u.size, u.resident, u.effect, u.lastFence, u.lastSubmission, u.lastUsed].join(' ')).join(', ')) }`),
    )
    const { x, y } = tracked(world, policy)
    policy.track('\u0000own', [create(world, 'z', MIB)], () => true, { lastFence: 0, lastApplied: 3 })
    const trim = (): void => policy.onTrim({ pContext: policy, Flags: 1, NumBytesToTrim: 0 })
    trim()
    world.wait(5 * MS)
    press(world, policy, setOf('A', x, y))
    trim()
    policy.untrack('A')
    trim()
    expect(said(world).map((message) => message.replace(/^mine\.mjs:\d+: Error: (.*) \(in onTrim\)$/, '$1'))).toEqual([
      'x 1048576 true A 0 0 -1, y 2097152 false A 0 0 -1, z 1048576 true  0 0 3',
      'x 1048576 true A 1 1 5000, y 2097152 true A 1 1 5000, z 1048576 true  0 0 3',
      'z 1048576 true  0 0 3',
    ])
  })

  it('are the heaps of its units also after a move has changed them [LB-14] [RS-15] [DF-11]', () => {
    const text = module('onTrim() { throw new Error(host.units.map((u) => [u.name, u.heap].join(" ")).join()) }')
    const effects = ['B', 'F', 'H', 'A'].map((name) => effect(name, name === 'H' ? '2MiB' : '1MiB'))
    const world = placedWorld({}, { policy: { file: 'mine.mjs', text }, effects })
    const heapsTold = (): string[] => {
      world.do({ verb: 'periodicTrim', value: true })
      world.wait(1 * MS)
      return (
        said(world)
          .at(-1)
          ?.replace(/^mine.*Error: (.*) \(in onTrim\)$/, '$1')
          .split(',') ?? []
      )
    }
    const heapsOf = (...names: string[]) => names.map((name) => `${name}.r ${found(world, `${name}.r`).handle}`)
    const before = heapsTold()
    expect(before).toEqual(heapsOf('B', 'F', 'H', 'A'))
    world.do({ verb: 'removeEffect', value: 'F' })
    expect(defragment(world)).toBe('S_OK')
    world.wait(50 * MS)
    expect(heapsTold()).toEqual(heapsOf('B', 'H', 'A'))
    // A has come to where B is
    expect(new Set(heapsTold().map((one) => one.split(' ')[1])).size).toBe(1)
    expect(heapsTold()[2]).not.toBe(before[3])
  })

  it('are notifications, once it has said that it wants them, and completed work', () => {
    const world = worldOf()
    const says = module(
      'onTrim(n) { throw new Error(JSON.stringify(n)) }, completed(f) { throw new Error("done " + f) }',
    )
    const policy = policyIn(world, says)
    expect(policy.registration?.hr).toBe('S_OK')
    expect(policyIn(world, module('submitted() {}')).registration).toBeNull()
    world.do({ verb: 'periodicTrim', value: true })
    const { x } = tracked(world, policy)
    press(world, policy, setOf(null, x), 3000)
    world.wait(2999)
    expect(said(world)).toHaveLength(1)
    world.wait(1)
    expect(said(world)[0]).toContain('"flags":1,"bytesToTrim":0,"periodic":true,"restart":false,"toBudget":false')
    expect(said(world)[1]).toContain('done 1 (in completed)')
  })

  it('is recorded with the name that it gives itself, or its file’s', () => {
    const world = worldOf()
    policyIn(world, module('submitted() {}'))
    policyIn(world, 'export default 7')
    expect(world.of('own-policy').map(({ file, name }) => [file, name])).toEqual([
      ['mine.mjs', 'mine'],
      ['mine.mjs', 'mine.mjs'],
    ])
    expect(said(world)).toEqual([expect.stringMatching(/cannot be used, and things go on as with none\)$/)])
  })
})

describe('what it asks for', () => {
  it('is carried out in its order, with the reason of the event', () => {
    const world = worldOf()
    const policy = policyIn(
      world,
      module(`prepare(set) { for (const u of host.units) if (u.resident && !set.units.includes(u)) host.evict(u) },
        onTrim(n) { for (const u of host.units) if (u.resident) host.evict(u) }`),
    )
    const { x, y } = tracked(world, policy)
    press(world, policy, setOf(null, y))
    world.wait(20 * MS)
    expect(evicted(world.of('evict'))).toEqual(['x opportunistic never'])
    // what the set lacks it need not ask for
    expect(world.of('make-resident').map(({ resources }) => resources)).toEqual([['y']])
    policy.onTrim({ pContext: policy, Flags: 4, NumBytesToTrim: MIB })
    press(world, policy, setOf(null, x))
    world.wait(20 * MS)
    policy.onTrim({ pContext: policy, Flags: 1, NumBytesToTrim: 0 })
    expect(evicted(world.of('evict')).map((one) => one.split(' ').slice(0, 2))).toEqual([
      ['x', 'opportunistic'],
      ['y', 'budget'],
      ['x', 'periodic'],
    ])
    expect(said(world)).toEqual([])
  })

  it('of memory is one call up to the next eviction', () => {
    const world = worldOf()
    const asks =
      'onTrim() { const [x, y, z] = host.units; host.makeResident([y, z]); host.evict(x); host.makeResident(x) }'
    const policy = policyIn(world, module(asks))
    tracked(world, policy)
    policy.track('B', [create(world, 'z', MIB, false)], () => false, NEVER)
    policy.onTrim({ pContext: policy, Flags: 1, NumBytesToTrim: 0 })
    expect(world.of('make-resident').map(({ resources }) => resources)).toEqual([['y', 'z'], ['x']])
    expect(world.of('evict').map(({ resource }) => resource)).toEqual(['x'])
  })

  it('is nothing of a call that failed', () => {
    const world = worldOf()
    const policy = policyIn(
      world,
      module('onTrim() { for (const u of host.units) host.evict(u); throw new Error("no") }'),
    )
    tracked(world, policy)
    policy.onTrim({ pContext: policy, Flags: 1, NumBytesToTrim: 0 })
    expect(world.of('evict')).toEqual([])
  })
})

describe('after its tenth fault it is asked no more [LB-15]', () => {
  it('and things go on as with none: what a set lacks is made resident, and its registration is taken back', () => {
    const world = worldOf()
    const policy = policyIn(world, module('onTrim() { throw new Error("no") }'))
    const { x, y } = tracked(world, policy)
    for (let i = 0; i < 12; i++) world.do({ verb: 'periodicTrim', value: true })
    expect(said(world)).toHaveLength(10)
    expect(said(world).at(-1)).toMatch(/this was its tenth fault, and things go on as with none/)
    // the eleventh and twelfth notification reach nobody
    expect(world.of('callback')).toHaveLength(10)
    press(world, policy, setOf('A', x, y))
    expect(world.of('make-resident').map(({ resources }) => resources)).toEqual([['y']])
  })

  it('nor after it is disposed of', () => {
    const world = worldOf()
    const policy = policyIn(world, module('onTrim() { throw new Error("no") }'))
    policy.dispose()
    world.do({ verb: 'periodicTrim', value: true })
    policy.deviceRemoved()
    expect(said(world)).toEqual([])
  })
})
