/** What the kernel-mode driver declares about its adapter: segments and the speed of paging. */

import { SegmentGroup } from '../../../preload/contract/names'

export interface AdapterCaps {
  /** what backs the local group: memory of its own, or on an integrated GPU an aperture over system memory */
  localSegment: 'memory' | 'aperture'
  /** bytes of the segment of the local group */
  localMemory: number
  /** bytes of the segment of the non-local group */
  nonLocalMemory: number
  /**
   * what the non-local group lies in: an aperture segment over system memory, or the implicit system memory segment, which
   * every adapter has, into which nothing has to be mapped for the GPU but pages (AN-06) [an aperture]
   */
  nonLocalSegment?: 'aperture' | 'system' | undefined
  /** bytes per second between a segment and system memory */
  pagingBandwidth: number
  /** bytes per second of fills; 0: they take no time (AN-10) [0] */
  fillBandwidth?: number | undefined
  hardwareScheduling: boolean
  /** more than 1: linked adapters */
  physicalAdapters: number
}

/**
 * Whether a group's segment is system memory, an aperture over it or the implicit segment: nothing is copied when an
 * allocation leaves it.
 */
export function isAperture(caps: AdapterCaps, group: SegmentGroup): boolean {
  return group === SegmentGroup.NON_LOCAL || caps.localSegment === 'aperture'
}

/** Whether a group lies in the implicit system memory segment. */
export function isSystemMemory(caps: AdapterCaps, group: SegmentGroup): boolean {
  return group === SegmentGroup.NON_LOCAL && caps.nonLocalSegment === 'system'
}

/** How long the paging engine needs to fill `bytes`, µs (AN-10). */
export function fillTime({ fillBandwidth = 0 }: AdapterCaps, bytes: number): number {
  return fillBandwidth === 0 ? 0 : timeFor(fillBandwidth, bytes)
}

/** How long the paging engine needs for `bytes`, in whole µs, rounded up: data is not there before its last byte (RS-05). */
export function transferTime(caps: AdapterCaps, bytes: number): number {
  return timeFor(caps.pagingBandwidth, bytes)
}

function timeFor(bandwidth: number, bytes: number): number {
  const scaled = bytes * 1_000_000
  if (scaled <= Number.MAX_SAFE_INTEGER) {
    const rest = scaled % bandwidth
    return (scaled - rest) / bandwidth + (rest === 0 ? 0 : 1)
  }
  return Number((BigInt(bytes) * 1_000_000n + BigInt(bandwidth) - 1n) / BigInt(bandwidth))
}
