/** Latencies of a run, µs: the worst and percentiles, exact, without keeping every one. */
export class Latencies {
  private readonly counts = new Map<number, number>()
  /** the different values, ascending */
  private readonly values: number[] = []
  private total = 0

  add(latency: number): void {
    this.total++
    const count = this.counts.get(latency)
    this.counts.set(latency, (count ?? 0) + 1)
    if (count === undefined) this.values.splice(this.place(latency), 0, latency)
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
