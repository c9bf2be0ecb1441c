/**
 * The user-mode driver as far as it profiles and specialises shaders (BP-02 to BP-08, BP-11, BP-13, BP-14, BP-22, BP-25
 * to BP-27, BP-31). It keeps histograms of the constants that draws bind, and compiles variants with the values seen
 * most often folded in; a draw uses the cheapest variant that matches what it binds, and otherwise the general shader.
 */
import type { BackgroundMode, MeasurementsAction } from '../../../preload/contract/names'
import type { ConstantValues } from '../../../preload/contract/specs'
import { type Continuation, kept } from '../../sim/continuation'
import {
  COMPILE_BASE,
  COMPILE_PER_OPERATION,
  INTRUSIVE_COST,
  MOST_TUNING,
  THRESHOLD,
  TUNE_EVERY,
  TUNING_GAIN,
} from './model'
import {
  type Draw,
  type DrawPlan,
  DriverPipelineState,
  type Pipeline,
  type PipelineRow,
  type ShaderCompiler,
  type Variant,
} from './pipeline-state'
import type { ProcessingWork, QueueResult } from './processing-work'

export type { Draw } from './pipeline-state'

/** Where it can be made to throw. */
export type DriverPlace =
  | 'SetBackgroundProcessingMode'
  | 'background-task-throws'
  | 'background-task-callback-throws'
  | 'background-task-cancel-throws'

export interface DriverHooks {
  queueProcessingWork(work: ProcessingWork): QueueResult
  /** @throws InjectedFault where a scenario makes this place of the driver fail (SC-14) */
  mayThrow?(place: DriverPlace): void
  /** a variant is in its PSO */
  installed?(pipeline: Pipeline, variant: Variant): void
  now(): number
}

/** A compilation that was asked for and is not over. */
class Job implements ProcessingWork {
  /** the app waits for what it makes: it is installed whatever the mode is by then (BP-07, BP-09) */
  committed = false
  readonly reason: string

  constructor(
    private readonly driver: UserModeDriver,
    readonly pso: string,
    because: string,
    private readonly shared: DriverPipelineState['shared'],
    private readonly plan: DrawPlan,
  ) {
    this.reason = `${because}: ${plan.description}`
  }

  callback(): { duration: number; finished: Continuation } {
    this.driver.survive('background-task-callback-throws', this)
    const duration = COMPILE_BASE + COMPILE_PER_OPERATION * this.plan.operations
    return { duration, finished: kept({ self: this }, ({ self }) => self.driver.compiled(self)) }
  }

  cancel(): void {
    this.driver.giveUp(this)
    this.driver.hooks.mayThrow?.('background-task-cancel-throws')
  }

  install(): void {
    const { pipeline } = this.shared
    if (pipeline === null) return // dropped (BP-27)
    const { hooks } = this.driver
    hooks.installed?.(pipeline, pipeline.install(this.plan, hooks.now()))
  }

  /** It comes to nothing: draws go on with the general shader, and later measurements may lead to it again. */
  dropped(): void {
    this.shared.pipeline?.giveUp(this.plan)
  }
}

export class UserModeDriver {
  private readonly states = new Map<number, DriverPipelineState>()
  private nextId = 1
  private mode: BackgroundMode = 'ALLOWED'
  /** queued or running: a commit makes all of them its own (BP-07) */
  private readonly jobs = new Set<Job>()
  /** results that would disturb what is being compared wait until profiling is allowed again (BP-05) */
  private readonly held: Job[] = []

  constructor(
    private readonly compiler: ShaderCompiler,
    /** @internal */
    readonly hooks: DriverHooks,
    private readonly supported: boolean,
  ) {}

  get pipelines(): readonly Pipeline[] {
    return [...this.states.values()]
  }

  /** @param constants types of the shader's constants by name; those of type int or bool decide loops and branches */
  createPipelineState(row: PipelineRow): Pipeline {
    const state = new DriverPipelineState(this.nextId++, row, this.compiler)
    this.states.set(state.id, state)
    return state
  }

  /** At once, whatever is compiled for it: the task finds that it is gone (BP-27). */
  destroyPipelineState({ id }: Pipeline): void {
    const state = this.states.get(id)
    if (state === undefined) return
    state.shared.pipeline = null
    this.states.delete(id)
  }

  /** The device is torn down, after the last of its tasks (BP-24). */
  destroy(): void {
    for (const pipeline of this.pipelines) this.destroyPipelineState(pipeline)
    this.held.length = 0
  }

  /** A draw is recorded: it uses the variant that matches what it binds (BP-26). */
  draw({ id }: Pipeline, values: ConstantValues): Draw | null {
    const state = this.states.get(id)
    if (state === undefined) return null
    const bound = state.bind(values)
    const { key, operations, share, draw } = bound
    const tuned = share * (1 - state.tuning * TUNING_GAIN)
    const factor = this.mode === 'ALLOW_INTRUSIVE_MEASUREMENTS' && this.supported ? tuned * INTRUSIVE_COST : tuned
    // a frame draws as the one before did
    if (draw?.factor !== factor) bound.draw = { factor, operations, key, state }
    return bound.draw
  }

  /** The GPU has finished the draw: only now the driver may draw conclusions from it (BP-22). */
  finished({ state, key }: Draw): void {
    if (!this.supported || this.mode === 'DISABLE_PROFILING_BY_SYSTEM') return
    if (state.shared.pipeline === null) return
    state.finishedDraws++
    if (state.finishedDraws % TUNE_EVERY === 0 && state.tuning < MOST_TUNING) state.tuning++
    if (!state.look(key, this.mode === 'ALLOW_INTRUSIVE_MEASUREMENTS')) return
    if (this.mode === 'DISABLE_BACKGROUND_WORK') return
    if (state.samplesOf(key) >= THRESHOLD) this.specialise(state, key, 'threshold')
  }

  /** pfnSetBackgroundProcessingMode (BP-22). @returns FurtherMeasurementsDesired */
  setBackgroundProcessingMode(mode: BackgroundMode, action: MeasurementsAction): boolean {
    this.hooks.mayThrow?.('SetBackgroundProcessingMode')
    const commits = action === 'COMMIT_RESULTS' || action === 'COMMIT_RESULTS_HIGH_PRIORITY'
    const every = this.mode === 'ALLOW_INTRUSIVE_MEASUREMENTS'
    this.mode = mode
    // a commit is to leave the driver with all that it has made
    if (mode !== 'DISABLE_PROFILING_BY_SYSTEM' || commits) for (const job of this.held.splice(0)) job.install()
    if (action === 'DISCARD_PREVIOUS') for (const state of this.states.values()) state.discard()
    // of what was never drawn there is nothing to see
    const drawn = [...this.states.values()].filter(({ draws }) => draws > 0)
    let further = drawn.length === 0
    for (const state of drawn) {
      const worthwhile = state.candidates(every).filter((key) => this.planFor(state, key) !== null)
      if (commits) for (const key of worthwhile) this.specialise(state, key, 'commit')
      if (worthwhile.length > 0 || state.isCompiling || !state.wasMeasured) further = true
    }
    if (commits) for (const job of this.jobs) job.committed = true
    return further
  }

  /** @returns null: there is nothing to compile for it, or nothing now */
  private planFor(state: DriverPipelineState, key: string): DrawPlan | null {
    return state.isFull ? null : state.plan(key)
  }

  private specialise(state: DriverPipelineState, key: string, reason: string): void {
    const plan = this.planFor(state, key)
    if (plan === null) return
    // the measurements led to this; what comes after it has to be measured with it in place (BP-14)
    state.acted(key, plan)
    const job = new Job(this, state.name, reason, state.shared, plan)
    this.jobs.add(job)
    if (this.hooks.queueProcessingWork(job) === 'E_OUTOFMEMORY') this.giveUp(job)
  }

  /** @internal what it would have made is not made */
  giveUp(job: Job): void {
    this.jobs.delete(job)
    job.dropped()
  }

  /** @internal where the driver throws it leaves nothing half done @throws InjectedFault where a scenario makes it fail (SC-14) */
  survive(place: DriverPlace, job: Job): void {
    try {
      this.hooks.mayThrow?.(place)
    } catch (error) {
      this.giveUp(job)
      throw error
    }
  }

  /**
   * @internal It has run. What no commit is waiting for would come in the middle of the app's measurements while profiling is
   * off (BP-05).
   * @throws InjectedFault where a scenario makes it fail (SC-14)
   */
  compiled(job: Job): void {
    this.survive('background-task-throws', job)
    this.jobs.delete(job)
    if (this.mode === 'DISABLE_PROFILING_BY_SYSTEM' && !job.committed) this.held.push(job)
    else job.install()
  }
}
