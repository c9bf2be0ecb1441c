/** What an engine is asked: to stop what runs, so that other work can; and what becomes of attempts to ask it. */
import type { EngineName } from '../../../preload/contract/names'
import type { Recorded } from '../../sim/trace-records'

export type RequestReason = 'priority' | 'quantum' | 'timeout'

/** A preemption request that the engine has not answered. */
export interface PreemptionRequest extends Recorded {
  readonly type: 'request'
  /** preemption fence id */
  readonly fence: number
  readonly engine: EngineName
  /** µs */
  readonly requested: number
  readonly reason: RequestReason
  /** the context for whose work it was made; null: none */
  readonly context: string | null
}

/** D3DKMT_QUERYRESULT_PREEMPTION_ATTEMPT_RESULT: those that this scheduler gives, with their codes. */
export const AttemptResult = {
  Success: 1,
  MissNoCommand: 2,
  MissNotEnabled: 3,
  MissPagingCommand: 5,
  MissSplittedCommand: 6,
  MissLessPriority: 10,
  MissRemainingQuantum: 11,
  MissRemainingPreemptionQuantum: 12,
  MissAlreadyPreempting: 13,
  MissAlreadyRunning: 15,
} as const
export type AttemptResult = keyof typeof AttemptResult
