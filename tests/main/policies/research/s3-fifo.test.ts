/** `s3-fifo` by worked examples (Yang et al. 2023). Of 40 MiB S has 4, M and G 36. */
import { expect, it } from 'vitest'
import { pressed } from './presses'

it('moves to M what was asked for more than once, and lets a scan leave early', async () => {
  expect((await pressed('s3-fifo', 'a b a a b b c d e f g h i a b')).out).toBe('c d e f g')
})

it('does not move what was asked for just once again', async () => {
  expect((await pressed('s3-fifo', 'a b c d a e')).out).toBe('a')
})

it('brings what is found in G into M at once', async () => {
  // a goes for e and comes back into M as b goes; the scan then takes c, d, e, f and leaves a
  expect((await pressed('s3-fifo', 'a b c d e a f g h i a')).out).toBe('a b c d e f')
})

it('gives from M what was not asked for since it came round', async () => {
  // e: a to d move to M with their counts taken away; M is over its share, so a goes. b is used; e moves nowhere and goes
  // for f. Then c, which came to M before d and has no count
  expect((await pressed('s3-fifo', 'a a a b b b c c c d d d e b f')).out).toBe('a e')
  expect((await pressed('s3-fifo', 'a a a b b b c c c d d d e b e e f')).out).toBe('a c')
})
