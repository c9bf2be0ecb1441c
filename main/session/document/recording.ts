/** What was done since the simulation started, as a scenario that does it again (SC-12, SC-16). */

import type { ClipSpec } from '../../../preload/contract'
import { type ExpectStep, type Scenario, type Step, stepIndex, stepName, unmadeNames } from '../scenario'
import { isProject, scenarioText } from './project-file'

/**
 * What was done in a run, as a scenario that does it again.
 * @param scenario that it began with
 * @param until µs, its end
 */
export function recordingOf(scenario: Scenario, steps: readonly Step[], until: number): Scenario {
  const done = { ...scenario, steps: [...steps], until }
  // what a person names is looked for before anything is done; only a file's steps can name what comes later
  return isProject(scenario) ? done : asRecording(done)
}

/**
 * What was done, as a scenario that can be opened. Steps of the scenario that was played may name what only its later steps
 * would have made: in the recording nothing makes that, which it says, so that what they did comes out the same.
 */
function asRecording(done: Scenario): Scenario {
  const unmade = new Set(done.unmade)
  const recording = (): Scenario => (unmade.size === 0 ? done : { ...done, unmade: [...unmade] })
  for (;;) {
    const names = unmadeNames(JSON.parse(scenarioText(recording())))
    if (names.size === 0) return recording()
    for (const name of names) unmade.add(name)
  }
}

/**
 * A recording is for others too, and where a file lies is a person's own: its clips show the sample footage. The steps stay,
 * as others name them by their numbers.
 */
export function withoutMediaFiles(recording: Scenario): Scenario {
  const bare = ({ file: _, ...clip }: ClipSpec): ClipSpec => clip
  const steps = recording.steps.map((step): Step => {
    if (step.verb === 'importClip') return { ...step, value: bare(step.value) }
    return step.verb === 'relinkClip' ? { ...step, value: { ...step.value, file: null } } : step
  })
  return { ...recording, app: { ...recording.app, clips: recording.app.clips.map(bare) }, steps }
}

/**
 * What was done, and what of the scenario that is played is still to come, without its expectations: their numbers are of
 * its own steps.
 */
export function withRest(done: Scenario, played: Scenario, left: readonly Step[]): Scenario {
  if (isProject(played)) return done
  const rest = left.filter(({ verb }) => verb !== 'expect')
  return { ...done, steps: [...done.steps, ...rest], until: Math.max(done.until, played.until) }
}

/**
 * The conditions of a step of the file that is played, for the recording: there may be steps by hand between its own, so
 * that those that it names have other numbers (SC-15).
 * @param numbers by index of a step in that file its index in the recording, of every step before this one
 */
export function renumbered(expected: ExpectStep, numbers: readonly number[]): ExpectStep {
  const { results, pressLatency } = expected
  return {
    ...expected,
    ...(results === undefined ? {} : { results: renamed(results, numbers) }),
    ...(pressLatency === undefined ? {} : { pressLatency: renamed(pressLatency, numbers) }),
  }
}

function renamed<Value>(byStep: Record<string, Value>, numbers: readonly number[]): Record<string, Value> {
  const entries = Object.entries(byStep)
  return Object.fromEntries(entries.map(([name, value]) => [stepName(numbers[stepIndex(name)] as number), value]))
}
