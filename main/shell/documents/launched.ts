/** What the app begins with: the scenario that the command line names, or a new project. */
import type { FileIdentity } from '../../files/identity'
import { takesLong } from '../../session/run/opening'
import type { Scenario } from '../../session/scenario'
import { isUnattended, type LaunchOptions } from '../options'
import { newScenario, readScenarioFile } from './scenario-file'

export interface Launched {
  scenario: Scenario
  /** which content its file had; null: it is of no file */
  opened: FileIdentity | null
}

/**
 * Reads the scenario that the command line names, or makes a new project where it names none.
 * @returns the lines that say what is wrong with it, as `problems`
 */
export function readLaunched({ scenario }: LaunchOptions): Launched | { problems: string[] } {
  if (scenario === null) return { scenario: newScenario(), opened: null }
  const file = readScenarioFile(scenario)
  return file.ok ? { scenario: file.scenario, opened: file.identity } : { problems: file.message.split('\n') }
}

/** What takes long to build is opened when the window is there, which shows how far it is; nobody watches an unattended run. */
export function opensLater(options: LaunchOptions, scenario: Scenario): boolean {
  return options.scenario !== null && !isUnattended(options) && takesLong(scenario)
}
