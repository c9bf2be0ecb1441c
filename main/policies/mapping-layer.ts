/**
 * `mapping-layer`: submission LRU with a budget check at each submission, as 9on12, 11on12 and GLon12 have it;
 * `mapping-layer-periodic`: the same, updated to take trim notifications (TN-20).
 */
import type { PolicyName } from '../../preload/contract/names'
import { SegmentGroup } from '../../preload/contract/names'
import type { TrimNotification } from '../d3d12/trim-notification'
import { LruPolicy } from './lru-policy'
import type { PolicyHost, SubmissionSet } from './policy'
import { staticCallback } from './tracking-policy'

export class MappingLayer extends LruPolicy {
  constructor(host: PolicyHost, name: PolicyName = 'mapping-layer') {
    super(name, host)
  }

  protected override evictBefore(set: SubmissionSet): void {
    this.trimUnusedSubmissions(set)
    const { Budget, CurrentUsage } = this.host.device.queryVideoMemoryInfo(SegmentGroup.LOCAL)
    const missing = set.resources.filter((resource) => !this.isResident(resource))
    const bytes = this.host.device.residency.bytesToList(missing, SegmentGroup.LOCAL)
    this.trimBytes(CurrentUsage + bytes - Budget, set, SegmentGroup.LOCAL)
  }
}

const trimCallback = staticCallback()

export class MappingLayerPeriodic extends MappingLayer {
  constructor(host: PolicyHost) {
    super(host, 'mapping-layer-periodic')
    this.register(trimCallback)
  }

  onTrim(notification: TrimNotification): void {
    this.followNotification(notification)
  }
}
