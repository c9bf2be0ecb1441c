/** `submission-lru`: evicts at each submission what the last three did not use; no notifications (TN-20). */
import { LruPolicy } from './lru-policy'
import type { PolicyHost, SubmissionSet } from './policy'

export class SubmissionLru extends LruPolicy {
  constructor(host: PolicyHost) {
    super('submission-lru', host)
  }

  protected override evictBefore(set: SubmissionSet): void {
    this.trimUnusedSubmissions(set)
  }
}
