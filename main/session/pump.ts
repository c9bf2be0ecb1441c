/** Moves simulated time on with the wall clock, in slices that leave the main process responsive. */
import type { ClockView, Speed } from '../../preload/contract'
import { sliceEndsIn } from '../sim/slices'
import type { WatchedSystem } from './run/watched-system'

/** ms of one slice of simulation work, so that the main process stays responsive */
const SLICE_MS = 4
/** ms of wall time that are made up for at most: after a pause of the machine the simulation does not race */
const MOST_OWED_MS = 250
/** µs of one display frame */
const DISPLAY_FRAME = 16_667

export interface PumpOptions {
  /** the wall clock: milliseconds, monotonic */
  wallMs: () => number
  /** the simulated system that runs now */
  system: () => WatchedSystem
  /** the real input, or Simulate idle, reaches the emulated OS */
  followIdle: () => void
  /** time has gone on, or what was begun was gone on with */
  passed: () => void
}

export class Pump {
  /** a person has run, paused or stepped it, or set its speed, since that was last told */
  hasChanged = false
  private runs = true
  private factor: Speed = 1
  private lastWall: number
  /** simulated time to be reached, µs; has a fraction */
  private target = 0

  constructor(private readonly options: PumpOptions) {
    this.lastWall = options.wallMs()
  }

  get isRunning(): boolean {
    return this.runs
  }

  set isRunning(running: boolean) {
    this.hasChanged = true
    this.runs = running
  }

  get speed(): Speed {
    return this.factor
  }

  set speed(speed: Speed) {
    this.hasChanged = true
    this.factor = speed
  }

  get clock(): ClockView {
    return { now: this.system.world.sim.now, running: this.isRunning, speed: this.speed }
  }

  private get system(): WatchedSystem {
    return this.options.system()
  }

  /** @returns asked between slices: whether `ms` of wall time from now have not passed yet */
  inTime(ms: number): () => boolean {
    const end = this.options.wallMs() + ms
    return () => this.options.wallMs() < end
  }

  /**
   * Wall time has passed.
   * @returns `passed`, ms since it was asked last, as far as they are made up for; when its slice ends
   */
  takeWallTime(): { passed: number; inTime: () => boolean } {
    const wall = this.options.wallMs()
    const passed = Math.min(wall - this.lastWall, MOST_OWED_MS)
    this.lastWall = wall
    return { passed, inTime: () => this.options.wallMs() < wall + SLICE_MS }
  }

  /**
   * Advances simulated time by the wall time that has passed × speed.
   * @param passed ms of wall time
   * @returns true when there is more to do: call again soon
   */
  pump(passed: number, inTime: () => boolean): boolean {
    const { system } = this
    // what was begun is carried out to its end, also while time stands still
    if (system.isBusy && !system.finishBegun(inTime)) return true
    if (!this.isRunning) return false
    const { sim } = system.world
    // after a bug check there is no time either
    if (sim.halted) return false
    this.target = Math.max(this.target, sim.now) + passed * 1000 * this.speed
    this.options.followIdle()
    const reached = this.advance(Math.floor(this.target), inTime)
    this.options.passed()
    system.followPlayback()
    // a machine that is too slow for this speed runs as fast as it can, rather than owing more and more
    if (!reached) this.target = Math.min(this.target, sim.now + MOST_OWED_MS * 1000 * this.speed)
    return !reached
  }

  /** Runs the next event, or to the next display frame when none is nearer; time stands still then. */
  step(): void {
    this.isRunning = false
    this.options.followIdle()
    const inTime = this.inTime(SLICE_MS)
    const { world, playback } = this.system
    const { sim } = world
    const { nextTime } = playback
    const until = Math.min(sim.nextEventTime, nextTime, this.scriptEnd, sim.now + DISPLAY_FRAME)
    if (sim.nextEventTime <= until) sim.runNext()
    else {
      sim.advanceTo(until)
      if (nextTime <= until) playback.runNext(inTime)
    }
    this.target = sim.now
    this.system.followPlayback()
  }

  /** Another system runs, from its first moment. */
  startAnew(): void {
    this.target = 0
  }

  /** µs at which the real input counts again, if no step is left before; Infinity: it counts, or steps are left */
  private get scriptEnd(): number {
    const { playback, idleRule } = this.system
    return idleRule.scripted ? playback.endTime : Number.POSITIVE_INFINITY
  }

  /** @returns false when the slice ended before `until` was reached */
  private advance(until: number, inTime: () => boolean): boolean {
    const { system } = this
    const { world, playback, idleRule } = system
    const { sim } = world
    const sliceEnds = sliceEndsIn(sim)
    const mayGoOn = (): boolean => !sliceEnds() || inTime()
    for (;;) {
      const next = Math.min(playback.nextTime, this.scriptEnd, until)
      if (!sim.advanceTo(next, mayGoOn)) return false
      // the real input counts from the end of what is played on, wherever a slice ends
      if (idleRule.scripted && !playback.isPlaying(sim.now)) {
        system.followPlayback()
        this.options.followIdle()
        continue
      }
      if (playback.nextTime > until) return true
      // thousands of steps can stand at one time
      if (!playback.runNext(inTime) || !mayGoOn()) return false
    }
  }
}
