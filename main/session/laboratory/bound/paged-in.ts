/**
 * What a run pages in of what the bound is of (LB-11). The trace has more: memory of the other segment group that is made
 * ready for the GPU, that of other processes when it comes back, and that in which the hardware keeps contexts (GP-14): it
 * is no unit, no policy has it in hand, and no submission names it.
 */
import { SegmentGroup } from '../../../../preload/contract'
import type { AllocationHandle } from '../../../dxgkrnl/vidmm/allocation-table'
import type { VideoMemoryManager } from '../../../dxgkrnl/vidmm/video-memory-manager'
import type { TraceRecord } from '../../../sim/trace-records'
import type { RunFollower } from '../../run/runner'

/** Follows a run from its first record on. */
export class UnitPageIns implements RunFollower {
  /** of the app's units, brought into local memory so far */
  bytes = 0
  protected vidmm: VideoMemoryManager | null = null

  kernel(vidmm: VideoMemoryManager): void {
    this.vidmm = vidmm
  }

  /**
   * Whose memory came in the kernel knows: a name may be that of something elsewhere by now (LB-11).
   * @returns bytes that this record adds
   */
  record(record: TraceRecord): number {
    if (record.type !== 'page-in' || this.vidmm === null) return 0
    // other processes' memory has none
    const handle = this.vidmm.paging.activity?.handle ?? null
    if (handle === null || !isOfUnit(this.vidmm, handle)) return 0
    this.bytes += record.bytes
    return record.bytes
  }

  /** Bytes of what is on its way now, and adds as much when it is there. */
  get comingIn(): number {
    const { vidmm } = this
    return vidmm === null ? 0 : vidmm.paging.bytesComingIn((handle) => isOfUnit(vidmm, handle))
  }

  look(): void {}
  submitted(): void {}
}

function isOfUnit(vidmm: VideoMemoryManager, handle: AllocationHandle): boolean {
  return vidmm.residency.group(handle) === SegmentGroup.LOCAL && !vidmm.isOfContext(handle)
}
