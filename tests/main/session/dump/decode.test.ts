import { describe, expect, it } from 'vitest'
import { decodeDump } from '../../../../main/session/dump/decode'

const utf16 = (text: string, bigEndian = false): number[] =>
  [...text].flatMap((character) => {
    const code = character.charCodeAt(0)
    return bigEndian ? [code >> 8, code & 0xff] : [code & 0xff, code >> 8]
  })
const read = (bytes: readonly number[]) => {
  const decoded = decodeDump(Uint8Array.from(bytes))
  return decoded.ok ? decoded.text : `found ${decoded.problem.found}`
}
const TEXT = '{"é": 1}'
const UTF8 = [...new TextEncoder().encode(TEXT)]

describe('the text of a dump [DF-23]', () => {
  it.each([
    ['UTF-16 with a mark, as D3D12MA gives it', [0xff, 0xfe, ...utf16(TEXT)]],
    ['UTF-16 without one', utf16(TEXT)],
    ['UTF-16 of the other order', [0xfe, 0xff, ...utf16(TEXT, true)]],
    ['the same without a mark', utf16(TEXT, true)],
    ['UTF-8', UTF8],
    ['UTF-8 with a mark', [0xef, 0xbb, 0xbf, ...UTF8]],
    ['a C string that was written whole', [...UTF8, 0, 0]],
    ['a wide C string that was written whole', [...utf16(TEXT), 0, 0]],
  ])('is %s', (_what, bytes) => {
    expect(read(bytes)).toBe(TEXT)
  })

  it.each([
    ['an empty file', []],
    ['UTF-32 text', [0x7b, 0, 0, 0, 0x7d, 0, 0, 0]],
    ['UTF-32 text', [0xff, 0xfe, 0, 0, 0x7b, 0, 0, 0]],
    ['UTF-32 text', [0, 0, 0xfe, 0xff]],
    ['bytes that are not UTF-8', [0x7b, 0xc3, 0x28]],
  ])('is not %s', (found, bytes) => {
    expect(read(bytes)).toBe(`found ${found}`)
  })
})
