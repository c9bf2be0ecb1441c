/** What the kernel-mode driver declares about its adapter: segments and the speed of paging. */

/** DXGI_MEMORY_SEGMENT_GROUP */
export const SegmentGroup = { LOCAL: 0, NON_LOCAL: 1 } as const
export type SegmentGroup = (typeof SegmentGroup)[keyof typeof SegmentGroup]

export interface AdapterCaps {
  /** what backs the local group: memory of its own, or on an integrated GPU an aperture over system memory */
  localSegment: 'memory' | 'aperture'
  /** bytes of the segment of the local group */
  localMemory: number
  /** bytes of the aperture segment over system memory */
  nonLocalMemory: number
  /** bytes per second between a segment and system memory */
  pagingBandwidth: number
  hardwareScheduling: boolean
  /** more than 1: linked adapters */
  physicalAdapters: number
}

/** Whether a group's segment only maps system memory: nothing is copied when an allocation leaves it. */
export function isAperture(caps: AdapterCaps, group: SegmentGroup): boolean {
  return group === SegmentGroup.NON_LOCAL || caps.localSegment === 'aperture'
}

/** How long the paging engine needs for `bytes`, in whole µs, rounded up: data is not there before its last byte (RS-05). */
export function transferTime(caps: AdapterCaps, bytes: number): number {
  const scaled = bytes * 1_000_000
  if (scaled <= Number.MAX_SAFE_INTEGER) {
    const rest = scaled % caps.pagingBandwidth
    return (scaled - rest) / caps.pagingBandwidth + (rest === 0 ? 0 : 1)
  }
  const bandwidth = BigInt(caps.pagingBandwidth)
  return Number((BigInt(bytes) * 1_000_000n + bandwidth - 1n) / bandwidth)
}
