/** Brings allocations into their segment and takes them out, by the steps of their plans, with a record at the end (RS-05). */
import { kept } from '../../sim/continuation'
import { type AllocationHandle, AllocationBit as Flag } from './allocation-table'
import type { PagingActivity } from './out-reasons'
import type { PagingActivities } from './paging-activities'
import type { PagingEngine } from './paging-engine'
import type { PageIn } from './paging-operations'
import { type PlanContext, planFresh, planPageIn, planPageOut, type Subject } from './paging-plan'
import type { PagingSteps } from './paging-steps'
import type { Residency } from './residency'

/** Under way. */
interface Transfer {
  readonly subject: Subject
  readonly bytes: number
  readonly activity: PagingActivity
  readonly reason: string
}

export class PagingTransfers {
  /** totals since the start of the run, bytes */
  pageInBytes = 0
  pageOutBytes = 0
  /** what is being paged out under pressure now: transfers run one after another */
  leaving: AllocationHandle | null = null
  /** evictions that the driver made fail: not tried again for the operation at the head (AN-16) */
  readonly refused = new Set<AllocationHandle>()

  constructor(
    private readonly residency: Residency,
    private readonly plans: PlanContext,
    private readonly doing: PagingActivities,
    private readonly steps: PagingSteps,
    private readonly engine: () => PagingEngine,
  ) {}

  /** It has its memory. @param operation that asks for it, which has one less to bring in at its end */
  bringIn(handle: AllocationHandle, operation: PageIn): void {
    const { plans } = this
    const subject = this.steps.subject(handle)
    const activity = this.doing.bringsIn(handle, operation.reason)
    const steps = operation.fresh ? planFresh(plans, subject) : planPageIn(plans, subject)
    const transfer = this.of(subject, activity, operation.reason)
    const ended = kept({ self: this, operation, transfer }, (paging, complete: boolean, start: number) =>
      paging.self.cameIn(paging.operation, paging.transfer, complete, start),
    )
    this.steps.run(subject, steps, ended)
  }

  /** No running packet uses it any more. @param activity that of its being taken out */
  takeOut(handle: AllocationHandle, reason: string, activity: PagingActivity): void {
    const subject = this.steps.subject(handle)
    this.residency.setInvalid(handle)
    this.residency.countPaging(handle, 1)
    if (reason === 'pressure') this.leaving = handle
    this.steps.sayUndeliverable(subject)
    const transfer = this.of(subject, activity, reason)
    this.engine().unbind(
      handle,
      kept({ self: this, transfer }, ({ self, transfer }) => self.goesOut(transfer)),
    )
  }

  private of(subject: Subject, activity: PagingActivity, reason: string): Transfer {
    return { subject, bytes: this.residency.table.bytes[subject.handle] as number, activity, reason }
  }

  /** @param start µs */
  private cameIn(operation: PageIn, transfer: Transfer, complete: boolean, start: number): void {
    const { subject, bytes, activity, reason } = transfer
    const { handle } = subject
    const { sim, table } = this.residency
    activity.over = true
    if (complete) table.clear(handle, Flag.NEEDS_FILL)
    if (complete && !operation.fresh) {
      if (!subject.discarded) this.pageInBytes += bytes
      const resource = table.names[handle] as string
      this.doing.recording(activity)
      sim.trace.write('page-in', { resource, bytes, start, end: sim.now, reason })
    }
    this.residency.setValid(handle)
    operation.next++
  }

  /** No engine has it bound any more. */
  private goesOut(transfer: Transfer): void {
    const { subject } = transfer
    const ended = kept({ self: this, transfer }, ({ self, transfer }, complete: boolean, start: number) =>
      self.wentOut(transfer, complete, start),
    )
    this.steps.run(subject, planPageOut(this.plans, subject), ended)
  }

  /** @param start µs */
  private wentOut({ subject, bytes, activity, reason }: Transfer, complete: boolean, start: number): void {
    const { sim, table } = this.residency
    const { handle } = subject
    this.leaving = null
    activity.over = true
    if (complete) {
      // what comes into its next memory is nothing but zeroes
      if (subject.discarded) table.set(handle, Flag.NEEDS_FILL)
      else this.pageOutBytes += bytes
      const resource = table.names[handle] as string
      this.doing.recording(activity)
      sim.trace.write('page-out', { resource, bytes, start, end: sim.now, reason })
      this.doing.left(handle, activity)
      this.steps.checkContents(subject)
      this.residency.giveMemory(handle, reason === 'pressure')
    } else {
      this.refused.add(handle)
      this.residency.setValid(handle)
    }
    this.residency.countPaging(handle, -1)
  }
}
