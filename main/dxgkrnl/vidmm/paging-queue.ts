/**
 * The paging queue: operations run one after another on the paging engine, each transfer taking bytes over bandwidth
 * (RS-05). When a transfer finds its segment full, the queue first pages out what RS-10 names.
 */
import { SegmentGroup } from '../../../preload/contract/names'
import { fillTime } from '../../drivers/kmd/adapter'
import { goOnWith, kept, type Then } from '../../sim/continuation'
import { type AllocationHandle, AllocationBit as Flag } from './allocation-table'
import { type Candidate, type OtherProcesses, reclaimRank } from './other-processes'
import type { PagingActivity } from './out-reasons'
import { NOBODY, PagingActivities, type Wanted } from './paging-activities'
import type { PagingEngine } from './paging-engine'
import { PagingOfOthers } from './paging-of-others'
import type { PageIn, PageOut, PagingHooks, PagingOperation, PagingRequest } from './paging-operations'
import { mappingTime, type PlanContext, planFill } from './paging-plan'
import { PagingSteps } from './paging-steps'
import { PagingTransfers } from './paging-transfers'
import { chooseVictim, type Victim } from './reclaim'
import type { Residency } from './residency'
import { wholePages } from './segment'

/** What a step of an operation comes to: it is finished, or the queue waits for an event. */
type Progress = 'finished' | 'waiting'

export class PagingQueue {
  private operations: PagingOperation[] = []
  /** those before it have ended; they are let go of when they are half of the list, as each shift of a long list costs its length */
  private first = 0
  private waiting = false
  readonly doing: PagingActivities
  private readonly steps: PagingSteps
  private readonly transfers: PagingTransfers
  private readonly ofOthers: PagingOfOthers

  constructor(
    private readonly residency: Residency,
    private readonly others: OtherProcesses,
    private readonly plans: PlanContext,
    private readonly hooks: PagingHooks,
    public engine: PagingEngine,
  ) {
    this.doing = new PagingActivities(residency, hooks.outs)
    const port = {
      engine: () => this.engine,
      wait: () => {
        this.waiting = true
      },
      goOn: () => this.goOn(),
    }
    this.ofOthers = new PagingOfOthers(residency, others, plans, this.doing, port)
    this.steps = new PagingSteps(residency, plans, {
      ...port,
      recording: () => {
        if (this.activity !== null) this.doing.recording(this.activity)
      },
      finding: (rule, resource, message) => hooks.finding(rule, resource, message),
    })
    this.transfers = new PagingTransfers(residency, plans, this.doing, this.steps, () => this.engine)
  }

  /** bytes since the start of the run */
  get pageInBytes(): number {
    return this.transfers.pageInBytes
  }

  /** bytes since the start of the run */
  get pageOutBytes(): number {
    return this.transfers.pageOutBytes
  }

  /** Pressure is taking its memory at this moment. */
  isLeaving(handle: AllocationHandle): boolean {
    return handle === this.transfers.leaving
  }

  /** Nothing is queued or under way: what needs no transfer completes at once. */
  get idle(): boolean {
    return this.first === this.operations.length
  }

  /** New memory is there at once: neither a batch nor its page table has a cost. */
  get newIsFree(): boolean {
    const { pagingOperation, pagingBatch } = this.plans.driver.settings
    return pagingOperation === undefined && (pagingBatch ?? 0) === 0
  }

  /** What it does now; null: nothing. */
  get activity(): PagingActivity | null {
    return this.waiting ? this.doing.current : null
  }

  /** Bytes that are asked for and not there yet, each once; new memory is none of them: it has no `page-in` (SC-08). */
  bytesComingIn(counts: (handle: AllocationHandle) => boolean): number {
    let bytes = 0
    for (const [handle, isNew] of this.comingIn()) if (!isNew && counts(handle)) bytes += this.bytes(handle)
    return bytes
  }

  /** What was created resident and is not ready yet: it is filled where it lies, and nothing of it is paged in. */
  get beingMade(): ReadonlySet<AllocationHandle> {
    return new Set([...this.comingIn()].flatMap(([handle, isNew]) => (isNew ? [handle] : [])))
  }

  /** What is asked for and not there yet, and whether as new memory. */
  private comingIn(): ReadonlyMap<AllocationHandle, boolean> {
    const { residency } = this
    const coming = new Map<AllocationHandle, boolean>()
    for (const [place, operation] of this.operations.slice(this.first).entries()) {
      if (operation.kind !== 'page-in') continue
      for (const [index, handle] of operation.handles.slice(operation.next).entries()) {
        // what fills it first leaves nothing to those behind
        if (coming.has(handle) || residency.isInPlace(handle)) continue
        // once it has its memory it comes in, listed or not
        const isUnderWay = place === 0 && index === 0 && residency.table.has(handle, Flag.IN_SEGMENT)
        if (isUnderWay || this.isAskedFor(handle)) coming.set(handle, operation.fresh)
      }
    }
    return coming
  }

  /** The bringing in of what is no operation of this queue, as the memory of a context (GP-14). */
  bringingIn(handle: AllocationHandle): PagingActivity {
    return this.doing.bringingIn(handle, 'create')
  }

  /** Whether what it does now is for the operation at the end of which it calls `done` (LB-08). */
  isAt(done: object): boolean {
    const operation = this.operations[this.first]
    return operation?.kind === 'page-in' && operation.done === done
  }

  /** µs of an operation that moves no data */
  get mappingTime(): number {
    return mappingTime(this.plans)
  }

  pageIn(request: {
    handles: readonly AllocationHandle[]
    keep?: ReadonlySet<AllocationHandle>
    reason: string
    fresh?: boolean
    done: Then<[boolean]>
  }): void {
    const { handles, reason, done } = request
    for (const handle of handles) this.residency.countPaging(handle, 1)
    const keep = request.keep ?? new Set(handles)
    this.add({ kind: 'page-in', handles, keep, reason, fresh: request.fresh ?? false, next: 0, done })
  }

  /** Pages an allocation out unless it is on a list again by then; waits for packets that are using it (RS-07). */
  pageOut(handle: AllocationHandle, reason: string): void {
    const { sim } = this.residency
    const { cause } = sim.trace
    this.residency.countPaging(handle, 1)
    const idle = kept({ self: this, cause, handle, reason }, ({ self, cause, handle, reason }) =>
      self.residency.sim.causedBy(cause, () => self.add({ kind: 'page-out', handle, reason })),
    )
    this.residency.whenIdle(handle, idle)
  }

  /** Another process takes the memory that it lacks, at the cost of the app and of others where it must be. */
  growOther(name: string): void {
    this.add({ kind: 'grow-other', name })
  }

  /** Other processes take back what they lack, where memory has become free; the paging queue's own work goes first. */
  returnToOthers(): void {
    if (this.idle && this.others.missing > 0) this.add({ kind: 'return-to-others' })
  }

  private add(operation: PagingRequest): void {
    // a copy with more fields costs ten times as much as more fields
    this.operations.push(Object.assign(operation, { cause: this.residency.sim.trace.cause, begun: false }))
    this.run()
  }

  private run(): void {
    const { sim } = this.residency
    while (!this.waiting && !this.idle) {
      const operation = this.operations[this.first] as PagingOperation
      if (sim.causedBy(operation.cause, () => this.step(operation)) === 'waiting') return
      this.removeFirst()
      this.transfers.refused.clear()
      sim.causedBy(operation.cause, () => this.finish(operation))
      // once: with nothing to take this operation ends at once
      if (operation.kind !== 'return-to-others') sim.causedBy(operation.cause, () => this.returnToOthers())
    }
  }

  private removeFirst(): void {
    if (++this.first * 2 < this.operations.length) return
    this.operations = this.operations.slice(this.first)
    this.first = 0
  }

  private step(operation: PagingOperation): Progress {
    const batch = this.plans.driver.settings.pagingBatch ?? 0
    if (batch > 0 && !operation.begun && this.hasWork(operation)) return this.begin(operation, batch)
    switch (operation.kind) {
      case 'page-in':
        return this.stepPageIn(operation)
      case 'page-out':
        return this.stepPageOut(operation)
      case 'grow-other':
        return this.stepGrowOther(operation.name)
      case 'return-to-others':
        return this.stepReturnToOthers()
    }
  }

  /** Time of the kernel, not of the engine: other work goes on there. */
  private begin(operation: PagingOperation, batch: number): Progress {
    operation.begun = true
    this.waiting = true
    this.beginsWith(operation)
    this.residency.sim.schedule(batch, this.goOn)
    return 'waiting'
  }

  /** What its first transfer is: the cost of the batch is a part of that. */
  private beginsWith(operation: PagingOperation): void {
    if (operation.kind === 'page-out') this.doing.takesOut(operation.handle, operation.reason, NOBODY)
    if (operation.kind !== 'page-in') return
    const first = operation.handles.find((handle, index) => index >= operation.next && this.wants(handle))
    if (first !== undefined) this.doing.bringsIn(first, operation.reason)
  }

  /** Memory of other processes has no batches of ours. */
  private hasWork(operation: PagingOperation): boolean {
    if (operation.kind === 'page-in')
      return operation.handles.some((handle, index) => index >= operation.next && this.wants(handle))
    return operation.kind === 'page-out' && this.canLeave(operation.handle)
  }

  private finish(operation: PagingOperation): void {
    if (operation.kind === 'page-out') this.residency.countPaging(operation.handle, -1)
    if (operation.kind !== 'page-in') return
    for (const handle of operation.handles.slice(operation.next)) this.residency.leftOut(handle)
    for (const handle of operation.handles) this.residency.countPaging(handle, -1)
    goOnWith(operation.done, operation.next === operation.handles.length)
  }

  private stepPageIn(operation: PageIn): Progress {
    const { residency } = this
    for (; operation.next < operation.handles.length; operation.next++) {
      const handle = operation.handles[operation.next] as AllocationHandle
      if (!this.wants(handle)) continue
      if (!residency.takeMemory(handle))
        return this.makeRoom(residency.group(handle), this.bytes(handle), operation.keep, handle)
          ? 'waiting'
          : 'finished'
      if (operation.fresh && this.freshAtOnce(handle)) residency.setValid(handle)
      else {
        this.transfers.bringIn(handle, operation)
        return 'waiting'
      }
    }
    return 'finished'
  }

  /** New memory that costs neither a mapping nor the time of its zeroes. @returns false: it costs something */
  private freshAtOnce(handle: AllocationHandle): boolean {
    return this.plans.driver.settings.pagingOperation === undefined && this.fillAtOnce(handle)
  }

  /**
   * Zeroes the memory that a new allocation has, where that takes no time (AN-10).
   * @returns false when it takes some: nothing is done yet
   */
  fillAtOnce(handle: AllocationHandle): boolean {
    const subject = this.steps.subject(handle)
    if (!subject.fill) return true
    if (!this.fillsAtOnce(subject.bytes)) return false
    const { now } = this.residency.sim
    for (const step of planFill(this.plans, subject)) this.steps.record(subject, step, now, 1)
    this.residency.table.clear(handle, Flag.NEEDS_FILL)
    return true
  }

  /** New memory of so many bytes can be used at once. */
  fillsAtOnce(bytes: number): boolean {
    return fillTime(this.plans.caps, bytes) === 0
  }

  /** A destroyed allocation is still brought in for the GPU work that is queued on it (RS-11). */
  private wants(handle: AllocationHandle): boolean {
    return this.isAskedFor(handle) && !this.residency.table.has(handle, Flag.IN_SEGMENT)
  }

  private isAskedFor(handle: AllocationHandle): boolean {
    const { residency } = this
    const { table } = residency
    if (!residency.isListed(handle)) return false
    return !table.has(handle, Flag.DESTROYED) || (table.queued[handle] as number) > 0
  }

  private stepPageOut({ handle, reason }: PageOut): Progress {
    if (!this.canLeave(handle)) return 'finished'
    this.takeOut(handle, reason, NOBODY)
    return 'waiting'
  }

  private canLeave(handle: AllocationHandle): boolean {
    const { residency } = this
    const gone = residency.table.has(handle, Flag.DESTROYED) || this.transfers.refused.has(handle)
    return !gone && !residency.isListed(handle) && residency.isInPlace(handle)
  }

  private stepGrowOther(name: string): Progress {
    const lacking = this.others.takeNew(name)
    this.residency.observer.memory?.()
    const lacksRoom = lacking > this.residency.segments[SegmentGroup.LOCAL].freeBytes
    if (lacksRoom && this.makeRoom(SegmentGroup.LOCAL, lacking, this.transfers.refused, name)) return 'waiting'
    return this.bringBack(this.others.takeBack(0, name))
  }

  /** What the app in front lacks of its own list is spared: it is served first (RS-09). */
  private stepReturnToOthers(): Progress {
    const { usage, committed, evictable } = this.residency.counters[SegmentGroup.LOCAL]
    const lacking = usage - (committed - evictable)
    return this.bringBack(this.others.takeBack(this.others.foreground === null ? lacking : 0, null))
  }

  private bringBack(taken: { name: string; bytes: number } | null): Progress {
    this.residency.observer.memory?.()
    if (taken === null) return 'finished'
    const back = kept({ transfers: this.transfers, bytes: taken.bytes }, ({ transfers, bytes }) => {
      transfers.pageInBytes += bytes
    })
    this.ofOthers.bringBack(taken.name, taken.bytes, back)
    return 'waiting'
  }

  /**
   * Starts paging out one victim.
   * @param asking what is to be brought in, or the other process that asks
   * @returns false when there is none left to choose (RS-10)
   */
  private makeRoom(
    group: SegmentGroup,
    wanted: number,
    keep: ReadonlySet<AllocationHandle>,
    asking: AllocationHandle | string,
  ): boolean {
    const { residency, others } = this
    const other = typeof asking === 'string' ? asking : null
    const { refused } = this.transfers
    const victim = chooseVictim(residency, group, keep, refused, this.hooks.isOverBudget())
    const lacking = wholePages(wanted - residency.segments[group].freeBytes)
    const donor = group === SegmentGroup.LOCAL ? others.donor(this.hooks.appUsage(), other) : null
    if (donor !== null && victim?.rank !== 'evictable' && this.goesFirst(donor, victim)) {
      const out = kept({ transfers: this.transfers }, ({ transfers }, given: number) => {
        transfers.pageOutBytes += given
      })
      this.ofOthers.takeOut(donor.name, Math.min(donor.committed, lacking), this.wanting(asking), out)
      return true
    }
    // within its budget the app keeps what it has, whoever asks: that is what a reservation is for (RS-08, RS-10)
    if (victim === null || (other !== null && victim.rank === 'last-resort')) return false
    this.takeOut(victim.handle, victim.rank === 'evictable' ? 'reclaim' : 'pressure', this.wanting(asking))
    return true
  }

  /** Whether another process loses memory before the app's resident victim does. */
  private goesFirst(donor: Candidate, victim: Victim | null): boolean {
    if (victim === null) return true
    const app = { overBudget: victim.rank === 'over-budget', background: this.others.foreground !== null }
    return reclaimRank(donor) >= reclaimRank(app)
  }

  /** Pages it out, when no running packet uses it any more. @param wanted for whom */
  private takeOut(handle: AllocationHandle, reason: string, wanted: Wanted): void {
    const activity = this.doing.takesOut(handle, reason, wanted)
    if (this.residency.isRunning(handle)) this.waitUntilIdle(handle)
    else {
      this.waiting = true
      this.transfers.takeOut(handle, reason, activity)
    }
  }

  /** What memory is taken for. @param asking a string: another process */
  private wanting(asking: AllocationHandle | string): Wanted {
    return typeof asking === 'string' ? { wantedBy: `process ${asking}`, wantedFor: null } : this.doing.wanting(asking)
  }

  private bytes(handle: AllocationHandle): number {
    return this.residency.table.bytes[handle] as number
  }

  private waitUntilIdle(handle: AllocationHandle): void {
    this.waiting = true
    this.residency.whenIdle(handle, this.goOn)
  }

  private readonly goOn = (): void => {
    this.waiting = false
    this.run()
  }
}
