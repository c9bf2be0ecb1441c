/** Simulated systems of the sizes that are measured. */
import { type Scenario, validateScenario } from '../../main/session/scenario'
import type { EffectSpec, PolicyName } from '../../preload/contract'

export const PAGE = 64 * 1024

/** A scenario file's content with every default filled in. */
export function scenario(file: Record<string, unknown>): Scenario {
  const parsed = validateScenario({ trimline: 1, ...file })
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems))
  return parsed.scenario
}

/** An effect of `count` resources of 64 KiB each. */
export function effect(name: string, count: number, resident: boolean): EffectSpec {
  const resources = Array.from({ length: count }, (_, index) => ({ name: `r${index}`, size: PAGE, resident }))
  return { name, gpuTime: 100, resources }
}

/** A system with memory for all of them. */
export function systemWith(policy: PolicyName, effects: EffectSpec[]): Scenario {
  const empty = scenario({ system: { localMemory: '80GiB', budget: '78GiB' }, app: { policy, effects: [] } })
  return { ...empty, app: { ...empty.app, effects } }
}
