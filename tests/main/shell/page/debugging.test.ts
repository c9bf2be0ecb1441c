import { describe, expect, test } from 'vitest'
import { isDrivable, isDriven, REFUSED_SWITCHES, refusedSwitches } from '../../../../main/shell/page/debugging'

/** A command line as Electron's, of these switches. */
function line(switches: Record<string, string>) {
  return {
    hasSwitch: (name: string) => Object.hasOwn(switches, name),
    getSwitchValue: (name: string) => switches[name] ?? '',
  }
}

const PLAYWRIGHT = { inspect: '0', 'remote-debugging-port': '0' }

describe('a release', () => {
  const release = (switches: Record<string, string>) => ({
    packaged: true,
    drivable: false,
    commandLine: line(switches),
  })

  test.each(REFUSED_SWITCHES)('refuses --%s, in words', (name) => {
    const problems = refusedSwitches(release({ [name]: '1' }))
    expect(problems).toHaveLength(1)
    expect(problems[0]).toMatch(new RegExp(`^--${name} is refused: .+ Leave it out\\.$`))
  })

  test('refuses what drives the app in tests, and is not driven: it asks before unsaved changes are lost', () => {
    expect(refusedSwitches(release(PLAYWRIGHT))).toHaveLength(2)
    expect(isDriven(release(PLAYWRIGHT))).toBe(false)
  })

  test('takes what is harmless', () => {
    expect(refusedSwitches(release({ 'user-data-dir': '/tmp/x', 'no-sandbox': '', 'log-level': '3' }))).toEqual([])
  })
})

describe('a package made for tests', () => {
  const made = (switches: Record<string, string>) => ({ packaged: true, drivable: true, commandLine: line(switches) })

  test('takes the two switches of Playwright, and nothing but these', () => {
    expect(refusedSwitches(made(PLAYWRIGHT))).toEqual([])
    expect(isDriven(made(PLAYWRIGHT))).toBe(true)
  })

  test.each([
    [{ 'remote-debugging-port': '9222' }],
    [{ 'remote-debugging-port': '0' }],
    [{ inspect: '0' }],
    [{ inspect: '9229', 'remote-debugging-port': '0' }],
    [{ inspect: '0', 'remote-debugging-port': '9222' }],
    [{ ...PLAYWRIGHT, 'remote-debugging-address': '0.0.0.0' }],
    [{ ...PLAYWRIGHT, 'remote-debugging-pipe': '' }],
    [{ ...PLAYWRIGHT, 'disable-web-security': '' }],
  ])('refuses %j', (switches) => {
    expect(refusedSwitches(made(switches))).toHaveLength(Object.keys(switches).length)
  })
})

test('a checkout may be debugged', () => {
  const checkout = { packaged: false, drivable: false, commandLine: line({ 'remote-debugging-port': '9222' }) }
  expect(refusedSwitches(checkout)).toEqual([])
  expect(isDriven(checkout)).toBe(true)
  expect(isDriven({ ...checkout, commandLine: line({}) })).toBe(false)
})

test('only the mark of the packager makes a package drivable', () => {
  expect(isDrivable('{"name":"trimline","trimline":{"drivable":true}}')).toBe(true)
  for (const text of [
    '{}',
    'null',
    '[]',
    '"x"',
    '{"trimline":null}',
    '{"trimline":true}',
    '{"trimline":{"drivable":1}}',
  ])
    expect(isDrivable(text), text).toBe(false)
})
