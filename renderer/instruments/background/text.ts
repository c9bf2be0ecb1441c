/** Background processing in words. Pure. */
import type { BackgroundMode, BackgroundView, MeasurementsAction } from '../../../preload/contract'
import type { TaskPriority, TaskRecord } from '../../store/background'
import type { Fact } from '../../widgets/facts'
import { formatCount, formatDuration, formatShare, formatTime } from '../../widgets/format'

export const PRIORITY_LABELS: Readonly<Record<TaskPriority, string>> = { idle: 'idle', 'above-idle': 'above idle' }

/** What fails with E_INVALIDARG without developer mode (BP-15). */
export const GATED_MODES: ReadonlySet<BackgroundMode> = new Set<BackgroundMode>([
  'DISABLE_BACKGROUND_WORK',
  'DISABLE_PROFILING_BY_SYSTEM',
])
export const GATED_ACTIONS: ReadonlySet<MeasurementsAction> = new Set<MeasurementsAction>([
  'COMMIT_RESULTS_HIGH_PRIORITY',
])

/** The actions that an event may go along with (BP-12). */
export const isCommit = (action: MeasurementsAction): boolean =>
  action === 'COMMIT_RESULTS' || action === 'COMMIT_RESULTS_HIGH_PRIORITY'

export const MODE_MEANINGS: Readonly<Record<BackgroundMode, string>> = {
  ALLOWED: 'The driver may measure lightly and compile at idle priority, two tasks at a time (BP-01, BP-02).',
  ALLOW_INTRUSIVE_MEASUREMENTS: 'The driver looks at every draw; frames get slower while it lasts (BP-03).',
  DISABLE_BACKGROUND_WORK: 'What is queued from now on is cancelled at once; what was queued runs on (BP-04).',
  DISABLE_PROFILING_BY_SYSTEM: 'As before, and nothing that disturbs performance: frames repeat exactly (BP-05).',
}

export const ACTION_MEANINGS: Readonly<Record<MeasurementsAction, string>> = {
  KEEP_ALL: 'Changes nothing about what was measured (BP-06).',
  COMMIT_RESULTS: 'The driver compiles what it wants from what it has seen so far (BP-07, BP-08).',
  COMMIT_RESULTS_HIGH_PRIORITY: 'The same on many threads, above idle priority, until all of it is done (BP-10).',
  DISCARD_PREVIOUS: 'Drops what was measured; tasks and variants stay (BP-11).',
}

/** Of a call: one that failed tells nothing. */
export function furtherOf({ hresult, furtherMeasurementsDesired }: BackgroundView['calls'][number]): string {
  return furtherText(hresult.name === 'S_OK' ? furtherMeasurementsDesired : null)
}

/** `yes`, `no`, `not known`: of the last call (BP-13) */
export function furtherText(desired: boolean | null): string {
  if (desired === null) return 'not known'
  return desired ? 'yes' : 'no'
}

const STATE_LABELS: Readonly<Record<TaskRecord['state'], string>> = {
  queued: 'waits in the queue',
  running: 'runs',
  finished: 'finished',
  cancelled: 'cancelled: its cancel callback was invoked (BP-04, BP-21)',
}

function priorityText({ priority, endPriority }: TaskRecord): string {
  const from = PRIORITY_LABELS[priority]
  if (endPriority === null || endPriority === priority) return from
  return `${from}, at its end ${PRIORITY_LABELS[endPriority]} (BP-10)`
}

const moment = (t: number | null): string => (t === null ? 'not known' : formatTime(t))

/** Everything that is known of a task. */
export function taskFacts(record: TaskRecord): Fact[] {
  const { pso, reason, queued, started, ended, thread, state } = record
  const facts: Fact[] = [
    { term: 'PSO', value: pso },
    { term: 'Reason', value: reason },
    { term: 'Priority', value: priorityText(record), meaning: 'Of the runtime’s thread (BP-01, BP-10)' },
    { term: 'State', value: STATE_LABELS[state] },
    { term: 'Queued', value: moment(queued) },
  ]
  if (state === 'cancelled') return [...facts, { term: 'Cancelled', value: moment(ended) }]
  if (thread !== null) facts.push({ term: 'Thread', value: thread, meaning: 'The runtime owns the threads (BP-18)' })
  if (started === null) return facts
  facts.push({ term: 'Start', value: formatTime(started) })
  if (queued !== null) facts.push({ term: 'Waited', value: formatDuration(started - queued) })
  if (ended === null) return facts
  return [
    ...facts,
    { term: 'Finish', value: formatTime(ended) },
    { term: 'Took', value: formatDuration(ended - started), meaning: 'From start to finish, preempted time included' },
  ]
}

/** One task in a sentence, for screen readers. */
export function taskSentence(record: TaskRecord): string {
  return taskFacts(record)
    .map(({ term, value }, at) => (at === 0 ? `Task ${record.task} of ${value}` : `${term.toLowerCase()} ${value}`))
    .join(', ')
}

/** What the lanes show for someone who does not see them. µs; `busy` of each lane in view. */
export function lanesSummary(
  view: BackgroundView,
  span: number,
  to: number,
  names: readonly string[],
  busy: readonly number[],
  executions: number,
): string {
  const lanes = names.map((name, at) => `${name}: busy ${formatShare((busy[at] ?? 0) / Math.max(1, span))}`)
  return (
    `${formatDuration(Math.round(span))} until ${formatTime(to)}. ` +
    `${formatCount(executions)} ${executions === 1 ? 'execution' : 'executions'}. ${lanes.join('. ')}${lanes.length > 0 ? '. ' : ''}` +
    `${formatCount(view.queue.length)} waiting, ${formatCount(view.finished)} finished and ` +
    `${formatCount(view.cancelled)} cancelled since the start.`
  )
}
