/** Plain LZ77 (MS-XCA 2.4), by the examples of its specification and against a compressor of its own. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decompress } from '../../../../../main/session/imports/etl/xpress'
import { compress } from './compress'

const hex = (text: string): Uint8Array => Uint8Array.from(Buffer.from(text.replaceAll(' ', ''), 'hex'))
const text = (bytes: Uint8Array): string => Buffer.from(bytes).toString('latin1')

describe('the examples of MS-XCA 3', () => {
  it('literals alone [LB-19]', () => {
    const alphabet = 'abcdefghijklmnopqrstuvwxyz'
    const stored = Uint8Array.from([...hex('3f 00 00 00'), ...Buffer.from(alphabet)])
    expect(text(decompress(stored, 26))).toBe(alphabet)
  })

  it('a match that copies what it writes, with every field of its length [LB-19]', () => {
    const stored = hex('ff ff ff 1f 61 62 63 17 00 0f ff 26 01')
    expect(text(decompress(stored, 300))).toBe('abc'.repeat(100))
    expect(text(compress(Buffer.from('abc'.repeat(100))))).toBe(text(stored).replace('\xff\xff\xff\x1f', '\0\0\0\x10'))
  })
})

describe('what was compressed', () => {
  it('comes back, however long its matches are [LB-19]', () => {
    const piece = fc.oneof(
      fc.uint8Array({ maxLength: 40 }),
      fc.tuple(fc.nat(255), fc.nat(400)).map(([byte, count]) => new Uint8Array(count).fill(byte)),
      fc
        .tuple(fc.uint8Array({ minLength: 1, maxLength: 9 }), fc.nat(60))
        .map(([unit, count]) => Uint8Array.from(Array.from({ length: count }, () => [...unit]).flat())),
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const plain = Buffer.concat(pieces)
        expect(Buffer.from(decompress(compress(plain), plain.length)).equals(plain)).toBe(true)
      }),
    )
    const long = new Uint8Array(70_000).fill(7)
    expect(Buffer.from(decompress(compress(long), long.length)).equals(long)).toBe(true)
  })

  it('gives what there is where it is damaged, and never more than it says [LB-19]', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), fc.nat(1000), (stored, size) => {
        expect(decompress(stored, size).length).toBeLessThanOrEqual(size)
      }),
    )
    expect(decompress(new Uint8Array(0), 9)).toHaveLength(0)
    // a match before the beginning
    expect(decompress(hex('00 00 00 40 61 08 00'), 9)).toHaveLength(1)
    // a length in its last field that the first ones had room for
    expect(decompress(hex('00 00 00 40 61 07 00 0f ff 15 00'), 900)).toHaveLength(1)
    expect(decompress(hex('00 00 00 40 61 07 00 0f ff 16 00'), 900)).toHaveLength(1 + 22 + 3)
  })
})
