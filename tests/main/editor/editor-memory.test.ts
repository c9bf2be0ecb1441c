/** What leaves the residency list when resources that share a heap are evicted: the heap, with its last reference. */
import { describe, expect, it } from 'vitest'
import { RunStatistics } from '../../../main/session/run/statistics'
import { conservationProblems } from '../support/conservation'
import { MIB, MS, type TestWorld } from '../support/world'
import { effect, found, placedWorld, rules } from './placed-rig'

/** Two effects in each block of 4 MiB, eight in all. */
const EFFECTS = Array.from({ length: 8 }, (_, i) => effect(`E${i}`, '2MiB'))

function worldWith(policy: string): TestWorld {
  return placedWorld({ system: { localMemory: '64MiB' } }, { policy, effects: EFFECTS })
}

function apply(world: TestWorld, ...effects: number[]): void {
  for (const i of effects) {
    world.do({ verb: 'apply', value: `E${i}` })
    world.wait(20 * MS)
  }
}

/** What each Evict took: resource, bytes of its own, references left on the heap, bytes that left if others. */
const evictions = (world: TestWorld) =>
  world.of('evict').map(({ resource, bytes, references, left }) => [resource, bytes / MIB, references, left])

describe('bytes that an eviction frees', () => {
  it('are none while a neighbour keeps the heap, and all of the heap with its last reference [RS-01] [RS-15]', () => {
    const world = worldWith('none')
    const { usage } = world.vidmm.residency.counters[0]
    expect(world.device.evict(found(world, 'E0.r'))).toEqual({ hr: 'S_OK', references: 1, left: 0 })
    expect(world.vidmm.residency.counters[0].usage).toBe(usage)
    expect(world.device.evict(found(world, 'E1.r'))).toEqual({ hr: 'S_OK', references: 0, left: 4 * MIB })
    expect(world.vidmm.residency.counters[0].usage).toBe(usage - 4 * MIB)
    expect([world.device.residency.evictCalls, world.device.residency.evictedBytes]).toEqual([2, 4 * MIB])
  })

  it("are counted so in the trace, the callback's result and the statistics [SC-05] [TN-16] [RS-15]", () => {
    const world = worldWith('fence-lru')
    apply(world, 0, 1, 2, 3, 4, 5, 6, 7)
    world.do({ verb: 'periodicTrim', value: true })
    world.wait(50 * MS)
    apply(world, 0, 2, 3)
    world.do({ verb: 'periodicTrim', value: true })
    world.wait(50 * MS)
    expect(evictions(world)).toEqual([
      ['E1.r', 2, 1, undefined],
      ['E4.r', 2, 1, undefined],
      ['E5.r', 2, 0, 4 * MIB],
      ['E6.r', 2, 1, undefined],
      ['E7.r', 2, 0, 4 * MIB],
    ])
    expect(world.of('callback').at(-1)).toMatchObject({ evicted: 5, bytes: 8 * MIB })
    const statistics = new RunStatistics()
    for (const record of world.records) statistics.record(record)
    expect([statistics.evictions, statistics.bytesEvicted]).toEqual([5, 8 * MIB])
  })

  it('end a trim to budget as soon as enough has really left [TN-19] [RS-15]', () => {
    const world = worldWith('fence-lru')
    apply(world, 0, 1, 2, 3, 4, 5, 6, 7)
    world.do({ verb: 'trimToBudget', value: 4 * MIB })
    world.wait(50 * MS)
    // the heap of E0 and E1 has the 4 MiB
    expect(evictions(world)).toEqual([
      ['E0.r', 2, 1, undefined],
      ['E1.r', 2, 0, 4 * MIB],
    ])
    expect(rules(world)).toEqual([])
  })
})

describe("a mapping layer's budget check", () => {
  const absent = { resident: false }
  const mapping = (budget: string, ...effects: object[]) =>
    placedWorld({ system: { localMemory: '64MiB', budget } }, { policy: 'mapping-layer', effects })

  it('needs nothing for a resource whose heap is there already [TN-20] [RS-15]', () => {
    const world = mapping('8MiB', effect('A', '2MiB'), effect('B', '2MiB', absent), effect('C', '4MiB'))
    world.do({ verb: 'apply', value: 'B' })
    world.wait(20 * MS)
    expect([world.editor.effect('B')?.completed, evictions(world)]).toEqual([1, []])
  })

  it('needs the whole heap for a resource whose heap is not there [TN-20] [RS-15]', () => {
    const world = mapping('7MiB', effect('A', '2MiB', absent), effect('B', '2MiB', absent), effect('C', '4MiB'))
    world.do({ verb: 'apply', value: 'A' })
    world.wait(20 * MS)
    // 4 MiB are used: with the heap of A they would be 8
    expect([world.editor.effect('A')?.completed, evictions(world)]).toEqual([1, [['C.r', 4, 0, undefined]]])
  })
})

describe('a heap that is made for what is created not resident', () => {
  const absent = { resident: false }

  it('takes no local memory until that is used: a block, and a heap of its own [TN-35] [RS-04] [RS-15]', () => {
    // in blocks of 64 MiB, where more than half of one has a heap of its own
    const world = placedWorld(
      { system: { localMemory: '128MiB' } },
      {
        policy: 'fence-lru',
        pool: undefined,
        effects: [effect('A', '40MiB', absent), effect('B', '24MiB', absent), effect('C', '16MiB', absent)],
      },
    )
    const { counters } = world.vidmm.residency
    const states = () => ['A', 'B', 'C'].map((name) => world.vidmm.residency.state(found(world, `${name}.r`).handle))
    expect(world.of('create').map(({ resource, bytes, resident }) => [resource, bytes / MIB, resident])).toEqual([
      ['A.r', 40, false],
      ['DEFAULT block 0', 64, false],
    ])
    expect([counters[0].usage, counters[0].evictable, states()]).toEqual([
      ...[0, 0],
      ['paged-out', 'paged-out', 'paged-out'],
    ])
    world.do({ verb: 'apply', value: 'B' })
    world.wait(20 * MS)
    // with B its neighbour is there too
    expect([counters[0].usage / MIB, states()]).toEqual([64, ['paged-out', 'resident', 'resident']])
    expect(world.of('page-in').map(({ resource, bytes }) => [resource, bytes / MIB])).toEqual([['DEFAULT block 0', 64]])
    expect([rules(world), conservationProblems(world.vidmm)]).toEqual([[], []])
  })

  it('is there as soon as something that is created resident lies in it [RS-15]', () => {
    const world = placedWorld({}, { policy: 'none', effects: [effect('A', '2MiB', absent), effect('B', '2MiB')] })
    world.wait(20 * MS)
    expect(world.of('create').map(({ resource, resident }) => [resource, resident])).toEqual([['P block 0', false]])
    expect(world.vidmm.residency.state(found(world, 'A.r').handle)).toBe('resident')
    expect(world.vidmm.residency.counters[0].usage).toBe(4 * MIB)
    world.do({ verb: 'removeEffect', value: 'B' })
    expect(world.vidmm.residency.state(found(world, 'A.r').handle)).toBe('evictable')
  })
})
