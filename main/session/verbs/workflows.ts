/**
 * The documented uses of background processing as guided runs (BP-17): turning it off, priming a benchmark, and the PIX
 * single-frame workflow. They only call what an app could call; each step is told, and the end is a verdict.
 */
import {
  type BackgroundMode,
  counted,
  type MeasurementsAction,
  type WorkflowName,
  type WorkflowView,
} from '../../../preload/contract'
import type { Device } from '../../d3d12/device'
import type { FrameTime } from '../../editor/player'
import type { World } from '../world/world'
import { callSetMode, drainQueues, refusalOf } from './background'

/** frames of an A/B replay */
const REPLAYS = 2
/** frames that a benchmark is primed with for each pass of the limit: as many as a threshold needs */
const FRAMES_OF_A_PASS = 64

export class Workflows {
  /** the newest, null: none was started */
  view: WorkflowView | null = null
  /** how runs have ended: true with their aim reached */
  readonly results = new Map<WorkflowName, boolean>()
  /** something in `view` has changed */
  changed: () => void = () => {}
  /** counts starts: a later start ends an earlier run */
  private run = 0
  private events = 0
  /** what held when the run began; null: none is under way */
  private before: { device: Device; mode: BackgroundMode } | null = null

  constructor(private readonly world: () => World) {}

  /** @param maxPasses passes after which it stops though the driver wants more (BP-13) */
  start(name: WorkflowName, maxPasses: number): void {
    this.cancel()
    this.run++
    this.view = { name, state: 'running', log: [], verdict: null }
    const { device } = this.system
    this.before = { device, mode: device.background.mode }
    const problem = this.problemOf(name)
    if (problem !== null) return this.end(this.run, false, problem)
    const guide = new Guide(this, this.run, maxPasses)
    if (name === 'turn-off') guide.turnOff('DISABLE_BACKGROUND_WORK')
    else if (name === 'turn-off-profiling') guide.turnOff('DISABLE_PROFILING_BY_SYSTEM')
    else if (name === 'prime-benchmark') guide.prime()
    else guide.pix(1)
  }

  cancel(): void {
    if (this.view?.state !== 'running') return
    this.restore(this.takeBefore())
    this.view = { ...this.view, state: 'cancelled', verdict: 'Cancelled.' }
    this.run++
    this.changed()
  }

  /** What would make the run fail on its way, before anything is changed; null: nothing. */
  private problemOf(name: WorkflowName): string | null {
    const { editor, developer } = this.system
    if (!editor.effects.some(({ lastApplied }) => lastApplied >= 0))
      return 'There is no effect on the clip to render with. Apply one first.'
    if (name === 'pix-single-frame' && !developer.mode)
      return 'A commit at high priority with profiling disabled returns E_INVALIDARG without developer mode. Turn it on first.'
    return null
  }

  /** A run that does not reach its aim leaves the mode as it was; another device is as it was made. */
  private restore(before: { device: Device; mode: BackgroundMode } | null): void {
    const { device } = this.system
    if (before === null || before.device !== device || device.removed !== null) return
    if (before.mode === device.background.mode) return
    const { hr } = callSetMode(this.system, { mode: before.mode, action: 'KEEP_ALL' })
    this.say(this.run, `${before.mode}, KEEP_ALL: ${hr}, as it was before.`)
  }

  /** Once the run is over its device may be replaced, and goes. */
  private takeBefore(): { device: Device; mode: BackgroundMode } | null {
    const { before } = this
    this.before = null
    return before
  }

  get system(): World {
    return this.world()
  }

  /** Whether that run is under way. @param run its ordinal */
  isCurrent(run: number): boolean {
    return this.run === run && this.view?.state === 'running'
  }

  /**
   * As isCurrent; a run whose device is gone ends: what it has brought about there is not so on another one (RS-07).
   * @param run its ordinal
   */
  goesOn(run: number): boolean {
    if (!this.isCurrent(run) || this.before?.device === this.system.device) return this.isCurrent(run)
    this.end(run, false, 'The device was made anew on the way.')
    return false
  }

  /** @param run its ordinal */
  say(run: number, text: string): void {
    if (!this.isCurrent(run) || this.view === null) return
    this.view = { ...this.view, log: [...this.view.log, { t: this.system.sim.now, text }] }
    this.changed()
  }

  /** @param run its ordinal */
  end(run: number, reached: boolean, verdict: string): void {
    if (!this.isCurrent(run) || this.view === null) return
    const before = this.takeBefore()
    if (!reached) this.restore(before)
    const { name } = this.view
    this.results.set(name, reached)
    this.view = { ...this.view, state: reached ? 'done' : 'failed', verdict }
    this.system.sim.trace.write('workflow', { workflow: name, reached, verdict })
    this.changed()
  }

  nextEvent(name: string): string {
    return `${name} ${++this.events}`
  }
}

/** One run. */
class Guide {
  constructor(
    private readonly workflows: Workflows,
    private readonly run: number,
    private readonly maxPasses: number,
  ) {}

  /**
   * Performance is traded for determinism: two replays of a frame take the same modelled time. As it is published this
   * is DISABLE_BACKGROUND_WORK, with which tasks already submitted run to their end (BP-04) and the driver may still tune
   * itself; with DISABLE_PROFILING_BY_SYSTEM it makes no change at all (BP-05).
   */
  turnOff(mode: 'DISABLE_BACKGROUND_WORK' | 'DISABLE_PROFILING_BY_SYSTEM'): void {
    if (mode === 'DISABLE_PROFILING_BY_SYSTEM')
      this.say('The published use is DISABLE_BACKGROUND_WORK; this is the stronger mode beside it.')
    this.setMode(mode, 'KEEP_ALL', null, () => {
      const { background } = this.workflows.system.device
      if (mode === 'DISABLE_BACKGROUND_WORK') {
        if (!background.isIdle) this.say('Tasks that were submitted before run to their end: waiting for them.')
        return this.afterTasks(() => this.replay())
      }
      if (background.commitsUnderWay > 0)
        this.say('A commit is under way, whose results are installed: waiting for it.')
      background.whenCommitsAreDone(() => this.replay())
    })
  }

  /** An app is not told when tasks end that no commit was for: it looks again every millisecond. */
  private afterTasks(then: () => void): void {
    if (!this.workflows.isCurrent(this.run)) return
    const { sim, device } = this.workflows.system
    if (device.background.isIdle) then()
    else sim.schedule(1000, () => this.afterTasks(then))
  }

  /**
   * Discards what was measured, then renders frame by frame, each followed by the same mode with KEEP_ALL, until the
   * driver wants no more. What is compiled comes in meanwhile; profiling goes on as usual afterwards.
   */
  prime(): void {
    const most = this.maxPasses * FRAMES_OF_A_PASS
    this.say(
      `The published loop has no limit and leaves measurements intrusive; this one makes ${most} frames at most.`,
    )
    this.setMode('ALLOW_INTRUSIVE_MEASUREMENTS', 'DISCARD_PREVIOUS', null, () => this.primeFrame(1, most))
  }

  private primeFrame(frame: number, most: number): void {
    this.frames(
      1,
      () =>
        this.setMode(
          'ALLOW_INTRUSIVE_MEASUREMENTS',
          'KEEP_ALL',
          null,
          (further) => {
            if (further && frame < most) return this.primeFrame(frame + 1, most)
            const times = frame === 1 ? 'one frame' : `${frame} frames`
            this.say(`Rendered ${times}, each followed by ALLOW_INTRUSIVE_MEASUREMENTS, KEEP_ALL.`)
            this.setMode('ALLOWED', 'KEEP_ALL', null, () => this.settled(further, times))
          },
          false,
        ),
      false,
    )
  }

  /**
   * Trains with the one frame, commits with profiling disabled, waits, and goes on while more is wanted. The published
   * loop makes N - 1 passes and never reaches its own DISCARD_PREVIOUS; this one makes N and starts with it.
   */
  pix(pass: number): void {
    const action = pass === 1 ? 'DISCARD_PREVIOUS' : 'KEEP_ALL'
    if (pass === 1)
      this.say('The published loop makes N - 1 passes and never discards; this one makes N, and discards first.')
    this.setMode('ALLOW_INTRUSIVE_MEASUREMENTS', action, null, () =>
      this.frames(1, () =>
        this.commit('DISABLE_PROFILING_BY_SYSTEM', 'COMMIT_RESULTS_HIGH_PRIORITY', pass, (further) => {
          if (further && pass < this.maxPasses) return this.pix(pass + 1)
          if (further) this.say(`The driver wants more after ${counted(pass, 'pass', 'passes')}, which is the limit.`)
          this.replay()
        }),
      ),
    )
  }

  private settled(further: boolean, times: string): void {
    if (further) this.end(false, `After ${times} the driver still wants to see more: the limit was reached.`)
    else this.end(true, `After ${times} no further measurements are desired: the benchmark can be measured.`)
  }

  /** A/B: the same frame twice, of which the modelled time must be the same. */
  private replay(): void {
    this.frames(REPLAYS, (frames) => {
      const times = frames.map(({ gpuTime }) => gpuTime)
      const [first] = times
      const same = times.every((time) => time === first)
      const text = times.map((time) => `${time} µs`).join(' and ')
      if (same) this.end(true, `Two replays of the frame take identical time: ${text}.`)
      else {
        const { mode } = this.workflows.system.device.background
        const why = mode === 'DISABLE_BACKGROUND_WORK' ? ' In this mode the driver may still tune itself.' : ''
        this.end(false, `Two replays of the frame take different times: ${text}.${why}`)
      }
    })
  }

  private commit(
    mode: BackgroundMode,
    action: MeasurementsAction,
    pass: number,
    then: (further: boolean) => void,
  ): void {
    const event = this.workflows.nextEvent(`pass ${pass}`)
    drainQueues(this.workflows.system, () =>
      this.setMode(mode, action, event, (further) => {
        const completion = this.workflows.system.events.get(event)
        completion?.wait(() => {
          if (!this.workflows.isCurrent(this.run)) return
          this.say(`The tasks of pass ${pass} are done.`)
          then(further)
        })
      }),
    )
  }

  private setMode(
    mode: BackgroundMode,
    action: MeasurementsAction,
    event: string | null,
    then: (further: boolean) => void,
    told = true,
  ): void {
    if (!this.workflows.goesOn(this.run)) return
    const step = { mode, action, ...(event === null ? {} : { event }) }
    const { hr, furtherMeasurementsDesired } = callSetMode(this.workflows.system, step)
    if (hr !== 'S_OK') return this.end(false, `${refusalOf(step, hr).message}.`)
    const wants = furtherMeasurementsDesired ? 'more is wanted' : 'no more is wanted'
    if (told) this.say(`${mode}, ${action}: S_OK, ${wants}.`)
    then(furtherMeasurementsDesired)
  }

  private frames(count: number, then: (frames: FrameTime[]) => void, told = true): void {
    const { system } = this.workflows
    if (!this.workflows.goesOn(this.run)) return
    system.player.render(count, (frames) => {
      if (!this.workflows.isCurrent(this.run)) return
      if (frames === null) return this.end(false, 'A frame was lost, as the device was removed.')
      const lost = frames.filter((frame) => frame.lost > 0).length
      if (lost > 0)
        return this.end(false, `${lost} of ${count} frames did not complete: they say nothing of the others.`)
      if (told) this.say(`Rendered ${count === 1 ? 'the frame' : `${count} frames`}.`)
      then(frames)
    })
  }

  private say(text: string): void {
    this.workflows.say(this.run, text)
  }

  private end(reached: boolean, verdict: string): void {
    this.workflows.end(this.run, reached, verdict)
  }
}
