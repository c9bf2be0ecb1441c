/** The vocabulary of the stack: what policies, engines, priorities, modes and marks are called, and their flags. */

/** bytes: what heaps, placed resources and segments are whole numbers of (DF-01, RS-15), and what one page of a segment has */
export const GRANULE = 64 * 1024

/** replacement algorithms from papers, made for submission sets */
export const RESEARCH_POLICIES = ['2q', 'arc', 'lirs', 's3-fifo', 'sieve', 'gdsf', 'w-tinylfu', 'dtr'] as const

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
  'translation-layer',
  'translation-layer-fixed',
  'glon12',
  'glon12-trim',
  'dawn',
  'dawn-fixed',
  'clock',
  'vkd3d-proton',
  'vkd3d-proton-fixed',
  ...RESEARCH_POLICIES,
] as const

/** published policies whose faults are reproduced: some can cost the app its device (TN-34, TN-39, PL-12) */
export const FAULTY_POLICIES: readonly PolicyName[] = [
  'creative-app',
  'd3dx12-residency',
  'translation-layer',
  'glon12',
  'glon12-trim',
  'dawn',
  'clock',
  'vkd3d-proton',
]

export type PolicyName = (typeof POLICY_NAMES)[number]

/** characters that the module of a policy of one's own may have, and that the name of its file may */
export const MOST_OWN_POLICY = 262_144
export const MOST_FILE_NAME = 255
/** of a file in a scenario: neither folders nor what cannot be seen */
export const FILE_NAME_FORM = /^[^/\\\p{Cc}]+$/u

/** A policy of one's own: its file and the beginning of its content's hash, `mine.mjs#3f2a9c1b77e0` (LB-14). */
export type OwnPolicyId = `${string}#${string}`

/** What a policy is called in views, commands and traces. */
export type PolicyId = PolicyName | OwnPolicyId

export const SPEEDS = [0.25, 1, 4, 16] as const

export type Speed = (typeof SPEEDS)[number]

/** D3D12_TRIM_NOTIFICATION_FLAGS (TN-02). */
export const TrimFlag = { NONE: 0, PERIODIC_TRIM: 1, RESTART_PERIODIC_TRIM: 2, TRIM_TO_BUDGET: 4 } as const

/** `PERIODIC_TRIM + TRIM_TO_BUDGET`: the flags of a notification (TN-02), as they are written everywhere; none: '' */
export function trimFlagsText(flags: number): string {
  return Object.entries(TrimFlag)
    .flatMap(([name, bit]) => ((flags & bit) === 0 ? [] : [name]))
    .join(' + ')
}

/** DXGI_MEMORY_SEGMENT_GROUP: what segments are for, and what budgets and reservations are of (RS-08). */
export const SegmentGroup = { LOCAL: 0, NON_LOCAL: 1 } as const

export type SegmentGroup = (typeof SegmentGroup)[keyof typeof SegmentGroup]

/** How an allocation is shown (RS-04); `pending` is resident with its paging in under way. */
export const AllocationState = { pagedOut: 0, evictable: 1, resident: 2, pending: 3 } as const

export type AllocationStateValue = (typeof AllocationState)[keyof typeof AllocationState]

export type EvictionMode = 'lazy' | 'eager'

export type Theme = 'system' | 'dark' | 'light'

/** What the platform decodes for a clip; told by a file's own bytes, whatever its name is. */
export const PICTURE_TYPES = ['image/png', 'image/jpeg', 'image/webp', 'image/gif', 'image/bmp', 'image/avif'] as const
export const VIDEO_TYPES = ['video/mp4', 'video/webm', 'video/ogg', 'video/quicktime'] as const
export const MEDIA_TYPES = [...PICTURE_TYPES, ...VIDEO_TYPES] as const

export type MediaType = (typeof MEDIA_TYPES)[number]

/** bytes of a file that the platform is asked to decode */
export const MOST_MEDIA_BYTES = { picture: 64 * 1024 * 1024, video: 2 * 1024 * 1024 * 1024 } as const

/** A picture is one frame, however long it is shown. */
export function mediaKind(type: MediaType): keyof typeof MOST_MEDIA_BYTES {
  return type.startsWith('image/') ? 'picture' : 'video'
}

/** SHA-256, hexadecimal */
export const FINGERPRINT = /^[0-9a-f]{64}$/

/** Where the page finds the pixels of a file that `openMedia` has looked at, on its own origin. */
export const MEDIA_FOLDER = '/media/'

/** What a callback registered by hand in the Notifications tab does when it is called. */
export const HAND_BEHAVIOURS = ['ignore', 'throw', 'register-inside', 'unregister-inside'] as const

export type HandBehaviour = (typeof HAND_BEHAVIOURS)[number]

/** D3D12_RESIDENCY_PRIORITY, lowest first (RS-10). */
export const RESIDENCY_PRIORITIES = ['minimum', 'low', 'normal', 'high', 'maximum'] as const

export type ResidencyPriority = (typeof RESIDENCY_PRIORITIES)[number]

/** Where GPU work runs; paging work has an engine of its own, or shares the one that its driver names. */
export const ENGINES = ['3d', 'compute', 'copy', 'video-decode', 'paging'] as const

export type EngineName = (typeof ENGINES)[number]

/** Name of the app's process and device, and of its contexts. */
export const APP = 'app'

/** The desktop compositor's process and context, of which every system has one (GP-09). */
export const COMPOSITOR = 'dwm'

/** Why nobody else's work is in its context: which of the two a record is of could not be told. */
export const COMPOSITOR_CONTEXT = `"${COMPOSITOR}" is the compositor, which presents by itself. Give the context another name.`

/** Why nobody locks or suspends the emulated system now. */
export const SCRIPTED_POWER =
  'The scenario that is playing decides when it is locked or suspended, until it ends (TN-22).'

/** Versions of the driver model. */
export const WDDM_VERSIONS = ['1.2', '2.0', '2.9', '3.0', '3.1', '3.2'] as const
/** What backs the local group; `aperture`: an integrated GPU. */
export const LOCAL_SEGMENTS = ['memory', 'aperture'] as const
/** `system`: the implicit system memory segment, which no aperture maps */
export const NON_LOCAL_SEGMENTS = ['aperture', 'system'] as const
/** DXGKDDI_INTERFACE_VERSION that the driver was built against (GP-01) */
export const INTERFACE_VERSIONS = ['win7', 'win8', 'wddm2.0', 'wddm3.2'] as const
/** Engines that a driver can do paging work on. */
export const PAGING_ENGINES = ['paging', 'copy', '3d'] as const satisfies readonly EngineName[]
/** DXGK_VIDSCHCAPS */
export const SCHEDULING_CAPS = [
  'MultiEngineAware',
  'VSyncPowerSaveAware',
  'PreemptionAware',
  'NoDmaPatching',
  'CancelCommandAware',
] as const
/** DXGK_FLIPCAPS */
export const FLIP_CAPS = ['FlipOnVSyncWithNoWait', 'FlipOnVSyncMmIo', 'FlipInterval', 'FlipImmediateMmIo'] as const

export const PREEMPTION_MODELS = ['win8', 'win7'] as const

export type PreemptionModel = (typeof PREEMPTION_MODELS)[number]

/** D3DKMDT_GRAPHICS_PREEMPTION_GRANULARITY, coarse to fine (GP-04). */
export const GRAPHICS_GRANULARITIES = ['none', 'dma-buffer', 'primitive', 'triangle', 'pixel', 'shader'] as const

export type GraphicsGranularity = (typeof GRAPHICS_GRANULARITIES)[number]

/** D3DKMDT_COMPUTE_PREEMPTION_GRANULARITY, coarse to fine (GP-04). */
export const COMPUTE_GRANULARITIES = ['none', 'dma-buffer', 'dispatch', 'thread-group', 'thread', 'shader'] as const

export type ComputeGranularity = (typeof COMPUTE_GRANULARITIES)[number]

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

/** Where a preemption stopped an engine; `finished`: there was nothing left to preempt (GP-07); `reset`: it never did. */
export const BOUNDARIES = ['none', ...SAVE_POINTS, 'wait', 'finished', 'reset'] as const

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

/** Where resources are created: committed, with a heap each, or placed in heaps that they share (RS-15, DF-01). */
export const ALLOCATION_MODES = ['committed', 'placed'] as const

export type AllocationMode = (typeof ALLOCATION_MODES)[number]

/** D3D12_HEAP_TYPE of a pool. */
export const POOL_HEAPS = ['default', 'upload', 'readback'] as const

export type PoolHeap = (typeof POOL_HEAPS)[number]

/** `linear`: POOL_FLAG_ALGORITHM_LINEAR (DF-01). */
export const POOL_ALGORITHMS = ['tlsf', 'linear'] as const

export type PoolAlgorithm = (typeof POOL_ALGORITHMS)[number]

/** D3D12MA's DEFRAGMENTATION_FLAG_ALGORITHM_… (DF-16). */
export const DEFRAGMENTATION_ALGORITHMS = ['fast', 'balanced', 'full'] as const

export type DefragmentationAlgorithm = (typeof DEFRAGMENTATION_ALGORITHMS)[number]

/** DEFRAGMENTATION_MOVE_OPERATION (DF-11) */
export const MOVE_OPERATIONS = ['COPY', 'IGNORE', 'DESTROY'] as const

export type MoveOperation = (typeof MOVE_OPERATIONS)[number]

/** What is done with a move of memory that is not resident (DF-21). */
export const EVICTED_MOVES = ['skip', 'make-resident'] as const

export type EvictedMoves = (typeof EVICTED_MOVES)[number]

/** Segment groups by their index in the column `segments` (RS-08). */
export const SEGMENT_GROUPS = ['local', 'non-local'] as const

/** What the kernel-mode driver asked for, or does, with an allocation (AN-01, AN-14); bits of `driverFlags`. */
export const DriverFlag = { notifyEviction: 1, notifyIoMmuUnmap: 2, compressed: 4 } as const

export const GPU_MARK_KINDS = [
  'missed-vertical-blank',
  'tear',
  'timeout',
  'engine-reset',
  'adapter-reset',
  'blocked',
  'bug-check',
] as const

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

export const MOST_CORES = 64

/** frames that are rendered one after another, by one call */
export const MOST_FRAMES = 1000

export const MOST_SMT_SLOWDOWN = 0.9

/** µs */
export const LEAST_QUANTUM = 100

/** Looks of the colour tables that shaders read as `uTable`, in their order in depth. */
export const COLOUR_LOOKS = ['teal and orange', 'film', 'bleach bypass', 'night'] as const

export type ColourLook = (typeof COLOUR_LOOKS)[number]

/** Points along each edge of one such table. */
export const COLOUR_TABLE_POINTS = 33

/** Devices that a project can start from, as the profiles of the session have them. */
export const DEVICE_PROFILES = [
  'discrete-2gib',
  'discrete-8gib',
  'discrete-24gib',
  'integrated',
  'linked',
  'measured-2018',
] as const

export type DeviceProfile = (typeof DEVICE_PROFILES)[number]

/** What a comparison runs: what was done so far, that from a moment on, or a file. */
export const COMPARISON_INPUTS = ['session', 'here', 'file'] as const

export type ComparisonInput = (typeof COMPARISON_INPUTS)[number]

/** How a value goes on from a keyframe to the next. */
export const EASES = ['linear', 'smooth', 'hold'] as const

export type Ease = (typeof EASES)[number]

/** frames of the timeline per second */
export const TIMELINE_RATE = 24

/** µs: a frame of the timeline, as long as the shortest clip is */
export const LEAST_CLIP = 41_666

/** µs: a day */
export const MOST_TIMELINE = 86_400_000_000

export const MOST_TRACKS = 8

export const SAMPLE_FOOTAGE = 'Harbour at dusk'

export const RANGE_KINDS = ['free', 'buffer', 'texture', 'unknown', 'destination'] as const

/** Bits of a range's `flags`. */
export const RangeFlag = { pinned: 1, moving: 2, mapped: 4, staleMapping: 8 } as const

/** What a call of the API returned. */
export interface HResult {
  name: string
  /** unsigned 32 bit */
  value: number
}

/** µs of the mock editor's clip, which the Preview shows */
export const CLIP_LENGTH = 10_000_000

/** how many times as fast as it was shot the clip plays; below 0: backwards */
export const TRANSPORT_RATES = [-4, -2, -1, 1, 2, 4] as const

export type TransportRate = (typeof TRANSPORT_RATES)[number]

/** What can be waited for (LB-08), in the order in which totals are shown. */
export const DELAY_KINDS = [
  'policy-wait',
  'queue',
  'engine',
  'preemption',
  'preempted',
  'context-switch',
  'page-in',
  'page-out',
  'paging-queue',
  'fence',
  'reset',
  'run',
  'vertical-blank',
] as const

/**
 * `policy-wait`: the policy blocks its thread (TN-38). `queue`: an earlier packet of the same context. `engine`: a packet
 * of another context. `preemption`: from the request until the engine is free. `preempted`: from its stop until it runs
 * again. `context-switch`. `page-in`. `page-out`: of the victim that makes room. `paging-queue`: other paging work.
 * `fence`: another engine's packet. `reset`: the engine hangs. `run`: its own work. `vertical-blank`: it is done, and is
 * shown at the next blank.
 *
 * A frame needs the processor before the GPU. The clause has no kind of its own for that (**choice**: it is waited for as
 * an engine is): `queue` for earlier frames of the same thread, `engine` for other threads, `run` for its own work there.
 */
export type DelayKind = (typeof DELAY_KINDS)[number]

/** What is counted of a range of time: the ends of transfers, and evictions, as the trace has them. */
export const MOVE_KINDS = ['page-in', 'page-out', 'evict'] as const

export type MoveKind = (typeof MOVE_KINDS)[number]

/**
 * Delays of which the app keeps rows and chains: the newest, so many and with so many segments of their chains together at
 * most, and the worst of each kind: who asks why a press was late is not told that frames were.
 */
export const KEPT_DELAYS = { newest: 1_000, segments: 12_288, worst: 100 } as const

/** characters of a branch's name, at most */
export const MOST_BRANCH_NAME = 100

/** Why a branch gets no name that another has: lists, comparisons and reports tell branches apart by their names alone. */
export const branchNameTaken = (name: string): string =>
  `There is already a branch named “${name}”. Choose another name.`

/** How a recording of another program is called, which is imported (LB-19). A packed one ends with that of the packer. */
export const CAPTURE_EXTENSIONS = ['rmv', 'etl', 'gz', 'jsonl'] as const
