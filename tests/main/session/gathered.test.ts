/** What is written of a long run comes in pieces, and all of it comes. */
import { expect, it } from 'vitest'
import { GatheredText } from '../../../main/session/gathered'

it('hands a piece on when 64 KiB of it are there, and the rest at the end, if there is any', () => {
  const pieces: string[] = []
  const text = new GatheredText((piece) => pieces.push(piece), 'head\n')
  text.add('a'.repeat(65_530))
  expect(pieces).toEqual([])
  text.add('b')
  expect(pieces.map(({ length }) => length)).toEqual([65_536])
  text.end()
  expect(pieces).toHaveLength(1)
  text.add('c')
  text.end()
  expect(pieces.join('')).toBe(`head\n${'a'.repeat(65_530)}bc`)
})
