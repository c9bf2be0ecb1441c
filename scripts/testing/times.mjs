/** Where the time of a test run went, out of the reports of the two test runners and a clock. */

/** @typedef {{ what: string, seconds: number }} Time */

/** Files that are named; the others are only counted. */
const SLOWEST = 10

/** A clock for the steps of a run, which may overlap. */
export class Steps {
  /** @type {Time[]} in the order of their ends */
  times = []
  #now

  /** @param {() => number} now ms, monotonic */
  constructor(now = () => performance.now()) {
    this.#now = now
  }

  /**
   * @template Result
   * @param {string} what
   * @param {() => Promise<Result>} step
   * @returns {Promise<Result>} what the step came to; its time is kept also when it fails
   */
  async take(what, step) {
    const started = this.#now()
    try {
      return await step()
    } finally {
      this.times.push({ what, seconds: (this.#now() - started) / 1000 })
    }
  }
}

/**
 * @param {Record<string, any> | undefined} report of Vitest's JSON reporter
 * @param {string} root paths are shown from here
 * @returns {Time[]} each test file, the slowest first
 */
export function vitestTimes(report, root) {
  const files = /** @type {{ name: string, startTime: number, endTime: number }[]} */ (report?.testResults ?? [])
  return slowestFirst(
    files.map(({ name, startTime, endTime }) => ({
      what: name.startsWith(root) ? name.slice(root.length + 1) : name,
      seconds: (endTime - startTime) / 1000,
    })),
  )
}

/**
 * @param {Record<string, any> | undefined} report of Playwright's JSON reporter
 * @returns {Time[]} each journey, the slowest first
 */
export function playwrightTimes(report) {
  return slowestFirst((report?.suites ?? []).flatMap(timesOfSuite))
}

/** @param {any} suite @returns {Time[]} */
function timesOfSuite({ file, suites = [], specs = [] }) {
  const own = specs.map((/** @type {any} */ { title, tests }) => {
    const results = tests.flatMap((/** @type {any} */ test) => test.results)
    const ms = results.reduce((/** @type {number} */ sum, /** @type {any} */ { duration }) => sum + duration, 0)
    return { what: `${file}: ${title}`, seconds: ms / 1000 }
  })
  return [...own, ...suites.flatMap(timesOfSuite)]
}

/** @param {Time[]} times */
function slowestFirst(times) {
  return times.sort((a, b) => b.seconds - a.seconds)
}

/**
 * @param {string} title of the list
 * @param {readonly Time[]} times the slowest first
 * @returns {string[]} lines for people; none without times
 */
export function slowestLines(title, times) {
  if (times.length === 0) return []
  const total = times.reduce((sum, { seconds }) => sum + seconds, 0)
  const shown = times.slice(0, SLOWEST)
  return [`${title}: ${times.length}, together ${time(total)}; the slowest`, ...shown.map(line)]
}

/** @param {readonly Time[]} times of steps @returns {string[]} */
export function stepLines(times) {
  return times.length === 0 ? [] : ['where the time went', ...times.map(line)]
}

/** @param {Time} time */
function line({ what, seconds }) {
  return `  ${time(seconds).padStart(8)}  ${what}`
}

/** @param {number} seconds @returns {string} such as "75.3 s" or "4 min 12 s" */
function time(seconds) {
  if (seconds < 100) return `${seconds.toFixed(1)} s`
  const whole = Math.round(seconds)
  return `${Math.floor(whole / 60)} min ${whole % 60} s`
}
