/**
 * Different values that are kept apart. Latencies are whole µs and most of them shorter than a vertical blank's 16,667, so
 * that only runs of many hours with ever other delays come to so many.
 */
export const MOST_VALUES = 32_768

/**
 * Latencies of a run, µs: the worst and percentiles, without keeping every one. They are exact up to MOST_VALUES different
 * values. Beyond, pairs of neighbours in the lower half of these count as the larger of the two: the worst stays exact, and
 * so does every percentile that is not among them, as the 99th of a run is not.
 */
export class Latencies {
  private readonly counts = new Map<number, number>()
  /** the different values, ascending */
  private values: number[] = []
  private total = 0

  add(latency: number): void {
    this.total++
    const count = this.counts.get(latency)
    this.counts.set(latency, (count ?? 0) + 1)
    if (count !== undefined) return
    this.values.splice(this.place(latency), 0, latency)
    if (this.values.length > MOST_VALUES) this.mergeLowerHalf()
  }

  private mergeLowerHalf(): void {
    const { counts, values } = this
    const half = Math.floor(values.length / 4) * 2
    const merged: number[] = []
    for (let i = 0; i < half; i += 2) {
      const [lower, upper] = [values[i] as number, values[i + 1] as number]
      counts.set(upper, (counts.get(upper) as number) + (counts.get(lower) as number))
      counts.delete(lower)
      merged.push(upper)
    }
    this.values = [...merged, ...values.slice(half)]
  }

  /** Values that are kept apart now. */
  get kept(): number {
    return this.values.length
  }

  /** null before the first */
  get worst(): number | null {
    return this.values.at(-1) ?? null
  }

  /**
   * The least value that at least this share of all do not exceed.
   * @param share 0 to 1
   * @param late one more, which is not over yet; null: there is none
   */
  percentile(share: number, late: number | null = null): number | null {
    const total = this.total + (late === null ? 0 : 1)
    let above = total - Math.ceil(total * share)
    let further = late
    for (let i = this.values.length - 1; i >= 0; i--) {
      const value = this.values[i] as number
      if (further !== null && further >= value) {
        if (--above < 0) return further
        further = null
      }
      above -= this.counts.get(value) as number
      if (above < 0) return value
    }
    return further
  }

  private place(latency: number): number {
    let low = 0
    let high = this.values.length
    while (low < high) {
      const middle = (low + high) >> 1
      if ((this.values[middle] as number) < latency) low = middle + 1
      else high = middle
    }
    return low
  }
}
