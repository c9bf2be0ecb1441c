/** What a comparison is asked for. Pure. */
import {
  type Command,
  DEVICE_PROFILES,
  type DeviceProfile,
  type OwnPolicyView,
  POLICY_NAMES,
  type PolicyId,
} from '../../../preload/contract'
import { type Dimension, FIRST_POLICIES, type LaboratoryTab } from '../../store/tabs/laboratory'
import { type Parsed, parseSize, quoted } from '../../widgets/parse'

/** as many as a command takes */
const MOST = 8
/** LB-03 */
const MOST_DIMENSIONS = 2
/** of the models: Windows 7, and Windows 8 at each granularity (GP-28) */
export const PREEMPTION_RUNS = 7

type Compare = Extract<Command, { kind: 'compareVariants' }>

/** `1,5 GiB` and `1,024 MiB`: they would be read as two budgets, of which the first is a byte */
const COMMA_IN_NUMBER = /\d+,\d[\d.]*\s*[a-z]*/i

/** `512MiB, 1GiB` as bytes. */
export function readBudgets(text: string): Parsed<number[]> {
  const comma = COMMA_IN_NUMBER.exec(text)
  if (comma !== null) {
    const how = 'Commas go between budgets: write each with its unit, such as 1.5 GiB, 2 GiB.'
    return { ok: false, message: `${quoted(comma[0])} could be one budget or two. ${how}` }
  }
  const sizes: number[] = []
  for (const part of text.split(',')) {
    const size = parseSize(part)
    if (!size.ok) return size
    if (sizes.includes(size.value))
      return { ok: false, message: `${quoted(part)} is there twice. Name each budget once.` }
    sizes.push(size.value)
  }
  if (sizes.length > MOST) return { ok: false, message: `${sizes.length} budgets are too many. Name ${MOST} at most.` }
  return { ok: true, value: sizes }
}

/** With or without one of them; a third takes the place of the first. */
export function withDimension(chosen: readonly Dimension[], dimension: Dimension, on: boolean): readonly Dimension[] {
  const others = chosen.filter((one) => one !== dimension)
  return on ? [...others, dimension].slice(-MOST_DIMENSIONS) : others
}

/** What can be compared: what there is, and what was opened (LB-14). */
export function offeredPolicies(own: readonly OwnPolicyView[]): readonly PolicyId[] {
  return [...POLICY_NAMES, ...own.map(({ id }) => id)]
}

/**
 * What is compared, in the order of all; where nobody has chosen, the first ones and the one that the question is about.
 * What was chosen and is not there, as with another project, is not compared. A policy of one's own that was read anew is
 * chosen as it was before: who corrects its file compares it again and need not look for it.
 */
export function chosenPolicies(
  { policies }: Pick<LaboratoryTab, 'policies'>,
  { policy, own }: Pick<Around, 'policy' | 'own'>,
): readonly PolicyId[] {
  const chosen = policies ?? [...FIRST_POLICIES, policy]
  const offered = offeredPolicies(own)
  const gone = new Set(chosen.filter((id) => !offered.includes(id)))
  const readAnew = own.filter(({ was = [] }) => was.some((id) => gone.has(id))).map(({ id }) => id)
  return offered.filter((id) => chosen.includes(id) || readAnew.some((one) => one === id))
}

/** What the form depends on. */
export interface Around {
  /** µs, the one that is marked; null: none is, and from here on means from now on */
  moment: number | null
  isFileOpen: boolean
  /** the policy in charge */
  policy: PolicyId
  own: readonly OwnPolicyView[]
}

export type Asked =
  | { ok: true; command: Compare; runs: number }
  /** `at`: of what; null: of nothing in particular. `isBlank`: nothing is given there, which is no mistake yet */
  | { ok: false; message: string; at: Dimension | null; isBlank: boolean }

/** What is compared on: a file that went with the project that it was opened beside leaves the session. */
export function inputOf({ input }: Pick<LaboratoryTab, 'input'>, isFileOpen: boolean): LaboratoryTab['input'] {
  return input === 'file' && !isFileOpen ? 'session' : input
}

/** The command that the form stands for. */
export function askedFor(form: LaboratoryTab, around: Around): Asked {
  const { moment, isFileOpen } = around
  const { dimensions, profiles } = form
  const input = inputOf(form, isFileOpen)
  const policies = chosenPolicies(form, around)
  const varies = (dimension: Dimension): boolean => dimensions.includes(dimension)
  const wrong = (message: string, at: Dimension | null): Asked => ({ ok: false, message, at, isBlank: false })
  const blank = (message: string, at: Dimension): Asked => ({ ok: false, message, at, isBlank: true })
  if (dimensions.length === 0) return wrong('Choose what to vary: one or two of them.', null)
  if (varies('policies') && policies.length === 0) return wrong('Choose at least one policy.', 'policies')
  if (varies('profiles') && profiles.length === 0) return blank('Choose at least one device.', 'profiles')
  if (varies('profiles') && input === 'here')
    return wrong('A device cannot change under way: compare devices on the whole session.', 'profiles')
  const command: Compare = { kind: 'compareVariants', ...(input === 'session' ? {} : { input }) }
  let runs = 1
  if (varies('policies')) {
    command.policies = [...policies]
    runs *= policies.length
  }
  if (varies('budgets')) {
    if (form.budgets.trim() === '') return blank('Name at least one budget, such as 512 MiB, 1 GiB.', 'budgets')
    const budgets = readBudgets(form.budgets)
    if (!budgets.ok) return wrong(budgets.message, 'budgets')
    command.budgets = budgets.value
    runs *= budgets.value.length
  }
  if (varies('profiles')) {
    command.profiles = DEVICE_PROFILES.filter((name) => profiles.includes(name))
    runs *= command.profiles.length
  }
  if (varies('preemption')) {
    command.preemption = true
    runs *= PREEMPTION_RUNS
  }
  if (input === 'here' && moment !== null) command.from = moment
  return { ok: true, command, runs }
}

/** What a device is, in few words. */
export const PROFILE_TEXT: Readonly<Record<DeviceProfile, string>> = {
  'discrete-2gib': 'discrete, 2 GiB',
  'discrete-8gib': 'discrete, 8 GiB',
  'discrete-24gib': 'discrete, 24 GiB',
  integrated: 'integrated',
  linked: 'two linked adapters',
  'measured-2018': 'as measured, 2018',
}
