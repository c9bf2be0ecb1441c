/** Numbers that are counts or sums over records of the trace: what each record adds. */
import { COMPOSITOR, type RecordedKey } from '../../../../../preload/contract'
import type { VideoMemoryManager } from '../../../../dxgkrnl/vidmm/video-memory-manager'
import type { TraceRecord } from '../../../../sim/trace-records'
import { UnitPageIns } from '../../bound/paged-in'
import { recordView } from '../record-view'
import { Collector, type RecordList } from './list'

export type Amount = (record: TraceRecord) => number

const count =
  (isOne: (record: TraceRecord) => boolean): Amount =>
  (record) =>
    isOne(record) ? 1 : 0

/** µs from a vertical blank to the end of the compositor's packet (GP-28) */
export const presented: Amount = (record) =>
  record.type === 'packet' &&
  record.context === COMPOSITOR &&
  record.kind === 'present' &&
  record.outcome === 'completed'
    ? record.end - record.submitted
    : 0

/** µs of saving one context and restoring another (GP-16) */
function switched(record: TraceRecord): number {
  if (record.type === 'packet') return record.switch ?? 0
  return record.type === 'preempt' && record.boundary !== 'reset' ? record.save : 0
}

/** What a record of the trace adds to the number; of the others there are moments that no record tells of. */
export const AMOUNTS = {
  pageInBytes: (record) => (record.type === 'page-in' ? record.bytes : 0),
  pageOutBytes: (record) => (record.type === 'page-out' ? record.bytes : 0),
  hitches: count((record) => record.type === 'packet' && record.hitch !== undefined),
  devicesRemoved: count(({ type }) => type === 'device-removed'),
  findingsCount: count(({ type }) => type === 'finding'),
  evictions: count(({ type }) => type === 'evict'),
  missedVerticalBlanks: count(({ type }) => type === 'missed-vertical-blank'),
  contextSwitches: count((record) => record.type === 'packet' && record.switch !== undefined),
  contextSwitchTime: switched,
  engineResets: count((record) => record.type === 'tdr' && record.action === 'engine-reset'),
} as const satisfies Partial<Record<RecordedKey, Amount>>

/** Bytes of the app's units that were brought into local memory: what stands above the bound (LB-12). */
export class UnitsCollector extends Collector {
  private readonly pageIns = new UnitPageIns()

  kernel(vidmm: VideoMemoryManager): void {
    this.pageIns.kernel(vidmm)
  }

  record(record: TraceRecord): void {
    const amount = this.pageIns.record(record)
    if (amount > 0) this.list.add(amount, () => recordView(record, amount))
  }
}

export class AmountCollector extends Collector {
  /** @param resource of this alone; null: of all */
  constructor(
    list: RecordList,
    private readonly amountOf: Amount,
    private readonly resource: string | null,
  ) {
    super(list)
  }

  record(record: TraceRecord): void {
    const amount = this.amountOf(record)
    if (amount > 0 && this.isAsked(record)) this.list.add(amount, () => recordView(record, amount))
  }

  private isAsked(record: TraceRecord): boolean {
    return this.resource === null || ('resource' in record && record.resource === this.resource)
  }
}
