/**
 * The one contract of the three processes: commands go in, frames come out. Imports nothing.
 *
 * Units everywhere: times and durations are integer microseconds of simulated time, sizes are bytes.
 */

/** Policies (TN-17 to TN-39). */
export const POLICY_NAMES = [
  'none',
  'submission-lru',
  'mapping-layer',
  'mapping-layer-periodic',
  'driver-managed',
  'fence-lru',
  'creative-app',
  'creative-app-fixed',
  'd3dx12-residency',
  'd3dx12-residency-fixed',
] as const
export type PolicyName = (typeof POLICY_NAMES)[number]

export const SPEEDS = [0.25, 1, 4, 16] as const
export type Speed = (typeof SPEEDS)[number]

/** D3D12_TRIM_NOTIFICATION_FLAGS (TN-02). */
export const TrimFlag = { NONE: 0, PERIODIC_TRIM: 1, RESTART_PERIODIC_TRIM: 2, TRIM_TO_BUDGET: 4 } as const

/** How an allocation is shown (RS-04); `pending` is resident with its paging in under way. */
export const AllocationState = { pagedOut: 0, evictable: 1, resident: 2, pending: 3 } as const
export type AllocationStateValue = (typeof AllocationState)[keyof typeof AllocationState]

export type EvictionMode = 'lazy' | 'eager'
export type Theme = 'system' | 'dark' | 'light'

/** What a callback registered by hand in the Notifications tab does when it is called. */
export const HAND_BEHAVIOURS = ['ignore', 'throw', 'register-inside', 'unregister-inside'] as const
export type HandBehaviour = (typeof HAND_BEHAVIOURS)[number]

/** D3D12_RESIDENCY_PRIORITY, lowest first (RS-10). */
export const RESIDENCY_PRIORITIES = ['minimum', 'low', 'normal', 'high', 'maximum'] as const
export type ResidencyPriority = (typeof RESIDENCY_PRIORITIES)[number]

/** Where GPU work runs; paging work has an engine of its own, or shares the one that its driver names. */
export const ENGINES = ['3d', 'compute', 'copy', 'video-decode', 'paging'] as const
export type EngineName = (typeof ENGINES)[number]

export const PREEMPTION_MODELS = ['win8', 'win7'] as const
export type PreemptionModel = (typeof PREEMPTION_MODELS)[number]

/** D3DKMDT_GRAPHICS_PREEMPTION_GRANULARITY, coarse to fine (GP-04). */
export const GRAPHICS_GRANULARITIES = ['none', 'dma-buffer', 'primitive', 'triangle', 'pixel', 'shader'] as const
export type GraphicsGranularity = (typeof GRAPHICS_GRANULARITIES)[number]

/** D3DKMDT_COMPUTE_PREEMPTION_GRANULARITY, coarse to fine (GP-04). */
export const COMPUTE_GRANULARITIES = ['none', 'dma-buffer', 'dispatch', 'thread-group', 'thread', 'shader'] as const
export type ComputeGranularity = (typeof COMPUTE_GRANULARITIES)[number]

/** Where a preemption stopped an engine; `finished`: there was nothing left to preempt (GP-07); `reset`: it never did. */
export const BOUNDARIES = [
  'none',
  'dma-buffer',
  'primitive',
  'triangle',
  'pixel',
  'dispatch',
  'thread-group',
  'thread',
  'shader',
  'wait',
  'finished',
  'reset',
] as const
export type Boundary = (typeof BOUNDARIES)[number]

/** GP-26 */
export const TDR_LEVELS = ['off', 'bugcheck', 'recover'] as const
export type TdrLevel = (typeof TDR_LEVELS)[number]

/** Lowest first; paging work of the system stands between normal and high. */
export const CONTEXT_PRIORITIES = ['normal', 'high', 'realtime'] as const
export type ContextPriority = (typeof CONTEXT_PRIORITIES)[number]

export const PACKET_KINDS = ['standard', 'present', 'paging', 'context-switch', 'wait'] as const
export type PacketKind = (typeof PACKET_KINDS)[number]

/** Why a packet left its engine; a preempted one comes again (GP-11, GP-12). */
export const PACKET_OUTCOMES = ['completed', 'preempted', 'reset', 'device-removed', 'rejected'] as const
export type PacketOutcomeName = (typeof PACKET_OUTCOMES)[number]

/**
 * What a packet is made of: each number is per one of what stands before it. Time is spread evenly, so that the time to
 * the next boundary of any granularity follows (GP-06).
 */
export type PacketWork =
  | { draws: number; primitives: number; triangles: number; pixels: number; instructions: number }
  | { dispatches: number; threadGroups: number; threads: number; instructions: number }

/** One piece of an effect's GPU work. */
export interface PassSpec {
  engine: '3d' | 'compute' | 'copy'
  /** µs */
  gpuTime: number
  work?: PacketWork | undefined
}

export interface ResourceSpec {
  name: string
  /** bytes asked for; GetResourceAllocationInfo rounds up to 64 KiB */
  size: number
  resident: boolean
  /** upload and readback lie in the non-local segment ['default'] */
  heap?: 'default' | 'upload' | 'readback' | undefined
  /** the driver keeps it compressed while the device uses it [false] */
  compressed?: boolean | undefined
  /** CREATE_NOT_ZEROED: its memory is not zeroed before it is used (AN-10) [false] */
  notZeroed?: boolean | undefined
  /** D3D12_RESIDENCY_PRIORITY ['normal'] */
  priority?: ResidencyPriority | undefined
  /** bytes, where it is placed [64 KiB] */
  alignment?: number | undefined
  /** its contents mean nothing between uses: a move recreates it without a copy (DF-10) [false] */
  scratch?: boolean | undefined
}

/** Values of a shader's constants by name: one number for a scalar, several for a vector or matrix. */
export type ConstantValues = Record<string, number[]>

/** Where resources are created: committed, with a heap each, or placed in heaps that they share (RS-15, DF-01). */
export const ALLOCATION_MODES = ['committed', 'placed'] as const
export type AllocationMode = (typeof ALLOCATION_MODES)[number]

/** D3D12_HEAP_TYPE of a pool. */
export const POOL_HEAPS = ['default', 'upload', 'readback'] as const
export type PoolHeap = (typeof POOL_HEAPS)[number]

/** D3D12MA's DEFRAGMENTATION_FLAG_ALGORITHM_… (DF-16). */
export const DEFRAGMENTATION_ALGORITHMS = ['fast', 'balanced', 'full'] as const
export type DefragmentationAlgorithm = (typeof DEFRAGMENTATION_ALGORITHMS)[number]

/** DEFRAGMENTATION_MOVE_OPERATION (DF-11) */
export const MOVE_OPERATIONS = ['COPY', 'IGNORE', 'DESTROY'] as const
export type MoveOperation = (typeof MOVE_OPERATIONS)[number]

/** What is done with a move of memory that is not resident (DF-21). */
export const EVICTED_MOVES = ['skip', 'make-resident'] as const
export type EvictedMoves = (typeof EVICTED_MOVES)[number]

/** Media on the timeline: decoded frames, proxies and thumbnails, placed in shared heaps. */
export interface ClipSpec {
  name: string
  /** texels */
  width: number
  height: number
  /** decoded frames that are kept [8] */
  frames?: number | undefined
  /** thumbnails of the timeline, of many sizes [24] */
  thumbnails?: number | undefined
}

/** Memory of no effect, by hand: one allocation, or a group "name 1" to "name count". */
export interface AllocateSpec {
  name: string
  /** bytes; between two: drawn from the seeded generator for each, in whole 64 KiB */
  size: number | { min: number; max: number }
  /** [1] */
  count?: number | undefined
  /** ['default'] */
  heap?: PoolHeap | undefined
  /** a custom pool by name [the default pool of the heap type] */
  pool?: string | undefined
  /** ALLOCATION_FLAG_COMMITTED [false] */
  committed?: boolean | undefined
  /** not movable (DF-20) [false] */
  pinned?: boolean | undefined
  /** its contents mean nothing: a move recreates it without a copy (DF-10) [false] */
  scratch?: boolean | undefined
}

/** Frees an allocation, or of a group those that `every` and `share` leave. */
export interface FreeSpec {
  name: string
  /** of a group every n-th, from the first [1] */
  every?: number | undefined
  /** of those a random part, 0 to 1 [1] */
  share?: number | undefined
}

/** D3D12MA's DEFRAGMENTATION_DESC, and how the client goes about it. */
export interface DefragmentationSpec {
  /** ['balanced'] */
  algorithm?: DefragmentationAlgorithm | undefined
  /** bytes; 0: no limit [0] (DF-13) */
  maxBytesPerPass?: number | undefined
  /** 0: no limit [0] */
  maxAllocationsPerPass?: number | undefined
  /** a custom pool by name [all default pools] (DF-06) */
  pool?: string | undefined
  /** µs of copying per display frame; 0: no limit [0] (DF-22) */
  timePerFrame?: number | undefined
  /** bytes that are moved per display frame; 0: no limit [0] (DF-22) */
  bytesPerFrame?: number | undefined
  /** ['skip'] (DF-21) */
  evicted?: EvictedMoves | undefined
}

export interface EffectSpec {
  name: string
  /** media on the timeline, not an effect */
  clip?: ClipSpec | undefined
  /** which built-in effect it is [the one of its name; none of that name: a tint] */
  shader?: string | undefined
  /** values of the shader's constants that are not the built-in effect's own */
  constants?: ConstantValues | undefined
  /** µs on the 3D engine; with `passes` those say it */
  gpuTime: number
  resources: ResourceSpec[]
  /** in order, each after the one before [one on the 3D engine] */
  passes?: PassSpec[] | undefined
}

/** Extra GPU work. A named context is a process of its own; without a name it is the app's. */
export interface SubmitSpec {
  engine: Exclude<EngineName, 'paging'>
  /** µs */
  gpuTime: number
  priority?: ContextPriority | undefined
  context?: string | undefined
  /** full names of resources that it uses */
  resources?: string[] | undefined
  work?: PacketWork | undefined
  /** the driver's split points: what each part uses (GP-17); their times add up to `gpuTime` */
  parts?: { gpuTime: number; resources: string[] }[] | undefined
  /** waits until a named fence has this value, on the GPU: a wait instruction in the hardware queue (GP-22) */
  wait?: { fence: string; value: number } | undefined
  /** signal on submit: a named fence gets this value when the packet completes (GP-21) */
  signal?: { fence: string; value: number } | undefined
  /** its driver asks for no preemption; the Windows 8 model does not let it (GP-03) */
  disablePreemption?: boolean | undefined
}

/** Everything that acts on the running simulation. */
export type SessionCommand =
  | { kind: 'run' }
  | { kind: 'pause' }
  /** runs the next event, or to the next display frame (1/60 s) when none is nearer */
  | { kind: 'step' }
  | { kind: 'setSpeed'; speed: Speed }
  | { kind: 'applyEffect'; effect: string }
  /** media are imported */
  | { kind: 'addEffect'; effect: Omit<EffectSpec, 'clip'> }
  | { kind: 'removeEffect'; effect: string }
  | { kind: 'undo' }
  | { kind: 'redo' }
  | { kind: 'setPolicy'; policy: PolicyName }
  | { kind: 'setBudget'; bytes: number }
  /** `name`: which process ['other']; `foreground`: it comes to the front, or leaves it to the app */
  | { kind: 'setOtherProcess'; bytes: number; name?: string | undefined; foreground?: boolean | undefined }
  | { kind: 'setResidencyPriority'; id: number; priority: ResidencyPriority }
  /** DiscardResource: its contents are not kept until the GPU uses it again (AN-10) */
  | { kind: 'discardResource'; id: number }
  /** SetVideoMemoryReservation of the local group */
  | { kind: 'reserve'; bytes: number }
  /** Play: a steady stream of decode, effects and present, a frame every other vertical blank at most */
  | { kind: 'play'; playing: boolean }
  | ({ kind: 'submit' } & SubmitSpec)
  /** the next packet of an app on the engine hangs [any engine]; `duration` null: until it is reset */
  | { kind: 'hang'; duration: number | null; engine?: EngineName | undefined }
  /** the next engine reset fails and becomes an adapter reset (GP-24) */
  | { kind: 'failNextReset' }
  /** of this and the next ones at least one setting; those left out stay */
  | {
      kind: 'setPreemption'
      model?: PreemptionModel | undefined
      graphics?: GraphicsGranularity | undefined
      compute?: ComputeGranularity | undefined
    }
  | { kind: 'setTdr'; level?: TdrLevel | undefined; delay?: number | undefined }
  | { kind: 'setCompositor'; enabled?: boolean | undefined; gpuTime?: number | undefined }
  | ({ kind: 'setCpu' } & { [Name in keyof CpuView]?: CpuView[Name] | undefined })
  /** runs what was done so far under every model and granularity, off the main thread */
  | { kind: 'comparePreemption' }
  | { kind: 'cancelComparison' }
  /** `event`: a name for the event that the completion signals; `drain`: when what was submitted has finished (BP-23) */
  | {
      kind: 'setBackgroundMode'
      mode: BackgroundMode
      action: MeasurementsAction
      event?: string | undefined
      drain?: boolean | undefined
    }
  | { kind: 'setDeveloperMode'; on: boolean }
  /** values of an effect's shader constants; those not named stay */
  | { kind: 'setConstants'; effect: string; constants: ConstantValues }
  | ({ kind: 'importClip' } & ClipSpec)
  | { kind: 'removeClip'; clip: string }
  /** resolution of the project: effects and proxies are made anew in the sizes that follow */
  | { kind: 'setProject'; width: number; height: number }
  /** effects are made anew, committed or placed */
  | { kind: 'setAllocation'; mode: AllocationMode }
  | ({ kind: 'allocate' } & AllocateSpec)
  | ({ kind: 'free' } & FreeSpec)
  /** `allocation`: of the allocator, as in the heap map (DF-20) */
  | { kind: 'setMovable'; allocation: number; movable: boolean }
  | ({ kind: 'beginDefragmentation' } & DefragmentationSpec)
  /** BeginPass: plans the moves of a pass, which then wait for `endPass` */
  | { kind: 'beginPass' }
  /** of a move of the pass that waits, by its place in it */
  | { kind: 'setMoveOperation'; move: number; operation: MoveOperation }
  /** copies, waits for the GPU, and calls EndPass */
  | { kind: 'endPass' }
  /** passes follow one another to the end */
  | { kind: 'runDefragmentation' }
  /** the context is released: what waits is cancelled */
  | { kind: 'endDefragmentation' }
  /** every algorithm on the state as it is, off the main thread */
  | {
      kind: 'compareDefragmentation'
      maxBytesPerPass?: number | undefined
      maxAllocationsPerPass?: number | undefined
    }
  | { kind: 'cancelDefragmentationComparison' }
  /** the dump that is open becomes pools of the running system, to be defragmented (DF-23) */
  | { kind: 'useDump' }
  | { kind: 'closeDump' }
  | { kind: 'runWorkflow'; workflow: WorkflowName }
  | { kind: 'cancelWorkflow' }
  /** after a removal, or at any time: the app creates its device and everything on it anew (RS-07) */
  | { kind: 'recreateDevice' }
  | { kind: 'setEvictionMode'; mode: EvictionMode }
  | {
      kind: 'setPeriodicTrim'
      interval?: number | undefined
      idleAfter?: number | undefined
      whileActive?: boolean | undefined
    }
  | { kind: 'periodicTrim' }
  | { kind: 'restartPeriodicTrim' }
  /** without `bytes`: what the app is over its budget by now */
  | { kind: 'trimToBudget'; bytes?: number | undefined }
  | { kind: 'notify'; flags: number; bytes: number }
  | { kind: 'simulateIdle'; idle: boolean }
  | { kind: 'registerCallback'; callback: string; context: string; behaviour: HandBehaviour }
  /** any number: what is not a cookie fails as the API does */
  | { kind: 'unregisterCallback'; cookie: number }
  | { kind: 'selectResource'; id: number | null }
  /** the simulated system starts again with the project as it is; simulated time returns to 0 */
  | { kind: 'restartSimulation' }
  /** gives up what takes long to open; what ran before goes on */
  | { kind: 'cancelOpening' }

/** Handled by the shell: files, dialogs, window. */
export type ShellCommand =
  | { kind: 'newProject' }
  | { kind: 'openProject'; path?: string | undefined }
  | { kind: 'saveProject' }
  | { kind: 'saveProjectAs' }
  /** what was done since the simulation started, as a scenario that does it again (SC-12) */
  | { kind: 'saveRecording' }
  | { kind: 'setTheme'; theme: Theme }
  /** what an app that died had not saved becomes the project, or goes for good */
  | { kind: 'restoreRecovery' | 'discardRecovery'; id: string }
  | { kind: 'dismissNotice'; id: string }
  /** the allocator's state as the D3D12MA JSON dump (DF-23) */
  | { kind: 'saveDump' }
  | { kind: 'openDump'; path?: string | undefined }
  /** asks where to save, then writes; PNG as a data URL, CSV as text */
  | { kind: 'exportFile'; suggestedName: string; format: 'png' | 'csv'; content: string }

export type Command = SessionCommand | ShellCommand

export interface HResult {
  name: string
  /** unsigned 32 bit */
  value: number
}

/** Failure is a result: `message` says what was found, what was expected and what to do. */
export type CommandResult =
  | { ok: true; hresult?: HResult; message?: string; cookie?: number }
  | { ok: false; message: string; hresult?: HResult; cookie?: number; cancelled?: boolean }

export interface ClockView {
  now: number
  running: boolean
  speed: Speed
}

/** Bytes of one memory segment group of the app's adapter (RS-08). */
export interface SegmentView {
  size: number
  /** the app's bytes on the residency list, from the moment they are enqueued: CurrentUsage */
  resident: number
  /** the part of `resident` whose paging in is still under way */
  pending: number
  /** the part of `resident` that is paged out under pressure: it comes back before the device runs (RS-02, RS-10) */
  forcedOut: number
  /** not on the list, still in the segment */
  evictable: number
  /** everything of the app's that lies in the segment */
  committed: number
  /** bytes in the segment that belong to other processes */
  other: number
  /** bytes that the system keeps for itself: the page tables of the paging process (AN-11) */
  system: number
  free: number
  /** the app's budget */
  budget: number
}

export interface MemoryView {
  local: SegmentView
  nonLocal: SegmentView
  /** bytes of the app that are paged out: in system memory, or never yet resident */
  pagedOut: number
  /** totals since the start of the run */
  pageInBytes: number
  pageOutBytes: number
  evictions: number
  /** packets that waited for memory paged out under pressure (RS-10) */
  hitches: number
}

/** Segment groups by their index in the column `segments` (RS-08). */
export const SEGMENT_GROUPS = ['local', 'non-local'] as const

/** What the kernel-mode driver asked for, or does, with an allocation (AN-01, AN-14); bits of `driverFlags`. */
export const DriverFlag = { notifyEviction: 1, notifyIoMmuUnmap: 2, compressed: 4 } as const

/**
 * What never changes in the lives of new allocations: row i of every array is allocation `ids[i]`. Columns and one text
 * for all names, as objects for a million of them would take many seconds on their way through the context bridge.
 */
export interface CreatedAllocations {
  ids: Uint32Array
  bytes: Float64Array
  /** index in SEGMENT_GROUPS */
  segments: Uint8Array
  /** DriverFlag, combined */
  driverFlags: Uint8Array
  /** index in `effectNames` */
  effects: Uint32Array
  /** the effects that they belong to, each once; '': none */
  effectNames: string[]
  /** names within the effect, one after another: "Blur.kernel" is "kernel"; of a row without effect the whole name */
  names: string
  /** where in `names` each row's name ends; it begins where the one before ends */
  nameEnds: Uint32Array
}

/**
 * Deltas in columns: row i of every array is allocation `ids[i]`. Those destroyed go before the created come, as an id
 * may be used again.
 */
export interface AllocationChanges {
  /** null: none */
  created: CreatedAllocations | null
  destroyed: Uint32Array
  ids: Uint32Array
  /** AllocationState */
  states: Uint8Array
  references: Uint32Array
  /** index in RESIDENCY_PRIORITIES */
  priorities: Uint8Array
  /** moment of the last change of state */
  changedAt: Float64Array
  /** moment of the last use by a submission, -1: never */
  lastUsed: Float64Array
}

/** A process that uses local memory; the app is the first (RS-09). Bytes. */
export interface ProcessView {
  name: string
  foreground: boolean
  /** what it uses, as it says; the app: CurrentUsage */
  usage: number
  /** what it holds in the segment */
  committed: number
  /** in the segment and evictable; only the app's is known */
  evictable: number
  budget: number
}

/** One operation of the paging engine, when it has ended (AN-17). */
export interface PagingOperationView {
  id: number
  operation: string
  resource: string
  segment: string
  /** from 0 */
  chunk: number
  chunks: number
  offset: number
  bytes: number
  start: number
  end: number
  /** NOTIFY_ALLOC: NotifyEviction or NotifyIoMmuUnmap, and the paging buffers that it took */
  notify?: string
  buffers?: number
  /** operations of one page-in or page-out share this number */
  group: number
  /** of the group: into the segment or out of it */
  direction: 'in' | 'out'
}

/** The paging process's GPU VA space (AN-08 to AN-11). Bytes. */
export interface PagingProcessView {
  vaSpace: number
  ownSize: number
  chosenBy: 'os' | 'driver' | 'none'
  pageTables: number
}

/** A constant of an effect's shaders, as it may be set. */
export interface ParameterView {
  /** of the uniform */
  name: string
  label: string
  type: 'float' | 'int' | 'bool' | 'vec3'
  default: number[]
  /** of every component */
  min: number
  max: number
  step: number
}

export interface EffectView {
  name: string
  gpuTime: number
  /** constants of its shaders with their ranges; absent: what its pipelines bind says which there are */
  parameters?: ParameterView[]
  /** allocation ids in registration order; of placed resources their heaps' */
  resources: Uint32Array
  /** of placed resources, which share their heaps' residency (RS-15): their own names and bytes, in the same order */
  placed?: { names: string[]; bytes: Float64Array; heaps: string[] }
  /** media on the timeline, not an effect of the rack */
  clip?: { width: number; height: number; frames: number; thumbnails: number }
  /** submissions of this effect that the GPU has finished */
  completed: number
  /** submissions that wait or run */
  inFlight: number
}

/** What changes in an effect's life, without its resources. */
export interface EffectCounts {
  /** in `effects`, as they were sent last */
  index: number
  completed: number
  inFlight: number
}

export interface CallbackResultView {
  cookie: number
  owner: string
  evicted: number
  bytes: number
  /** set when the callback threw (TN-16) or broke a rule (TN-12) */
  error?: string
}

export interface NotificationView {
  id: number
  t: number
  flags: number
  bytesToTrim: number
  /** who made it */
  source: 'system' | 'hand'
  /** registrations it was sent to */
  callbacks: number
  /** grows as callbacks return; a later frame sends the same id again with more */
  results: CallbackResultView[]
}

export interface RegistrationView {
  cookie: number
  callback: string
  /** the policy that registered, or "by hand" */
  owner: string
  context: string
  /** its owner is gone without unregistering (TN-34b) */
  stale: boolean
}

export interface FindingView {
  id: number
  t: number
  rule: string
  message: string
  /** resource name and its allocation id, where there is one */
  resource?: string
  allocation?: number
}

/** Memory over time, one per change, for the chart. */
export interface SampleView {
  t: number
  resident: number
  evictable: number
  other: number
  budget: number
}

export interface IdleView {
  /** what the emulated OS thinks */
  idle: boolean
  state: 'active' | 'idle' | 'locked' | 'suspended'
  /** who decides: the real OS, Simulate idle, or the scenario that is playing */
  source: 'real' | 'simulated' | 'scripted'
  /** seconds since the last real input, null when not known */
  realIdleSeconds: number | null
  /** when the next PERIODIC_TRIM is due, null when the cadence is stopped */
  nextPeriodicTrim: number | null
}

export interface SystemView {
  policy: PolicyName
  localMemory: number
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
  pagingProcess: PagingProcessView
  /** fixed cost of a paging operation beside its bytes, µs; null: none but that of mapping */
  pagingOperation: number | null
  /** fixed cost of a MakeResident or an eviction before its first operation, µs */
  pagingBatch: number
  /** SetVideoMemoryReservation, and how much could be reserved */
  reservation: number
  availableForReservation: number
}

export interface DeviceView {
  /** null while the device works (RS-07) */
  removed: { t: number; reason: HResult; because: string } | null
}

/** What an engine does now. */
export interface EngineView {
  name: EngineName
  /** hardware queue slots */
  depth: number
  /** packets in the hardware queue, the running one first; `start` µs, null: not started */
  queue: { context: string; kind: PacketKind; command: string; fence: number; start: number | null; hung: boolean }[]
  /** packets that are submitted and not yet in the hardware queue */
  waiting: number
  /** a preemption request that the engine has not answered yet: when it was made */
  preempting: number | null
  /** µs in which packets ran, since the start of the run */
  busy: number
}

/** The scheduler (GP). Times in µs, counts since the start of the run. */
export interface GpuView {
  /** in force: what was asked for, as far as the driver supports it (GP-01) */
  model: PreemptionModel
  graphics: GraphicsGranularity
  compute: ComputeGranularity
  /** why the Windows 7 model is in force though the other was asked for; null: nothing to say */
  modelReason: string | null
  /** why the adapter could not be initialised (GP-02) */
  initialisationFailure: string | null
  tdrLevel: TdrLevel
  tdrDelay: number
  /** of the first display, on which the editor is */
  refreshRate: number
  displays: { refreshRate: number; verticalBlanks: number; missed: number }[]
  /** the scheduler's quantum, and how long a context that was preempted is left in peace; null: there is none */
  quantum: { time: number; preemption: number } | null
  /** attempts to preempt by result (D3DKMT_QUERYRESULT_PREEMPTION_ATTEMPT_RESULT), in order of their codes */
  attempts: { result: string; code: number; count: number }[]
  compositor: { enabled: boolean; gpuTime: number }
  playing: boolean
  verticalBlanks: number
  missedVerticalBlanks: number
  tears: number
  /** from a vertical blank to the end of the compositor's packet; null before the first */
  worstLatency: number | null
  p99Latency: number | null
  preemptions: number
  worstPreemption: number | null
  contextSwitches: number
  contextSwitchTime: number
  engineResets: number
  adapterResets: number
  framesPlayed: number
  framesDropped: number
  /** the simulated system stopped (GP-25) */
  bugCheck: { t: number; code: number; reason: string } | null
  /** the app's process may no longer use the GPU (GP-25) */
  blocked: boolean
  engines: EngineView[]
}

/** Packets that left an engine since the frame before, in columns. Texts are indexes in `names`. */
export interface GpuPackets {
  /** of the first row; the others count up */
  firstId: number
  /** index in ENGINES */
  engines: Uint8Array
  /** index in PACKET_KINDS */
  kinds: Uint8Array
  /** index in PACKET_OUTCOMES */
  outcomes: Uint8Array
  contexts: Uint32Array
  commands: Uint32Array
  fences: Float64Array
  /** DXGK_SUBMITCOMMANDFLAGS */
  flags: Uint16Array
  submitted: Float64Array
  starts: Float64Array
  ends: Float64Array
  /** µs of saving one context and restoring another before it started */
  switches: Float64Array
  /** allocations that it uses, and the names of the first few, row after row */
  allocationCounts: Uint32Array
  namedCounts: Uint8Array
  allocationNames: Uint32Array
}

/** Preemption requests that were answered since the frame before, in columns. */
export interface GpuPreemptions {
  engines: Uint8Array
  requested: Float64Array
  stopped: Float64Array
  /** index in BOUNDARIES */
  boundaries: Uint8Array
  /** 0: for work of a higher priority, 1: before a timeout, 2: as its quantum was over */
  reasons: Uint8Array
  /** packets that were taken back */
  held: Uint32Array
}

export const GPU_MARK_KINDS = [
  'missed-vertical-blank',
  'tear',
  'timeout',
  'engine-reset',
  'adapter-reset',
  'blocked',
  'bug-check',
] as const

export interface GpuMarkView {
  id: number
  t: number
  kind: (typeof GPU_MARK_KINDS)[number]
  /** '' where it concerns the display or all engines */
  engine: EngineName | ''
  text: string
}

/** What the lanes draw. Only in a full frame does it replace what was there. */
export interface GpuEvents {
  /** texts that are new: they follow those sent before */
  names: string[]
  /** they replace those sent before, as `packets` does: all that are kept come again */
  anew?: true
  packets: GpuPackets
  preemptions: GpuPreemptions
  marks: GpuMarkView[]
  /** packets that are no longer kept */
  dropped: number
}

/** D3D12_BACKGROUND_PROCESSING_MODE */
export const BACKGROUND_MODES = [
  'ALLOWED',
  'ALLOW_INTRUSIVE_MEASUREMENTS',
  'DISABLE_BACKGROUND_WORK',
  'DISABLE_PROFILING_BY_SYSTEM',
] as const
export type BackgroundMode = (typeof BACKGROUND_MODES)[number]

/** D3D12_MEASUREMENTS_ACTION */
export const MEASUREMENTS_ACTIONS = [
  'KEEP_ALL',
  'COMMIT_RESULTS',
  'COMMIT_RESULTS_HIGH_PRIORITY',
  'DISCARD_PREVIOUS',
] as const
export type MeasurementsAction = (typeof MEASUREMENTS_ACTIONS)[number]

/** The three documented uses (BP-17). */
export const WORKFLOWS = ['turn-off', 'turn-off-profiling', 'prime-benchmark', 'pix-single-frame'] as const
export type WorkflowName = (typeof WORKFLOWS)[number]

/** A guided run of one of them. */
export interface WorkflowView {
  name: WorkflowName
  state: 'running' | 'done' | 'failed' | 'cancelled'
  /** what was done so far, a sentence each */
  log: { t: number; text: string }[]
  /** in the end; null before */
  verdict: string | null
}

export interface BackgroundTaskView {
  task: number
  pso: string
  reason: string
}

/** The modelled CPU, on which background tasks and the app's own threads compete (BP-29). */
export interface CpuView {
  /** 1 to MOST_CORES */
  cores: number
  /** two logical processors on each core */
  smt: boolean
  /** share of its speed that a thread loses while the other of its core is busy, 0 to MOST_SMT_SLOWDOWN */
  smtSlowdown: number
  /** µs that threads of equal priority take in turn, at least LEAST_QUANTUM */
  quantum: number
  /** µs of processor time that the app needs for each played frame */
  frameTime: number
  /** who carries background tasks out (BP-30) */
  dispatch: CpuDispatch
}

/**
 * The runtime's threads wherever there is room; those kept to the first logical processor of a core, 0 for the first; or
 * a thread of the app's own task system (BP-30).
 */
export type CpuDispatch = 'runtime' | 'app' | { core: number }

export const MOST_CORES = 64
export const MOST_SMT_SLOWDOWN = 0.9
/** µs */
export const LEAST_QUANTUM = 100

export interface BackgroundView {
  /** BackgroundProcessingSupported of OPTIONS6 */
  supported: boolean
  developerMode: boolean
  mode: BackgroundMode
  /** of the last call; null before the first */
  furtherMeasurementsDesired: boolean | null
  /** calls of SetBackgroundProcessingMode, oldest first, the newest few hundred */
  calls: {
    id: number
    t: number
    mode: BackgroundMode
    action: MeasurementsAction
    event: string | null
    hresult: HResult
    furtherMeasurementsDesired: boolean
    /** when its event was signalled; null: not yet, or it has none */
    signalledAt: number | null
  }[]
  threads: { name: string; priority: 'idle' | 'above-idle'; task: BackgroundTaskView | null }[]
  /** in the order in which they will start */
  queue: BackgroundTaskView[]
  finished: number
  cancelled: number
  cpu: CpuView
  workflow: WorkflowView | null
}

/** One phase of a background task (BP-28). */
export interface BackgroundEventView {
  id: number
  t: number
  task: number
  pso: string
  phase: 'queued' | 'start' | 'finish' | 'cancel'
  thread: string | null
  priority: 'idle' | 'above-idle'
  reason: string
}

/** A frame of the clip that was rendered: how long it took from its start to its present, and the GPU time in it. µs */
export interface FrameTimeView {
  t: number
  duration: number
  gpuTime: number
}

/** A shader with constants folded in, installed in its PSO (BP-26). */
export interface VariantView {
  id: number
  /** the constants that a draw has to bind for it */
  constants: ConstantValues
  /** names of those that are literals in it */
  folded: readonly string[]
  /** names of those that it counts on, and that the GPU's own arithmetic still reads as uniforms (BP-25) */
  kept: readonly string[]
  /** GLSL ES 3.00 */
  source: string
  installedAt: number
  /** draws that used it */
  hits: number
  branchesRemoved: number
  loopsUnrolled: number
  /** modelled operations per pixel (BP-31) */
  operations: number
}

/** A built-in effect as the project would have it, with resources as large as its resolution and format make them. */
export interface OfferView {
  description: string
  effect: EffectSpec
}

/** What changes in a PSO with every draw. */
export interface PipelineCounts {
  id: number
  draws: number
  sampled: number
  /** of each variant, in their order */
  hits: number[]
}

/** Looks of the colour tables that shaders read as `uTable`, in their order in depth. */
export const COLOUR_LOOKS = ['teal and orange', 'film', 'bleach bypass', 'night'] as const
export type ColourLook = (typeof COLOUR_LOOKS)[number]
/** Points along each edge of one such table. */
export const COLOUR_TABLE_POINTS = 33

/** A pipeline state object: one pass of an effect. */
export interface PipelineView {
  id: number
  effect: string
  /** of the effect, from 0 */
  pass: number
  name: string
  /** the general fragment shader, GLSL ES 3.00 */
  source: string
  /** modelled operations per pixel of the general shader with the constants bound now */
  operations: number
  /** bound now */
  constants: ConstantValues
  draws: number
  /** draws that the driver has looked at */
  sampled: number
  variants: VariantView[]
}

/** One run of the workload (GP-28). Times in µs. */
export interface ComparisonRow {
  model: PreemptionModel
  graphics: GraphicsGranularity
  compute: ComputeGranularity
  /** null: the compositor presented nothing */
  worstLatency: number | null
  p99Latency: number | null
  missedVerticalBlanks: number
  /** effect submissions that the GPU finished */
  effectsCompleted: number
  /** of those, per second of simulated time */
  effectsPerSecond: number
  contextSwitches: number
  contextSwitchTime: number
  engineResets: number
}

export interface ComparisonView {
  state: 'running' | 'done' | 'cancelled' | 'failed'
  done: number
  total: number
  /** what was run */
  workload: string
  rows: ComparisonRow[]
  message: string | null
}

/** Statistics of D3D12MA: bytes and counts. Extremes of nothing are null. */
export interface AllocatorStatistics {
  blockCount: number
  blockBytes: number
  allocationCount: number
  allocationBytes: number
  unusedRangeCount: number
  allocationSizeMin: number | null
  allocationSizeMax: number | null
  unusedRangeSizeMin: number | null
  unusedRangeSizeMax: number | null
}

/** A pool of the allocator (DF-01). */
export interface PoolView {
  id: number
  name: string
  custom: boolean
  heap: PoolHeap
  algorithm: 'TLSF' | 'LINEAR'
  alwaysCommitted: boolean
  /** bytes */
  blockSize: number
  /** 0: no limit */
  maxBlocks: number
  /** of its blocks, without committed allocations */
  statistics: AllocatorStatistics
  committedCount: number
  committedBytes: number
  /** blocks that its live bytes would need at least */
  blocksNeeded: number
  /** 1 − largest free range ÷ free bytes; 0 with nothing free */
  fragmentation: number
}

export const RANGE_KINDS = ['free', 'buffer', 'texture', 'unknown', 'destination'] as const
/** Bits of a range's `flags`. */
export const RangeFlag = { pinned: 1, moving: 2 } as const

/** A block (heap) with its ranges by offset, in columns, without a gap. A committed allocation is a block of its own. */
export interface HeapBlockView {
  id: number
  pool: number
  name: string
  size: number
  committed: boolean
  /** its allocation in video memory, as in `allocations`; -1: none, it is of a dump */
  allocation: number
  offsets: Float64Array
  sizes: Float64Array
  /** index in RANGE_KINDS */
  kinds: Uint8Array
  /** ids of the allocator; 0xFFFFFFFF for what is free */
  allocations: Uint32Array
  /** RangeFlag, combined */
  flags: Uint8Array
  /** one after another, without those of free ranges */
  names: string
  /** where in `names` each range's name ends */
  nameEnds: Uint32Array
}

/** Of the running system: deltas. Blocks are in their pool's order in `order`. */
export interface HeapMapView {
  pools: PoolView[]
  /** ids of all blocks, pool after pool, committed ones last in each */
  order: Uint32Array
  /** new ones and those that changed since the frame before */
  blocks: HeapBlockView[]
  /** Budget of D3D12MA: bytes by segment group */
  budgets: { group: 'local' | 'non-local'; usage: number; budget: number }[]
  /** allocations that failed: by reason, and what was said of the last one (DF-03) */
  failures: { fragmentation: number; exhaustion: number; other: number; last: string | null }
}

/** A dump that was opened, whole. */
export interface DumpView {
  title: string
  path: string
  api: string
  gpu: string
  pools: PoolView[]
  blocks: HeapBlockView[]
}

export interface MoveView {
  allocation: number
  name: string
  bytes: number
  /** block ids and offsets */
  from: number
  fromOffset: number
  to: number
  toOffset: number
  operation: MoveOperation
  state: 'planned' | 'copying' | 'copied' | 'done'
  /** why the client ignores it; null: it does not */
  because: string | null
}

/** After so many passes (DF-22). */
export interface ConvergencePoint {
  pass: number
  t: number
  /** of the pools that are defragmented together: 1 − largest free range ÷ free bytes */
  fragmentation: number
  blocks: number
  bytesMoved: number
  heapsFreed: number
}

export interface DefragmentationView {
  /** pass: planned moves wait; copying: the GPU copies; running: passes follow by themselves */
  state: 'idle' | 'begun' | 'pass' | 'copying' | 'done' | 'failed'
  running: boolean
  algorithm: DefragmentationAlgorithm
  /** null: all default pools */
  pool: string | null
  maxBytesPerPass: number
  maxAllocationsPerPass: number
  timePerFrame: number
  bytesPerFrame: number
  evicted: EvictedMoves
  passes: number
  /** of the pass that waits or is carried out, else of the last one; the first few hundred */
  moves: MoveView[]
  moveCount: number
  bytesMoved: number
  bytesFreed: number
  allocationsMoved: number
  heapsFreed: number
  curve: ConvergencePoint[]
  /** what the last call returned, in words */
  message: string | null
}

/** One algorithm on the same state (DF-16). */
export interface DefragmentationRow {
  algorithm: DefragmentationAlgorithm
  passes: number
  heapsFreed: number
  bytesFreed: number
  bytesMoved: number
  allocationsMoved: number
  blocksLeft: number
  /** the least blocks that the live bytes need */
  blocksNeeded: number
  fragmentation: number
  curve: { pass: number; blocks: number; bytesMoved: number }[]
}

export interface DefragmentationComparisonView {
  state: 'running' | 'done' | 'cancelled' | 'failed'
  done: number
  total: number
  rows: DefragmentationRow[]
  message: string | null
}

export interface HistoryEntry {
  t: number
  type: string
  text: string
}

export interface SelectionView {
  id: number
  history: HistoryEntry[]
  /** when evicted or paged out: policy, age and who caused it */
  why: string | null
}

export interface ProjectView {
  title: string
  path: string | null
  dirty: boolean
  canUndo: boolean
  canRedo: boolean
  /** earlier edits that can no longer be undone, as only the last ones are kept */
  undoForgotten: number
  /** effects and clips that could not be created: the user's all the same, until they are removed */
  unmade: readonly UnmadeView[]
  recent: string[]
  /** names of effects in the order in which they are on the clip now, finished submissions only */
  stack: string[]
  /** texels */
  width: number
  height: number
  /** of effects; media are always placed */
  allocation: AllocationMode
  theme: Theme
  /** null: nothing is being opened */
  opening: OpeningView | null
  /** unsaved changes of an app that died, to be restored or discarded; absent: there are none */
  recovery?: RecoveryView
  /** what the app itself has to say; absent: nothing */
  notices?: NoticeView[]
}

export interface UnmadeView {
  name: string
  kind: 'effect' | 'clip'
  /** what creating it returned */
  hresult: string
}

/** Unsaved changes that an app which died has left. */
export interface RecoveryView {
  id: string
  /** of the project */
  name: string
  /** where it is saved; null: it never was */
  path: string | null
  /** ms since 1970 at which the project was like this */
  savedAt: number
  /** how many more there are after this one */
  others: number
}

/** Said until it is dismissed, or until what it says has passed. */
export interface NoticeView {
  id: string
  text: string
}

export interface TraceView {
  records: number
  dropped: number
}

/** A scenario that is being played live. */
export interface PlaybackView {
  name: string
  until: number
  stepsDone: number
  steps: number
  passed: number
  failed: number
  /** a step that makes so many calls that it is carried out in slices, and how far it is; null: none is under way */
  step: { index: number; verb: string; done: number; total: number } | null
}

/** A project that takes long to open, or to start anew; what runs meanwhile is the one before, which stands still. */
export interface OpeningView {
  title: string
  /** reading the file; building the simulated system */
  stage: 'reading' | 'building'
  /** allocations that are made, of those that the project begins with; 0 of 0 while reading */
  done: number
  total: number
}

/**
 * What changed since the frame before. A full frame (`full`) replaces everything: the first one, and the one
 * after a reload. Absent fields did not change.
 */
export interface Frame {
  seq: number
  full: boolean
  clock: ClockView
  memory?: MemoryView
  system?: SystemView
  idle?: IdleView
  device?: DeviceView
  project?: ProjectView
  trace?: TraceView
  playback?: PlaybackView | null
  /** all effects, in declared order; sent again when one is added or removed */
  effects?: EffectView[]
  /** of those that changed since; never together with `effects` */
  effectCounts?: EffectCounts[]
  allocations?: AllocationChanges
  /** new or grown ones */
  notifications?: NotificationView[]
  registrations?: RegistrationView[]
  findings?: FindingView[]
  samples?: SampleView[]
  /** all processes, the app first */
  processes?: ProcessView[]
  /** new ones */
  pagingOperations?: PagingOperationView[]
  selection?: SelectionView | null
  gpu?: GpuView
  gpuEvents?: GpuEvents
  /** null: none was made */
  comparison?: ComparisonView | null
  /** built-in effects, for Add effect; only in a full frame */
  offers?: OfferView[]
  /** all of them, when one was created, destroyed, or got a variant or other constants */
  pipelines?: PipelineView[]
  /** of those that drew since; never together with `pipelines` */
  pipelineCounts?: PipelineCounts[]
  background?: BackgroundView
  /** new ones */
  backgroundEvents?: BackgroundEventView[]
  /** new ones */
  frameTimes?: FrameTimeView[]
  heapMap?: HeapMapView
  defragmentation?: DefragmentationView
  /** null: none was made */
  defragmentationComparison?: DefragmentationComparisonView | null
  /** null: none is open */
  dump?: DumpView | null
}

/** What the preload script exposes as `window.trimline`. */
export interface TrimlineApi {
  platform: string
  send(command: Command): Promise<CommandResult>
  /** asks for frames, the first one full; returns the unsubscription. Each frame is acknowledged by the preload. */
  onFrame(listener: (frame: Frame) => void): () => void
  /** menu items that the renderer carries out (a tab to show, a drawer to open) */
  onMenu(listener: (item: MenuItem) => void): () => void
}

export const MENU_ITEMS = [
  'systemDrawer',
  'addEffect',
  'play',
  'memory',
  'gpu',
  'background',
  'defragmentation',
  'notifications',
  'findings',
  'about',
] as const
export type MenuItem = (typeof MENU_ITEMS)[number]

export const CHANNELS = {
  command: 'trimline:command',
  frame: 'trimline:frame',
  acknowledge: 'trimline:acknowledge',
  ready: 'trimline:ready',
  menu: 'trimline:menu',
} as const
