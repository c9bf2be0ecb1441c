/**
 * Carries out the steps of a paging operation on the paging engine, one after another, each a record of the trace (AN-17),
 * and says what a driver did wrong in them (AN-04, AN-13, AN-14, AN-16). Who goes and who comes is `PagingQueue`'s.
 */
import { SegmentGroup } from '../../../preload/contract/names'
import { isAperture, isSystemMemory } from '../../drivers/kmd/adapter'
import { goOnWith, kept, type Then } from '../../sim/continuation'
import { type AllocationHandle, AllocationBit as Flag } from './allocation-table'
import type { PagingEngine, PagingWork } from './paging-engine'
import type { FailedBuild, PagingStep, PlanContext, Subject } from './paging-plan'
import type { Residency } from './residency'

/** What steps need of the queue whose operation they are. */
export interface StepsPort {
  engine(): PagingEngine
  /** nothing else of the queue is begun until `goOn` */
  wait(): void
  goOn(): void
  /** a record of what the queue does now is written next */
  recording(): void
  finding(rule: string, resource: string, message: string): void
}

export class PagingSteps {
  constructor(
    private readonly residency: Residency,
    private readonly plans: PlanContext,
    private readonly port: StepsPort,
  ) {}

  /**
   * Runs the operations one after another, each visible (AN-17).
   * @param done complete: false when one was abandoned; start: when the first began to run, µs
   * @param first µs, when one before these began to run; null: there was none
   */
  run(
    subject: Subject,
    steps: Iterator<PagingStep, undefined>,
    done: Then<[complete: boolean, start: number]>,
    first: number | null = null,
  ): void {
    this.port.wait()
    const { sim } = this.residency
    const step = steps.next().value
    if (step === undefined) {
      // where nothing took a turn on the engine an event of its own, so that the queue does not recurse
      if (first === null)
        sim.schedule(
          0,
          kept({ self: this, done }, ({ self, done }) => self.end(done, true, self.residency.sim.now)),
        )
      else this.end(done, true, first)
      return
    }
    if (step.instant === true) {
      this.record(subject, step, sim.now, 1)
      return this.run(subject, steps, done, first)
    }
    const begun = step.begin()
    if ('failed' in begun) return this.abandon(subject, step, begun, done, first)
    const { buffers } = begun
    const finished = kept(
      { self: this, subject, step, steps, done, first, buffers },
      ({ self, subject, step, steps, done, first, buffers }, start: number, complete: boolean) => {
        if (!complete) return self.end(done, false, first ?? start)
        self.record(subject, step, start, buffers)
        step.end?.()
        self.run(subject, steps, done, first ?? start)
      },
    )
    this.submit(subject, begun.duration, finished)
  }

  /** @param start µs */
  private end(done: Then<[complete: boolean, start: number]>, complete: boolean, start: number): void {
    goOnWith(done, complete, start)
    this.port.goOn()
  }

  private submit(subject: Subject, duration: number, finished: PagingWork['finished']): void {
    const { handle } = subject
    this.port.engine().submit({ duration, resource: this.residency.table.names[handle] as string, handle, finished })
  }

  /** What was done for the step is undone; then the eviction ends where it is (AN-16). */
  private abandon(
    subject: Subject,
    step: PagingStep,
    why: FailedBuild,
    done: Then<[complete: boolean, start: number]>,
    first: number | null,
  ): void {
    const { sim } = this.residency
    const ending = { self: this, done, first }
    this.sayAbandoned(subject, step, why)
    const { undo } = step
    const undoing = undo?.begin()
    if (undo === undefined || undoing === undefined || 'failed' in undoing) {
      // an event of its own in any case, so that the queue does not recurse
      sim.schedule(
        0,
        kept(ending, ({ self, done, first }) => self.end(done, false, first ?? self.residency.sim.now)),
      )
      return
    }
    const { buffers } = undoing
    const undone = kept({ ...ending, subject, undo, buffers }, (step, start: number, complete: boolean) => {
      const { self, done, first } = step
      if (complete) self.record(step.subject, step.undo, start, step.buffers)
      self.end(done, false, first ?? self.residency.sim.now)
    })
    this.submit(subject, undoing.duration, undone)
  }

  /** A step has run until now. @param start µs @param buffers how many paging buffers it took */
  record(subject: Subject, step: PagingStep, start: number, buffers: number): void {
    const { sim, table } = this.residency
    const { operation, direction, index, count, offset, bytes, notify } = step
    this.port.recording()
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
  sayUndeliverable(subject: Subject): void {
    const { NotifyEviction, NotifyIoMmuUnmap } = subject.flags
    if (!isAperture(this.plans.caps, subject.group) || this.plans.pagingProcess.vaSpace > 0) return
    if (NotifyEviction || NotifyIoMmuUnmap)
      this.say(
        subject,
        'AN-13',
        'the driver was not notified: the paging process has no GPU VA space; the eviction goes on',
      )
  }

  /**
   * What leaves an aperture compressed cannot be read by the CPU (AN-14); a transfer decompresses on its way, and what was
   * discarded nobody reads (AN-10).
   */
  checkContents(subject: Subject): void {
    const { contents, caps } = this.plans
    if (subject.discarded || !isAperture(caps, subject.group))
      return contents.decompress(subject.handle, 0, subject.bytes)
    const { corrupt, bytes } = contents.readByCpu(subject.handle)
    if (corrupt > 0)
      this.say(subject, 'AN-14', `its contents are corrupt: ${corrupt} of ${bytes} bytes were evicted compressed`)
  }

  private say(subject: Subject, rule: string, message: string): void {
    const name = this.residency.table.names[subject.handle] as string
    this.port.finding(rule, name, `${name}: ${message}`)
  }

  subject(handle: AllocationHandle): Subject {
    const { residency } = this
    return {
      handle,
      bytes: residency.table.bytes[handle] as number,
      group: residency.group(handle),
      flags: residency.notifyFlags(handle),
      fill: residency.table.has(handle, Flag.NEEDS_FILL),
      discarded: residency.table.has(handle, Flag.DISCARDED),
    }
  }
}
