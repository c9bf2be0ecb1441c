/** Tokens and containers of a Radeon memory trace, written by hand from formats.md. */
import { fields, joined, packed, text } from '../writing'

export const timestamp = (ticks: bigint, frequency = 10_000_000): Uint8Array =>
  joined(packed(8, [0, 3, 0], [4, 63, ticks / 32n]), fields([4, frequency]))
export const delta = (bytes: number, ticks: number): Uint8Array =>
  joined(packed(1, [0, 3, 14], [4, 6, bytes]), fields([bytes, ticks / 32]))
export const allocate = (
  va: number,
  pages: number,
  preferences: readonly number[],
  { after = 0, count = preferences.length }: { after?: number; count?: number } = {},
): Uint8Array =>
  packed(
    12,
    [0, 3, 12],
    [4, 7, after],
    [8, 31, pages - 1],
    [34, 81, va],
    ...preferences.map((heap, i) => [82 + 2 * i, 83 + 2 * i, heap] as const),
    [90, 92, count],
  )
export const free = (va: number, after = 0): Uint8Array => packed(7, [0, 3, 11], [4, 7, after], [8, 55, va])
export const residency = (va: number, remove: 0 | 1, after = 0): Uint8Array =>
  packed(8, [0, 3, 6], [4, 7, after], [8, 8, remove], [9, 56, va], [57, 63, 3])
export const bind = (va: number, size: number, resource: number): Uint8Array =>
  packed(17, [0, 3, 7], [8, 55, va], [56, 99, size], [104, 135, resource])
export const cpuMap = (va: number, unmap: 0 | 1): Uint8Array => packed(8, [0, 3, 10], [8, 55, va], [56, 56, unmap])
export const pageTable = (
  va: number,
  pa: number,
  pages: number,
  { unmap = 0, kind = 1 }: { unmap?: number; kind?: number } = {},
): Uint8Array =>
  packed(
    18,
    [0, 3, 3],
    [8, 43, va / 4096],
    [44, 79, pa / 4096],
    [80, 99, pages],
    [103, 103, unmap],
    [104, 135, 4],
    [136, 137, kind],
  )
/** @param description bytes after the first seven */
export const create = (id: number, type: number, description: Uint8Array): Uint8Array =>
  joined(packed(7, [0, 3, 13], [8, 39, id], [48, 53, type]), description)
export const destroy = (id: number): Uint8Array => packed(5, [0, 3, 15], [8, 39, id])
export const named = (name: string, id: number): Uint8Array =>
  joined(packed(4, [0, 3, 4], [8, 11, 0], [12, 31, name.length + 5]), text(name, name.length + 1), fields([4, id]))
export const namedV2 = (name: string, id: number): Uint8Array =>
  joined(packed(4, [0, 3, 4], [8, 11, 6], [12, 31, name.length + 12]), text(name), fields([4, id], [8, 99]))
export const userData = (kind: number, bytes: Uint8Array): Uint8Array =>
  joined(packed(4, [0, 3, 4], [8, 11, kind], [12, 31, bytes.length]), bytes)
export const other = (type: number, bytes: number): Uint8Array => packed(bytes, [0, 3, type])

export interface RdfChunk {
  name: string
  header?: Uint8Array
  data: Uint8Array
  /** bytes after decompression, where the data is compressed */
  plain?: number
}

export const tokensIn = (stream: number, data: Uint8Array, [major, minor] = [1, 8]): RdfChunk => ({
  name: 'RmtData',
  header: fields([4, 7], [4, 8], [8, data.length], [4, stream], [2, major as number], [2, minor as number]),
  data,
})

export const segmentsOf = (...all: [heap: number, base: number, size: number][]): RdfChunk => ({
  name: 'GpuMemSegment',
  data: joined(...all.map(([heap, base, size]) => fields([4, heap], [4, 0xffffffff], [8, base], [8, size]))),
})

/** The index comes last, as AMD's tools write it. */
export function rdf(...chunks: readonly RdfChunk[]): Uint8Array {
  let at = 32
  const bodies: Uint8Array[] = []
  const entries = chunks.map(({ name, header = new Uint8Array(0), data, plain }) => {
    bodies.push(header, data)
    const entry = joined(
      text(name, 16),
      fields([1, plain === undefined ? 0 : 1], [3, 0], [4, 1], [8, at], [8, header.length]),
      fields([8, at + header.length], [8, data.length], [8, plain ?? 0]),
    )
    at += header.length + data.length
    return entry
  })
  const head = joined(text('AMD_RDF '), fields([4, 3], [4, 0], [8, at], [8, entries.length * 64]))
  return joined(head, ...bodies, ...entries)
}

export const legacyChunk = (type: number, body: Uint8Array, [major, minor] = [1, 6]): Uint8Array =>
  joined(
    fields([1, type], [1, 0], [2, 0], [2, minor as number], [2, major as number], [4, body.length + 16], [4, 0]),
    body,
  )
export const legacy = (...chunks: readonly Uint8Array[]): Uint8Array =>
  joined(fields([4, 0x494e494d], [4, 1], [4, 6], [4, 0], [4, 56]), new Uint8Array(36), ...chunks)
