/**
 * Names of pools and allocations that can exist as a scenario's steps go by. Whether a call succeeded is not known before
 * the run, so that what was made may be made again, and what was freed be there still: trying once more after a failure is
 * what a scenario is for.
 *
 * @see spec DF-01, DF-06, SC-16
 */

import { listOf, type Path } from '../text/problems'
import type { FileDraft, StepDraft } from './draft'
import type { IssueList } from './lists'
import { unknownName } from './live-effects'
import { contentsOf, type LayoutPoolDraft, type MadeName, madeBy } from './made'
import { DEFAULT_POOLS, groupOf, type MemoryNames, numbered, startsWithOneOf } from './memory-names'
import { expectedPools, usedMemory, usedPools } from './mentions'

/** In it null: missing, or bad by itself and reported as such. */
interface PoolDraft {
  readonly name: string | null
  readonly heap: string | null
}

/** Of a name; most have one, and those of one have it in common: a layout can have a hundred thousand pools. */
type HeapTypes = readonly (string | null)[]

const alone = new Map<string | null, HeapTypes>()

function withHeap(types: HeapTypes | undefined, heap: string | null): HeapTypes {
  if (types !== undefined) return types.includes(heap) ? types : [...types, heap]
  const known = alone.get(heap) ?? [heap]
  alone.set(heap, known)
  return known
}

export class LiveMemory {
  /** custom pools → heap types that those of the name are made with */
  readonly #pools = new Map<string, HeapTypes>()
  /** what was allocated → how many */
  readonly #allocations = new Map<string, number>()
  /** a person may have allocated a group one by one, and a layout has it so: "name 1" makes "name" */
  readonly #prefixes = new Set<string>()
  /** pools in which something has no name of its own */
  readonly #unnamed = new Set<string>()
  /** of layouts: what has a name that is taken gets a number, "name (2)" */
  readonly #restored = new Set<string>()
  readonly #issues: IssueList
  /** a pool's or an allocation's name could not be made out, so that a name which is not known may be that one */
  #incomplete = { pool: false, allocation: false }

  /** @param issues takes what is found */
  constructor({ app }: FileDraft, issues: IssueList) {
    this.#issues = issues
    const { pools = null, pool = null } = app ?? {}
    if (pools === null) this.#incomplete.pool = true
    for (const [i, own] of pools?.entries() ?? []) {
      const at = ['app', 'pools', i, 'name']
      const name = own?.name ?? null
      if (name === null || !this.#pools.has(name)) this.#addPool(own, null, at)
      else this.#issues.add({ path: at, found: JSON.stringify(name), expected: 'a name that no other pool has' })
    }
    if (pool !== null) this.#checkOwnPool(pool)
  }

  /** @param names undefined: some cannot be made out */
  step(step: StepDraft, names: MemoryNames | undefined, path: Path): void {
    for (const mention of usedPools(step)) this.#requirePool(mention.name, [...path, ...mention.path])
    const made = madeBy(step)
    if (made !== undefined) this.#allocate(made, [...path, 'allocate'])
    const free = step.free?.name ?? null
    if (free !== null) this.#free(free, [...path, 'free', 'name'])
    this.#layout(step.layout?.pools ?? [], [...path, 'layout', 'pools'])
    if (names !== undefined) this.#checkExpected(step, names, path)
  }

  #layout(pools: Iterable<LayoutPoolDraft | null>, path: Path): void {
    const own = new Set<string>()
    let i = 0
    for (const pool of pools) {
      const at = [...path, i++, 'name']
      const name = pool?.name ?? null
      if (name !== null && own.has(name)) {
        const expected = 'a name that no other pool of the layout has'
        this.#issues.add({ path: at, found: JSON.stringify(name), expected })
      } else this.#addPool(pool, pool, at)
      if (name !== null) own.add(name)
    }
  }

  /** @param layout of which it is, with what lies in it; null: it is empty */
  #addPool(pool: PoolDraft | null, layout: LayoutPoolDraft | null, path: Path): void {
    const { name = null, heap = null } = pool ?? {}
    const { allocations, unnamed } = contentsOf(layout)
    for (const allocation of allocations) {
      this.#allocations.set(allocation, Math.max(1, this.#allocations.get(allocation) ?? 0))
      this.#restored.add(allocation)
      this.#prefixes.add(groupOf(allocation))
    }
    if (name === null) {
      this.#incomplete = { pool: true, allocation: this.#incomplete.allocation || unnamed }
      return
    }
    if (unnamed) this.#unnamed.add(name)
    if (!DEFAULT_POOLS.includes(name)) {
      this.#pools.set(name, withHeap(this.#pools.get(name), heap))
      return
    }
    const expected = `a name other than ${listOf(DEFAULT_POOLS)}, the default pools`
    this.#issues.add({ path, found: JSON.stringify(name), expected })
  }

  #requirePool(name: string, path: Path): void {
    if (this.#pools.has(name) || this.#incomplete.pool) return
    this.#issues.addUnknown(name, () => {
      const issue = unknownName(path, name, 'the name of a custom pool that exists at that time', this.#pools.keys())
      const isDefault = DEFAULT_POOLS.includes(name)
      return isDefault ? { ...issue, hint: 'for default pools, leave the field out' } : issue
    })
  }

  #checkOwnPool(name: string): void {
    const path = ['app', 'pool']
    // at the start no name is there twice
    const [heap = null] = this.#pools.get(name) ?? []
    if (heap === null || heap === 'default') this.#requirePool(name, path)
    else {
      const expected = `a pool of the heap type "default"; this one is of ${JSON.stringify(heap)}`
      this.#issues.add({ path, found: JSON.stringify(name), expected })
    }
  }

  #allocate({ name, count, heap = null, pool = null }: MadeName, path: Path): void {
    const [ofPool = null, ...others] = pool === null ? [] : (this.#pools.get(pool) ?? [])
    if (heap !== null && ofPool !== null && others.length === 0 && heap !== ofPool) {
      const expected = `${JSON.stringify(ofPool)}, as the pool ${JSON.stringify(pool)} has, or nothing`
      this.#issues.add({ path: [...path, 'heap'], found: JSON.stringify(heap), expected })
    }
    if (name === null || count === null) this.#incomplete.allocation = true
    else {
      this.#allocations.set(name, Math.max(count, this.#allocations.get(name) ?? 0))
      this.#prefixes.add(groupOf(name))
    }
  }

  #free(name: string, path: Path): void {
    const [group, number] = numbered(name)
    const isMember = number >= 1 && number <= (this.#allocations.get(group) ?? 0)
    const isGroup = this.#allocations.has(name) || this.#prefixes.has(name)
    const isRestored = this.#restored.has(name.replace(/ \([1-9]\d*\)$/, '')) && !this.#restored.has(name)
    const isKnown = isGroup || isMember || isRestored || startsWithOneOf(name, ' ', this.#unnamed)
    if (isKnown || this.#incomplete.allocation) return
    const what = 'the name of an allocation or a group that exists at that time'
    this.#issues.addUnknown(name, () => unknownName(path, name, what, this.#allocations.keys()))
  }

  /** What is used and what is expected only has to exist at some time. */
  #checkExpected(step: StepDraft, names: MemoryNames, path: Path): void {
    for (const { name, path: at } of usedMemory(step)) checkMemoryName(name, names, [...path, ...at], this.#issues)
    for (const mention of expectedPools(step)) {
      const { name } = mention
      if (names.pools.has(name)) continue
      const at = [...path, ...mention.path]
      this.#issues.addUnknown(name, () => ({
        ...unknownName(at, name, 'the name of a pool', names.pools),
        atKey: true,
      }))
    }
  }
}

/**
 * A resource or an allocation.
 * @param groups or a group as a whole
 */
export function checkMemoryName(
  name: string,
  names: MemoryNames,
  path: Path,
  issues: IssueList,
  { groups = false } = {},
): void {
  const isGroup = names.isGroup(name)
  if (names.knows(name) || (groups && isGroup)) return
  issues.addUnknown(name, () => {
    const what = `the full name of a resource, or the name of an allocation${groups ? ' or a group' : ''}`
    const issue = unknownName(path, name, what, names.all(groups))
    // of others what is near is one of it
    const first = `${name} 1`
    return isGroup && names.knows(first)
      ? { ...issue, hint: `it is a group: name one of it, ${JSON.stringify(first)}` }
      : issue
  })
}
