/** `none`: makes resident what an effect needs and never evicts (TN-20). */

import { ObjectPolicy } from './object-policy'
import type { PolicyHost } from './policy'
import type { Tracked } from './tracked'

export class NoPolicy extends ObjectPolicy {
  constructor(host: PolicyHost) {
    super('none', host)
  }

  protected describe(tracked: Tracked): Tracked {
    return tracked
  }
}
