/** How a range of the heap map is told in words. Pure. */

import { csvOf, type Field, type HeapBlockView, RANGE_KINDS, RangeFlag } from '../../../../preload/contract'
import type { AllocationColumns } from '../../../store/allocations'
import { isLive } from '../../../store/allocations'
import { DESTINATION, destinationCount, FREE, freeBytes, liveCount, rangeName } from '../../../store/heap-ranges'
import type { Fact } from '../../../widgets/facts'
import { counted, formatBytes, formatCount, formatExactBytes } from '../../../widgets/format'
import { stateInfo } from '../../../widgets/state-chip'

export const KIND_LABELS: Readonly<Record<(typeof RANGE_KINDS)[number], string>> = {
  free: 'Free',
  buffer: 'Buffer',
  texture: 'Texture',
  unknown: 'Unknown',
  destination: 'Destination',
}

/** `Blur.working`, `free`, `destination of a move` */
export function rangeTitle(block: HeapBlockView, range: number): string {
  const kind = block.kinds[range]!
  if (kind === FREE) return 'Free'
  if (kind === DESTINATION) return rangeName(block, range) || 'Destination of a move'
  return rangeName(block, range) || 'Without a name'
}

/** `shares its heap's residency with 3 others`: RS-15. Nothing is said of what is free. */
export function sharingText(block: HeapBlockView, range: number): string | null {
  const kind = block.kinds[range]!
  if (kind === FREE || kind === DESTINATION) return null
  const others = liveCount(block) - 1
  if (block.committed || others === 0) return 'has its heap to itself'
  return `shares its heap’s residency with ${formatCount(others)} ${others === 1 ? 'other' : 'others'}`
}

/** AllocationState of a block's heap; null: it is of a dump, or gone. */
export function residencyOf(allocations: AllocationColumns, { allocation }: HeapBlockView): number | null {
  return isLive(allocations, allocation) ? (allocations.states[allocation] ?? null) : null
}

export function rangeFacts(block: HeapBlockView, range: number, allocations: AllocationColumns): Fact[] {
  const flags = block.flags[range]!
  const state = residencyOf(allocations, block)
  const marks = [
    ...((flags & RangeFlag.pinned) !== 0 ? ['pinned: defragmentation does not move it (DF-20)'] : []),
    ...((flags & RangeFlag.moving) !== 0 ? ['moves in this pass'] : []),
    ...((flags & RangeFlag.mapped) !== 0 ? ['mapped: after a move it has to be mapped anew (DF-15)'] : []),
    ...((flags & RangeFlag.staleMapping) !== 0
      ? ['mapped where it lay before its move: map it anew, what is written now is lost (DF-15)']
      : []),
  ]
  const sharing = sharingText(block, range)
  return [
    { term: 'Kind', value: KIND_LABELS[RANGE_KINDS[block.kinds[range]!]!] },
    { term: 'Size', value: formatBytes(block.sizes[range]!) },
    { term: 'Offset', value: formatExactBytes(block.offsets[range]!) },
    { term: 'Block', value: `${block.name}, ${formatBytes(block.size)}${block.committed ? ', committed' : ''}` },
    ...(state === null ? [] : [{ term: 'Heap', value: stateInfo(state).label.toLowerCase() }]),
    ...(sharing === null ? [] : [{ term: 'Sharing', value: sharing }]),
    ...marks.map((value) => ({ term: 'Mark', value })),
  ]
}

/** One sentence for a screen reader. */
export function rangeSentence(block: HeapBlockView, range: number, allocations: AllocationColumns): string {
  const facts = rangeFacts(block, range, allocations).map(({ term, value }) => `${term.toLowerCase()} ${value}`)
  return `${rangeTitle(block, range)}: ${facts.join(', ')}.`
}

/** What the map shows, for screen readers. */
export function mapSummary(blocks: readonly HeapBlockView[]): string {
  let allocations = 0
  let destinations = 0
  let free = 0
  for (const block of blocks) {
    allocations += liveCount(block)
    destinations += destinationCount(block)
    free += freeBytes(block)
  }
  // they are among what D3D12MA's statistics count, too (DF-08)
  const reserved = destinations === 0 ? '' : ` and ${counted(destinations, 'reserved destination')}`
  const heaps = counted(blocks.length, 'heap')
  return `${counted(allocations, 'allocation')}${reserved} in ${heaps}, ${formatBytes(free)} free.`
}

/** Every range of every block as CSV (RFC 4180) with a header row. */
export function heapCsv(blocks: readonly HeapBlockView[]): string {
  const rows: Field[][] = []
  for (const block of blocks) {
    for (let range = 0; range < block.offsets.length; range++) {
      rows.push([
        block.name,
        block.committed,
        block.size,
        block.offsets[range],
        block.sizes[range],
        RANGE_KINDS[block.kinds[range]!],
        rangeName(block, range),
        (block.flags[range]! & RangeFlag.pinned) !== 0,
      ])
    }
  }
  return csvOf(['block', 'committed', 'block_bytes', 'offset_bytes', 'bytes', 'kind', 'name', 'pinned'], rows)
}
