import { expect, describe as group, it } from 'vitest'
import {
  describe,
  listOf,
  pathToText,
  problemsToText,
  quoted,
} from '../../../../../main/session/scenario/text/problems'

group('a path', () => {
  it.each([
    [[], ''],
    [['steps', 3, 'at'], 'steps[3].at'],
    [['app', 'effects', 0, 'resources', 12, 'size'], 'app.effects[0].resources[12].size'],
    [['constants', 'a b'], 'constants["a b"]'],
    [['constants', '3d'], 'constants["3d"]'],
  ])('%j is written as %s [SC-02]', (path, text) => {
    expect(pathToText(path)).toBe(text)
  })
})

group('what was found', () => {
  it.each<[unknown, string]>([
    [undefined, 'nothing'],
    [null, 'null'],
    ['64 MB', '"64 MB"'],
    [-3, '-3'],
    [Number.POSITIVE_INFINITY, 'a number that is too large'],
    [true, 'true'],
    [[], 'an empty list'],
    [[1], 'a list'],
    [{}, 'an empty object'],
    [{ at: 1, use: [] }, 'an object with "at", "use"'],
  ])('%j is said as %s [SC-02]', (value, text) => {
    expect(describe(value)).toBe(text)
  })

  it('is cut where it is long, so that a message stays a line', () => {
    expect(quoted('x'.repeat(100_000)).length).toBeLessThan(100)
    expect(describe({ ['x'.repeat(100_000)]: 1 }).length).toBeLessThan(200)
  })
})

group('a list of what is expected', () => {
  it.each([
    [[], 'nothing'],
    [['a'], '"a"'],
    [['a', 'b'], '"a" or "b"'],
    [['a', 1, null], '"a", 1 or null'],
  ])('%j is said as %s', (values, text) => {
    expect(listOf(values)).toBe(text)
  })
})

group('a problem', () => {
  it('is a line with file, place, path, what was found and expected, and the hint where there is one [SC-02]', () => {
    const text = problemsToText(
      [
        { path: 'steps[3].at', found: '-1', expected: 'a duration', line: 12, column: 5 },
        { path: '', found: 'nothing', expected: 'a scenario', hint: 'begin with New' },
      ],
      'a.json',
    )
    expect(text).toBe(
      'a.json:12:5: steps[3].at: found -1; expected a duration\na.json: found nothing; expected a scenario; begin with New\n',
    )
  })

  it('keeps its hint, and all else of it, where the list of what could stand there has no room on the line [SC-02]', () => {
    const names = Array.from({ length: 60 }, (_, i) => `field${i}`).join(', ')
    const problem = { path: 'steps[0].aply', found: 'an unknown field', expected: `only the fields ${names}` }
    const [line = ''] = problemsToText(
      [{ ...problem, hint: 'did you mean "apply"?', line: 1, column: 32 }],
      'a.json',
    ).split('\n')
    expect(line).toMatch(
      /^a\.json:1:32: steps\[0\]\.aply: found an unknown field; expected only the fields field0, field1, /,
    )
    expect(line).toMatch(/…; did you mean "apply"\?$/)
    // as much of the list as there is room for
    expect(line.length).toBe(400)
  })
})
