/** Bytes as the protobuf encoding describes them: a tag is the field's number × 8 and the wire type. */
import { describe, expect, it } from 'vitest'
import { MessageWriter } from '../../../../main/session/perfetto/message-writer'

const bytes = (write: (writer: MessageWriter) => unknown): number[] => {
  const writer = new MessageWriter()
  write(writer)
  return [...writer.finish()]
}

describe('a field is its tag and its value', () => {
  it.each<[string, (writer: MessageWriter) => unknown, number[]]>([
    ['a varint', (w) => w.uint(1, 150), [0x08, 0x96, 0x01]],
    ['0', (w) => w.uint(2, 0), [0x10, 0]],
    // 10 × 7 bits, the last of them 1
    ['2^64 − 1', (w) => w.uint(1, 2n ** 64n - 1n), [0x08, ...new Array<number>(9).fill(0xff), 0x01]],
    [
      '2^53 + 1, which no number is',
      (w) => w.uint(1, 2n ** 53n + 1n),
      [0x08, 0x81, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x10],
    ],
    // two's complement of 64 bits
    ['−1', (w) => w.int(1, -1), [0x08, ...new Array<number>(9).fill(0xff), 0x01]],
    ['true', (w) => w.bool(1, true), [0x08, 1]],
    ['64 bits', (w) => w.fixed64(1, 258), [0x09, 2, 1, 0, 0, 0, 0, 0, 0]],
    // 1 is 0x3ff0…
    ['a double', (w) => w.double(2, 1), [0x11, 0, 0, 0, 0, 0, 0, 0xf0, 0x3f]],
    ['a text', (w) => w.string(2, 'é1'), [0x12, 3, 0xc3, 0xa9, 0x31]],
    // U+FFFD is ef bf bd
    ['half a character', (w) => w.string(2, '\ud800x'), [0x12, 4, 0xef, 0xbf, 0xbd, 0x78]],
    ['bytes', (w) => w.bytes(2, Uint8Array.of(7, 8)), [0x12, 2, 7, 8]],
    // 16 × 8 + 0 needs two bytes
    ['a number beyond 15', (w) => w.uint(16, 1), [0x80, 0x01, 1]],
  ])('%s', (_title, write, expected) => {
    expect(bytes(write)).toEqual(expected)
  })

  it('of a message of its own are between its length and its end, one within another', () => {
    expect(bytes((w) => w.begin(1).uint(1, 5).begin(2).bool(1, false).end().end().uint(3, 1))).toEqual([
      0x0a, 6, 0x08, 5, 0x12, 2, 0x08, 0, 0x18, 1,
    ])
  })
})
