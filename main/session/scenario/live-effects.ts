/** Which effects and resources exist as a scenario's steps go by, and the names that clash or are missing. */
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
  readonly #resources = new Set<string>()
  readonly #issues: IssueList
  /** an effect's name could not be made out, so that a name which is not known may be that one */
  #incomplete = false

  /** @param issues takes what is found */
  constructor(issues: IssueList) {
    this.#issues = issues
  }

  add({ name, resources }: DraftEffect, path: Path): void {
    if (name === undefined) this.#incomplete = true
    else if (this.#effects.has(name)) {
      const expected = 'a name that no other effect has at that time'
      this.#issues.add({ path: [...path, 'name'], found: JSON.stringify(name), expected })
      return
    }
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

  remove(name: string, path: Path): void {
    this.requireName(name, path)
    for (const full of this.#effects.get(name) ?? []) this.#resources.delete(full)
    this.#effects.delete(name)
  }

  requireName(name: string, path: Path): void {
    if (this.#incomplete || this.#effects.has(name) || this.#issues.full) return
    this.#issues.add(unknownName(path, name, 'the name of an effect that exists at that time', this.#effects.keys()))
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
