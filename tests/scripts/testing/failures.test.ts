import { describe, expect, it } from 'vitest'
import { failureLines, playwrightFailures, SHOWN, vitestFailures } from '../../../scripts/testing/failures.mjs'

const failed = (fullName: string, ...failureMessages: string[]) => ({ status: 'failed', fullName, failureMessages })

describe('what failed', () => {
  it('names tests of Vitest by file and title, with the first line of what they said, without colours', () => {
    const report = {
      testResults: [
        {
          name: '/checkout/tests/a.test.ts',
          status: 'passed',
          assertionResults: [{ status: 'passed', fullName: 'a' }],
        },
        {
          name: '/checkout/tests/b.test.ts',
          status: 'failed',
          assertionResults: [
            { status: 'passed', fullName: 'b one' },
            failed('b two', '\u001b[31mError: Test timed out in 60000ms.\u001b[39m\n    at b.test.ts:7'),
          ],
        },
        { name: '/checkout/tests/c.test.ts', status: 'failed', message: 'no such module', assertionResults: [] },
      ],
    }
    expect(vitestFailures(report, '/checkout')).toEqual([
      { what: 'tests/b.test.ts: b two', said: 'Error: Test timed out in 60000ms.' },
      { what: 'tests/c.test.ts', said: 'no such module' },
    ])
  })

  it('names journeys in whatever group, flaky ones too, and errors outside of them', () => {
    const spec = (title: string, status: string, message?: string) => ({
      title,
      tests: [{ status, results: [{ errors: message === undefined ? [] : [{ message }] }] }],
    })
    const report = {
      suites: [
        {
          file: 'a.spec.ts',
          specs: [spec('works', 'expected'), spec('does not', 'unexpected', 'Error: expected 1\nfound 2')],
          suites: [{ file: 'a.spec.ts', specs: [spec('sometimes', 'flaky')] }],
        },
      ],
      errors: [{ message: 'no build' }],
    }
    expect(playwrightFailures(report)).toEqual([
      { what: 'a.spec.ts: does not', said: 'Error: expected 1' },
      { what: 'a.spec.ts: sometimes', said: '' },
      { what: 'outside of journeys', said: 'no build' },
    ])
  })

  it('says nothing without failures or without reports, and counts what it does not name', () => {
    expect(failureLines([...vitestFailures(undefined, '/'), ...playwrightFailures(undefined)])).toEqual([])
    const lines = failureLines(Array.from({ length: 22 }, (_, i) => ({ what: `test ${i}`, said: '' })))
    expect(lines).toHaveLength(1 + 20 + 1)
    expect([lines[0], lines[1], lines.at(-1)]).toEqual(['failed: 22', '  test 0', '  and 2 more'])
  })

  it('says what the windows of a failed journey showed, of many lines the last', () => {
    const text = ['the app said', '', ...Array.from({ length: 80 }, (_, i) => `line ${i}`)].join('\n')
    const attachments = [
      { name: 'screenshot', path: '/a.png' },
      { name: SHOWN, body: Buffer.from(text).toString('base64') },
    ]
    const results = [{ errors: [{ message: 'no such button' }], attachments }]
    const specs = [{ title: 'does not', tests: [{ status: 'unexpected', results }] }]
    const lines = failureLines(playwrightFailures({ suites: [{ file: 'a.spec.ts', specs }] }))
    expect(lines).toEqual([
      'in a.spec.ts: does not',
      ...Array.from({ length: 60 }, (_, i) => `  | line ${i + 20}`),
      'failed: 1',
      '  a.spec.ts: does not',
      '    no such button',
    ])
  })
})
