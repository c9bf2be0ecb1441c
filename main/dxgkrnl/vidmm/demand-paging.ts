/**
 * Demand paging: what has to be in place before a packet starts, and what is brought in for it (RS-02, RS-06, RS-10).
 */
import { SegmentGroup } from '../../../preload/contract/names'
import type { Then } from '../../sim/continuation'
import type { AllocationHandle } from './allocation-table'
import type { OtherProcesses } from './other-processes'
import type { PagingQueue } from './paging-queue'
import type { Residency } from './residency'

/** Answer of `prepare`. */
type Readiness = 'ready' | 'paging' | 'does-not-fit'

export class DemandPaging {
  constructor(
    private readonly residency: Residency,
    private readonly others: OtherProcesses,
    private readonly paging: PagingQueue,
  ) {}

  /** Whether a packet could have all of these in place at once; where not, it has to be split (GP-17). */
  fitsAtOnce(handles: readonly AllocationHandle[]): boolean {
    return this.unmeetable(handles) === null
  }

  /**
   * What is larger than its segment less what cannot leave it: it could not be met even with nothing else resident
   * (RS-06).
   * @returns `bytes` that are asked for, and `available` bytes that could be had; null: all can be in place at once
   */
  unmeetable(handles: readonly AllocationHandle[]): { group: SegmentGroup; bytes: number; available: number } | null {
    // each as often as it is named is no less than each once: most of the time that fits already
    if (this.tooLarge(handles) === null) return null
    return this.tooLarge([...new Set(handles)])
  }

  private tooLarge(
    handles: readonly AllocationHandle[],
  ): { group: SegmentGroup; bytes: number; available: number } | null {
    const { residency } = this
    const bytes: [number, number] = [0, 0]
    for (let i = 0; i < handles.length; i++) {
      const handle = handles[i] as AllocationHandle
      bytes[residency.group(handle)] += residency.table.bytes[handle] as number
    }
    for (const { group, available } of residency.segments)
      if (bytes[group] > available) return { group, bytes: bytes[group], available }
    return null
  }

  /**
   * Before a packet that uses `handles` starts: all of them, and what else of its device's list was paged out under
   * pressure, must be in place (RS-02). What the segment cannot hold all at once is left out beyond the packet's own.
   * @param device id
   * @param retry called when paging has ended and `prepare` should be asked again
   */
  prepare(device: number, handles: readonly AllocationHandle[], retry: Then<[boolean]>): Readiness {
    const { residency } = this
    const needed = handles.filter((handle) => !residency.isInPlace(handle))
    const others = this.forcedOutBeside(device).filter((handle) => !needed.includes(handle))
    if (needed.length === 0 && others.length === 0) return 'ready'
    if (!this.fitsAtOnce(handles)) return 'does-not-fit'
    // they are used next: at the warm end, the choice of a victim does not come upon them again and again
    for (const handle of handles) residency.touch(handle)
    // all of them: what is in place now may be taken before this operation's turn comes, and at its end nothing may lack
    const keep = new Set([...handles, ...others])
    this.paging.pageIn({ handles: [...keep], keep, reason: 'demand', done: retry })
    return 'paging'
  }

  /** All are on the residency list and in place: a packet that uses them may start (RS-02). */
  isReady(handles: readonly AllocationHandle[]): boolean {
    const { residency } = this
    for (let i = 0; i < handles.length; i++) {
      const handle = handles[i] as AllocationHandle
      if (!residency.isListed(handle) || !residency.isInPlace(handle)) return false
    }
    return true
  }

  /** `prepare` would bring in what was paged out under pressure: the wait for it is a hitch (RS-10). @param device id */
  lacksForcedOut(device: number, handles: readonly AllocationHandle[]): boolean {
    const { forcedOut } = this.residency
    if (handles.some((handle) => this.paging.isLeaving(handle))) return true
    if (forcedOut.size === 0) return false
    return handles.some((handle) => forcedOut.has(handle)) || this.forcedOutBeside(device).length > 0
  }

  /** What is to be brought in beside what a packet of the device needs itself. */
  private forcedOutBeside(device: number): AllocationHandle[] {
    const { forcedOut, table } = this.residency
    if (forcedOut.size === 0) return []
    const fits = [this.listFits(SegmentGroup.LOCAL), this.listFits(SegmentGroup.NON_LOCAL)]
    return [...forcedOut].filter((handle) => table.devices[handle] === device && fits[this.residency.group(handle)])
  }

  /** The whole residency list of the group fits beside what other processes hold. */
  private listFits(group: SegmentGroup): boolean {
    const { segments, counters } = this.residency
    const held = group === SegmentGroup.LOCAL ? this.others.committed : 0
    return counters[group].usage <= segments[group].available - held
  }
}
