/** What the app and its comparison process say to each other. */
import type { ComparisonRow, DefragmentationRow } from '../../../preload/contract'
import type { VariantRun } from '../../session/laboratory/comparison/measure'
import type { VariantWork } from '../../session/laboratory/comparisons'
import type { DefragmentationTrial } from '../../session/laboratory/defragmentation-comparison'
import type { Scenario } from '../../session/scenario'

export type ComparisonRequest =
  | { kind: 'preemption'; scenario: Scenario }
  | { kind: 'defragmentation'; trial: DefragmentationTrial }
  | { kind: 'variants'; work: VariantWork }

export type ComparisonReply<Row> =
  | { kind: 'row'; row: Row; done: number; total: number }
  | { kind: 'done' }
  | { kind: 'failed'; message: string }

export type AnyRow = ComparisonRow | DefragmentationRow | VariantRun
