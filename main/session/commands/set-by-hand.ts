/** What a person, not a step of the scenario, has set: Save writes it, and Restart begins with it. */
import type { PolicyName } from '../../../preload/contract'
import type { SystemStep } from '../scenario'
import type { Action } from '../verbs/action'
import { withoutUndefined } from '../without-undefined'

export class SetByHand {
  /** bytes; null: the file's own */
  budget: number | null = null
  policy: PolicyName | null = null
  /** what is left out is the file's own */
  settings: SystemStep = {}
  /** effects of which constants were set */
  readonly constants = new Set<string>()
  /** the timeline was edited */
  timeline = false

  /** A setting was carried out. */
  keep(action: Action): void {
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
      case 'setConstants':
        this.constants.add(action.value.effect)
        break
      case 'timeline':
        this.timeline = true
        break
    }
  }
}

/** Groups of settings field by field. */
function merged(before: SystemStep, settings: SystemStep): SystemStep {
  const result: Record<string, unknown> = { ...before }
  for (const [name, value] of Object.entries(settings))
    result[name] =
      typeof value === 'object' ? { ...(result[name] as object | undefined), ...withoutUndefined(value) } : value
  return result
}
