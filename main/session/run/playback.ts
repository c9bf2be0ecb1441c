/** A scenario's steps played live, at their moments of simulated time, each in slices. */
import { derivedText, type PlaybackView } from '../../../preload/contract'
import type { Sliced, SliceProgress } from '../../sim/slices'
import { type Scenario, type Step, shownLines, shownValue } from '../scenario'

/** Of `expect`: how many conditions held and how many did not. */
export interface StepOutcome {
  passed: number
  failed: number
}

export class Playback {
  private next = 0
  private passed = 0
  private failed = 0
  private current: Sliced<StepOutcome> | null = null
  private progress: SliceProgress | null = null

  private readonly derived: string | null
  private readonly expects: boolean

  constructor(
    private readonly scenario: Scenario,
    /** carries out a step, of that number in the scenario */
    private readonly playStep: (step: Step, index: number) => Sliced<StepOutcome>,
  ) {
    this.derived = derivedText(shownLines(scenario.derived ?? []))
    this.expects = scenario.steps.some(({ verb }) => verb === 'expect')
  }

  /** µs of the next step, Infinity when none is left */
  get nextTime(): number {
    return this.scenario.steps[this.next]?.at ?? Number.POSITIVE_INFINITY
  }

  /** µs of the run's end, behind its last step; Infinity: steps are left, or there never was one */
  get endTime(): number {
    const { steps, until } = this.scenario
    return steps.length > 0 && this.next === steps.length ? until : Number.POSITIVE_INFINITY
  }

  /** Steps that have not begun. */
  get left(): readonly Step[] {
    return this.scenario.steps.slice(this.next)
  }

  /** Part of a step has been carried out: nothing else may happen in the simulation before the rest of it. */
  get isInStep(): boolean {
    return this.current !== null
  }

  /** Steps are left, or the run's end has not come. @param now µs */
  isPlaying(now: number): boolean {
    if (this.isInStep) return true
    return this.scenario.steps.length > 0 && (this.next < this.scenario.steps.length || now < this.scenario.until)
  }

  /**
   * Carries the next step out, or goes on with the one that was begun.
   * @param mayGoOn asked between slices; false stops there
   * @returns whether the step is finished
   */
  runNext(mayGoOn: () => boolean = () => true): boolean {
    this.current ??= this.begin(this.next++)
    for (;;) {
      const slice = this.current.next()
      if (slice.done === true) {
        this.passed += slice.value.passed
        this.failed += slice.value.failed
        this.current = null
        this.progress = null
        return true
      }
      this.progress = slice.value
      if (!mayGoOn()) return false
    }
  }

  private begin(index: number): Sliced<StepOutcome> {
    return this.playStep(this.scenario.steps[index] as Step, index)
  }

  view(): PlaybackView {
    const { name, until, steps } = this.scenario
    const { passed, failed, progress } = this
    const step = steps[this.next - 1]
    return {
      name: shownValue(name),
      until,
      stepsDone: this.next - (this.isInStep ? 1 : 0),
      steps: steps.length,
      expects: this.expects,
      passed,
      failed,
      step: progress === null || step === undefined ? null : { index: this.next - 1, verb: step.verb, ...progress },
      derived: this.derived,
    }
  }
}
