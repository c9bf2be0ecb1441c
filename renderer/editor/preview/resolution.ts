/** What a picture may cost: one that is followed by others, and one that stays. */
export interface Budget {
  milliseconds: number
  /** the coarsest share of the full width and height */
  least: number
}

export const MOVING: Budget = { milliseconds: 30, least: 0.25 }
export const STILL: Budget = { milliseconds: 160, least: 0.5 }

const STEPS = [0.25, 0.3125, 0.375, 0.5, 0.625, 0.75, 0.875, 1] as const
/** A step up needs this much room, so that the size does not go back and forth. */
const ROOM = 0.75
/**
 * A frame that takes no more than this share of its budget is followed by one a step finer, whatever is expected: so
 * it is found out what is fixed. The steps are close enough that the finer one is within the budget too.
 */
const EASY = 0.55
/** How much each new measurement takes from the weight of those before. */
const MEMORY = 0.85
/** Measurements tell the fixed part from the growing one when their sizes differ by about this share. */
const SPREAD = 0.1
/** At most this share of a frame is taken to be fixed. */
const MOST_FIXED = 0.98

/**
 * Chooses the internal resolution from measured frame times, so that a slow GPU (or a software one) draws a coarser
 * picture and never keeps the interface waiting. A frame's time is taken to be a fixed part (the browser showing it)
 * and a part that grows with its work (picture elements times texture reads); both come from a line fitted to the
 * newest measurements.
 */
export class Resolution {
  private scale = 0.5
  private fixed = 0
  private perWork = 0
  /** weighted sums over the measurements: weight, work, time, work², work × time */
  private sums = { n: 0, x: 0, y: 0, xx: 0, xy: 0 }

  /**
   * @param milliseconds how long the frame took
   * @param pixels how many picture elements it had
   * @param cost reads per pixel (`costOf`)
   */
  measured(milliseconds: number, pixels: number, cost: number): void {
    const work = pixels * cost
    if (work <= 0) return
    const { n, x, y, xx, xy } = this.sums
    this.sums = {
      n: n * MEMORY + 1,
      x: x * MEMORY + work,
      y: y * MEMORY + milliseconds,
      xx: xx * MEMORY + work * work,
      xy: xy * MEMORY + work * milliseconds,
    }
    this.fit()
  }

  /** The share of the full width and height to draw next. */
  choose(fullPixels: number, cost: number, budget: Budget): number {
    const steps = STEPS.filter((step) => step >= budget.least)
    if (this.sums.n > 0) {
      const expected = (scale: number) => this.fixed + scale * scale * fullPixels * cost * this.perWork
      const limit = budget.milliseconds
      const fitting = steps.filter((step) => expected(step) <= (step > this.scale ? limit * ROOM : limit))
      const easy = expected(this.scale) <= limit * EASY ? steps.find((step) => step > this.scale) : undefined
      this.scale = Math.max(fitting.at(-1) ?? budget.least, easy ?? 0)
    }
    return Math.max(this.scale, budget.least)
  }

  private fit(): void {
    const { n, x, y, xx, xy } = this.sums
    const work = x / n
    const time = y / n
    const variance = xx / n - work * work
    if (variance > (SPREAD * work) ** 2) {
      const slope = Math.max(0, (xy / n - work * time) / variance)
      this.fixed = Math.max(0, time - slope * work)
    }
    // Frames of one size do not tell the two parts apart: then the fixed part stays what it was.
    this.fixed = Math.min(this.fixed, MOST_FIXED * time)
    this.perWork = (time - this.fixed) / work
  }
}
