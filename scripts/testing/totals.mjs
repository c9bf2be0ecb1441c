/** How many tests passed and failed, out of the reports of the two test runners. */
import { existsSync } from 'node:fs'
import { readJson } from '../lib/paths.mjs'

/** @typedef {{ passed: number, failed: number }} Totals */

/** @param {string} file @returns {Record<string, any> | undefined} undefined when the runner wrote none */
export function readReport(file) {
  return existsSync(file) ? readJson(file) : undefined
}

/**
 * A runner that fails without a failed test (a file that does not load, an error outside of tests) counts as one.
 * @param {Totals} totals @param {number} status of the runner
 * @returns {Totals}
 */
function heedStatus(totals, status) {
  return status !== 0 && totals.failed === 0 ? { ...totals, failed: 1 } : totals
}

/**
 * @param {Record<string, any> | undefined} report of Vitest's JSON reporter @param {number} status
 * @returns {Totals} a test file that does not load counts as one failed test
 */
export function vitestTotals(report, status) {
  if (report === undefined) return { passed: 0, failed: 1 }
  const broken = report.testResults.filter(
    (/** @type {any} */ file) => file.status === 'failed' && file.assertionResults.length === 0,
  )
  return heedStatus({ passed: report.numPassedTests, failed: report.numFailedTests + broken.length }, status)
}

/**
 * @param {Record<string, any> | undefined} report of Playwright's JSON reporter @param {number} status
 * @returns {Totals} errors outside of tests count as failed tests; so do flaky ones
 */
export function playwrightTotals(report, status) {
  if (report === undefined) return { passed: 0, failed: 1 }
  const { expected, unexpected, flaky } = report.stats
  return heedStatus({ passed: expected, failed: unexpected + flaky + report.errors.length }, status)
}

/** @param {readonly Totals[]} totals @returns {Totals} */
export function addTotals(totals) {
  const sum = (/** @type {keyof Totals} */ key) => totals.reduce((total, each) => total + each[key], 0)
  return { passed: sum('passed'), failed: sum('failed') }
}
