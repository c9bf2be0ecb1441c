/**
 * What failed, out of the reports of the two test runners: said once more at the end, as the end of a long output is all
 * that many show of it.
 */
import { stripVTControlCharacters } from 'node:util'

/** Failed tests that are named; the others are only counted. */
const NAMED = 20
/** Characters of what a failed test said. */
const SAID = 300

/** Failed journeys of which what the window showed is said, and lines of it, the last of them: errors stand there. */
const LOOKED_AT = 3
const LINES_SHOWN = 60
/** What a failed journey's windows said and showed is attached to its report by this name. */
export const SHOWN = 'what the app said and showed'

/**
 * @typedef {{ what: string, said: string, shown?: string }} Failure where it is and its title; the first line of what it
 *   said; of a journey what its windows showed
 */

/** @param {string | undefined} message @returns {string} */
function firstLine(message) {
  const plain = stripVTControlCharacters(message ?? '').trim()
  return (plain.split('\n')[0] ?? '').slice(0, SAID)
}

/**
 * @param {Record<string, any> | undefined} report of Vitest's JSON reporter
 * @param {string} root paths are shown from here
 * @returns {Failure[]} failed tests, and test files that do not load
 */
export function vitestFailures(report, root) {
  return (report?.testResults ?? []).flatMap((/** @type {any} */ { name, status, message, assertionResults }) => {
    const file = name.startsWith(root) ? name.slice(root.length + 1) : name
    if (status === 'failed' && assertionResults.length === 0) return [{ what: file, said: firstLine(message) }]
    return assertionResults
      .filter((/** @type {any} */ test) => test.status === 'failed')
      .map((/** @type {any} */ { fullName, failureMessages }) => ({
        what: `${file}: ${fullName}`,
        said: firstLine(failureMessages[0]),
      }))
  })
}

/**
 * @param {Record<string, any> | undefined} report of Playwright's JSON reporter
 * @returns {Failure[]} journeys that failed or were flaky, and errors outside of them
 */
export function playwrightFailures(report) {
  const outside = (report?.errors ?? []).map((/** @type {any} */ { message }) => ({
    what: 'outside of journeys',
    said: firstLine(message),
  }))
  return [...(report?.suites ?? []).flatMap(failuresOfSuite), ...outside]
}

/** @param {any} suite @returns {Failure[]} */
function failuresOfSuite({ file, suites = [], specs = [] }) {
  const own = specs
    .filter((/** @type {any} */ { tests }) =>
      tests.some((/** @type {any} */ { status }) => status === 'unexpected' || status === 'flaky'),
    )
    .map((/** @type {any} */ { title, tests }) => {
      const results = tests.flatMap((/** @type {any} */ test) => test.results)
      const shown = results
        .flatMap((/** @type {any} */ { attachments = [] }) => attachments)
        .find((/** @type {any} */ { name, body }) => name === SHOWN && body !== undefined)
      return {
        what: `${file}: ${title}`,
        said: firstLine(results.flatMap((/** @type {any} */ result) => result.errors ?? [])[0]?.message),
        ...(shown === undefined ? {} : { shown: Buffer.from(shown.body, 'base64').toString() }),
      }
    })
  return [...own, ...suites.flatMap(failuresOfSuite)]
}

/** @param {string} text @returns {string[]} its last lines, none of them empty or longer than what a failed test said */
function lastLines(text) {
  const lines = stripVTControlCharacters(text)
    .split('\n')
    .filter((line) => line.trim() !== '')
  return lines.slice(-LINES_SHOWN).map((line) => line.slice(0, SAID))
}

/** @param {readonly Failure[]} failures @returns {string[]} lines for people; none without failures */
export function failureLines(failures) {
  if (failures.length === 0) return []
  const rest = failures.length - NAMED
  const shown = failures.flatMap(({ what, shown }) => (shown === undefined ? [] : [{ what, shown }]))
  return [
    ...shown
      .slice(0, LOOKED_AT)
      .flatMap(({ what, shown }) => [`in ${what}`, ...lastLines(shown).map((line) => `  | ${line}`)]),
    `failed: ${failures.length}`,
    ...failures.slice(0, NAMED).flatMap(({ what, said }) => [`  ${what}`, ...(said === '' ? [] : [`    ${said}`])]),
    ...(rest > 0 ? [`  and ${rest} more`] : []),
  ]
}
