/** Unpacks what is packed with gzip as it comes: no more is asked for before what was there has been taken. */
import { createGunzip } from 'node:zlib'
import { FileError } from './file-error'

const MARK = [0x1f, 0x8b]
/** bytes by which it is told */
export const MARK_BYTES = MARK.length

/** bytes that are unpacked at once: they can become a thousand times as many */
const PACKED = 16 * 1024

/** @param first bytes of it */
export function isPacked(first: Uint8Array): boolean {
  return MARK.every((byte, i) => first[i] === byte)
}

/**
 * What is in it, or itself where it is not packed.
 * @param name what messages call it
 * @throws FileError for packed data that is damaged
 */
export async function* unpackedIfPacked(name: string, pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let unpacking: Unpacking | null | undefined
  for await (const piece of fromFirst(pieces, MARK_BYTES)) {
    if (unpacking === undefined) unpacking = isPacked(piece) ? new Unpacking(name) : null
    if (unpacking === null) yield piece
    else yield* unpacking.of(piece)
  }
  if (unpacking) yield* unpacking.rest()
}

/** The same, with at least so many bytes in the first piece where there are so many; there is always a first. */
export async function* fromFirst(pieces: AsyncIterable<Uint8Array>, bytes: number): AsyncGenerator<Uint8Array> {
  let first: Uint8Array = new Uint8Array()
  let begun = false
  for await (const piece of pieces) {
    if (begun) {
      yield piece
      continue
    }
    first = Buffer.concat([first, piece])
    if (first.length < bytes) continue
    begun = true
    yield first
  }
  if (!begun) yield first
}

class Unpacking {
  readonly #gunzip = createGunzip()
  readonly #name: string
  #ready: Uint8Array[] = []
  #length = 0
  /** bytes that were written to it */
  #given = 0
  #ended = false
  #failed: (error: Error) => void = () => {}
  #isOver: () => void = () => {}

  constructor(name: string) {
    this.#name = name
    this.#gunzip.on('data', (piece: Uint8Array) => {
      this.#ready.push(piece)
      this.#length += piece.length
    })
    this.#gunzip.on('error', (error) => this.#failed(error))
    this.#gunzip.on('end', () => {
      this.#ended = true
      this.#isOver()
    })
  }

  async *of(packed: Uint8Array): AsyncGenerator<Uint8Array> {
    for (let at = 0; at < packed.length; at += PACKED) {
      const part = packed.subarray(at, at + PACKED)
      if (this.#ended) {
        this.#fill(part)
        continue
      }
      this.#given += part.length
      await this.#done((done) => this.#gunzip.write(part, done))
      yield* this.#taken()
      if (this.#ended) this.#fill(part.subarray(part.length - (this.#given - this.#gunzip.bytesWritten)))
    }
  }

  async *rest(): AsyncGenerator<Uint8Array> {
    if (!this.#ended) await this.#done(() => this.#gunzip.end())
    yield* this.#taken()
  }

  /** What media of whole blocks fill their last one with is no part of it, as gzip has it. @param bytes after its end */
  #fill(bytes: Uint8Array): void {
    if (bytes.some((byte) => byte !== 0)) this.#damaged(new Error('something else than zeros after its end'))
  }

  #taken(): Uint8Array[] {
    const ready = this.#ready
    this.#ready = []
    return ready
  }

  /** Where it fails, or ends before all that was written, it does not call back. */
  async #done(act: (done: (error?: Error | null) => void) => void): Promise<void> {
    try {
      await new Promise<void>((resolve, reject) => {
        this.#failed = reject
        this.#isOver = resolve
        act((error) => (error ? reject(error) : resolve()))
      })
    } catch (error) {
      this.#damaged(error)
    }
  }

  #damaged(cause: unknown): never {
    const why = cause instanceof Error ? cause.message : String(cause)
    const found = `found gzip data that is damaged, after ${this.#length} bytes of what is in it (${why})`
    throw new FileError(this.#name, 'read', found, 'Pack it again, or unpack it first.', { cause })
  }
}
