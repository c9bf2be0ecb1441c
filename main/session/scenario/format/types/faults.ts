/** The verb `inject` as the engine sees it (SC-14). */
import type { EngineName } from '../../../../../preload/contract'
import type { BuildResult, DriverCall, FaultName, FaultTarget } from '../../../../sim/faults'

/** Which call of the driver for a paging buffer; what is left out is any. */
type BuildTarget = {
  notify?: FaultTarget['notify']
  /** as `paging-operation` records have it, from 0 */
  chunk?: number | undefined
  /** physical adapter index */
  adapter?: number | undefined
}

/** Faults that say more than how often. */
type DetailedFault =
  | 'callback-takes'
  | 'hang'
  | 'build-paging-buffer-fails'
  | 'touches-after-unmap'
  | 'changes-split-buffer'
  | 'driver-call-throws'

/** How many matching calls fail; or, `takeBack`, what waits and says exactly the same fails none any more, and the count says nothing. */
export interface InjectTimes {
  count: number
  takeBack?: true
}

/** The next matching calls fail in that way. */
export type InjectStep = InjectTimes &
  (
    | { fault: Exclude<FaultName, DetailedFault> }
    | { fault: 'callback-takes'; duration: number }
    /** the next packet of an app on that engine [any of an app's]; no duration: it never ends by itself */
    | { fault: 'hang'; duration?: number; engine?: EngineName }
    /** `result`: for lack of room, or for another reason [fails] (AN-16) */
    | ({ fault: 'build-paging-buffer-fails'; result?: BuildResult | undefined } & BuildTarget)
    /** after the notification of that chunk [the last] (AN-04) */
    | { fault: 'touches-after-unmap'; chunk?: number | undefined; adapter?: number | undefined }
    | { fault: 'changes-split-buffer'; adapter?: number | undefined }
    /** what a call is for is said of BuildPagingBuffer only */
    | ({ fault: 'driver-call-throws'; call: DriverCall } & BuildTarget)
  )
