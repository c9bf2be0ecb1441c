/**
 * A scenario as the engine sees it: checked, every default filled in, sizes in bytes, times and durations in integer
 * microseconds. The file format that it comes from is in schema.ts.
 *
 * @see spec SC, "The file"
 */

import type {
  AllocateSpec,
  AllocationMode,
  BackgroundMode,
  Boundary,
  ClipSpec,
  ComputeGranularity,
  ConstantValues,
  ContextPriority,
  CpuDispatch,
  EngineName,
  EvictionMode,
  FreeSpec,
  GraphicsGranularity,
  MeasurementsAction,
  PacketWork,
  PanelLayout,
  PassSpec,
  PolicyName,
  PreemptionModel,
  SubmitSpec,
  TdrLevel,
  TimelineEdit,
  TimelineSpec,
  TransportSettings,
  WorkflowName,
} from '../../../../preload/contract'
import type { HResultName } from '../../../d3d12/hresult'
import type { Format } from '../../../d3d12/resource-desc'
import type { FlipCaps, VidSchCaps } from '../../../drivers/kmd/scheduling-caps'
import type { DelayKind } from '../../laboratory/delays/kinds'
import type { ProfileName } from '../profiles'
import type { EvictStep, MakeResidentStep, RegisterCallbackStep, UnregisterCallbackStep } from './call-types'
import type { InjectStep } from './fault-types'
import type { DefragmentationCall, DefragmentStep, LayoutStep, MovableStep, ScenarioPool } from './memory-types'

export * from './call-types'
export * from './fault-types'
export * from './memory-types'

export const WDDM_VERSIONS = ['1.2', '2.0', '2.9', '3.0', '3.1', '3.2'] as const
/** What backs the local group; 'aperture' is an integrated GPU. */
export const LOCAL_SEGMENTS = ['memory', 'aperture'] as const
/** 'system': the implicit system memory segment, which no aperture maps */
export const NON_LOCAL_SEGMENTS = ['aperture', 'system'] as const
export const HEAPS = ['default', 'upload', 'readback'] as const
/** D3D12_RESIDENCY_PRIORITY, lowest first */
export const RESIDENCY_PRIORITIES = ['minimum', 'low', 'normal', 'high', 'maximum'] as const
export const EVICTION_MODES = ['lazy', 'eager'] as const satisfies readonly EvictionMode[]
/** DXGKDDI_INTERFACE_VERSION that the driver was built against (GP-01) */
export const INTERFACE_VERSIONS = ['win7', 'win8', 'wddm2.0', 'wddm3.2'] as const
/** Engines that a driver can do paging work on */
export const PAGING_ENGINES = ['paging', 'copy', '3d'] as const satisfies readonly EngineName[]
/** Boundaries at which a context is saved, coarse to fine for graphics and for compute */
export const SAVE_POINTS = [
  'dma-buffer',
  'primitive',
  'triangle',
  'pixel',
  'dispatch',
  'thread-group',
  'thread',
  'shader',
] as const

type WddmVersion = (typeof WDDM_VERSIONS)[number]
type SavePoint = (typeof SAVE_POINTS)[number]

interface PeriodicTrimSettings {
  interval: number
  idleAfter: number
  whileActive: boolean
}

interface ScenarioDriver {
  /** NotifyEviction on the allocations that it compresses */
  notifyEviction: boolean
  /** NotifyIoMmuUnmap on every allocation of an aperture segment */
  notifyIoMmuUnmap: boolean
  /** bytes of an allocation that one paging buffer's commands can treat */
  pagingBufferCovers: number
  touchesAfterUnmap: boolean
  /** its answer for the size of the paging process's VA space fails, for all adapters or for these (AN-09) */
  pagingProcessVaFails: boolean | number[]
  /** MiB, its answers for linked adapters after the first, in order [that for the first] */
  linkedPagingProcessVa?: number[] | undefined
  interfaceVersion: (typeof INTERFACE_VERSIONS)[number]
  /** which bits of DXGK_VIDSCHCAPS it sets */
  schedulingCaps: (keyof typeof VidSchCaps)[]
  /** which bits of DXGK_FLIPCAPS it sets */
  flipCaps: (keyof typeof FlipCaps)[]
  /** packets that an engine's hardware queue holds, the running one included */
  queueDepth: number
  /** µs to save a context's state at each kind of boundary */
  contextSave: Record<SavePoint, number>
  /** µs to restore a saved context */
  contextRestore: number
  /** µs until a preemption request has reached the engine */
  preemptionRequest: number
  /** µs of the scheduler between an engine's stop and the next packet [none] */
  preemptionTurnaround?: number | undefined
  /** µs of each paging operation beside its bytes [2 without data, none with; new memory needs none] */
  pagingOperation?: number | undefined
  /** µs of a MakeResident or an eviction before its first operation [none] */
  pagingBatch?: number | undefined
  /** where engines differ from `system.preemption`; of these the coarsest is reported (GP-04) */
  engines: {
    '3d'?: { graphics?: GraphicsGranularity | undefined; compute?: ComputeGranularity | undefined } | undefined
    compute?: { compute?: ComputeGranularity | undefined } | undefined
  }
  pagingEngine: (typeof PAGING_ENGINES)[number]
  /** bytes of each context's own allocation; 0: it needs none (GP-14) */
  contextAllocation: number
  /** a faulty driver: what it bound before a split it neither unbinds nor reprograms (GP-19) */
  leaksBindings: boolean
  /** a faulty driver: changes a split DMA buffer that is broadcast to linked adapters (GP-20) */
  changesSplitBuffers: boolean
}

export interface ScenarioCpu {
  cores: number
  /** two logical processors on each core */
  smt: boolean
  /** share of its speed that a thread loses while the other of its core is busy, 0 to 0.9 */
  smtSlowdown: number
  /** µs that threads of equal priority take in turn */
  quantum: number
  /** µs of processor time that the app needs for each played frame */
  frameTime: number
  /** who carries background tasks out (BP-30) */
  dispatch: CpuDispatch
}

interface ScenarioSystem {
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
  /** what the non-local group lies in (AN-06) [an aperture segment over system memory] */
  nonLocalSegment?: (typeof NON_LOCAL_SEGMENTS)[number] | undefined
  /** bytes per second, at least 1 */
  pagingBandwidth: number
  /** of fills, bytes per second (AN-10) [they take no time] */
  fillBandwidth?: number | undefined
  /** of the copy engine within local memory, bytes per second */
  copyBandwidth: number
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
  /** each with blanks and presents of its own; the editor is on the first [one, of `refreshRate`] */
  displays?: { refreshRate: number }[] | undefined
  /** µs that contexts of equal priority take in turn, and that one which was preempted is left in peace [as they come] */
  quantum?: { time: number; preemption: number } | undefined
  cpu: ScenarioCpu
  /** the desktop compositor: presents every vertical blank at high priority */
  compositor: { enabled: boolean; gpuTime: number }
}

interface ScenarioResource {
  name: string
  /** bytes asked for, as written: GetResourceAllocationInfo rounds up */
  size: number
  /** created resident; false: CREATE_NOT_RESIDENT (TN-35) */
  resident: boolean
  heap?: (typeof HEAPS)[number] | undefined
  /** the driver keeps it compressed while the device uses it (AN-14) */
  compressed?: boolean | undefined
  /** CREATE_NOT_ZEROED, where it has a heap of its own (AN-10) */
  notZeroed?: boolean | undefined
  priority?: (typeof RESIDENCY_PRIORITIES)[number] | undefined
  /** bytes, a power of two, where it is placed [64 KiB] */
  alignment?: number | undefined
  /** its contents mean nothing between uses (DF-10) */
  scratch?: boolean | undefined
}

export interface ScenarioEffect {
  name: string
  gpuTime: number
  /** in registration order */
  resources: ScenarioResource[]
  /** in order, each after the one before [one on the 3D engine] */
  passes?: PassSpec[] | undefined
  /** which built-in effect's shaders it has [those of its name] */
  shader?: string | undefined
  /** values of the shader's constants [the built-in effect's] */
  constants?: ConstantValues | undefined
}

/** What built-in effects take their sizes from. */
interface ScenarioProject {
  /** texels */
  width: number
  height: number
  format: Format
}

interface ScenarioApp {
  policy: PolicyName
  /** of effects' resources; media are always placed */
  allocation: AllocationMode
  /** bytes of a block of the default pools [64 MiB] */
  blockSize: number
  /** in order of creation */
  pools: ScenarioPool[]
  /** the custom pool of what the editor places in DEFAULT heaps [the default pool] */
  pool?: string | undefined
  /** media on the timeline at the start, in order */
  clips: ClipSpec[]
  /** resolution and pixel format of the clip */
  project: ScenarioProject
  /** in declared order */
  effects: ScenarioEffect[]
  timeline?: TimelineSpec | undefined
  /** of the window */
  layout?: PanelLayout | undefined
}

/** Inclusive at both ends; at least one is set. */
export interface Bounds {
  min?: number
  max?: number
}

/** The verb `notify`: `flags` are D3D12_TRIM_NOTIFICATION_FLAGS combined, `bytes` is 0 without TRIM_TO_BUDGET (TN-04). */
interface NotifyStep {
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
  priority?: (typeof RESIDENCY_PRIORITIES)[number] | undefined
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
interface FramesStep {
  count: number
}

/** The verb `workflow`: one of the documented uses, as a guided run (BP-17). */
interface WorkflowStep {
  name: WorkflowName
  /** passes after which it stops though the driver wants more [8] */
  maxPasses: number
}

/** The verb `system`: settings of the running system; what is left out stays. */
export interface SystemStep {
  evictionMode?: EvictionMode | undefined
  periodicTrim?: { [Name in keyof PeriodicTrimSettings]?: PeriodicTrimSettings[Name] | undefined } | undefined
  preemption?:
    | {
        model?: PreemptionModel | undefined
        graphics?: GraphicsGranularity | undefined
        compute?: ComputeGranularity | undefined
      }
    | undefined
  tdr?: { level?: TdrLevel | undefined; delay?: number | undefined } | undefined
  compositor?: { enabled?: boolean | undefined; gpuTime?: number | undefined } | undefined
  developerMode?: boolean | undefined
  cpu?: { [Name in keyof ScenarioCpu]?: ScenarioCpu[Name] | undefined } | undefined
}

/** At least one condition is set; resources are full names, "Effect.resource". */
export interface ExpectStep {
  resident?: string[]
  evictable?: string[]
  pagedOut?: string[]
  notResident?: string[]
  localUsage?: Bounds
  nonLocalUsage?: Bounds
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
  submit: SubmitStep
  resource: ResourceStep
  use: UseStep
  play: boolean
  seek: number
  transport: Partial<TransportSettings>
  system: SystemStep
  setBackgroundProcessingMode: BackgroundModeStep
  setConstants: ConstantsStep
  frames: FramesStep
  workflow: WorkflowStep
  cancelWorkflow: true
  registerCallback: RegisterCallbackStep
  unregisterCallback: UnregisterCallbackStep
  makeResident: MakeResidentStep
  evict: EvictStep
  importClip: ClipSpec
  /** name */
  removeClip: string
  /** texels */
  project: { width: number; height: number }
  allocation: AllocationMode
  allocate: AllocateSpec
  free: FreeSpec
  movable: MovableStep
  layout: LayoutStep
  defragment: DefragmentStep
  defragmentation: DefragmentationCall
  /** names of allocations in UPLOAD or READBACK memory */
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
  /** names that steps use though nothing here makes them: using one fails as the run goes (SC-16) */
  unmade?: string[]
}
