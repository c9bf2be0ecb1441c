/** What the calls of steps returned and how long presses and frames took, for what later steps expect of them (SC-15). */
import type { HResultName } from '../../d3d12/hresult'

export interface CallResult {
  /** one for each call that the step made, in order */
  results: HResultName[]
  /** µs from the press until the GPU had finished its work; null: it has not, or the step presses nothing */
  latency: number | null
}

export class CallResults {
  /** µs, the worst of the frames presented so far; null: none was */
  worstFrame: number | null = null
  // what nobody can name any more goes
  private readonly byStep = new WeakMap<object, CallResult>()
  private current: CallResult = { results: [], latency: null }

  /** The step's calls follow. */
  begin(step: object): CallResult {
    this.current = { results: [], latency: null }
    this.byStep.set(step, this.current)
    return this.current
  }

  /** One of the several calls that a step makes. */
  add(hr: HResultName): void {
    this.current.results.push(hr)
  }

  /** The step is over. @param hr what it returned: its only call's result, where it has added none */
  end(result: CallResult, hr: HResultName): void {
    if (result.results.length === 0) result.results.push(hr)
  }

  /** undefined: the step was not carried out */
  of(step: object): CallResult | undefined {
    return this.byStep.get(step)
  }

  /** A frame was shown. @param duration µs */
  presented(duration: number): void {
    this.worstFrame = Math.max(this.worstFrame ?? 0, duration)
  }
}
