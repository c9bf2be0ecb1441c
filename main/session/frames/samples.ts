/** Thins samples for one frame without losing what matters: peaks, and the last value of each stretch. */
import type { SampleView } from '../../../preload/contract'

/** @param most samples to keep, at least 2 */
export function thinSamples(samples: readonly SampleView[], most: number): SampleView[] {
  if (samples.length <= most) return [...samples]
  const stretch = Math.ceil(samples.length / Math.floor(most / 2))
  const kept: SampleView[] = []
  for (let start = 0; start < samples.length; start += stretch) {
    const part = samples.slice(start, start + stretch)
    const last = part.at(-1) as SampleView
    const peak = part.reduce((best, sample) => (sample.resident > best.resident ? sample : best), last)
    if (peak !== last) kept.push(peak)
    kept.push(last)
  }
  return kept
}
