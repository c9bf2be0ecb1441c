/**
 * What a run pages in of what the bound is of (LB-11). The trace has more: memory of the other segment group that is made
 * ready for the GPU, and that of other processes when it comes back.
 */
import { SegmentGroup } from '../../../../preload/contract'
import type { VideoMemoryManager } from '../../../dxgkrnl/vidmm/video-memory-manager'
import type { TraceRecord } from '../../../sim/trace-records'
import type { RunFollower } from '../../run/runner'

/** Follows a run from its first record on. */
export class UnitPageIns implements RunFollower {
  /** of the app's units, brought into local memory so far */
  bytes = 0
  private vidmm: VideoMemoryManager | null = null

  kernel(vidmm: VideoMemoryManager): void {
    this.vidmm = vidmm
  }

  /**
   * Whose memory came in the kernel knows: a name may be that of something elsewhere by now (LB-11).
   * @returns bytes that this record adds
   */
  record(record: TraceRecord): number {
    if (record.type !== 'page-in' || this.vidmm === null) return 0
    const { paging, residency } = this.vidmm
    // other processes' memory has none
    const handle = paging.activity?.handle ?? null
    if (handle === null || residency.group(handle) !== SegmentGroup.LOCAL) return 0
    this.bytes += record.bytes
    return record.bytes
  }

  /** Bytes of what is on its way now, and adds as much when it is there. */
  get comingIn(): number {
    return this.vidmm?.paging.bytesComingIn(SegmentGroup.LOCAL) ?? 0
  }

  look(): void {}
  submitted(): void {}
}
