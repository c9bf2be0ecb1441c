import type { SampleView } from '../../preload/contract'

/** A sample of local memory at a moment; nothing where nothing else is said, on the list what is in place or coming in. */
export function sampleAt(t: number, parts: Partial<Omit<SampleView, 't'>> = {}): SampleView {
  const { resident = 0, pending = 0 } = parts
  const nothing = { unplaced: 0, evictable: 0, pagedOut: 0, other: 0, capacity: 0, budget: 0 }
  return { t, usage: resident + pending, resident, pending, ...nothing, ...parts }
}

/** Bytes that lie in the segment. */
export const inSegment = ({ resident, pending, unplaced, evictable, other }: SampleView): number =>
  resident + pending - unplaced + evictable + other
