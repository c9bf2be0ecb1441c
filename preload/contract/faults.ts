/** Faults that a person injects: the next matching call fails in that way, or the next ones (SC-14). */
import type { EngineName } from './names'

/** As the verb `inject` names them. */
export const FAULT_NAMES = [
  'register-out-of-memory',
  'callback-throws',
  'allocation-fails',
  'make-resident-fails',
  'build-paging-buffer-fails',
  'engine-reset-fails',
  'reserve-fails',
  'stale-descriptor',
  'stale-mapping',
  'callback-takes',
  'hang',
  'touches-after-unmap',
  'leaks-bindings',
  'changes-split-buffer',
  'background-task-throws',
  'background-task-callback-throws',
  'background-task-cancel-throws',
  'queue-processing-work-fails',
  'driver-call-throws',
] as const

export type FaultId = (typeof FAULT_NAMES)[number]

/** Calls into a driver that `driver-call-throws` can be of. */
export const THROWING_CALLS = ['SetBackgroundProcessingMode', 'CreateAllocation', 'BuildPagingBuffer'] as const

export type ThrowingCall = (typeof THROWING_CALLS)[number]

/** calls that one injection makes fail, at most */
export const MOST_FAULTS_AT_ONCE = 1_000

/** What is injected. `count`: how many matching calls fail [1]; durations in µs. */
export type FaultSpec =
  /** work of the app that hangs is submitted too; no duration: it never ends by itself */
  | { fault: 'hang'; duration?: number | undefined; engine?: EngineName | undefined }
  | { fault: 'callback-takes'; duration: number; count?: number | undefined }
  | { fault: 'driver-call-throws'; call: ThrowingCall; count?: number | undefined }
  | { fault: Exclude<FaultId, 'hang' | 'callback-takes' | 'driver-call-throws'>; count?: number | undefined }

/** What a fault says beside how often; what is left out is any. */
export interface FaultKind {
  fault: FaultId
  /** µs; of a hang absent: it never ends by itself */
  duration?: number | undefined
  /** by its name */
  engine?: string | undefined
  /** which notification the paging buffer is for */
  notify?: 'NotifyEviction' | 'NotifyIoMmuUnmap' | undefined
  /** of the notification, from 0 */
  chunk?: number | undefined
  /** physical adapter index, from 0 */
  adapter?: number | undefined
  call?: ThrowingCall | undefined
  result?: 'fails' | 'no-room' | undefined
}

/** Injected, and not met by as many calls yet; those that are alike together. */
export interface WaitingFault extends FaultKind {
  count: number
}
