/** `w-tinylfu` by worked examples (Einziger et al. 2017). Of 40 MiB the window has 0.4, the rest 39.6: three of 10. */
import { expect, it } from 'vitest'
import { pressed } from './presses'

it('does not admit what was asked for less than the one that would have to go for it', async () => {
  // a, b and c are in the main part with 2 references each; d, e and f, with 1, stand in the window one after another
  expect((await pressed('w-tinylfu', 'a b c d a b c e f g')).out).toBe('d e f')
})

it('admits what was asked for more often: the victim of the main part goes', async () => {
  // f has 3 when g needs room, a has 2
  expect((await pressed('w-tinylfu', 'a b c d a b c e f f f g')).out).toBe('d e a')
})

it('a tie is for what is there', async () => {
  expect((await pressed('w-tinylfu', 'a b c d a b c e e f')).out).toBe('d e')
})

it('halves its counts, so that what was asked for often long ago can go', async () => {
  const often = Array.from({ length: 14 }, () => 'a b c').join(' ')
  // five resources: after 50 references the counts of 14 are halved, and d has 8 ÷ 2 of them and 4 more
  const { out } = await pressed('w-tinylfu', `${often} ${Array.from({ length: 12 }, () => 'd').join(' ')} e`)
  expect(out).toBe('a')
})

it('halves the number of references with the counts, so that the next halving comes after half as many [TN-19]', async () => {
  const times = (count: number, presses: string) => Array.from({ length: count }, () => presses).join(' ')
  // after 50 references: a b c 7, d 4; after 25 more: a 3, b c 9, d 2; d d: 4, which is more than a has
  const { out } = await pressed('w-tinylfu', `${times(14, 'a b c')} ${times(8, 'd')} ${times(12, 'b c')} d d d e`)
  expect(out).toBe('a')
})
