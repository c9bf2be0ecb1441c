/**
 * The simulation that runs in the desktop app: wall time moves it on, commands go in, frames come out. It lives in the
 * main process, so a window that is reloaded or killed loses nothing.
 */
import type { CommandResult, Frame, MediaFile, ProjectView, SessionCommand } from '../../preload/contract'
import { Project } from '../editor/project'
import { act, ask } from './commands/act'
import { OK, refusal, type SessionPort } from './commands/row'
import { COMMANDS } from './commands/table'
import { dumpText } from './document/dump-text'
import { editorState, isProject, savedScenario, scenarioText, withLayout } from './document/project-file'
import { recordingOf, withoutMediaFiles, withRest } from './document/recording'
import type { OpenedDump } from './dump/opened-dump'
import { FrameBuilder } from './frames/builder'
import { type DocumentInfo, projectView } from './frames/project-view'
import { type Compared, Laboratory } from './laboratory/laboratory'
import type { StartTasks } from './laboratory/tasks'
import { trialsOf } from './laboratory/work'
import type { EndedRun } from './past/branch'
import type { CheckpointLimits } from './past/checkpoints'
import { Past } from './past/past'
import { playedTo } from './past/replay'
import { Pump } from './pump'
import { takesLong } from './run/opening'
import { OpeningSlot } from './run/opening-slot'
import { type SystemWriter, WatchedSystem } from './run/watched-system'
import type { Scenario } from './scenario'
import { IdleRule } from './world/idle-rule'
import type { World } from './world/world'

export interface LiveSessionOptions extends CheckpointLimits {
  scenario: Scenario
  /** the scenario's system, where it was built already [built here, at once] */
  running?: WatchedSystem
  /** the wall clock: milliseconds, monotonic */
  wallMs: () => number
  publish: (frame: Frame) => void
  /** something is to be shown after a frame had shown all before: who moves the session on may have gone to sleep */
  news?: () => void
  document: DocumentInfo
  /** begins what is compared, beside this (LB-03); absent: nothing can be */
  startTasks?: StartTasks
  /** gets every trace record of each simulation, from its first (SC-11): then all is run again that is gone back to */
  writer?: SystemWriter
}

/** ms that a command of a person is carried out at once; the rest of it in slices */
const HAND_MS = 50

export class LiveSession {
  private running: WatchedSystem
  private document: DocumentInfo
  private readonly frames: FrameBuilder
  private readonly clock: Pump
  private readonly past: Past
  readonly laboratory: Laboratory
  private readonly port: SessionPort
  private dump: OpenedDump | null = null
  /** what is being opened: meanwhile time stands still and most commands are refused */
  readonly opening = new OpeningSlot(() => this.running.log.changes.happened('project'))

  constructor(private readonly options: LiveSessionOptions) {
    this.running = options.running ?? WatchedSystem.of(options.scenario, new Project(), new IdleRule(), options.writer)
    this.followNews()
    this.document = options.document
    this.laboratory = new Laboratory(options.startTasks, (part) => this.running.log.changes.happened(part))
    this.running.laboratory = this.laboratory
    this.laboratory.ownPolicies.lendTo(this.running)
    this.clock = new Pump({
      wallMs: options.wallMs,
      system: () => this.running,
      followIdle: () => this.followIdle(),
      passed: () => this.past.passed(),
    })
    this.frames = new FrameBuilder()
    this.past = this.pastOf(options)
    this.port = this.portOf(options)
  }

  /** The simulated system that runs now; only commands and time change it (LB-01). */
  get world(): World {
    return this.running.world
  }

  /** Nobody would see the difference if it were looked at less often. */
  get isCalm(): boolean {
    return this.opening.isEmpty && !this.clock.hasChanged && this.running.isCalm
  }

  /** Time does not pass and nothing is under way: until somebody does something there is nothing to do. */
  get standsStill(): boolean {
    const { clock, running, opening } = this
    const stopped = !clock.isRunning || running.world.sim.halted
    return stopped && !running.isBusy && !opening.isBuilding
  }

  /** There is something that no frame has shown yet. */
  get hasNews(): boolean {
    return this.clock.hasChanged || this.running.log.hasNews
  }

  get dirty(): boolean {
    return this.project.dirty
  }

  /** That is saved: of the end, while an earlier moment is only looked at. */
  private get project(): Project {
    return this.past.end?.project ?? this.running.project
  }

  /** An ordinal that counts what a person changed of the project: while it stays, so does what Save would write. */
  get revision(): number {
    return this.project.revision
  }

  /**
   * Advances simulated time by the wall time that has passed × speed, in a slice of at most 4 ms.
   * @returns true when there is more to do: call again soon
   */
  pump(): boolean {
    const { passed, inTime } = this.clock.takeWallTime()
    return this.opening.isEmpty ? this.clock.pump(passed, inTime) : this.opening.goOn(inTime)
  }

  /** Publishes what changed since the last frame, if anything did. */
  publishFrame(): void {
    this.clock.hasChanged = false
    const { document, opening, dirty } = this
    const project = (): ProjectView => ({ ...projectView(this.running, document, opening.view()), dirty })
    const own = { project, branches: () => this.past.view(), traceRecord: () => this.past.record.view }
    const frame = this.frames.build(this.running, this.clock.clock, own)
    if (frame !== null) this.options.publish(frame)
  }

  /** The next frame is full. */
  requestFullFrame(): void {
    this.frames.startOver()
  }

  /** @param seconds since the last real input, null when the platform cannot tell (TN-22) */
  reportIdle(seconds: number | null, state: 'active' | 'idle' | 'locked' | 'unknown'): void {
    const { idleRule, log } = this.running
    if (idleRule.realSeconds !== seconds) log.changes.happened('idleness')
    idleRule.report({ seconds, state })
  }

  /** A power or session event of the real operating system (TN-22, TN-23). */
  power(event: 'suspend' | 'resume' | 'lock' | 'unlock'): void {
    // time stands still, also on the way there, and it is not a person that acts
    if (this.running.idleRule.scripted || this.past.end !== null || this.opening.isGoing) return
    this.finishStep()
    act({ action: { verb: event, value: true } }, this.port)
  }

  setDocument(info: DocumentInfo): void {
    this.document = info
    this.running.log.changes.happened('project')
  }

  /** @param revision ordinal of what was saved [as it is now] */
  markSaved(revision?: number): void {
    this.project.saved(revision)
    this.running.log.changes.happened('project')
  }

  /** What it began with is saved nowhere. */
  markUnsaved(): void {
    this.running.project.touch()
    this.running.log.changes.happened('project')
  }

  /** The project as a scenario file, for Save. */
  toScenarioText(): string {
    this.finishStep()
    return scenarioText(this.currentScenario())
  }

  /**
   * The project for what is kept of it in case the app dies: only looked at, nothing is carried out for it. Of a step
   * under way it has nothing.
   */
  keptText(): string {
    return scenarioText(this.currentScenario(this.running.beforeStep ?? undefined))
  }

  /** What was done since the simulation started, as a scenario file that does it again (SC-12). */
  toRecordingText(): string {
    return scenarioText(withoutMediaFiles(this.past.whole ?? this.recording()))
  }

  /** The file that a clip shows; null: it has none, or there is no such clip. */
  mediaFileOf(clip: string): MediaFile | null {
    return this.running.world.editor.effect(clip)?.spec.clip?.file ?? null
  }

  /** The allocator's state as the D3D12MA JSON dump (DF-23). */
  dumpText(): string {
    this.finishStep()
    return dumpText(this.running.world)
  }

  /** A dump was opened: it is shown, and can be begun with. */
  openDump(dump: OpenedDump): void {
    this.port.showDump(dump)
  }

  /** What was compared in the session before is what this one begins with: it is played to its end; given up, it is none of its runs. */
  goOnWith(compared: Compared): void {
    this.clock.isRunning = false
    this.laboratory.goOnWith(compared, this.past.shownId)
    const playing = playedTo(this.running, compared.work.scenario.until, () => this.past.passed())
    this.opening.playOn(playing, (played) => played ?? this.laboratory.runEnded(), this.clock.inTime(HAND_MS))
  }

  /** Another session comes in its place: what works beside this one is nobody's. */
  end(): void {
    this.laboratory.cancel()
    this.laboratory.cancelBranches()
    this.port.defragmentationComparison.cancel()
  }

  /** What was done so far, as a scenario that does it again (SC-12). */
  recording(): Scenario {
    this.settle()
    const { scenario, world, journal } = this.running
    return recordingOf(scenario, journal, world.sim.now)
  }

  /** Carries out a command that parseCommand has checked. It never waits for the GPU; failure is a result. */
  execute(command: SessionCommand): CommandResult {
    const busy = COMMANDS[command.kind].whileBusy ? null : this.opening.busyWith(this.running)
    const { project } = this.running
    const { revision } = project
    const asked = busy === null ? ask(command, this.port) : refusal(busy)
    const result = 'ok' in asked ? asked : act(asked, this.port)
    // an edit that needs no verb, as what it is of could not be created
    if ('ok' in asked && project === this.running.project && project.revision !== revision) this.past.leave()
    if (!result.ok) this.running.log.changes.refused()
    return result
  }

  /** For what cannot wait for the rest of a step. */
  private finishStep(): void {
    this.running.finishBegun()
  }

  /** What is due by now belongs to what was done, as a run carries out what is due at its end. */
  private settle(): void {
    this.finishStep()
    const { world } = this.running
    world.sim.advanceTo(world.sim.now)
  }

  /**
   * The simulated system starts again with the project as it is, or with the scenario from its first step.
   * @param changed the project with that is another one, which nothing was saved of; while it is built one can still give up
   */
  private restart(changed?: Scenario): void {
    this.finishStep()
    const before = this.past.ended()
    const { idleRule } = this.running
    const { project } = this
    const next = changed ?? this.currentScenario()
    const parts = [next, project, idleRule, this.options.writer] as const
    const start = (running: WatchedSystem): void => {
      this.startAnew(running, before)
      if (changed !== undefined) this.project.touch()
    }
    if (!takesLong(next)) return start(WatchedSystem.of(...parts))
    const building = WatchedSystem.inSlices(...parts)
    this.opening.build(this.document.title, building, (running) => running && start(running))
  }

  /** @see SessionPort.restartAs */
  private restartAs(make: Parameters<SessionPort['restartAs']>[0]): CommandResult {
    this.finishStep()
    const made = make(this.currentScenario())
    if ('refused' in made) return refusal(made.refused)
    this.restart(made.scenario)
    return OK
  }

  private startAnew(running: WatchedSystem, before: EndedRun): void {
    const { project, idleRule } = running
    if (isProject(this.running.scenario)) project.forgetFinished()
    else project.forgetEdits()
    idleRule.scripted = false
    this.laboratory.runEnded()
    this.show(running)
    this.past.begin(before)
  }

  /** The one system takes the place of the other. */
  private show(running: WatchedSystem): void {
    this.opening.clear()
    this.running = running
    this.followNews()
    running.laboratory = this.laboratory
    this.laboratory.ownPolicies.lendTo(running)
    running.followPlayback()
    this.clock.startAnew()
    this.port.defragmentationComparison.cancel()
    this.port.showDump(this.dump)
    this.frames.startOver()
  }

  private followNews(): void {
    this.running.log.changes.news = () => this.options.news?.()
  }

  private currentScenario(editor = editorState(this.running.world)): Scenario {
    const { layout } = this.running.project
    const { end } = this.past
    if (end === null) return savedScenario(this.running, editor)
    // the window's panels lie as they do now, whatever is looked at
    return layout === null ? end.scenario : withLayout(end.scenario, layout)
  }

  /** The real input, or Simulate idle, reaches the emulated OS. */
  private followIdle(): void {
    const { idleRule, world } = this.running
    const { periodicTrim } = world.vidmm
    const idle = idleRule.idle(periodicTrim.current.idleAfter)
    if (idle === null || idle === periodicTrim.idle) return
    act({ action: { verb: 'idle', value: idle } }, this.port)
  }

  private pastOf(options: LiveSessionOptions): Past {
    return new Past({
      running: () => this.running,
      clock: this.clock,
      settle: () => this.settle(),
      current: () => this.currentScenario(),
      build: (building, ended) => this.opening.goTo(building, ended, this.clock.inTime(HAND_MS)),
      look: (building, ended) => this.opening.goTo(building, ended, this.clock.inTime(HAND_MS), 'looking'),
      show: (made) => {
        made.takeOver(this.running)
        this.show(made)
      },
      changed: (what) => this.running.log.changes.happened(what),
      runEnded: () => this.laboratory.runEnded(),
      limits: options,
      writer: options.writer,
    })
  }

  /** What commands reach of the session. */
  private portOf({ startTasks }: LiveSessionOptions): SessionPort {
    const session = this
    return {
      get system() {
        return session.running
      },
      get dump() {
        return session.dump
      },
      laboratory: this.laboratory,
      defragmentationComparison: trialsOf(startTasks),
      showDump: (dump) => {
        this.dump = dump
        this.running.heapLog.setDump(dump?.view ?? null)
        this.running.log.changes.happened('defragmentation')
      },
      recording: () => this.recording(),
      ahead: () => withRest(this.recording(), this.running.scenario, this.running.playback.left),
      followIdle: () => this.followIdle(),
      past: this.past,
      // another moment than the one on the way there: that is given up
      travel: (go) => {
        if (this.opening.mayBeOvertaken) this.opening.cancel()
        const { busy } = this.opening
        return busy === null ? go() : refusal(busy)
      },
      showTraceLine: (record) => {
        // whoever asks for another, or for none, waits no longer for the one before
        if (this.opening.isLooking) this.opening.cancel()
        const busy = record === null ? null : this.opening.busyWith(this.running)
        return busy === null ? this.past.showTraceLine(record) : refusal(busy)
      },
      run: (on) => this.past.run(on, !this.opening.isEmpty),
      setSpeed: (speed) => {
        this.clock.speed = speed
      },
      step: () => {
        this.past.leave()
        this.clock.step()
      },
      restart: () => this.restart(),
      setLayout: (layout) => this.running.project.setLayout(layout),
      restartAs: (make) => this.restartAs(make),
      cancelOpening: () => (this.opening.cancel() ? OK : refusal('Nothing is being opened.')),
      inTime: () => this.clock.inTime(HAND_MS),
    }
  }
}
