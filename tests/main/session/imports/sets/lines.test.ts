import { describe, expect, it } from 'vitest'
import { linesOf } from '../../../../../main/session/imports/sets/lines'
import { captureOf } from '../support'

const encode = (text: string): Uint8Array => new TextEncoder().encode(text)
const read = (bytes: Uint8Array) => [...linesOf(captureOf(bytes))].map(({ number, text, end }) => [number, text, end])

describe('the lines of a file', () => {
  it('end with LF or CRLF, the last with nothing, each with its number and where it ends [LB-19]', () => {
    expect(read(encode('a\nbc\r\nd'))).toEqual([
      [1, 'a', 2],
      [2, 'bc', 6],
      [3, 'd', 7],
    ])
  })

  it('that are blank are counted and left out [LB-19]', () => {
    expect(read(encode('\n \r\nx\n\n'))).toEqual([[3, 'x', 6]])
    expect(read(encode(''))).toEqual([])
  })

  it('cost little where they are empty, and count wherever a read ends [LB-19]', () => {
    const empty = 300_000
    const file = encode(`a\n${'\n'.repeat(empty)}b\r\n${'\r\n'.repeat(9)}c`)
    expect(read(file)).toEqual([
      [1, 'a', 2],
      [empty + 2, 'b', empty + 5],
      [empty + 12, 'c', empty + 24],
    ])
  })

  it('may be longer than what is read at once, and have a character across two reads [LB-19]', () => {
    const before = 'x'.repeat(256 * 1024 - 1)
    const [one, two] = read(encode(`${before}é${before}\nend`))
    expect(one).toEqual([1, `${before}é${before}`, 2 * before.length + 3])
    expect(two).toEqual([2, 'end', 2 * before.length + 6])
  })

  it('that are no UTF-8 are refused with their number [LB-19]', () => {
    expect(() => read(Uint8Array.of(0x61, 0x0a, 0xc3, 0x28, 0x0a))).toThrow(/^line 2: .*bytes that are not UTF-8/)
  })
})
