import type { Then } from '../../sim/continuation'

/** What QueueProcessingWorkCb returns: E_OUTOFMEMORY queues nothing, and neither callback nor cancel is invoked (BP-21). */
export type QueueResult = 'S_OK' | 'E_OUTOFMEMORY'

/** What a driver hands to QueueProcessingWorkCb (BP-18). */
export interface ProcessingWork {
  /** for the trace: the pipeline state object that it is for */
  readonly pso: string
  /** for the trace: why it was queued */
  readonly reason: string
  /** pfnCallback, on a thread of the runtime's. @returns µs of processor time that it takes, and what it does at its end */
  callback(): { duration: number; finished: Then }
  /** pfnCancel: called instead (BP-21) */
  cancel?(): void
}
