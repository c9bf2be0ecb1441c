/** A trim evicts as one what it can: of two systems that are alike, one evicts one by one, and they stay alike. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { PlacedHeap } from '../../../main/d3d12/placed-resource'
import { HeapFlag, keyOf, type Resource } from '../../../main/d3d12/resource'
import { KeyedPolicy } from '../../../main/policies/keyed-policy'
import type { EvictReason } from '../../../main/sim/trace-records'
import { RESIDENCY_PRIORITIES } from '../../../preload/contract/names'
import { create, KIB, MIB, MS, type TestWorld, worldOf } from '../support/world'
import { hostOf, NEVER, press, setOf } from './support/by-hand'

class Evicts extends KeyedPolicy {
  protected entered(): void {}
  protected left(): void {}
  protected isIn(): boolean {
    return true
  }

  asOne(resources: readonly Resource[], reason: EvictReason): void {
    this.evictKeys(Int32Array.from(resources, keyOf), reason)
  }

  oneByOne(resources: readonly Resource[], reason: EvictReason): void {
    for (const resource of resources) this.evictResource(resource, this.useOf(keyOf(resource)).lastUsed, reason)
  }
}

interface Kind {
  what: 'buffer' | 'readback' | 'small texture' | 'placed'
  pages: number
  resident: boolean
  /** MakeResident calls besides */
  more: number
  /** Evict calls before */
  gone: number
  /** index in RESIDENCY_PRIORITIES */
  priority: number
  used: 'never' | 'before' | 'running'
}

const NORMAL = RESIDENCY_PRIORITIES.indexOf('normal')
const kind: fc.Arbitrary<Kind> = fc.record({
  what: fc.constantFrom('buffer', 'buffer', 'buffer', 'readback', 'small texture', 'placed'),
  pages: fc.integer({ min: 1, max: 4 }),
  resident: fc.constantFrom(true, true, true, false),
  more: fc.constantFrom(0, 0, 0, 1),
  gone: fc.constantFrom(0, 0, 0, 1),
  priority: fc.constantFrom(NORMAL, NORMAL, NORMAL, ...RESIDENCY_PRIORITIES.keys()),
  used: fc.constantFrom('never', 'before', 'before', 'running'),
})

const system = fc.record({
  kinds: fc.array(kind, { maxLength: 14 }),
  evictionMode: fc.constantFrom('lazy', 'lazy', 'lazy', 'eager'),
  /** MiB of 8 that another process has: some are paged out */
  game: fc.constantFrom(0, 0, 7.5),
  /** below the usage, or not */
  budget: fc.constantFrom('1MiB', '64MiB'),
  isRemoved: fc.constantFrom(false, false, false, false, true),
})
type System = typeof system extends fc.Arbitrary<infer T> ? T : never

function resourceOf(world: TestWorld, { what, pages, resident }: Kind, index: number, heap: PlacedHeap): Resource {
  const name = `r${index}`
  const { device } = world
  if (what === 'buffer') return create(world, name, pages * 64 * KIB, resident)
  const info = { SizeInBytes: 64 * KIB, Alignment: 64 * KIB }
  const small = { dimension: 'opaque', width: pages * 4 * KIB, alignment: 4 * KIB } as const
  const flags = resident ? HeapFlag.NONE : HeapFlag.CREATE_NOT_RESIDENT
  const made =
    what === 'placed'
      ? device.createPlacedResource(heap, index * 64 * KIB, info, name, resident)
      : what === 'readback'
        ? device.createCommittedResource({ dimension: 'buffer', width: MIB }, flags, name, 'READBACK')
        : device.createCommittedResource(small, flags, name)
  if (made.resource === null) throw new Error(`${what} was not created: ${made.hr}`)
  // a policy tells apart by it what shares a heap
  return what === 'placed' ? Object.assign(made.resource, { key: device.reserveKey() }) : made.resource
}

function rigOf({ kinds, evictionMode, game, budget, isRemoved }: System) {
  const world = worldOf({ system: { localMemory: 8 * MIB, budget, evictionMode } })
  const policy = new Evicts('fence-lru', hostOf(world))
  const { heap } = world.device.createHeap(MIB, 'DEFAULT', 'heap', HeapFlag.CREATE_NOT_RESIDENT)
  if (heap === null) throw new Error('there is no heap')
  const resources = kinds.map((one, index) => resourceOf(world, one, index, heap))
  const used = (when: Kind['used']): Resource[] => resources.filter((_, index) => kinds[index]?.used === when)
  policy.track('All', resources, () => true, NEVER)
  for (const [index, { more, gone, priority }] of kinds.entries()) {
    const resource = resources[index] as Resource
    world.device.residency.setResidencyPriority([resource], priority)
    for (let i = 0; i < more; i++) world.device.enqueueMakeResident([resource], 0, world.device.createFence(), 1)
    for (let i = 0; i < gone; i++) world.device.evict(resource)
  }
  for (const resource of used('before')) press(world, policy, setOf(null, resource), 10)
  world.wait(30 * MS)
  world.do({ verb: 'otherProcess', value: { name: 'game', usage: game * MIB } })
  world.wait(30 * MS)
  if (used('running').length > 0) press(world, policy, setOf(null, ...used('running')), 500 * MS)
  world.wait(100 * MS)
  if (isRemoved) world.device.remove('DXGI_ERROR_DEVICE_HUNG', 'planted')
  const changed = new Set<number>()
  world.vidmm.residency.observer = { changed: (handle) => changed.add(handle) }
  return { world, policy, resources, changed }
}

/** All that can be told of a system. */
function toldOf({ world, resources, changed }: ReturnType<typeof rigOf>) {
  const { residency, outs } = world.vidmm
  return {
    records: world.records,
    total: world.sim.trace.total,
    counters: residency.counters,
    evictable: residency.evictable.map((lists) => [...lists]),
    inPlace: residency.inPlace.map((list) => [...list]),
    forcedOut: [...residency.forcedOut],
    calls: [world.device.residency.evictCalls, world.device.residency.evictedBytes],
    states: resources.map(({ handle, references }) => [
      residency.state(handle),
      references,
      residency.table.references[handle],
      residency.table.changedAt[handle],
    ]),
    outs: resources.map(({ handle }) => outs.of(handle)),
    changed: [...changed].sort((a, b) => a - b),
  }
}

describe('evictions as one', () => {
  it('come to what they come to one by one: records, lists, bytes, why each is out, and what happens then [RS-01] [RS-10] [LB-09]', () => {
    fc.assert(
      fc.property(system, fc.infiniteStream(fc.nat()), fc.boolean(), (drawn, order, isTwice) => {
        const rigs = [rigOf(drawn), rigOf(drawn)] as const
        const left = [...drawn.kinds.keys()]
        const turns = drawn.kinds.map(() => left.splice((order.next().value as number) % left.length, 1)[0] as number)
        for (const [index, { policy, resources, world }] of rigs.entries())
          for (let time = 0; time < (isTwice ? 2 : 1); time++) {
            const wanted = turns.map((turn) => resources[turn] as Resource)
            if (index === 0) policy.asOne(wanted, 'periodic')
            else policy.oneByOne(wanted, 'periodic')
            // what is evictable goes in the order in which it became so
            world.do({ verb: 'otherProcess', value: { name: 'late', usage: 2 * MIB } })
            // and so it does among those of another priority
            if (!drawn.isRemoved)
              for (const resource of resources.slice(0, 3))
                world.device.residency.setResidencyPriority([resource], NORMAL)
          }
        expect(toldOf(rigs[0])).toEqual(toldOf(rigs[1]))
        for (const { world } of rigs) world.wait(2000 * MS)
        expect(toldOf(rigs[0])).toEqual(toldOf(rigs[1]))
      }),
      { numRuns: 150 },
    )
  })

  it('are in the order of the keys, each with its own age, and counted as calls [SC-08]', () => {
    const world = worldOf()
    const policy = new Evicts('fence-lru', hostOf(world))
    const resources = [0, 1, 2, 3].map((index) => create(world, `r${index}`, 64 * KIB))
    policy.track('All', resources, () => true, NEVER)
    world.wait(5 * MS)
    press(world, policy, setOf(null, ...resources.slice(2)))
    world.wait(20 * MS)
    policy.asOne(resources.toReversed(), 'periodic')
    const evicted = {
      t: 25 * MS,
      type: 'evict',
      bytes: 64 * KIB,
      reason: 'periodic',
      references: 0,
      policy: 'fence-lru',
    }
    expect(world.of('evict')).toEqual([
      { ...evicted, resource: 'r3', age: 20 * MS },
      { ...evicted, resource: 'r2', age: 20 * MS },
      { ...evicted, resource: 'r1' },
      { ...evicted, resource: 'r0' },
    ])
    expect([world.device.residency.evictCalls, world.device.residency.evictedBytes]).toEqual([4, 256 * KIB])
  })
})
