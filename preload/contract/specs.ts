/** What is asked for: resources, effects, clips, GPU work. Sizes are bytes, times integer microseconds of simulated time. */
import {
  type AllocationMode,
  type ComputeGranularity,
  type ContextPriority,
  type DefragmentationAlgorithm,
  type Ease,
  type EngineName,
  type EvictedMoves,
  type EvictionMode,
  GRANULE,
  type GraphicsGranularity,
  type MediaType,
  type PolicyName,
  type PoolAlgorithm,
  type PoolHeap,
  type PreemptionModel,
  type ResidencyPriority,
  type TdrLevel,
  type TransportRate,
} from './names'

/**
 * What a packet is made of: each number is per one of what stands before it. Time is spread evenly, so that the time to
 * the next boundary of any granularity follows (GP-06).
 */
export type PacketWork =
  | { draws: number; primitives: number; triangles: number; pixels: number; instructions: number }
  | { dispatches: number; threadGroups: number; threads: number; instructions: number }

/** What nobody says of graphics work: a full-screen pass or two, a million pixels shaded by each of 8 triangles. */
export const GRAPHICS_WORK = { draws: 4, primitives: 1, triangles: 2, pixels: 1_000_000, instructions: 100 } as const
/** What nobody says of compute work: as many thread groups of 256 as cover 1080p, four times. */
export const COMPUTE_WORK = { dispatches: 4, threadGroups: 8_100, threads: 256, instructions: 100 } as const

/** of an effect; the command `addEffect` takes no more */
export const MOST_PASSES = 64
/** What a packet by hand of the app's own is called: no policy is asked for what it uses. */
export const SUBMITTED_WORK = 'submitted work'
/** What a finding says of an Evict of what the GPU uses, after the name (RS-07); what it is that uses it stands behind that. */
export const EVICTED_IN_USE = 'was evicted while a running packet'
/** of one submission: parts, and resources that it or one of them names */
export const MOST_SUBMITTED = 1000

/** One piece of an effect's GPU work. */
export interface PassSpec {
  engine: '3d' | 'compute' | 'copy'
  /** µs */
  gpuTime: number
  work?: PacketWork | undefined
}

const SMALL_ALIGNMENT = 4 * 1024
const MULTISAMPLED_ALIGNMENT = 4 * 1024 * 1024

/** bytes, least first: where D3D12 places small textures, buffers with all other textures, and multisampled ones (DF-02) */
export const ALIGNMENTS: readonly number[] = [SMALL_ALIGNMENT, GRANULE, MULTISAMPLED_ALIGNMENT]

/** @returns those of a resource of so many bytes: only what fits into 64 KiB can be a small texture (DF-02) */
export function alignmentsOf(size: number): readonly number[] {
  return size > GRANULE ? ALIGNMENTS.filter((bytes) => bytes !== SMALL_ALIGNMENT) : ALIGNMENTS
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

/** A committed resource of the app that is no effect's (SC-13). */
export interface LooseResourceSpec extends Pick<ResourceSpec, 'name' | 'size' | 'heap' | 'priority'> {
  /** from its creation on [false: CREATE_NOT_RESIDENT] */
  resident?: boolean | undefined
}

/** Shares of the panels of the window, in percent: group of panels → panel → share. */
export type PanelLayout = Record<string, Record<string, number>>

/** Values of a shader's constants by name: one number for a scalar, several for a vector or matrix. */
export type ConstantValues = Record<string, number[]>

/** A file that a clip's pixels are read from, as it was when it was last chosen: another content is another file. */
export interface MediaFile {
  /** absolute */
  path: string
  type: MediaType
  /** bytes */
  size: number
  /** ms since 1970 */
  modified: number
  /** of its content, as FINGERPRINT has it: found elsewhere, or with another time, it is the same file */
  fingerprint: string
}

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
  /** µs of footage; a still has as much as is asked of it [10 s] */
  length?: number | undefined
  /** what it shows; of no weight in the simulation [the sample footage] */
  file?: MediaFile | undefined
}

/** A piece of footage on a video track. Times are µs: `start` and `length` on the timeline, `offset` into the footage. */
export interface TimelineClip {
  /** no other clip of the timeline has it */
  id: string
  /** an imported clip, by its name [the sample footage] */
  media?: string | undefined
  /** from below, the first is 1; of several clips at a moment the uppermost is seen */
  track: number
  start: number
  length: number
  offset: number
}

export interface Keyframe {
  /** µs after the start of its span */
  at: number
  /** as the constant takes it */
  value: number[]
  /** ['linear'] */
  ease?: Ease | undefined
  /** µs that a smooth way to the next one had been on when its span was cut here [0] */
  begun?: number | undefined
}

/** Where an effect is on the timeline. */
export interface EffectSpan {
  /** no other span of the timeline has it */
  id: string
  /** µs */
  start: number
  /** µs [to the end of the timeline] */
  length?: number | undefined
  /** of its shader's constants, by name, each in order of time; at other times the effect's own value holds */
  keyframes?: Record<string, Keyframe[]> | undefined
}

/** An effect's track. Effects work in the order of their tracks. */
export interface EffectLane {
  effect: string
  /** false: it is nowhere, as if it had no spans */
  enabled: boolean
  /** in order of time, without overlap */
  spans: EffectSpan[]
}

/** What lies on the timeline. An effect that was applied and has no track is everywhere, after those that have one. */
export interface TimelineSpec {
  clips: TimelineClip[]
  effects: EffectLane[]
}

/** One change of the timeline. Times are µs, on the timeline where nothing else is said. */
export type TimelineEdit =
  /** footage is put on a track, over what is there ['at': behind all else on it] */
  | {
      edit: 'insert'
      media?: string | undefined
      track?: number | undefined
      at?: number | undefined
      length?: number | undefined
      offset?: number | undefined
    }
  /** over what is there */
  | { edit: 'move'; clip: string; to: number; track?: number | undefined }
  /** its new edges, as far as its footage and its neighbours let them */
  | { edit: 'trim'; clip: string; start?: number | undefined; end?: number | undefined }
  /** a clip or a span in two [all clips at that moment] */
  | { edit: 'split'; at: number; clip?: string | undefined; span?: string | undefined }
  /** `ripple`: what follows on its track moves up [false] */
  | { edit: 'remove'; clip: string; ripple?: boolean | undefined }
  | { edit: 'enable'; effect: string; enabled: boolean }
  /** `place`: among the tracks of effects, the first is 0 */
  | { edit: 'reorder'; effect: string; place: number }
  | {
      edit: 'addSpan'
      effect: string
      start: number
      length?: number | undefined
      keyframes?: Record<string, Keyframe[]> | undefined
    }
  /** what is left out stays */
  /** `keyframesStay`: where they are on the timeline, as its start is trimmed; else they move with it */
  | {
      edit: 'setSpan'
      span: string
      start?: number | undefined
      length?: number | undefined
      keyframesStay?: boolean | undefined
    }
  | { edit: 'removeSpan'; span: string }
  /** all its spans: it is nowhere any more */
  | { edit: 'takeOff'; effect: string }
  /** sets one, or changes the one that is there */
  | {
      edit: 'keyframe'
      span: string
      constant: string
      at: number
      value: number[]
      ease?: Ease | undefined
    }
  | { edit: 'removeKeyframe'; span: string; constant: string; at: number }
  /** in place of one that is there already; it keeps its value and its ease */
  | { edit: 'moveKeyframe'; span: string; constant: string; at: number; to: number }
  /** all seconds that the span touches are rendered, and kept in GPU memory: nothing lies elsewhere for it */
  | { edit: 'render'; from: number; to: number }
  /** what was rendered is given back */
  | { edit: 'dropRenders' }
  /** an effect or a clip stands before another one in the lists of effects and media: where it stood when it was removed */
  | { edit: 'list'; name: string; before: string }
  /** these clips as they stand here, those without, and all tracks of effects anew: how an edit is taken back */
  | {
      edit: 'set'
      clips?: TimelineClip[] | undefined
      without?: string[] | undefined
      effects?: EffectLane[] | undefined
    }

/** A custom pool of the app's allocator (DF-01). */
export interface PoolSpec {
  name: string
  heap: PoolHeap
  /** bytes, a multiple of 64 KiB [those of the default pools, the first ones smaller (DF-01)] */
  blockSize?: number | undefined
  /** blocks that stay though they are empty */
  minBlocks: number
  /** 0: no limit */
  maxBlocks: number
  algorithm: PoolAlgorithm
  alwaysCommitted: boolean
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

/**
 * The runtime's threads wherever there is room; those kept to the first logical processor of a core, 0 for the first; or
 * a thread of the app's own task system (BP-30).
 */
export type CpuDispatch = 'runtime' | 'app' | { core: number }

/** How the clip plays. Times in µs of the clip. */
export interface TransportSettings {
  rate: TransportRate
  /** marks between which it plays; null: none */
  in: number | null
  out: number | null
  /** at its end it starts over */
  loop: boolean
}

/** The modelled CPU, on which background tasks and the app's own threads compete (BP-29). */
export interface CpuSpec {
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

/** Some of a group of settings. */
type Some<Group> = { [Name in keyof Group]?: Group[Name] | undefined } | undefined

/** What of the system can be set while it runs; what is left out stays. Times in µs. */
export interface SystemSettings {
  evictionMode?: EvictionMode | undefined
  /** the cadence of periodic trims; `idleAfter`: so long without input the OS is idle (TN-21) */
  periodicTrim?: Some<{ interval: number; idleAfter: number; whileActive: boolean }>
  preemption?: Some<{ model: PreemptionModel; graphics: GraphicsGranularity; compute: ComputeGranularity }>
  tdr?: Some<{ level: TdrLevel; delay: number }>
  compositor?: Some<{ enabled: boolean; gpuTime: number }>
  developerMode?: boolean | undefined
  cpu?: Some<CpuSpec>
}

/** A policy of one's own: one ES module, carried along as a text, so that a run needs no other file (LB-14). */
export interface OwnPolicy {
  /** name of the file, without folders */
  file: string
  text: string
}

export type PolicyChoice = PolicyName | OwnPolicy

/** A setting of the project, by the verb that sets it; a policy, and bytes of a budget, are settings too. */
export type Setting =
  | { verb: 'project'; value: { width: number; height: number } }
  | { verb: 'allocation'; value: AllocationMode }
  | { verb: 'policy'; value: PolicyChoice }
  | { verb: 'budget'; value: number }
  | { verb: 'system'; value: SystemSettings }
