/**
 * Bytes that are being brought into each segment group, kept up as allocations change: by the same state that the map and
 * the table show, so that the bars agree with them.
 */
import { SegmentGroup } from '../../../../preload/contract'
import type { AllocationHandle } from '../../../dxgkrnl/vidmm/allocation-table'
import type { Residency } from '../../../dxgkrnl/vidmm/residency'

export class PendingBytes {
  private readonly handles = new Set<AllocationHandle>()
  private readonly bytes = { [SegmentGroup.LOCAL]: 0, [SegmentGroup.NON_LOCAL]: 0 }

  /** Bytes. */
  of(group: SegmentGroup): number {
    return this.bytes[group]
  }

  /** The allocation's state may be another one. */
  changed(residency: Residency, handle: AllocationHandle): void {
    const pending = residency.state(handle) === 'pending'
    if (pending === this.handles.has(handle)) return
    if (pending) this.handles.add(handle)
    else this.handles.delete(handle)
    this.bytes[residency.group(handle)] += (pending ? 1 : -1) * (residency.table.bytes[handle] as number)
  }

  /** It is gone; its row still says what it was. */
  destroyed(residency: Residency, handle: AllocationHandle): void {
    if (this.handles.delete(handle)) this.bytes[residency.group(handle)] -= residency.table.bytes[handle] as number
  }
}
