/** A project on another device: what a device is comes from its profile, what a person has set of the system stays. */
import type { SessionCommand } from '../../../preload/contract'
import { parseScenarioText, problemsToText, type Scenario, validateScenario } from '../scenario'
import { withoutUndefined } from '../without-undefined'
import { onProfile } from './on-profile'
import { scenarioText } from './project-file'

type Device = Omit<Extract<SessionCommand, { kind: 'setDevice' }>, 'kind'>
type System = Scenario['system']

/**
 * @param device bytes, and bytes per second; what is left out is the profile's or what was set beside it
 * @returns why the project cannot be on it, in words, where it cannot
 */
export function withDevice(
  scenario: Scenario,
  { profile, localMemory, pagingBandwidth }: Device,
): { readonly scenario: Scenario } | { readonly problem: string } {
  const { system } = scenario
  const base = profile === undefined ? system : onProfile(system, profile)
  const bare = validateScenario({
    trimline: 1,
    system: withoutUndefined({
      profile: base.profile,
      localMemory: localMemory ?? base.localMemory,
      pagingBandwidth: pagingBandwidth ?? base.pagingBandwidth,
    }),
  })
  if (!bare.ok) return { problem: problemsToText(bare.problems, 'device').trim() }
  const made = bare.scenario.system
  const next: System = {
    ...base,
    localMemory: made.localMemory,
    pagingBandwidth: made.pagingBandwidth,
    // with other memory goes the budget that follows from it
    budget: made.localMemory === base.localMemory ? base.budget : made.budget,
  }
  const read = parseScenarioText(scenarioText({ ...scenario, system: next }))
  // as it opens: in the order of a file
  if (read.ok) return { scenario: { ...scenario, system: read.scenario.system } }
  return {
    problem: `The project cannot be on that device.\n${problemsToText(read.problems.slice(0, 3), 'project').trim()}`,
  }
}
