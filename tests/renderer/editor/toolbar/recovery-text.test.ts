import { expect, test } from 'vitest'
import { momentText } from '../../../../renderer/editor/toolbar/recovery-text'

const at = new Date(2026, 10, 22, 14, 3, 59).getTime()

test('today is told by the time alone, another day with its date', () => {
  expect(momentText(at, new Date(2026, 10, 22, 14, 4).getTime(), 'en-US')).toBe('14:03')
  expect(momentText(at, new Date(2026, 10, 22, 23, 59).getTime(), 'en-US')).toBe('14:03')
  expect(momentText(at, new Date(2026, 10, 23, 0, 1).getTime(), 'en-US')).toBe('November 22, 2026, 14:03')
})

test('midnight is 00, not 24', () => {
  const midnight = new Date(2026, 10, 22, 0, 5).getTime()
  expect(momentText(midnight, midnight, 'en-US')).toBe('00:05')
})
