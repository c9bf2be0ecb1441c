/**
 * Page-table updates: of them nothing is imported, but what they say of live allocations is counted, by the rule by which the
 * Visualizer itself counts: of updates alone; physical address 0 is system memory and does not advance.
 */
import { formatBytes } from '../../../../preload/contract'
import { bit, bits } from '../bytes'
import { countedText } from '../numbers'
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
    this.#segments = segments.filter(({ heap }) => heap === HEAP.local || heap === HEAP.invisible)
  }

  /** @param allocation in which the address lies; null: it is another process's, or nothing's */
  take(bytes: Uint8Array, allocation: RmvAllocation | null): void {
    if (allocation === null) {
      this.#outside++
      return
    }
    if (bits(bytes, 136, 2) !== UPDATE || bit(bytes, 103)) return
    const physical = bits(bytes, 44, 36) * PAGE
    const length = bits(bytes, 80, 20) * PAGE
    const inside = this.#segments.map((segment) => ({ heap: segment.heap, bytes: overlap(segment, physical, length) }))
    const local = physical === 0 ? [] : inside.filter((part) => part.bytes > 0)
    const rest = length - local.reduce((sum, part) => sum + part.bytes, 0)
    for (const part of local) this.#add(part.heap, part.bytes)
    this.#add(HEAP.system, rest)
    if (rest > 0 && allocation.invisible && !allocation.demoted) {
      allocation.demoted = true
      this.#demoted++
    }
    if (local.some(({ heap }) => heap === HEAP.invisible)) allocation.invisible = true
  }

  get text(): string | null {
    const [visible = 0, invisible = 0, system = 0] = this.#mapped
    if (visible + invisible + system + this.#outside === 0) return null
    const mapped = `${formatBytes(visible)} visible, ${formatBytes(invisible)} invisible, ${formatBytes(system)} system`
    return `page tables mapped for allocations: ${mapped}; ${countedText(this.#demoted)} demoted; ${countedText(this.#outside)} updates outside of every allocation`
  }

  #add(heap: number, bytes: number): void {
    this.#mapped[heap] = (this.#mapped[heap] ?? 0) + bytes
  }
}

function overlap({ base, size }: SegmentInfo, from: number, length: number): number {
  return Math.max(0, Math.min(from + length, base + size) - Math.max(from, base))
}
