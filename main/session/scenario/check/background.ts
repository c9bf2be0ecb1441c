/**
 * What shaders cannot have, and names that expectations of background processing use: effects with variants, events.
 * They must exist at some time, as an expectation that can never hold, or never fail, is a mistake of writing.
 *
 * @see spec BP-07, BP-26
 */
import { type EffectConstant, isInRange } from '../../../editor/effects/built-in-effect'
import { builtInEffect } from '../../../editor/effects/catalogue'
import type { Path } from '../text/problems'
import { allEffects, type EffectDraft, eachStep, type FileDraft, namesIn } from './draft'
import type { IssueList } from './lists'
import { unknownName } from './live-effects'

/** Finds expectations of variants and events of effects and commits that no step makes. */
export function checkBackground(file: FileDraft, issues: IssueList): void {
  const effects = effectNames(file)
  const events = eventNames(file)
  eachStep(file, ({ expect = null }, i) => {
    if (expect === null) return
    const path = ['steps', i, 'expect']
    for (const name of expect.variants?.names ?? []) {
      if (effects === undefined || effects.has(name)) continue
      const at = [...path, 'variants', name]
      issues.addUnknown(name, () => ({ ...unknownName(at, name, 'the name of an effect', effects), atKey: true }))
    }
    for (const [j, name] of namesIn(expect.signalled)) {
      if (events === undefined || events.has(name)) continue
      const what = 'an event that a step setBackgroundProcessingMode names'
      issues.addUnknown(name, () => unknownName([...path, 'signalled', j], name, what, events))
    }
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
export function checkConstants({ name, shader, constants }: EffectDraft, path: Path, issues: IssueList): void {
  const effect = shader === undefined ? name : shader
  if (effect === null) return
  for (const { constant, found, expected } of constantProblems(effect, numbersOf(constants))) {
    if (issues.full) return
    issues.add({ path: [...path, 'constants', constant], found, expected })
  }
}

/** Of the constants that can be made out. */
function numbersOf(constants: EffectDraft['constants']): ReadonlyMap<string, number[]> {
  const numbers = new Map<string, number[]>()
  for (const [name, components] of constants?.entries() ?? []) {
    const all = components === null ? [null] : [...components]
    const good = all.filter((component) => component !== null)
    if (good.length === all.length) numbers.set(name, good)
  }
  return numbers
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
function effectNames(file: FileDraft): ReadonlySet<string> | undefined {
  const names = new Set<string>()
  for (const effect of allEffects(file)) {
    const name = effect?.name ?? null
    if (name === null) return undefined
    names.add(name)
  }
  return names
}

/** Undefined when some cannot be made out, or guided runs have named theirs. */
function eventNames(file: FileDraft): ReadonlySet<string> | undefined {
  const names = new Set<string>()
  for (const step of file.steps ?? []) {
    const event = step?.setBackgroundProcessingMode?.event
    if (event === null || step?.workflow !== undefined) return undefined
    if (event !== undefined) names.add(event)
  }
  return names
}
