/** Numbers in the bytes of a capture; all are little-endian. */

export class Bytes {
  readonly #view: DataView

  constructor(readonly bytes: Uint8Array) {
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  }

  /** Bytes. */
  get length(): number {
    return this.bytes.length
  }

  /** 8 bits, unsigned. @param at index of the byte */
  u8(at: number): number {
    return this.#view.getUint8(at)
  }

  /** 16 bits, unsigned. @param at index of the first byte */
  u16(at: number): number {
    return this.#view.getUint16(at, true)
  }

  /** 32 bits, unsigned. @param at index of the first byte */
  u32(at: number): number {
    return this.#view.getUint32(at, true)
  }

  /** 32 bits, signed. @param at index of the first byte */
  i32(at: number): number {
    return this.#view.getInt32(at, true)
  }

  /** @param at index of the first byte */
  u64(at: number): bigint {
    return this.#view.getBigUint64(at, true)
  }

  /** @param at index of the first byte */
  i64(at: number): bigint {
    return this.#view.getBigInt64(at, true)
  }

  /**
   * A field of 64 bits that is a size or an offset; infinite where no number holds it exactly.
   * @param at index of the first byte
   */
  size(at: number): number {
    const value = this.#view.getBigUint64(at, true)
    return value > BigInt(Number.MAX_SAFE_INTEGER) ? Number.POSITIVE_INFINITY : Number(value)
  }

  /** As `size`, in a message: exactly what stands there. @param at index of the first byte */
  sizeText(at: number): string {
    return String(this.u64(at))
  }

  /** Text up to its first zero, or to the end of its field. @param at index of the first byte @param length bytes */
  text(at: number, length: number): string {
    const field = this.bytes.subarray(at, at + length)
    const end = field.indexOf(0)
    return new TextDecoder().decode(end < 0 ? field : field.subarray(0, end))
  }
}

/**
 * A field of bits of which bit 0 is the lowest of the first byte.
 * @param from index of the first bit
 * @param count of what is more than 53 bits the lowest get lost
 */
export function bits(bytes: Uint8Array, from: number, count: number): number {
  let value = 0
  let taken = 0
  for (let at = from; taken < count; ) {
    const within = at & 7
    const step = Math.min(8 - within, count - taken)
    const part = ((bytes[at >> 3] ?? 0) >> within) & ((1 << step) - 1)
    value += part * 2 ** taken
    taken += step
    at += step
  }
  return value
}

/** One bit, counted as in `bits`. @param at index of the bit */
export const bit = (bytes: Uint8Array, at: number): boolean => bits(bytes, at, 1) === 1
