/** What the app and its comparison process say to each other. */
import type { ComparisonRow, DefragmentationRow } from '../../preload/contract'
import type { DefragmentationTrial } from '../session/laboratory/defragmentation-comparison'
import type { Scenario } from '../session/scenario'

export type ComparisonRequest =
  | { kind: 'preemption'; scenario: Scenario }
  | { kind: 'defragmentation'; trial: DefragmentationTrial }

export type ComparisonReply<Row> =
  | { kind: 'row'; row: Row; done: number; total: number }
  | { kind: 'done' }
  | { kind: 'failed'; message: string }

export type AnyRow = ComparisonRow | DefragmentationRow

/** Whether what has come asks for a comparison; anything else that a worker is sent is none. */
export function isComparisonRequest(value: unknown): value is ComparisonRequest {
  return typeof value === 'object' && value !== null && ('scenario' in value || 'trial' in value)
}
