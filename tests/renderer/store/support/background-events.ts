/** Background events as frames bring them, for tests. */
import type { BackgroundEventView } from '../../../../preload/contract'
import { appendBackground, type BackgroundHistory, emptyBackgroundHistory } from '../../../../renderer/store/background'

type Phase = BackgroundEventView['phase']

export function event(
  task: number,
  phase: Phase,
  t: number,
  over: Partial<BackgroundEventView> = {},
): BackgroundEventView {
  const thread = phase === 'start' || phase === 'finish' ? 'worker 1' : null
  return { id: t, t, task, pso: `Blur/pass${task}`, phase, thread, priority: 'idle', reason: 'threshold', ...over }
}

/** A task that is queued, runs on a thread and finishes. */
export function ran(
  task: number,
  queued: number,
  start: number,
  end: number,
  over: Partial<BackgroundEventView> = {},
): BackgroundEventView[] {
  return [
    event(task, 'queued', queued, { ...over, thread: null }),
    event(task, 'start', start, over),
    event(task, 'finish', end, over),
  ]
}

export function historyOf(events: readonly BackgroundEventView[]): BackgroundHistory {
  return appendBackground(emptyBackgroundHistory(), events)
}
