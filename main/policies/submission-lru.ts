/** `submission-lru`: evicts at each submission what the last three did not use; no notifications (TN-20). */
import type { PolicyName } from '../../preload/contract/names'
import { LruPolicy } from './lru-policy'
import type { PolicyHost, SubmissionSet } from './policy'

export class SubmissionLru extends LruPolicy {
  constructor(host: PolicyHost, name: PolicyName = 'submission-lru') {
    super(name, host)
  }

  protected override evictBefore(set: SubmissionSet): void {
    this.trimUnusedSubmissions(set)
  }
}
