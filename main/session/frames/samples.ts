/** Samples of local memory, and how they are thinned for one frame. */
import { type SampleView, SegmentGroup } from '../../../preload/contract'
import type { VideoMemoryManager } from '../../dxgkrnl/vidmm/video-memory-manager'

/**
 * Local memory as it is now, in bytes: what lies in the segment adds up to no more than its size (RS-12).
 * @param pending bytes of the local group whose paging in is under way
 */
export function localSample({ residency, budget, others, sim }: VideoMemoryManager, pending: number): SampleView {
  const { usage, inPlace, committed, evictable } = residency.counters[SegmentGroup.LOCAL]
  // what is in the segment and neither in place nor evictable is coming in, or is being taken while it is still wanted
  const unplaced = Math.max(0, pending - (committed - inPlace - evictable))
  return {
    t: sim.now,
    usage,
    resident: inPlace,
    pending,
    unplaced,
    evictable,
    pagedOut: Math.max(0, residency.pagedOut[SegmentGroup.LOCAL] - unplaced),
    other: others.committed,
    capacity: residency.segments[SegmentGroup.LOCAL].size,
    budget: budget.budget,
  }
}

/** Whether nothing but the time differs. */
export function isSame(a: SampleView, b: SampleView): boolean {
  const inSegment = a.resident === b.resident && a.evictable === b.evictable && a.other === b.other
  const outside = a.usage === b.usage && a.pagedOut === b.pagedOut && a.unplaced === b.unplaced
  return inSegment && outside && a.pending === b.pending && a.budget === b.budget && a.capacity === b.capacity
}

/**
 * Thins them without losing what matters: the highest usage, and the last value of each stretch.
 * @param most samples to keep, at least 2
 */
export function thinSamples(samples: readonly SampleView[], most: number): SampleView[] {
  if (samples.length <= most) return [...samples]
  const stretch = Math.ceil(samples.length / Math.floor(most / 2))
  const kept: SampleView[] = []
  for (let start = 0; start < samples.length; start += stretch) {
    const part = samples.slice(start, start + stretch)
    const last = part.at(-1) as SampleView
    const peak = part.reduce((best, sample) => (sample.usage > best.usage ? sample : best), last)
    if (peak !== last) kept.push(peak)
    kept.push(last)
  }
  return kept
}
