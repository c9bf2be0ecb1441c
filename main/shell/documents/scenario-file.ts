/** A project file is a scenario file: reads one from disk, and makes the one that New starts with. */
import type { ShellCommand } from '../../../preload/contract'
import type { FileIdentity } from '../../files/identity'
import { withDevice } from '../../session/document/device'
import { MAX_BYTES, parseScenario, problemsToText, type Scenario, validateScenario } from '../../session/scenario'
import { readWhole } from './files'

/** @returns the scenario and which content the file had, or every problem, one a line */
export type ScenarioFile = { ok: true; scenario: Scenario; identity: FileIdentity } | { ok: false; message: string }

/**
 * Reads a project or scenario from a file.
 * @returns what it holds, or what is wrong with it, in lines for a person
 */
export function readScenarioFile(path: string): ScenarioFile {
  const file = readWhole(path, MAX_BYTES)
  if (!file.ok) return file
  const parsed = parseScenario(file.bytes)
  return parsed.ok
    ? { ...parsed, identity: file.identity }
    : { ok: false, message: problemsToText(parsed.problems, path).trimEnd() }
}

/**
 * The default project: everything that a scenario may leave out, left out (TN-36), on a device with the times of a real
 * machine and with the sample's policy mended. Files that name neither keep the simple constants, and the sample as
 * published.
 * @throws Error when the default project is not valid, which would be a mistake of this program
 */
export function newScenario(): Scenario {
  const parsed = validateScenario({
    trimline: 1,
    system: { profile: 'measured-2018' },
    app: { policy: 'creative-app-fixed' },
  })
  if (!parsed.ok) throw new Error(problemsToText(parsed.problems, 'the default project'))
  return parsed.scenario
}

/** What a person chooses of a new project. */
export type NewProject = Omit<Extract<ShellCommand, { kind: 'newProject' }>, 'kind'>

/** @returns the default project with what was chosen; why it cannot be, in words, where it cannot */
export function newScenarioWith({ policy, ...device }: NewProject): { scenario: Scenario } | { problem: string } {
  const bare = newScenario()
  const made = withDevice({ ...bare, app: { ...bare.app, policy: policy ?? bare.app.policy } }, device)
  return 'problem' in made ? made : { scenario: made.scenario }
}
