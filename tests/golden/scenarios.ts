/** The scenarios that ship with the app. */
import { readdirSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import { policyLabel } from '../../main/policies/own/label'
import { type RunOptions, runScenario } from '../../main/session/run/runner'
import type { RunResult } from '../../main/session/run/summary'
import { parseScenario, problemsToText, type Scenario } from '../../main/session/scenario'
import type { Expected } from './order'
import { type Line, linesOfList } from './reading'

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

/** As `linesOfList`, of a shipped scenario. */
export function residencyLines(name: string, lines: readonly Line[]): readonly Line[] {
  return linesOfList(lines, policyLabel(shipped(name).app.policy))
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

/** An effect's passes by engine; what does not end on the 3D engine is closed there by a packet that takes no time. */
function passesOf(gpuTime: number, passes: readonly { engine: string; gpuTime: number }[] = []) {
  if (passes.length === 0) return [{ engine: '3d', gpuTime }]
  return passes.at(-1)?.engine === '3d' ? passes : [...passes, { engine: '3d', gpuTime: 0 }]
}

/** Frames are presented by packets of the app's own, between those of its effects. */
function presents({ verb }: Scenario['steps'][number]): boolean {
  return verb === 'play' || verb === 'frames' || verb === 'workflow'
}

/** What the file says that a trace must keep to. */
export function expectedOf({ app, system, steps }: Scenario): Expected {
  const added = steps.flatMap((step) => (step.verb === 'addEffect' ? [step.value] : []))
  const effects = [...app.effects, ...added].map(({ name, gpuTime, passes, resources }) => {
    const times = {
      passes: passesOf(gpuTime, passes),
      resources: resources.map((resource) => `${name}.${resource.name}`),
    }
    return [name, times] as const
  })
  const { pagingBandwidth, refreshRate, wddm } = system
  return {
    effects: new Map(effects),
    pagingBandwidth,
    alone: steps.every((step) => !presents(step) && !(step.verb === 'submit' && step.value.context === undefined)),
    refreshRate,
    saysResubmission: wddm !== '1.2',
  }
}
