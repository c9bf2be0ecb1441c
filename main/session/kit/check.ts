/** Whether a policy is sound, as far as the kit's scenarios tell (LB-16). */
import type { PolicyChoice } from '../../../preload/contract'
import type { TraceRecord } from '../../sim/trace-records'
import { runScenario } from '../run/runner'
import { validateScenario } from '../scenario'
import { type KitRun, RULES, unseenFor, withoutOccasion } from './rules'
import { WORKLOADS, workloadFile } from './workloads'

export interface CheckedRule {
  name: string
  text: string
  /** what was done against it, the first time; null: nothing was */
  broken: string | null
  /**
   * why nothing can be said of it: the policy could not be used, or was asked no more before the kit had seen all; null:
   * it was looked at to the end
   */
  unseen: string | null
  /** why there was no occasion to break a rule: in no run did anything happen that it is about; null: there was */
  noOccasion: string | null
}

/**
 * Runs the kit under a policy, built in or one's own.
 * @returns every rule, in order; a policy that breaks some is no error
 * @throws Error when a scenario of the kit is not valid, which would be a mistake of the kit
 */
export async function checkRules(policy: PolicyChoice, breathe?: () => Promise<void>): Promise<CheckedRule[]> {
  const runs: KitRun[] = []
  for (const workload of WORKLOADS) {
    const parsed = validateScenario(workloadFile(workload, policy))
    if (!parsed.ok) throw new Error(`the kit's scenario “${workload}” is not valid: ${JSON.stringify(parsed.problems)}`)
    const records: TraceRecord[] = []
    await runScenario(parsed.scenario, {
      worstDelays: null,
      written: false,
      follower: { kernel: () => {}, record: (record) => records.push(record), look: () => {}, submitted: () => {} },
      ...(breathe === undefined ? {} : { breathe }),
    })
    runs.push({ workload, records })
  }
  return RULES.map((rule) => {
    const broken = rule.broken(runs)
    const unseen = broken === null ? unseenFor(rule, runs) : null
    const noOccasion = broken === null && unseen === null ? withoutOccasion(rule, runs) : null
    return { name: rule.name, text: rule.text, broken, unseen, noOccasion }
  })
}
