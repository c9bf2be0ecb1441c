/** The names that memory has at some time of a scenario: resources, media, allocations, groups, heaps of pools. */
import { HEAP_TYPES } from '../../../d3d12ma/definitions'
import { isRenderCache } from '../../../editor/timeline/renders'
import { allEffects, type EffectDraft, type FileDraft } from './draft'
import { contentsOf, type LayoutPoolDraft, type MadeName, madeBy } from './made'

/** Each has the name of its heap type. */
export const DEFAULT_POOLS: readonly string[] = HEAP_TYPES

export class MemoryNames {
  readonly #resources = new Set<string>()
  readonly #allocations = new Set<string>()
  /** of layouts: what has a name that is taken gets a number, "name (2)" */
  readonly #restored = new Set<string>()
  /** group → how many it has at most */
  readonly #groups = new Map<string, number>()
  /** groups of which something has a name of its own: "name 1" makes "name" */
  readonly #prefixes = new Set<string>()
  readonly #clips = new Set<string>()
  readonly #pools = new Set<string>(DEFAULT_POOLS)
  /** pools in which something has no name of its own: what it is called then begins with the pool's name */
  readonly #unnamed = new Set<string>()
  /** spans of the timeline are rendered: each second of them has a cache, "render 3 s" */
  #renders = false

  /** @returns undefined when some cannot be made out, so that one which is not known may be that one */
  static of(file: FileDraft): MemoryNames | undefined {
    const names = new MemoryNames()
    return names.#addEffects(file) && names.#addMemory(file) ? names : undefined
  }

  /** One resource, allocation or heap. */
  knows(name: string): boolean {
    if (this.#resources.has(name) || this.#allocations.has(name)) return true
    return this.#isNumbered(name) || this.#isInside(name) || (this.#renders && isRenderCache(name))
  }

  isGroup(name: string): boolean {
    return this.#groups.has(name) || this.#prefixes.has(name)
  }

  get pools(): ReadonlySet<string> {
    return this.#pools
  }

  /** Without the members of groups and what media consist of. */
  *all(groups: boolean): Iterable<string> {
    yield* this.#resources
    yield* this.#allocations
    if (groups) yield* this.#groups.keys()
  }

  #addEffects(file: FileDraft): boolean {
    const placed = mayBePlaced(file)
    for (const effect of allEffects(file)) if (!this.#addEffect(effect, placed)) return false
    return true
  }

  /**
   * @param placed only what shares heaps is counted by its group
   * @returns false: a name cannot be made out; so have those below
   */
  #addEffect(effect: EffectDraft | null, placed: boolean): boolean {
    const { name: group = null, resources = null } = effect ?? {}
    if (group === null || resources === null) return false
    for (const resource of resources) {
      const name = resource?.name ?? null
      if (name === null) return false
      this.#resources.add(`${group}.${name}`)
      if (placed) this.#prefixes.add(groupOf(`${group}.${name}`))
    }
    return true
  }

  #addMemory(file: FileDraft): boolean {
    const { clips = null, pools = null } = file.app ?? {}
    for (const clip of clips ?? [null]) if (!this.#addClip(clip)) return false
    for (const pool of pools ?? [null]) if (!this.#addPool(pool)) return false
    for (const step of file.steps ?? []) {
      if (step === null) continue
      const { importClip, layout, timeline } = step
      if (timeline?.edit === 'render') this.#renders = true
      const made = madeBy(step)
      if (importClip !== undefined && !this.#addClip(importClip)) return false
      if (made !== undefined && !this.#addAllocations(made, step.resource === undefined)) return false
      for (const pool of layout?.pools ?? []) if (!this.#addPool(pool, pool)) return false
    }
    return true
  }

  #addClip(clip: { readonly name: string | null } | null): boolean {
    const name = clip?.name ?? null
    if (name !== null) this.#clips.add(name)
    return name !== null
  }

  /** @param placed see `#addEffect` */
  #addAllocations({ name, count }: MadeName, placed: boolean): boolean {
    if (name === null || count === null) return false
    if (count === 1) {
      this.#allocations.add(name)
      if (placed) this.#prefixes.add(groupOf(name))
    } else this.#groups.set(name, Math.max(count, this.#groups.get(name) ?? 0))
    return true
  }

  /** @param layout of which it is, with what lies in it; null: it is empty */
  #addPool(pool: { readonly name: string | null } | null, layout: LayoutPoolDraft | null = null): boolean {
    const name = pool?.name ?? null
    if (name === null) return false
    const { allocations, unnamed } = contentsOf(layout)
    this.#pools.add(name)
    if (unnamed) this.#unnamed.add(name)
    for (const allocation of allocations) {
      this.#allocations.add(allocation)
      this.#restored.add(allocation)
      this.#prefixes.add(groupOf(allocation))
    }
    return true
  }

  /** "name 3" of a group, a heap "DEFAULT block 0" of a pool, "name (2)" of a layout. */
  #isNumbered(name: string): boolean {
    const [prefix, number] = numbered(name)
    if (number >= 1 && number <= (this.#groups.get(prefix) ?? 0)) return true
    if (prefix.endsWith(' block')) return this.#pools.has(prefix.slice(0, -' block'.length))
    return this.#restored.has(name.replace(/ \([1-9]\d*\)$/, ''))
  }

  /** Of a clip, "Clip.resource"; or of a pool's own naming. */
  #isInside(name: string): boolean {
    return startsWithOneOf(name, '.', this.#clips) || startsWithOneOf(name, ' ', this.#unnamed)
  }
}

/** Effects' resources may share heaps at some time. */
function mayBePlaced({ app, steps }: FileDraft): boolean {
  if (app?.allocation !== 'committed') return true
  for (const step of steps ?? []) if (step?.allocation !== undefined && step.allocation !== 'committed') return true
  return false
}

/** `"name 3"` → `["name", 3]`; NaN where there is no number */
export function numbered(name: string): [string, number] {
  const match = /^(.+) (0|[1-9]\d*)$/s.exec(name)
  return [match?.[1] ?? '', Number(match?.[2])]
}

/** Of which group one of the name is, whoever made it: "name 03" is of "name"; '': of none, as nothing is called so. */
export function groupOf(name: string): string {
  return /^(.+) \d+$/s.exec(name)?.[1] ?? ''
}

/** Whether one of the names, then the separator, then more is how this begins. */
export function startsWithOneOf(name: string, separator: string, names: ReadonlySet<string>): boolean {
  for (let at = name.indexOf(separator); at >= 0; at = name.indexOf(separator, at + 1)) {
    if (at + 1 < name.length && names.has(name.slice(0, at))) return true
  }
  return false
}
