/** What a comparison varies: one input under other policies, budgets, device profiles and preemption models (LB-03). */
import type { PolicyChoice, PreemptionChoice, ShownVariant, VariantChoice } from '../../../../preload/contract'
import { sizeText } from '../../../../preload/contract'
import { policyLabel } from '../../../policies/own/label'
import { onProfile } from '../../document/on-profile'
import { renumbered } from '../../document/recording'
import type { ExpectationResult } from '../../run/summary'
import { type ExpectStep, type Scenario, type Step, stepIndex } from '../../scenario'
import type { ProfileName } from '../../scenario/profiles'
import { withoutPreemption, withPreemption } from './preemption'

/** Any product of two of them (LB-03): the first varies slowest. */
export interface Dimensions {
  policies?: readonly PolicyChoice[] | undefined
  /** bytes */
  budgets?: readonly number[] | undefined
  profiles?: readonly ProfileName[] | undefined
  preemption?: readonly PreemptionChoice[] | undefined
}

/** dimensions that a product has at most (LB-03) */
export const MOST_DIMENSIONS = 2

/** How many of the dimensions are varied. */
export function dimensionsOf({ policies, budgets, profiles, preemption }: Dimensions): number {
  return [policies, budgets, profiles, preemption].filter((dimension) => dimension !== undefined).length
}

/** Every variant of the product, in order. @returns one that changes nothing where nothing varies */
export function variantsOf({ policies, budgets, profiles, preemption }: Dimensions): VariantChoice[] {
  let variants: VariantChoice[] = [{}]
  const by = <Value>(values: readonly Value[] | undefined, make: (value: Value) => VariantChoice): void => {
    if (values === undefined) return
    variants = variants.flatMap((variant) => values.map((value) => ({ ...variant, ...make(value) })))
  }
  by(policies, (policy) => ({ policy }))
  by(budgets, (budget) => ({ budget }))
  by(profiles, (profile) => ({ profile }))
  by(preemption, (value) => ({ preemption: value }))
  return variants
}

/** A run that was compared: how much of a line it was of, and what it varied. */
export interface VariedRun {
  /** whose line it is of */
  readonly branch: number
  /** steps of that line that were its input */
  readonly steps: number
  /** µs: it parts from the line there; 0: from the beginning */
  readonly from: number
  /** µs: its end */
  readonly until: number
  readonly variant: VariantChoice
  /** what a person knows it by */
  readonly label: string
}

/** As rows have it. */
export function shownVariant({ policy, ...others }: VariantChoice): ShownVariant {
  return policy === undefined ? others : { policy: policyLabel(policy), ...others }
}

/** `fence-lru, 512 MiB`; of one that changes nothing, the input's own policy. */
export function variantLabel({ policy, budget, profile, preemption }: VariantChoice, scenario: Scenario): string {
  const parts = [
    policy === undefined ? undefined : policyLabel(policy),
    budget === undefined ? undefined : sizeText(budget),
    profile,
    preemption === undefined ? undefined : `${preemption.model} ${preemption.graphics}`,
  ].filter((part) => part !== undefined)
  return parts.length === 0 ? policyLabel(scenario.app.policy) : parts.join(', ')
}

/**
 * The input under a variant. Steps that would put another in its place are left out: they are the choice that is compared,
 * not input.
 * @param from µs: until there it is the input as it is, and the choices are made then. A device cannot change under way
 * @throws Error when the variant would change the device then, which is the caller's mistake
 */
export function varied(scenario: Scenario, variant: VariantChoice, from = 0): Scenario {
  if (from > 0) {
    if (variant.profile !== undefined) throw new Error('a device profile cannot be changed under way')
    return withSteps(scenario, placeOf(scenario, from), variant, choiceSteps(variant, from))
  }
  const { policy, budget, profile, preemption } = variant
  let { app, system } = scenario
  if (policy !== undefined) app = { ...app, policy }
  if (profile !== undefined) system = onProfile(system, profile)
  if (budget !== undefined) system = { ...system, budget }
  if (preemption !== undefined) system = withPreemption(system, preemption)
  return withSteps({ ...scenario, app, system }, 0, variant, [])
}

/**
 * What failed under a variant by the numbers of the input, by which a person knows its steps (SC-15): those that `varied`
 * leaves out or puts in give the later ones others.
 * @param failures of the run of what `varied` makes of the same
 * @param from µs: as for that
 */
export function asOfInput(
  failures: readonly ExpectationResult[],
  scenario: Scenario,
  variant: VariantChoice,
  from = 0,
): ExpectationResult[] {
  if (failures.length === 0) return []
  const made = from > 0 ? choiceSteps(variant, from) : []
  const { numbers } = stepsOf(scenario, placeOf(scenario, from), variant, made)
  const back: number[] = []
  for (const [index, number] of numbers.entries()) if (number >= 0) back[number] = index
  return failures.map(({ step, condition, ...failure }) => ({
    ...failure,
    step: back[step] as number,
    // sound: it is one of those that the step has
    condition: renumbered(condition as ExpectStep, back),
  }))
}

/** Of the first step that a choice at this time bears on. @param from µs; 0: the choice is made at the beginning */
function placeOf({ steps }: Scenario, from: number): number {
  const first = from > 0 ? steps.findIndex(({ at }) => at >= from) : 0
  return first < 0 ? steps.length : first
}

/** What makes the choices under way. @param at µs */
export function choiceSteps({ policy, budget, preemption }: VariantChoice, at: number): Step[] {
  return [
    ...(policy === undefined ? [] : [{ at, verb: 'policy' as const, value: policy }]),
    ...(budget === undefined ? [] : [{ at, verb: 'budget' as const, value: budget }]),
    ...(preemption === undefined ? [] : [{ at, verb: 'system' as const, value: { preemption: { ...preemption } } }]),
  ]
}

/**
 * The input without steps that would put another in the place of a choice.
 * @param place index of the first that may be one
 */
export function withoutChoices(scenario: Scenario, place: number, variant: VariantChoice): Scenario {
  return withSteps(scenario, place, variant, [])
}

/** A step does nothing but put another in the place of a choice. */
export function isLeftOut(step: Step, variant: VariantChoice): boolean {
  return keptOf(step, variant) === null
}

/** @param place of the first step that the variant bears on @param made come before it */
function withSteps(scenario: Scenario, place: number, variant: VariantChoice, made: readonly Step[]): Scenario {
  return { ...scenario, steps: stepsOf(scenario, place, variant, made).steps }
}

/**
 * @returns `numbers` by number in the input: the number in what is run, where conditions still find it; -1: it is left out
 * @see withSteps
 */
function stepsOf(
  scenario: Scenario,
  place: number,
  variant: VariantChoice,
  made: readonly Step[],
): { steps: Step[]; numbers: number[] } {
  const steps = scenario.steps.slice(0, place)
  const numbers = [...steps.keys()]
  steps.push(...made)
  for (const [index, step] of scenario.steps.entries()) {
    if (index < place) continue
    const kept = keptOf(step, variant)
    numbers[index] = kept === null ? -1 : steps.length
    if (kept === null) continue
    steps.push(kept.verb === 'expect' ? { ...kept, value: renumbered(ofKept(kept.value, numbers), numbers) } : kept)
  }
  return { steps, numbers }
}

/** Without conditions on steps that are left out: nothing comes of these. */
function ofKept({ results, pressLatency, ...others }: ExpectStep, numbers: readonly number[]): ExpectStep {
  const kept = <Value>(conditions: Record<string, Value>): Record<string, Value> =>
    Object.fromEntries(Object.entries(conditions).filter(([name]) => numbers[stepIndex(name)] !== -1))
  return {
    ...others,
    ...(results === undefined ? {} : { results: kept(results) }),
    ...(pressLatency === undefined ? {} : { pressLatency: kept(pressLatency) }),
  }
}

function keptOf(step: Step, { policy, budget, preemption }: VariantChoice): Step | null {
  if (step.verb === 'policy' && policy !== undefined) return null
  if (step.verb === 'budget' && budget !== undefined) return null
  return preemption === undefined ? step : withoutPreemption(step)
}
