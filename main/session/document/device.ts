/** A project on another device: what a device is comes from its profile, what a person has set of the system stays. */
import type { SessionCommand } from '../../../preload/contract'
import { type Scenario, validateScenario } from '../scenario'
import { isObject, type ProfileName } from '../scenario/profiles'
import { byNames, type ProblemsText } from './device-text'
import { setValues } from './device-values'
import { onProfile } from './on-profile'
import { scenarioText } from './project-file'

type Device = Omit<Extract<SessionCommand, { kind: 'setDevice' }>, 'kind'>

/**
 * @param device what is left out is the profile's or what was set beside it
 * @param told how what is wrong is told
 * @returns why the project cannot be on it, in words, where it cannot; `exists`: there is such a device
 * @throws Error for a scenario that is written without its system, which none is
 */
export function withDevice(
  scenario: Scenario,
  { profile, settings = {} }: Device,
  told: ProblemsText = byNames,
): { readonly scenario: Scenario } | { readonly problem: string; readonly exists: boolean } {
  const { system } = scenario
  const base = profile === undefined ? system : onProfile(system, profile)
  // by its value: nobody has the text whose lines would be named
  const project: unknown = JSON.parse(scenarioText({ ...scenario, system: base }))
  if (!isObject(project) || !isObject(project.system)) throw new Error('a scenario is written with its system')
  setValues(project.system, settings)
  // with other memory goes the budget that follows from it
  const { localMemory } = settings
  if (localMemory !== undefined && localMemory !== base.localMemory) delete project.system.budget
  // of the device alone: two effects that no project has to have are what is there unless it is said
  const file = { trimline: 1, app: { effects: [] }, system: project.system }
  const bare = validateScenario(file)
  if (!bare.ok) return { problem: told(bare.problems, 'device', file), exists: false }
  // as it opens: in the order of a file
  const read = validateScenario(project)
  if (read.ok) return { scenario: { ...scenario, system: read.scenario.system } }
  return {
    problem: `This cannot run on that device.\n${told(read.problems.slice(0, 3), 'project', project)}`,
    exists: true,
  }
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
