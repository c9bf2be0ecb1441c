/** `none`: makes resident what an effect needs and never evicts (TN-20). */
import type { PolicyHost } from './policy'
import { type Tracked, TrackingPolicy } from './tracking-policy'

export class NoPolicy extends TrackingPolicy {
  constructor(host: PolicyHost) {
    super('none', host)
  }

  protected describe(tracked: Tracked): Tracked {
    return tracked
  }
}
