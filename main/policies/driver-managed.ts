/** `driver-managed`: what D3D9 and D3D11 stacks did by themselves, submission LRU and a periodic trim of their own (TN-20). */
import { kept } from '../sim/continuation'
import type { EventHandle } from '../sim/event-queue'
import { LruPolicy } from './lru-policy'
import type { PolicyHost, SubmissionSet } from './policy'

/** µs between two trims of the driver's own */
const OWN_PERIOD = 10_000_000

export class DriverManaged extends LruPolicy {
  private timer: EventHandle

  constructor(host: PolicyHost) {
    super('driver-managed', host)
    this.timer = this.startTimer()
  }

  protected override evictBefore(set: SubmissionSet): void {
    this.trimUnusedSubmissions(set)
  }

  override dispose(): void {
    this.host.sim.cancel(this.timer)
  }

  private startTimer(): EventHandle {
    const due = kept({ self: this }, ({ self }) => {
      self.trimPeriodically()
      self.timer = self.startTimer()
    })
    return this.host.sim.scheduleUncaused(OWN_PERIOD, due)
  }
}
