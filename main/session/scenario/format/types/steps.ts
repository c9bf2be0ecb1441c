/** The steps of a scenario: every verb and what it takes. */
import type {
  AllocateSpec,
  AllocationMode,
  BackgroundMode,
  ClipSpec,
  ConstantValues,
  ContextPriority,
  FreeSpec,
  HandBehaviour,
  MeasurementsAction,
  MediaFile,
  PacketWork,
  PolicyChoice,
  ResidencyPriority,
  SEGMENT_GROUPS,
  SubmitSpec,
  SystemSettings,
  TimelineEdit,
  TransportSettings,
  WorkflowName,
} from '../../../../../preload/contract'
import type { HEAPS, ScenarioEffect } from './app'
import type { ExpectStep } from './expectation'
import type { InjectStep } from './faults'
import type { DefragmentationCall, DefragmentStep, LayoutStep, MovableStep } from './memory'

/** The verb `notify`: `flags` are D3D12_TRIM_NOTIFICATION_FLAGS combined, `bytes` is 0 without TRIM_TO_BUDGET (TN-04). */
type NotifyStep = {
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
  priority: ResidencyPriority
}

/** The verb `submit`: as the contract's, with what it leaves out filled in. */
export interface SubmitStep extends SubmitSpec {
  priority: ContextPriority
  work?: PacketWork | undefined
}

/** The verb `resource`: a committed one of no effect, which the policy keeps (SC-13). */
export interface ResourceStep {
  name: string
  /** bytes asked for, as written: GetResourceAllocationInfo rounds up */
  size: number
  resident: boolean
  heap?: (typeof HEAPS)[number] | undefined
  priority?: ResidencyPriority | undefined
}

/** The verb `use`: one submission for which the policy makes this set resident (SC-13). */
export interface UseStep {
  /** full names of resources of effects, by hand, or placed */
  set: string[]
  engine: SubmitSpec['engine']
  /** µs */
  gpuTime: number
  /** a context of its own [the app's] */
  context?: string | undefined
}

/** The verb `setBackgroundProcessingMode` (BP). */
export interface BackgroundModeStep {
  mode: BackgroundMode
  action: MeasurementsAction
  /** hEventToSignalUponCompletion, by name */
  event?: string | undefined
  /** only when everything that the app has submitted so far has finished (BP-23) */
  drain?: boolean | undefined
}

/** The verb `setConstants`: the user changes an effect's parameters. */
export interface ConstantsStep {
  effect: string
  constants: ConstantValues
}

/** The verb `frames`: the app renders frames of the clip, each after the one before. */
type FramesStep = {
  count: number
}

/** The verb `workflow`: one of the documented uses, as a guided run (BP-17). */
type WorkflowStep = {
  name: WorkflowName
  /** passes after which it stops though the driver wants more [8] */
  maxPasses: number
}

/** The verb `registerCallback`: a trim callback of that name is registered on the app's device (SC-14). */
export interface RegisterCallbackStep {
  name: string
  behaviour: HandBehaviour
  /** pContext [''] */
  context?: string | undefined
}

/** By the cookie, whatever number, or by the name that was registered last. */
export type UnregisterCallbackStep = { cookie: number } | { name: string }

/** The verb `makeResident`: EnqueueMakeResident of these, in order, beside the policy. */
export interface MakeResidentStep {
  /** full names, and those of allocations */
  names: string[]
  /** D3D12_RESIDENCY_FLAG_DENY_OVERBUDGET [false] */
  denyOverbudget?: boolean | undefined
}

/** The verb `externalReservation`: what another component of the app's process has told the policy (PL-44). */
export interface ExternalReservationStep {
  group: (typeof SEGMENT_GROUPS)[number]
  /** of that group's budget; 0 takes it back */
  bytes: number
}

/** The verb `evict`: Evict of these, in order, beside the policy. */
export interface EvictStep {
  names: string[]
}

export interface RelinkStep {
  clip: string
  file: MediaFile | null
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
  policy: PolicyChoice
  /** the app creates its device and everything on it anew (RS-07) */
  recreateDevice: true
  residencyPriority: ResidencyPriorityStep
  /** SetVideoMemoryReservation of the local group, bytes (RS-08) */
  reserve: number
  externalReservation: ExternalReservationStep
  inject: InjectStep
  submit: SubmitStep
  resource: ResourceStep
  use: UseStep
  /** Play starts or stops */
  play: boolean
  seek: number
  transport: Partial<TransportSettings>
  /** settings of the running system; what is left out stays */
  system: SystemSettings
  setBackgroundProcessingMode: BackgroundModeStep
  setConstants: ConstantsStep
  frames: FramesStep
  workflow: WorkflowStep
  /** the guided run that is under way ends */
  cancelWorkflow: true
  registerCallback: RegisterCallbackStep
  unregisterCallback: UnregisterCallbackStep
  makeResident: MakeResidentStep
  evict: EvictStep
  importClip: ClipSpec
  relinkClip: RelinkStep
  /** name */
  removeClip: string
  /** texels */
  project: { width: number; height: number }
  /** effects are made anew */
  allocation: AllocationMode
  allocate: AllocateSpec
  free: FreeSpec
  movable: MovableStep
  layout: LayoutStep
  defragment: DefragmentStep
  defragmentation: DefragmentationCall
  /** names of allocations and of effects' resources in UPLOAD or READBACK memory (DF-15, PL-45) */
  map: string
  unmap: string
  /** DiscardResource: nothing of it is transferred until the GPU has used it again (AN-10) */
  discard: string
  /** through the mapping (DF-15) */
  write: string
  timeline: TimelineEdit
  expect: ExpectStep
}

export type Verb = keyof StepValues

/** One step; switch on `verb`. */
export type Step = { [V in Verb]: { at: number; verb: V; value: StepValues[V] } }[Verb]
