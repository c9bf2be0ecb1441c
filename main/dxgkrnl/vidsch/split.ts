/** Splitting a DMA buffer whose allocations do not all fit at once (GP-17). */
import type { PacketWork } from '../../../preload/contract/specs'
import type { AllocationHandle } from '../vidmm/allocation-table'
import type { PacketPart } from './context'

/**
 * As few parts as the driver's split points and memory allow, in order.
 * @returns null when one piece alone does not fit
 */
export function splitParts(
  pieces: readonly PacketPart[],
  fits: (handles: readonly AllocationHandle[]) => boolean,
): PacketPart[] | null {
  const parts: PacketPart[] = []
  for (const piece of pieces) {
    const last = parts.at(-1)
    const together = last === undefined ? null : [...new Set([...last.allocations, ...piece.allocations])]
    if (last !== undefined && together !== null && fits(together))
      parts[parts.length - 1] = { duration: last.duration + piece.duration, allocations: together }
    else if (fits(piece.allocations)) parts.push(piece)
    else return null
  }
  return parts
}

/** What no piece names is used by all of them: `pieces` with that. @param used what the whole packet uses */
export function withShared(pieces: readonly PacketPart[], used: readonly AllocationHandle[]): readonly PacketPart[] {
  const named = new Set(pieces.flatMap(({ allocations }) => allocations))
  const shared = used.filter((handle) => !named.has(handle))
  if (shared.length === 0) return pieces
  return pieces.map(({ duration, allocations }) => ({ duration, allocations: [...shared, ...allocations] }))
}

/**
 * A part's share of the draws or dispatches of the whole packet, in which they are spread evenly over time; at least one.
 * @param start and `end`: the part's, in µs of the packet's `duration`
 */
export function shareOf(work: PacketWork | null, start: number, end: number, duration: number): PacketWork | null {
  if (work === null || duration === 0) return work
  const share = (count: number): number =>
    Math.max(1, Math.round((count * end) / duration) - Math.round((count * start) / duration))
  return 'draws' in work ? { ...work, draws: share(work.draws) } : { ...work, dispatches: share(work.dispatches) }
}
