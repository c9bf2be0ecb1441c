/** Clock, settings, idleness, device, trace and what plays, as the page shows them. */
import type { DeviceSettings } from '../device-settings'
import type { WaitingFault } from '../faults'
import type { EvictionMode, HResult, OwnPolicyId, PolicyId, Speed } from '../names'
import type { PagingProcessView } from './memory'

export interface ClockView {
  now: number
  running: boolean
  speed: Speed
}

/**
 * Local memory over time, one per change, for the chart (RS-04, RS-08). Bytes. What lies in the segment is `resident`,
 * `pending` less `unplaced`, `evictable` and `other`: never more than `capacity`.
 */
export interface SampleView {
  t: number
  /** on the residency list: CurrentUsage */
  usage: number
  /** on the list and in place */
  resident: number
  /** on the list, its paging in under way */
  pending: number
  /** of `pending`: no memory of the segment has been assigned yet */
  unplaced: number
  /** in the segment, not on the list */
  evictable: number
  /** the app's in no segment, not pending */
  pagedOut: number
  /** in the segment, of other processes */
  other: number
  /** the segment's size */
  capacity: number
  budget: number
}

export interface IdleView {
  /** what the emulated OS thinks */
  idle: boolean
  state: 'active' | 'idle' | 'locked' | 'suspended'
  /** also while it is suspended, too */
  locked: boolean
  /** who decides: the real OS, Simulate idle, or the scenario that is playing */
  source: 'real' | 'simulated' | 'scripted'
  /** seconds since the last real input, null when not known */
  realIdleSeconds: number | null
  /** when the next PERIODIC_TRIM is due, null when the cadence is stopped */
  nextPeriodicTrim: number | null
  /**
   * Evict calls, and bytes that would leave the residency list, if that trim came now; null: none is due, or only the
   * policy's own code could say
   */
  wouldEvict: { count: number; bytes: number } | null
}

/** A policy of one's own that can be chosen (LB-14). */
export interface OwnPolicyView {
  id: OwnPolicyId
  /** name of its file */
  file: string
  /** what was read of the same file before, the oldest first; absent: nothing was */
  was?: readonly OwnPolicyId[]
}

export interface SystemView {
  policy: PolicyId
  ownPolicies: readonly OwnPolicyView[]
  localMemory: number
  /** bytes per second */
  pagingBandwidth: number
  configuredBudget: number
  otherProcess: number
  evictionMode: EvictionMode
  interval: number
  idleAfter: number
  whileActive: boolean
  wddm: string
  trimNotifications: boolean
  /** the device profile, null: none named */
  profile: string | null
  localSegment: 'memory' | 'aperture'
  /** what the non-local group is: an aperture over system memory, or the implicit system memory segment */
  nonLocalSegment: 'aperture' | 'system'
  /** bytes per second of fills; null: they take no time (AN-10) */
  fillBandwidth: number | null
  hardwareScheduling: boolean
  physicalAdapters: number
  /** all that a person can set of the device */
  device: DeviceSettings
  pagingProcess: PagingProcessView
  /** fixed cost of a paging operation beside its bytes, µs; null: none but that of mapping */
  pagingOperation: number | null
  /** fixed cost of a MakeResident or an eviction before its first operation, µs */
  pagingBatch: number
  /** SetVideoMemoryReservation, and how much could be reserved */
  reservation: number
  /** injected, and not met yet (SC-14) */
  faults: readonly WaitingFault[]
  /** bytes of the local and the non-local group that other components of the app may use (PL-44) */
  externalReservations: readonly [local: number, nonLocal: number]
  availableForReservation: number
}

export interface RemovalView {
  t: number
  reason: HResult
  because: string
}

/** Of a process that submits GPU work beside the app. */
export interface OtherRemovalView extends RemovalView {
  process: string
  /** it may not use the GPU any more (GP-25); else its next packet comes with another device */
  blocked: boolean
}

export interface DeviceView {
  /** null while the device works (RS-07) */
  removed: RemovalView | null
  /** devices of other processes that are removed, until those make others */
  others: readonly OtherRemovalView[]
  /** resources that are made again with a new device, of those that there were; null: none are being made */
  recreating: { done: number; total: number } | null
}

export interface TraceView {
  records: number
  /** the oldest, which are no longer kept (SC-11) */
  forgotten: number
}

/** A scenario that is being played live. */
export interface PlaybackView {
  name: string
  until: number
  stepsDone: number
  steps: number
  /** one of its steps says what is expected */
  expects: boolean
  passed: number
  failed: number
  /** a step that makes so many calls that it is carried out in slices, and how far it is; null: none is under way */
  step: { index: number; verb: string; done: number; total: number } | null
  /** what of an imported recording was derived rather than recorded, in a sentence; null: nothing, or it is none (LB-19) */
  derived: string | null
}

/**
 * A project that takes long to open, or to start anew, a moment of the run that takes long to go to, a record of it that
 * takes long to find, or the run that is exported; what runs meanwhile is the one before, which stands still.
 */
export interface OpeningView {
  /** '' while going to another moment, or looking for a record */
  title: string
  /**
   * reading the file; building the simulated system; going to another moment of the run; running it again up to a record, for
   * that alone (LB-09), or to a file
   */
  stage: 'reading' | 'building' | 'going' | 'looking' | 'exporting'
  /** allocations that are made, of those that the project begins with; 0 of 0 while reading; µs while the run is run again */
  done: number
  total: number
}
