/**
 * The video memory manager of one adapter, as the app's process sees it: allocations, residency, paging, budget and
 * trim notifications. Everything above reaches video memory through here.
 */

import { GRANULE, SegmentGroup } from '../../../preload/contract/names'
import type { AdapterCaps } from '../../drivers/kmd/adapter'
import type { KernelModeDriver } from '../../drivers/kmd/kernel-mode-driver'
import { alignUp } from '../../sim/align'
import { goOnWith, nothing, type Then } from '../../sim/continuation'
import type { Simulation } from '../../sim/simulation'
import { type AllocationHandle, AllocationBit as Flag } from './allocation-table'
import { AppBudget, availableForReservation, budgetable } from './budget'
import { ContentsModel } from './contents'
import { DemandPaging } from './demand-paging'
import { DriverRequests } from './driver-requests'
import { OtherProcesses } from './other-processes'
import { type EvictionOccasion, OutReasons, type RecordReference } from './out-reasons'
import { type PagingEngine, SoleEngine } from './paging-engine'
import { chunksOf, createPagingProcess, type PagingProcess, reportVaSpace } from './paging-process'
import { PagingQueue } from './paging-queue'
import { PeriodicTrim, type PeriodicTrimSettings } from './periodic-trim'
import { Residency } from './residency'
import { type KernelTrimNotification, TrimNotificationWorker, TrimResidencySet } from './trim-notification'

export type EvictionMode = 'lazy' | 'eager'

export interface VidMmOptions {
  caps: AdapterCaps
  driver: KernelModeDriver
  /** the emulated system is WDDM 3.2 or later, which has NOTIFY_ALLOC (AN-12) */
  allocationNotification: boolean
  /** the app's local budget as configured, bytes */
  budget: number
  evictionMode: EvictionMode
  periodicTrim: PeriodicTrimSettings
  onNotification?: (notification: KernelTrimNotification, callbacks: number) => void
}

/** DXGI_QUERY_VIDEO_MEMORY_INFO, bytes (RS-08). */
export interface VideoMemoryInfo {
  Budget: number
  CurrentUsage: number
  AvailableForReservation: number
  CurrentReservation: number
}

export class VideoMemoryManager {
  readonly residency: Residency
  readonly others: OtherProcesses
  readonly paging: PagingQueue
  readonly budget: AppBudget
  readonly trimWorker: TrimNotificationWorker
  /** what packets need before they start */
  readonly demand: DemandPaging
  readonly periodicTrim: PeriodicTrim
  readonly pagingProcess: PagingProcess
  /** what is in the allocations that the driver compresses (AN-14) */
  readonly contents = new ContentsModel()
  /** why allocations are not in their segment (LB-09) */
  readonly outs: OutReasons
  evictionMode: EvictionMode
  private readonly caps: AdapterCaps
  /** memory in which the hardware keeps contexts */
  private readonly ofContexts = new Set<AllocationHandle>()
  private nextDevice = 1
  private readonly requests: DriverRequests

  constructor(
    readonly sim: Simulation,
    options: VidMmOptions,
  ) {
    const { caps, driver } = options
    this.caps = caps
    this.evictionMode = options.evictionMode
    this.requests = new DriverRequests(sim, options)
    this.outs = new OutReasons(sim)
    this.pagingProcess = createPagingProcess(caps, driver)
    const sizes = { local: caps.localMemory, nonLocal: caps.nonLocalMemory, system: this.pagingProcess.pageTables }
    this.residency = new Residency(sim, sizes, (handle) => {
      this.paging.doing.destroyed(handle)
      this.contents.remove(handle)
      this.outs.remove(handle)
      this.ofContexts.delete(handle)
      this.budget.usageChanged()
      // an event of its own: what is destroyed together comes back together
      if (this.others.missing > 0) sim.schedule(0, () => this.paging.returnToOthers())
    })
    this.others = new OtherProcesses(this.residency.segments[SegmentGroup.LOCAL])
    this.budget = new AppBudget(sim, caps.localMemory, options.budget, {
      usage: () => this.residency.counters[SegmentGroup.LOCAL].usage,
      notify: () => this.trimWorker.postOverBudget(),
    })
    const plans = { caps, pagingProcess: this.pagingProcess, driver, contents: this.contents }
    const hooks = {
      isOverBudget: () => this.budget.excess > 0,
      appUsage: () => this.residency.counters[SegmentGroup.LOCAL].usage,
      finding: (rule: string, resource: string, message: string) =>
        sim.trace.write('finding', { rule, resource, message }),
      outs: this.outs,
    }
    this.paging = new PagingQueue(this.residency, this.others, plans, hooks, new SoleEngine(sim))
    this.demand = new DemandPaging(this.residency, this.others, this.paging)
    reportVaSpace(sim, this.pagingProcess)
    this.trimWorker = new TrimNotificationWorker(sim, {
      excess: () => this.budget.excess,
      budgetDelivered: () => this.budget.delivered(),
      ...(options.onNotification === undefined ? {} : { onNotification: options.onNotification }),
    })
    const settings = { ...options.periodicTrim }
    this.periodicTrim = new PeriodicTrim(sim, settings, (flags) => this.trimWorker.post(flags, 0, 'system'))
  }

  /**
   * The kernel sends a notification by hand: one PERIODIC_TRIM more does not move the cadence, a RESTART starts it anew.
   * @param flags D3DDDI_TRIMRESIDENCYSET_FLAGS @param bytes with TrimToBudget; otherwise 0
   * @see spec TN-21
   */
  notifyByHand(flags: number, bytes: number): void {
    this.trimWorker.post(flags, bytes, 'hand')
    if (flags & TrimResidencySet.RestartPeriodicTrim) this.periodicTrim.startAnew()
  }

  /** Paging work is done on this engine from now on (RS-13). */
  pageOn(engine: PagingEngine): void {
    this.paging.engine = engine
  }

  /** @returns the device's id */
  createDevice(): number {
    return this.nextDevice++
  }

  /**
   * Destroys every allocation of the device and its trim registrations (TN-15).
   * @param device id
   * @param removal the record of its removal; null: it was not removed
   */
  destroyDevice(device: number, removal: RecordReference | null = null): void {
    this.trimWorker.unregisterDevice(device)
    const { residency } = this
    const { table } = residency
    const own = [...table.live()].filter((handle) => table.devices[handle] === device)
    const { activity } = this.paging
    const leaving = activity?.kind === 'page-out' ? activity.handle : null
    this.outs.lose(
      own.map((handle) => [table.names[handle] as string, handle]),
      (handle) => residency.isInPlace(handle) || handle === leaving,
      removal,
    )
    for (const handle of own) {
      residency.destroy(handle)
      // what a transfer or a packet still holds is nobody's usage any more
      if (table.has(handle, Flag.LIVE)) while (residency.isListed(handle)) residency.dereference(handle)
    }
    this.budget.usageChanged()
  }

  /** With unified memory there is one segment, and heaps of every type are in it. */
  private segmentOf(asked: SegmentGroup): SegmentGroup {
    return this.caps.localSegment === 'aperture' ? SegmentGroup.LOCAL : asked
  }

  /** Bytes that an allocation can have at most: those of the segment that heaps of this group lie in. */
  largest(group: SegmentGroup): number {
    return this.residency.segments[this.segmentOf(group)].available
  }

  /**
   * @param row `bytes`: a multiple of 64 KiB; `device`: its id; `layerPriority`: 0 to 1
   * @returns the handle; null when it can never fit its segment
   */
  createAllocation(row: {
    device: number
    name: string
    bytes: number
    segment: SegmentGroup
    resident: boolean
    /** its driver keeps it compressed while the device uses it (AN-14) */
    compressed?: boolean
    /** its memory needs no zeroes: nobody reads it before it is written (AN-10) */
    notZeroed?: boolean
    /** with which it begins, where there is a layer (PL-42) [the layer's initial one] */
    layerPriority?: number
  }): AllocationHandle | null {
    const segment = this.segmentOf(row.segment)
    if (row.bytes > this.largest(segment)) return null
    const { name, bytes, device, resident, compressed } = row
    const flags = this.requests.ask(segment, name, compressed ?? false)
    if (flags === null) return null
    const handle = this.residency.create({ name, bytes, device, segment }, row.layerPriority)
    this.outs.create(handle, name)
    const where = segment === SegmentGroup.LOCAL ? {} : { segment: 'non-local' as const }
    this.sim.trace.write('create', { resource: name, bytes, resident, ...where })
    if (row.notZeroed !== true) this.residency.table.set(handle, Flag.NEEDS_FILL)
    if (compressed === true) this.contents.add(handle, bytes, chunksOf(bytes, this.pagingProcess.vaSpace).size)
    this.requests.grant(this.residency.table, handle, flags)
    if (!resident) return handle
    this.residency.reference(handle)
    const atOnce =
      this.paging.idle && this.paging.newIsFree && (row.notZeroed === true || this.paging.fillsAtOnce(bytes))
    if (atOnce && this.residency.takeMemory(handle)) {
      this.paging.fillAtOnce(handle)
      this.residency.setValid(handle)
    } else this.paging.pageIn({ handles: [handle], reason: 'create', fresh: true, done: nothing })
    this.budget.usageChanged()
    return handle
  }

  destroyAllocation(handle: AllocationHandle): void {
    this.residency.destroy(handle)
  }

  /**
   * DxgkCbCreateContextAllocation: memory in which the hardware keeps a context's state, initialised by the paging
   * operation INIT_CONTEXT_RESOURCE (GP-14). What is in it stays when it is evicted or relocated.
   * @param row `device`: its id
   * @param initialised called when the operation has run, with its record; null: the adapter was reset meanwhile
   * @returns the handle; null when it can never fit
   */
  createContextAllocation(
    row: { device: number; name: string; bytes: number },
    initialised: (record: RecordReference | null) => void,
  ): AllocationHandle | null {
    const bytes = alignUp(row.bytes, GRANULE)
    // INIT_CONTEXT_RESOURCE writes all of it
    const memory = { bytes, segment: SegmentGroup.LOCAL, resident: true, notZeroed: true }
    const handle = this.createAllocation({ ...row, ...memory })
    if (handle === null) return null
    this.ofContexts.add(handle)
    const { sim, residency, paging } = this
    residency.countPaging(handle, 1)
    const finished = (start: number, complete: boolean): void => {
      const whole = { chunk: 0, chunks: 1, offset: 0, bytes, start, end: sim.now, direction: 'in' as const }
      const what = { operation: 'INIT_CONTEXT_RESOURCE', resource: row.name, segment: 'local' } as const
      const record = complete ? { t: sim.now, index: sim.trace.total } : null
      if (complete) sim.trace.write('paging-operation', { ...what, ...whole })
      residency.countPaging(handle, -1)
      initialised(record)
    }
    const submit = (): void => {
      // destroyed before it had any there is nothing to initialise
      const isGone = residency.table.has(handle, Flag.DESTROYED)
      if (isGone && !residency.isInPlace(handle)) return finished(sim.now, false)
      paging.engine.submit({ duration: paging.mappingTime, resource: row.name, handle, finished })
    }
    // not before it has its memory
    if (residency.isInPlace(handle)) submit()
    else paging.pageIn({ handles: [handle], reason: 'create', fresh: true, done: submit })
    return handle
  }

  /** Whether the hardware keeps a context in it, also of one that is gone and whose memory is still there (GP-14). */
  isOfContext(handle: AllocationHandle): boolean {
    return this.ofContexts.has(handle)
  }

  /** DxgkCbDestroyContextAllocation (GP-14). */
  destroyContextAllocation(handle: AllocationHandle): void {
    this.residency.destroy(handle)
  }

  /**
   * Bytes in memory of the adapter's own, which an adapter reset loses (GP-24). Nothing is marked: every device goes with
   * it, so that nobody can read them any more, and memory of a new device begins without contents.
   */
  get bytesLostByReset(): number {
    const { committed } = this.residency.counters[SegmentGroup.LOCAL]
    return this.caps.localSegment === 'memory' ? committed : 0
  }

  /** A packet that uses the allocation has ended: what the driver compresses has new contents. */
  usedByGpu(handle: AllocationHandle): void {
    this.contents.written(handle)
    this.residency.table.clear(handle, Flag.DISCARDED)
  }

  /** DiscardResource: what is in it need not be kept, and is not transferred, until the GPU has used it again (AN-10). */
  discard(handle: AllocationHandle): void {
    this.residency.table.set(handle, Flag.DISCARDED)
  }

  /** The process in front is served first (RS-09, RS-10). @param name null: the app */
  setForeground(name: string | null): void {
    this.others.foreground = name
    this.residency.observer.memory?.()
  }

  /**
   * SetVideoMemoryReservation: the budget does not fall below it.
   * @returns false when more is asked for than is available for reservation
   */
  setReservation(bytes: number): boolean {
    if (bytes > this.queryVideoMemoryInfo(SegmentGroup.LOCAL).AvailableForReservation) return false
    this.budget.reserve(bytes, this.others.usage)
    // also where the budget stays
    this.residency.observer.memory?.()
    return true
  }

  /**
   * By how many bytes the usage would exceed the budgets with these on the list too (RS-06); 0 when it would not. A
   * group that they add nothing to does not count.
   */
  wouldExceedBudget(handles: readonly AllocationHandle[]): number {
    const { residency } = this
    const added: [number, number] = [0, 0]
    for (const handle of new Set(handles))
      if (!residency.isListed(handle)) added[residency.group(handle)] += residency.table.bytes[handle] as number
    const over = (group: SegmentGroup): number => {
      if (added[group] === 0) return 0
      return Math.max(0, residency.counters[group].usage + added[group] - this.budgetOf(group))
    }
    return over(SegmentGroup.LOCAL) + over(SegmentGroup.NON_LOCAL)
  }

  /**
   * Adds the allocations to the residency list, once each time they are named (RS-01).
   * @param done called when all are in place: at once where nothing has to be transferred (RS-05)
   */
  makeResident(handles: readonly AllocationHandle[], done: Then, keep: readonly AllocationHandle[] = handles): void {
    const { residency, paging } = this
    for (let i = 0; i < handles.length; i++) residency.reference(handles[i] as AllocationHandle)
    const missing = handles.filter((handle) => !residency.isInPlace(handle))
    if (paging.idle && missing.length === 0) goOnWith(done)
    else paging.pageIn({ handles: [...new Set(missing)], keep: new Set(keep), reason: 'make-resident', done })
    this.budget.usageChanged()
  }

  /** Takes one reference away. @returns how many are left, -1 when there was none to take */
  evict(handle: AllocationHandle): number {
    const { residency } = this
    if (!residency.isListed(handle)) return -1
    const left = residency.dereference(handle)
    if (left === 0) {
      this.outs.letGo(handle)
      if (this.evictionMode === 'eager') this.paging.pageOut(handle, 'eager')
      this.budget.usageChanged()
    }
    return left
  }

  /**
   * As `evict` of each in order, up to the first of which more has to be said than that its only reference is gone: it has
   * none or several, a running packet uses it, it is paged out at once, or somebody sees each change of memory.
   * @param from index of the first
   * @param how what it was for; their records are the next ones of the trace, in this order (LB-09)
   * @returns index behind the last that has left the residency list
   */
  evictAll(handles: Int32Array, from: number, how: Omit<EvictionOccasion, 't'>): number {
    if (this.evictionMode === 'eager' || this.residency.observer.seesEach) return from
    const end = this.residency.dereferenceAll(handles, from)
    if (end === from) return from
    this.outs.allEvictedBy(handles, from, end, how)
    this.budget.usageChanged()
    return end
  }

  /** From now on; turning to eager also pages out what is evictable already. */
  setEvictionMode(mode: EvictionMode): void {
    this.evictionMode = mode
    if (mode === 'lazy') return
    for (const list of this.residency.evictable) for (const handle of [...list]) this.paging.pageOut(handle, 'eager')
  }

  /** Another process uses `bytes` of local memory now: the app's budget moves (RS-09) and memory changes hands. */
  setOtherProcess(name: string, bytes: number): void {
    this.others.setUsage(name, bytes)
    this.budget.update(this.budget.configured, this.others.usage)
    // what is not free is taken by an event of its own, behind the notification that the budget made just now (TN-24)
    if (this.others.takeNew(name) > 0) this.sim.schedule(0, () => this.paging.growOther(name))
    this.paging.returnToOthers()
    this.residency.observer.memory?.()
  }

  setBudget(bytes: number): void {
    this.budget.update(bytes, this.others.usage)
    this.residency.observer.memory?.()
  }

  queryVideoMemoryInfo(group: SegmentGroup): VideoMemoryInfo {
    const Budget = this.budgetOf(group)
    return {
      Budget,
      CurrentUsage: this.residency.counters[group].usage,
      AvailableForReservation: availableForReservation(Budget),
      CurrentReservation: group === SegmentGroup.LOCAL ? this.budget.reservation : 0,
    }
  }

  /** Its local segment is an aperture over system memory. */
  get isIntegrated(): boolean {
    return this.caps.localSegment === 'aperture'
  }

  private budgetOf(group: SegmentGroup): number {
    return group === SegmentGroup.LOCAL ? this.budget.budget : budgetable(this.caps.nonLocalMemory)
  }
}
