import { describe, expect, it } from 'vitest'
import type { Resource } from '../../../main/d3d12/resource'
import { KeyedPolicy, keysOf } from '../../../main/policies/keyed-policy'
import type { SubmissionSet } from '../../../main/policies/policy'
import { worldOf } from '../support/world'
import { hostOf, NEVER } from './support/by-hand'

const committed = (handle: number): Resource => ({ handle, name: `h${handle}`, size: 1 })
const placed = (key: number): Resource => ({ handle: 7, key, name: `k${key}`, size: 1 })

/** Has one column, of what was entered as resident or used since. */
class Columns extends KeyedPolicy {
  readonly told: string[] = []
  readonly in = new Set<number>()
  room = 0

  protected override grow(capacity: number): void {
    this.room = capacity
  }

  protected entered(key: number, resident: boolean): void {
    this.told.push(`entered ${key}`)
    if (resident) this.in.add(key)
  }

  protected left(key: number): void {
    this.told.push(`left ${key} ${this.resourceOf(key).name}`)
    this.in.delete(key)
  }

  protected isIn(key: number): boolean {
    return this.in.has(key)
  }

  missing(set: Pick<SubmissionSet, 'heaps' | 'resources'>): string[] {
    return this.missingOf({ effect: null, ...set }).map(({ name }) => name)
  }

  /** "key name fence", by increasing key. */
  get known(): string[] {
    const known: string[] = []
    this.eachKey((key) => known.push(`${key} ${this.resourceOf(key).name} ${this.useOf(key).lastFence}`))
    return known
  }
}

const policyOf = (): Columns => new Columns('fence-lru', hostOf(worldOf()))

describe('what a policy keeps by key', () => {
  it('is there from being tracked until being untracked, whatever the order of the keys', () => {
    const policy = policyOf()
    policy.track('A', [committed(90), placed(3)], (resource) => resource.handle === 90, NEVER)
    expect([policy.told, policy.known, [...policy.in]]).toEqual([
      ['entered 90', 'entered 3'],
      ['3 k3 0', '90 h90 0'],
      [90],
    ])
    policy.untrack('A')
    expect([policy.told.slice(2), policy.known]).toEqual([['left 90 h90', 'left 3 k3'], []])
    // the number is another's now
    policy.track('B', [committed(3)], () => true, NEVER)
    expect([policy.known, policy.missing({ resources: [committed(3)] })]).toEqual([['3 h3 0'], []])
  })

  it('has room for every key before it is told of it', () => {
    const policy = policyOf()
    const rooms = [0, 63, 64, 1000].map((key) => {
      policy.track(`${key}`, [committed(key)], () => true, NEVER)
      return policy.room
    })
    // 64 at first, then twice as much, and as much as it takes where that is more
    expect(rooms).toEqual([64, 64, 128, 1001])
  })

  it('has the last use of all of a set: the effect’s own together, and another for what a set of its own has used [SC-13]', () => {
    const policy = policyOf()
    const [a, b, c] = [committed(1), placed(2), committed(3)]
    policy.track('A', [a, b], () => false, NEVER)
    policy.track('C', [c], () => false, NEVER)
    policy.submitted({ effect: 'A', resources: [a, b] }, 1)
    expect(policy.known).toEqual(['1 h1 1', '2 k2 1', '3 h3 0'])
    policy.submitted({ effect: null, resources: [b, c] }, 2)
    expect(policy.known).toEqual(['1 h1 1', '2 k2 2', '3 h3 2'])
    policy.submitted({ effect: 'A', resources: [a, b] }, 3)
    expect(policy.known).toEqual(['1 h1 3', '2 k2 3', '3 h3 2'])
  })

  it('tells what of a set is missing, in its order, by heaps where they are known', () => {
    const policy = policyOf()
    const resources = [committed(5), committed(4), committed(6)]
    policy.track('A', resources, ({ handle }) => handle === 4, NEVER)
    expect(policy.missing({ resources })).toEqual(['h5', 'h6'])
    expect(policy.missing({ resources, heaps: [5, 4, 6] })).toEqual(['h5', 'h6'])
    policy.track('P', [placed(8), placed(9)], ({ key }) => key === 8, NEVER)
    expect(policy.missing({ resources: [placed(9), placed(8)] })).toEqual(['k9'])
  })
})

it('keys of a set are its heaps where each has one of its own, and else those of its resources', () => {
  const resources = [committed(5), placed(2)]
  expect(keysOf({ resources })).toEqual([5, 2])
  const heaps = [5, 6]
  expect(keysOf({ resources: [committed(5), committed(6)], heaps }) === heaps).toBe(true)
})
