/** The order of use and the trims that walk it, with fence values counted by hand (TN-17 to TN-20). */
import { describe, expect, it } from 'vitest'
import { keyOf, type Resource } from '../../../main/d3d12/resource'
import { TrimNotificationFlag } from '../../../main/d3d12/trim-notification'
import { LruPolicy } from '../../../main/policies/lru-policy'
import type { SubmissionSet } from '../../../main/policies/policy'
import { create, MIB, MS, type TestWorld, worldOf } from '../support/world'
import { evicted, hostOf, NEVER, press, setOf } from './support/by-hand'

const { PERIODIC_TRIM, TRIM_TO_BUDGET, RESTART_PERIODIC_TRIM } = TrimNotificationFlag

/** Its trims can be called one by one. */
class Trims extends LruPolicy {
  notified(Flags: number, NumBytesToTrim = 0): void {
    this.followNotification({ pContext: null, Flags, NumBytesToTrim })
  }

  override trimBytes(bytes: number, spared?: SubmissionSet): void {
    super.trimBytes(bytes, spared)
  }

  override trimUnusedSubmissions(set: SubmissionSet): void {
    super.trimUnusedSubmissions(set)
  }
}

/** Effects A, B and C of one resource each, of 1, 2 and 4 MiB. */
function three(): { world: TestWorld; policy: Trims; a: Resource; b: Resource; c: Resource } {
  const world = worldOf()
  const [a, b, c] = [create(world, 'a', MIB), create(world, 'b', 2 * MIB), create(world, 'c', 4 * MIB)]
  const policy = new Trims('fence-lru', hostOf(world))
  for (const [effect, resource] of [
    ['A', a],
    ['B', b],
    ['C', c],
  ] as const)
    policy.track(effect, [resource], () => true, NEVER)
  return { world, policy, a, b, c }
}

const names = (resources: readonly Resource[]): string[] => resources.map(({ name }) => name)

describe('a periodic trim', () => {
  it('takes what no completed submission since the last one used, coldest first, the never used in the order of registration [TN-17]', () => {
    const { world, policy, b, c } = three()
    press(world, policy, setOf('C', c))
    world.wait(10 * MS)
    press(world, policy, setOf('B', b))
    world.wait(10 * MS)
    // the fence of the last trim is 0 (TN-20): a has 0, c 1, b 2
    expect(names(policy.wouldTrim())).toEqual(['a'])
    policy.notified(PERIODIC_TRIM)
    expect(evicted(world.of('evict'))).toEqual(['a periodic never'])
    // now it is 2
    expect(names(policy.wouldTrim())).toEqual(['c', 'b'])
    press(world, policy, setOf('C', c))
    world.wait(10 * MS)
    policy.notified(PERIODIC_TRIM)
    expect(evicted(world.of('evict'))).toEqual(['a periodic never', 'b periodic 20000'])
  })

  it('counts from what had completed then, and leaves alone what the GPU still uses [TN-17]', () => {
    const { world, policy, a, b } = three()
    press(world, policy, setOf('A', a), 100 * MS)
    policy.notified(PERIODIC_TRIM)
    expect(evicted(world.of('evict'))).toEqual(['b periodic never', 'c periodic never'])
    world.wait(200 * MS)
    press(world, policy, setOf('B', b), 100 * MS)
    // A's fence 1 is later than that of the first trim, 0
    policy.notified(PERIODIC_TRIM)
    expect(world.of('evict').length).toBe(2)
    policy.notified(PERIODIC_TRIM)
    expect(evicted(world.of('evict')).slice(2)).toEqual(['a periodic 200000'])
  })

  it('has taken what was never used: what comes then is colder than what was used, and in the order of registration [TN-17]', () => {
    const { world, policy, a, b, c } = three()
    policy.notified(PERIODIC_TRIM)
    expect(evicted(world.of('evict'))).toEqual(['a periodic never', 'b periodic never', 'c periodic never'])
    press(world, policy, setOf('B', b), 10)
    press(world, policy, setOf('A', a), 10)
    world.wait(10 * MS)
    const later = ['d', 'e'].map((name) => create(world, name, MIB))
    for (const resource of later) policy.track(resource.name, [resource], () => true, NEVER)
    press(world, policy, setOf('C', c), 10)
    world.wait(10 * MS)
    // the last trim was before the first press
    policy.notified(PERIODIC_TRIM)
    policy.notified(PERIODIC_TRIM)
    expect(evicted(world.of('evict')).slice(3)).toEqual([
      'd periodic never',
      'e periodic never',
      'b periodic 20000',
      'a periodic 20000',
      'c periodic 10000',
    ])
  })

  it('of thousands takes those on either side of what an earlier policy has in flight, in their order [TN-17]', () => {
    const world = worldOf()
    const policy = new Trims('fence-lru', hostOf(world))
    const effect = (name: string, count: number, lastFence = 0): string[] => {
      const resources = Array.from({ length: count }, (_, index) => create(world, `${name}${index}`, 65_536))
      policy.track(name, resources, () => true, { lastFence, lastApplied: -1 })
      return names(resources)
    }
    const before = effect('A', 1500)
    effect('B', 700, 1)
    const behind = effect('C', 1300)
    expect(names(policy.wouldTrim())).toEqual([...before, ...behind])
    policy.notified(PERIODIC_TRIM)
    expect(world.of('evict').map(({ resource }) => resource)).toEqual([...before, ...behind])
    expect(names(policy.wouldTrim())).toEqual([])
  })

  it('is put off by a restart, which evicts nothing [TN-18]', () => {
    const { world, policy, a } = three()
    press(world, policy, setOf('A', a))
    world.wait(10 * MS)
    policy.notified(RESTART_PERIODIC_TRIM)
    expect(world.of('evict')).toEqual([])
    expect(names(policy.wouldTrim())).toEqual(['b', 'c', 'a'])
  })

  it('comes before the trim to the budget, and that before the restart, in one notification [TN-33]', () => {
    const { world, policy, a, b } = three()
    press(world, policy, setOf('B', b))
    world.wait(10 * MS)
    press(world, policy, setOf('A', a))
    world.wait(10 * MS)
    policy.notified(RESTART_PERIODIC_TRIM | TRIM_TO_BUDGET | PERIODIC_TRIM, MIB)
    expect(evicted(world.of('evict'))).toEqual(['c periodic never', 'b budget 20000'])
    expect(names(policy.wouldTrim())).toEqual(['a'])
  })
})

describe('a trim to the budget', () => {
  it('takes the least recently used until the bytes are freed [TN-19]', () => {
    const { world, policy, a, b, c } = three()
    for (const set of [setOf('C', c), setOf('A', a), setOf('B', b)]) {
      press(world, policy, set)
      world.wait(10 * MS)
    }
    policy.notified(TRIM_TO_BUDGET, 4 * MIB)
    expect(evicted(world.of('evict'))).toEqual(['c budget 30000'])
    policy.notified(TRIM_TO_BUDGET, MIB + 1)
    expect(evicted(world.of('evict')).slice(1)).toEqual(['a budget 20000', 'b budget 10000'])
  })

  it('never takes what the GPU uses, nor what is spared [TN-19]', () => {
    const { world, policy, a, b, c } = three()
    press(world, policy, setOf('A', a))
    world.wait(10 * MS)
    press(world, policy, setOf('B', b), 100 * MS)
    policy.trimBytes(100 * MIB, setOf('C', c))
    expect(evicted(world.of('evict'))).toEqual(['a budget 10000'])
    policy.trimBytes(100 * MIB)
    expect(evicted(world.of('evict')).slice(1)).toEqual(['c budget never'])
  })
})

describe('before a submission', () => {
  it('what none of the last three used is taken, its own set excepted [TN-20]', () => {
    const { world, policy, a, b, c } = three()
    press(world, policy, setOf('A', a))
    for (let i = 0; i < 2; i++) press(world, policy, setOf('B', b))
    world.wait(10 * MS)
    // three so far: A's is one of them; what was never used is older
    policy.trimUnusedSubmissions(setOf('C', c))
    expect(world.of('evict')).toEqual([])
    press(world, policy, setOf('B', b))
    world.wait(10 * MS)
    policy.trimUnusedSubmissions(setOf('A', a))
    expect(evicted(world.of('evict'))).toEqual(['c opportunistic never'])
    policy.trimUnusedSubmissions(setOf('B', b))
    expect(evicted(world.of('evict')).slice(1)).toEqual(['a opportunistic 20000'])
  })

  it('nothing is taken before there were three', () => {
    const { world, policy, a, b } = three()
    for (let i = 0; i < 2; i++) press(world, policy, setOf('A', a))
    world.wait(10 * MS)
    policy.trimUnusedSubmissions(setOf('B', b))
    expect(world.of('evict')).toEqual([])
  })

  it('what it has evicted is made resident, by resources and by heaps alike', () => {
    const { world, policy, a, b, c } = three()
    policy.trimBytes(3 * MIB)
    expect(names(world.of('evict').map(({ resource }) => ({ name: resource }) as Resource))).toEqual(['a', 'b'])
    press(world, policy, setOf(null, a, c))
    const whole = setOf(null, a, b, c)
    press(world, policy, { ...whole, heaps: whole.resources.map(keyOf) })
    expect(world.of('make-resident').map(({ resources }) => resources)).toEqual([['a'], ['b']])
  })
})

describe('the order', () => {
  it('is that of the uses, whether a set names its heaps or not', () => {
    const orders = [false, true].map((byHeaps) => {
      const { world, policy, a, b, c } = three()
      for (const set of [setOf(null, b, a), setOf(null, c), setOf(null, b)]) {
        press(world, policy, byHeaps ? { ...set, heaps: set.resources.map(keyOf) } : set)
        world.wait(10 * MS)
      }
      policy.notified(PERIODIC_TRIM)
      return names(policy.wouldTrim())
    })
    expect(orders).toEqual([
      ['a', 'c', 'b'],
      ['a', 'c', 'b'],
    ])
  })

  it('has nothing of an effect that is untracked, and what comes later stands behind the never used', () => {
    const { world, policy, b } = three()
    press(world, policy, setOf('B', b))
    policy.untrack('C')
    policy.track('D', [create(world, 'd', MIB)], () => true, NEVER)
    policy.track('E', [create(world, 'e', MIB, false)], () => false, NEVER)
    world.wait(10 * MS)
    policy.notified(RESTART_PERIODIC_TRIM)
    expect(names(policy.wouldTrim())).toEqual(['a', 'd', 'b'])
  })
})
