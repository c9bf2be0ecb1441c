/** Which packet lies under a point, and which one comes next. Pure; times in µs. */
import { firstEndingFrom, type PacketRing } from '../../../store/gpu-packets'

/**
 * The id of the packet that ran on an engine at a moment, or else of the nearest one within reach.
 * @param reach µs on either side
 */
export function packetAt(ring: PacketRing, engine: number, t: number, reach: number): number | null {
  const index = ring.engines[engine]!
  const { starts, ends, switches } = ring.columns
  let best: number | null = null
  let nearest = Number.POSITIVE_INFINITY
  for (let position = firstEndingFrom(ring, engine, t - reach); position < index.count; position++) {
    const slot = index.slot(position)
    const start = starts[slot]! - switches[slot]!
    if (start > t + reach) break
    const distance = Math.max(0, start - t, t - ends[slot]!)
    if (distance < nearest) {
      nearest = distance
      best = slot
    }
    if (distance === 0 && t < ends[slot]!) break
  }
  return best === null ? null : ring.idOf(best)
}

/** How many packets of an engine touch the time from `from` to `to`. */
export function countBetween(ring: PacketRing, engine: number, from: number, to: number): number {
  const index = ring.engines[engine]!
  let count = 0
  for (let at = firstEndingFrom(ring, engine, from); at < index.count; at++) {
    if (ring.columns.starts[index.slot(at)]! > to) break
    count++
  }
  return count
}

/** The packet of the same engine before or after; null at the end. */
export function neighbourOf(ring: PacketRing, id: number, by: 1 | -1): number | null {
  const slot = ring.slotOf(id)
  const engine = ring.columns.engines[slot]!
  const index = ring.engines[engine]!
  const position = positionOf(ring, id)
  const next = position + by
  return next < 0 || next >= index.count ? null : ring.idOf(index.slot(next))
}

/** The packet of another engine, in the direction given, that is nearest in time; engines without any are passed. */
export function acrossEngines(ring: PacketRing, id: number, by: 1 | -1): number | null {
  const slot = ring.slotOf(id)
  const at = (ring.columns.starts[slot]! + ring.columns.ends[slot]!) / 2
  for (let engine = ring.columns.engines[slot]! + by; engine >= 0 && engine < ring.engines.length; engine += by) {
    const nearest = nearestOf(ring, engine, at)
    if (nearest !== null) return nearest
  }
  return null
}

/** The packet of an engine that is nearest to a moment; null when it has none. */
export function nearestOf(ring: PacketRing, engine: number, t: number): number | null {
  const index = ring.engines[engine]!
  if (index.count === 0) return null
  const after = Math.min(index.count - 1, firstEndingFrom(ring, engine, t))
  const { starts, ends } = ring.columns
  const before = Math.max(0, after - 1)
  const isBefore = t - ends[index.slot(before)]! < starts[index.slot(after)]! - t
  return ring.idOf(index.slot(isBefore ? before : after))
}

/** Place of a packet in its engine's index: of those that end together the one with this id. */
function positionOf(ring: PacketRing, id: number): number {
  const slot = ring.slotOf(id)
  const engine = ring.columns.engines[slot]!
  const index = ring.engines[engine]!
  let position = firstEndingFrom(ring, engine, ring.columns.ends[slot]!)
  while (position < index.count - 1 && index.slot(position) !== slot) position++
  return position
}
