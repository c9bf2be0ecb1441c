/** `fence-lru`: what the notification's documentation advises, exactly (TN-17 to TN-20). */
import type { TrimNotification } from '../d3d12/trim-notification'
import { LruPolicy } from './lru-policy'
import type { PolicyHost } from './policy'
import { staticCallback } from './tracking-policy'

const trimCallback = staticCallback()

export class FenceLru extends LruPolicy {
  constructor(host: PolicyHost) {
    super('fence-lru', host)
    this.register(trimCallback)
  }

  onTrim(notification: TrimNotification): void {
    this.followNotification(notification)
  }
}
