/** `dtr` by worked examples (Kirisame et al. 2021). */
import { expect, it } from 'vitest'
import { heuristic } from '../../../../main/policies/research/dtr'
import { KiB, MiB } from '../support/play'
import { pressed } from './presses'

it('is cost ÷ (size × staleness): 200 µs and bytes at 8 GiB/s', () => {
  // 10 MiB take 1220.703125 µs
  expect(heuristic(10 * MiB, 3_000_000)).toBeCloseTo(1420.703125 / (10_485_760 * 3_000_000), 25)
  expect(heuristic(64 * KiB, 1)).toBeCloseTo(207.62939453125 / 65_536, 12)
  // what was used at this moment has the staleness of 1 µs
  expect(heuristic(MiB, 0)).toBe(heuristic(MiB, 1))
})

it('evicts the stalest of equals', async () => {
  expect((await pressed('dtr', 'a b c d a e f')).out).toBe('b c')
})

it('evicts what is large before what is small, though the small one is staler', async () => {
  // at 4 s: s64k 3 s old, 1.06e-9; b 2 s, 6.8e-11; m29 1 s, 1.2e-10
  expect((await pressed('dtr', 's64k b m29 d')).out).toBe('b')
})

it('evicts the small one when it is staler by more than its cost for its size', () => {
  // of 64 KiB and 10 MiB the costs for a byte are as 23.4 to 1
  expect(heuristic(64 * KiB, 23_000_000)).toBeGreaterThan(heuristic(10 * MiB, 1_000_000))
  expect(heuristic(64 * KiB, 24_000_000)).toBeLessThan(heuristic(10 * MiB, 1_000_000))
})
