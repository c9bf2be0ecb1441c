/** What every line of a trace must look like, transcribed from SC-08's table. Each check returns what is wrong. */
import type { Line } from './reading'

const FIELDS: Readonly<Record<string, readonly string[]>> = {
  create: ['resource', 'bytes', 'resident', 'segment'],
  destroy: ['resource', 'bytes', 'resident'],
  apply: ['effect', 'submission'],
  'make-resident': ['resources', 'bytes', 'fence'],
  evict: ['resource', 'bytes', 'reason', 'references'],
  'page-in': ['resource', 'bytes', 'start', 'end', 'reason'],
  'page-out': ['resource', 'bytes', 'start', 'end', 'reason'],
  notification: ['flags', 'bytesToTrim', 'callbacks'],
  callback: ['cookie', 'evicted', 'bytes'],
  budget: ['process', 'budget', 'usage'],
  packet: ['engine', 'context', 'kind', 'fence', 'start', 'end', 'outcome'],
  preempt: ['engine', 'requested', 'stopped', 'boundary'],
  'paging-operation': ['operation', 'resource', 'segment', 'chunk', 'chunks', 'offset', 'bytes', 'start', 'end'],
  'background-task': ['task', 'pso', 'phase', 'thread', 'priority', 'reason'],
  'device-removed': ['device', 'reason', 'because'],
  'defragmentation-pass': ['pass', 'moves', 'bytesMoved', 'heapsFreed', 'result'],
  finding: ['rule', 'resource', 'message'],
  expect: ['ok', 'condition', 'found'],
}

/** Fields that systems added to the table's types, always behind those of the table, and types of their own. */
const ADDED: Readonly<Record<string, readonly string[]>> = {
  evict: ['policy', 'age', 'left'],
  packet: ['hitch', 'flags', 'submitted', 'switch', 'signals', 'command'],
  preempt: ['fence', 'reason', 'context', 'save', 'held'],
  'missed-vertical-blank': ['number', 'waiting', 'display'],
  'preemption-attempt': ['engine', 'context', 'result', 'code'],
  tear: ['engine'],
  tdr: ['engine', 'action', 'context', 'because'],
  'paging-operation': ['direction', 'notify', 'buffers'],
  'background-mode': ['mode', 'action', 'event', 'result', 'furtherMeasurementsDesired'],
  'driver-device-destroyed': ['device'],
  'own-policy': ['file', 'hash', 'name'],
  'background-event': ['event'],
  workflow: ['workflow', 'reached', 'verdict'],
  allocate: ['resource', 'bytes', 'pool', 'heap', 'offset', 'committed'],
  free: ['resource', 'bytes', 'pool'],
  'allocation-failed': ['resource', 'bytes', 'pool', 'because', 'free', 'largest'],
  defragmentation: ['phase', 'algorithm', 'pool', 'result'],
  'defragmentation-move': ['resource', 'bytes', 'operation', 'from', 'fromOffset', 'to', 'toOffset', 'reason'],
  'defragmentation-pass': ['ignored', 'destroyed'],
}

/**
 * Fields that may be absent: a finding need not be about a resource; what lies in local memory says nothing; the system's
 * own work has no context fence; a timeout's request is for nobody's work; a bug check is of no engine; a background task
 * has a thread only while it runs; only commits have events; what leaves with an eviction is `bytes` unless it says more.
 */
const OPTIONAL = new Set([
  ...['finding.resource', 'create.segment', 'evict.age', 'evict.left', 'packet.hitch', 'packet.flags', 'packet.switch'],
  ...['packet.signals', 'missed-vertical-blank.display', 'preempt.context', 'tdr.engine', 'tdr.context'],
  ...[
    'defragmentation-move.reason',
    'paging-operation.notify',
    'paging-operation.buffers',
    'background-task.thread',
    'background-mode.event',
  ],
])

const REASONS = ['opportunistic', 'periodic', 'budget', 'aged', 'explicit']
const ENGINES = ['3d', 'compute', 'copy', 'video-decode', 'paging']
const KINDS = ['standard', 'present', 'paging', 'context-switch', 'wait']
const OUTCOMES = ['completed', 'preempted', 'reset', 'device-removed', 'rejected']
const ACTIONS = ['timeout', 'engine-reset', 'adapter-reset', 'blocked', 'bug-check']
const PHASES = ['queued', 'start', 'finish', 'cancel']
const FAILURES = ['fragmentation', 'exhaustion', 'device', 'budget', 'never-allocate', 'too-large', 'invalid']
const OPERATIONS = ['COPY', 'IGNORE', 'DESTROY']
const COUNTS = [
  'bytes',
  'references',
  'bytesToTrim',
  'callbacks',
  'cookie',
  'evicted',
  'budget',
  'usage',
  'age',
  'left',
].concat(
  ...['task', 'fence', 'hitch', 'flags', 'submitted', 'switch', 'signals', 'save', 'held', 'number', 'waiting'],
  ...[
    'offset',
    'fromOffset',
    'toOffset',
    'free',
    'largest',
    'moves',
    'bytesMoved',
    'heapsFreed',
    'ignored',
    'destroyed',
  ],
)

export function formProblems(lines: readonly Line[]): string[] {
  const problems: string[] = []
  const meta = lines[0]
  if (JSON.stringify(Object.keys(meta ?? {})) !== '["t","type","trimline","seed","name"]') problems.push('meta')
  if (meta?.t !== 0 || meta.type !== 'meta' || meta.trimline !== 1) problems.push('meta values')
  let before = 0
  for (const [index, line] of lines.entries()) {
    if (!Number.isInteger(line.t) || line.t < before) problems.push(`${index}: t ${line.t} after ${before}`)
    before = line.t
    if (index > 0) problems.push(...fieldProblems(line).map((problem) => `${index}: ${problem}`))
  }
  return problems
}

function fieldProblems(line: Line): string[] {
  if (!(line.type in FIELDS) && !(line.type in ADDED)) return [`type ${line.type}`]
  const expected = [...(FIELDS[line.type] ?? []), ...(ADDED[line.type] ?? [])]
  const keys = Object.keys(line)
  const present = expected.filter((field) => !OPTIONAL.has(`${line.type}.${field}`) || field in line)
  const wanted = ['t', 'type', ...present, ...('cause' in line ? ['cause'] : [])]
  if (JSON.stringify(keys) !== JSON.stringify(wanted)) return [`fields ${keys}, expected ${wanted}`]
  return valueProblems(line)
}

function valueProblems(line: Line): string[] {
  const problems: string[] = []
  const must = (ok: boolean, what: string) => {
    if (!ok) problems.push(`${line.type}: ${what} in ${JSON.stringify(line)}`)
  }
  for (const field of COUNTS)
    if (field in line) must(Number.isSafeInteger(line[field]) && Number(line[field]) >= 0, `a count as ${field}`)
  if ('engine' in line) must(ENGINES.includes(String(line.engine)), 'a known engine')
  if (line.type === 'packet') {
    must(KINDS.includes(String(line.kind)) && OUTCOMES.includes(String(line.outcome)), 'a known kind and outcome')
    must(Number(line.submitted) <= Number(line.start), 'submitted ≤ start')
  }
  if (line.type === 'preempt')
    must(Number(line.requested) <= Number(line.stopped) && line.stopped === line.t, 'requested ≤ stopped = t')
  if (line.type === 'tdr') must(ACTIONS.includes(String(line.action)), 'a known action')
  if (line.type === 'background-task') {
    must(PHASES.includes(String(line.phase)), 'a known phase')
    must(['idle', 'above-idle'].includes(String(line.priority)), 'a known priority')
    must('thread' in line === (line.phase === 'start' || line.phase === 'finish'), 'a thread while it runs')
  }
  if (line.type === 'allocation-failed') {
    must(FAILURES.includes(String(line.because)), 'a known reason (DF-03)')
    must((line.because === 'fragmentation') === Number(line.free) >= Number(line.bytes), 'enough free, or not (DF-03)')
  }
  if (line.type === 'defragmentation-move') {
    must(OPERATIONS.includes(String(line.operation)), 'a known operation')
    must('reason' in line === (line.operation === 'IGNORE'), 'a reason where it was ignored')
  }
  if ('start' in line) must(Number(line.start) <= Number(line.end) && line.end === line.t, 'start ≤ end = t')
  if (line.type === 'evict') must(REASONS.includes(String(line.reason)), 'a known reason')
  if (line.type === 'notification') {
    const flags = Number(line.flags)
    must(flags >= 1 && flags <= 7 && (flags & 3) !== 3, 'flags that may be combined (TN-03)')
    must((flags & 4) !== 0 || line.bytesToTrim === 0, 'bytes only with TRIM_TO_BUDGET (TN-04)')
  }
  return problems
}
