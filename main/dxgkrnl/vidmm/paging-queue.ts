/**
 * The paging queue: operations run one after another on the paging engine, each transfer taking bytes over bandwidth
 * (RS-05). When a transfer finds its segment full, the queue first pages out what RS-10 names.
 */
import { fillTime, isAperture, isSystemMemory, SegmentGroup, transferTime } from '../../drivers/kmd/adapter'
import { type AllocationHandle, AllocationFlag as Flag } from './allocation-table'
import { type Candidate, type OtherProcesses, reclaimRank } from './other-processes'
import type { PagingEngine } from './paging-engine'
import {
  type FailedBuild,
  mappingTime,
  type PagingStep,
  type PlanContext,
  planFill,
  planFresh,
  planPageIn,
  planPageOut,
  type Subject,
} from './paging-plan'
import { chooseVictim, type Victim } from './reclaim'
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

interface ReturnToOthers {
  kind: 'return-to-others'
}

/**
 * `cause`: the command that led to it, for the trace; it may be carried out long after, behind others. `begun`: its fixed
 * cost as a batch was paid.
 */
type Operation = (PageIn | PageOut | GrowOthers | ReturnToOthers) & { readonly cause: number; begun: boolean }

/** What a step of an operation comes to: it is finished, or the queue waits for an event. */
type Progress = 'finished' | 'waiting'

export interface PagingHooks {
  isOverBudget(): boolean
  /** bytes on the app's residency list, local group */
  appUsage(): number
  finding(rule: string, resource: string, message: string): void
}

export class PagingQueue {
  /** totals since the start of the run, bytes */
  pageInBytes = 0
  pageOutBytes = 0
  private operations: Operation[] = []
  /** those before it have ended; they are let go of when they are half of the list, as each shift of a long list costs its length */
  private first = 0
  private waiting = false
  /** what is being paged out under pressure now: transfers run one after another */
  private leaving: AllocationHandle | null = null
  /** evictions that the driver made fail: not tried again for the operation at the head (AN-16) */
  private readonly refused = new Set<AllocationHandle>()

  constructor(
    private readonly residency: Residency,
    private readonly others: OtherProcesses,
    private readonly plans: PlanContext,
    private readonly hooks: PagingHooks,
    public engine: PagingEngine,
  ) {}

  /** Pressure is taking its memory at this moment. */
  isLeaving(handle: AllocationHandle): boolean {
    return handle === this.leaving
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

  /** µs of an operation that moves no data */
  get mappingTime(): number {
    return mappingTime(this.plans)
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

  /** Other processes take back what they lack, where memory has become free; the paging queue's own work goes first. */
  returnToOthers(): void {
    if (this.idle && this.others.missing > 0) this.add({ kind: 'return-to-others' })
  }

  private add(operation: PageIn | PageOut | GrowOthers | ReturnToOthers): void {
    this.operations.push({ ...operation, cause: this.residency.sim.trace.cause, begun: false })
    this.run()
  }

  private run(): void {
    const { sim } = this.residency
    while (!this.waiting && !this.idle) {
      const operation = this.operations[this.first] as Operation
      if (sim.causedBy(operation.cause, () => this.step(operation)) === 'waiting') return
      this.removeFirst()
      this.refused.clear()
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

  private step(operation: Operation): Progress {
    const batch = this.plans.driver.settings.pagingBatch ?? 0
    if (batch > 0 && !operation.begun && this.hasWork(operation)) return this.begin(operation, batch)
    switch (operation.kind) {
      case 'page-in':
        return this.stepPageIn(operation)
      case 'page-out':
        return this.stepPageOut(operation)
      case 'grow-others':
        return this.stepGrowOthers()
      case 'return-to-others':
        return this.stepReturnToOthers()
    }
  }

  /** Time of the kernel, not of the engine: other work goes on there. */
  private begin(operation: Operation, batch: number): Progress {
    operation.begun = true
    this.waiting = true
    this.residency.sim.schedule(batch, () => this.goOn())
    return 'waiting'
  }

  /** Memory of other processes has no batches of ours. */
  private hasWork(operation: Operation): boolean {
    if (operation.kind === 'page-in')
      return operation.handles.some((handle, index) => index >= operation.next && this.wants(handle))
    return operation.kind === 'page-out' && this.canLeave(operation.handle)
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
      if (operation.fresh && this.freshAtOnce(handle)) residency.setValid(handle)
      else {
        this.transferIn(handle, operation)
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
    const subject = this.subject(handle)
    if (!subject.fill) return true
    if (!this.fillsAtOnce(subject.bytes)) return false
    const { now } = this.residency.sim
    for (const step of planFill(this.plans, subject.bytes)) this.record(subject, step, now, 1)
    this.residency.table.clear(handle, Flag.NEEDS_FILL)
    return true
  }

  /** New memory of so many bytes can be used at once. */
  fillsAtOnce(bytes: number): boolean {
    return fillTime(this.plans.caps, bytes) === 0
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
    if (!this.canLeave(handle)) return 'finished'
    if (residency.isRunning(handle)) {
      this.waitUntilIdle(handle)
      return 'waiting'
    }
    this.transferOut(handle, reason)
    return 'waiting'
  }

  private canLeave(handle: AllocationHandle): boolean {
    const { residency } = this
    const gone = residency.table.has(handle, Flag.DESTROYED) || this.refused.has(handle)
    return !gone && !residency.isListed(handle) && residency.isInPlace(handle)
  }

  private stepGrowOthers(): Progress {
    this.others.takeFree()
    this.residency.observer.memory?.()
    if (this.others.missing === 0) return 'finished'
    return this.makeRoom(SegmentGroup.LOCAL, this.others.missing, this.refused, 'others') ? 'waiting' : 'finished'
  }

  /** What the app in front lacks of its own list is spared: it is served first (RS-09). */
  private stepReturnToOthers(): Progress {
    const { usage, committed, evictable } = this.residency.counters[SegmentGroup.LOCAL]
    const lacking = usage - (committed - evictable)
    const taken = this.others.takeBack(this.others.foreground === null ? lacking : 0)
    if (taken === null) return 'finished'
    this.residency.observer.memory?.()
    const { sim } = this.residency
    const { name, bytes } = taken
    this.work(transferTime(this.plans.caps, bytes), `process ${name}`, (start, complete) => {
      if (!complete) return
      this.pageInBytes += bytes
      sim.trace.write('page-in', { resource: `process ${name}`, bytes, start, end: sim.now, reason: 'return' })
    })
    return 'waiting'
  }

  /** Starts paging out one victim. @returns false when there is none left to choose (RS-10) */
  private makeRoom(
    group: SegmentGroup,
    wanted: number,
    keep: ReadonlySet<AllocationHandle>,
    asking: 'app' | 'others' = 'app',
  ): boolean {
    const { residency, others } = this
    const kept = this.refused.size === 0 ? keep : new Set([...keep, ...this.refused])
    const victim = chooseVictim(residency, group, kept, this.hooks.isOverBudget())
    const lacking = pages(wanted - residency.segments[group].freeBytes)
    const donor = asking === 'app' && group === SegmentGroup.LOCAL ? others.donor(this.hooks.appUsage()) : null
    if (donor !== null && victim?.rank !== 'evictable' && this.goesFirst(donor, victim)) {
      this.transferOthersOut(donor.name, Math.min(donor.committed, lacking))
      return true
    }
    // within its budget the app keeps what it has, whoever asks: that is what a reservation is for (RS-08, RS-10)
    if (victim === null || (asking === 'others' && victim.rank === 'last-resort')) return false
    if (residency.isRunning(victim.handle)) this.waitUntilIdle(victim.handle)
    else this.transferOut(victim.handle, victim.rank === 'evictable' ? 'reclaim' : 'pressure')
    return true
  }

  /** Whether another process loses memory before the app's resident victim does. */
  private goesFirst(donor: Candidate, victim: Victim | null): boolean {
    if (victim === null) return true
    const app = { overBudget: victim.rank === 'over-budget', background: this.others.foreground !== null }
    return reclaimRank(donor) >= reclaimRank(app)
  }

  private transferIn(handle: AllocationHandle, operation: PageIn): void {
    const { sim, table } = this.residency
    const bytes = this.bytes(handle)
    const subject = this.subject(handle)
    const steps = operation.fresh ? planFresh(this.plans, subject) : planPageIn(this.plans, subject)
    this.carryOut(subject, steps, (complete, start) => {
      if (complete) table.clear(handle, Flag.NEEDS_FILL)
      if (complete && !operation.fresh) {
        if (!subject.discarded) this.pageInBytes += bytes
        const resource = table.names[handle] as string
        sim.trace.write('page-in', { resource, bytes, start, end: sim.now, reason: operation.reason })
      }
      this.residency.setValid(handle)
      operation.next++
    })
  }

  private transferOut(handle: AllocationHandle, reason: string): void {
    const { sim, table } = this.residency
    const bytes = this.bytes(handle)
    const subject = this.subject(handle)
    this.residency.setInvalid(handle)
    this.residency.countPaging(handle, 1)
    if (reason === 'pressure') this.leaving = handle
    this.sayUndeliverable(subject)
    this.waiting = true
    const carryOut = (): void => this.carryOut(subject, planPageOut(this.plans, subject), ended)
    const ended = (complete: boolean, start: number): void => {
      this.leaving = null
      if (complete) {
        // what comes into its next memory is nothing but zeroes
        if (subject.discarded) table.set(handle, Flag.NEEDS_FILL)
        else this.pageOutBytes += bytes
        const resource = table.names[handle] as string
        sim.trace.write('page-out', { resource, bytes, start, end: sim.now, reason })
        this.checkContents(subject)
        this.residency.giveMemory(handle)
      } else {
        this.refused.add(handle)
        this.residency.setValid(handle)
      }
      this.residency.countPaging(handle, -1)
    }
    this.engine.unbind(handle, carryOut)
  }

  private transferOthersOut(name: string, bytes: number): void {
    const { sim } = this.residency
    this.work(transferTime(this.plans.caps, bytes), `process ${name}`, (start) => {
      const given = this.others.release(name, bytes)
      this.pageOutBytes += given
      if (given > 0)
        sim.trace.write('page-out', {
          resource: `process ${name}`,
          bytes: given,
          start,
          end: sim.now,
          reason: 'pressure',
        })
      this.residency.observer.memory?.()
    })
  }

  /**
   * Runs the operations one after another, each visible (AN-17).
   * @param done complete: false when one was abandoned; start: when the first began to run, µs
   */
  private carryOut(
    subject: Subject,
    steps: Iterator<PagingStep, void>,
    done: (complete: boolean, start: number) => void,
    first: number | null = null,
  ): void {
    this.waiting = true
    const { sim } = this.residency
    const step = steps.next().value
    if (step === undefined) {
      const end = (): void => {
        done(true, first ?? sim.now)
        this.goOn()
      }
      // where nothing took a turn on the engine an event of its own, so that the queue does not recurse
      if (first === null) sim.schedule(0, end)
      else end()
      return
    }
    if (step.instant === true) {
      this.record(subject, step, sim.now, 1)
      return this.carryOut(subject, steps, done, first)
    }
    const begun = step.begin()
    if ('failed' in begun) return this.abandon(subject, step, begun, (complete) => done(complete, first ?? sim.now))
    this.submit(subject, begun.duration, (start, complete) => {
      if (!complete) {
        done(false, first ?? start)
        return this.goOn()
      }
      this.record(subject, step, start, begun.buffers)
      step.end?.()
      this.carryOut(subject, steps, done, first ?? start)
    })
  }

  private submit(subject: Subject, duration: number, finished: (start: number, complete: boolean) => void): void {
    const { handle } = subject
    this.engine.submit({ duration, resource: this.residency.table.names[handle] as string, handle, finished })
  }

  /** What was done for the step is undone; then the eviction ends where it is (AN-16). */
  private abandon(subject: Subject, step: PagingStep, why: FailedBuild, done: (complete: boolean) => void): void {
    const { sim } = this.residency
    this.sayAbandoned(subject, step, why)
    const { undo } = step
    const undoing = undo?.begin()
    if (undo === undefined || undoing === undefined || 'failed' in undoing) {
      // an event of its own in any case, so that the queue does not recurse
      sim.schedule(0, () => {
        done(false)
        this.goOn()
      })
      return
    }
    this.submit(subject, undoing.duration, (start, complete) => {
      if (complete) this.record(subject, undo, start, undoing.buffers)
      done(false)
      this.goOn()
    })
  }

  private record(subject: Subject, step: PagingStep, start: number, buffers: number): void {
    const { sim, table } = this.residency
    const { operation, direction, index, count, offset, bytes, notify } = step
    sim.trace.write('paging-operation', {
      operation,
      resource: table.names[subject.handle] as string,
      segment: this.segmentName(subject.group),
      chunk: index,
      chunks: count,
      offset,
      bytes,
      start,
      end: sim.now,
      direction,
      ...(notify === undefined ? {} : { notify, buffers }),
    })
    if (notify === 'NotifyIoMmuUnmap') this.checkTouches(subject, index, count)
  }

  /** AN-04, of each linked adapter. */
  private checkTouches(subject: Subject, chunk: number, chunks: number): void {
    const last = chunk === chunks - 1
    const { driver, caps } = this.plans
    const touched = 'the driver accessed its GPU VA after the NotifyIoMmuUnmap operation had returned'
    if (last && driver.settings.touchesAfterUnmap) this.say(subject, 'AN-04', touched)
    for (let adapter = 0; adapter < caps.physicalAdapters; adapter++) {
      if (!driver.touchesAfterUnmap(chunk, last, adapter)) continue
      const where = `${last ? '' : ` (chunk ${chunk + 1} of ${chunks})`}${this.linked(adapter)}`
      this.say(subject, 'AN-04', `${touched}${where}`)
    }
  }

  /** Which adapter it was, where several are linked. */
  private linked(adapter: number): string {
    return this.plans.caps.physicalAdapters > 1 ? ` for adapter ${adapter}` : ''
  }

  private segmentName(group: SegmentGroup): string {
    if (group === SegmentGroup.LOCAL) return 'local'
    return isSystemMemory(this.plans.caps, group) ? 'system' : 'non-local'
  }

  private sayAbandoned(subject: Subject, step: PagingStep, { failed, adapter }: FailedBuild): void {
    const what = `${step.notify ?? step.operation}, chunk ${step.index + 1} of ${step.count}`
    this.say(subject, 'AN-16', `${failed}${this.linked(adapter)} (${what}); the eviction was abandoned`)
  }

  /** AN-13 */
  private sayUndeliverable(subject: Subject): void {
    const { NotifyEviction, NotifyIoMmuUnmap } = subject.flags
    if (!isAperture(this.plans.caps, subject.group) || this.plans.pagingProcess.vaSpace > 0) return
    if (NotifyEviction || NotifyIoMmuUnmap)
      this.say(
        subject,
        'AN-13',
        'the driver was not notified: the paging process has no GPU VA space; the eviction goes on',
      )
  }

  /** What leaves an aperture compressed cannot be read by the CPU (AN-14); a transfer decompresses on its way. */
  private checkContents(subject: Subject): void {
    const { contents, caps } = this.plans
    if (!isAperture(caps, subject.group)) return contents.decompress(subject.handle, 0, subject.bytes)
    const { corrupt, bytes } = contents.readByCpu(subject.handle)
    if (corrupt > 0)
      this.say(subject, 'AN-14', `its contents are corrupt: ${corrupt} of ${bytes} bytes were evicted compressed`)
  }

  private say(subject: Subject, rule: string, message: string): void {
    const name = this.residency.table.names[subject.handle] as string
    this.hooks.finding(rule, name, `${name}: ${message}`)
  }

  private subject(handle: AllocationHandle): Subject {
    const { residency } = this
    return {
      handle,
      bytes: this.bytes(handle),
      group: residency.group(handle),
      flags: residency.notifyFlags(handle),
      fill: residency.table.has(handle, Flag.NEEDS_FILL),
      discarded: residency.table.has(handle, Flag.DISCARDED),
    }
  }

  private bytes(handle: AllocationHandle): number {
    return this.residency.table.bytes[handle] as number
  }

  /** Engine time for another process's memory. */
  private work(duration: number, resource: string, then: (start: number, complete: boolean) => void): void {
    this.waiting = true
    this.engine.submit({
      duration,
      resource,
      handle: null,
      finished: (start, complete) => {
        then(start, complete)
        this.goOn()
      },
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
