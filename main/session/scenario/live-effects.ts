/**
 * Which effects, clips and resources exist as a scenario's steps go by, and the names that clash or are missing. Effects
 * and clips have their names in common.
 */
import type { DraftEffect } from './draft'
import type { IssueList } from './lists'
import { type Issue, listOf, type Path } from './problems'
import { suggest } from './suggest'

/** More names than these are not listed in an issue. */
const LISTED = 12
/** Nor is a near one looked for among more than these. */
const COMPARED = 5000

export class LiveEffects {
  /** effect name → its resources' full names */
  readonly #effects = new Map<string, string[]>()
  readonly #clips = new Set<string>()
  readonly #resources = new Set<string>()
  readonly #issues: IssueList
  /** an effect's or a clip's name could not be made out, so that a name which is not known may be that one */
  #incomplete = false

  /** @param issues takes what is found */
  constructor(issues: IssueList) {
    this.#issues = issues
  }

  add({ name, resources }: DraftEffect, path: Path): void {
    if (name === undefined) this.#incomplete = true
    else if (this.#isTaken(name, path)) return
    const own = new Set<string>()
    const fullNames: string[] = []
    resources.forEach((resource, i) => {
      if (resource.name === undefined) return
      const full = name === undefined ? undefined : `${name}.${resource.name}`
      const expected = this.#clash(resource.name, own, full)
      if (expected !== undefined) {
        const at = [...path, 'resources', i, 'name']
        this.#issues.add({ path: at, found: JSON.stringify(resource.name), expected })
      } else if (full !== undefined) {
        this.#resources.add(full)
        fullNames.push(full)
      }
      own.add(resource.name)
    })
    if (name !== undefined) this.#effects.set(name, fullNames)
  }

  /** @param name null: cannot be made out */
  addClip(name: string | null, path: Path): void {
    if (name === null) this.#incomplete = true
    else if (!this.#isTaken(name, path)) this.#clips.add(name)
  }

  remove(name: string, path: Path): void {
    this.requireEffect(name, path)
    for (const full of this.#effects.get(name) ?? []) this.#resources.delete(full)
    this.#effects.delete(name)
  }

  removeClip(name: string, path: Path): void {
    if (!this.#clips.delete(name)) {
      this.#report(name, path, 'a clip', this.#clips, 'it is an effect, which "removeEffect" removes')
    }
  }

  /** An effect or a clip. */
  requireName(name: string, path: Path): void {
    if (this.#effects.has(name) || this.#clips.has(name)) return
    this.#report(name, path, 'an effect or a clip', this.#names())
  }

  requireEffect(name: string, path: Path): void {
    if (!this.#effects.has(name)) this.#report(name, path, 'an effect', this.#effects.keys(), 'it is a clip')
  }

  *#names(): Iterable<string> {
    yield* this.#effects.keys()
    yield* this.#clips
  }

  /** @param other why a name that exists is none of these */
  #report(name: string, path: Path, what: string, known: Iterable<string>, other?: string): void {
    if (this.#incomplete || this.#issues.full) return
    const issue = unknownName(path, name, `the name of ${what} that exists at that time`, known)
    const exists = this.#effects.has(name) || this.#clips.has(name)
    this.#issues.add(exists && other !== undefined ? { ...issue, hint: other } : issue)
  }

  #isTaken(name: string, path: Path): boolean {
    if (!this.#effects.has(name) && !this.#clips.has(name)) return false
    const expected = 'a name that no other effect or clip has at that time'
    this.#issues.add({ path: [...path, 'name'], found: JSON.stringify(name), expected })
    return true
  }

  /** "a.b" + "c" and "a" + "b.c" have the same full name. */
  #clash(name: string, own: ReadonlySet<string>, full: string | undefined): string | undefined {
    if (own.has(name)) return 'a name that no other resource of the effect has'
    if (full === undefined || !this.#resources.has(full)) return undefined
    return `a full name ("Effect.resource") that no other resource has; ${JSON.stringify(full)} is taken`
  }
}

/** The issue of a name that is not known, with those that are, and the nearest of them. */
export function unknownName(path: Path, name: string, what: string, known: Iterable<string>): Issue {
  const all: string[] = []
  for (const candidate of known) {
    if (all.length === COMPARED) break
    all.push(candidate)
  }
  const more = all.length > LISTED ? ', …' : ''
  const list = all.length === 0 ? 'there is none' : `${listOf(all.slice(0, LISTED))}${more}`
  const near = suggest(name, all)
  const hint = near === undefined ? {} : { hint: `did you mean ${JSON.stringify(near)}?` }
  return { path, found: JSON.stringify(name), expected: `${what}: ${list}`, ...hint }
}
