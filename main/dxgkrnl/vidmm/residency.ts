/**
 * Residency lists with reference counts, segments, and the state of every allocation (RS-01 to RS-04, RS-12). Physical
 * memory is assigned when a transfer into it starts and given back when the transfer out of it ends; `PagingQueue` does both.
 */
import { SegmentGroup } from '../../../preload/contract/names'
import type { AllocationFlags2 } from '../../drivers/kmd/kernel-mode-driver'
import { goOnWith, type Then } from '../../sim/continuation'
import { IntrusiveList, ListLinks } from '../../sim/intrusive-list'
import type { Simulation } from '../../sim/simulation'
import { type AllocationHandle, AllocationTable, AllocationBit as Flag } from './allocation-table'
import { EvictableLists } from './evictable-lists'
import type { LayerPriorities } from './layer-priorities'
import { Segment } from './segment'

/** RS-04. `pending`: resident, its paging in under way. */
export type ResidencyState = 'resident' | 'pending' | 'evictable' | 'paged-out'

/** Who watches allocations change; for display only. */
export interface ResidencyObserver {
  created?(handle: AllocationHandle): void
  changed?(handle: AllocationHandle): void
  destroyed?(handle: AllocationHandle): void
  /** some byte count changed, or several at one moment as one */
  memory?(): void
  /** `memory` is called for each change, also where several are made at one moment [false] */
  seesEach?: boolean
}

/** Bytes of one segment group. */
export interface GroupCounters {
  /** on a residency list, from the moment it is enqueued (RS-08: CurrentUsage) */
  usage: number
  /** on a list, in the segment, contents in place */
  inPlace: number
  /** in the segment, whatever the list says */
  committed: number
  /** in the segment and not on a list */
  evictable: number
}

export class Residency {
  readonly table = new AllocationTable()
  readonly segments: readonly [Segment, Segment]
  readonly counters: readonly [GroupCounters, GroupCounters]
  /** evictable allocations of each group: lowest priority first, then least recently evictable first (RS-10) */
  readonly evictable: readonly [EvictableLists, EvictableLists]
  /** resident ones that lie in their segment, least recently used by a packet first */
  readonly inPlace: readonly [IntrusiveList, IntrusiveList]
  /** on the list, but paged out or left out under pressure: to be brought in before the device runs (RS-02) */
  readonly forcedOut: IntrusiveList
  /** bytes of live allocations of each group that are in no segment */
  readonly pagedOut: [number, number] = [0, 0]
  observer: ResidencyObserver = {}
  /** null: no layer between the app and the system gives any (PL-41) */
  layer: LayerPriorities | null = null
  /** how many have become evictable */
  private evictableTurn = 0
  private readonly idleWaiters = new Map<AllocationHandle, Then[]>()
  private readonly doneWaiters = new Map<AllocationHandle, Then[]>()

  /** @param sizes `local`, `nonLocal` and `system`: bytes */
  constructor(
    readonly sim: Simulation,
    /** bytes; `system`: what the system keeps of the local group's segment for itself */
    { local, nonLocal, system }: { local: number; nonLocal: number; system: number },
    private readonly removed: (handle: AllocationHandle) => void,
  ) {
    this.segments = [new Segment(SegmentGroup.LOCAL, local, system), new Segment(SegmentGroup.NON_LOCAL, nonLocal)]
    const zero = (): GroupCounters => ({ usage: 0, inPlace: 0, committed: 0, evictable: 0 })
    this.counters = [zero(), zero()]
    const priorityOf = (handle: AllocationHandle): number => this.table.priorities[handle] as number
    // evictable: not listed, in the segment; in place: listed and in the segment; forced out: listed, not in the segment
    const links = new ListLinks()
    const turnOf = (handle: AllocationHandle): number => this.table.evictableTurns[handle] as number
    const evictableLists = (): EvictableLists => new EvictableLists(links, priorityOf, turnOf)
    this.evictable = [evictableLists(), evictableLists()]
    this.inPlace = [new IntrusiveList(links), new IntrusiveList(links)]
    this.forcedOut = new IntrusiveList(links)
  }

  /** bytes of all live allocations that are in no segment */
  get pagedOutBytes(): number {
    return this.pagedOut[SegmentGroup.LOCAL] + this.pagedOut[SegmentGroup.NON_LOCAL]
  }

  state(handle: AllocationHandle): ResidencyState {
    const { table } = this
    const inSegment = table.has(handle, Flag.IN_SEGMENT)
    if ((table.references[handle] as number) > 0) {
      if (table.has(handle, Flag.IN_SEGMENT | Flag.VALID)) return 'resident'
      return (table.pagingOperations[handle] as number) > 0 ? 'pending' : 'paged-out'
    }
    return inSegment ? 'evictable' : 'paged-out'
  }

  /** On the residency list of its device (RS-01). */
  isListed(handle: AllocationHandle): boolean {
    return (this.table.references[handle] as number) > 0
  }

  /** In its segment with its contents in place: the GPU can use it now. */
  isInPlace(handle: AllocationHandle): boolean {
    return this.table.has(handle, Flag.IN_SEGMENT | Flag.VALID)
  }

  /** The notifications that the driver wants for it. */
  notifyFlags(handle: AllocationHandle): AllocationFlags2 {
    return {
      NotifyEviction: this.table.has(handle, Flag.NOTIFY_EVICTION),
      NotifyIoMmuUnmap: this.table.has(handle, Flag.NOTIFY_IOMMU_UNMAP),
    }
  }

  /**
   * From now on; an evictable allocation goes by how long it has been evictable among those of its new priority, too
   * (RS-10).
   * @param priority index in RESIDENCY_PRIORITIES
   */
  setPriority(handle: AllocationHandle, priority: number): void {
    if (this.table.priorities[handle] !== priority) {
      const list = this.evictable[this.group(handle)]
      const wasEvictable = list.remove(handle)
      this.table.priorities[handle] = priority
      if (wasEvictable) list.insert(handle)
    }
    this.changed(handle)
  }

  /**
   * @param row `device`: its id
   * @param layerPriority with which it begins, 0 to 1 [that of everything to which the layer gives none]
   */
  create(
    row: { name: string; bytes: number; device: number; segment: SegmentGroup },
    layerPriority?: number,
  ): AllocationHandle {
    const handle = this.table.add(row)
    this.layer?.forget(handle)
    if (layerPriority !== undefined) this.layer?.set(handle, layerPriority)
    this.pagedOut[row.segment] += row.bytes
    this.table.changedAt[handle] = this.sim.now
    this.observer.created?.(handle)
    this.observer.memory?.()
    return handle
  }

  /** Adds one reference. @returns true when the allocation entered the list by it */
  reference(handle: AllocationHandle): boolean {
    const { table } = this
    const before = table.references[handle] as number
    table.references[handle] = before + 1
    if (before > 0) {
      this.changed(handle)
      return false
    }
    const group = this.group(handle)
    this.counters[group].usage += table.bytes[handle] as number
    this.evictable[group].remove(handle)
    if (table.has(handle, Flag.IN_SEGMENT)) this.counters[group].evictable -= table.bytes[handle] as number
    this.placed(handle, group)
    this.changed(handle)
    return true
  }

  /** Takes one reference away. @returns how many are left; the allocation leaves the list at 0 (RS-01) */
  dereference(handle: AllocationHandle): number {
    const { table } = this
    const left = (table.references[handle] as number) - 1
    table.references[handle] = left
    if (left > 0) {
      this.changed(handle)
      return left
    }
    const group = this.group(handle)
    const bytes = table.bytes[handle] as number
    const counters = this.counters[group]
    counters.usage -= bytes
    if (table.has(handle, Flag.IN_SEGMENT)) {
      if (this.inPlace[group].remove(handle)) counters.inPlace -= bytes
      counters.evictable += bytes
      this.becomesEvictable(handle, group)
    } else this.forcedOut.remove(handle)
    this.changed(handle)
    return 0
  }

  /**
   * As `dereference` of each in order, up to the first of which more has to be said than that its only reference is gone:
   * it has none or several, or a running packet uses it.
   * @param from index of the first
   * @returns index behind the last that has left the list
   */
  dereferenceAll(handles: Int32Array, from: number): number {
    const { table, observer } = this
    let at = from
    while (at < handles.length) {
      const rowFrom = at
      at = this.dereferenceRow(handles, at)
      if (observer.changed !== undefined)
        for (let i = rowFrom; i < at; i++) observer.changed(handles[i] as AllocationHandle)
      if (at > rowFrom) continue
      // it is not in place, or more is to be said of it
      const handle = handles[at] as AllocationHandle
      if (table.references[handle] !== 1 || this.isRunning(handle)) break
      this.dereference(handle)
      at++
    }
    if (at > from) observer.memory?.()
    return at
  }

  /** Those that are in place, of one group and of one priority: they become evictable as one. @returns index behind the last */
  private dereferenceRow(handles: Int32Array, from: number): number {
    const { bytes, references, segments, priorities, running, changedAt, evictableTurns } = this.table
    const first = handles[from] as AllocationHandle
    const group = this.group(first)
    const priority = priorities[first]
    const list = this.inPlace[group]
    const { now } = this.sim
    let turn = this.evictableTurn
    let rowBytes = 0
    let at = from
    for (; at < handles.length; at++) {
      const handle = handles[at] as AllocationHandle
      if (references[handle] !== 1 || running[handle] !== 0 || !list.has(handle)) break
      if (segments[handle] !== group || priorities[handle] !== priority) break
      references[handle] = 0
      evictableTurns[handle] = ++turn
      changedAt[handle] = now
      rowBytes += bytes[handle] as number
    }
    this.evictableTurn = turn
    this.evictable[group].takeAllFrom(list, handles, from, at)
    const counters = this.counters[group]
    counters.usage -= rowBytes
    counters.inPlace -= rowBytes
    counters.evictable += rowBytes
    return at
  }

  /** Assigns memory of its segment. @returns false, changing nothing, when there is too little free */
  takeMemory(handle: AllocationHandle): boolean {
    const { table } = this
    const group = this.group(handle)
    const bytes = table.bytes[handle] as number
    const extents = this.segments[group].take(bytes)
    if (extents === null) return false
    table.assign(handle, extents)
    this.forcedOut.remove(handle)
    this.counters[group].committed += bytes
    this.pagedOut[group] -= bytes
    if (!this.isListed(handle)) {
      this.counters[group].evictable += bytes
      this.becomesEvictable(handle, group)
    }
    this.changed(handle)
    return true
  }

  /** The transfer into its memory has ended. */
  setValid(handle: AllocationHandle): void {
    this.table.set(handle, Flag.VALID)
    if (this.isListed(handle)) this.placed(handle, this.group(handle))
    this.changed(handle)
  }

  /** No memory was found for it: if it is on the list, it is brought in when there is some (RS-02). */
  leftOut(handle: AllocationHandle): void {
    if (this.isListed(handle) && !this.table.has(handle, Flag.IN_SEGMENT)) this.forcedOut.pushBack(handle)
  }

  /** A transfer out of its memory starts: until it is back nothing may use it. */
  setInvalid(handle: AllocationHandle): void {
    const group = this.group(handle)
    this.table.clear(handle, Flag.VALID)
    if (this.inPlace[group].remove(handle)) this.counters[group].inPlace -= this.table.bytes[handle] as number
    this.changed(handle)
  }

  /**
   * Gives its memory back to the segment.
   * @param forced it was listed: its device waits for it (RS-02); what was listed again as it left comes by that call (RS-05)
   */
  giveMemory(handle: AllocationHandle, forced = true): void {
    const { table } = this
    if (!table.has(handle, Flag.IN_SEGMENT)) return
    this.setInvalid(handle)
    const group = this.group(handle)
    const bytes = table.bytes[handle] as number
    this.segments[group].give(table.unassign(handle))
    this.counters[group].committed -= bytes
    this.pagedOut[group] += bytes
    if (this.evictable[group].remove(handle)) this.counters[group].evictable -= bytes
    else if (forced && this.isListed(handle)) this.forcedOut.pushBack(handle)
    this.changed(handle)
  }

  /** The allocation is the most recently used one of those in place. */
  touch(handle: AllocationHandle): void {
    const group = this.group(handle)
    if (this.inPlace[group].has(handle)) this.inPlace[group].pushBack(handle)
  }

  /** A packet that uses it was submitted (+1) or has ended (-1). */
  countQueued(handle: AllocationHandle, change: 1 | -1): void {
    const queued = (this.table.queued[handle] as number) + change
    this.table.queued[handle] = queued
    if (change > 0) return
    if (queued === 0) call(this.doneWaiters, handle)
    this.removeIfUnused(handle)
  }

  /** Calls back when no packet that uses the allocation waits or runs; at once when none does (RS-11). */
  whenUnused(handle: AllocationHandle, callback: Then): void {
    if ((this.table.queued[handle] as number) === 0) goOnWith(callback)
    else add(this.doneWaiters, handle, callback)
  }

  /** A packet that uses it started (+1) or stopped (-1). */
  countRunning(handle: AllocationHandle, change: 1 | -1): void {
    const running = (this.table.running[handle] as number) + change
    this.table.running[handle] = running
    if (running === 0) call(this.idleWaiters, handle)
  }

  isRunning(handle: AllocationHandle): boolean {
    return (this.table.running[handle] as number) > 0
  }

  /** Calls back when no running packet uses the allocation; at once when none does. */
  whenIdle(handle: AllocationHandle, callback: Then): void {
    if (!this.isRunning(handle)) goOnWith(callback)
    else add(this.idleWaiters, handle, callback)
  }

  /** Destroys it, now or when the GPU work and the paging operations that use it are done (RS-11). */
  destroy(handle: AllocationHandle): void {
    this.table.set(handle, Flag.DESTROYED)
    this.removeIfUnused(handle)
  }

  /** A paging operation that names the allocation was queued (+1) or is done (-1). */
  countPaging(handle: AllocationHandle, change: 1 | -1): void {
    this.table.pagingOperations[handle] = (this.table.pagingOperations[handle] as number) + change
    if (change < 0) this.removeIfUnused(handle)
    if (this.table.has(handle, Flag.LIVE)) this.changed(handle)
  }

  group(handle: AllocationHandle): SegmentGroup {
    return this.table.segments[handle] as SegmentGroup
  }

  private becomesEvictable(handle: AllocationHandle, group: SegmentGroup): void {
    this.table.evictableTurns[handle] = ++this.evictableTurn
    this.evictable[group].pushBack(handle)
  }

  private placed(handle: AllocationHandle, group: SegmentGroup): void {
    if (!this.isInPlace(handle) || this.inPlace[group].has(handle)) return
    this.inPlace[group].pushBack(handle)
    this.counters[group].inPlace += this.table.bytes[handle] as number
  }

  private removeIfUnused(handle: AllocationHandle): void {
    const { table } = this
    if (!table.has(handle, Flag.LIVE | Flag.DESTROYED)) return
    if ((table.queued[handle] as number) > 0 || (table.pagingOperations[handle] as number) > 0) return
    const bytes = table.bytes[handle] as number
    this.sim.trace.write('destroy', { resource: table.names[handle] as string, bytes, resident: this.isListed(handle) })
    while (this.isListed(handle)) this.dereference(handle)
    this.giveMemory(handle)
    this.pagedOut[this.group(handle)] -= bytes
    table.remove(handle)
    this.observer.destroyed?.(handle)
    this.observer.memory?.()
    this.removed(handle)
  }

  private changed(handle: AllocationHandle): void {
    this.table.changedAt[handle] = this.sim.now
    this.observer.changed?.(handle)
    this.observer.memory?.()
  }
}

type Waiters = Map<AllocationHandle, Then[]>

function add(all: Waiters, handle: AllocationHandle, callback: Then): void {
  const waiters = all.get(handle)
  if (waiters === undefined) all.set(handle, [callback])
  else waiters.push(callback)
}

function call(all: Waiters, handle: AllocationHandle): void {
  if (all.size === 0) return
  const waiters = all.get(handle)
  if (waiters === undefined) return
  all.delete(handle)
  for (const waiter of waiters) goOnWith(waiter)
}
