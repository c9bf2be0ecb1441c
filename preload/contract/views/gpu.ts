/** Engines, packets and preemptions as the page shows them. */
import type {
  ComputeGranularity,
  EngineName,
  GPU_MARK_KINDS,
  GraphicsGranularity,
  PacketKind,
  PreemptionModel,
  TdrLevel,
} from '../names'

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
  worstCompositorLatency: number | null
  p99CompositorLatency: number | null
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
  forgotten: number
}
