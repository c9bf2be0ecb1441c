/** One simulated system that runs in front of the user, with everything that watches it. */

import type { PolicyId, SystemView } from '../../../preload/contract'
import type { HResultName } from '../../d3d12/hresult'
import { COMPOSITOR_DEVICE } from '../../dxgkrnl/vidsch/compositor'
import type { Scheduler } from '../../dxgkrnl/vidsch/scheduler'
import type { EffectState } from '../../editor/editor-options'
import { Project } from '../../editor/project'
import { Suballocation } from '../../editor/suballocation'
import type { Origin } from '../../sim/checkpoint/checkpoint'
import { inOneGo, type Sliced } from '../../sim/slices'
import type { TraceRecord, TraceType } from '../../sim/trace-records'
import { HandChanges } from '../commands/hand-changes'
import { HandWork } from '../commands/hand-work'
import { type EditorState, editorState, isProject } from '../document/project-file'
import { renumbered } from '../document/recording'
import { BackgroundLog } from '../frames/background/log'
import { DelayLog } from '../frames/delays/log'
import { GpuLog } from '../frames/gpu/log'
import { HeapLog } from '../frames/heaps/log'
import { LiveLog } from '../frames/live-log'
import { Moves } from '../frames/memory/moves'
import { Selection } from '../frames/memory/selection'
import type { Laboratory } from '../laboratory/laboratory'
import { type Scenario, type Step, Totals } from '../scenario'
import type { Action, ActionVerb } from '../verbs/action'
import { checkExpectations } from '../verbs/expect/expect'
import { Registrations } from '../verbs/hand-callbacks'
import { factsOf, performInSlices } from '../verbs/steps'
import { buildWorldInSlices } from '../world/build'
import { IdleRule } from '../world/idle-rule'
import type { World } from '../world/world'
import { Playback, type StepOutcome } from './playback'
import { RunStatistics } from './statistics'
import { APART, originOf } from './watched-origin'

/** They come by the dozen for every vertical blank: in the trace's ring they would push out what memory did. */
const KEPT_BY_GPU_LOG: ReadonlySet<TraceType> = new Set<TraceType>([
  'packet',
  'preempt',
  'preemption-attempt',
  'missed-vertical-blank',
  'tear',
])

/** Gets every trace record of each system that is built with it. */
export type SystemWriter = (record: TraceRecord, of: WatchedSystem) => void

export class WatchedSystem {
  /** steps that were carried out */
  static readonly lasting = ['journal', 'played'] as const
  static readonly apart = APART

  /** there from the end of `build` */
  world!: World
  readonly log = new LiveLog()
  readonly statistics = new RunStatistics()
  readonly idleRule: IdleRule
  readonly playback: Playback
  readonly handWork = new HandWork()
  /** what a person asked for and is being carried out; null: nothing, or a step of the scenario */
  underWay: ActionVerb | null = null
  /** what was asked for so far, as the recording will say it */
  readonly totals = new Totals()
  /** packets, for the lanes */
  readonly gpuLog: GpuLog
  readonly backgroundLog = new BackgroundLog()
  readonly heapLog = new HeapLog()
  /** for sums over ranges of time */
  readonly moves = new Moves()
  delayLog!: DelayLog
  /** what is compared beside it; null: nothing can be */
  laboratory: Laboratory | null = null
  /** of one's own, that can be chosen; null: nobody can */
  ownPolicies: { viewsWith(inCharge: PolicyId): SystemView['ownPolicies'] } | null = null
  registrations!: Registrations
  selection: Selection | null = null
  /** what a person, not a step of the scenario, has set */
  handChanges = new HandChanges(() => this.world.sim.now)
  /** when Simulate idle was switched, µs */
  readonly idleSwitches: { readonly at: number; readonly on: boolean }[] = []
  /** while a step makes effects anew: the editor as it was before */
  beforeStep: EditorState | null = null
  /** by handle; what is about to go is still here */
  private readonly effectOfHandle: (EffectState | undefined)[] = []
  /** by handle: µs of its last use by a submission; nothing where there was none */
  private readonly usedAt: (number | undefined)[] = []
  /** by handle: its place among its effect's resources */
  private readonly placeOfHandle: number[] = []
  /** what was done so far: the recording's steps */
  readonly journal: Step[] = []
  /** by number in the file that is played: the number in the recording, of each step that was carried out */
  private readonly numbers: number[] = []
  /** by number in the recording: those steps of the file, which alone conditions can name; nothing where a person acted */
  readonly played: Step[] = []
  /** as it was built, for checkpoints; null: it is too large for any */
  origin: Origin | null = null

  /**
   * @param project the user's edits; they outlive a restart of the simulation
   * @param writer gets every trace record, from the first
   */
  static of(scenario: Scenario, project?: Project, idleRule?: IdleRule, writer?: SystemWriter): WatchedSystem {
    return inOneGo(WatchedSystem.inSlices(scenario, project, idleRule, writer))
  }

  /** As `of`, for a scenario whose system takes long to build. */
  static *inSlices(
    scenario: Scenario,
    project = new Project(),
    idleRule = new IdleRule(),
    writer?: SystemWriter,
  ): Sliced<WatchedSystem> {
    const running = new WatchedSystem(scenario, project, idleRule)
    yield* running.build(writer)
    return running
  }

  private constructor(
    readonly scenario: Scenario,
    public project: Project,
    idleRule: IdleRule,
  ) {
    this.idleRule = idleRule
    this.gpuLog = new GpuLog((handle) => this.world.vidmm.residency.table.names[handle] ?? '')
    this.playback = new Playback(scenario, (step, index) => this.playStep(step, index))
    this.totals.app(scenario.app)
    if (scenario.app.layout !== undefined && project.layout === null) project.setLayout(scenario.app.layout)
  }

  private *build(writer?: SystemWriter): Sliced<void> {
    const { scenario } = this
    this.world = yield* buildWorldInSlices(scenario, {
      writer: (record) => {
        this.recorded(record)
        writer?.(record, this)
      },
      onKernel: (vidmm) => this.log.watch(vidmm, (handle) => this.destroyed(handle)),
      onScheduler: (scheduler) => this.watchScheduler(scheduler),
      onPlayer: () => this.log.played(this.world.player.dropped, this.world.sim.now),
      onFrame: (frame) => this.backgroundLog.frameTimes.add(frame),
      onBackground: () => this.log.changes.happened('background'),
      keptElsewhere: KEPT_BY_GPU_LOG,
      onNotification: (notification, callbacks) => this.log.notified(this.world.sim.now, notification, callbacks),
      onCallbackReturn: (result) => this.log.returned(result, this.registrations.ownerOf(result.cookie)),
      editor: {
        effectAdded: (effect) => {
          for (const [place, resource] of effect.resources.entries()) {
            // a shared heap is no effect's
            if (resource instanceof Suballocation) continue
            this.effectOfHandle[resource.handle] = effect
            this.placeOfHandle[resource.handle] = place
            this.log.belongs(resource.handle)
          }
        },
        memoryChanged: (block) => this.heapLog.memoryChanged(block),
        // the world is being built when the first pools are made
        defragmentationChanged: () => {
          this.heapLog.defragmented(this.world)
          this.log.changes.happened('defragmentation')
        },
        pipelinesChanged: () => this.log.changes.happened('pipelines'),
        effectsChanged: () => this.log.changes.happened('effects'),
        effectFinished: (effect) => {
          this.statistics.effectsCompleted++
          this.project.ofRun((project) => project.finished(effect))
        },
      },
    })
    this.delayLog = new DelayLog(this.world.delays, (what, shown) => this.log.delayed(what, shown))
    this.registrations = new Registrations(this.world.device, this.world.callbacks)
    this.registrations.policyBuilt(this.world.editor.policy)
    this.world.journal = this.journal
    this.world.faults.changed = () => this.log.changes.happened('faults')
    this.world.workflows.changed = () => this.log.changes.happened('workflow')
    this.takeOverClip()
    this.followPlayback()
    this.origin = originOf(this)
  }

  /** Nothing of the app or of a scenario is under way, and nothing is to be told: only the display goes on. */
  get isCalm(): boolean {
    const { world, log, playback } = this
    if (
      this.isBusy ||
      !log.isQuiet ||
      this.delayLog.hasFresh ||
      world.player.isPlaying ||
      world.delays.oldest !== undefined
    )
      return false
    if (!isProject(this.scenario) && playback.isPlaying(world.sim.now)) return false
    if (world.vidmm.paging.activity !== null) return false
    for (const { hardware } of world.scheduler.engines.values())
      for (const { context } of hardware.queue) if (context.device !== COMPOSITOR_DEVICE) return false
    return true
  }

  /** Part of a step, or of what a person asked for, has been carried out: nothing else may happen before the rest of it. */
  get isBusy(): boolean {
    return this.playback.isInStep || this.handWork.isUnderWay
  }

  /**
   * Goes on with what was begun.
   * @param mayGoOn asked between slices; false stops there
   * @returns whether nothing is left of it
   */
  finishBegun(mayGoOn?: () => boolean): boolean {
    if (this.handWork.isUnderWay && this.handWork.goOn(mayGoOn) === null) return false
    if (!this.playback.isInStep) return true
    if (!this.playback.runNext(mayGoOn)) return false
    // where time stands still nobody comes by later
    this.followPlayback()
    return true
  }

  /** Steps and commands that make effects anew are about to take them away. */
  keepBefore(verb: ActionVerb): void {
    if (factsOf(verb).makesAnew === true) this.beforeStep = editorState(this.world)
  }

  /** The effect that an allocation belongs to; '' for one whose effect could not be created. */
  effectOf(handle: number): string {
    return this.effectOfHandle[handle]?.spec.name ?? ''
  }

  /** "kernel" of "Blur.kernel"; the whole name of one whose effect could not be created. */
  nameInEffect(handle: number): string {
    const spec = this.effectOfHandle[handle]?.spec
    if (spec === undefined) return this.world.vidmm.residency.table.names[handle] ?? ''
    return spec.resources[this.placeOfHandle[handle] as number]?.name ?? ''
  }

  /** µs of an allocation's last use by a submission, -1: never */
  lastUsed(handle: number): number {
    return this.usedAt[handle] ?? -1
  }

  select(id: number | null): boolean {
    const { table } = this.world.vidmm.residency
    const name = id === null ? undefined : table.names[id]
    this.selection =
      id === null || name === undefined || name === ''
        ? null
        : new Selection(id, name, this.effectOf(id), this.world.sim.trace)
    this.log.changes.happened('selection')
    return id === null || this.selection !== null
  }

  /** @returns why the chain of a delay cannot be shown; null: it is */
  selectDelay(id: number | 'under-way' | null): string | null {
    return this.delayLog.select(id)
  }

  simulateIdle(on: boolean): void {
    this.idleRule.simulate(on)
    this.idleSwitches.push({ at: this.world.sim.now, on })
    this.log.changes.happened('idleness')
  }

  /** While a scenario plays, its steps alone say whether the OS is idle. */
  followPlayback(): void {
    const scripted = !isProject(this.scenario) && this.playback.isPlaying(this.world.sim.now)
    if (scripted === this.idleRule.scripted) return
    this.idleRule.scripted = scripted
    this.log.changes.happened('idleness')
  }

  /** A step or a person had it carried out; what it made anew is watched. @param hr what came of it */
  performed({ verb }: Action, hr: HResultName): void {
    this.log.changes.acted()
    if (hr !== 'S_OK') return
    if (verb === 'recreateDevice') this.deviceRecreated()
    if (verb === 'policy') this.registrations.policyBuilt(this.world.editor.policy)
  }

  /** What is no part of a run goes on with another system of it: input, layout, comparisons, what is selected. */
  takeOver(before: WatchedSystem): void {
    this.idleRule.takeOver(before.idleRule, this.idleRule.isSimulated)
    if (before.project.layout !== null) this.project.setLayout(before.project.layout)
    const { selection } = before
    const isHere = selection !== null && this.world.vidmm.residency.table.names[selection.id] === selection.name
    this.select(isHere ? selection.id : null)
    this.delayLog.selectAs(before.delayLog.selected)
    const { comparison } = before.heapLog
    // one that still runs is of a state that is gone: whoever shows this gives it up
    this.heapLog.setComparison(comparison?.state === 'running' ? null : comparison)
  }

  /** The app has a new device: nobody is registered on it but its policy. */
  private deviceRecreated(): void {
    this.registrations = new Registrations(this.world.device, this.world.callbacks)
    this.registrations.policyBuilt(this.world.editor.policy)
    this.project.ofRun((project) => project.forgetFinished())
    this.heapLog.deviceRecreated()
    this.log.changes.happened('deviceRecreated')
  }

  /** What a project has on the clip is there before it is rendered, and whatever becomes of that. */
  private takeOverClip(): void {
    const { scenario, project } = this
    if (!isProject(scenario)) return
    const media = new Set(scenario.app.clips.map(({ name }) => name))
    for (const step of scenario.steps) if (step.verb === 'apply' && !media.has(step.value)) project.put(step.value)
  }

  /** An effect was submitted, by a press or by Play, or a set of its own: its allocations were used. */
  private markUsed({ effect, resources = [] }: Extract<TraceRecord, { type: 'apply' }>): void {
    const { editor } = this.world
    const own = effect === undefined ? [] : (editor.effect(effect)?.resources ?? [])
    for (const { handle } of [...own, ...resources.flatMap((name) => editor.find(name) ?? [])]) {
      this.usedAt[handle] = this.world.sim.now
      this.log.touch(handle)
    }
  }

  private *playStep(step: Step, index: number): Sliced<StepOutcome> {
    this.log.changes.happened('playback')
    this.totals.performed(step)
    const { journal } = this
    this.numbers[index] = journal.length
    this.played[journal.length] = step
    if (step.verb === 'expect') {
      const value = renumbered(step.value, this.numbers)
      journal.push({ ...step, value, at: this.world.sim.now })
      const outcomes = checkExpectations(this.world, this.statistics, value, this.played)
      const passed = outcomes.filter((outcome) => outcome.ok).length
      return { passed, failed: outcomes.length - passed }
    }
    this.keepBefore(step.verb)
    for (const slices = performInSlices(this.world, step); ; ) {
      const slice = slices.next()
      if (slice.done === true) return this.stepPlayed(step, slice.value)
      yield slice.value
    }
  }

  private stepPlayed(step: Extract<Step, { verb: ActionVerb }>, hr: HResultName): StepOutcome {
    this.beforeStep = null
    this.performed(step, hr)
    // media are used, but are no effect on the clip
    const media = step.verb === 'apply' && this.world.editor.effect(step.value)?.spec.clip !== undefined
    this.project.ofRun((project) => {
      if (step.verb === 'apply' && hr === 'S_OK' && !media) project.put(step.value)
      if (step.verb === 'removeEffect') project.takeOff(step.value)
    })
    return { passed: 0, failed: 0 }
  }

  /** Its handle may name another allocation from now on. */
  private destroyed(handle: number): void {
    this.effectOfHandle[handle] = undefined
    this.usedAt[handle] = undefined
    if (this.selection?.id === handle) this.select(null)
  }

  private watchScheduler(scheduler: Scheduler): void {
    const { gpuLog, log } = this
    scheduler.observer = {
      left: (engine, packet, start, outcome) => gpuLog.left(engine, packet, start, outcome, scheduler.sim.now),
      preempted: (engine, request, result, stopped) => gpuLog.preempted(engine, request, result, stopped),
      changed: () => log.changes.happened('scheduler'),
    }
  }

  private recorded(record: TraceRecord): void {
    this.statistics.record(record)
    this.gpuLog.recorded(record)
    this.backgroundLog.recorded(record)
    this.log.changes.recorded(record)
    this.log.paged(record)
    this.moves.recorded(record)
    this.log.found(record, (resource) => this.handleOf(resource))
    if (record.type === 'apply') this.markUsed(record)
    if (record.type === 'packet' && record.hitch !== undefined) this.log.mark('hitch', record.t)
    if (this.selection?.add(record) === true) this.log.changes.happened('selection')
  }

  private handleOf(resource: string): number {
    // a finding can come while the world is being built
    const editor = (this.world as World | undefined)?.editor
    for (const { resources } of editor?.effects ?? [])
      for (const { name, handle } of resources) if (name === resource) return handle
    return -1
  }
}
