/** Ranges of a block: where they are, what they are called. Pure; offsets and sizes in bytes. */
import { type HeapBlockView, RANGE_KINDS } from '../../preload/contract'

export const FREE = RANGE_KINDS.indexOf('free')
export const DESTINATION = RANGE_KINDS.indexOf('destination')
/** Id of what is free. */
export const NO_ALLOCATION = 0xffff_ffff

/** The range that has a byte; the last one beyond the end, −1 in a block without ranges. */
export function rangeAt({ offsets }: HeapBlockView, byte: number): number {
  let low = 0
  let high = offsets.length - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if (offsets[middle]! <= byte) low = middle
    else high = middle - 1
  }
  return high < 0 ? -1 : low
}

/** '' for a free range, and for an allocation without a name. */
export function rangeName({ names, nameEnds }: HeapBlockView, range: number): string {
  return names.slice(range === 0 ? 0 : nameEnds[range - 1], nameEnds[range])
}

/** Whether this is its name; makes no text of it, so that a million can be asked. */
export function isRangeCalled({ names, nameEnds }: HeapBlockView, range: number, name: string): boolean {
  const begin = range === 0 ? 0 : nameEnds[range - 1]!
  return nameEnds[range]! - begin === name.length && names.startsWith(name, begin)
}

/** Allocations in the block: those that share its residency (RS-15). Reserved destinations hold nothing yet. */
export function liveCount({ kinds }: HeapBlockView): number {
  let count = 0
  for (const kind of kinds) if (kind !== FREE && kind !== DESTINATION) count++
  return count
}

/** What a pass is moving into the block, whose destinations it has reserved (DF-08). */
export function destinationCount({ kinds }: HeapBlockView): number {
  let count = 0
  for (const kind of kinds) if (kind === DESTINATION) count++
  return count
}

/** Free bytes of a block. */
export function freeBytes({ kinds, sizes }: HeapBlockView): number {
  let free = 0
  for (let range = 0; range < kinds.length; range++) if (kinds[range] === FREE) free += sizes[range]!
  return free
}

/** What lies in a block, by offset, without what is free: the first `most`. */
export function contentsOf(block: HeapBlockView, most: number): { name: string; bytes: number; offset: number }[] {
  const found: { name: string; bytes: number; offset: number }[] = []
  for (let range = 0; range < block.kinds.length && found.length < most; range++) {
    const kind = block.kinds[range]
    if (kind === FREE || kind === DESTINATION) continue
    found.push({ name: rangeName(block, range), bytes: block.sizes[range]!, offset: block.offsets[range]! })
  }
  return found
}
