/** What comes of a scenario: itself with all defaults, or what is wrong with it. */
import { type Scenario, validateScenario } from '../../../../../main/session/scenario'

export function scenarioOf(value: unknown): Scenario {
  const result = validateScenario(value)
  if (!result.ok) throw new Error(JSON.stringify(result.problems, null, 2))
  return result.scenario
}

/** `path: found; expected; hint` of everything that is wrong. */
export function refusal(value: unknown): string[] {
  const result = validateScenario(value)
  if (result.ok) throw new Error('accepted')
  return result.problems.map(({ path, found, expected, hint }) =>
    [`${path}: ${found}; ${expected}`, ...(hint === undefined ? [] : [hint])].join('; '),
  )
}

export const app = (fields: object, ...steps: object[]) => ({
  trimline: 1,
  app: fields,
  steps: steps.map((step) => ({ at: 0, ...step })),
})
export const steps = (...list: object[]) => app({}, ...list)
export const CLIP = { name: 'Beach', width: 1920, height: 1080 }
