/** The scenarios that ship with the app. */
import { readdirSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type RunOptions, type RunResult, runScenario } from '../../main/session/runner'
import { parseScenario, problemsToText, type Scenario } from '../../main/session/scenario'
import type { Expected } from './order'

const SCENARIOS = new URL('../../resources/scenarios/', import.meta.url)

/** File names without their ending, sorted. */
export const SHIPPED = readdirSync(fileURLToPath(SCENARIOS))
  .filter((file) => file.endsWith('.json'))
  .map((file) => basename(file, '.json'))
  .sort()

export function shipped(name: string): Scenario {
  const bytes = readFileSync(new URL(`${name}.json`, SCENARIOS))
  const parsed = parseScenario(bytes)
  if (!parsed.ok)
    throw new Error(`resources/scenarios/${name}.json is no scenario:\n${problemsToText(parsed.problems, name)}`)
  return parsed.scenario
}

export async function traced(scenario: Scenario, options: RunOptions = {}): Promise<RunResult & { text: string }> {
  let text = ''
  const result = await runScenario(scenario, {
    ...options,
    sink: (chunk) => {
      text += chunk
    },
  })
  return { ...result, text }
}

/** What the file says that a trace must keep to. */
export function expectedOf({ app, system }: Scenario): Expected {
  const effects = app.effects.map(
    ({ name, gpuTime, resources }) =>
      [name, { gpuTime, resources: resources.map((resource) => `${name}.${resource.name}`) }] as const,
  )
  return { effects: new Map(effects), pagingBandwidth: system.pagingBandwidth }
}
