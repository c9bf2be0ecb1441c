/** `2q` by worked examples (Johnson and Shasha 1994). Of 40 MiB Kin has 10 and Kout 20. */
import { expect, it } from 'vitest'
import { pressed } from './presses'

it('keeps in Am what came back as a ghost; a scan passes through A1in', async () => {
  // e: a leaves A1in and is a ghost; a comes back into Am as b leaves; from then on only A1in gives
  expect((await pressed('2q', 'a b c d e a f g h i a')).out).toBe('a b c d e f')
})

it('takes what is asked for again while in A1in for one reference: it does not stay longer', async () => {
  expect((await pressed('2q', 'a b c d a a a e')).out).toBe('a')
})

it('forgets ghosts beyond Kout: one that comes back after that is new', async () => {
  // a, b, c leave; of the ghosts 20 MiB are kept: b and c. a enters A1in again and leaves it as others do
  expect((await pressed('2q', 'a b c d e f g a h i j k')).out).toBe('a b c d e f g a')
})

it('gives from Am, least recently used first, once A1in has no more than its share', async () => {
  // a, b, c come back into Am; then A1in holds one, which is its share, and a is the oldest of Am; with f it has two, and e goes
  expect((await pressed('2q', 'a b c d e a b c f g')).out).toBe('a b c d a e')
})
