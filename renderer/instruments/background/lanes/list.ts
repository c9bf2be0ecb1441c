/** What the worker lanes draw: (tasks, view) → draw list. Pure, without a canvas. Times in µs, places in px of the plot. */
import { shownPriority, type TaskPriority, type TaskRecord, type TaskRing } from '../../../store/background'
import { type LaneView, placeOf } from '../../lanes/time'

/** One execution. */
export interface TaskBar {
  task: number
  lane: number
  x: number
  width: number
  priority: TaskPriority
  /** it runs still: its end is now */
  open: boolean
  /** executions that lie within these px, of which this is the newest */
  count: number
}

/** Cancel callbacks that were invoked, those that would lie on one another as one (BP-04, BP-24). */
interface CancelMark {
  task: number
  x: number
  count: number
}

/** How many tasks wait from `x` on, until the step after it. */
interface WaitingStep {
  x: number
  count: number
}

export interface TaskLanes {
  bars: TaskBar[]
  cancels: CancelMark[]
  waiting: WaitingStep[]
  mostWaiting: number
  /** µs in view in which each lane ran a task */
  busy: number[]
  /** executions in view */
  executions: number
}

/** Bars are at least this wide, in px. */
const LEAST_BAR = 2
const CANCEL_ROOM = 5

/** Names of the lanes: the threads that there are, and those that have run something. */
export function laneNames(threads: readonly { name: string }[], ring: TaskRing): string[] {
  return [...new Set([...threads.map(({ name }) => name), ...ring.threads])]
}

/** @param current priority of the threads now */
export function taskLanes(
  ring: TaskRing,
  names: readonly string[],
  view: LaneView,
  now: number,
  current: TaskPriority = 'idle',
): TaskLanes {
  const lanes: TaskLanes = {
    bars: [],
    cancels: [],
    waiting: [],
    mostWaiting: 0,
    busy: names.map(() => 0),
    executions: 0,
  }
  const newest = new Map<number, TaskBar>()
  const changes: { t: number; by: 1 | -1 }[] = []
  for (let at = 0; at < ring.count; at++) {
    const task = ring.at(at)
    addWaiting(changes, task)
    if (task.state === 'cancelled') addCancel(lanes.cancels, task, view)
    else if (task.started !== null) addBar(lanes, newest, task, names, view, now, current)
  }
  addSteps(lanes, changes, view)
  return lanes
}

function addBar(
  lanes: TaskLanes,
  newest: Map<number, TaskBar>,
  record: TaskRecord,
  names: readonly string[],
  view: LaneView,
  now: number,
  current: TaskPriority,
): void {
  const { task, started, ended, thread } = record
  const priority = shownPriority(record, current)
  const lane = names.indexOf(thread ?? '')
  const start = started!
  const end = ended ?? Math.max(start, now)
  if (lane < 0 || end < view.from || start > view.to) return
  lanes.executions++
  lanes.busy[lane]! += Math.min(end, view.to) - Math.max(start, view.from)
  const x = Math.max(0, placeOf(view, start))
  const width = Math.max(LEAST_BAR, Math.min(view.width, placeOf(view, end)) - x)
  const before = newest.get(lane)
  if (before !== undefined && x + width <= before.x + before.width + 1 && before.priority === priority) {
    before.count++
    before.task = task
    before.width = Math.max(before.width, x + width - before.x)
    before.open = ended === null
    return
  }
  const bar = { task, lane, x, width, priority, open: ended === null, count: 1 }
  newest.set(lane, bar)
  lanes.bars.push(bar)
}

function addCancel(cancels: CancelMark[], { task, ended }: TaskRecord, view: LaneView): void {
  if (ended === null || ended < view.from || ended > view.to) return
  const x = placeOf(view, ended)
  const before = cancels.at(-1)
  if (before !== undefined && Math.abs(x - before.x) < CANCEL_ROOM) {
    before.count++
    before.task = task
  } else cancels.push({ task, x, count: 1 })
}

function addWaiting(changes: { t: number; by: 1 | -1 }[], { queued, started, ended }: TaskRecord): void {
  // one that was cancelled as it was queued has never waited
  const until = started ?? ended
  if (queued === null || until === queued) return
  changes.push({ t: queued, by: 1 })
  if (until !== null) changes.push({ t: until, by: -1 })
}

function addSteps(lanes: TaskLanes, changes: { t: number; by: 1 | -1 }[], view: LaneView): void {
  changes.sort((a, b) => a.t - b.t)
  let count = 0
  lanes.waiting.push({ x: 0, count: 0 })
  for (const { t, by } of changes) {
    if (t > view.to) break
    count += by
    const x = Math.max(0, placeOf(view, t))
    const before = lanes.waiting.at(-1)!
    if (before.x === x) before.count = count
    else lanes.waiting.push({ x, count })
    // what waited before the window begins is none of its business
    if (t <= view.from) lanes.mostWaiting = count
    else lanes.mostWaiting = Math.max(lanes.mostWaiting, count)
  }
}

/** The execution at a place of a lane, null: none within reach. */
export function barAt(bars: readonly TaskBar[], lane: number, x: number, reach: number): TaskBar | null {
  let best: TaskBar | null = null
  let nearest = reach
  for (const bar of bars) {
    if (bar.lane !== lane) continue
    const distance = Math.max(0, bar.x - x, x - bar.x - bar.width)
    if (distance > nearest || (distance === nearest && best !== null)) continue
    best = bar
    nearest = distance
  }
  return best
}

/** The task that started next after this one, or before it; of all lanes, by time. null at the end. */
export function neighbourTask(ring: TaskRing, task: number | null, by: 1 | -1): number | null {
  const started: TaskRecord[] = []
  for (let at = 0; at < ring.count; at++) {
    const record = ring.at(at)
    if (record.started !== null || record.state === 'cancelled') started.push(record)
  }
  const moment = ({ started: start, ended }: TaskRecord): number => start ?? ended ?? 0
  started.sort((a, b) => moment(a) - moment(b) || a.task - b.task)
  const position = started.findIndex((record) => record.task === task)
  if (position < 0) return (by === 1 ? started[0] : started.at(-1))?.task ?? null
  return started[position + by]?.task ?? null
}
