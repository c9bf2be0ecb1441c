/**
 * Going back and on in a run (LB-02). What was done is a line; whoever acts at an earlier moment begins another, a branch,
 * and returns to the end of any. Only looking changes nothing: what is saved, and whether it is, stays that of the end.
 */
import {
  type BranchesView,
  branchNameTaken,
  type CommandResult,
  formatTime,
  type RecordPlace,
} from '../../../preload/contract'
import type { Project } from '../../editor/project'
import type { Sliced } from '../../sim/slices'
import { OK, refusal } from '../commands/row'
import { recordingOf } from '../document/recording'
import type { NamedRun } from '../laboratory/comparison/compare'
import type { VariedRun } from '../laboratory/comparison/variants'
import type { SystemWriter, WatchedSystem } from '../run/watched-system'
import type { Scenario } from '../scenario'
import { UniqueNames } from '../unique-names'
import { type Branch, branchView, type EndedRun, isUntouched, runKey } from './branch'
import { type CheckpointLimits, Checkpoints } from './checkpoints'
import { DeletedBranches, passOn } from './deleted'
import { beginningOf, type Line, lineOf } from './line'
import { Parked } from './parked'
import { type Near, ranTo, replayed, type Way } from './replay'
import { NEARBY, ShownRecord } from './shown-record'
import { variedLine } from './varied-line'

/** Branches that are kept, the one that is shown among them. Each has its steps, some hundred bytes each, and no system. */
export const MOST_BRANCHES = 32

export interface PastPort {
  /** what is shown now */
  running(): WatchedSystem
  /** time goes on, or stands still */
  readonly clock: { isRunning: boolean }
  /** Everything that was begun is carried out, and everything that is due has happened. */
  settle(): void
  /** What Save would write now. */
  current(): Scenario
  /**
   * Has that system built, at once or in slices with progress.
   * @param ended with null when the person gave up
   */
  build(building: Sliced<WatchedSystem>, ended: (made: WatchedSystem | null) => void): void
  /** As `build`, for a record that is on the way there. */
  look: PastPort['build']
  /** Shows the system in the place of the one before. */
  show(made: WatchedSystem): void
  /** What is known of lines has changed, or the record that is asked for. */
  changed(what: 'branches' | 'traceRecord'): void
  /** Another run is shown: rows of what was compared lead into none of its branches. */
  runEnded(): void
  readonly limits: CheckpointLimits
  /** gets the whole trace of every system that is shown */
  readonly writer: SystemWriter | undefined
}

/** id of the run as it began: it is the first that there is */
const MAIN = 1

/** The end of a line, while an earlier moment is looked at. */
interface Held {
  readonly project: Project
  readonly scenario: Scenario
  /** time went on */
  readonly ran: boolean
}

const NO_BRANCH = 'There is no such branch any more.'

export class Past {
  private branches: Branch[] = []
  private shown: Branch
  private held: Held | null = null
  private readonly parked = new Parked<Branch>()
  private readonly checkpoints: Checkpoints<Branch>
  private readonly deleted = new DeletedBranches<Branch>(MOST_BRANCHES)
  private lastId = 0
  private forgotten = 0
  private before: EndedRun | null = null
  readonly record: ShownRecord

  /** @param port the system that it shows is at its first moment */
  constructor(private readonly port: PastPort) {
    this.checkpoints = new Checkpoints(port.limits)
    this.record = new ShownRecord(port)
    this.shown = this.main()
  }

  /** The run as it is, before another takes its place; of its system nothing is half done. */
  ended(): EndedRun {
    const { branches, shown, lastId, forgotten, port } = this
    return { branches, shown, line: shown.line ?? lineOf(port.running()), lastId, forgotten }
  }

  /**
   * Another run begins, with the system that is shown now: the branches were of the one before.
   * @param ended that one, so that it can be returned to; where nothing was done in it, the one before it still can be
   */
  begin(ended: EndedRun): void {
    const { held, before } = this
    this.before = before !== null && isUntouched(ended) ? before : ended
    this.branches = []
    this.deleted.clear()
    this.lastId = 0
    this.forgotten = 0
    this.held = null
    this.parked.clear()
    this.checkpoints.clear()
    if (held !== null) this.port.clock.isRunning = held.ran
    this.record.clear()
    this.shown = this.main()
    this.port.changed('branches')
  }

  /** What is saved meanwhile, as an earlier moment is only looked at; null: the end is shown. */
  get end(): Omit<Held, 'ran'> | null {
    return this.held
  }

  /** Time has gone on, or something was done. */
  passed(): void {
    if (this.held === null) this.mark(this.port.running(), this.shown, false)
  }

  /** A system that goes on has not written what was before its checkpoint: whoever wants the whole trace has it run again. */
  private mark(running: WatchedSystem, branch: Branch, isOnWay: boolean, { found }: Partial<Line> = {}): void {
    found?.keep(running)
    if (this.port.writer === undefined) this.checkpoints.passed(running, branch, isOnWay)
  }

  get shownId(): number {
    return this.shown.id
  }

  /** @param at µs of the line that is shown, or of that branch */
  goTo(at: number, id = this.shown.id): CommandResult {
    const branch = this.find(id)
    if (branch === undefined) return refusal(NO_BRANCH)
    this.port.settle()
    const running = this.port.running()
    const line = branch.line ?? lineOf(running)
    if (at > line.end) return refusal(`${branch.name} ends at ${formatTime(line.end)}: go to a moment before that.`)
    if (branch === this.shown && at === running.world.sim.now) return OK
    const checkpoint = this.checkpoints.nearest(branch, at)
    const near = this.parked.take(branch, at, checkpoint?.at ?? 0)
    if (near?.isThere === true) this.arrive(near.system, branch, line)
    else this.travel(near?.system ?? checkpoint?.checkpoint ?? null, branch, line, at)
    return OK
  }

  /** @param near at an earlier moment of that line, or kept of one; null: from its beginning */
  private travel(near: Near, branch: Branch, line: Line, at: number): void {
    const { began } = branch
    const way: Way = { system: null, passed: (running) => this.mark(running, branch, true, line) }
    this.port.build(ranTo(near, began, line, at, way, near === null ? this.port.writer : undefined), (made) => {
      if (made !== null) this.arrive(made, branch, line)
      // to another moment that is not far from there, for which it is given up while the scrubber is dragged
      else if (way.system !== null && this.branches.includes(branch)) this.parked.keepOnWay(way.system, branch)
    })
  }

  /**
   * A run that was compared becomes a branch, named as it was there where no other is, which is shown at that moment (LB-06); where it is one
   * already, that is gone to.
   * @param at µs
   */
  openRun(run: VariedRun, at: number): CommandResult {
    const { branch: id, label, until } = run
    const key = runKey(run)
    const before = this.branches.find((one) => one.run === key)
    if (before !== undefined) return this.goTo(at, before.id)
    const parent = this.find(id)
    if (parent === undefined) return refusal(NO_BRANCH)
    if (at > until) return refusal(`${label} ends at ${formatTime(until)}: go to a moment before that.`)
    this.port.settle()
    const { began, line, common } = variedLine(parent.began, parent.line ?? lineOf(this.port.running()), run)
    const of = { name: label, isNamed: false, parent: id, from: run.from, common, began, run: key }
    const branch: Branch = { ...of, id: 0, line: null }
    const way: Way = { system: null, passed: (running) => this.mark(running, branch, false, line) }
    this.port.build(replayed(began, line, at, way, this.port.writer), (made) => {
      // that of one that is none can be gone back to by nobody
      if (made === null) return this.checkpoints.forget(branch)
      branch.name = this.freeName(label)
      this.add(branch)
      this.arrive(made, branch, line)
      this.keepFew([branch, parent])
    })
    return OK
  }

  /** To its end, where it goes on. */
  returnTo(id: number): CommandResult {
    const branch = this.find(id)
    if (branch === undefined) return refusal(NO_BRANCH)
    return branch.line === null ? OK : this.goTo(branch.line.end, id)
  }

  /** A record of the line that is shown, by its place in the trace of all of it; null: none. */
  showTraceLine(place: RecordPlace | null): CommandResult {
    if (place === null) return this.record.clear()
    this.port.settle()
    const { shown } = this
    const line = shown.line ?? lineOf(this.port.running())
    // of a moment some may have been written before a checkpoint of that moment
    const near = this.checkpoints.nearest(shown, place.t - NEARBY - 1)
    return this.record.find(place, shown.began, line, near?.checkpoint ?? null)
  }

  rename(id: number, name: string): CommandResult {
    const branch = this.find(id)
    if (branch === undefined) return refusal(NO_BRANCH)
    if (this.branches.some((other) => other !== branch && other.name === name)) return refusal(branchNameTaken(name))
    branch.name = name
    branch.isNamed = true
    this.port.changed('branches')
    return OK
  }

  /** To the end of the run before this one, with its branches; this one can be returned to in turn. */
  returnToRunBefore(): CommandResult {
    const { before } = this
    if (before === null) return refusal('There is no run before this one.')
    this.port.settle()
    const { shown, line } = before
    const ended = this.ended()
    // none of its checkpoints was kept: one looks around in all of it
    const way: Way = { system: null, passed: (running) => this.mark(running, shown, false, line) }
    this.port.build(replayed(shown.began, line, line.end, way, this.port.writer), (made) => {
      // what was kept on the way is of a run that is not shown
      for (const branch of made === null ? [shown] : ended.branches) this.checkpoints.forget(branch)
      if (made !== null) this.goOnIn(before, ended, made)
    })
    return OK
  }

  /** @param made at the end of the line that was shown in it */
  private goOnIn(run: EndedRun, ended: EndedRun, made: WatchedSystem): void {
    this.parked.clear()
    this.deleted.clear()
    this.branches = run.branches
    this.lastId = run.lastId
    this.forgotten = run.forgotten
    const ran = this.held?.ran ?? this.port.clock.isRunning
    this.held = null
    ended.shown.line = ended.line
    run.shown.line = null
    this.shown = run.shown
    this.before = ended
    this.record.clear()
    this.port.show(made)
    // trials were of the heaps of the other run
    made.heapLog.setComparison(null)
    this.port.runEnded()
    this.port.clock.isRunning = ran
    this.port.changed('branches')
  }

  /** What was done on the line that is shown, to its end, also while an earlier moment is looked at. */
  get whole(): Scenario | null {
    return this.held === null ? null : (this.runOf(this.shown.id)?.scenario ?? null)
  }

  /** What was done in it, to be run beside another. */
  runOf(id: number): NamedRun | null {
    const branch = this.find(id)
    if (branch === undefined) return null
    this.port.settle()
    const { steps, end } = branch.line ?? lineOf(this.port.running())
    return { scenario: recordingOf(branch.began.scenario, steps, end), variant: {}, label: branch.name }
  }

  /** What parted from it parted from what it parted from. It can be restored while the run lasts. */
  remove(id: number): CommandResult {
    const branch = this.find(id)
    if (branch === undefined) return refusal(NO_BRANCH)
    if (branch === this.shown) return refusal(`${branch.name} is shown: return to another branch, then delete it.`)
    this.deleted.add(branch, this.branches)
    this.forget(branch)
    this.port.changed('branches')
    return OK
  }

  /** The branch that was deleted last is there again, as it was. */
  restore(id: number): CommandResult {
    const branch = this.deleted.last
    if (branch?.id !== id) return refusal('That branch is not the one that was deleted last: restore that one first.')
    branch.name = this.freeName(branch.name)
    this.deleted.restore(this.branches)
    this.keepFew([branch, this.shown])
    this.port.changed('branches')
    return OK
  }

  /**
   * Time is to go on, or to stand still. At an earlier moment the one begins a branch.
   * @param travelling another moment, or another file, is on its way to be shown: nothing may happen at this one
   */
  run(on: boolean, travelling: boolean): void {
    if (this.held === null) this.port.clock.isRunning = on
    // as it is to be where the end is shown again
    else if (travelling || !on) this.held = { ...this.held, ran: on }
    else {
      this.leave()
      this.port.clock.isRunning = true
    }
  }

  /** A person acts, or time goes on: from an earlier moment that is another branch. */
  leave(): void {
    const { held, shown } = this
    if (held === null) return
    const { journal, world } = this.port.running()
    this.held = null
    this.parked.clear()
    const at = { parent: shown.id, from: world.sim.now, common: journal.length }
    this.shown = this.branch({ name: this.freeName(`Branch ${this.lastId}`), ...at, began: shown.began, run: null })
    this.checkpoints.inherit(shown, this.shown, { until: at.from, steps: at.common })
    this.record.parted(at.from)
    this.port.clock.isRunning = held.ran
    this.keepFew([this.shown, shown])
    this.port.changed('branches')
  }

  view(): BranchesView {
    const { held, shown, forgotten, deleted, before } = this
    return {
      shown: shown.id,
      end: held === null ? null : (shown.line?.end ?? null),
      branches: this.branches.map(branchView),
      deleted: deleted.last === null ? null : { id: deleted.last.id, name: deleted.last.name },
      forgotten,
      before: before === null ? null : { branches: before.branches.length, end: before.line.end },
    }
  }

  private arrive(made: WatchedSystem, branch: Branch, line: Line): void {
    const { port, shown, held } = this
    const before = port.running()
    const left = held ?? { project: before.project, scenario: port.current(), ran: port.clock.isRunning }
    if (held === null) shown.line = lineOf(before)
    const isEnd = made.world.sim.now === line.end
    // at the end the run goes on, and has the memory for itself
    if (isEnd) this.parked.clear()
    else this.parked.keep(before, shown, held === null)
    branch.line = isEnd ? null : line
    if (branch !== shown) this.record.clear()
    this.shown = branch
    this.held = isEnd ? null : left
    port.show(made)
    port.clock.isRunning = isEnd && left.ran
    port.changed('branches')
  }

  /** The run as it begins, with the system that is shown. */
  private main(): Branch {
    const began = beginningOf(this.port.running())
    return this.branch({ name: 'Main', parent: null, from: 0, common: 0, began, run: null })
  }

  private branch(of: Omit<Branch, 'id' | 'line' | 'isNamed'>): Branch {
    return this.add({ ...of, isNamed: false, id: 0, line: null })
  }

  /** Branches are told apart by their names alone. */
  private freeName(name: string): string {
    return new UniqueNames(this.branches.map((branch) => branch.name)).take(name)
  }

  private add(branch: Branch): Branch {
    branch.id = ++this.lastId
    this.branches.push(branch)
    return branch
  }

  /** Another has begun: where they are too many the oldest goes, one that has a name of a person's last. @param but those are not it */
  private keepFew(but: readonly Branch[]): void {
    // the run as it began is what a person comes back to
    const others = this.branches.filter((one) => !but.includes(one) && one.id !== MAIN)
    const oldest = others.find(({ isNamed }) => !isNamed) ?? others[0]
    if (this.branches.length <= MOST_BRANCHES || oldest === undefined) return
    this.forget(oldest)
    this.deleted.passOn(oldest)
    this.forgotten++
    this.port.changed('branches')
  }

  private find(id: number): Branch | undefined {
    return this.branches.find((branch) => branch.id === id)
  }

  private forget(branch: Branch): void {
    this.branches = this.branches.filter((one) => one !== branch)
    this.parked.forget(branch)
    this.checkpoints.forget(branch)
    passOn(this.branches, branch)
  }
}
