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

export interface ResourceSpec {
  name: string
  /** bytes asked for; GetResourceAllocationInfo rounds up to 64 KiB */
  size: number
  resident: boolean
  /** upload and readback lie in the non-local segment ['default'] */
  heap?: 'default' | 'upload' | 'readback' | undefined
  /** the driver keeps it compressed while the device uses it [false] */
  compressed?: boolean | undefined
  /** D3D12_RESIDENCY_PRIORITY ['normal'] */
  priority?: ResidencyPriority | undefined
}

export interface EffectSpec {
  name: string
  gpuTime: number
  resources: ResourceSpec[]
}

/** Everything that acts on the running simulation. */
export type SessionCommand =
  | { kind: 'run' }
  | { kind: 'pause' }
  /** runs the next event, or to the next display frame (1/60 s) when none is nearer */
  | { kind: 'step' }
  | { kind: 'setSpeed'; speed: Speed }
  | { kind: 'applyEffect'; effect: string }
  | { kind: 'addEffect'; effect: EffectSpec }
  | { kind: 'removeEffect'; effect: string }
  | { kind: 'undo' }
  | { kind: 'redo' }
  | { kind: 'setPolicy'; policy: PolicyName }
  | { kind: 'setBudget'; bytes: number }
  /** `name`: which process ['other']; `foreground`: it comes to the front, or leaves it to the app */
  | { kind: 'setOtherProcess'; bytes: number; name?: string; foreground?: boolean }
  | { kind: 'setResidencyPriority'; id: number; priority: ResidencyPriority }
  /** SetVideoMemoryReservation of the local group */
  | { kind: 'reserve'; bytes: number }
  /** after a removal, or at any time: the app creates its device and everything on it anew (RS-07) */
  | { kind: 'recreateDevice' }
  | { kind: 'setEvictionMode'; mode: EvictionMode }
  | { kind: 'setPeriodicTrim'; interval?: number; idleAfter?: number; whileActive?: boolean }
  | { kind: 'periodicTrim' }
  | { kind: 'restartPeriodicTrim' }
  /** without `bytes`: what the app is over its budget by now */
  | { kind: 'trimToBudget'; bytes?: number }
  | { kind: 'notify'; flags: number; bytes: number }
  | { kind: 'simulateIdle'; idle: boolean }
  | { kind: 'registerCallback'; callback: string; context: string; behaviour: HandBehaviour }
  /** any number: what is not a cookie fails as the API does */
  | { kind: 'unregisterCallback'; cookie: number }
  | { kind: 'selectResource'; id: number | null }
  /** the simulated system starts again with the project as it is; simulated time returns to 0 */
  | { kind: 'restartSimulation' }

/** Handled by the shell: files, dialogs, window. */
export type ShellCommand =
  | { kind: 'newProject' }
  | { kind: 'openProject'; path?: string }
  | { kind: 'saveProject' }
  | { kind: 'saveProjectAs' }
  | { kind: 'setTheme'; theme: Theme }
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
  /** not on the list, still in the segment */
  evictable: number
  /** everything of the app's that lies in the segment */
  committed: number
  /** bytes in the segment that belong to other processes */
  other: number
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

/** What never changes in an allocation's life. */
export interface AllocationView {
  id: number
  /** "Effect.resource" */
  name: string
  effect: string
  bytes: number
  segment: 'local' | 'non-local'
  /** notifications that its driver asked for (AN-01) */
  notifyEviction: boolean
  notifyIoMmuUnmap: boolean
  compressed: boolean
}

/**
 * Deltas in columns: row i of every array is allocation `ids[i]`. Those destroyed go before the created come, as an id
 * may be used again.
 */
export interface AllocationChanges {
  created: AllocationView[]
  destroyed: number[]
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

export interface EffectView {
  name: string
  gpuTime: number
  /** allocation ids in registration order */
  resources: number[]
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
  hardwareScheduling: boolean
  physicalAdapters: number
  pagingProcess: PagingProcessView
  /** SetVideoMemoryReservation, and how much could be reserved */
  reservation: number
  availableForReservation: number
}

export interface DeviceView {
  /** null while the device works (RS-07) */
  removed: { t: number; reason: HResult; because: string } | null
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
  recent: string[]
  /** names of effects in the order in which they are on the clip now, finished submissions only */
  stack: string[]
  theme: Theme
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

export const MENU_ITEMS = ['systemDrawer', 'addEffect', 'play', 'memory', 'notifications', 'findings', 'about'] as const
export type MenuItem = (typeof MENU_ITEMS)[number]

export const CHANNELS = {
  command: 'trimline:command',
  frame: 'trimline:frame',
  acknowledge: 'trimline:acknowledge',
  ready: 'trimline:ready',
  menu: 'trimline:menu',
} as const
