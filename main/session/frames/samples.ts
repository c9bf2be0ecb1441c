/** Samples of local memory, and how they are thinned for one frame. */
import { type SampleView, SegmentGroup } from '../../../preload/contract'
import type { VideoMemoryManager } from '../../dxgkrnl/vidmm/video-memory-manager'

/** Nothing is known yet: to be filled by `sampleLocal`. */
export function emptySample(): SampleView {
  return {
    t: 0,
    usage: 0,
    resident: 0,
    pending: 0,
    unplaced: 0,
    evictable: 0,
    pagedOut: 0,
    other: 0,
    capacity: 0,
    budget: 0,
  }
}

/**
 * Local memory as it is now, in bytes: what lies in the segment adds up to no more than its size (RS-12). It is put into a
 * sample that is there, as memory changes many times in one moment, of which only the last is kept.
 * @param pending bytes of the local group whose paging in is under way
 */
export function sampleLocal(
  sample: SampleView,
  { residency, budget, others, sim }: VideoMemoryManager,
  pending: number,
): void {
  const { usage, inPlace, committed, evictable } = residency.counters[SegmentGroup.LOCAL]
  // what is in the segment and neither in place nor evictable is coming in, or is being taken while it is still wanted
  const unplaced = Math.max(0, pending - (committed - inPlace - evictable))
  sample.t = sim.now
  sample.usage = usage
  sample.resident = inPlace
  sample.pending = pending
  sample.unplaced = unplaced
  sample.evictable = evictable
  sample.pagedOut = Math.max(0, residency.pagedOut[SegmentGroup.LOCAL] - unplaced)
  sample.other = others.committed
  sample.capacity = residency.segments[SegmentGroup.LOCAL].size
  sample.budget = budget.budget
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
  for (let start = 0; start < samples.length; start += stretch)
    kept.push(...peakAndLast(samples.slice(start, start + stretch)))
  return kept
}

/**
 * As `thinSamples`, for what is thinned again and again: the stretches are of equal time, not of equal number, so that what was
 * thinned before is not thinned faster than what was not. Of each the first stays too: no gap grows beyond a stretch.
 * @param most samples to keep, at least 3
 */
export function thinByTime(samples: readonly SampleView[], most: number): SampleView[] {
  const begin = samples[0]?.t ?? 0
  const span = (samples.at(-1)?.t ?? begin) - begin + 1
  if (samples.length <= most) return [...samples]
  const stretches = Math.floor(most / 3)
  const kept: SampleView[] = []
  for (let from = 0, to = 0; from < samples.length; from = to) {
    const place = Math.floor((((samples[from]?.t ?? 0) - begin) / span) * stretches)
    const end = begin + ((place + 1) * span) / stretches
    to = from + 1
    while (to < samples.length && (samples[to]?.t ?? end) < end) to++
    const part = samples.slice(from, to)
    kept.push(...new Set([...part.slice(0, 1), ...peakAndLast(part)]))
  }
  return kept
}

/** @param part at least one, in order of time @returns the one of the highest usage and the last, once where it is the same */
function peakAndLast(part: readonly SampleView[]): SampleView[] {
  const last = part.at(-1) as SampleView
  const peak = part.reduce((best, sample) => (sample.usage > best.usage ? sample : best), last)
  return peak === last ? [last] : [peak, last]
}
