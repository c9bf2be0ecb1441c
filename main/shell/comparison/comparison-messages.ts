/** What the app and its comparison process say to each other. */
import type { ComparisonRow, DefragmentationRow, RunDifference } from '../../../preload/contract'
import type { VariantRun } from '../../session/laboratory/comparison/measure'
import type { BranchWork, VariantWork } from '../../session/laboratory/comparisons'
import type { DefragmentationTrial } from '../../session/laboratory/defragmentation-comparison'
import type { Scenario } from '../../session/scenario'

export type ComparisonRequest =
  | { kind: 'preemption'; scenario: Scenario }
  | { kind: 'defragmentation'; trial: DefragmentationTrial }
  | { kind: 'variants'; work: VariantWork }
  | { kind: 'branches'; runs: BranchWork['runs'] }

export type ComparisonReply<Row> =
  | { kind: 'row'; row: Row; done: number; total: number }
  | { kind: 'done' }
  | { kind: 'failed'; message: string }

export type AnyRow = ComparisonRow | DefragmentationRow | VariantRun | RunDifference

/** Whether what has come asks for a comparison; anything else that a worker is sent is none. */
export function isComparisonRequest(value: unknown): value is ComparisonRequest {
  return (
    typeof value === 'object' &&
    value !== null &&
    ('scenario' in value || 'trial' in value || 'work' in value || 'runs' in value)
  )
}
