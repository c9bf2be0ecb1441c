import { expect, test } from 'vitest'
import { CrashGuard } from '../../../../main/shell/window/crash-guard'

test('a window that dies now and then is loaded again each time', () => {
  const guard = new CrashGuard()
  expect([0, 6000, 12_000, 18_000, 24_000].map((t) => guard.record(t))).toEqual(Array(5).fill('reload'))
})

test('the third loss within ten seconds stops it', () => {
  const guard = new CrashGuard()
  expect([0, 4000, 9999].map((t) => guard.record(t))).toEqual(['reload', 'reload', 'give-up'])
})

test('the third loss after exactly ten seconds does not', () => {
  const guard = new CrashGuard()
  expect([0, 4000, 10_000].map((t) => guard.record(t))).toEqual(['reload', 'reload', 'reload'])
})

test('after the person chose to try again it counts anew', () => {
  const guard = new CrashGuard()
  for (const t of [0, 1, 2]) guard.record(t)
  guard.reset()
  expect(guard.record(3)).toBe('reload')
})
