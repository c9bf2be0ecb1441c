/** What is told of a run that is over (SC-05). */
import type { DelayTotals } from '../laboratory/delays/types'

export interface ExpectationResult {
  /** index in `steps` */
  step: number
  /** µs */
  t: number
  ok: boolean
  condition: unknown
  found: unknown
}

/** SC-05; sizes in bytes, `waitedForPaging` in µs, `localByteSeconds` in byte-seconds. */
export interface Summary {
  name: string
  policy: string
  seed: number
  ok: boolean
  expectations: { passed: number; failed: number }
  evictions: number
  bytesEvicted: number
  pageInBytes: number
  pageOutBytes: number
  peakLocalUsage: number
  localByteSeconds: number
  waitedForPaging: number
  notifications: number
  findings: { rule: string; count: number }[]
  devicesRemoved: number
  missedVerticalBlanks: number
  /** µs, from a vertical blank to the end of the compositor's packet, or of the run where one is late; null: none */
  worstCompositorLatency: number | null
  p99CompositorLatency: number | null
  tears: number
  preemptions: number
  /** µs, the longest from a request to the saved context; null: there was none */
  worstPreemption: number | null
  contextSwitches: number
  /** µs */
  contextSwitchTime: number
  /** effect submissions that the GPU has finished */
  effectsCompleted: number
  engineResets: number
  adapterResets: number
  bugCheck: boolean
  /** presses, frames and presents that were shown late: how many, by how much the worst, and µs by what was waited for (LB-10) */
  delays: DelayTotals
  traceSha256: string
}

export interface RunResult {
  summary: Summary
  /** every expectation, in order */
  expectations: ExpectationResult[]
  /** those that failed */
  failures: ExpectationResult[]
}
