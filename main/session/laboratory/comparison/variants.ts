/** What a comparison varies: one input under other policies, budgets, device profiles and preemption models (LB-03). */
import type { PolicyName } from '../../../../preload/contract'
import { bytesText } from '../../quantity-text'
import { type Scenario, validateScenario } from '../../scenario'
import { type ProfileName, profileFields } from '../../scenario/profiles'
import { type ComparisonConfiguration, configured } from '../preemption-comparison'

/** What is not there stays as the input has it. */
export interface Variant {
  policy?: PolicyName
  /** bytes */
  budget?: number
  profile?: ProfileName
  preemption?: ComparisonConfiguration
}

/** Any product of two of them (LB-03): the first varies slowest. */
export interface Dimensions {
  policies?: readonly PolicyName[]
  /** bytes */
  budgets?: readonly number[]
  profiles?: readonly ProfileName[]
  preemption?: readonly ComparisonConfiguration[]
}

/** Every variant of the product, in order. @returns one that changes nothing where nothing varies */
export function variantsOf({ policies, budgets, profiles, preemption }: Dimensions): Variant[] {
  let variants: Variant[] = [{}]
  const by = <Value>(values: readonly Value[] | undefined, make: (value: Value) => Variant): void => {
    if (values === undefined) return
    variants = variants.flatMap((variant) => values.map((value) => ({ ...variant, ...make(value) })))
  }
  by(policies, (policy) => ({ policy }))
  by(budgets, (budget) => ({ budget }))
  by(profiles, (profile) => ({ profile }))
  by(preemption, (value) => ({ preemption: value }))
  return variants
}

/** `fence-lru, 512 MiB`; of one that changes nothing, the input's own policy. */
export function labelOf({ policy, budget, profile, preemption }: Variant, scenario: Scenario): string {
  const parts = [
    policy,
    budget === undefined ? undefined : bytesText(budget),
    profile,
    preemption === undefined ? undefined : `${preemption.model} ${preemption.graphics}`,
  ].filter((part) => part !== undefined)
  return parts.length === 0 ? scenario.app.policy : parts.join(', ')
}

/**
 * The input under a variant. Steps that would put another in its place are left out: they are the choice that is compared,
 * not input.
 */
export function varied(scenario: Scenario, { policy, budget, profile, preemption }: Variant): Scenario {
  let made = scenario
  if (policy !== undefined)
    made = { ...made, app: { ...made.app, policy }, steps: made.steps.filter(({ verb }) => verb !== 'policy') }
  if (profile !== undefined) made = { ...made, system: { ...made.system, ...systemOf(profile), profile } }
  if (budget !== undefined)
    made = { ...made, system: { ...made.system, budget }, steps: made.steps.filter(({ verb }) => verb !== 'budget') }
  return preemption === undefined ? made : configured(made, preemption)
}

/** What a profile says of the system, and nothing else; with its memory goes the budget that follows from that. */
function systemOf(profile: ProfileName): Partial<Scenario['system']> {
  const parsed = validateScenario({ trimline: 1, system: { profile } })
  if (!parsed.ok) throw new Error(`the profile ${profile} is not valid`)
  const fields = new Set(profileFields(profile))
  if (fields.has('localMemory')) fields.add('budget')
  return Object.fromEntries(Object.entries(parsed.scenario.system).filter(([field]) => fields.has(field)))
}
