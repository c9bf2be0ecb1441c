import { describe, expect, it } from 'vitest'
import { addTotals, playwrightTotals, readReport, vitestTotals } from '../../../scripts/testing/totals.mjs'

const vitest = (passed: number, failed: number, files: unknown[] = []) => ({
  numPassedTests: passed,
  numFailedTests: failed,
  testResults: files,
})
const playwright = (expected: number, unexpected: number, flaky = 0, errors: unknown[] = []) => ({
  stats: { expected, unexpected, flaky, skipped: 0 },
  errors,
})

describe('totals', () => {
  it('takes over what the reports say', () => {
    expect(vitestTotals(vitest(5, 2), 1)).toEqual({ passed: 5, failed: 2 })
    expect(playwrightTotals(playwright(3, 1), 1)).toEqual({ passed: 3, failed: 1 })
  })

  it('counts a test file that does not load, an error outside of tests and a flaky test as failed', () => {
    const broken = { status: 'failed', assertionResults: [] }
    expect(vitestTotals(vitest(5, 0, [broken]), 1)).toEqual({ passed: 5, failed: 1 })
    expect(playwrightTotals(playwright(3, 0, 0, [{ message: 'no build' }]), 1)).toEqual({ passed: 3, failed: 1 })
    expect(playwrightTotals(playwright(3, 0, 1), 0)).toEqual({ passed: 3, failed: 1 })
  })

  it('never reports success for a runner that ended badly or wrote no report', () => {
    expect(vitestTotals(vitest(5, 0), 1).failed).toBe(1)
    expect(playwrightTotals(playwright(3, 0), 1).failed).toBe(1)
    expect(vitestTotals(readReport('/absent/report.json'), 0)).toEqual({ passed: 0, failed: 1 })
    expect(playwrightTotals(undefined, 0)).toEqual({ passed: 0, failed: 1 })
  })

  it('adds up', () => {
    expect(
      addTotals([
        { passed: 5, failed: 1 },
        { passed: 3, failed: 0 },
      ]),
    ).toEqual({ passed: 8, failed: 1 })
  })
})
