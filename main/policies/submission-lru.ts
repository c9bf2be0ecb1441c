/** `submission-lru`: evicts at each submission what the last three did not use; no notifications (TN-20). */
import { LruPolicy } from './lru-policy'
import type { PolicyHost } from './policy'

export class SubmissionLru extends LruPolicy {
  constructor(host: PolicyHost) {
    super('submission-lru', host)
  }

  protected override evictBefore(effect: string): void {
    this.trimUnusedSubmissions(effect)
  }
}
