/**
 * What a file asks for in all: each of its fields may be within its own limits, and all of them together still more than
 * there is memory for. Counted as steps go by, from above: what is not surely gone counts, also where it may fail.
 */
import type { AllocateSpec, ClipSpec, FreeSpec } from '../../../../preload/contract'
import { DEFAULT_FRAMES, DEFAULT_THUMBNAILS, resourcesOfClip } from '../../../editor/media'
import type { Scenario, StepValues, Verb } from '../format/types'
import type { Issue, Path } from '../text/problems'
import type { FileDraft, StepDraft } from './draft'
import { numbered } from './memory-names'

/** allocations that there can be at one time, of any kind: a million beside what an ordinary project has; about 2 GB */
const MOST_OBJECTS = 2 ** 20

/** @returns where there can be too many first; of what can be made out, never fails */
export function totalIssues(file: FileDraft): Issue[] {
  return totalsOf(file).issues
}

/** What a file asks for, up to where it is too much. */
export function totalsOf({ app, steps }: FileDraft): Totals {
  const totals = new Totals()
  if (app !== null) totals.app(app)
  for (const [i, step] of steps?.entries() ?? []) {
    if (totals.issues.length > 0) break
    if (step !== null) totals.step(step, ['steps', i])
  }
  return totals
}

/** A step as it is carried out. */
type Performed = { [V in Verb]: { readonly verb: V; readonly value: StepValues[V] } }[Verb]

/**
 * What is counted of a thing. Both have it: what the grammar has made of a file, and the draft of one, in which null is what
 * is bad by itself.
 */
interface Many {
  readonly length: number
}
interface Named {
  readonly name: string | null
}
type Loosely<Spec> = { readonly [Field in keyof Spec]: Spec[Field] | null }
type Effect = Named & { readonly resources: Many | null }
type Clip = Named & Loosely<Pick<ClipSpec, 'frames' | 'thumbnails'>>
type Allocate = Named & Loosely<Pick<AllocateSpec, 'count'>>
type Free = Named & Loosely<Pick<FreeSpec, 'every' | 'share'>>
interface Layout {
  readonly pools: Entries<{
    readonly blocks: Entries<{ readonly allocations: Many | null }> | null
    readonly committed: Many | null
  }> | null
}
interface App {
  readonly effects: Entries<Effect> | null
  readonly clips: Entries<Clip> | null
  readonly pools: Entries<Loosely<Pick<Scenario['app']['pools'][number], 'minBlocks'>>> | null
}
/** A list, or the draft of one. */
interface Entries<Element> {
  entries(): Iterable<[number, Element | null]>
}

/** One counts with each run, and is copied with it: its fields are seen, so that none is lost (LB-02). */
export class Totals {
  readonly issues: Issue[] = []
  private objects = 0
  /** at one time so far */
  private highest = 0
  /** effects, clips, groups of allocations → how many they have, as long as they are there */
  private readonly sizes = new Map<string, number>()

  /** How many allocations there can be at one time, of all that has gone by so far. */
  get most(): number {
    return this.highest
  }

  app({ effects, clips, pools }: App): void {
    for (const [i, effect] of effects?.entries() ?? []) this.effect(effect, ['app', 'effects', i])
    for (const [i, clip] of clips?.entries() ?? []) this.clip(clip, ['app', 'clips', i])
    for (const [i, pool] of pools?.entries() ?? []) this.make(pool?.minBlocks ?? 0, ['app', 'pools', i, 'minBlocks'])
  }

  /** @param step of a file, as far as it can be made out */
  step(step: StepDraft, path: Path): void {
    const { removeEffect, removeClip, free, addEffect, resource, importClip, allocate, layout } = step
    this.gone((removeEffect === undefined ? removeClip : removeEffect) ?? null)
    if (free !== undefined) this.free(free)
    if (addEffect !== undefined) this.effect(addEffect, [...path, 'addEffect'])
    if (resource !== undefined) this.named(resource, 1, [...path, 'resource'])
    if (importClip !== undefined) this.clip(importClip, [...path, 'importClip'])
    if (allocate !== undefined) this.allocate(allocate, [...path, 'allocate'])
    if (layout !== undefined) this.layout(layout, [...path, 'layout', 'pools'])
  }

  /** As step, for what is carried out as the run goes. */
  performed({ verb, value }: Performed): void {
    switch (verb) {
      case 'removeEffect':
      case 'removeClip':
        return this.gone(value)
      case 'free':
        return this.free(value)
      case 'addEffect':
        return this.effect(value, [])
      case 'resource':
        return this.named(value, 1, [])
      case 'importClip':
        return this.clip(value, [])
      case 'allocate':
        return this.allocate(value, [])
      case 'layout':
        return this.layout(value, [])
    }
  }

  /**
   * What keeps an action from being part of a file, where this came before it; null: nothing.
   * @param later steps that the file has after it
   */
  refusal(action: Performed, later: readonly Performed[] = []): string | null {
    const alone = new Totals()
    alone.performed(action)
    if (alone.objects === 0) return null
    const all = this.copy()
    all.performed(action)
    for (const step of later) all.performed(step)
    if (all.highest <= MOST_OBJECTS) return null
    const rest = all.highest - this.objects - alone.objects
    const more = rest > 0 ? `, and ${rest} that later steps make` : ''
    return `found ${this.objects} allocations, ${alone.objects} more${more}; expected at most ${MOST_OBJECTS} at one time`
  }

  private copy(): Totals {
    const copy = new Totals()
    copy.objects = this.objects
    for (const [name, size] of this.sizes) copy.sizes.set(name, size)
    return copy
  }

  private effect(effect: Effect | null, path: Path): void {
    this.named(effect, effect?.resources?.length ?? 0, path)
  }

  private clip(clip: Clip | null, path: Path): void {
    const { frames = DEFAULT_FRAMES, thumbnails = DEFAULT_THUMBNAILS } = clip ?? {}
    this.named(clip, resourcesOfClip({ frames: frames ?? 0, thumbnails: thumbnails ?? 0 }), path)
  }

  private allocate(allocate: Allocate | null, path: Path): void {
    const { count = 1 } = allocate ?? {}
    this.named(allocate, count ?? 0, path)
  }

  private layout(layout: Layout | null, path: Path): void {
    for (const [i, pool] of layout?.pools?.entries() ?? []) {
      let placed = pool?.committed?.length ?? 0
      for (const [, block] of pool?.blocks?.entries() ?? []) placed += 1 + (block?.allocations?.length ?? 0)
      this.make(placed, [...path, i])
    }
  }

  private named(made: Named | null, objects: number, path: Path): void {
    const name = made?.name ?? null
    if (name !== null) this.sizes.set(name, (this.sizes.get(name) ?? 0) + objects)
    this.make(objects, path)
  }

  private make(objects: number, path: Path): void {
    const before = this.objects
    this.objects += objects
    this.highest = Math.max(this.highest, this.objects)
    if (this.objects <= MOST_OBJECTS) return
    const found = before === 0 ? `${objects} allocations` : `${objects} allocations, beside ${before} that there can be`
    this.issues.push({ path, found, expected: `at most ${MOST_OBJECTS} at one time` })
  }

  /** Part of a group may stay where "every" or "share" says so. */
  private free(free: Free | null): void {
    const { name = null, every = 1, share = 1 } = free ?? {}
    if (name === null || every !== 1 || share !== 1) return
    if (this.sizes.has(name)) return this.gone(name)
    const [group] = numbered(name)
    const size = this.sizes.get(group)
    if (size === undefined || size === 0) return
    this.sizes.set(group, size - 1)
    this.objects--
  }

  private gone(name: string | null): void {
    if (name === null) return
    this.objects -= this.sizes.get(name) ?? 0
    this.sizes.delete(name)
  }
}
