/** What a file is by its own first bytes, whatever its name says: only what the platform decodes is taken. */
import type { MediaType } from '../../../preload/contract'

/** Bytes at offsets; the first that fits counts. */
const SIGNATURES: readonly { readonly type: MediaType; readonly at: readonly (readonly [number, string])[] }[] = [
  { type: 'image/png', at: [[0, '\x89PNG\r\n\x1a\n']] },
  { type: 'image/jpeg', at: [[0, '\xff\xd8\xff']] },
  { type: 'image/gif', at: [[0, 'GIF8']] },
  {
    type: 'image/webp',
    at: [
      [0, 'RIFF'],
      [8, 'WEBP'],
    ],
  },
  { type: 'image/bmp', at: [[0, 'BM']] },
  { type: 'image/avif', at: [[4, 'ftypavi']] },
  { type: 'image/avif', at: [[4, 'ftypmif1']] },
  { type: 'video/quicktime', at: [[4, 'ftypqt  ']] },
  { type: 'video/mp4', at: [[4, 'ftyp']] },
  { type: 'video/webm', at: [[0, '\x1aE\xdf\xa3']] },
  { type: 'video/ogg', at: [[0, 'OggS']] },
]

/** @param beginning of the file, 16 bytes where it has so many @returns null: nothing that becomes a clip */
export function mediaTypeOf(beginning: Uint8Array): MediaType | null {
  const text = Buffer.from(beginning).toString('latin1')
  return SIGNATURES.find(({ at }) => at.every(([offset, bytes]) => text.startsWith(bytes, offset)))?.type ?? null
}
