/** Every policy with effects that share heaps (RS-15), and with a defragmentation in between. */
import { describe, expect, it } from 'vitest'
import { type PolicyName, RESEARCH_POLICIES } from '../../../../preload/contract'
import { conservationProblems } from '../../support/conservation'
import { MIB, MS, type TestWorld } from '../../support/world'
import { SOUND_POLICIES } from '../defragmentation/mover/programs'
import { allocate, begin, call, defragment, effect, found, free, lost, placedWorld, rules } from '../placed-rig'

/** Two effects in each block of 4 MiB, eight in all. */
const EFFECTS = Array.from({ length: 8 }, (_, i) => effect(`E${i}`, '2MiB'))

function worldWith(policy: PolicyName, system: object = {}): TestWorld {
  return placedWorld(
    { system: { localMemory: '64MiB', pagingBandwidth: '1GiB', ...system } },
    { policy, effects: EFFECTS },
  )
}

function apply(world: TestWorld, ...effects: number[]): void {
  for (const i of effects) {
    world.do({ verb: 'apply', value: `E${i}` })
    world.wait(20 * MS)
  }
}

const state = (world: TestWorld, i: number) => world.vidmm.residency.state(found(world, `E${i}.r`).handle)

describe.each([...SOUND_POLICIES, ...RESEARCH_POLICIES, 'driver-managed', 'mapping-layer-periodic'] as const)(
  '%s',
  (policy) => {
    it('runs on shared heaps under a budget that holds half of them: all is done, nothing reported, nothing lost [RS-15] [TN-20]', () => {
      const world = worldWith(policy)
      apply(world, 0, 1, 2, 3, 4, 5, 6, 7)
      world.do({ verb: 'budget', value: 8 * MIB })
      world.wait(50 * MS)
      apply(world, 0, 4, 1, 5, 2, 6, 3, 7, 0)
      world.do({ verb: 'periodicTrim', value: true })
      world.wait(50 * MS)
      apply(world, 1, 3, 5, 7)
      expect(world.editor.effects.map(({ completed }) => completed)).toEqual([3, 3, 2, 3, 2, 3, 2, 3])
      expect([rules(world), lost(world), world.of('device-removed')]).toEqual([[], [], []])
      expect(conservationProblems(world.vidmm)).toEqual([])
    })

    it('goes on after a defragmentation that put its effects together [RS-15] [DF-18]', () => {
      const world = worldWith(policy)
      apply(world, 0, 1, 2, 3, 4, 5, 6, 7)
      for (const i of [1, 3, 4, 6]) world.do({ verb: 'removeEffect', value: `E${i}` })
      expect(defragment(world, { evicted: 'make-resident' })).toBe('S_OK')
      apply(world, 0, 2, 5, 7, 0)
      world.do({ verb: 'periodicTrim', value: true })
      world.wait(50 * MS)
      apply(world, 7, 5, 2, 0)
      expect(world.editor.memory.pool('P')?.blockVector.blocks).toHaveLength(2)
      expect(world.editor.effects.map(({ completed }) => completed)).toEqual([4, 3, 3, 3])
      expect([rules(world), lost(world), world.of('device-removed')]).toEqual([[], [], []])
    })
  },
)

describe('a heap that two effects share', () => {
  it('leaves when the policy has evicted both, not before [RS-15] [TN-17]', () => {
    const world = worldWith('fence-lru', { evictionMode: 'eager' })
    apply(world, 0, 1, 2, 3, 4, 5, 6, 7)
    const trim = () => {
      world.do({ verb: 'periodicTrim', value: true })
      world.wait(50 * MS)
    }
    trim()
    // used in this period: E0, E2 and E3
    apply(world, 0, 2, 3)
    trim()
    expect(world.of('evict').map(({ resource, references }) => [resource, references])).toEqual([
      // E0 keeps the first heap
      ['E1.r', 1],
      ['E4.r', 1],
      ['E5.r', 0],
      ['E6.r', 1],
      ['E7.r', 0],
    ])
    expect([0, 1, 2, 3, 4, 5, 6, 7].map((i) => state(world, i))).toEqual([
      ...['resident', 'resident', 'resident', 'resident'],
      ...['paged-out', 'paged-out', 'paged-out', 'paged-out'],
    ])
    apply(world, 4)
    // with E4 its neighbour is there again
    expect([state(world, 4), state(world, 5)]).toEqual(['resident', 'resident'])
    expect(world.of('page-in').map(({ resource, bytes }) => [resource, bytes])).toEqual([['P block 2', 4 * MIB]])
    expect(rules(world)).toEqual([])
  })

  it('counts once for the budget, with all its bytes [RS-08] [RS-15]', () => {
    const world = worldWith('none')
    expect(world.vidmm.residency.counters[0].usage).toBe(16 * MIB)
    allocate(world, 'x', 1)
    expect(world.vidmm.residency.counters[0].usage).toBe(20 * MIB)
    allocate(world, 'y', 1)
    free(world, 'x')
    expect(world.vidmm.residency.counters[0].usage).toBe(20 * MIB)
  })
})

describe('a press that waits for the GPU when a move destroys what it uses', () => {
  it('is submitted while that is still there [TN-38] [DF-11] [RS-11]', () => {
    const effects = [effect('F', '2MiB'), effect('K', '2MiB'), effect('S', '2MiB', { resident: false })]
    const long = [effect('B', '4MiB', {}), { ...effect('L', '4MiB'), gpuTime: '100ms' }]
    const world = placedWorld(
      { system: { localMemory: '64MiB', nonLocalMemory: '1MiB', budget: '12MiB' } },
      { policy: 'd3dx12-residency-fixed', effects: [...effects, { ...long[0], gpuTime: '30ms' }, long[1]] },
    )
    world.do({ verb: 'removeEffect', value: 'F' })
    world.do({ verb: 'apply', value: 'B' })
    expect(begin(world, { evicted: 'make-resident', destroy: ['S.r'] })).toBe('S_OK')
    expect([call(world, 'beginPass'), call(world, 'endPass')]).toEqual(['S_FALSE', 'S_OK'])
    world.do({ verb: 'apply', value: 'L' })
    world.do({ verb: 'apply', value: 'S' })
    world.wait(20 * MS)
    expect(world.of('apply').map(({ effect }) => effect)).toEqual(['B', 'L'])
    world.wait(300 * MS)
    expect(world.of('apply').map(({ effect }) => effect)).toEqual(['B', 'L', 'S'])
    expect(world.of('defragmentation-pass')).toMatchObject([{ t: 30 * MS, destroyed: 1 }])
    expect(world.of('make-resident').at(-1)).toMatchObject({ t: 30 * MS, resources: ['S.r'] })
    expect(world.editor.effect('S')).toMatchObject({ completed: 1, resources: [] })
    expect([rules(world), world.of('device-removed')]).toEqual([[], []])
  })
})

it('a released resource has no references on its heap once the work that was submitted by then is done, however busy its neighbours keep the heap [RS-11] [RS-15]', () => {
  const world = placedWorld({}, { effects: [effect('K', '2MiB')] })
  const { handle } = allocate(world, 'x', 1)
  expect(found(world, 'K.r').handle).toBe(handle)
  const { table } = world.vidmm.residency
  // each press takes 1 ms: from now on there is always another one queued
  for (let i = 0; i < 3; i++) world.do({ verb: 'apply', value: 'K' })
  free(world, 'x')
  const references: number[] = []
  for (let ms = 1; ms <= 6; ms++) {
    world.do({ verb: 'apply', value: 'K' })
    world.wait(MS)
    expect(table.queued[handle]).toBeGreaterThan(0)
    references.push(table.references[handle] as number)
  }
  expect(references).toEqual([2, 2, 1, 1, 1, 1])
})
