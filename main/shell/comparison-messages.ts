/** What the app and its comparison process say to each other. */
import type { ComparisonRow } from '../../preload/contract'
import type { Scenario } from '../session/scenario'

export interface ComparisonRequest {
  scenario: Scenario
}

export type ComparisonReply =
  | { kind: 'row'; row: ComparisonRow; done: number; total: number }
  | { kind: 'done' }
  | { kind: 'failed'; message: string }

export function isComparisonRequest(value: unknown): value is ComparisonRequest {
  return typeof value === 'object' && value !== null && 'scenario' in value
}
