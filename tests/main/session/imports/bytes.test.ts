/** Oracle: the bytes themselves, written out; little-endian is the lowest byte first. */
import { describe, expect, it } from 'vitest'
import { Bytes, bit, bits } from '../../../../main/session/imports/bytes'

describe('numbers of a capture', () => {
  const bytes = new Bytes(Uint8Array.of(0x01, 0x02, 0x03, 0x84, 0xff, 0xff, 0xff, 0xff, 0, 0, 0, 0))

  it('have their lowest byte first, also where they do not begin at a multiple of their size', () => {
    expect([bytes.u8(3), bytes.u16(0), bytes.u16(1), bytes.u32(0)]).toEqual([0x84, 0x0201, 0x0302, 0x84030201])
    expect(bytes.u64(1)).toBe(0xff_ff_ff_ff_84_03_02n + (0n << 56n))
  })

  it('have a sign where they are read with one', () => {
    expect([bytes.i32(4), bytes.u32(4)]).toEqual([-1, 0xffff_ffff])
    expect(new Bytes(new Uint8Array(8).fill(0xff)).i64(0)).toBe(-1n)
  })

  it('are infinite as a size where no number holds them', () => {
    expect(bytes.size(4)).toBe(0xffff_ffff)
    // 2^53 − 1, and one more
    expect(new Bytes(Uint8Array.of(0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x1f, 0)).size(0)).toBe(9_007_199_254_740_991)
    expect(new Bytes(Uint8Array.of(0, 0, 0, 0, 0, 0, 0x20, 0)).size(0)).toBe(Number.POSITIVE_INFINITY)
  })

  it('are those of the part of a buffer that is meant', () => {
    const part = new Bytes(Uint8Array.of(9, 9, 0x34, 0x12).subarray(2))
    expect([part.length, part.u16(0)]).toEqual([2, 0x1234])
  })

  it('outside of what there is are an error, not 0', () => {
    expect(() => bytes.u32(9)).toThrow(RangeError)
  })
})

describe('a field of text', () => {
  const field = new Bytes(new TextEncoder().encode('mesh\0rest of it é'))

  it('ends at its first zero, or at its end', () => {
    expect([field.text(0, 10), field.text(0, 3), field.text(13, 5)]).toEqual(['mesh', 'mes', 'it é'])
  })
})

describe('fields of bits', () => {
  // bits from the lowest: 0 1 0 1 1 0 0 1, then 1 1 1 1 0 0 0 0
  const bytes = Uint8Array.of(0b1001_1010, 0b0000_1111)

  it('count from the lowest bit of the first byte, across bytes', () => {
    expect([bits(bytes, 0, 4), bits(bytes, 4, 4), bits(bytes, 1, 2)]).toEqual([0b1010, 0b1001, 0b01])
    expect(bits(bytes, 6, 4)).toBe(0b1110)
    expect([0, 1, 7, 8, 12].map((at) => bit(bytes, at))).toEqual([false, true, true, true, false])
  })

  it('of more than 32 bits are no less than they are', () => {
    expect(bits(new Uint8Array(8).fill(0xff), 4, 40)).toBe(2 ** 40 - 1)
  })

  it('beyond the end read as 0', () => {
    expect(bits(bytes, 12, 8)).toBe(0)
  })
})
