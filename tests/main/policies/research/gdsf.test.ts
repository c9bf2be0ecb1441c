/** `gdsf` by worked examples (Cherkasova 1998): L + frequency × 1 ÷ MiB. */
import { expect, it } from 'vitest'
import { pressed } from './presses'

it('evicts what is large before what is small, though it was used later', async () => {
  // a 1/10, big20 1/20, c 1/10
  expect((await pressed('gdsf', 'a big20 c d')).out).toBe('big20')
})

it('inflates L with each eviction, so that what was used often long ago is outbid', async () => {
  // c 0.3. d: big20 goes, L 0.05, d 0.15, e 0.15. f: a goes, L 0.1, f 0.2. g: d, L 0.15, g 0.25. h: e, h 0.25.
  // i: f, L 0.2, i 0.3. j: g, L 0.25, j 0.35. k: h, k 0.35. l: c, whose 0.3 is the lowest now, and the oldest
  expect((await pressed('gdsf', 'a big20 c c c d e f g h i j k l')).out).toBe('big20 a d e f g h c')
})

it('begins at 1 again with what comes in again', async () => {
  // a 0.3, b c d 0.1: e takes b, f c, g d (L 0.1, all three 0.2); h e, i f, j g (L 0.2, 0.3); k: a, the oldest of 0.3.
  // a comes back with 1: L 0.3 + 0.1, as k has, so it goes after k
  expect((await pressed('gdsf', 'a a a b c d e f g h i j k a l m n')).out).toBe('b c d e f g a h i j k')
})
