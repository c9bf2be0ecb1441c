/** The steps of a scenario as they are gathered: bounded, so that a recording of any length takes bounded memory. */
import { formatCount } from '../../../preload/contract'
import { durationToText, MAX_BYTES } from '../scenario'
import type { ImportOptions } from './capture'

/** steps that a scenario is given at most: some seconds to read, and minutes to run */
export const MOST_STEPS = 400_000
/** bytes of all steps; the file has some for its head, too, and what is larger cannot be opened */
const MOST_BYTES = MAX_BYTES - 1024 * 1024

export interface StepLimits {
  steps: number
  bytes: number
}

export class Steps {
  readonly lines: string[] = []
  readonly #speed: number
  /** µs of the recording: where its part begins */
  readonly #from: number
  readonly #limits: StepLimits
  #bytes = 0
  #now = 0
  /** µs of the recording */
  #last = 0
  #full = false

  constructor(
    { speed = 1, from = 0 }: Pick<ImportOptions, 'speed' | 'from'> = {},
    limits: StepLimits = { steps: MOST_STEPS, bytes: MOST_BYTES },
  ) {
    this.#speed = speed
    this.#from = from
    this.#limits = limits
  }

  /** Nothing more has room: what would come now is left out, and all after it. */
  get full(): boolean {
    return this.#full
  }

  /**
   * @param at µs of the recording; one before that of the last step counts as that
   * @returns false when there is no room for it
   */
  add(at: number, verb: string, value: unknown): boolean {
    if (this.#full) return false
    const now = Math.max(this.#now, Math.floor((at - this.#from) / this.#speed))
    const line = JSON.stringify({ at: now, [verb]: value })
    const bytes = Buffer.byteLength(line) + 3
    if (this.lines.length >= this.#limits.steps || this.#bytes + bytes > this.#limits.bytes) {
      this.#full = true
      return false
    }
    this.lines.push(line)
    this.#bytes += bytes
    this.#now = now
    this.#last = at
    return true
  }

  /** µs of the recording, where it ends before the recording does; null: it has all. */
  get next(): number | null {
    return this.#full ? this.#last : null
  }

  /** What is said of that. */
  get cut(): string | null {
    if (!this.#full) return null
    const { steps } = this.#limits
    const most = this.lines.length >= steps ? `${formatCount(steps)} steps` : `${formatCount(MAX_BYTES)} bytes`
    return `the scenario ends at ${durationToText(this.#now)}, as it holds at most ${most}: what comes later is not imported; ${nextPart(this.#last)}`
  }
}

/** What to do for what has no room. @param at µs of the recording: where it ends */
export function nextPart(at: number): string {
  return `“trimline import --from ${durationToText(at)}” makes a scenario of what follows`
}
