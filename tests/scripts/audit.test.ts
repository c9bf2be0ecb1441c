import { describe, expect, it } from 'vitest'
import { readAudit } from '../../scripts/lib/audit.mjs'

const answer = (status: number, report: object | string, stderr = '') => ({
  status,
  stdout: typeof report === 'string' ? report : JSON.stringify(report),
  stderr,
})

const counts = (total: number) => ({ vulnerabilities: { total }, dependencies: { prod: 75, dev: 400 } })

describe('what npm audit says', () => {
  it('is clean when packages were audited and none is known to be vulnerable', () => {
    expect(readAudit(answer(0, { vulnerabilities: {}, metadata: counts(0) }))).toEqual({
      verdict: 'clean',
      text: 'no known vulnerability in 75 packages that ship',
    })
  })

  it('names each vulnerable package with its advisories', () => {
    const via = ['other', { title: 'Prototype pollution', url: 'https://example.com/1' }]
    const vulnerabilities = { one: { name: 'one', severity: 'high', range: '<2', via } }
    expect(readAudit(answer(1, { vulnerabilities, metadata: counts(1) }))).toEqual({
      verdict: 'vulnerable',
      text: '1 known vulnerabilities in what ships:\n  one <2: high\n    Prototype pollution https://example.com/1',
    })
  })

  it.each([
    [
      'a registry without the endpoint',
      answer(1, { message: '405 Method Not Allowed', statusCode: 405 }),
      '405 Method',
    ],
    ['no network', answer(1, { error: { summary: 'getaddrinfo ENOTFOUND' } }), 'getaddrinfo ENOTFOUND'],
    ['no npm', answer(127, '', 'spawn npm ENOENT'), 'status 127 and no report: spawn npm ENOENT'],
    ['no answer', answer(1, ''), 'it said nothing'],
    [
      'nothing to audit',
      answer(0, { metadata: { vulnerabilities: { total: 0 }, dependencies: { prod: 0 } } }),
      'no package',
    ],
  ])('is neither clean nor vulnerable with %s: nobody has looked', (_, given, reason) => {
    const { verdict, text } = readAudit(given)
    expect(verdict).toBe('not made')
    expect(text).toContain(reason)
  })
})
