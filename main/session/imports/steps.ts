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
  /** µs of the recording: the moment of the last step */
  #last: number
  /** of the moment before it, as `#now` */
  #nowBefore = 0
  /** lines that come before that moment's */
  #linesBefore = 0
  /** what is counted when all of that moment has room */
  #kept: (() => void)[] = []
  #full = false
  #next: number | null = null
  /** not even one moment has room */
  #crowded = false
  /** it is their number that there is no room for, and not their bytes */
  #byCount = false

  constructor(
    { speed = 1, from = 0 }: Pick<ImportOptions, 'speed' | 'from'> = {},
    limits: StepLimits = { steps: MOST_STEPS, bytes: MOST_BYTES },
  ) {
    this.#speed = speed
    this.#from = from
    this.#last = from
    this.#limits = limits
  }

  /** Nothing more has room: what would come now is left out, and all after it. */
  get full(): boolean {
    return this.#full
  }

  /**
   * What happens at one moment of the recording is in one part of it as a whole: where not all of it has room, nothing of it
   * stays.
   * @param at µs of the recording; one before that of the last step counts as that
   * @param kept is called when it stays, which is known when a later step comes or with `end`
   * @returns false when there is no room for it
   */
  add(at: number, verb: string, value: unknown, kept?: () => void): boolean {
    if (this.#full) return false
    const moment = Math.max(this.#last, at)
    const now = Math.max(this.#now, Math.floor((moment - this.#from) / this.#speed))
    const line = JSON.stringify({ at: now, [verb]: value })
    const bytes = Buffer.byteLength(line) + 3
    if (this.lines.length >= this.#limits.steps || this.#bytes + bytes > this.#limits.bytes) {
      this.#byCount = this.lines.length >= this.#limits.steps
      this.#cutAt(moment)
      return false
    }
    if (moment > this.#last) {
      this.end()
      this.#nowBefore = this.#now
      this.#linesBefore = this.lines.length
    }
    this.lines.push(line)
    if (kept !== undefined) this.#kept.push(kept)
    this.#bytes += bytes
    this.#now = now
    this.#last = moment
    return true
  }

  /** No more will come: what is there stays. */
  end(): void {
    for (const kept of this.#kept.splice(0)) kept()
  }

  /** @param moment that for which there is no room */
  #cutAt(moment: number): void {
    this.#full = true
    this.#crowded = moment === this.#last && this.#linesBefore === 0
    // from that moment on it would be the same again, and never go on
    this.#next = this.#crowded ? moment + 1 : moment
    if (moment > this.#last || this.#crowded) return
    this.lines.length = this.#linesBefore
    this.#now = this.#nowBefore
    this.#kept = []
  }

  /** µs of the recording: all before is there, and nothing of what comes then or later; null: it has all. */
  get next(): number | null {
    return this.#next
  }

  /** What is said of that. */
  get cut(): string | null {
    if (this.#next === null) return null
    const most = this.#byCount ? `${formatCount(this.#limits.steps)} steps` : `${formatCount(MAX_BYTES)} bytes`
    const left = this.#crowded ? 'what else happens then, and what comes later,' : 'what comes later'
    return `the scenario ends at ${durationToText(this.#now)}, as it holds at most ${most}: ${left} is not imported; ${nextPart(this.#next)}`
  }
}

/** What to do for what has no room. @param at µs of the recording: where that begins */
export function nextPart(at: number): string {
  return `“trimline import --from ${durationToText(at)}” makes a scenario of what follows`
}
