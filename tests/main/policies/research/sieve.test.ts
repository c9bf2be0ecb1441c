/** `sieve` by worked examples (Zhang et al. 2024). */
import { expect, it } from 'vitest'
import { pressed } from './presses'

it('spares what is marked, and the hand keeps its place', async () => {
  // e: a goes, the hand is at b. f: b loses its mark, c goes, the hand is at d. g and h: d and e go, though b, which is
  // older and has no mark any more, stands behind the hand
  expect((await pressed('sieve', 'a b c d b e f g h')).out).toBe('a c d e')
})

it('goes on to what came in meanwhile, and comes round only then', async () => {
  expect((await pressed('sieve', 'a b c d b e f g h i j')).out).toBe('a c d e f g')
  // a goes; then b, c and d lose their marks, and e, which has none, goes for f; with it the queue ends, and b is next
  expect((await pressed('sieve', 'a b c d b c d e f')).out).toBe('a e')
})

it('moves nothing: what has lost its mark goes in its place of the queue', async () => {
  // all are marked: e takes all marks away and a goes; then b is used, and c goes for f
  expect((await pressed('sieve', 'a b c d a b c d e b f')).out).toBe('a c')
})
