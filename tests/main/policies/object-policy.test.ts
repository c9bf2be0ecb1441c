import { describe, expect, it } from 'vitest'
import type { Resource } from '../../../main/d3d12/resource'
import { ObjectPolicy } from '../../../main/policies/object-policy'
import type { Tracked } from '../../../main/policies/tracked'
import { create, MIB, MS, worldOf } from '../support/world'
import { evicted, hostOf, NEVER, press, setOf } from './support/by-hand'

interface Counted extends Tracked {
  uses: number
}

/** Counts the uses of each resource. */
class Counting extends ObjectPolicy<Counted> {
  readonly told: string[] = []

  protected describe(tracked: Tracked): Counted {
    return Object.assign(tracked, { uses: 0 })
  }

  protected override onTracked({ resource }: Counted): void {
    this.told.push(`tracked ${resource.name}`)
  }

  protected override onUntracked({ resource, uses }: Counted): void {
    this.told.push(`untracked ${resource.name} ${uses}`)
  }

  protected override onUsed(counted: Counted): void {
    counted.uses++
  }

  of(effect: string): readonly Counted[] {
    return this.resourcesOf(effect)
  }

  /** By increasing key. */
  get all(): string[] {
    return [...this.byKey.values()].map(({ resource, resident, uses }) => `${resource.name} ${resident} ${uses}`)
  }

  get size(): number {
    return this.byKey.size
  }

  takes(resource: Resource): number {
    const [tracked] = this.objectsOf([resource])
    return tracked === undefined ? -1 : this.evict(tracked, 'budget')
  }

  brings(...resources: Resource[]): string {
    return this.makeResident(this.objectsOf(resources))
  }
}

function rig() {
  const world = worldOf()
  const policy = new Counting('fence-lru', hostOf(world))
  const [a, b, c] = [create(world, 'a', MIB), create(world, 'b', MIB, false), create(world, 'c', MIB)]
  policy.track('A', [a, b], (resource) => resource !== b, NEVER)
  policy.track('C', [c], () => true, NEVER)
  return { world, policy, a, b, c }
}

describe('a policy with an object for each resource', () => {
  it('has them from being tracked until being untracked, with what the policy adds', () => {
    const { policy } = rig()
    expect([policy.told, policy.all, policy.size]).toEqual([
      ['tracked a', 'tracked b', 'tracked c'],
      ['a true 0', 'b false 0', 'c true 0'],
      3,
    ])
    policy.untrack('A')
    expect([policy.told.slice(3), policy.all, policy.size]).toEqual([
      ['untracked a 0', 'untracked b 0'],
      ['c true 0'],
      1,
    ])
  })

  it('knows what was used, wholly or in a set of its own, and that it is resident then', () => {
    const { world, policy, a, b, c } = rig()
    press(world, policy, { effect: 'A', resources: policy.of('A').map(({ resource }) => resource) })
    press(world, policy, setOf(null, b, c))
    expect(policy.all).toEqual(['a true 1', 'b true 2', 'c true 1'])
    expect(
      [a, b, c].map((one) => policy.of(one === c ? 'C' : 'A').find(({ resource }) => resource === one)?.lastFence),
    ).toEqual([1, 2, 2])
  })

  it('gives the objects of an effect, the same until anything comes or goes', () => {
    const { world, policy } = rig()
    const before = policy.of('A')
    expect([before.map(({ resource }) => resource.name), policy.of('A') === before]).toEqual([['a', 'b'], true])
    policy.track('D', [create(world, 'd', MIB)], () => true, NEVER)
    expect(policy.of('A') === before).toBe(false)
    expect([policy.of('A'), policy.of('none')]).toEqual([before, []])
  })

  it('believes what it evicts to be out, and asks for all that is missing at once', () => {
    const { world, policy, a, b, c } = rig()
    world.wait(MS)
    expect([policy.takes(a), policy.all[0]]).toEqual([MIB, 'a false 0'])
    expect(evicted(world.of('evict'))).toEqual(['a budget never'])
    press(world, policy, setOf(null, a, b, c))
    expect(world.of('make-resident').map(({ resources }) => resources)).toEqual([['a', 'b']])
    expect(policy.brings(c)).toBe('S_OK')
    expect(world.of('make-resident').at(-1)?.resources).toEqual(['c'])
  })
})
