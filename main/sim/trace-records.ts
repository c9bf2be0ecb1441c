/**
 * The records of the trace (SC-08). Fields stand in the order in which they are written; `t` (µs) and `type` come first.
 * `cause` is ours: the ordinal of the command or step that led to the record, left out where the system acted by itself.
 */

export type EvictReason = 'opportunistic' | 'periodic' | 'budget' | 'aged' | 'explicit'

export interface TraceFields {
  /** `segment`: where it lies when that is not local memory */
  create: { resource: string; bytes: number; resident: boolean; segment?: 'non-local' }
  destroy: { resource: string; bytes: number; resident: boolean }
  /** `resources`: of a set of its own, which is no effect's (SC-13) */
  apply: { effect?: string; submission: number; resources?: readonly string[] }
  'make-resident': { resources: readonly string[]; bytes: number; fence: number }
  evict: {
    resource: string
    bytes: number
    reason: EvictReason
    references: number
    policy: string
    /** µs since a submission last used it; absent: never used */
    age?: number | undefined
    /** bytes that left the residency list with the last reference; absent: `bytes`, as with a heap of its own (RS-15) */
    left?: number | undefined
  }
  'page-in': { resource: string; bytes: number; start: number; end: number; reason: string }
  'page-out': { resource: string; bytes: number; start: number; end: number; reason: string }
  notification: { flags: number; bytesToTrim: number; callbacks: number }
  callback: { cookie: number; evicted: number; bytes: number }
  budget: { process: string; budget: number; usage: number }
  packet: {
    engine: string
    context: string
    kind: string
    fence: number
    start: number
    end: number
    outcome: string
    /** µs that it waited for memory that was paged out under pressure: a hitch (RS-10) */
    hitch?: number | undefined
    /** DXGK_SUBMITCOMMANDFLAGS */
    flags?: number | undefined
    /** µs, when it was submitted to its context */
    submitted: number
    /** µs of saving another context and restoring its own before it started; absent: its own was loaded (GP-16) */
    switch?: number | undefined
    /** value that the context's fence takes with its end */
    signals?: number | undefined
    command: string
  }
  preempt: {
    engine: string
    requested: number
    stopped: number
    /** where it stopped; `finished`: nothing was left to preempt (GP-07) */
    boundary: string
    /** preemption fence id */
    fence: number
    reason: 'priority' | 'quantum' | 'timeout'
    /** for whose work */
    context?: string
    /** µs of saving the context, part of the latency */
    save: number
    /** packets that were taken back */
    held: number
  }
  /** the scheduler looked whether work that has come may take the engine; only where there is a quantum */
  'preemption-attempt': { engine: string; context: string; result: string; code: number }
  /** the compositor's present was not ready; `number` counts vertical blanks from 1, `display` too where there are several, `waiting` is µs since it was submitted */
  'missed-vertical-blank': { number: number; waiting: number; display?: number }
  /** a flip was carried out outside a vertical blank (GP-05) */
  tear: { engine: string }
  tdr: {
    engine?: string
    action: 'timeout' | 'engine-reset' | 'adapter-reset' | 'blocked' | 'bug-check'
    context?: string
    because: string
  }
  'paging-operation': {
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
    /** into the segment or out of it */
    direction: 'in' | 'out'
    /** NOTIFY_ALLOC only: which notification, and paging buffers that the driver needed for the chunk */
    notify?: string
    buffers?: number
  }
  'background-task': {
    task: number
    pso: string
    phase: 'queued' | 'start' | 'finish' | 'cancel'
    /** absent before it starts */
    thread?: string
    priority: 'idle' | 'above-idle'
    reason: string
  }
  /** one call of SetBackgroundProcessingMode */
  'background-mode': {
    mode: string
    action: string
    event?: string
    result: string
    furtherMeasurementsDesired: boolean
  }
  /** the event of a commit is signalled (BP-07) */
  'background-event': { event: string }
  /** the end of a guided run (BP-17) */
  workflow: { workflow: string; reached: boolean; verdict: string }
  /** memory for a resource that is placed in a heap (DF-01) */
  allocate: { resource: string; bytes: number; pool: string; heap: string; offset: number; committed: boolean }
  free: { resource: string; bytes: number; pool: string }
  /** `free` and `largest`: bytes of the pool, and of its largest free range; the reason as D3D12MA found it (DF-03) */
  'allocation-failed': {
    resource: string
    bytes: number
    pool: string
    because: 'fragmentation' | 'exhaustion' | 'device' | 'budget' | 'never-allocate' | 'too-large' | 'invalid'
    free: number
    largest: number
  }
  /** BeginDefragmentation, and the release of its context (DF-05) */
  defragmentation: { phase: 'begin' | 'end'; algorithm: string; pool: string; result: string }
  /** one move, when EndPass has carried it out (DF-11) */
  'defragmentation-move': {
    resource: string
    bytes: number
    operation: 'COPY' | 'IGNORE' | 'DESTROY'
    from: string
    fromOffset: number
    to: string
    toOffset: number
    /** of IGNORE: why; only then */
    reason?: string
  }
  /** after EndPass, or a BeginPass without moves; `bytesMoved` and `heapsFreed` are the pass's own (DF-17) */
  'defragmentation-pass': {
    pass: number
    moves: number
    bytesMoved: number
    heapsFreed: number
    result: string
    ignored?: number
    destroyed?: number
  }
  'device-removed': { device: string; reason: string; because: string }
  /** the user-mode driver's device, after the last background task of a device that was destroyed (BP-24) */
  'driver-device-destroyed': { device: string }
  /** a policy of one's own is in charge from now on: its file, SHA-256 of its text, and how it calls itself (LB-14) */
  'own-policy': { file: string; hash: string; name: string }
  finding: { rule: string; resource?: string; message: string }
  expect: { ok: boolean; condition: unknown; found: unknown }
}

export type TraceType = keyof TraceFields

export type TraceRecord = {
  [K in TraceType]: { t: number; type: K; cause?: number | undefined } & TraceFields[K]
}[TraceType]

/** What a record of the trace is written of, with the last such record: its moment, µs, and its index from 0; -1: none yet. */
export interface Recorded {
  recordedAt: number
  recordIndex: number
}

type Columns = { [K in TraceType]: readonly (keyof TraceFields[K] & string)[] }

/** The order of the fields of each type, as written. */
export const TRACE_COLUMNS: Columns = {
  create: ['resource', 'bytes', 'resident', 'segment'],
  destroy: ['resource', 'bytes', 'resident'],
  apply: ['effect', 'submission', 'resources'],
  'make-resident': ['resources', 'bytes', 'fence'],
  evict: ['resource', 'bytes', 'reason', 'references', 'policy', 'age', 'left'],
  'page-in': ['resource', 'bytes', 'start', 'end', 'reason'],
  'page-out': ['resource', 'bytes', 'start', 'end', 'reason'],
  notification: ['flags', 'bytesToTrim', 'callbacks'],
  callback: ['cookie', 'evicted', 'bytes'],
  budget: ['process', 'budget', 'usage'],
  packet: [
    'engine',
    'context',
    'kind',
    'fence',
    'start',
    'end',
    'outcome',
    'hitch',
    'flags',
    'submitted',
    'switch',
    'signals',
    'command',
  ],
  preempt: ['engine', 'requested', 'stopped', 'boundary', 'fence', 'reason', 'context', 'save', 'held'],
  'preemption-attempt': ['engine', 'context', 'result', 'code'],
  'missed-vertical-blank': ['number', 'waiting', 'display'],
  tear: ['engine'],
  tdr: ['engine', 'action', 'context', 'because'],
  'paging-operation': [
    'operation',
    'resource',
    'segment',
    'chunk',
    'chunks',
    'offset',
    'bytes',
    'start',
    'end',
    'direction',
    'notify',
    'buffers',
  ],
  'background-task': ['task', 'pso', 'phase', 'thread', 'priority', 'reason'],
  'background-mode': ['mode', 'action', 'event', 'result', 'furtherMeasurementsDesired'],
  'background-event': ['event'],
  workflow: ['workflow', 'reached', 'verdict'],
  allocate: ['resource', 'bytes', 'pool', 'heap', 'offset', 'committed'],
  free: ['resource', 'bytes', 'pool'],
  'allocation-failed': ['resource', 'bytes', 'pool', 'because', 'free', 'largest'],
  defragmentation: ['phase', 'algorithm', 'pool', 'result'],
  'defragmentation-move': ['resource', 'bytes', 'operation', 'from', 'fromOffset', 'to', 'toOffset', 'reason'],
  'defragmentation-pass': ['pass', 'moves', 'bytesMoved', 'heapsFreed', 'result', 'ignored', 'destroyed'],
  'device-removed': ['device', 'reason', 'because'],
  'driver-device-destroyed': ['device'],
  'own-policy': ['file', 'hash', 'name'],
  finding: ['rule', 'resource', 'message'],
  expect: ['ok', 'condition', 'found'],
}
