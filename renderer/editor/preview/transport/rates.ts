/** Pictures a second, of the simulation and of this computer: what came, what was drawn, over a sliding second. Pure. */

/** ms over which it is counted */
const WINDOW = 1_000
/** pictures of a second that have to come before anything is said of this computer */
const ENOUGH = 5
/** share of them that is drawn where all is well: the rest came together with another */
const IN_TIME = 0.7

interface Seen {
  /** ms of the wall clock */
  at: number
  /** number of the picture */
  number: number
  /** µs of simulated time at which it was shown */
  t: number
}

export interface Rates {
  /** pictures that the simulation showed in a second of its own time; null: too few to tell */
  simulated: number | null
  /** pictures that this computer drew in a second of ours */
  real: number | null
  /** pictures came that this computer has not drawn */
  behind: boolean
}

export class RateCounter {
  private arrived: Seen[] = []
  private drawn: number[] = []

  /** A picture came. */
  came(number: number, t: number, at: number): void {
    const last = this.arrived.at(-1)
    // another run begins
    if (last !== undefined && (number < last.number || t < last.t)) this.arrived = []
    this.arrived.push({ at, number, t })
  }

  /** A picture that had not been drawn before is on the screen. */
  drew(at: number): void {
    this.drawn.push(at)
  }

  rates(now: number): Rates {
    this.arrived = this.arrived.filter(({ at }) => now - at <= WINDOW)
    this.drawn = this.drawn.filter((at) => now - at <= WINDOW)
    const first = this.arrived[0]
    const last = this.arrived.at(-1)
    if (first === undefined || last === undefined || last.t === first.t)
      return { simulated: null, real: null, behind: false }
    const shown = last.number - first.number
    const real = this.drawn.length / (WINDOW / 1000)
    const came = this.arrived.length
    return {
      simulated: (shown * 1e6) / (last.t - first.t),
      real,
      behind: came >= ENOUGH && this.drawn.length < came * IN_TIME,
    }
  }
}
