/**
 * Page-table updates: of them nothing is imported, but what they say of live allocations is counted, by the rule by which the
 * Visualizer itself counts: of updates alone; physical address 0 is system memory and does not advance.
 */
import { counted, formatBytes, formatCount } from '../../../../preload/contract'
import { bit, bits } from '../bytes'
import type { RmvAllocation } from './allocations'
import type { SegmentInfo } from './chunks'
import { HEAP } from './trace-facts'

const PAGE = 4096
const UPDATE = 1

export class PageTables {
  readonly #segments: readonly SegmentInfo[]
  /** bytes by heap */
  readonly #mapped = [0, 0, 0]
  #demoted = 0
  #outside = 0

  constructor(segments: readonly SegmentInfo[]) {
    this.#segments = apart(segments.filter(({ heap }) => heap === HEAP.local || heap === HEAP.invisible))
  }

  /**
   * @param allocation in which the address lies; null: it is another process's, or nothing's
   * @param counts it is of the part that is asked for; if not, only where the allocation lies is known by it
   */
  take(bytes: Uint8Array, allocation: RmvAllocation | null, counts = true): void {
    if (allocation === null) {
      if (counts) this.#outside++
      return
    }
    if (bits(bytes, 136, 2) !== UPDATE || bit(bytes, 103)) return
    const physical = bits(bytes, 44, 36) * PAGE
    const length = bits(bytes, 80, 20) * PAGE
    let rest = length
    let isInvisible = false
    if (physical !== 0)
      for (const segment of this.#segments) {
        const inside = overlap(segment, physical, length)
        rest -= inside
        if (counts) this.#add(segment.heap, inside)
        if (inside > 0 && segment.heap === HEAP.invisible) isInvisible = true
      }
    if (counts) this.#add(HEAP.system, rest)
    if (rest > 0 && allocation.invisible && !allocation.demoted) {
      allocation.demoted = true
      if (counts) this.#demoted++
    }
    if (isInvisible) allocation.invisible = true
  }

  get text(): string | null {
    const [visible = 0, invisible = 0, system = 0] = this.#mapped
    if (visible + invisible + system + this.#outside === 0) return null
    const mapped = `${formatBytes(visible)} visible, ${formatBytes(invisible)} invisible, ${formatBytes(system)} system`
    return `page tables mapped for allocations: ${mapped}; ${formatCount(this.#demoted)} demoted; ${counted(this.#outside, 'update')} outside of every allocation`
  }

  #add(heap: number, bytes: number): void {
    this.#mapped[heap] = (this.#mapped[heap] ?? 0) + bytes
  }
}

/** Segments of a damaged trace overlap; a page lies in one of them. @returns of each what lies in none of those before it */
function apart(segments: readonly SegmentInfo[]): SegmentInfo[] {
  const made: SegmentInfo[] = []
  for (const segment of segments) {
    let rest = [segment]
    for (const other of made) rest = rest.flatMap((part) => without(part, other))
    made.push(...rest)
  }
  return made
}

function without(part: SegmentInfo, other: SegmentInfo): SegmentInfo[] {
  const end = part.base + part.size
  const from = Math.max(part.base, other.base + other.size)
  const before = { ...part, size: Math.min(end, other.base) - part.base }
  return [before, { ...part, base: from, size: end - from }].filter(({ size }) => size > 0)
}

function overlap({ base, size }: SegmentInfo, from: number, length: number): number {
  return Math.max(0, Math.min(from + length, base + size) - Math.max(from, base))
}
