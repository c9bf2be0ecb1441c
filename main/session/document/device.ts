/** A project on another device: what a device is comes from its profile, what a person has set of the system stays. */
import { isDeepStrictEqual } from 'node:util'
import type { SessionCommand } from '../../../preload/contract'
import { type Scenario, validateScenario } from '../scenario'
import { isObject, type ProfileName, profileValues } from '../scenario/profiles'
import { byNames, type ProblemsText } from './device-text'
import { setValues } from './device-values'
import { onProfile } from './on-profile'
import { scenarioText } from './project-file'

type Device = Omit<Extract<SessionCommand, { kind: 'setDevice' }>, 'kind'>

/**
 * @param device what is left out is the profile's or what was set beside it
 * @param told how what is wrong is told
 * @returns why the project cannot be on it, in words, where it cannot; `ofProject`: the device could be
 * @throws Error for a scenario that is written without its system, which none is
 */
export function withDevice(
  scenario: Scenario,
  { profile, settings = {} }: Device,
  told: ProblemsText = byNames,
): { readonly scenario: Scenario } | { readonly problem: string; readonly ofProject: boolean } {
  const { system } = scenario
  const base = profile === undefined ? system : onProfile(system, profile)
  // by its value: nobody has the text whose lines would be named
  const project: unknown = JSON.parse(scenarioText({ ...scenario, system: base }))
  if (!isObject(project) || !isObject(project.system)) throw new Error('a scenario is written with its system')
  setValues(project.system, settings, profileValues(base.profile ?? null))
  // with other memory goes the budget that follows from it
  const ownBudget = project.system.budget
  delete project.system.budget
  // of the device alone: two effects that no project has to have are what is there unless it is said
  const file = { trimline: 1, app: { effects: [] }, system: project.system }
  const bare = validateScenario(file)
  if (!bare.ok) return { problem: told(bare.problems, 'device', file), ofProject: false }
  if (bare.scenario.system.localMemory === base.localMemory) project.system.budget = ownBudget
  // as it opens: in the order of a file
  const read = validateScenario(project)
  if (read.ok) return { scenario: { ...scenario, system: read.scenario.system } }
  return {
    problem: `This cannot run on that device.\n${told(read.problems.slice(0, 3), 'project', project)}`,
    ofProject: true,
  }
}

const SAME =
  'That is the device that there is, and nothing was changed. What is left empty is as its profile has it; for none, choose Simple constants as the device profile.'

/** @returns as `withDevice`; why it is refused, with what to do, also where it is the device that there is */
export function onDevice(
  scenario: Scenario,
  device: Device,
): { readonly scenario: Scenario } | { readonly refused: string } {
  const made = withDevice(scenario, device)
  if ('problem' in made) return { refused: `${made.problem}\n${adviceOn(device, made.ofProject)}` }
  return isDeepStrictEqual(made.scenario.system, scenario.system) ? { refused: SAME } : made
}

function adviceOn({ settings }: Device, ofProject: boolean): string {
  if (ofProject) return 'Choose another device, or change the project.'
  if (settings !== undefined) return 'Enter another value.'
  return 'Choose another device, or change what was set beside it first: Simulation > Device Settings.'
}

/**
 * The input on each of the profiles that it is to be compared on (LB-03): what names an adapter that one of them lacks, or
 * is larger than its memory, is no input for it.
 * @param told how what is wrong is told
 * @returns of the first that it cannot be on, why, in words, and what to do; null: it can be on all
 */
export function whyNotOn(
  scenario: Scenario,
  profiles: readonly ProfileName[],
  told: ProblemsText = byNames,
): string | null {
  for (const profile of profiles) {
    if (profile === scenario.system.profile) continue
    const made = withDevice(scenario, { profile }, told)
    if ('problem' in made) return `${profile}: ${made.problem}.\nCompare without ${profile}, or change the input.`
  }
  return null
}
