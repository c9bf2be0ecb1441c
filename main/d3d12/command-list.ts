/**
 * What is executed on a command queue, and what comes of it, by the runtime's own names. What the scheduler has of it fits
 * them: the queue hands one over as the other, which the compiler holds.
 */
import type { EngineName, PacketKind } from '../../preload/contract/names'
import { SubmitFlags } from '../drivers/kmd/scheduling-caps'
import type { Recorded } from '../sim/trace-records'

/** Flags of a list that presents to the desktop's compositor, not to the screen itself (GP-05). */
export const REDIRECTED_PRESENT = SubmitFlags.Present | SubmitFlags.RedirectedPresent

/** What became of the work of a list: the GPU has finished it, or it went with its device (RS-07). */
export type ListOutcome = 'completed' | 'device-removed'

/** The line of a queue in which its lists stand, as those see it who follow one (LB-08). */
export interface QueueContext {
  readonly name: string
  readonly engine: EngineName
  /** the last completed context fence */
  readonly completed: number
}

/** Whose work a list is: a press, a frame or a present, which wants to know what it waits for (LB-08). */
export interface ListOwner {
  /** @param fence the context's value that the end of the work signals @param duration µs of GPU time */
  readonly submitted: (context: QueueContext, fence: number, duration: number) => void
}

/** Work on a queue that has not completed: what others wait for (LB-08). */
export interface SubmittedWork extends Recorded {
  /** the list's name */
  readonly command: string
  readonly kind: PacketKind
  /** on which it runs */
  readonly engine: EngineName
  readonly context: QueueContext
  /** handles of the heaps that it uses, each once (RS-15) */
  readonly allocations: readonly number[]
  /** the context fence value that its end signals */
  readonly signals: number
}

/** One press of the app, for whose room something is evicted: its effect, null for a set of its own, and the number of the submission that it becomes (LB-09). */
export interface Press {
  readonly effect: string | null
  readonly submission: number
}
