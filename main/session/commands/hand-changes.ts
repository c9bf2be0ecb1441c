/**
 * What a person, not a step of the scenario, has set: Save writes it, and Restart begins with it. What is changed of the
 * timeline the project knows: it can be taken back.
 */
import type { ConstantValues, MediaFile, PolicyChoice, SystemSettings } from '../../../preload/contract'
import type { Action } from '../verbs/action'
import { withoutUndefined } from '../without-undefined'

export class HandChanges {
  /** bytes; null: the file's own */
  budget: number | null = null
  policy: PolicyChoice | null = null
  /** what is left out is the file's own */
  settings: SystemSettings = {}
  /** by effect: its constants that were set, as they were set last */
  readonly constants = new Map<string, ConstantValues>()
  /** by clip that was given another file: which; null: the sample footage */
  readonly relinked = new Map<string, MediaFile | null>()
  /** what was set, in order, each at its moment of simulated time (µs) */
  readonly history: { readonly at: number; readonly action: Action }[] = []

  /** @param now simulated time, µs */
  constructor(private readonly now: () => number = () => 0) {}

  /** As it was when no more than this was set. */
  static asOf(history: HandChanges['history'], now: () => number): HandChanges {
    const made = new HandChanges(now)
    for (const noted of history) {
      made.history.push(noted)
      made.take(noted.action)
    }
    return made
  }

  /** A setting was carried out. */
  keep(action: Action): void {
    // not the action itself: what its calls returned is known for as long as that is there
    this.history.push({ at: this.now(), action: { ...action } })
    this.take(action)
  }

  private take(action: Action): void {
    switch (action.verb) {
      case 'budget':
        this.budget = action.value
        break
      case 'policy':
        this.policy = action.value
        break
      case 'system':
        this.settings = merged(this.settings, action.value)
        break
      case 'setConstants': {
        const { effect, constants } = action.value
        this.constants.set(effect, { ...this.constants.get(effect), ...constants })
        break
      }
      case 'relinkClip':
        this.relinked.set(action.value.clip, action.value.file)
        break
    }
  }
}

/** Groups of settings field by field. */
function merged(before: SystemSettings, settings: SystemSettings): SystemSettings {
  const result: Record<string, unknown> = { ...before }
  for (const [name, value] of Object.entries(settings))
    result[name] =
      typeof value === 'object' ? { ...(result[name] as object | undefined), ...withoutUndefined(value) } : value
  return result
}
