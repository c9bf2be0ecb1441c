/** Timing of things that are compared: in turns, several rounds, so that a busy moment of the machine hits all alike. */

export interface Contender {
  name: string
  /** does the work once and returns how many operations that was; set-up belongs outside, in `prepare` */
  run(): number
  /** before each round, not timed */
  prepare?(): void
}

export interface Timing {
  name: string
  /** seconds per operation, the median of the rounds */
  seconds: number
  /** the fastest round */
  best: number
}

const ROUNDS = 15

/**
 * One warm-up round, then `rounds` timed ones, the contenders one after another in each. What is no longer needed of their
 * set-up is collected before the first; between the rounds the engine collects when it wants to, as in an app: forced, it
 * would move what is compared, and cost those with many objects twice their time.
 */
export function measure<const T extends readonly Contender[]>(
  contenders: T,
  rounds = ROUNDS,
): { [K in keyof T]: Timing } {
  const timings = contenders.map(() => [] as number[])
  collectGarbage()
  for (let round = -1; round < rounds; round++)
    for (const [index, contender] of contenders.entries()) {
      contender.prepare?.()
      const start = process.hrtime.bigint()
      const operations = contender.run()
      const seconds = Number(process.hrtime.bigint() - start) / 1e9
      if (round >= 0) timings[index]?.push(seconds / operations)
    }
  return contenders.map(({ name }, index) => summary(name, timings[index] ?? [])) as { [K in keyof T]: Timing }
}

/** @param samples seconds per operation of each round */
export function summary(name: string, samples: readonly number[]): Timing {
  return { name, seconds: median(samples), best: Math.min(...samples) }
}

/** Of an even number of them the mean of the two in the middle. @returns NaN: there are none */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const half = sorted.length / 2
  return ((sorted[Math.ceil(half) - 1] ?? Number.NaN) + (sorted[Math.floor(half)] ?? Number.NaN)) / 2
}

/** Needs `node --expose-gc`. */
function collectGarbage(): void {
  ;(globalThis as { gc?: () => void }).gc?.()
}
