/** Ways to spoil a file: by its bytes, and by what its JSON says. Every choice comes from one seeded generator. */
import { Rng } from '../../../main/sim/rng'

const BYTES = [
  0x00, 0x22, 0x2c, 0x5b, 0x5d, 0x7b, 0x7d, 0x5c, 0x80, 0xc0, 0xe2, 0xed, 0xf4, 0xff, 0x1b, 0x30, 0x2d, 0x65,
]

const VALUES: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -1,
  1,
  0.5,
  -0,
  1e308,
  -1e308,
  2 ** 53,
  2 ** 53 - 1,
  2 ** 31,
  2 ** 32,
  65_536,
  1_000_000,
  '',
  ' ',
  '1us',
  '9007199254740991',
  '64KiB',
  '0B',
  '999999999GiB',
  '1e9s',
  '__proto__',
  'constructor',
  'Blur',
  'DEFAULT',
  '\u0000',
  '\u202e\u001b[2J',
  '\ud800',
  'x'.repeat(300),
  [],
  {},
  [[]],
  [null],
  { name: 'x' },
]

export class Mutations {
  readonly #rng: Rng

  constructor(seed: number) {
    this.#rng = new Rng(seed)
  }

  below(bound: number): number {
    return this.#rng.below(bound)
  }

  pick<T>(from: readonly T[]): T {
    return from[this.below(from.length)] as T
  }

  /** @param other another file, parts of which may take the place of parts of this one */
  mutate(file: Uint8Array, other: Uint8Array): Uint8Array {
    const value = this.below(10) < 7 ? parsedOnce(file) : undefined
    if (value === undefined) return this.#bytes(file, other)
    const donor = parsedOnce(other)
    let result: unknown = value
    for (let i = this.below(4); i >= 0; i--) result = this.#structure(result, donor)
    return new TextEncoder().encode(JSON.stringify(result) ?? 'null')
  }

  #bytes(file: Uint8Array, other: Uint8Array): Uint8Array {
    let bytes = file
    for (let i = this.below(5); i >= 0; i--) {
      const at = this.below(bytes.length + 1)
      const length = Math.min(bytes.length - at, 1 + this.below(this.below(4) === 0 ? 4096 : 8))
      const before = bytes.subarray(0, at)
      const after = bytes.subarray(at + length)
      const source = this.below(2) === 0 ? other : bytes
      const from = this.below(source.length + 1)
      const piece = source.subarray(from, from + 1 + this.below(64))
      switch (this.below(5)) {
        case 0:
          bytes = join(before, Uint8Array.of(this.pick(BYTES)), bytes.subarray(at + Math.min(1, length)))
          break
        case 1:
          bytes = join(before, after)
          break
        case 2:
          bytes = join(before, piece, bytes.subarray(at))
          break
        case 3:
          bytes = join(before, piece, after)
          break
        default:
          bytes = join(before, bytes.subarray(at, at + length), bytes.subarray(at))
      }
    }
    return bytes
  }

  /** One place of the value is changed; the value itself is kept as it is. */
  #structure(value: unknown, donor: unknown): unknown {
    if (typeof value !== 'object' || value === null || this.below(12) === 0) return this.#leaf(value, donor)
    return Array.isArray(value) ? this.#list(value, donor) : this.#object(value as Record<string, unknown>, donor)
  }

  #list(value: readonly unknown[], donor: unknown): unknown[] {
    const copy = [...value]
    const at = this.below(copy.length + 1)
    switch (this.below(9)) {
      case 0:
        copy.splice(at, 1)
        break
      case 1:
        copy.splice(at, 0, this.#leaf(copy[at], donor))
        break
      case 2:
        if (copy.length > 0) copy.splice(at, 0, copy[this.below(copy.length)])
        break
      case 3:
        copy.reverse()
        break
      default:
        if (at < copy.length) copy[at] = this.#structure(copy[at], donor)
    }
    return copy
  }

  #object(value: Record<string, unknown>, donor: unknown): Record<string, unknown> {
    const keys = Object.keys(value)
    if (keys.length === 0) return { [String(this.pick(VALUES))]: this.#leaf(undefined, donor) }
    const key = this.pick(keys)
    const copy = { ...value }
    switch (this.below(10)) {
      case 0:
        delete copy[key]
        break
      case 1: {
        const { [key]: moved, ...rest } = copy
        return { ...rest, [this.pick([...keysOf(donor), 'x', '', '__proto__', 'name'])]: moved }
      }
      case 2:
        copy[this.pick([...keysOf(donor), ...keys])] = this.#leaf(copy[key], donor)
        break
      default:
        copy[key] = this.#structure(copy[key], donor)
    }
    return copy
  }

  #leaf(value: unknown, donor: unknown): unknown {
    if (typeof value === 'number' && this.below(2) === 0)
      return this.pick([value + 1, value - 1, -value, value * 2, value / 2, value * 1000, value + 0.5])
    if (typeof value === 'string' && this.below(3) === 0)
      return this.pick([`${value}${value}`, value.slice(1), value.toUpperCase(), `${value} 1`, `${value}.x`])
    return this.below(3) === 0 ? this.#partOf(donor) : this.pick(VALUES)
  }

  #partOf(donor: unknown): unknown {
    let part: unknown = donor
    for (let depth = this.below(6); depth > 0 && typeof part === 'object' && part !== null; depth--) {
      const parts: unknown[] = Object.values(part)
      if (parts.length === 0) break
      part = this.pick(parts)
    }
    return part ?? null
  }
}

function keysOf(value: unknown): string[] {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.keys(value) : ['trimline']
}

function join(...parts: readonly Uint8Array[]): Uint8Array {
  return new Uint8Array(Buffer.concat(parts))
}

/** Values of files that are spoiled again and again; nothing changes them. */
const known = new WeakMap<Uint8Array, { value: unknown }>()

function parsedOnce(file: Uint8Array): unknown {
  const found = known.get(file) ?? { value: parsed(file) }
  known.set(file, found)
  return found.value
}

function parsed(file: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(file)) as unknown
  } catch {
    return undefined
  }
}
