/** Memory of other processes that is paged out for the app or for one another, or back for them (RS-09, RS-10). */
import { transferTime } from '../../drivers/kmd/adapter'
import { goOnWith, kept, type Then } from '../../sim/continuation'
import type { OtherProcesses } from './other-processes'
import { NOBODY, type PagingActivities, type Wanted } from './paging-activities'
import type { PagingWork } from './paging-engine'
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
   * What an adapter reset loses on its way has not gone (GP-24): nothing is given then.
   * @param wanted what its memory is for
   * @param done with the bytes that were given
   */
  takeOut(name: string, bytes: number, wanted: Wanted, done: Then<[given: number]>): void {
    const resource = `process ${name}`
    const activity = this.doing.ofProcess('page-out', resource, bytes, wanted)
    const out = kept({ self: this, name, resource, bytes, activity, done }, (of, start: number, complete: boolean) => {
      if (!complete) return
      const { self, resource } = of
      const { sim, observer } = self.residency
      const given = self.others.release(of.name, of.bytes)
      goOnWith(of.done, given)
      if (given > 0) {
        self.doing.recording(of.activity)
        sim.trace.write('page-out', { resource, bytes: given, start, end: sim.now, reason: 'pressure' })
      }
      observer.memory?.()
    })
    this.work(resource, bytes, out)
  }

  /** @param done when its memory holds what it had in it again */
  bringBack(name: string, bytes: number, done: Then): void {
    const resource = `process ${name}`
    const activity = this.doing.ofProcess('page-in', resource, bytes, NOBODY)
    const back = kept({ self: this, resource, bytes, activity, done }, (of, start: number, complete: boolean) => {
      if (!complete) return
      const { self, resource, bytes } = of
      const { sim, observer } = self.residency
      goOnWith(of.done)
      observer.memory?.()
      self.doing.recording(of.activity)
      sim.trace.write('page-in', { resource, bytes, start, end: sim.now, reason: 'return' })
    })
    this.work(resource, bytes, back)
  }

  private work(resource: string, bytes: number, then: PagingWork['finished']): void {
    this.port.wait()
    this.port.engine().submit({
      duration: transferTime(this.plans.caps, bytes),
      resource,
      handle: null,
      finished: kept({ port: this.port, then }, ({ port, then }, start: number, complete: boolean) => {
        goOnWith(then, start, complete)
        port.goOn()
      }),
    })
  }
}
