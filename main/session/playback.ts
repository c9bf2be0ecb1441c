/** A scenario's steps played live, at their moments of simulated time. */
import type { PlaybackView } from '../../preload/contract'
import type { Scenario, Step } from './scenario'

export class Playback {
  private next = 0
  private passed = 0
  private failed = 0

  constructor(
    private readonly scenario: Scenario,
    /** carries out a step; for `expect` says how many conditions held and how many did not */
    private readonly carryOut: (step: Step) => { passed: number; failed: number },
  ) {}

  /** µs of the next step, Infinity when none is left */
  get nextTime(): number {
    return this.scenario.steps[this.next]?.at ?? Number.POSITIVE_INFINITY
  }

  /** Steps are left, or the run's end has not come. */
  isPlaying(now: number): boolean {
    return this.scenario.steps.length > 0 && (this.next < this.scenario.steps.length || now < this.scenario.until)
  }

  runNext(): void {
    const step = this.scenario.steps[this.next++] as Step
    const { passed, failed } = this.carryOut(step)
    this.passed += passed
    this.failed += failed
  }

  view(): PlaybackView {
    const { name, until, steps } = this.scenario
    return { name, until, stepsDone: this.next, steps: steps.length, passed: this.passed, failed: this.failed }
  }
}
