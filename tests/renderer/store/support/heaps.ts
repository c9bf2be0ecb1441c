import { type HeapBlockView, noStatistics, type PoolView, RANGE_KINDS } from '../../../../preload/contract'

/** A range as a test says it; free where it has no name. */
export interface GivenRange {
  bytes: number
  name?: string
  kind?: (typeof RANGE_KINDS)[number]
  id?: number
  /** RangeFlag, combined */
  flags?: number
}

/** A block with these ranges one after another; its size is theirs together. */
export function heap(id: number, ranges: readonly GivenRange[], parts: Partial<HeapBlockView> = {}): HeapBlockView {
  let offset = 0
  const offsets = ranges.map(({ bytes }) => {
    offset += bytes
    return offset - bytes
  })
  let end = 0
  const ends = ranges.map(({ name = '' }) => {
    end += name.length
    return end
  })
  const kindOf = ({ kind, name }: GivenRange) => kind ?? (name === undefined ? 'free' : 'buffer')
  return {
    id,
    pool: 0,
    name: `DEFAULT ${id}`,
    size: offset,
    committed: false,
    allocation: 100 + id,
    offsets: Float64Array.from(offsets),
    sizes: Float64Array.from(ranges, ({ bytes }) => bytes),
    kinds: Uint8Array.from(ranges, (range) => RANGE_KINDS.indexOf(kindOf(range))),
    allocations: Uint32Array.from(ranges, (range, at) => range.id ?? (kindOf(range) === 'free' ? 0xffff_ffff : at)),
    flags: Uint8Array.from(ranges, ({ flags }) => flags ?? 0),
    names: ranges.map(({ name = '' }) => name).join(''),
    nameEnds: Uint32Array.from(ends),
    ...parts,
  }
}

export function pool(id: number, name: string, parts: Partial<PoolView> = {}): PoolView {
  return {
    id,
    name,
    custom: false,
    heap: 'default',
    algorithm: 'TLSF',
    alwaysCommitted: false,
    blockSize: 64,
    maxBlocks: 0,
    statistics: noStatistics(),
    committedCount: 0,
    committedBytes: 0,
    blocksNeeded: 0,
    fragmentation: 0,
    ...parts,
  }
}
