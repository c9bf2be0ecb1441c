/** Plain LZ77 as MS-XCA 2.3 writes it: what Windows calls XPRESS. */

const SHORTEST = 3
const FARTHEST = 8192

/** Greedy: the last place where the next three bytes were. */
export function compress(input: Uint8Array): Uint8Array {
  const out: number[] = []
  const last = new Map<number, number>()
  let flagsAt = 0
  let flags = 0
  let count = 32
  let half: number | null = null
  const decide = (isMatch: boolean): void => {
    if (count === 32) {
      flagsAt = out.push(0, 0, 0, 0) - 4
      flags = 0
      count = 0
    }
    count++
    flags = (flags << 1) | (isMatch ? 1 : 0)
    write(flags << (32 - count), flagsAt)
  }
  const write = (value: number, at: number): void => {
    for (let i = 0; i < 4; i++) out[at + i] = (value >>> (8 * i)) & 0xff
  }
  const nibble = (value: number): void => {
    if (half === null) half = out.push(value) - 1
    else {
      out[half] = (out[half] as number) | (value << 4)
      half = null
    }
  }
  /** @param length less the shortest */
  const match = (distance: number, length: number): void => {
    const word = ((distance - 1) << 3) | Math.min(7, length)
    out.push(word & 0xff, word >> 8)
    if (length < 7) return
    nibble(Math.min(15, length - 7))
    if (length < 7 + 15) return
    out.push(Math.min(255, length - 7 - 15))
    if (length < 7 + 15 + 255) return
    if (length < 2 ** 16) out.push(length & 0xff, length >> 8)
    else {
      out.push(0, 0)
      write(length, out.push(0, 0, 0, 0) - 4)
    }
  }
  for (let at = 0; at < input.length; ) {
    const key = (input[at] as number) | ((input[at + 1] as number) << 8) | ((input[at + 2] as number) << 16)
    const before = at + SHORTEST <= input.length ? last.get(key) : undefined
    last.set(key, at)
    if (before === undefined || at - before > FARTHEST) {
      decide(false)
      out.push(input[at++] as number)
      continue
    }
    let length = SHORTEST
    while (at + length < input.length && input[before + length] === input[at + length]) length++
    decide(true)
    match(at - before, length - SHORTEST)
    at += length
  }
  return Uint8Array.from(out)
}
