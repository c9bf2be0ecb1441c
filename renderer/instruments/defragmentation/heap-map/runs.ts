/**
 * What one row of the heap map draws: a run for each range that is wide enough to be seen, and a run for each column of
 * pixels that several share. Pure.
 */
import { type HeapBlockView, RANGE_KINDS } from '../../../../preload/contract'
import { FREE, rangeAt } from '../../../store/heap-ranges'

export interface Run {
  /** px from the start of the row that is shown, and px */
  x: number
  width: number
  /** index in RANGE_KINDS; of a column the kind of most of its bytes that are not free */
  kind: number
  /** RangeFlag, combined; of a column those that any of it has */
  flags: number
  /** how much of it is not free, 0 to 1 */
  share: number
  /** its place in the block; −1: several share it */
  range: number
}

/** Narrower ranges share a column of one pixel. */
const LEAST_WIDTH = 1

/** Ranges that share a pixel, until the next wide one or the next pixel. */
class Column {
  private at = -1
  /** px: where its last range ends */
  private end = 0
  private bytes = 0
  private flags = 0
  private readonly byKind = new Float64Array(RANGE_KINDS.length)

  constructor(private readonly runs: Run[]) {}

  add(x: number, width: number, bytes: number, kind: number, flags: number): void {
    const at = Math.floor(x)
    if (at !== this.at) this.flush()
    this.at = at
    this.end = x + width
    this.bytes += bytes
    this.byKind[kind]! += bytes
    this.flags |= flags
  }

  /** It takes its whole pixel: what it stands for would not be seen otherwise. */
  flush(): void {
    const { at, end, bytes, flags, byKind } = this
    if (bytes > 0) {
      const kind = mostOf(byKind)
      const share = kind === FREE ? 0 : 1 - byKind[FREE]! / bytes
      this.runs.push({ x: at, width: Math.max(LEAST_WIDTH, end - at), kind, flags, share, range: -1 })
    }
    this.bytes = 0
    this.flags = 0
    byKind.fill(0)
  }
}

/** The kind with most bytes of what is not free; free where there is nothing else. */
function mostOf(byKind: Float64Array): number {
  let most = FREE
  for (let kind = 0; kind < byKind.length; kind++) {
    if (kind !== FREE && byKind[kind]! > (most === FREE ? 0 : byKind[most]!)) most = kind
  }
  return most
}

/**
 * Runs from left to right, without a gap, for what is shown of a block.
 * @param from first byte shown @param to byte after the last one @param width px that they take
 */
export function rowRuns(block: HeapBlockView, from: number, to: number, width: number): Run[] {
  const runs: Run[] = []
  const { offsets, sizes, kinds, flags } = block
  if (offsets.length === 0 || from >= block.size || to <= from) return runs
  const scale = width / (to - from)
  const column = new Column(runs)
  for (let range = Math.max(0, rangeAt(block, from)); range < offsets.length; range++) {
    const start = Math.max(from, offsets[range]!)
    const end = Math.min(to, offsets[range]! + sizes[range]!)
    if (start >= to) break
    if (end <= start) continue
    const x = (start - from) * scale
    const wide = (end - start) * scale
    const kind = kinds[range]!
    if (wide < LEAST_WIDTH) column.add(x, wide, end - start, kind, flags[range]!)
    else {
      column.flush()
      runs.push({ x, width: wide, kind, flags: flags[range]!, share: kind === FREE ? 0 : 1, range })
    }
  }
  column.flush()
  return runs
}
