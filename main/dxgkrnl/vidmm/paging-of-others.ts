/** Memory of other processes that is paged out for the app, or back for them (RS-09, RS-10). */
import { transferTime } from '../../drivers/kmd/adapter'
import type { OtherProcesses } from './other-processes'
import { NOBODY, type PagingActivities, type Wanted } from './paging-activities'
import type { PlanContext } from './paging-plan'
import type { StepsPort } from './paging-steps'
import type { Residency } from './residency'

export class PagingOfOthers {
  constructor(
    private readonly residency: Residency,
    private readonly others: OtherProcesses,
    private readonly plans: PlanContext,
    private readonly doing: PagingActivities,
    private readonly port: Pick<StepsPort, 'engine' | 'wait' | 'goOn'>,
  ) {}

  /**
   * @param wanted what its memory is for
   * @param done with the bytes that were given
   */
  takeOut(name: string, bytes: number, wanted: Wanted, done: (given: number) => void): void {
    const { sim } = this.residency
    const resource = `process ${name}`
    const activity = this.doing.ofProcess('page-out', resource, bytes, wanted)
    this.work(resource, bytes, (start) => {
      const given = this.others.release(name, bytes)
      done(given)
      if (given > 0) {
        this.doing.recording(activity)
        sim.trace.write('page-out', { resource, bytes: given, start, end: sim.now, reason: 'pressure' })
      }
      this.residency.observer.memory?.()
    })
  }

  /** @param done when its memory holds what it had in it again */
  bringBack(name: string, bytes: number, done: () => void): void {
    const { sim } = this.residency
    const resource = `process ${name}`
    const activity = this.doing.ofProcess('page-in', resource, bytes, NOBODY)
    this.work(resource, bytes, (start, complete) => {
      if (!complete) return
      done()
      this.residency.observer.memory?.()
      this.doing.recording(activity)
      sim.trace.write('page-in', { resource, bytes, start, end: sim.now, reason: 'return' })
    })
  }

  private work(resource: string, bytes: number, then: (start: number, complete: boolean) => void): void {
    this.port.wait()
    this.port.engine().submit({
      duration: transferTime(this.plans.caps, bytes),
      resource,
      handle: null,
      finished: (start, complete) => {
        then(start, complete)
        this.port.goOn()
      },
    })
  }
}
