/** The verb `expect`: what a scenario says of a moment of its run (SC-15). */
import type { Boundary, EngineName } from '../../../../../preload/contract'
import type { HResultName } from '../../../../d3d12/hresult'
import type { DelayKind } from '../../../laboratory/delays/kinds'

/** Inclusive at both ends; at least one is set. */
export interface Bounds {
  min?: number
  max?: number
}

/** At least one condition is set; resources are full names, "Effect.resource". */
export interface ExpectStep {
  resident?: string[]
  evictable?: string[]
  pagedOut?: string[]
  notResident?: string[]
  localUsage?: Bounds
  nonLocalUsage?: Bounds
  /** counts since the start of the run: exactly that number, or bounds */
  /** contents are in system memory as they were written: the CPU can read them (AN-14) */
  intact?: string[]
  /** packets that waited for memory paged out under pressure (RS-10) */
  hitches?: number | Bounds
  devicesRemoved?: number | Bounds
  evictions?: number | Bounds
  notifications?: number | Bounds
  findings?: number | Bounds
  missedVerticalBlanks?: number | Bounds
  /** flips that were shown outside a vertical blank (GP-05) */
  tears?: number | Bounds
  preemptions?: number | Bounds
  engineResets?: number | Bounds
  adapterResets?: number | Bounds
  /** true: the simulated system has stopped with a bug check (GP-25) */
  bugCheck?: boolean
  /** µs, the worst so far: from a vertical blank to the end of the compositor's packet */
  compositorLatency?: Bounds
  /** findings of one rule: "GP-05" */
  rules?: Record<string, number | Bounds>
  /** background tasks that were carried out, and that were cancelled */
  backgroundTasks?: number | Bounds
  cancelledTasks?: number | Bounds
  /** variants in the PSOs of an effect, by its name */
  variants?: Record<string, number | Bounds>
  /** events that are signalled, by name */
  signalled?: string[]
  furtherMeasurementsDesired?: boolean
  /** the guided run of that name has ended so: true with its aim reached */
  workflows?: Record<string, boolean>
  /** names that have memory, and that have none */
  allocated?: string[]
  notAllocated?: string[]
  /** names whose contents are what was written last (DF-18) */
  contents?: string[]
  /** blocks of a pool by its name; default pools are "DEFAULT", "UPLOAD", "READBACK" */
  blocks?: Record<string, number | Bounds>
  /** 1 − largest free range ÷ free bytes, 0 to 1, of a pool by its name */
  fragmentation?: Record<string, Bounds>
  heapsFreed?: number | Bounds
  bytesMoved?: Bounds
  allocationsMoved?: number | Bounds
  defragmentationPasses?: number | Bounds
  /** processes that have ended */
  defragmentations?: number | Bounds
  /** allocations that failed though enough bytes were free, and for want of them (DF-03) */
  failedByFragmentation?: number | Bounds
  failedByExhaustion?: number | Bounds
  /** "steps[3]" → what its call returned, the first failure of several; a list: each call's (SC-15) */
  results?: Record<string, HResultName | HResultName[]>
  /** device → GetDeviceRemovedReason when it was last removed */
  removalReasons?: Record<string, HResultName>
  /** processes that are shut out from the GPU, and that are not (GP-25) */
  blocked?: string[]
  notBlocked?: string[]
  /** "steps[3]" → µs from the press until the GPU has finished its work */
  pressLatency?: Record<string, Bounds>
  /** µs, the worst so far: from a frame's beginning to its present */
  frameLatency?: Bounds
  lastPreemption?: { engine?: EngineName | undefined; boundary?: Boundary | undefined; latency?: Bounds | undefined }
  /** totals over all delays so far: µs, but for the count (LB-08) */
  delays?: { [Total in 'count' | 'worst' | DelayKind]?: number | Bounds | undefined }
  placed?: Record<string, { heap?: string | undefined; offset?: number | undefined }>
  references?: Record<string, number | Bounds>
  pagingFence?: { enqueued?: number | Bounds | undefined; completed?: number | Bounds | undefined }
  /** in the order of registration */
  cookies?: number[]
}
