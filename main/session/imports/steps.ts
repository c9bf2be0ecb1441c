/** The steps of a scenario as they are gathered: bounded, so that a recording of any length takes bounded memory. */
import { formatCount } from '../../../preload/contract'
import { durationToText, MAX_BYTES } from '../scenario'
import type { Cut, ImportOptions } from './capture'

/** steps that a scenario is given at most: some seconds to read, and minutes to run */
export const MOST_STEPS = 400_000
/** bytes of all steps; the file has some for its head, too, and what is larger cannot be opened */
const MOST_BYTES = MAX_BYTES - 1024 * 1024
/** µs; a step of a scenario is not later than this, which what happened at a lower speed can be */
const LATEST = Number.MAX_SAFE_INTEGER

export interface StepLimits {
  steps: number
  bytes: number
}

export class Steps {
  readonly lines: string[] = []
  /** µs after the part begins → µs of the scenario */
  readonly #atSpeed: (after: number) => number
  /** µs of the recording: where its part begins */
  readonly #from: number
  readonly #limits: StepLimits
  #bytes = 0
  #now = 0
  /** µs of the recording: the moment of the first step, and of the last */
  #first: number
  #last: number
  #cut: Cut | null = null

  constructor(
    { speed = 1, from = 0 }: Pick<ImportOptions, 'speed' | 'from'> = {},
    limits: StepLimits = { steps: MOST_STEPS, bytes: MOST_BYTES },
  ) {
    this.#atSpeed = dividedBy(speed)
    this.#from = from
    this.#first = from
    this.#last = from
    this.#limits = limits
  }

  /** Nothing more has room: what would come now is left out, and all after it. */
  get full(): boolean {
    return this.#cut !== null
  }

  /** The moment for which there is no room as a whole; null: there is for all. */
  get cut(): Cut | null {
    return this.#cut
  }

  /**
   * @param at µs of the recording; one before that of the last step counts as that
   * @returns false when there is no room for it
   */
  add(at: number, verb: string, value: unknown): boolean {
    if (this.full) return false
    const moment = Math.max(this.#last, at)
    const now = Math.max(this.#now, this.#atSpeed(moment - this.#from))
    if (now > LATEST) {
      this.#cut = cutAt(moment, this.#first, `no step is later than ${durationToText(LATEST)}`)
      return false
    }
    const line = JSON.stringify({ at: now, [verb]: value })
    const bytes = Buffer.byteLength(line) + 3
    const isMany = this.lines.length >= this.#limits.steps
    if (isMany || this.#bytes + bytes > this.#limits.bytes) {
      const most = isMany ? `${formatCount(this.#limits.steps)} steps` : `${formatCount(MAX_BYTES)} bytes`
      this.#cut = cutAt(moment, this.#first, `it holds at most ${most}`)
      return false
    }
    if (this.lines.length === 0) this.#first = moment
    this.lines.push(line)
    this.#bytes += bytes
    this.#now = now
    this.#last = moment
    return true
  }
}

/**
 * What happens at one moment of a recording is in one part of it as a whole, unless nothing else has room.
 * @param moment µs of the recording: that for which there is no room
 * @param first µs of the recording: the moment of what is there already, or where the part begins
 * @param why there is no room
 */
export function cutAt(moment: number, first: number, why: string): Cut {
  // from a moment on that is all there is it would be the same again, and never go on
  const isCrowded = moment === first
  return { next: isCrowded ? moment + 1 : moment, isCrowded, why }
}

/**
 * Division by a number as it is written, rounded down: 1.1 is eleven tenths, which no binary fraction is, so that 33 µs by
 * 1.1 would be 29.
 * @param speed above 0; `String` writes what may be asked for without an exponent
 */
function dividedBy(speed: number): (whole: number) => number {
  if (speed === 1) return (whole) => whole
  const [digits = '', tenths = ''] = String(speed).split('.')
  const scale = 10n ** BigInt(tenths.length)
  const by = BigInt(digits + tenths)
  return (whole) => Number((BigInt(whole) * scale) / by)
}
