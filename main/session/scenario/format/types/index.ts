/**
 * A scenario as the engine sees it: checked, every default filled in, sizes in bytes, times and durations in integer
 * microseconds. The file format that it comes from is in ../schema.ts.
 *
 * @see spec SC, "The file"
 */
import type { ScenarioApp } from './app'
import type { Step } from './steps'
import type { ScenarioSystem } from './system'

export * from './app'
export * from './expectation'
export * from './faults'
export * from './memory'
export * from './steps'
export * from './system'

export interface Scenario {
  trimline: 1
  name: string
  seed: number
  system: ScenarioSystem
  app: ScenarioApp
  /** `at` never decreases and never exceeds `until` */
  steps: Step[]
  /** end of the run; events due exactly then still run */
  until: number
  /** names that steps use though nothing here makes them: using one fails as the run goes (SC-16) */
  unmade?: string[]
  /** where an imported workload is from, and under which licence it may be used */
  source?: string
  license?: string
  /** what of an imported recording was derived or assumed rather than recorded (LB-19) */
  derived?: string[]
}
