/** Bytes written by hand from the description of a format, to read them back: shares nothing with what reads. */

/** Little-endian fields one after the other: [bytes, value]. */
export function fields(...all: readonly (readonly [bytes: number, value: number | bigint])[]): Uint8Array {
  return joined(...all.map(([bytes, value]) => little(bytes, BigInt(value))))
}

export function little(bytes: number, value: bigint): Uint8Array {
  const all = new Uint8Array(bytes)
  for (let i = 0; i < bytes; i++) all[i] = Number((value >> BigInt(8 * i)) & 0xffn)
  return all
}

export function joined(...parts: readonly Uint8Array[]): Uint8Array {
  return new Uint8Array(Buffer.concat(parts))
}

export function text(value: string, bytes = value.length): Uint8Array {
  const all = new Uint8Array(bytes)
  all.set(new TextEncoder().encode(value).subarray(0, bytes))
  return all
}

/** A number of which the bits `from` to `to`, both included, are a value. */
export function packed(
  bytes: number,
  ...all: readonly (readonly [from: number, to: number, value: number | bigint])[]
): Uint8Array {
  let number = 0n
  for (const [from, to, value] of all) {
    if (BigInt(value) >= 1n << BigInt(to - from + 1)) throw new Error(`${value} does not fit bits ${from} to ${to}`)
    number |= BigInt(value) << BigInt(from)
  }
  return little(bytes, number)
}

/** Little-endian bytes at places of an array that is there. */
export function patched(bytes: Uint8Array, at: number, part: Uint8Array): Uint8Array {
  const copy = bytes.slice()
  copy.set(part, at)
  return copy
}
