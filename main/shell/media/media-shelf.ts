/** Files of clips that the page may read, by what their content is known by: it never names a path. */
import type { MediaFile } from '../../../preload/contract'
// not of the whole: this is read before the window opens
import { MEDIA_FOLDER } from '../../../preload/contract/names'
import { nodeFileSystem } from '../../files/file-system'
import { openPlain, type RandomAccess } from '../../files/random-access'
import { log, reason } from '../log'
import { APP_ORIGIN } from '../page/asset-path'

/** bytes that are read at once */
const PIECE = 256 * 1024
const MS = 1_000_000n

export class MediaShelf {
  readonly #files = new Map<string, MediaFile>()

  /** From now on the page may read it, as long as it stays as it is. */
  put(file: MediaFile): void {
    this.#files.set(file.fingerprint, file)
  }

  /**
   * @param range of bytes, as HTTP writes it; null: all of it
   * @returns null: the address is none of media
   */
  serve(method: string, address: string, range: string | null): Response | null {
    const prefix = `${APP_ORIGIN}${MEDIA_FOLDER}`
    if (!address.startsWith(prefix)) return null
    if (method !== 'GET' && method !== 'HEAD') return refusal(405, `${method} is not allowed`)
    const file = this.#files.get(address.slice(prefix.length))
    if (file === undefined) return refusal(404, 'no clip shows such a file')
    try {
      return answer(file, range)
    } catch (error) {
      log(`cannot read the media of a clip: ${reason(error)}`)
      return refusal(404, 'the file cannot be read any more')
    }
  }
}

/** @throws FileError for what is no file any more, or cannot be read */
function answer(file: MediaFile, range: string | null): Response {
  const open = openPlain(file.path)
  const modified = Number((nodeFileSystem.stat(file.path)?.modified ?? 0n) / MS)
  if (open.size !== file.size || modified !== file.modified) {
    open.close()
    return refusal(404, 'the file is another one by now')
  }
  const asked = rangeOf(range, file.size)
  if (asked === null) {
    open.close()
    return refusal(416, `found ${range}; the file has ${file.size} bytes`)
  }
  const { from, to, isPart } = asked
  const headers = {
    'content-type': file.type,
    'content-length': String(to - from),
    'accept-ranges': 'bytes',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    ...(isPart ? { 'content-range': `bytes ${from}-${to - 1}/${file.size}` } : {}),
  }
  return new Response(streamOf(open, from, to), { status: isPart ? 206 : 200, headers })
}

/** A piece whenever one is taken, so that a video of gigabytes takes no more than that. */
function streamOf(file: RandomAccess, from: number, to: number): ReadableStream<Uint8Array> {
  let at = from
  return new ReadableStream({
    pull(controller) {
      const piece = at < to ? file.read(at, Math.min(PIECE, to - at)) : new Uint8Array()
      if (piece.length > 0) {
        at += piece.length
        return controller.enqueue(piece)
      }
      file.close()
      controller.close()
    },
    cancel: () => file.close(),
  })
}

/** From the first byte to the one after the last; null: none of the file. */
function rangeOf(range: string | null, size: number): { from: number; to: number; isPart: boolean } | null {
  if (range === null) return { from: 0, to: size, isPart: false }
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(range) ?? []
  if (first === '' && last === '') return null
  const from = first === '' ? Math.max(0, size - Number(last)) : Number(first)
  const to = first === '' || last === '' ? size : Math.min(size, Number(last) + 1)
  return from < to ? { from, to, isPart: true } : null
}

function refusal(status: number, message: string): Response {
  const headers = { 'content-type': 'text/plain; charset=utf-8', 'x-content-type-options': 'nosniff' }
  return new Response(message, { status, headers })
}
