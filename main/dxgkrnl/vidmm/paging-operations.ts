/** What waits in the paging queue, and what that needs to know. */
import type { Then } from '../../sim/continuation'
import type { AllocationHandle } from './allocation-table'
import type { OutReasons } from './out-reasons'

export interface PageIn {
  kind: 'page-in'
  handles: readonly AllocationHandle[]
  /** never chosen as victims for this operation */
  keep: ReadonlySet<AllocationHandle>
  reason: string
  /** nothing to copy yet: memory is assigned without a transfer */
  fresh: boolean
  next: number
  /** `complete`: false when memory could not be found for all */
  done: Then<[complete: boolean]>
}

export interface PageOut {
  kind: 'page-out'
  handle: AllocationHandle
  reason: string
}

interface GrowOther {
  kind: 'grow-other'
  /** of the process */
  name: string
}

interface ReturnToOthers {
  kind: 'return-to-others'
}

export type PagingRequest = PageIn | PageOut | GrowOther | ReturnToOthers

/**
 * `cause`: the command that led to it, for the trace; it may be carried out long after, behind others. `begun`: its fixed
 * cost as a batch was paid.
 */
export type PagingOperation = PagingRequest & { readonly cause: number; begun: boolean }

export interface PagingHooks {
  isOverBudget(): boolean
  /** bytes on the app's residency list, local group */
  appUsage(): number
  finding(rule: string, resource: string, message: string): void
  readonly outs: OutReasons
}
