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
  #failed: (error: Error) => void = () => {}

  constructor(name: string) {
    this.#name = name
    this.#gunzip.on('data', (piece: Uint8Array) => {
      this.#ready.push(piece)
      this.#length += piece.length
    })
    this.#gunzip.on('error', (error) => this.#failed(error))
  }

  async *of(packed: Uint8Array): AsyncGenerator<Uint8Array> {
    for (let at = 0; at < packed.length; at += PACKED) {
      await this.#done((done) => this.#gunzip.write(packed.subarray(at, at + PACKED), done))
      yield* this.#taken()
    }
  }

  async *rest(): AsyncGenerator<Uint8Array> {
    await this.#done((done) => this.#gunzip.once('end', done).end())
    yield* this.#taken()
  }

  #taken(): Uint8Array[] {
    const ready = this.#ready
    this.#ready = []
    return ready
  }

  /** Where it fails it may not call back. */
  async #done(act: (done: (error?: Error | null) => void) => void): Promise<void> {
    try {
      await new Promise<void>((resolve, reject) => {
        this.#failed = reject
        act((error) => (error ? reject(error) : resolve()))
      })
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error)
      const found = `found gzip data that is damaged, after ${this.#length} bytes of what is in it (${why})`
      throw new FileError(this.#name, 'read', found, 'Pack it again, or unpack it first.', { cause: error })
    }
  }
}
