/**
 * A scenario as the engine sees it: checked, every default filled in, sizes in bytes, times and durations in integer
 * microseconds. The file format that it comes from is in schema.ts.
 *
 * @see spec SC, "The file"
 */
import type { EvictionMode, PolicyName } from '../../../preload/contract'

export const WDDM_VERSIONS = ['1.2', '2.0', '2.9', '3.0', '3.1', '3.2'] as const
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

export interface ScenarioSystem {
  wddm: WddmVersion
  trimNotifications: boolean
  developerMode: boolean
  /** a multiple of 64 KiB, at least 64 KiB */
  localMemory: number
  nonLocalMemory: number
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
}

/** Faults without a duration; `callback-takes` has one. */
export const SIMPLE_FAULTS = ['register-out-of-memory', 'callback-throws', 'allocation-fails'] as const
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
