import { expect, it } from 'vitest'
import { readTimes, sumText } from '../../../../renderer/widgets/gpu-work/pieces'

it('each time is read, and what is wrong with one is said of that one', () => {
  expect(readTimes(['4ms', '0', 'x'], { least: 1, most: 10_000 })).toEqual([
    { ok: true, value: 4_000 },
    { ok: true, value: 0 },
    { ok: false, message: expect.stringContaining('“x” is not a duration') },
  ])
})

it('a sum that is too short or too long is said of the last one', () => {
  const limits = { least: 1, most: 10_000 }
  const sum = (found: string) => ({ ok: false, message: `Found ${found} in all, expected a sum from 1 µs to 10 ms.` })
  expect(readTimes(['6ms', '5ms'], limits)).toEqual([{ ok: true, value: 6_000 }, sum('11 ms')])
  expect(readTimes(['0'], limits)).toEqual([sum('0 µs')])
  expect(readTimes(['6ms', '4ms'], limits).every(({ ok }) => ok)).toBe(true)
})

it('the sum is shown as soon as all of it can be read', () => {
  expect(sumText(['4ms', '2.5 ms'])).toBe('6.5 ms')
  expect(sumText(['4ms', ''])).toBeNull()
})
