/**
 * What a file asks for in all: each of its fields may be within its own limits, and all of them together still more than
 * there is memory for. Counted as steps go by, from above: what is not surely gone counts, also where it may fail.
 */
import { DEFAULT_FRAMES, DEFAULT_THUMBNAILS, resourcesOfClip } from '../../../editor/media'
import { DEFAULT_EFFECTS } from '../format/schema'
import { valueAt } from '../text/issues'
import type { Issue, Path } from '../text/problems'
import { numbered } from './memory-names'

/** allocations that there can be at one time, of any kind: a million beside what an ordinary project has; about 2 GB */
const MOST_OBJECTS = 2 ** 20

/** @returns where there can be too many first; reads what there is, never fails */
export function totalIssues(file: unknown): Issue[] {
  return totalsOf(file).issues
}

/** What a file asks for, up to where it is too much. */
export function totalsOf(file: unknown): Totals {
  const totals = new Totals()
  totals.app(valueAt(file, ['app']))
  const steps = list(valueAt(file, ['steps']))
  for (let i = 0; i < steps.length && totals.issues.length === 0; i++) totals.step(steps[i], ['steps', i])
  return totals
}

/** A step as it is carried out. */
interface Performed {
  verb: string
  value: unknown
}

export class Totals {
  readonly issues: Issue[] = []
  #objects = 0
  /** at one time so far */
  #most = 0
  /** effects, clips, groups of allocations → how many they have, as long as they are there */
  readonly #sizes = new Map<string, number>()

  /** Allocations that there can be at one time, of all that has gone by so far. */
  get most(): number {
    return this.#most
  }

  app(app: unknown): void {
    const effects = valueAt(app, ['effects'])
    list(effects === undefined ? DEFAULT_EFFECTS : effects).forEach((effect, i) => {
      this.#effect(effect, ['app', 'effects', i])
    })
    list(valueAt(app, ['clips'])).forEach((clip, i) => {
      this.#clip(clip, ['app', 'clips', i])
    })
    list(valueAt(app, ['pools'])).forEach((pool, i) => {
      this.#make(count(valueAt(pool, ['minBlocks']), 0), ['app', 'pools', i, 'minBlocks'])
    })
  }

  /** @param step verb → value, as a file has it */
  step(step: unknown, path: Path): void {
    const removed = valueAt(step, ['removeEffect']) ?? valueAt(step, ['removeClip'])
    if (typeof removed === 'string') this.#gone(removed)
    this.#free(valueAt(step, ['free']))
    if (valueAt(step, ['addEffect']) !== undefined) this.#effect(valueAt(step, ['addEffect']), [...path, 'addEffect'])
    if (valueAt(step, ['resource']) !== undefined) this.#named(valueAt(step, ['resource']), 1, [...path, 'resource'])
    if (valueAt(step, ['importClip']) !== undefined) this.#clip(valueAt(step, ['importClip']), [...path, 'importClip'])
    if (valueAt(step, ['allocate']) !== undefined)
      this.#named(valueAt(step, ['allocate']), count(valueAt(step, ['allocate', 'count']), 1), [...path, 'allocate'])
    list(valueAt(step, ['layout', 'pools'])).forEach((pool, i) => {
      this.#make(layoutCount(pool), [...path, 'layout', 'pools', i])
    })
  }

  /** As step, for what is carried out as the run goes. */
  performed({ verb, value }: Performed): void {
    this.step({ [verb]: value }, [])
  }

  /**
   * What keeps an action from being part of a file, where this came before it; null: nothing.
   * @param later steps that the file has after it
   */
  refusal(action: Performed, later: readonly Performed[] = []): string | null {
    const alone = new Totals()
    alone.performed(action)
    if (alone.#objects === 0) return null
    const all = this.#copy()
    all.performed(action)
    for (const step of later) all.performed(step)
    if (all.#most <= MOST_OBJECTS) return null
    const rest = all.#most - this.#objects - alone.#objects
    const more = rest > 0 ? `, and ${rest} that later steps make` : ''
    return `found ${this.#objects} allocations, ${alone.#objects} more${more}; expected at most ${MOST_OBJECTS} at one time`
  }

  #copy(): Totals {
    const copy = new Totals()
    copy.#objects = this.#objects
    for (const [name, size] of this.#sizes) copy.#sizes.set(name, size)
    return copy
  }

  #effect(effect: unknown, path: Path): void {
    this.#named(effect, list(valueAt(effect, ['resources'])).length, path)
  }

  #clip(clip: unknown, path: Path): void {
    const frames = count(valueAt(clip, ['frames']), DEFAULT_FRAMES)
    const thumbnails = count(valueAt(clip, ['thumbnails']), DEFAULT_THUMBNAILS)
    this.#named(clip, resourcesOfClip({ frames, thumbnails }), path)
  }

  #named(value: unknown, objects: number, path: Path): void {
    const name = valueAt(value, ['name'])
    if (typeof name === 'string') this.#sizes.set(name, (this.#sizes.get(name) ?? 0) + objects)
    this.#make(objects, path)
  }

  #make(objects: number, path: Path): void {
    const before = this.#objects
    this.#objects += objects
    this.#most = Math.max(this.#most, this.#objects)
    if (this.#objects <= MOST_OBJECTS) return
    const found = before === 0 ? `${objects} allocations` : `${objects} allocations, beside ${before} that there can be`
    this.issues.push({ path, found, expected: `at most ${MOST_OBJECTS} at one time` })
  }

  /** Part of a group may stay where "every" or "share" says so. */
  #free(free: unknown): void {
    const name = valueAt(free, ['name'])
    const partly = ['every', 'share'].some((field) => ![undefined, 1].includes(valueAt(free, [field]) as number))
    if (typeof name !== 'string' || partly) return
    if (this.#sizes.has(name)) return this.#gone(name)
    const [group] = numbered(name)
    const size = this.#sizes.get(group)
    if (size === undefined || size === 0) return
    this.#sizes.set(group, size - 1)
    this.#objects--
  }

  #gone(name: string): void {
    this.#objects -= this.#sizes.get(name) ?? 0
    this.#sizes.delete(name)
  }
}

function layoutCount(pool: unknown): number {
  const blocks = list(valueAt(pool, ['blocks']))
  const placed = blocks.reduce<number>((sum, block) => sum + 1 + list(valueAt(block, ['allocations'])).length, 0)
  return placed + list(valueAt(pool, ['committed'])).length
}

/** What the file says, if it is a count at all. */
function count(value: unknown, absent: number): number {
  if (value === undefined) return absent
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : 0
}

function list(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}
