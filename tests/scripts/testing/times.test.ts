import { describe, expect, it } from 'vitest'
import { playwrightTimes, Steps, slowestLines, stepLines, vitestTimes } from '../../../scripts/testing/times.mjs'

describe('where the time went', () => {
  it('is known of each test file of Vitest, the slowest first', () => {
    const file = (name: string, startTime: number, endTime: number) => ({ name, startTime, endTime })
    const report = { testResults: [file('/src/tests/a.test.ts', 5, 505), file('/elsewhere/b.test.ts', 0, 2500)] }
    expect(vitestTimes(report, '/src')).toEqual([
      { what: '/elsewhere/b.test.ts', seconds: 2.5 },
      { what: 'tests/a.test.ts', seconds: 0.5 },
    ])
  })

  it('is known of each journey, in whatever suite, with every try', () => {
    const spec = (title: string, ...durations: number[]) => ({
      title,
      tests: [{ results: durations.map((duration) => ({ duration })) }],
    })
    const report = {
      suites: [
        {
          file: 'a.spec.ts',
          specs: [spec('one', 1000)],
          suites: [{ file: 'a.spec.ts', specs: [spec('two', 3000, 500)] }],
        },
      ],
    }
    expect(playwrightTimes(report)).toEqual([
      { what: 'a.spec.ts: two', seconds: 3.5 },
      { what: 'a.spec.ts: one', seconds: 1 },
    ])
  })

  it('is nothing without reports', () => {
    expect([...vitestTimes(undefined, '/src'), ...playwrightTimes(undefined)]).toEqual([])
    expect([...slowestLines('none', []), ...stepLines([])]).toEqual([])
  })

  it('is kept of each step, also of one that fails and of those that overlap', async () => {
    let now = 0
    const steps = new Steps(() => now)
    let end = () => {}
    const long = steps.take('long', () => new Promise<void>((resolve) => (end = resolve)))
    now = 2000
    await expect(steps.take('bad', async () => Promise.reject(new Error('no')))).rejects.toThrow('no')
    now = 252_000
    end()
    await long
    expect(stepLines(steps.times)).toEqual(['where the time went', '     0.0 s  bad', '  4 min 12 s  long'])
  })

  it('names the ten slowest, and how long all of them took', () => {
    const times = Array.from({ length: 12 }, (_, i) => ({ what: `file ${i}`, seconds: 20 - i }))
    const lines = slowestLines('files', times)
    expect(lines).toHaveLength(11)
    expect(lines[0]).toBe('files: 12, together 2 min 54 s; the slowest')
    expect(lines[1]).toBe('    20.0 s  file 0')
  })
})
