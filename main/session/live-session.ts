/**
 * The simulation that runs in the desktop app: wall time moves it on, commands go in, frames come out. It lives in the
 * main process, so a window that is reloaded or killed loses nothing.
 */
import type {
  CommandResult,
  Frame,
  NoticeView,
  ProjectView,
  RecoveryView,
  SessionCommand,
  Speed,
  Theme,
} from '../../preload/contract'
import { Project } from '../editor/project'
import type { TraceWriter } from '../sim/trace'
import { Acting, OK, refusal } from './commands/acting'
import { Edits } from './commands/edits'
import {
  isMemoryCommand,
  MemoryCommands,
  type OpenedDump,
  type StartDefragmentationComparison,
} from './commands/memory'
import { type StartComparison, SystemCommands } from './commands/system'
import { editorState, isProject, projectScenario, scenarioText } from './document/project-file'
import { asRecording } from './document/recording'
import { FrameBuilder } from './frames/builder'
import { Opening, takesLong } from './run/opening'
import { Running } from './run/running'
import type { Scenario } from './scenario'
import { IdleRule } from './world/idle-rule'
import type { World } from './world/world'

export interface DocumentInfo {
  title: string
  path: string | null
  recent: string[]
  theme: Theme
  recovery?: RecoveryView
  notices?: NoticeView[]
}

export interface LiveSessionOptions {
  scenario: Scenario
  /** the scenario's system, where it was built already [built here, at once] */
  running?: Running
  /** the wall clock: milliseconds, monotonic */
  wallMs: () => number
  publish: (frame: Frame) => void
  document: DocumentInfo
  /** under every preemption model and granularity, beside this */
  startComparison?: StartComparison
  /** gets every trace record, from the first of each simulation that is started (SC-11) */
  writer?: TraceWriter
  /** with every algorithm, beside this */
  startDefragmentationComparison?: StartDefragmentationComparison
}

/** ms of one slice of simulation work, so that the main process stays responsive */
const SLICE_MS = 4
/** ms that a command of a person is carried out at once; the rest of it in slices */
const HAND_MS = 50
/** ms of wall time that are made up for at most: after a pause of the machine the simulation does not race */
const MOST_OWED_MS = 250
/** What may come while something is opened, or a step is half done: nothing that changes the simulated system. */
const WHILE_BUSY: ReadonlySet<SessionCommand['kind']> = new Set([
  'run',
  'pause',
  'setSpeed',
  'selectResource',
  'cancelOpening',
  'cancelComparison',
  'cancelDefragmentationComparison',
])
/** µs of one display frame */
const DISPLAY_FRAME = 16_667
export class LiveSession {
  private running: Running
  private document: DocumentInfo
  private readonly frames: FrameBuilder
  private isRunning = true
  private readonly acting = new Acting(
    () => this.running,
    () => this.inTime(HAND_MS),
  )
  private readonly edits = new Edits(this.acting)
  private readonly memory: MemoryCommands
  private readonly systemCommands: SystemCommands
  private speed: Speed = 1
  private lastWall: number
  /** simulated time to be reached, µs; has a fraction */
  private target = 0
  private opening: Opening | null = null

  constructor(private readonly options: LiveSessionOptions) {
    this.running = options.running ?? Running.of(options.scenario, new Project(), new IdleRule(), options.writer)
    this.document = options.document
    this.lastWall = options.wallMs()
    this.frames = new FrameBuilder()
    this.memory = new MemoryCommands(this.acting, options.startDefragmentationComparison)
    this.systemCommands = new SystemCommands({
      acting: this.acting,
      followIdle: () => this.followIdle(),
      recording: () => this.recording(),
      startComparison: options.startComparison,
    })
  }

  /** The simulated system that runs now; only commands and time change it (LB-01). */
  get world(): World {
    return this.running.world
  }

  get dirty(): boolean {
    return this.running.project.dirty
  }

  /** Counts what a person changed of the project: while it stays, so does what Save would write. */
  get revision(): number {
    return this.running.project.revision
  }

  /**
   * Advances simulated time by the wall time that has passed × speed, in a slice of at most 4 ms.
   * @returns true when there is more to do: call again soon
   */
  pump(): boolean {
    const wall = this.options.wallMs()
    const passed = Math.min(wall - this.lastWall, MOST_OWED_MS)
    this.lastWall = wall
    const wallEnd = wall + SLICE_MS
    if (this.opening !== null) return this.buildOn(this.opening, wallEnd)
    // what was begun is carried out to its end, also while time stands still
    if (this.running.isBusy && !this.running.finishBegun(() => this.options.wallMs() < wallEnd)) return true
    if (!this.isRunning) return false
    const { sim } = this.running.world
    // after a bug check there is no time either
    if (sim.halted) return false
    this.target = Math.max(this.target, sim.now) + passed * 1000 * this.speed
    this.followIdle()
    const reached = this.advance(Math.floor(this.target), wallEnd)
    this.running.followPlayback()
    // a machine that is too slow for this speed runs as fast as it can, rather than owing more and more
    if (!reached) this.target = Math.min(this.target, sim.now + MOST_OWED_MS * 1000 * this.speed)
    return !reached
  }

  private buildOn(opening: Opening, wallEnd: number): boolean {
    if (!opening.isBuilding) return false
    this.running.log.changedParts.add('project')
    try {
      if (opening.goOn(() => this.options.wallMs() < wallEnd)) this.opening = null
    } catch (error) {
      // whoever waits for it must not wait for ever
      this.cancelOpening()
      throw error
    }
    return true
  }

  /**
   * Shows that a file is being read, until its system is built, another is opened or `cancelOpening` comes.
   * @param cancelled the person gives up
   */
  showReading(title: string, cancelled: () => void): void {
    this.showOpening(new Opening(title, null, cancelled))
  }

  /**
   * Builds the scenario's system beside the one that runs, which stands still meanwhile.
   * @param ended called once, within `pump` or `execute`: with the system, or with null when the person gave up
   */
  build(title: string, scenario: Scenario, ended: (running: Running | null) => void): void {
    this.showOpening(new Opening(title, Running.inSlices(scenario), ended))
  }

  /** Nothing is being opened any more: what was to be opened cannot be. */
  endOpening(): void {
    this.showOpening(null)
  }

  private showOpening(opening: Opening | null): void {
    this.opening = opening
    this.running.log.changedParts.add('project')
  }

  /** Publishes what changed since the last frame, if anything did. */
  publishFrame(): void {
    const { isRunning, speed } = this
    const clock = { now: this.running.world.sim.now, running: isRunning, speed }
    const frame = this.frames.build(this.running, clock, this.projectView())
    if (frame !== null) this.options.publish(frame)
  }

  /** The next frame is full. */
  requestFullFrame(): void {
    this.frames.startOver()
  }

  /** @param seconds since the last real input, null when the platform cannot tell (TN-22) */
  reportIdle(seconds: number | null, state: 'active' | 'idle' | 'locked' | 'unknown'): void {
    const { idleRule, log } = this.running
    if (idleRule.realSeconds !== seconds) log.changedParts.add('idle')
    idleRule.report({ seconds, state })
  }

  /** A power or session event of the real operating system (TN-22, TN-23). */
  power(event: 'suspend' | 'resume' | 'lock' | 'unlock'): void {
    if (this.running.idleRule.scripted) return
    this.finishStep()
    this.acting.act({ verb: event, value: true })
    this.running.log.changedParts.add('idle')
  }

  setDocument(info: DocumentInfo): void {
    this.document = info
    this.running.log.changedParts.add('project')
  }

  markSaved(): void {
    this.running.project.saved()
    this.running.log.changedParts.add('project')
  }

  /** What it began with is saved nowhere. */
  markUnsaved(): void {
    this.running.project.touch()
    this.running.log.changedParts.add('project')
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
    return scenarioText(this.recording())
  }

  /** The allocator's state as the D3D12MA JSON dump (DF-23). */
  dumpText(): string {
    this.finishStep()
    return this.memory.dumpText()
  }

  /** A dump was opened: it is shown, and can be begun with. */
  openDump(dump: OpenedDump): void {
    this.memory.showDump(dump)
  }

  /** What was done so far, as a scenario that does it again (SC-12). */
  recording(): Scenario {
    this.finishStep()
    const { scenario, world, journal } = this.running
    // what is due by now belongs to it, as a run carries out what is due at its end
    world.sim.advanceTo(world.sim.now)
    const done = { ...scenario, steps: [...journal], until: world.sim.now }
    // what a person names is looked for before anything is done; only a file's steps can name what comes later
    return isProject(scenario) ? done : asRecording(done)
  }

  /** Carries out a command that parseCommand has checked. It never waits for the GPU; failure is a result. */
  execute(command: SessionCommand): CommandResult {
    const busy = this.busyWith()
    if (busy !== null && !WHILE_BUSY.has(command.kind)) return refusal(busy)
    switch (command.kind) {
      case 'run':
      case 'pause':
        this.isRunning = command.kind === 'run'
        return OK
      case 'step':
        return this.step()
      case 'setSpeed':
        this.speed = command.speed
        return OK
      case 'applyEffect':
        return this.edits.apply(command.effect)
      case 'addEffect':
        return this.edits.add(command.effect)
      case 'importClip': {
        const { kind: _, ...clip } = command
        return this.edits.importClip(clip)
      }
      case 'removeEffect':
        return this.edits.remove(command.effect)
      case 'removeClip':
        return this.edits.remove(command.clip)
      case 'undo':
      case 'redo':
        return this.edits.travel(command.kind)
      case 'selectResource':
        return this.running.select(command.id) ? OK : refusal(`There is no allocation ${command.id} any more.`)
      case 'restartSimulation':
        return this.restart()
      case 'cancelOpening':
        return this.cancelOpening()
      case 'registerCallback':
      case 'unregisterCallback':
        return this.registerByHand(command)
      default:
        return isMemoryCommand(command) ? this.memory.execute(command) : this.systemCommands.execute(command)
    }
  }

  /** What keeps commands from being carried out; null: nothing */
  private busyWith(): string | null {
    if (this.opening !== null) return `“${this.opening.view().title}” is being opened. Wait for it, or cancel it.`
    if (this.running.handWork.isUnderWay)
      return 'What was asked for before is being carried out. Try again when it is done.'
    const { isInStep } = this.running.playback
    return isInStep ? 'A step of the scenario is being carried out. Try again when it is done.' : null
  }

  private cancelOpening(): CommandResult {
    const { opening } = this
    if (opening === null) return refusal('Nothing is being opened.')
    this.showOpening(null)
    opening.cancel()
    return OK
  }

  private inTime(ms: number): () => boolean {
    const end = this.options.wallMs() + ms
    return () => this.options.wallMs() < end
  }

  /** For what cannot wait for the rest of a step. */
  private finishStep(): void {
    this.running.finishBegun()
  }

  private registerByHand(
    command: Extract<SessionCommand, { kind: 'registerCallback' | 'unregisterCallback' }>,
  ): CommandResult {
    const { world, log } = this.running
    log.changedParts.add('registrations')
    if (command.kind === 'unregisterCallback') {
      const { cookie } = command
      const call = `UnregisterTrimNotificationCallback(${cookie})`
      return this.acting.call({ verb: 'unregisterCallback', value: { cookie } }, call)
    }
    const { callback: name, context, behaviour } = command
    const value = { name, behaviour, context }
    const result = this.acting.call({ verb: 'registerCallback', value }, `RegisterTrimNotificationCallback(${name})`)
    return { ...result, cookie: result.ok ? world.callbacks.lastCookie : 0 }
  }

  private step(): CommandResult {
    this.isRunning = false
    this.followIdle()
    const wallEnd = this.options.wallMs() + SLICE_MS
    const { sim } = this.running.world
    const { nextTime } = this.running.playback
    const until = Math.min(sim.nextEventTime, nextTime, sim.now + DISPLAY_FRAME)
    if (sim.nextEventTime <= until) sim.runNext()
    else {
      sim.advanceTo(until)
      if (nextTime <= until) this.running.playback.runNext(() => this.options.wallMs() < wallEnd)
    }
    this.target = sim.now
    this.running.followPlayback()
    return OK
  }

  /** The simulated system starts again with the project as it is, or with the scenario from its first step. */
  private restart(): CommandResult {
    this.finishStep()
    const { project, idleRule } = this.running
    const next = this.currentScenario()
    if (!takesLong(next)) {
      this.startAnew(Running.of(next, project, idleRule, this.options.writer))
      return OK
    }
    const building = Running.inSlices(next, project, idleRule, this.options.writer)
    this.showOpening(new Opening(this.document.title, building, (running) => running && this.startAnew(running)))
    return OK
  }

  private startAnew(running: Running): void {
    const { project, idleRule, scenario } = this.running
    if (isProject(scenario)) project.forgetFinished()
    else project.forgetEdits()
    idleRule.scripted = false
    this.opening = null
    this.running = running
    running.followPlayback()
    this.target = 0
    this.memory.restarted()
    this.frames.startOver()
  }

  private currentScenario(editor = editorState(this.running.world)): Scenario {
    const { scenario, project, budgetByHand, policyByHand, settingsByHand, constantsByHand } = this.running
    const byHand = {
      budget: budgetByHand,
      policy: policyByHand,
      effects: project.addedEffects(),
      settings: settingsByHand,
      constants: constantsByHand,
    }
    return projectScenario(scenario, editor, byHand, project.stack(false))
  }

  /** The real input, or Simulate idle, reaches the emulated OS. */
  private followIdle(): void {
    const { idleRule, world, log } = this.running
    const { periodicTrim } = world.vidmm
    const idle = idleRule.idle(periodicTrim.current.idleAfter)
    if (idle === null || idle === periodicTrim.idle) return
    this.acting.act({ verb: 'idle', value: idle })
    log.changedParts.add('idle')
  }

  /** @returns false when the slice ended before `until` was reached */
  private advance(until: number, wallEnd: number): boolean {
    const { world, playback } = this.running
    let events = 0
    const inTime = (): boolean => this.options.wallMs() < wallEnd
    const mayGoOn = (): boolean => ++events % 64 !== 0 || inTime()
    for (;;) {
      const next = Math.min(playback.nextTime, until)
      if (!world.sim.advanceTo(next, mayGoOn)) return false
      if (playback.nextTime > until) return true
      // thousands of steps can stand at one time
      if (!playback.runNext(inTime) || !mayGoOn()) return false
    }
  }

  private projectView(): ProjectView {
    const { project, world } = this.running
    const { width, height } = world.editor.format
    return {
      ...this.document,
      width,
      height,
      allocation: world.editor.allocation,
      dirty: project.dirty,
      canUndo: project.canUndo,
      canRedo: project.canRedo,
      undoForgotten: project.forgotten,
      unmade: world.editor.unmade.map(({ spec, hresult }) => ({
        name: spec.name,
        kind: spec.clip === undefined ? 'effect' : 'clip',
        hresult,
      })),
      stack: project.stack(true),
      opening: this.opening?.view() ?? null,
    }
  }
}
