import { describe, expect, it } from 'vitest'
import type { Resource } from '../../../main/d3d12/resource'
import type { TrimNotification } from '../../../main/d3d12/trim-notification'
import type { SubmissionSet } from '../../../main/policies/policy'
import { LastUse } from '../../../main/policies/tracked'
import { staticCallback, TrackingPolicy } from '../../../main/policies/tracking-policy'
import type { EvictReason } from '../../../main/sim/trace-records'
import { create, MIB, MS, worldOf } from '../support/world'
import { hostOf, NEVER, press, setOf } from './support/by-hand'

const callback = staticCallback()

/** Knows the last use of each resource, and evicts what it is told to before a submission. */
class Plain extends TrackingPolicy {
  readonly known = new Map<Resource, LastUse>()
  readonly resident = new Set<Resource>()
  readonly trims: number[] = []
  before: readonly Resource[] = []

  protected enter(resource: Resource, use: LastUse, resident: boolean): void {
    this.known.set(resource, use)
    if (resident) this.resident.add(resource)
  }

  protected forget(resource: Resource): void {
    this.known.delete(resource)
    this.resident.delete(resource)
  }

  protected used(resource: Resource, use: LastUse): void {
    this.known.set(resource, use)
    this.resident.add(resource)
  }

  protected isResident(resource: Resource): boolean {
    return this.resident.has(resource)
  }

  protected override evictBefore(_set: SubmissionSet): void {
    for (const resource of this.before) this.takes(resource, 'opportunistic')
  }

  takes(resource: Resource, reason: EvictReason, lastUsed = -1): number {
    this.resident.delete(resource)
    return this.evictResource(resource, lastUsed, reason)
  }

  mayUse(resource: Resource): boolean {
    return this.inUse(this.known.get(resource) ?? new LastUse(NEVER))
  }

  registers(): void {
    this.register(callback)
  }

  onTrim({ Flags }: TrimNotification): void {
    this.trims.push(Flags)
  }
}

const use = (policy: Plain, resource: Resource): number[] => {
  const { lastFence = -1, lastSubmission = -1, lastUsed = -1 } = policy.known.get(resource) ?? {}
  return [lastFence, lastSubmission, lastUsed]
}

describe('what a policy knows of its resources', () => {
  it('is the last use of an effect’s together, and of what a set of its own has used apart from that [SC-13]', () => {
    const world = worldOf()
    const policy = new Plain('fence-lru', hostOf(world))
    const [a, b] = [create(world, 'a', MIB), create(world, 'b', MIB)]
    policy.track('E', [a, b], () => true, NEVER)
    world.wait(5 * MS)
    press(world, policy, setOf('E', a, b))
    expect([use(policy, a), use(policy, b), policy.submissions]).toEqual([[1, 1, 5000], [1, 1, 5000], 1])
    world.wait(5 * MS)
    press(world, policy, setOf(null, b))
    expect([use(policy, a), use(policy, b), policy.submissions]).toEqual([[1, 1, 5000], [2, 2, 10_000], 2])
    policy.untrack('E')
    expect(policy.known.size).toBe(0)
  })

  it('is in use until the context fence has its last submission, also one of before it took over', () => {
    const world = worldOf()
    const policy = new Plain('fence-lru', hostOf(world))
    const [a, b, c] = [create(world, 'a', MIB), create(world, 'b', MIB), create(world, 'c', MIB)]
    for (const resource of [b, c])
      world.queue.executeCommandLists({ name: 'earlier', gpuTime: 10 * MS, resources: [resource] })
    // the effect's last use is the first of these, and that of c alone the second
    const since = (resource: Resource) => (resource === c ? { lastFence: 2, lastApplied: 0 } : undefined)
    policy.track('E', [a, b, c], () => true, { lastFence: 1, lastApplied: 0 }, since)
    const inUse = (): boolean[] => [a, b, c].map((resource) => policy.mayUse(resource))
    expect(inUse()).toEqual([true, true, true])
    world.wait(15 * MS)
    expect(inUse()).toEqual([false, false, true])
    world.wait(10 * MS)
    press(world, policy, setOf('E', a, b, c), 10 * MS)
    expect(inUse()).toEqual([true, true, true])
    world.wait(10 * MS)
    expect(inUse()).toEqual([false, false, false])
  })
})

describe('before a submission', () => {
  it('what the policy believes not to be resident is made so in one call, and the queue waits for it [TN-28]', () => {
    // 1 MiB takes 1 ms
    const world = worldOf({ system: { pagingBandwidth: 1000 * MIB } })
    const policy = new Plain('fence-lru', hostOf(world))
    const resources = ['a', 'b', 'c'].map((name) => create(world, name, 4 * MIB, name === 'b'))
    policy.track('E', resources, ({ name }) => name === 'b', NEVER)
    press(world, policy, setOf('E', ...resources))
    expect(world.of('make-resident').map((record) => record.resources)).toEqual([['a', 'c']])
    world.wait(20 * MS)
    const [packet] = world.of('packet').filter(({ command }) => command === 'press')
    expect([packet?.start, packet?.end]).toEqual([8000, 9000])
    press(world, policy, setOf('E', ...resources))
    expect(world.of('make-resident').length).toBe(1)
  })

  it('what is evicted is evicted for that press [LB-09]', () => {
    const world = worldOf({ system: { evictionMode: 'eager' } })
    const policy = new Plain('fence-lru', hostOf(world))
    const [a, b] = [create(world, 'a', MIB), create(world, 'b', MIB)]
    policy.track('E', [a], () => true, NEVER)
    policy.track('F', [b], () => true, NEVER)
    policy.before = [a]
    press(world, policy, setOf('F', b))
    policy.before = []
    world.wait(10 * MS)
    policy.prepare(setOf('E', a), () => {})
    const why = world.vidmm.paging.bringingIn(a.handle)?.why
    expect(why).toMatchObject({
      because: 'evicted',
      occasion: {
        t: 0,
        policy: 'fence-lru',
        rule: 'opportunistic',
        callback: null,
        press: { effect: 'F', submission: 1 },
      },
    })
  })
})

describe('an eviction', () => {
  it('is recorded with its age, and gives the bytes that left the residency list [SC-08]', () => {
    const world = worldOf()
    const policy = new Plain('fence-lru', hostOf(world))
    const [a, b] = [create(world, 'a', MIB), create(world, 'b', 2 * MIB)]
    world.wait(7 * MS)
    expect([policy.takes(a, 'periodic', 2000), policy.takes(b, 'budget')]).toEqual([MIB, 2 * MIB])
    expect(world.of('evict')).toMatchObject([
      { t: 7000, resource: 'a', bytes: MIB, reason: 'periodic', references: 0, policy: 'fence-lru', age: 5000 },
      { t: 7000, resource: 'b', bytes: 2 * MIB, reason: 'budget', references: 0, age: undefined },
    ])
  })

  it('frees nothing while references remain [RS-03]', () => {
    const world = worldOf()
    const policy = new Plain('fence-lru', hostOf(world))
    const a = create(world, 'a', MIB)
    world.device.enqueueMakeResident([a], 0, world.device.createFence(), 1)
    expect([policy.takes(a, 'budget'), policy.takes(a, 'budget')]).toEqual([0, MIB])
    expect(world.of('evict').map(({ references }) => references)).toEqual([1, 0])
  })

  it('gives the bytes of a whole heap that leaves with what is placed in it [RS-15]', () => {
    const world = worldOf()
    const policy = new Plain('fence-lru', hostOf(world))
    const { heap } = world.device.createHeap(4 * MIB, 'DEFAULT', 'H')
    if (heap === null) throw new Error('there is no heap')
    const info = { SizeInBytes: MIB, Alignment: 65_536 }
    const { resource } = world.device.createPlacedResource(heap, 0, info, 'p', true)
    if (resource === null) throw new Error('it is not placed')
    expect(policy.takes(resource, 'budget')).toBe(4 * MIB)
    expect(world.of('evict')).toMatchObject([{ resource: 'p', bytes: MIB, left: 4 * MIB }])
  })

  it('that fails is not recorded', () => {
    const world = worldOf()
    const policy = new Plain('fence-lru', hostOf(world))
    const a = create(world, 'a', MIB)
    world.device.remove('DXGI_ERROR_DEVICE_HUNG', 'planted')
    expect(policy.takes(a, 'budget')).toBe(0)
    expect(world.of('evict')).toEqual([])
  })
})

describe('a policy that registers', () => {
  it('has its own trims, one function for all of its kind, and unregisters when it is disposed of [TN-08]', () => {
    const world = worldOf()
    const [one, other] = [new Plain('fence-lru', hostOf(world)), new Plain('fence-lru', hostOf(world))]
    one.registers()
    other.registers()
    expect([one.registration?.hr, other.registration?.hr]).toEqual(['S_OK', 'DXGI_ERROR_ALREADY_EXISTS'])
    world.do({ verb: 'periodicTrim', value: true })
    expect([one.trims, other.trims]).toEqual([[1], []])
    // it was never registered: nothing of the other's is taken back
    other.dispose()
    world.do({ verb: 'periodicTrim', value: true })
    one.dispose()
    world.do({ verb: 'periodicTrim', value: true })
    expect([one.trims, other.trims]).toEqual([[1, 1], []])
  })
})
