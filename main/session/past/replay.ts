/**
 * A run again, from its first moment to an earlier or later one of its line (LB-02): every verb at its time, so that frame,
 * views and trace are those of the run itself. In slices, as opening is, since much can have happened.
 */
import type { HResultName } from '../../d3d12/hresult'
import { type NotedChange, Project } from '../../editor/project'
import { Checkpoint } from '../../sim/checkpoint/checkpoint'
import { type Sliced, sliceEndsIn } from '../../sim/slices'
import { ended } from '../commands/act'
import { HandChanges } from '../commands/hand-changes'
import { type SystemWriter, WatchedSystem } from '../run/watched-system'
import { performInSlices } from '../verbs/steps'
import { IdleRule } from '../world/idle-rule'
import type { World } from '../world/world'
import type { Line, LineBeginning } from './line'

/** Of one that is on its way. */
export interface Way {
  /** the system from which one can go on, should the way be given up; null: there is none now */
  system: WatchedSystem | null
  /** told now and then, of a system of which nothing is half done, that time has gone on in it */
  readonly passed?: (running: WatchedSystem) => void
}

/** From where a run is run again: a system of its line at an earlier moment, or a checkpoint of one; null: from its beginning. */
export type Near = WatchedSystem | Checkpoint<WatchedSystem> | null

/** a few milliseconds at most */
const EVENTS_PER_SLICE = 256

/**
 * The system of that line at a moment, by the shortest way. @see replayed, restored, movedOn
 * @param writer gets every record that is written on the way; of a system that goes on nobody does
 */
export function ranTo(
  near: Near,
  began: LineBeginning,
  line: Line,
  until: number,
  way: Way,
  writer?: SystemWriter,
): Sliced<WatchedSystem> {
  if (near === null) return replayed(began, line, until, way, writer)
  return near instanceof Checkpoint
    ? restored(near, began, line, until, way, writer)
    : movedOn(near, began, line, until, way)
}

/**
 * The system of that line as it was when everything due at `until`, or before, had happened. Progress is simulated time, µs.
 * @param until µs, not after the line's end
 * @param way told how far it is
 * @param writer gets its whole trace, from the first record
 */
export function* replayed(
  began: LineBeginning,
  line: Line,
  until: number,
  way: Way,
  writer?: SystemWriter,
): Sliced<WatchedSystem> {
  const built = yield* builtAnew(began, until, writer)
  takeFound(built, began, line)
  return yield* movedOn(built, began, line, until, way)
}

/**
 * As `replayed`, from a checkpoint of that line: what is built anew is put there first.
 * @param until µs, not before the checkpoint
 * @param writer gets its trace from there on
 */
export function* restored(
  checkpoint: Checkpoint<WatchedSystem>,
  began: LineBeginning,
  line: Line,
  until: number,
  way: Way,
  writer?: SystemWriter,
): Sliced<WatchedSystem> {
  let isThere = false
  // what is written while it is built is of its beginning
  const built = yield* builtAnew(began, until, (record, of) => isThere && writer?.(record, of))
  if (built.origin !== null) checkpoint.restore(built.origin)
  isThere = true
  takeFound(built, began, line)
  return yield* movedOn(built, began, line, until, way)
}

function* builtAnew(began: LineBeginning, until: number, writer?: SystemWriter): Sliced<WatchedSystem> {
  const building = WatchedSystem.inSlices(began.scenario, began.project.copy(), new IdleRule(), writer)
  let built = building.next()
  for (; built.done !== true; built = building.next()) yield { done: 0, total: until }
  return built.value
}

/**
 * As `replayed`, of a system that stands at an earlier moment of that line already. It is the same system afterwards. Where
 * that is given up on the way, it goes on from there as from any moment, unless it was in the middle of a step; but there
 * itself not everything due may have happened, and the project is still that of the moment where it was.
 * @param until µs
 */
export function* movedOn(
  running: WatchedSystem,
  began: LineBeginning,
  line: Line,
  until: number,
  way: Way,
): Sliced<WatchedSystem> {
  const { world } = running
  const sliceEnds = sliceEndsIn(world.sim)
  way.system = running
  for (let next = running.journal.length; next < line.steps.length; next++) {
    const at = line.steps[next]?.at as number
    if (at > until) break
    yield* onTheWay(advanceIn(running, line, at, until), way)
    way.system = null
    yield* line.played[next] !== undefined
      ? play(running, until)
      : byHand(running, line, line.steps[next] as Line['steps'][number], until)
    way.system = running
    way.passed?.(running)
    if (sliceEnds()) yield { done: world.sim.now, total: until }
  }
  yield* onTheWay(advanceIn(running, line, until, until), way)
  way.system = null
  remember(running, began, line, until)
  return running
}

/**
 * The system with the steps of its own file carried out until then, as time would have it.
 * @param until µs
 * @param passed told now and then that time has gone on in it, of which nothing is half done
 */
export function* playedTo(running: WatchedSystem, until: number, passed: () => void): Sliced<WatchedSystem> {
  const { playback, world } = running
  const way: Way = { system: running, passed }
  const sliceEnds = sliceEndsIn(world.sim)
  while (playback.nextTime <= until) {
    yield* onTheWay(advance(world, playback.nextTime, until), way)
    yield* play(running, until)
    passed()
    if (sliceEnds()) yield { done: world.sim.now, total: until }
  }
  yield* onTheWay(advance(world, until, until), way)
  running.followPlayback()
  return running
}

function* advance({ sim }: World, to: number, until: number): Sliced<void> {
  const sliceEnds = sliceEndsIn(sim, EVENTS_PER_SLICE)
  while (!sim.advanceTo(to, () => !sliceEnds())) yield { done: sim.now, total: until }
}

/** What has failed in the middle of an event is nothing to go on from. */
function* onTheWay(moving: Sliced<void>, way: Way): Sliced<void> {
  try {
    for (const slice of moving) {
      if (way.system !== null) way.passed?.(way.system)
      yield slice
    }
  } catch (error) {
    way.system = null
    throw error
  }
}

function* play({ playback, world }: WatchedSystem, until: number): Sliced<void> {
  while (!playback.runNext(() => false)) yield { done: world.sim.now, total: until }
}

/** As `advance`; what a person changed of the project meanwhile is changed at its moment, where that is not known better. */
function* advanceIn(running: WatchedSystem, line: Line, to: number, until: number): Sliced<void> {
  for (let noted = nextByHand(running, line); noted !== undefined && noted.at < to; ) {
    yield* advance(running.world, noted.at, until)
    doneAgain(running.project, noted)
    noted = nextByHand(running, line)
  }
  yield* advance(running.world, to, until)
}

function nextByHand({ project }: WatchedSystem, { found, project: byHand }: Line): NotedChange | undefined {
  return found === undefined ? undefined : byHand[project.changedByHand.length]
}

/** What is taken back, or done again, of a press that came to nothing in this run is nothing either. */
function doneAgain(project: Project, noted: NotedChange): void {
  const { recordedBy } = noted
  const came = recordedBy === undefined ? undefined : project.changedByHand[recordedBy]
  project.again(came?.cameToNothing === undefined ? noted : { ...noted, cameToNothing: true })
}

/** A system that was built anew has the project of its moment, as far as that was found. */
function takeFound(built: WatchedSystem, began: LineBeginning, { found }: Line): void {
  const { sim } = built.world
  if (found !== undefined) built.project = Project.asOf(began.project, found.until(sim.now), () => sim.now)
}

function* byHand(running: WatchedSystem, line: Line, step: Line['steps'][number], until: number): Sliced<void> {
  // conditions stand in files alone
  if (step.verb === 'expect') return
  const slices = performInSlices(running.world, step)
  let slice = slices.next()
  for (; slice.done !== true; slice = slices.next()) yield { done: running.world.sim.now, total: until }
  const hr = ended(step, slice.value, running)
  if (line.found !== undefined && step.verb === 'apply') pressed(running, line, step, hr)
}

/** In another run of it a press can succeed that failed, and the other way round: what succeeded is on the clip. */
function pressed(
  running: WatchedSystem,
  line: Line,
  { at, value }: { at: number; value: string },
  hr: HResultName,
): void {
  const { project, world } = running
  const from = project.changedByHand.length
  const until = line.project.findIndex((noted, i) => i >= from && noted.at === at && isPressOf(value, noted))
  for (const noted of line.project.slice(from, until + 1)) {
    if (hr !== 'S_OK' && isPressOf(value, noted)) project.again({ ...noted, cameToNothing: true })
    else doneAgain(project, noted)
  }
  // it was on the clip already, or the press failed in the other run
  if (until < 0 && hr === 'S_OK' && world.editor.effect(value)?.spec.clip === undefined)
    project.ofRun((of) => of.put(value))
}

/** For the first time, or again; what came to nothing in the other run, too, failed there. */
function isPressOf(effect: string, { change, cameToNothing }: NotedChange): boolean {
  if (cameToNothing !== undefined) return false
  if (change.kind === 'put') return change.with[0] === effect
  if (change.kind !== 'record') return false
  const [edit] = change.with
  return edit.kind === 'apply' && edit.effect === effect
}

/** What no verb says: the project with what can be undone, what was set by hand, who decides on idleness. */
function remember(running: WatchedSystem, began: LineBeginning, line: Line, until: number): void {
  const now = (): number => running.world.sim.now
  const by = <Noted extends { readonly at: number }>(notes: readonly Noted[]): Noted[] =>
    notes.filter(({ at }) => at <= until)
  const idle = by(line.idle)
  if (line.found === undefined) running.project = Project.asOf(began.project, by(line.project), now)
  else {
    for (let noted = nextByHand(running, line); noted !== undefined && noted.at <= until; ) {
      doneAgain(running.project, noted)
      noted = nextByHand(running, line)
    }
    line.found.keep(running)
  }
  running.handChanges = HandChanges.asOf(by(line.handChanges), now)
  running.idleSwitches.splice(0, running.idleSwitches.length, ...idle)
  running.idleRule.simulate(idle.at(-1)?.on ?? began.simulatesIdle)
  running.followPlayback()
}
