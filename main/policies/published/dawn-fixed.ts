/** `dawn-fixed`: Dawn's residency manager with its four faults mended, and nothing else changed (PL-36). */
import { SegmentGroup } from '../../../preload/contract/names'
import type { PolicyHost } from '../policy'
import { Dawn, type DawnObject } from './dawn'

const BYTES_AFTER_FAILURE = 50_000_000

export class DawnFixed extends Dawn {
  constructor(host: PolicyHost) {
    super(host, 'dawn-fixed')
  }

  /** Both, the local one first. */
  protected override groupsToMake(_batches: readonly [DawnObject[], DawnObject[]]): SegmentGroup[] {
    return [SegmentGroup.LOCAL, SegmentGroup.NON_LOCAL]
  }

  protected override notesLocked(): boolean {
    return true
  }

  protected override needed(need: number, usage: number, reserved: number): bigint {
    return BigInt(need + Math.max(0, usage - reserved))
  }

  /** Whatever the budget says. */
  protected override makeRoomAfterFailure(group: SegmentGroup): ReturnType<Dawn['evictColdest']> {
    return this.evictColdest(group, BYTES_AFTER_FAILURE)
  }
}
