/**
 * A scenario as the engine sees it: checked, every default filled in, sizes in bytes, times and durations in integer
 * microseconds. The file format that it comes from is in schema.ts.
 *
 * @see spec SC, "The file"
 */

import type { EvictionMode, PolicyName } from '../../../preload/contract'
import type { ProfileName } from './profiles'

export const WDDM_VERSIONS = ['1.2', '2.0', '2.9', '3.0', '3.1', '3.2'] as const
/** What backs the local group; 'aperture' is an integrated GPU. */
export const LOCAL_SEGMENTS = ['memory', 'aperture'] as const
export const HEAPS = ['default', 'upload', 'readback'] as const
/** D3D12_RESIDENCY_PRIORITY, lowest first */
export const RESIDENCY_PRIORITIES = ['minimum', 'low', 'normal', 'high', 'maximum'] as const
export const EVICTION_MODES = ['lazy', 'eager'] as const satisfies readonly EvictionMode[]
export const PREEMPTION_MODELS = ['win8', 'win7'] as const
export const GRAPHICS_GRANULARITIES = ['none', 'dma-buffer', 'primitive', 'triangle', 'pixel', 'shader'] as const
export const COMPUTE_GRANULARITIES = ['none', 'dma-buffer', 'dispatch', 'thread-group', 'thread', 'shader'] as const
/** GP-26 */
export const TDR_LEVELS = ['off', 'bugcheck', 'recover'] as const

export type WddmVersion = (typeof WDDM_VERSIONS)[number]
export type PreemptionModel = (typeof PREEMPTION_MODELS)[number]
export type GraphicsGranularity = (typeof GRAPHICS_GRANULARITIES)[number]
export type ComputeGranularity = (typeof COMPUTE_GRANULARITIES)[number]
export type TdrLevel = (typeof TDR_LEVELS)[number]

export interface PeriodicTrimSettings {
  interval: number
  idleAfter: number
  whileActive: boolean
}

export interface ScenarioDriver {
  /** NotifyEviction on the allocations that it compresses */
  notifyEviction: boolean
  /** NotifyIoMmuUnmap on every allocation of an aperture segment */
  notifyIoMmuUnmap: boolean
  /** bytes of an allocation that one paging buffer's commands can treat */
  pagingBufferCovers: number
  touchesAfterUnmap: boolean
  /** its answer for the size of the paging process's VA space fails, so that the OS chooses */
  pagingProcessVaFails: boolean
}

export interface ScenarioSystem {
  wddm: WddmVersion
  trimNotifications: boolean
  developerMode: boolean
  /** a multiple of 64 KiB, at least 64 KiB */
  localMemory: number
  nonLocalMemory: number
  localSegment: (typeof LOCAL_SEGMENTS)[number]
  /** more than 1: linked adapters (AN-09) */
  physicalAdapters: number
  /** the kernel-mode driver (AN-01 to AN-16) */
  driver: ScenarioDriver
  /** the device that the values above were taken from where the scenario did not say them */
  profile?: ProfileName | undefined
  /** the app's configured local budget; RS-09 makes the actual one of it */
  budget: number
  /** bytes per second, at least 1 */
  pagingBandwidth: number
  evictionMode: EvictionMode
  periodicTrim: PeriodicTrimSettings
  /** MiB; 0: the OS chooses */
  pagingProcessVa: number
  hardwareScheduling: boolean
  preemption: { model: PreemptionModel; graphics: GraphicsGranularity; compute: ComputeGranularity }
  tdr: { level: TdrLevel; delay: number; limitCount: number; limitTime: number }
  backgroundProcessing: boolean
  /** vertical blanks per second, may be fractional (59.94) */
  refreshRate: number
}

export interface ScenarioResource {
  name: string
  /** bytes asked for, as written: GetResourceAllocationInfo rounds up */
  size: number
  /** created resident; false: CREATE_NOT_RESIDENT (TN-35) */
  resident: boolean
  heap?: (typeof HEAPS)[number] | undefined
  /** the driver keeps it compressed while the device uses it (AN-14) */
  compressed?: boolean | undefined
  priority?: (typeof RESIDENCY_PRIORITIES)[number] | undefined
}

export interface ScenarioEffect {
  name: string
  gpuTime: number
  /** in registration order */
  resources: ScenarioResource[]
}

export interface ScenarioApp {
  policy: PolicyName
  /** in declared order */
  effects: ScenarioEffect[]
}

/** Inclusive at both ends; at least one is set. */
export interface Bounds {
  min?: number
  max?: number
}

/** The verb `notify`: `flags` are D3D12_TRIM_NOTIFICATION_FLAGS combined, `bytes` is 0 without TRIM_TO_BUDGET (TN-04). */
export interface NotifyStep {
  flags: number
  bytes: number
}

export interface OtherProcessStep {
  name: string
  /** the process's local memory use from now on, bytes */
  usage: number
  /** true: it comes to the front; false: it leaves the front to the app */
  foreground?: boolean
}

export interface ResidencyPriorityStep {
  /** full name */
  resource: string
  priority: (typeof RESIDENCY_PRIORITIES)[number]
}

/** Faults without a duration; `callback-takes` has one. */
export const SIMPLE_FAULTS = [
  'register-out-of-memory',
  'callback-throws',
  'allocation-fails',
  'build-paging-buffer-fails',
] as const
export const FAULTS = [...SIMPLE_FAULTS, 'callback-takes'] as const
export type Fault = (typeof FAULTS)[number]

/** The next `count` matching calls fail in that way. */
export type InjectStep =
  | { fault: (typeof SIMPLE_FAULTS)[number]; count: number }
  | { fault: 'callback-takes'; count: number; duration: number }

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
}

/** The verbs of this version and what each takes. */
export interface StepValues {
  apply: string
  idle: boolean
  suspend: true
  resume: true
  lock: true
  unlock: true
  periodicTrim: true
  restartPeriodicTrim: true
  /** NumBytesToTrim */
  trimToBudget: number
  notify: NotifyStep
  /** bytes */
  budget: number
  otherProcess: OtherProcessStep
  addEffect: ScenarioEffect
  removeEffect: string
  policy: PolicyName
  /** the app creates its device and everything on it anew (RS-07) */
  recreateDevice: true
  residencyPriority: ResidencyPriorityStep
  /** SetVideoMemoryReservation of the local group, bytes (RS-08) */
  reserve: number
  inject: InjectStep
  expect: ExpectStep
}

export type Verb = keyof StepValues

/** One step; switch on `verb`. */
export type Step = { [V in Verb]: { at: number; verb: V; value: StepValues[V] } }[Verb]

export interface Scenario {
  trimline: 1
  name: string
  seed: number
  system: ScenarioSystem
  app: ScenarioApp
  /** `at` never decreases and never exceeds `until` */
  steps: Step[]
  /** end of the run; events due exactly then still run */
  until: number
}
