/** A comparison as the page shows it. */
import type { ComputeGranularity, GraphicsGranularity, PreemptionModel } from '../names'

/** One run of the workload (GP-28). Times in µs. */
export interface ComparisonRow {
  model: PreemptionModel
  graphics: GraphicsGranularity
  compute: ComputeGranularity
  /** null: the compositor presented nothing */
  worstLatency: number | null
  p99Latency: number | null
  missedVerticalBlanks: number
  /** effect submissions that the GPU finished */
  effectsCompleted: number
  /** of those, per second of simulated time */
  effectsPerSecond: number
  contextSwitches: number
  contextSwitchTime: number
  engineResets: number
}

export interface ComparisonView {
  state: 'running' | 'done' | 'cancelled' | 'failed'
  done: number
  total: number
  /** what was run */
  workload: string
  rows: ComparisonRow[]
  message: string | null
}
