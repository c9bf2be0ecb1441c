/** vkd3d-proton's priorities, in single precision (PL-42). */
import { RESIDENCY_PRIORITIES } from '../../../preload/contract/names'

/** D3D12_RESIDENCY_PRIORITY, as RESIDENCY_PRIORITIES */
const VALUES: readonly number[] = [0x28000000, 0x50000000, 0x78000000, 0xa0010000, 0xc8000000]
const HIGH = 0xa0010000
/** bytes for which a raised priority is one higher */
const STEP = 10 * 1024 * 1024
const MOST_STEPS = 0xffff

/** Between these the layer priority is linear. */
const POINTS: readonly (readonly [stored: number, layer: number])[] = [
  [0, 0.001],
  [0x78000000, 0.5],
  [HIGH, 0.7],
  [HIGH + MOST_STEPS, 0.8],
  [0xffffffff, 1],
]

/** 32 bits, unsigned: the stored priority of a D3D12_RESIDENCY_PRIORITY. @param index in RESIDENCY_PRIORITIES */
export function storedPriority(index: number): number {
  return VALUES[index] as number
}

/** What nothing else was asked for has. */
export const NORMAL = storedPriority(RESIDENCY_PRIORITIES.indexOf('normal'))

/**
 * 32 bits, unsigned, with which a committed resource starts that may be render target, depth or unordered access
 * (PL-42).
 */
export function raisedPriority(bytes: number): number {
  return HIGH + Math.min(Math.floor(bytes / STEP), MOST_STEPS)
}

/** f of PL-42. @param stored 32 bits, unsigned @returns from 0.001 to 1, in single precision */
export function layerPriority(stored: number): number {
  const to = POINTS.findIndex(([end]) => stored <= end)
  const [end, high] = POINTS[Math.max(to, 1)] as (typeof POINTS)[number]
  const [start, low] = POINTS[Math.max(to, 1) - 1] as (typeof POINTS)[number]
  const { fround } = Math
  if (stored <= start) return fround(low)
  if (stored >= end) return fround(high)
  const part = fround(fround(stored - start) / fround(end - start))
  return fround(fround(fround(low) * fround(1 - part)) + fround(fround(high) * part))
}
