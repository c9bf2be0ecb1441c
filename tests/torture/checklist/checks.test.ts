/** The checks of Electron's security checklist themselves: each sees when its guard is gone. */
import { describe, expect, test } from 'vitest'
import { CHECKS } from './checks'
import { SOUND } from './facts'

test('there are the twenty points, in their order', () => {
  expect(CHECKS.map(({ number }) => number)).toEqual(Array.from({ length: 20 }, (_, index) => index + 1))
})

describe.each(CHECKS)('$number. $title', ({ problem, without }) => {
  test('holds for a page that keeps it', () => {
    expect(problem(SOUND)).toBeNull()
  })

  test('fails when the guard is gone', () => {
    expect(problem({ ...SOUND, ...without })).toMatch(/./)
  })
})

test('a preference that is not set at all counts as wrong: its default differs from version to version', () => {
  for (const number of [2, 3, 4, 6, 8, 9, 11])
    expect(CHECKS[number - 1]?.problem({ ...SOUND, preferences: [{}] }), String(number)).not.toBeNull()
})
