/** A project file is a scenario file: reads one from disk, and makes the one that New starts with. */
import { readFileSync } from 'node:fs'
import { parseScenario, problemsToText, type Scenario, validateScenario } from '../session/scenario'
import { reason } from './log'

/** @returns the scenario, or every problem, one a line */
export type ScenarioFile = { ok: true; scenario: Scenario } | { ok: false; message: string }

export function readScenarioFile(path: string): ScenarioFile {
  let bytes: Uint8Array
  try {
    bytes = readFileSync(path)
  } catch (error) {
    return { ok: false, message: `cannot read ${path}: ${reason(error)}` }
  }
  const parsed = parseScenario(bytes)
  return parsed.ok ? parsed : { ok: false, message: problemsToText(parsed.problems, path).trimEnd() }
}

/**
 * The default project: everything that a scenario may leave out, left out (TN-36), on a device with the times of a real
 * machine. Files that name no profile keep the simple constants.
 */
export function newScenario(): Scenario {
  const parsed = validateScenario({ trimline: 1, system: { profile: 'measured-2018' } })
  if (!parsed.ok) throw new Error(problemsToText(parsed.problems, 'the default project'))
  return parsed.scenario
}
