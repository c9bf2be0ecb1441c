/**
 * Decompression of a log's buffer: plain LZ77, which Windows calls XPRESS.
 *
 * @see MS-XCA 2.3, 2.4; shared/data/real/formats.md, 2.1
 */
import { Bytes } from '../bytes'

/** decisions between literal and match that come together, in one number */
const FLAGS = 32
/** a match is longer than what its fields say by this */
const SHORTEST = 3
/** largest values of the fields of a match's length: one that has it goes on in the next field */
const LARGEST = { bits: 7, nibble: 15, byte: 255 } as const

/**
 * @param stored what was compressed; what follows it is not read
 * @param size bytes that come of it
 * @returns what came of it: fewer bytes where it is malformed
 * @throws what is no mistake of the file: an error of this program
 */
export function decompress(stored: Uint8Array, size: number): Uint8Array {
  const input = new Input(stored)
  const out = new Uint8Array(size)
  let length = 0
  try {
    for (let flags = 0, left = 0; length < size; left--, flags <<= 1) {
      if (left === 0) {
        flags = input.u32()
        left = FLAGS
      }
      if (flags >= 0) {
        const byte = input.u8()
        out[length++] = byte
        continue
      }
      const match = input.u16()
      const from = length - (match >>> 3) - 1
      const end = Math.min(size, length + input.rest(match & LARGEST.bits) + SHORTEST)
      if (from < 0) throw new RangeError('a match before the beginning')
      // what is copied may be what was just written
      for (let at = from; length < end; ) out[length++] = out[at++] as number
    }
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
  }
  return out.subarray(0, length)
}

/** Reads what is compressed. @throws RangeError beyond its end */
class Input {
  readonly #bytes: Bytes
  #at = 0
  /** where the byte is whose upper half is the next length's; null: it was taken */
  #half: number | null = null

  constructor(bytes: Uint8Array) {
    this.#bytes = new Bytes(bytes)
  }

  u8(): number {
    return this.#bytes.u8(this.#at++)
  }

  u16(): number {
    this.#at += 2
    return this.#bytes.u16(this.#at - 2)
  }

  /** As a number with a sign, whose highest bit comes first. */
  u32(): number {
    this.#at += 4
    return this.#bytes.i32(this.#at - 4)
  }

  /** Of a match's length what its first field and those after it say. */
  rest(first: number): number {
    if (first < LARGEST.bits) return first
    const nibble = this.#nibble()
    if (nibble < LARGEST.nibble) return LARGEST.bits + nibble
    const byte = this.u8()
    if (byte < LARGEST.byte) return LARGEST.bits + LARGEST.nibble + byte
    // these count from the beginning
    const whole = this.u16()
    const length = whole === 0 ? this.u32() >>> 0 : whole
    if (length < LARGEST.bits + LARGEST.nibble) throw new RangeError('a length that its fields had room for')
    return length
  }

  /** Two lengths share a byte, the lower half first. */
  #nibble(): number {
    if (this.#half === null) {
      this.#half = this.#at
      return this.u8() & 0xf
    }
    const upper = this.#bytes.u8(this.#half) >> 4
    this.#half = null
    return upper
  }
}
