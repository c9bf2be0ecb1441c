/**
 * The simulation that runs in the desktop app: wall time moves it on, commands go in, frames come out. It lives in the
 * main process, so a window that is reloaded or killed loses nothing.
 */
import type {
  CommandResult,
  ComparisonView,
  EffectSpec,
  EngineName,
  Frame,
  ProjectView,
  ResidencyPriority,
  SessionCommand,
  Speed,
  Theme,
} from '../../preload/contract'
import { TrimFlag } from '../../preload/contract'
import { failed, HRESULT, type HResultName } from '../d3d12/hresult'
import type { Edit } from '../editor/project'
import { effectProblem } from './effect-problem'
import { FrameBuilder } from './frame-builder'
import { isProject, projectScenario, scenarioText } from './project-file'
import { Running } from './running'
import type { Scenario, SystemStep } from './scenario'
import { type Action, perform } from './steps'

export interface DocumentInfo {
  title: string
  path: string | null
  recent: string[]
  theme: Theme
}

export interface LiveSessionOptions {
  scenario: Scenario
  /** the wall clock: milliseconds, monotonic */
  wallMs: () => number
  publish: (frame: Frame) => void
  document: DocumentInfo
  /** runs the workload under every preemption model and granularity, beside this; calls back as it goes on */
  startComparison?: (workload: Scenario, watch: (comparison: ComparisonView) => void) => RunningComparison
}

export interface RunningComparison {
  cancel(): void
}

/** ms of one slice of simulation work, so that the main process stays responsive */
const SLICE_MS = 4
/** ms of wall time that are made up for at most: after a pause of the machine the simulation does not race */
const MOST_OWED_MS = 250
/** µs of one display frame */
const DISPLAY_FRAME = 16_667
/** the System drawer's other process */
const OTHER_PROCESS = 'other'
/** passes of a guided run after which it stops though the driver wants more */
const MOST_PASSES = 8
/** µs of GPU time of what is made to hang by hand */
const HUNG_WORK = 1_000

const OK: CommandResult = { ok: true }

export class LiveSession {
  private running: Running
  private document: DocumentInfo
  private readonly frames: FrameBuilder
  private isRunning = true
  private comparing: RunningComparison | null = null
  private speed: Speed = 1
  private lastWall: number
  /** simulated time to be reached, µs; has a fraction */
  private target = 0

  constructor(private readonly options: LiveSessionOptions) {
    this.running = new Running(options.scenario)
    this.document = options.document
    this.lastWall = options.wallMs()
    this.frames = new FrameBuilder()
  }

  get dirty(): boolean {
    return this.running.project.dirty
  }

  /**
   * Advances simulated time by the wall time that has passed × speed, in a slice of at most 4 ms.
   * @returns true when there is more to do: call again soon
   */
  pump(): boolean {
    const wall = this.options.wallMs()
    const passed = Math.min(wall - this.lastWall, MOST_OWED_MS)
    this.lastWall = wall
    if (!this.isRunning) return false
    const { sim } = this.running.world
    // after a bug check there is no time either
    if (sim.halted) return false
    this.target = Math.max(this.target, sim.now) + passed * 1000 * this.speed
    this.followIdle()
    const reached = this.advance(Math.floor(this.target), wall + SLICE_MS)
    this.running.followPlayback()
    // a machine that is too slow for this speed runs as fast as it can, rather than owing more and more
    if (!reached) this.target = Math.min(this.target, sim.now + MOST_OWED_MS * 1000 * this.speed)
    return !reached
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
    this.act({ verb: event, value: true })
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

  /** The project as a scenario file, for Save. */
  toScenarioText(): string {
    return scenarioText(this.currentScenario())
  }

  /** What was done since the simulation started, as a scenario file that does it again (SC-12). */
  toRecordingText(): string {
    return scenarioText(this.recording())
  }

  /** Carries out a command that parseCommand has checked. It never waits for the GPU; failure is a result. */
  execute(command: SessionCommand): CommandResult {
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
        return this.edit({ kind: 'apply', effect: command.effect })
      case 'addEffect':
        return this.edit({ kind: 'add', effect: command.effect })
      case 'removeEffect':
        return this.removeEffect(command.effect)
      case 'undo':
        return this.travel('undo')
      case 'redo':
        return this.travel('redo')
      case 'selectResource':
        return this.running.select(command.id) ? OK : refusal(`There is no allocation ${command.id} any more.`)
      case 'restartSimulation':
        return this.restart()
      case 'registerCallback':
      case 'unregisterCallback':
        return this.registerByHand(command)
      default:
        return this.changeSystem(command)
    }
  }

  /** Settings of the simulated system, and notifications by hand. */
  private changeSystem(command: SystemCommand): CommandResult {
    const { world, log, idleRule } = this.running
    log.changedParts.add('system').add('idle').add('gpu').add('background').add('pipelines')
    switch (command.kind) {
      case 'setPolicy':
        return this.setPolicy(command.policy)
      case 'setBudget':
        this.touch()
        this.running.budgetByHand = command.bytes
        return this.act({ verb: 'budget', value: command.bytes })
      case 'setOtherProcess':
        return this.setOtherProcess(command)
      case 'reserve':
        return this.act({ verb: 'reserve', value: command.bytes }, 'SetVideoMemoryReservation failed')
      case 'setResidencyPriority':
        return this.setResidencyPriority(command.id, command.priority)
      case 'recreateDevice': {
        const result = this.act({ verb: 'recreateDevice', value: true }, 'The device was not recreated')
        if (result.ok) this.running.deviceRecreated()
        return result
      }
      case 'setEvictionMode':
        return this.configure({ evictionMode: command.mode })
      case 'setPeriodicTrim': {
        const { kind: _, ...periodicTrim } = command
        return this.configure({ periodicTrim })
      }
      case 'setPreemption': {
        const { kind: _, ...preemption } = command
        return this.configure({ preemption })
      }
      case 'setTdr': {
        const { kind: _, ...tdr } = command
        return this.configure({ tdr })
      }
      case 'setCompositor': {
        const { kind: _, ...compositor } = command
        return this.configure({ compositor })
      }
      case 'setCpu': {
        const { kind: _, ...cpu } = command
        return this.configure({ cpu })
      }
      case 'play':
        return this.act({ verb: 'play', value: command.playing })
      case 'submit': {
        const { kind: _, ...spec } = command
        const value = { ...spec, priority: spec.priority ?? 'normal' }
        return this.act({ verb: 'submit', value }, 'The work was not submitted')
      }
      case 'hang':
        return this.hang(command.duration, command.engine)
      case 'failNextReset':
        return this.act({ verb: 'inject', value: { fault: 'engine-reset-fails', count: 1 } })
      case 'setBackgroundMode':
        return this.setBackgroundMode(command)
      case 'setDeveloperMode':
        // of the machine, not of the project
        return this.act({ verb: 'system', value: { developerMode: command.on } })
      case 'setConstants': {
        const { effect, constants } = command
        const result = this.act({ verb: 'setConstants', value: { effect, constants } }, `${effect} was not changed`)
        if (result.ok) {
          this.running.constantsByHand.add(effect)
          this.touch()
        }
        return result
      }
      case 'runWorkflow':
        return this.act({ verb: 'workflow', value: { name: command.workflow, maxPasses: MOST_PASSES } })
      case 'cancelWorkflow':
        world.workflows.cancel()
        return OK
      case 'comparePreemption':
        return this.compare()
      case 'cancelComparison':
        return this.cancelComparison()
      case 'simulateIdle':
        idleRule.simulate(command.idle)
        this.followIdle()
        return OK
      case 'periodicTrim':
      case 'restartPeriodicTrim':
        return this.act({ verb: command.kind, value: true })
      case 'trimToBudget':
        return this.act({ verb: 'trimToBudget', value: command.bytes ?? world.vidmm.budget.excess })
      case 'notify':
        return this.notify(command.flags, command.bytes)
    }
  }

  /** Settings that are saved with the project. */
  private configure(settings: SystemStep): CommandResult {
    const { running } = this
    const merged: Record<string, unknown> = { ...running.settingsByHand }
    for (const [name, value] of Object.entries(settings))
      merged[name] = typeof value === 'object' ? { ...(merged[name] as object | undefined), ...value } : value
    running.settingsByHand = merged
    this.touch()
    return this.act({ verb: 'system', value: settings })
  }

  /** The HRESULT is the answer, whatever it is. */
  private setBackgroundMode(command: Extract<SessionCommand, { kind: 'setBackgroundMode' }>): CommandResult {
    const { kind: _, ...value } = command
    const result = this.act({ verb: 'setBackgroundProcessingMode', value }, 'SetBackgroundProcessingMode failed')
    return result.ok ? { ok: true, hresult: { name: 'S_OK', value: HRESULT.S_OK } } : result
  }

  /** Work of the app that hangs now. @param duration µs; null: until it is reset */
  private hang(duration: number | null, engine: EngineName = '3d'): CommandResult {
    const { device } = this.running.world
    if (device.removed !== null)
      return refusal(`Nothing of the app can hang: its device is removed${this.advice('DXGI_ERROR_DEVICE_REMOVED')}`)
    const ending = duration === null ? {} : { duration }
    this.act({ verb: 'inject', value: { fault: 'hang', count: 1, engine, ...ending } })
    // paging work comes by itself
    if (engine === 'paging') return OK
    return this.act({ verb: 'submit', value: { engine, gpuTime: HUNG_WORK, priority: 'normal' } })
  }

  /** What was done so far, as a scenario that does it again (SC-12). */
  recording(): Scenario {
    const { scenario, world } = this.running
    return { ...scenario, steps: [...(world.journal ?? [])], until: world.sim.now }
  }

  private compare(): CommandResult {
    const { startComparison } = this.options
    const { running } = this
    if (this.comparing !== null) return refusal('A comparison is running already. Cancel it first.')
    if (startComparison === undefined) return refusal('Comparisons are not available here.')
    const workload = this.recording()
    if (!workload.steps.some(({ verb }) => verb === 'apply' || verb === 'submit' || verb === 'play'))
      return refusal('There is no GPU work to compare yet. Apply effects, press Play or submit a packet first.')
    this.comparing = startComparison(workload, (comparison) => {
      if (comparison.state !== 'running') this.comparing = null
      running.comparison = comparison
      running.log.changedParts.add('comparison')
    })
    return OK
  }

  private cancelComparison(): CommandResult {
    if (this.comparing === null) return refusal('No comparison is running.')
    this.comparing.cancel()
    return OK
  }

  private setPolicy(policy: Extract<Action, { verb: 'policy' }>['value']): CommandResult {
    const { world, registrations, log } = this.running
    const result = this.act({ verb: 'policy', value: policy })
    registrations.policyBuilt(world.editor.policy)
    this.running.policyByHand = policy
    this.touch()
    log.changedParts.add('registrations')
    const { registration } = world.editor.policy
    if (registration === null || registration.hr === 'S_OK') return result
    const hresult = { name: registration.hr, value: HRESULT[registration.hr] }
    const message = `${policy} is in charge, but could not register for trim notifications: ${registration.hr}`
    return { ok: true, hresult, message }
  }

  /** Something that is saved with the project changed. */
  private touch(): void {
    this.running.project.touch()
    this.running.log.changedParts.add('project')
  }

  private setResidencyPriority(id: number, priority: ResidencyPriority): CommandResult {
    const { table } = this.running.world.vidmm.residency
    const resource = table.names[id]
    if (resource === undefined || resource === '') return refusal(`There is no allocation ${id} any more.`)
    const result = this.act({ verb: 'residencyPriority', value: { resource, priority } })
    if (!result.ok) return result
    this.running.world.editor.keepPriority(resource, priority)
    this.touch()
    return result
  }

  private setOtherProcess({
    bytes,
    name,
    foreground,
  }: Extract<SessionCommand, { kind: 'setOtherProcess' }>): CommandResult {
    const { localMemory } = this.running.scenario.system
    if (bytes > localMemory)
      return refusal(
        `The other process would use ${bytes} bytes; the local segment has ${localMemory}. Use that or less.`,
      )
    return this.act({
      verb: 'otherProcess',
      value: { name: name ?? OTHER_PROCESS, usage: bytes, ...(foreground === undefined ? {} : { foreground }) },
    })
  }

  /** TN-03 */
  private notify(flags: number, bytes: number): CommandResult {
    const both = TrimFlag.PERIODIC_TRIM | TrimFlag.RESTART_PERIODIC_TRIM
    if ((flags & both) === both)
      return refusal('PERIODIC_TRIM and RESTART_PERIODIC_TRIM are never set together (TN-03). Choose one of them.')
    if ((flags & TrimFlag.TRIM_TO_BUDGET) === 0 && bytes > 0)
      return refusal(`${bytes} bytes to trim need the flag TRIM_TO_BUDGET (TN-03). Set it, or leave the bytes at 0.`)
    return this.act({ verb: 'notify', value: { flags, bytes } })
  }

  private registerByHand(
    command: Extract<SessionCommand, { kind: 'registerCallback' | 'unregisterCallback' }>,
  ): CommandResult {
    const { registrations, log } = this.running
    log.changedParts.add('registrations')
    if (command.kind === 'unregisterCallback') {
      const hr = registrations.unregister(command.cookie)
      return apiResult(hr, `UnregisterTrimNotificationCallback(${command.cookie})`)
    }
    const { hr, cookie } = registrations.register(command.callback, command.context, command.behaviour)
    return { ...apiResult(hr, `RegisterTrimNotificationCallback(${command.callback})`), cookie }
  }

  private step(): CommandResult {
    this.isRunning = false
    this.followIdle()
    const { sim } = this.running.world
    const { nextTime } = this.running.playback
    const until = Math.min(sim.nextEventTime, nextTime, sim.now + DISPLAY_FRAME)
    if (sim.nextEventTime <= until) sim.runNext()
    else {
      sim.advanceTo(until)
      if (nextTime <= until) this.running.playback.runNext()
    }
    this.target = sim.now
    this.running.followPlayback()
    return OK
  }

  /** Carries out an edit of the user's and remembers it for undo. */
  private edit(edit: Edit): CommandResult {
    const result = this.carryOut(edit)
    if (result.ok) this.running.project.record(edit)
    return result
  }

  private removeEffect(name: string): CommandResult {
    const state = this.running.world.editor.effect(name)
    if (state === undefined) return refusal(`There is no effect "${name}" to remove.`)
    return this.edit({ kind: 'remove', effect: state.spec, place: this.running.project.placeOf(name) })
  }

  /** An edit that cannot be taken back, or carried out again, stays where it is: it can be tried later. */
  private travel(way: 'undo' | 'redo'): CommandResult {
    const { log, project } = this.running
    const edit = project.nextEdit(way)
    if (edit === null) return refusal(`There is nothing to ${way}.`)
    log.changedParts.add('project')
    const result = way === 'undo' ? this.takeBack(edit) : this.carryOut(edit)
    if (!result.ok) return result
    if (way === 'redo' && edit.kind === 'apply') project.put(edit.effect)
    project.travelled(way)
    return result
  }

  private takeBack(edit: Edit): CommandResult {
    const { project } = this.running
    switch (edit.kind) {
      case 'apply':
        project.takeOff(edit.effect)
        return OK
      case 'add':
        return this.carryOut({ kind: 'remove', effect: edit.effect, place: -1 })
      case 'remove': {
        const { name } = edit.effect
        const result = this.carryOut({ kind: 'add', effect: edit.effect })
        // it was on the clip: its new resources have to be rendered with
        if (result.ok && edit.place >= 0 && this.carryOut({ kind: 'apply', effect: name }).ok)
          project.put(name, edit.place)
        return result
      }
    }
  }

  private carryOut(edit: Edit): CommandResult {
    const { log, project } = this.running
    log.changedParts.add('project')
    switch (edit.kind) {
      case 'apply':
        return this.act({ verb: 'apply', value: edit.effect }, `"${edit.effect}" was not applied`)
      case 'add':
        return this.addEffect(edit.effect)
      case 'remove':
        project.takeOff(edit.effect.name)
        return this.act({ verb: 'removeEffect', value: edit.effect.name })
    }
  }

  private addEffect(effect: EffectSpec): CommandResult {
    const problem = effectProblem(effect, this.running.world, this.running.scenario.system)
    if (problem !== null) return refusal(problem)
    return this.act({ verb: 'addEffect', value: effect }, `"${effect.name}" was not added`)
  }

  /** The simulated system starts again with the project as it is, or with the scenario from its first step. */
  private restart(): CommandResult {
    const { project, idleRule, scenario } = this.running
    const next = this.currentScenario()
    if (isProject(scenario)) project.forgetFinished()
    else project.forgetEdits()
    idleRule.scripted = false
    this.running = new Running(next, project, idleRule)
    this.target = 0
    this.frames.startOver()
    return OK
  }

  private currentScenario(): Scenario {
    const { scenario, world, project, budgetByHand, policyByHand, settingsByHand, constantsByHand } = this.running
    const byHand = {
      budget: budgetByHand,
      policy: policyByHand,
      effects: project.addedEffects(),
      settings: settingsByHand,
      constants: constantsByHand,
    }
    return projectScenario(scenario, world, byHand, project.stack(false))
  }

  private act(action: Action, whenFailed = 'The simulated system refused'): CommandResult {
    const { world } = this.running
    // as before a step: what is due by now has happened, so that a recording gives the same (SC-12)
    world.sim.advanceTo(world.sim.now)
    const hr = perform(world, action)
    if (!failed(hr)) return OK
    return { ok: false, hresult: { name: hr, value: HRESULT[hr] }, message: `${whenFailed}: ${hr}${this.advice(hr)}` }
  }

  private advice(hr: HResultName): string {
    if (hr !== 'DXGI_ERROR_DEVICE_REMOVED') return ''
    return `. The device was removed because ${this.running.world.device.removed?.because}. Recreate the device to go on.`
  }

  /** The real input, or Simulate idle, reaches the emulated OS. */
  private followIdle(): void {
    const { idleRule, world, log } = this.running
    const { periodicTrim } = world.vidmm
    const idle = idleRule.idle(periodicTrim.current.idleAfter)
    if (idle === null || idle === periodicTrim.idle) return
    this.act({ verb: 'idle', value: idle })
    log.changedParts.add('idle')
  }

  /** @returns false when the slice ended before `until` was reached */
  private advance(until: number, wallEnd: number): boolean {
    const { world, playback } = this.running
    let events = 0
    const mayGoOn = (): boolean => ++events % 64 !== 0 || this.options.wallMs() < wallEnd
    for (;;) {
      const next = Math.min(playback.nextTime, until)
      if (!world.sim.advanceTo(next, mayGoOn)) return false
      if (playback.nextTime > until) return true
      playback.runNext()
    }
  }

  private projectView(): ProjectView {
    const { project } = this.running
    return {
      ...this.document,
      dirty: project.dirty,
      canUndo: project.canUndo,
      canRedo: project.canRedo,
      stack: project.stack(true),
    }
  }
}

type SystemCommand = Exclude<
  SessionCommand,
  {
    kind:
      | 'run'
      | 'pause'
      | 'step'
      | 'setSpeed'
      | 'applyEffect'
      | 'addEffect'
      | 'removeEffect'
      | 'undo'
      | 'redo'
      | 'selectResource'
      | 'restartSimulation'
      | 'registerCallback'
      | 'unregisterCallback'
  }
>

function refusal(message: string): CommandResult {
  return { ok: false, message }
}

function apiResult(hr: HResultName, call: string): CommandResult {
  const hresult = { name: hr, value: HRESULT[hr] }
  return failed(hr) ? { ok: false, hresult, message: `${call} returned ${hr}.` } : { ok: true, hresult }
}
