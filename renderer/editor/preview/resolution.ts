/** Milliseconds that a picture may take: one that is followed by others, and one that stays. */
export const MOVING_BUDGET = 30
export const STILL_BUDGET = 160

const STEPS = [0.25, 0.3125, 0.375, 0.5, 0.625, 0.75, 0.875, 1] as const
/**
 * A short frame is believed at once, a long one little by little: what else the machine does makes frames longer, never
 * shorter.
 */
const BELIEF = { shorter: 0.7, longer: 0.15 } as const
/** A step up needs this much room, so that the size does not go back and forth. */
const ROOM = 0.75

/**
 * Chooses the internal resolution from measured frame times, so that a slow GPU (or a software one) draws a coarser
 * picture and never keeps the interface waiting. The model is one number: milliseconds per pixel and texture read.
 */
export class Resolution {
  private perUnit: number | null = null
  private scale = 0.5

  /**
   * @param milliseconds how long the frame took
   * @param pixels how many picture elements it had
   * @param cost reads per pixel (`costOf`)
   */
  measured(milliseconds: number, pixels: number, cost: number): void {
    if (pixels <= 0 || cost <= 0) return
    const sample = milliseconds / (pixels * cost)
    if (this.perUnit === null) this.perUnit = sample
    else this.perUnit += (sample < this.perUnit ? BELIEF.shorter : BELIEF.longer) * (sample - this.perUnit)
  }

  /** The share of the full width and height to draw next, for a frame of at most `budget` milliseconds. */
  choose(fullPixels: number, cost: number, budget: number): number {
    const { perUnit } = this
    if (perUnit === null) return this.scale
    const expected = (scale: number) => scale * scale * fullPixels * cost * perUnit
    const fitting = STEPS.filter((step) => expected(step) <= (step > this.scale ? budget * ROOM : budget))
    this.scale = fitting.at(-1) ?? STEPS[0]
    return this.scale
  }
}
