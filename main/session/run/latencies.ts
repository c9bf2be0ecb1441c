import { grown } from '../../sim/grown'

/**
 * Different values that are kept apart. Latencies are whole µs and most of them shorter than a vertical blank's 16,667, so
 * that only runs of hours with ever other delays come to so many.
 */
export const MOST_VALUES = 16_384

/** Room at first: every world has two of these, and most have shown a few frames. */
const FIRST_VALUES = 64

/**
 * Latencies of a run, µs: the worst and percentiles, without keeping every one. They are exact up to MOST_VALUES different
 * values. Beyond, pairs of neighbours in the lower half of these count as the larger of the two: the worst stays exact, and
 * so does every percentile that is not among them, as the 99th of a run is not.
 */
export class Latencies {
  /** the different values, ascending */
  private values = new Float64Array(FIRST_VALUES)
  /** how often each was */
  private counts = new Float64Array(FIRST_VALUES)
  private different = 0
  private total = 0

  /** @param latency µs */
  add(latency: number): void {
    const { different } = this
    this.total++
    const place = this.place(latency)
    if (place < different && this.values[place] === latency) {
      this.counts[place] = (this.counts[place] as number) + 1
      return
    }
    if (different === this.values.length) this.grow()
    const { counts, values } = this
    values.copyWithin(place + 1, place, different)
    counts.copyWithin(place + 1, place, different)
    values[place] = latency
    counts[place] = 1
    this.different++
    if (this.different > MOST_VALUES) this.mergeLowerHalf()
  }

  private grow(): void {
    const length = 2 * this.values.length
    this.values = grown(Float64Array, this.values, length)
    this.counts = grown(Float64Array, this.counts, length)
  }

  private mergeLowerHalf(): void {
    const { counts, values, different } = this
    const pairs = Math.floor(different / 4)
    for (let i = 0; i < pairs; i++) {
      values[i] = values[2 * i + 1] as number
      counts[i] = (counts[2 * i] as number) + (counts[2 * i + 1] as number)
    }
    values.copyWithin(pairs, 2 * pairs, different)
    counts.copyWithin(pairs, 2 * pairs, different)
    this.different -= pairs
  }

  /** How many values are kept apart now. */
  get kept(): number {
    return this.different
  }

  /** µs; null before the first */
  get worst(): number | null {
    return this.different === 0 ? null : (this.values[this.different - 1] as number)
  }

  /**
   * The least value, µs, that at least this share of all do not exceed.
   * @param share 0 to 1
   * @param late µs of one more, which is not over yet; null: there is none
   */
  percentile(share: number, late: number | null = null): number | null {
    const total = this.total + (late === null ? 0 : 1)
    let above = total - Math.ceil(total * share)
    let further = late
    for (let i = this.different - 1; i >= 0; i--) {
      const value = this.values[i] as number
      if (further !== null && further >= value) {
        if (--above < 0) return further
        further = null
      }
      above -= this.counts[i] as number
      if (above < 0) return value
    }
    return further
  }

  /** Of the first value that is not less. */
  private place(latency: number): number {
    let low = 0
    let high = this.different
    while (low < high) {
      const middle = (low + high) >> 1
      if ((this.values[middle] as number) < latency) low = middle + 1
      else high = middle
    }
    return low
  }
}
