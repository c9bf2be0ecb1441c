/** `arc` by worked examples (Megiddo and Modha 2003), with p in bytes. */
import { expect, it } from 'vitest'
import { pressed } from './presses'

it('lets a scan pass through T1: what was asked for twice stays', async () => {
  expect((await pressed('arc', 'a b a b c d e f g h i j a b')).out).toBe('c d e f g h')
})

it('raises p with a ghost of B1 and lowers it with one of B2, by the ratio of the ghosts', async () => {
  // T2 a b, T1 c d. e: T1 > p = 0, so c; f: d. c is a ghost of B1: p = 10, T1 = 20 > 10, so e, and c into T2.
  // g: T1 = f = 10 is not > 10, so a, the oldest of T2. a is a ghost of B2: p = 10 - 10 × 20 ÷ 10, at least 0, so f.
  expect((await pressed('arc', 'a b a b c d e f c g a')).out).toBe('c d e a f')
})

it('takes from T1 again where it has more than p', async () => {
  // up to g as before; b is in T2, and h finds T1 = f g = 20 > 10
  expect((await pressed('arc', 'a b a b c d e f c g b h')).out).toBe('c d e a f')
})

it('forgets that a set asked for a ghost of B2 when that set is not submitted [PL-45]', async () => {
  // T2 a b, T1 e f, B1 c d. c: p = 10, e goes; d: p = 20, a goes; g: T1 = f = 10 is not > 20, so b; B2 a b. a lowers p to
  // 10, f goes, and the press fails. h: T1 = g = 10 is not > 10, so c, the oldest of T2
  const fails = { at: '11s', inject: { fault: 'make-resident-fails', count: 1 } }
  const more = { steps: [fails], finding: '12000000 RS-06 -' }
  expect((await pressed('arc', 'a b a b c d e f c d g a h20', more)).out).toBe('c d e a b f c')
})
