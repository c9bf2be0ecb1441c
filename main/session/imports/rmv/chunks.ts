/** What both containers of a trace hold: streams of tokens, and what describes the GPU’s memory. */

/** chunks that a trace may have: that of an RX 6600 has nine */
export const MOST_CHUNKS = 100_000
/** streams, each of which holds a piece while it is merged with the others: that of an RX 6600 has two */
export const MOST_STREAMS = 1000

/** A part of a stream of tokens. */
export interface ChunkPart {
  /** bytes from the file's start */
  offset: number
  /** as it is in the file */
  stored: number
  /** bytes after decompression; null: not compressed */
  plain: number | null
}

export interface StreamSource {
  index: number
  /** major · 10 + minor */
  version: number
  parts: ChunkPart[]
}

export interface SegmentInfo {
  /** 0 local, 1 invisible, 2 system */
  heap: number
  base: number
  size: number
}

export interface Container {
  /** in order of index */
  streams: StreamSource[]
  segments: SegmentInfo[]
  /** of the GPU; null: it does not say */
  gpu: string | null
  snapshots: number
  /** chunks that nothing is known of, or nothing is needed of: what they are called → how many */
  others: Map<string, number>
  /** where it ends too early; null: it is whole */
  damage: string | null
}

/** A container of which nothing is known yet. */
export function empty(): Container {
  return { streams: [], segments: [], gpu: null, snapshots: 0, others: new Map(), damage: null }
}

/** One more chunk of which nothing is imported. @param name what the report calls it */
export function countOther({ others: chunks }: Container, name: string): void {
  chunks.set(name, (chunks.get(name) ?? 0) + 1)
}
