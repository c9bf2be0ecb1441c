import { CLIP } from './clip'

/** ms that a picture which is followed by others may take, for the choice of its size: until the clip's next frame. */
export const FRAME_BUDGET = 1000 / CLIP.rate

const STEPS = [0.25, 0.3125, 0.375, 0.5, 0.625, 0.75, 0.875, 1] as const
/** A step up needs this much room, so that the size does not go back and forth. */
const ROOM = 0.75
/**
 * A frame that takes no more than this share of the budget is followed by one a step finer, whatever is expected: so
 * it is found out what is fixed. At 60 Hz a frame seen to be done at the second look is such a one.
 */
const EASY = 0.62
/** How much each new measurement takes from the weight of those before. */
const MEMORY = 0.85
/** Measurements tell the fixed part from the growing one when their sizes differ by about this share. */
const SPREAD = 0.1
/** At most this share of a frame is taken to be fixed. */
const MOST_FIXED = 0.98

/**
 * Chooses the internal resolution of moving pictures from measured frame times, so that a slow GPU (or a software
 * one) draws a coarser picture and never keeps the interface waiting. A frame's time is taken to be a fixed part (it
 * is looked at once a display frame) and a part that grows with its work (picture elements times texture reads); both
 * come from a line fitted to the newest measurements.
 */
export class Resolution {
  private scale = 0.5
  private fixed = 0
  private perWork = 0
  /** weighted sums over the measurements: weight, work, time, work², work × time */
  private sums = { n: 0, x: 0, y: 0, xx: 0, xy: 0 }

  /**
   * @param milliseconds how long the frame took
   * @param work its picture elements times the reads per element (`costOf`)
   */
  measured(milliseconds: number, work: number): void {
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

  /** The share of the full width and height to draw next, for the work of a picture of full size. */
  choose(fullWork: number): number {
    if (this.sums.n > 0) {
      const expected = (scale: number) => this.fixed + scale * scale * fullWork * this.perWork
      const limit = (step: number) => (step > this.scale ? FRAME_BUDGET * ROOM : FRAME_BUDGET)
      const fitting = STEPS.filter((step) => expected(step) <= limit(step))
      const easy = expected(this.scale) <= FRAME_BUDGET * EASY ? STEPS.find((step) => step > this.scale) : undefined
      this.scale = Math.max(fitting.at(-1) ?? STEPS[0], easy ?? 0)
    }
    return this.scale
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
