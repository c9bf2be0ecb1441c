/** What the paging queue does at each moment, for those who wait for it (LB-08, LB-09). */
import type { AllocationHandle } from './allocation-table'
import type { OutReason, OutReasons, PagingActivity } from './out-reasons'
import type { Residency } from './residency'

/** What is brought in instead of what is paged out. */
export type Wanted = Pick<PagingActivity, 'wantedBy' | 'wantedFor'>

export const NOBODY: Wanted = { wantedBy: null, wantedFor: null }

/** One shape for all of them: they come by the thousand. */
class Activity implements PagingActivity {
  readonly type = 'paging'
  over = false
  recordedAt = -1
  recordIndex = -1

  constructor(
    readonly kind: PagingActivity['kind'],
    readonly handle: AllocationHandle | null,
    readonly resource: string,
    readonly bytes: number,
    readonly reason: string,
    readonly wantedBy: string | null,
    readonly wantedFor: AllocationHandle | null,
    readonly why: OutReason | null,
  ) {}
}

export class PagingActivities {
  /** the last one that was begun */
  current: PagingActivity | null = null

  constructor(
    private readonly residency: Residency,
    private readonly outs: OutReasons,
  ) {}

  /** It is being brought in, its memory found or not. */
  bringsIn(handle: AllocationHandle, reason: string): PagingActivity {
    const known = this.goesOn('page-in', handle)
    this.current = known ?? this.bringingIn(handle, reason)
    return this.current
  }

  bringingIn(handle: AllocationHandle, reason: string): PagingActivity {
    const why = this.outs.of(handle)
    return new Activity('page-in', handle, this.nameOf(handle), this.bytesOf(handle), reason, null, null, why)
  }

  /** @param wanted for whom; NOBODY: its memory is not for anybody */
  takesOut(handle: AllocationHandle, reason: string, wanted: Wanted): PagingActivity {
    const known = this.goesOn('page-out', handle)
    if (known !== null) return known
    const { wantedBy, wantedFor } = wanted
    const name = this.nameOf(handle)
    const bytes = this.bytesOf(handle)
    return this.begins(new Activity('page-out', handle, name, bytes, reason, wantedBy, wantedFor, null))
  }

  /** Memory of another process. @param resource as the trace names it */
  ofProcess(kind: PagingActivity['kind'], resource: string, bytes: number, wanted: Wanted): PagingActivity {
    const reason = kind === 'page-in' ? 'return' : 'pressure'
    const { wantedBy, wantedFor } = wanted
    return this.begins(new Activity(kind, null, resource, bytes, reason, wantedBy, wantedFor, null))
  }

  /** The next record of the trace is of this. */
  recording(activity: PagingActivity): void {
    const { sim } = this.residency
    activity.recordedAt = sim.now
    activity.recordIndex = sim.trace.total
  }

  /** Its `destroy` was just written. What still waited for it to be idle ends with that, and another may have its handle. */
  destroyed(handle: AllocationHandle): void {
    const { current } = this
    if (current === null || current.handle !== handle || current.over) return
    const { sim } = this.residency
    current.over = true
    current.recordedAt = sim.now
    current.recordIndex = sim.trace.total - 1
  }

  /** What has left is known by it from now on. */
  left(handle: AllocationHandle, activity: PagingActivity): void {
    this.outs.leaves(handle, activity)
  }

  /** What memory is taken for. */
  wanting(handle: AllocationHandle): Wanted {
    return { wantedBy: this.nameOf(handle), wantedFor: handle }
  }

  private nameOf(handle: AllocationHandle): string {
    return this.residency.table.names[handle] as string
  }

  private bytesOf(handle: AllocationHandle): number {
    return this.residency.table.bytes[handle] as number
  }

  /** After a wait, as for the end of the packet that uses it, it is the same one. */
  private goesOn(kind: PagingActivity['kind'], handle: AllocationHandle): PagingActivity | null {
    const { current } = this
    return current?.kind === kind && current.handle === handle && !current.over ? current : null
  }

  private begins(activity: PagingActivity): PagingActivity {
    this.current = activity
    return activity
  }
}
