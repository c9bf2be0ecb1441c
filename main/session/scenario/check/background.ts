/**
 * What shaders cannot have, and names that expectations of background processing use: effects with variants, events.
 * They must exist at some time, as an expectation that can never hold, or never fail, is a mistake of writing.
 *
 * @see spec BP-07, BP-26
 */
import { type EffectConstant, isInRange } from '../../../editor/effects/built-in-effect'
import { builtInEffect } from '../../../editor/effects/catalogue'
import type { Path } from '../text/problems'
import type { Draft } from './draft'
import type { DraftEffect } from './draft-parts'
import type { IssueList } from './lists'
import { unknownName } from './live-effects'

/** Finds expectations of variants and events of effects and commits that no step makes. */
export function checkBackground(draft: Draft, issues: IssueList): void {
  const effects = effectNames(draft)
  const events = eventNames(draft)
  draft.steps.forEach(({ variants, signalled }, i) => {
    const path = ['steps', i, 'expect']
    for (const name of variants) {
      if (effects === undefined || effects.has(name)) continue
      const at = [...path, 'variants', name]
      issues.addUnknown(name, () => ({ ...unknownName(at, name, 'the name of an effect', effects), atKey: true }))
    }
    signalled.forEach((name, j) => {
      if (name === undefined || events === undefined || events.has(name)) return
      const what = 'an event that a step setBackgroundProcessingMode names'
      issues.addUnknown(name, () => unknownName([...path, 'signalled', j], name, what, events))
    })
  })
}

interface ConstantProblem {
  constant: string
  found: string
  expected: string
}

/**
 * Constants as the effect's shader declares them: so many numbers, in its range, whole where it takes whole numbers. Those
 * that it does not have change nothing.
 */
export function checkConstants({ name, shader, constants }: DraftEffect, path: Path, issues: IssueList): void {
  const effect = shader ?? name
  if (effect === undefined) return
  for (const { constant, found, expected } of constantProblems(effect, constants)) {
    if (issues.full) return
    issues.add({ path: [...path, 'constants', constant], found, expected })
  }
}

/** @param effect whose shader it is */
export function constantProblems(effect: string, constants: ReadonlyMap<string, readonly number[]>): ConstantProblem[] {
  if (constants.size === 0) return []
  return builtInEffect(effect).constants.flatMap((constant) => {
    const value = constants.get(constant.name)
    if (value === undefined || fits(value, constant)) return []
    const { type, min, max, default: usual } = constant
    const whole = type === 'int' || type === 'bool' ? 'whole ' : ''
    const numbers = usual.length === 1 ? `a ${whole}number` : `a list of ${usual.length} ${whole}numbers`
    const found = JSON.stringify(value.length === 1 ? value[0] : value)
    return [{ constant: constant.name, found, expected: `${numbers} from ${min} to ${max}` }]
  })
}

function fits(value: readonly number[], constant: EffectConstant): boolean {
  return value.length === constant.default.length && isInRange(value, constant)
}

/** Undefined when some cannot be made out. */
function effectNames({ effects, steps }: Draft): ReadonlySet<string> | undefined {
  const names = new Set<string>()
  for (const added of [effects, steps.effects()]) {
    for (const { name } of added) {
      if (name === undefined) return undefined
      names.add(name)
    }
  }
  return names
}

/** Undefined when some cannot be made out, or guided runs have named theirs. */
function eventNames({ steps }: Draft): ReadonlySet<string> | undefined {
  const names = new Set<string>()
  for (const { event, workflow } of steps) {
    if (event === null || workflow) return undefined
    if (event !== undefined) names.add(event)
  }
  return names
}
