/**
 * The paging queue: operations run one after another on the paging engine, each transfer taking bytes over bandwidth
 * (RS-05). When a transfer finds its segment full, the queue first pages out what RS-10 names.
 */
import { type AdapterCaps, SegmentGroup, transferTime } from '../../drivers/kmd/adapter'
import { type AllocationHandle, AllocationFlag as Flag } from './allocation-table'
import type { OtherProcesses } from './other-processes'
import { chooseVictim } from './reclaim'
import type { Residency } from './residency'
import { PAGE } from './segment'

interface PageIn {
  kind: 'page-in'
  handles: readonly AllocationHandle[]
  /** never chosen as victims for this operation */
  keep: ReadonlySet<AllocationHandle>
  reason: string
  /** nothing to copy yet: memory is assigned without a transfer */
  fresh: boolean
  next: number
  /** @param complete false when memory could not be found for all */
  done: (complete: boolean) => void
}

interface PageOut {
  kind: 'page-out'
  handle: AllocationHandle
  reason: string
}

interface GrowOthers {
  kind: 'grow-others'
}

/** `cause`: the command that led to it, for the trace; it may be carried out long after, behind others. */
type Operation = (PageIn | PageOut | GrowOthers) & { readonly cause: number }

/** What a step of an operation comes to: it is finished, or the queue waits for an event. */
type Progress = 'finished' | 'waiting'

export class PagingQueue {
  /** totals since the start of the run, bytes */
  pageInBytes = 0
  pageOutBytes = 0
  private readonly operations: Operation[] = []
  private waiting = false

  constructor(
    private readonly residency: Residency,
    private readonly others: OtherProcesses,
    private readonly caps: AdapterCaps,
    private readonly isOverBudget: () => boolean,
  ) {}

  /** Nothing is queued or under way: what needs no transfer completes at once. */
  get idle(): boolean {
    return this.operations.length === 0
  }

  pageIn(request: {
    handles: readonly AllocationHandle[]
    keep?: ReadonlySet<AllocationHandle>
    reason: string
    fresh?: boolean
    done: (complete: boolean) => void
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
    this.residency.whenIdle(handle, () => sim.causedBy(cause, () => this.add({ kind: 'page-out', handle, reason })))
  }

  /** Other processes take the memory that they lack, at the app's cost where it must be. */
  growOthers(): void {
    this.add({ kind: 'grow-others' })
  }

  private add(operation: PageIn | PageOut | GrowOthers): void {
    this.operations.push({ ...operation, cause: this.residency.sim.trace.cause })
    this.run()
  }

  private run(): void {
    const { sim } = this.residency
    while (!this.waiting && this.operations.length > 0) {
      const operation = this.operations[0] as Operation
      if (sim.causedBy(operation.cause, () => this.step(operation)) === 'waiting') return
      this.operations.shift()
      sim.causedBy(operation.cause, () => this.finish(operation))
    }
  }

  private step(operation: Operation): Progress {
    switch (operation.kind) {
      case 'page-in':
        return this.stepPageIn(operation)
      case 'page-out':
        return this.stepPageOut(operation)
      case 'grow-others':
        return this.stepGrowOthers()
    }
  }

  private finish(operation: Operation): void {
    if (operation.kind === 'page-out') this.residency.countPaging(operation.handle, -1)
    if (operation.kind !== 'page-in') return
    for (const handle of operation.handles.slice(operation.next)) this.residency.leftOut(handle)
    for (const handle of operation.handles) this.residency.countPaging(handle, -1)
    operation.done(operation.next === operation.handles.length)
  }

  private stepPageIn(operation: PageIn): Progress {
    const { residency } = this
    for (; operation.next < operation.handles.length; operation.next++) {
      const handle = operation.handles[operation.next] as AllocationHandle
      if (!this.wants(handle)) continue
      if (!residency.takeMemory(handle))
        return this.makeRoom(residency.group(handle), this.bytes(handle), operation.keep) ? 'waiting' : 'finished'
      if (operation.fresh) residency.setValid(handle)
      else {
        this.transferIn(handle, operation)
        return 'waiting'
      }
    }
    return 'finished'
  }

  /** A destroyed allocation is still brought in for the GPU work that is queued on it (RS-11). */
  private wants(handle: AllocationHandle): boolean {
    const { residency } = this
    const { table } = residency
    if (!residency.isListed(handle) || table.has(handle, Flag.IN_SEGMENT)) return false
    return !table.has(handle, Flag.DESTROYED) || (table.queued[handle] as number) > 0
  }

  private stepPageOut(operation: PageOut): Progress {
    const { residency } = this
    const { handle, reason } = operation
    const gone = residency.table.has(handle, Flag.DESTROYED)
    if (gone || residency.isListed(handle) || !residency.isInPlace(handle)) return 'finished'
    if (residency.isRunning(handle)) {
      this.waitUntilIdle(handle)
      return 'waiting'
    }
    this.transferOut(handle, reason)
    return 'waiting'
  }

  private stepGrowOthers(): Progress {
    this.others.takeFree()
    this.residency.observer.memory?.()
    if (this.others.missing === 0) return 'finished'
    return this.makeRoom(SegmentGroup.LOCAL, this.others.missing, new Set(), false) ? 'waiting' : 'finished'
  }

  /** Starts paging out one victim. @returns false when there is none left to choose */
  private makeRoom(
    group: SegmentGroup,
    wanted: number,
    keep: ReadonlySet<AllocationHandle>,
    mayTakeFromOthers = true,
  ): boolean {
    const { residency, others } = this
    const victim = chooseVictim(residency, group, keep, this.isOverBudget())
    const fromOthers = mayTakeFromOthers && group === SegmentGroup.LOCAL && others.committed > 0
    if (victim === null || (victim.rank === 'last-resort' && fromOthers)) {
      if (!fromOthers) return false
      this.transferOthersOut(Math.min(others.committed, pages(wanted - residency.segments[group].freeBytes)))
      return true
    }
    if (residency.isRunning(victim.handle)) this.waitUntilIdle(victim.handle)
    else this.transferOut(victim.handle, victim.rank === 'evictable' ? 'reclaim' : 'pressure')
    return true
  }

  private transferIn(handle: AllocationHandle, operation: PageIn): void {
    const { sim, table } = this.residency
    const bytes = this.bytes(handle)
    const start = sim.now
    this.wait(transferTime(this.caps, bytes), () => {
      this.pageInBytes += bytes
      const resource = table.names[handle] as string
      sim.trace.write('page-in', { resource, bytes, start, end: sim.now, reason: operation.reason })
      this.residency.setValid(handle)
      operation.next++
    })
  }

  private transferOut(handle: AllocationHandle, reason: string): void {
    const { sim, table } = this.residency
    const bytes = this.bytes(handle)
    const start = sim.now
    this.residency.setInvalid(handle)
    this.residency.countPaging(handle, 1)
    this.wait(transferTime(this.caps, bytes), () => {
      this.pageOutBytes += bytes
      const resource = table.names[handle] as string
      sim.trace.write('page-out', { resource, bytes, start, end: sim.now, reason })
      this.residency.giveMemory(handle)
      this.residency.countPaging(handle, -1)
    })
  }

  private transferOthersOut(bytes: number): void {
    this.wait(transferTime(this.caps, bytes), () => {
      this.others.release(Math.min(bytes, this.others.committed))
      this.residency.observer.memory?.()
    })
  }

  private bytes(handle: AllocationHandle): number {
    return this.residency.table.bytes[handle] as number
  }

  private wait(duration: number, then: () => void): void {
    this.waiting = true
    this.residency.sim.schedule(duration, () => {
      then()
      this.goOn()
    })
  }

  private waitUntilIdle(handle: AllocationHandle): void {
    this.waiting = true
    this.residency.whenIdle(handle, () => this.goOn())
  }

  private goOn(): void {
    this.waiting = false
    this.run()
  }
}

function pages(bytes: number): number {
  return Math.max(PAGE, Math.ceil(bytes / PAGE) * PAGE)
}
