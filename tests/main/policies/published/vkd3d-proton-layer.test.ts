/** The faults of vkd3d-proton's layer, and what is left of them where they are mended (PL-43). */
import { describe, expect, it } from 'vitest'
import type { PolicyName } from '../../../../preload/contract'
import { begin, call, defragment, found, effect as placed, placedWorld, placeOf, rules } from '../../editor/placed-rig'
import { MIB, MS, type TestWorld } from '../../support/world'
import { effect, press, work } from './support/worked'

/** 230 MiB of budget in a segment of 256 MiB. */
const system = { localMemory: '256MiB', nonLocalMemory: '64MiB', budget: '230MiB' }

const three = ['A', 'B', 'C'].map((name) => effect(name, '1ms', '60MiB!'))
const D = effect('D', '1ms', '100MiB')

const run = (steps: Record<string, unknown>[], effects = [...three, D]) =>
  work('vkd3d-proton', { system, app: { effects }, steps, until: '10s' })

describe('its faults', () => {
  const D4 = [1, 1.1, 1.2, 1.3].map((at) => press(`${at * 1000}ms`, 'C'))

  it('(a) what is created not resident counts 1 all the same: no Evict that matches brings it to 0 [PL-43]', async () => {
    const steps = [press('500ms', 'D'), ...D4]
    const { findings, lines } = await run(steps, [effect('C', '1ms', '60MiB!'), D])
    expect(findings).toEqual(['1300000 PL-43a D.a'])
    expect(lines.find(({ type }) => type === 'evict')).toMatchObject({ resource: 'D.a', references: 1 })
  })

  it('(a) not where the priority is raised: those count 0 [PL-43] [PL-42]', async () => {
    const target = { ...D, resources: D.resources.map((resource) => ({ ...resource, alignment: '4MiB' })) }
    const { findings, lines } = await run([press('500ms', 'D'), ...D4], [effect('C', '1ms', '60MiB!'), target])
    expect(findings).toEqual([])
    expect(lines.find(({ type }) => type === 'evict')).toMatchObject({ resource: 'D.a', references: 0 })
  })

  it('(b) after one Evict too many the count is one too low, and the Evict that matches lowers nothing [PL-43]', async () => {
    const steps = [
      { at: '100ms', evict: { names: ['A.a'] } },
      { at: '200ms', evict: { names: ['A.a'] } },
      { at: '300ms', makeResident: { names: ['A.a'] } },
      { at: '400ms', expect: { results: { 'steps[0]': 'S_OK', 'steps[1]': 'S_OK' } } },
      { at: '400ms', expect: { references: { 'A.a': 0 } } },
      { at: '500ms', evict: { names: ['A.a'] } },
      press('600ms', 'B'),
      press('700ms', 'D'),
    ]
    const played = await run(steps, [...three, D])
    const references = played.lines.filter(({ type }) => type === 'evict').map((line) => line.references)
    expect(references).toEqual([0, -1, -1])
    expect(played.findings).toEqual(['500000 PL-43b A.a'])
    expect(played.lines.filter(({ type, ok }) => type === 'expect' && ok !== true)).toEqual([])
  })

  it('(c) DENY_OVERBUDGET is ignored [PL-43] [RS-06]', async () => {
    const steps = [{ at: '1s', makeResident: { names: ['D.a'], denyOverbudget: true } }]
    const { story, findings } = await run(steps)
    expect([story, findings]).toEqual([['1 in D.a'], ['1000000 PL-43c -']])
    const bare = await work('submission-lru', { system, app: { effects: [...three, D] }, steps })
    expect([bare.story, bare.findings]).toEqual([[], ['1000000 RS-06 -']])
  })
})

describe('memory that is moved', () => {
  /** In blocks of 4 MiB: B, Z and a hole of 1 MiB, and A alone in the second. A press takes what the last three did not use. */
  function worldWith(policy: PolicyName): TestWorld {
    const effects = [placed('B', '2MiB'), placed('Z', '1MiB'), placed('F', '1MiB'), placed('A', '1MiB')]
    const world = placedWorld({ system: { localMemory: '64MiB' } }, { policy, effects })
    for (const name of ['A', 'B', 'B', 'B', 'B']) {
      world.do({ verb: 'apply', value: name })
      world.wait(20 * MS)
    }
    world.do({ verb: 'removeEffect', value: 'F' })
    return world
  }

  /** Count and layer priority of the heap that it lies in. */
  const standing = (world: TestWorld, name: string) => {
    const resource = found(world, `${name}.r`)
    const { residency } = world.device
    return [placeOf(world, `${name}.r`), residency.referencesOf(resource), residency.layers.priorityOf(resource)]
  }

  it('mended, no Evict takes what moves and neighbours have brought: the count of the heap never falls below 0 [PL-43] [RS-15]', () => {
    const world = worldWith('vkd3d-proton-fixed')
    const evict = () => world.do({ verb: 'evict', value: { names: ['B.r'] } })
    evict()
    begin(world, { evicted: 'make-resident' })
    call(world, 'beginPass')
    call(world, 'endPass')
    // the move has it resident still
    evict()
    expect(standing(world, 'B')).toEqual(['P block 0 @ 0', 1, 0.5])
    world.wait(50 * MS)
    expect(standing(world, 'B')).toEqual(['P block 0 @ 0', 0, 0])
    for (const name of ['B.r', 'Z.r']) {
      world.do({ verb: 'makeResident', value: { names: [name] } })
      expect(standing(world, 'B').slice(1)).toEqual([name === 'B.r' ? 1 : 2, 0.5])
    }
    evict()
    evict()
    expect(standing(world, 'B').slice(1)).toEqual([1, 0.5])
    world.do({ verb: 'removeEffect', value: 'Z' })
    expect([standing(world, 'B').slice(1), rules(world)]).toEqual([[0, 0], []])
  })

  describe.each(['vkd3d-proton', 'vkd3d-proton-fixed'] as const)('%s', (policy) => {
    it('is as much evicted where it is as where it was [PL-41] [RS-01] [RS-15]', () => {
      const world = worldWith(policy)
      expect([standing(world, 'A'), standing(world, 'B')]).toEqual([
        ['P block 1 @ 0', 0, 0],
        ['P block 0 @ 0', 1, 0.5],
      ])
      expect(defragment(world, { evicted: 'make-resident' })).toBe('S_OK')
      world.wait(50 * MS)
      // B alone keeps the heap
      expect(standing(world, 'A')).toEqual(['P block 0 @ 3', 1, 0.5])
      world.do({ verb: 'evict', value: { names: ['B.r'] } })
      expect(standing(world, 'A')).toEqual(['P block 0 @ 3', 0, 0])
    })

    it('leaves a heap in which all is evicted at the priority of that [PL-41] [DF-21]', () => {
      const world = worldWith(policy)
      world.do({ verb: 'evict', value: { names: ['B.r'] } })
      expect(standing(world, 'B')).toEqual(['P block 0 @ 0', 0, 0])
      begin(world, { evicted: 'make-resident' })
      call(world, 'beginPass')
      call(world, 'endPass')
      // made resident for the copy
      expect(world.device.residency.layers.priorityOf(found(world, 'B.r'))).toBe(0.5)
      world.wait(50 * MS)
      expect([standing(world, 'A'), rules(world)]).toEqual([['P block 0 @ 3', 0, 0], []])
    })

    it('leaves nothing but what is evicted behind in the heap that it moves out of [PL-41] [DF-21]', () => {
      // A, 1 MiB, resident, and Y, evicted: too large for the hole in the first block
      const world = worldWith(policy)
      const added = { name: 'Y', gpuTime: 1000, resources: [{ name: 'r', size: 2 * MIB, resident: false }] }
      expect(world.do({ verb: 'addEffect', value: added })).toBe('S_OK')
      world.do({ verb: 'apply', value: 'A' })
      world.wait(20 * MS)
      expect([standing(world, 'A')[1], standing(world, 'Y')]).toEqual([1, ['P block 1 @ 1', 1, 0.5]])
      expect(defragment(world)).toBe('S_OK')
      world.wait(50 * MS)
      expect([standing(world, 'A')[0], standing(world, 'Y')]).toEqual(['P block 0 @ 3', ['P block 1 @ 1', 0, 0]])
    })

    it('leaves only what is evicted behind where a neighbour is released, while the GPU still uses it too [PL-41] [RS-11]', () => {
      for (const busy of [false, true]) {
        const world = worldWith(policy)
        world.do({ verb: 'evict', value: { names: ['B.r'] } })
        world.do({ verb: 'makeResident', value: { names: ['Z.r'] } })
        expect(standing(world, 'B')).toEqual(['P block 0 @ 0', 1, 0.5])
        if (busy) world.do({ verb: 'apply', value: 'Z' })
        world.do({ verb: 'removeEffect', value: 'Z' })
        expect(standing(world, 'B')).toEqual(['P block 0 @ 0', 0, 0])
        world.wait(50 * MS)
        expect(standing(world, 'B')).toEqual(['P block 0 @ 0', 0, 0])
      }
    })

    it('does not count what goes when the GPU is done: the Evict that leaves 0 lowers the priority [PL-41] [RS-11]', () => {
      const world = worldWith(policy)
      world.do({ verb: 'apply', value: 'Z' })
      world.do({ verb: 'removeEffect', value: 'Z' })
      world.do({ verb: 'evict', value: { names: ['B.r'] } })
      expect(world.of('evict').at(-1)).toMatchObject({ resource: 'B.r', references: 0 })
      expect(standing(world, 'B')).toEqual(['P block 0 @ 0', 0, 0])
      world.wait(50 * MS)
      expect(standing(world, 'B')).toEqual(['P block 0 @ 0', 0, 0])
    })

    it('is not low for what is placed in it under another policy: the layer that comes back has not seen that [PL-41]', () => {
      const world = worldWith(policy)
      expect(standing(world, 'A')).toEqual(['P block 1 @ 0', 0, 0])
      world.do({ verb: 'policy', value: 'none' })
      const added = { name: 'Y', gpuTime: 1000, resources: [{ name: 'r', size: 2 * MIB, resident: true }] }
      expect(world.do({ verb: 'addEffect', value: added as never })).toBe('S_OK')
      world.do({ verb: 'policy', value: policy })
      expect(standing(world, 'Y').slice(0, 1)).toEqual(['P block 1 @ 1'])
      expect(standing(world, 'Y')[2]).toBe(0.5)
    })

    it('is not counted for after it was released under another policy, which made no calls [PL-41]', () => {
      const world = worldWith(policy)
      world.do({ verb: 'policy', value: 'none' })
      world.do({ verb: 'removeEffect', value: 'Z' })
      world.do({ verb: 'policy', value: policy })
      expect(standing(world, 'B')).toEqual(['P block 0 @ 0', 1, 0.5])
    })

    it('leaves no priority of its own behind where it was released under such a policy [PL-41]', () => {
      const world = worldWith(policy)
      world.do({ verb: 'residencyPriority', value: { resource: 'Z.r', priority: 'high' } })
      world.do({ verb: 'policy', value: 'none' })
      world.do({ verb: 'removeEffect', value: 'Z' })
      world.do({ verb: 'policy', value: policy })
      expect(standing(world, 'B')).toEqual(['P block 0 @ 0', 1, 0.5])
    })
  })
})
