/**
 * Which effects and clips can exist as a scenario's steps go by, and the names that clash or are missing. Effects and clips
 * have their names in common. Whether one does exist is decided as the run goes: creating it, or removing it, may have
 * failed. So only a name that nothing has made by then is refused, and at the start, where all are made together, one that
 * is there twice (SC-16).
 */

import { type Issue, listOf, type Path } from '../text/problems'
import { suggest } from '../text/suggest'
import type { EffectDraft } from './draft'
import type { IssueList } from './lists'

/** More names than these are not listed in an issue. */
const LISTED = 12
/** Nor is a near one looked for among more than these. */
const COMPARED = 5000

export class LiveEffects {
  readonly #effects = new Set<string>()
  readonly #clips = new Set<string>()
  /** full names of those at the start */
  readonly #resources = new Set<string>()
  readonly #issues: IssueList
  /** an effect's or a clip's name could not be made out, so that a name which is not known may be that one */
  #incomplete = false

  /** @param issues takes what is found */
  constructor(issues: IssueList) {
    this.#issues = issues
  }

  /** An effect that the app has from the start. */
  addAtStart(effect: EffectDraft | null, path: Path): void {
    const name = effect?.name ?? null
    if (name !== null && this.#isTaken(name, path)) return
    const taken = (own: string): string | undefined => {
      if (name === null) return undefined
      const full = `${name}.${own}`
      if (this.#resources.has(full))
        return `a full name ("Effect.resource") that no other resource has; ${JSON.stringify(full)} is taken`
      this.#resources.add(full)
      return undefined
    }
    this.#add(effect, path, taken)
  }

  /** One that a step adds, if the name is free by then. */
  add(effect: EffectDraft | null, path: Path): void {
    this.#add(effect, path, () => undefined)
  }

  /** @param taken what is expected instead of a resource's name; undefined: nothing */
  #add(effect: EffectDraft | null, path: Path, taken: (own: string) => string | undefined): void {
    const { name = null, resources = null } = effect ?? {}
    if (name === null) this.#incomplete = true
    else this.#effects.add(name)
    const known = new Set<string>()
    for (const [i, resource] of resources?.entries() ?? []) {
      const own = resource?.name ?? null
      if (own === null) continue
      const repeated = known.has(own)
      known.add(own)
      const expected = repeated ? 'a name that no other resource of the effect has' : taken(own)
      if (expected === undefined) continue
      const at = [...path, 'resources', i, 'name']
      this.#issues.add({ path: at, found: JSON.stringify(own), expected })
    }
  }

  /** @param name null: cannot be made out */
  addClipAtStart(name: string | null, path: Path): void {
    if (name === null || !this.#isTaken(name, path)) this.addClip(name)
  }

  /** @param name null: cannot be made out */
  addClip(name: string | null): void {
    if (name === null) this.#incomplete = true
    else this.#clips.add(name)
  }

  requireClip(name: string, path: Path): void {
    if (!this.#clips.has(name))
      this.#report(name, path, 'a clip', this.#clips, 'it is an effect, which "removeEffect" removes')
  }

  /** An effect or a clip. */
  requireName(name: string, path: Path): void {
    if (this.#effects.has(name) || this.#clips.has(name)) return
    this.#report(name, path, 'an effect or a clip', this.#names())
  }

  requireEffect(name: string, path: Path): void {
    if (!this.#effects.has(name)) this.#report(name, path, 'an effect', this.#effects, 'it is a clip')
  }

  *#names(): Iterable<string> {
    yield* this.#effects
    yield* this.#clips
  }

  /** @param other why a name that exists is none of these */
  #report(name: string, path: Path, what: string, known: Iterable<string>, other?: string): void {
    if (this.#incomplete) return
    this.#issues.addUnknown(name, () => {
      const issue = unknownName(path, name, `the name of ${what} that exists at that time`, known)
      const exists = this.#effects.has(name) || this.#clips.has(name)
      return exists && other !== undefined ? { ...issue, hint: other } : issue
    })
  }

  #isTaken(name: string, path: Path): boolean {
    if (!this.#effects.has(name) && !this.#clips.has(name)) return false
    const expected = 'a name that no other effect or clip has'
    this.#issues.add({ path: [...path, 'name'], found: JSON.stringify(name), expected })
    return true
  }
}

/** The issue of a name that is not known, with those that are, and the nearest of them. */
export function unknownName(path: Path, name: string, what: string, known: Iterable<string>): Issue {
  const some = new Set<string>()
  let compared = 0
  for (const candidate of known) {
    if (compared++ === COMPARED) break
    some.add(candidate)
  }
  const all = [...some]
  const more = all.length > LISTED ? ', …' : ''
  const list = all.length === 0 ? 'there is none' : `${listOf(all.slice(0, LISTED))}${more}`
  const near = suggest(name, all)
  const hint = near === undefined ? {} : { hint: `did you mean ${JSON.stringify(near)}?` }
  return { path, found: JSON.stringify(name), expected: `${what}: ${list}`, ...hint }
}
