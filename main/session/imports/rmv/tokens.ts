/**
 * Tokens of one stream: how long each is, and when it was written. The number of its type is in the low four bits of its
 * first byte.
 *
 * @see shared/data/real/formats.md, 1.2
 */
import { Bytes, bits } from '../bytes'
import { badAt, type CaptureFile } from '../capture'
import type { ChunkPart, StreamSource } from './chunks'
import { inflate, PIECE } from './zstd'

export const TOKEN = {
  timestamp: 0,
  resourceUpdate: 1,
  pageTable: 3,
  userData: 4,
  misc: 5,
  residency: 6,
  bind: 7,
  process: 8,
  pageReference: 9,
  cpuMap: 10,
  free: 11,
  allocate: 12,
  create: 13,
  delta: 14,
  destroy: 15,
} as const

/** bytes of a token by type; null: its own bytes say, or there is no such token */
const LENGTHS: readonly (number | null)[] = [12, 14, null, 18, null, 2, 8, 17, 6, 10, 8, 7, 12, null, null, 5]

/** bytes of a resource's description, by its type; those of type 0 and 14 are computed */
const DESCRIPTIONS = [38, 11, 1, 1, 0, 0, 12, 1, 4, 6, 0, 10, 19, 4, 3, 44, 1, 17]
const IMAGE = 0
const DESCRIPTOR_POOL = 14
/** from which on an image's description has one byte more, and an allocation says how many preferences count */
export const VERSION_1_6 = 16

/** Ticks of a time are counted in 32s. */
const TICKS = 32n
const MICROSECONDS = 1_000_000n

export interface RmvToken {
  type: number
  bytes: Uint8Array
}

export class TokenStream {
  /** 32s of ticks, absolute, of the first token; null: there is none */
  start: bigint | null = null
  /** where it is malformed; null: it is not, so far */
  damage: string | null = null
  /** of the file's bytes: what has been looked at */
  read = 0
  readonly #pieces: Generator<Piece>
  #piece: Uint8Array = new Uint8Array(0)
  /** place of the next token in the piece */
  #at = 0
  /** of the piece in the file, or in what was decompressed */
  #offset = 0
  /** 32s of ticks since `start` */
  #now = 0
  #frequency = 0n
  #token: RmvToken | null = null

  constructor(
    file: CaptureFile,
    readonly source: StreamSource,
  ) {
    this.#pieces = piecesOf(file, source.parts)
    const [first] = source.parts
    this.#offset = first?.offset ?? 0
    const token = this.#next()
    if (token === null || token.type !== TOKEN.timestamp) {
      this.damage ??=
        token === null ? null : badAt(this.#offset, `a token of type ${token.type}`, 'a timestamp').message
      return
    }
    this.#token = token
  }

  /** The token that is next; null: there is none. */
  get token(): RmvToken | null {
    return this.#token
  }

  get index(): number {
    return this.source.index
  }

  /** Ordinal of its format: ten times the major one, and the minor one. */
  get version(): number {
    return this.source.version
  }

  /** 32s of ticks of the next token, since `base`. */
  since(base: bigint): number {
    return Number((this.start ?? base) - base) + this.#now
  }

  /** µs since `base`, rounded down. */
  microseconds(base: bigint): number {
    return Number((BigInt(this.since(base)) * TICKS * MICROSECONDS) / this.#frequency)
  }

  /** It counts as malformed from the next token on. */
  stop(found: string, expected: string): void {
    this.damage = badAt(this.#offset + this.#at - (this.#token?.bytes.length ?? 0), found, expected).message
  }

  /** Goes on to the token after. */
  advance(): void {
    this.#token = this.damage === null ? this.#next() : null
  }

  #next(): RmvToken | null {
    try {
      const token = this.#cut()
      if (token !== null) this.#pass(token)
      return token
    } catch (error) {
      if (!(error instanceof Error)) throw error
      this.damage = error.message
      return null
    }
  }

  /** Time goes on before the token. */
  #pass({ type, bytes }: RmvToken): void {
    const at = this.#offset + this.#at - bytes.length
    if (type === TOKEN.timestamp) {
      const view = new Bytes(bytes)
      this.#frequency = BigInt(view.u32(8))
      if (this.#frequency === 0n) throw badAt(at, 'a frequency of 0 Hz', 'ticks a second')
      const time = view.u64(0) >> 4n
      this.start ??= time
      this.#now = Number(time - this.start)
    } else if (type === TOKEN.delta) {
      this.#now += bits(bytes, 8, (bytes.length - 1) * 8)
    } else this.#now += bits(bytes, 4, 4)
    if (!Number.isSafeInteger(this.#now)) throw badAt(at, 'a time that is too large', 'a time of the recording')
  }

  /** @throws CaptureError where there is no token, or not all of it */
  #cut(): RmvToken | null {
    if (!this.#has(1)) return null
    const type = (this.#piece[this.#at] as number) & 0xf
    const length = this.#length(type)
    if (!this.#has(length)) {
      const left = this.#piece.length - this.#at
      throw badAt(this.#offset + this.#at, `${left} bytes of a token of type ${type}`, `${length} bytes`)
    }
    const bytes = this.#piece.subarray(this.#at, this.#at + length)
    this.#at += length
    return { type, bytes }
  }

  #length(type: number): number {
    const fixed = LENGTHS[type] ?? null
    if (fixed !== null) return fixed
    const head = (count: number): Uint8Array => {
      this.#has(count)
      return this.#piece.subarray(this.#at, this.#at + count)
    }
    if (type === TOKEN.userData) return 4 + bits(head(4), 12, 20)
    if (type === TOKEN.delta) return 1 + bits(head(1), 4, 3)
    if (type === TOKEN.create) return 7 + this.#description(head(10))
    throw badAt(this.#offset + this.#at, `a token of type ${type}`, 'a token of this format')
  }

  #description(head: Uint8Array): number {
    const type = bits(head, 48, 6)
    const length = DESCRIPTIONS[type]
    if (length === undefined)
      throw badAt(this.#offset + this.#at, `a resource of type ${type}`, `0 to ${DESCRIPTIONS.length - 1}`)
    if (type === IMAGE && this.version >= VERSION_1_6) return length + 1
    return type === DESCRIPTOR_POOL ? length + 4 * (head[9] ?? 0) : length
  }

  /** Whether there are so many bytes from here on; they are in one piece then. */
  #has(count: number): boolean {
    while (this.#piece.length - this.#at < count) {
      const next = this.#pieces.next()
      if (next.done === true) return false
      const rest = this.#piece.subarray(this.#at)
      // of a token that straddles two chunks the place is that of what is left before the second
      this.#offset = next.value.offset - rest.length
      this.#piece = rest.length === 0 ? next.value.bytes : Buffer.concat([rest, next.value.bytes])
      this.#at = 0
      this.read += next.value.stored
    }
    return true
  }
}

interface Piece {
  /** of its first byte in the file; of what is compressed, counted from its chunk's beginning on */
  offset: number
  bytes: Uint8Array
  stored: number
}

function* piecesOf(file: CaptureFile, parts: readonly ChunkPart[]): Generator<Piece> {
  for (const part of parts) {
    let at = 0
    if (part.plain === null)
      for (; at < part.stored; at += PIECE) {
        const length = Math.min(PIECE, part.stored - at)
        yield { offset: part.offset + at, bytes: file.read(part.offset + at, length).slice(), stored: length }
      }
    else
      for (const bytes of inflate(file, part)) {
        yield { offset: part.offset + at, bytes, stored: (bytes.length / part.plain) * part.stored }
        at += bytes.length
      }
  }
}
