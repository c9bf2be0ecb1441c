/**
 * What a run pages in of what the bound is of (LB-11). The trace has more: memory of the other segment group that is made
 * ready for the GPU, and that of other processes when it comes back.
 */
import type { TraceRecord } from '../../../sim/trace-records'
import type { RunFollower } from '../../run/runner'

/** of memory of other processes, and of nothing else */
const RETURN = 'return'

/** Follows a run from its first record on. */
export class UnitPageIns implements RunFollower {
  /** of the app's units, brought into local memory so far */
  bytes = 0
  /** names of what lies elsewhere */
  private readonly elsewhere = new Set<string>()

  /** @returns bytes that this record adds */
  record(record: TraceRecord): number {
    if (record.type === 'create') {
      if (record.segment === undefined) this.elsewhere.delete(record.resource)
      else this.elsewhere.add(record.resource)
    }
    if (record.type !== 'page-in' || record.reason === RETURN || this.elsewhere.has(record.resource)) return 0
    this.bytes += record.bytes
    return record.bytes
  }

  kernel(): void {}
  look(): void {}
  submitted(): void {}
}
