/** What the paging queue does at each moment, for those who wait for it (LB-08, LB-09). */
import type { AllocationHandle } from './allocation-table'
import type { OutReasons, PagingActivity } from './out-reasons'
import type { Residency } from './residency'

/** What is brought in instead of what is paged out. */
export type Wanted = Pick<PagingActivity, 'wantedBy' | 'wantedFor'>

export const NOBODY: Wanted = { wantedBy: null, wantedFor: null }

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
    const what = { kind: 'page-in', handle, ...this.subject(handle), reason, wantedBy: null, wantedFor: null } as const
    return { ...what, why: this.outs.of(handle), over: false, recordedAt: -1, recordIndex: -1 }
  }

  /** @param wanted for whom; NOBODY: its memory is not for anybody */
  takesOut(handle: AllocationHandle, reason: string, wanted: Wanted): PagingActivity {
    const known = this.goesOn('page-out', handle)
    if (known !== null) return known
    return this.begins({ kind: 'page-out', handle, ...this.subject(handle), reason, ...wanted })
  }

  /** Memory of another process. @param resource as the trace names it */
  ofProcess(kind: PagingActivity['kind'], resource: string, bytes: number, wanted: Wanted): PagingActivity {
    const reason = kind === 'page-in' ? 'return' : 'pressure'
    return this.begins({ kind, handle: null, resource, bytes, reason, ...wanted })
  }

  /** The next record of the trace is of this. */
  recording(activity: PagingActivity): void {
    const { sim } = this.residency
    activity.recordedAt = sim.now
    activity.recordIndex = sim.trace.total
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

  private subject(handle: AllocationHandle): Pick<PagingActivity, 'resource' | 'bytes'> {
    return { resource: this.nameOf(handle), bytes: this.residency.table.bytes[handle] as number }
  }

  /** After a wait, as for the end of the packet that uses it, it is the same one. */
  private goesOn(kind: PagingActivity['kind'], handle: AllocationHandle): PagingActivity | null {
    const { current } = this
    return current?.kind === kind && current.handle === handle && !current.over ? current : null
  }

  private begins(
    what: Pick<PagingActivity, 'kind' | 'handle' | 'resource' | 'bytes' | 'reason' | 'wantedBy' | 'wantedFor'>,
  ): PagingActivity {
    this.current = { ...what, why: null, over: false, recordedAt: -1, recordIndex: -1 }
    return this.current
  }
}
