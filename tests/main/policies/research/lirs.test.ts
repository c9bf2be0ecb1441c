/** `lirs` by worked examples (Jiang and Zhang 2002). Of 40 MiB LIR have 39.6: three of 10; the fourth stands in Q. */
import { expect, it } from 'vitest'
import { pressed } from './presses'

it('lets a scan pass through Q: LIR stay, however long ago they were used', async () => {
  expect((await pressed('lirs', 'a b c d e f g h i a b c')).out).toBe('d e f g h')
})

it('makes an LIR of what comes back while its ghost is in S, and the oldest LIR gives way', async () => {
  // d goes for e and comes back: its interval is shorter than a's recency, so a becomes HIR and is the next to go
  expect((await pressed('lirs', 'a b c d e d f g h')).out).toBe('d e a f g')
})

it('keeps as an HIR what comes back when S has forgotten it', async () => {
  // a, b and c are used after d and e came in: the bottom of S is younger than they, so that d is new
  expect((await pressed('lirs', 'a b c d e a b c d f')).out).toBe('d e d')
})

it('moves an LIR to the top when it is used: another one is the oldest then', async () => {
  expect((await pressed('lirs', 'a b c a d e d f')).out).toBe('d e b')
})
