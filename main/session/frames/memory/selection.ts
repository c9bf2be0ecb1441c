/** The story of one resource, for whoever selected it: its records, and why it was the victim. */
import {
  counted,
  formatDuration,
  formatTime,
  type HistoryEntry,
  type SelectionView,
  trimFlagsText,
  type WhyOut,
} from '../../../../preload/contract'
import { BY_HAND } from '../../../dxgkrnl/vidmm/out-reasons'
import type { Trace } from '../../../sim/trace'
import type { TraceRecord } from '../../../sim/trace-records'

/** entries that are kept and sent, and as many reasons */
const KEPT = 200

export class Selection {
  private history: HistoryEntry[] = []
  private reasons: WhyOut[] = []
  /** it is off the residency list: what comes into the segment by then was asked for before, and is evicted all the same */
  private isEvicted = false
  private lastNotification: Extract<TraceRecord, { type: 'notification' }> | null = null

  /** Reads what the trace still has of the resource. */
  constructor(
    readonly id: number,
    readonly name: string,
    private readonly effect: string,
    trace: Trace,
  ) {
    for (const record of trace.records()) this.add(record)
  }

  /** @returns true when the record concerns the resource */
  add(record: TraceRecord): boolean {
    if (record.type === 'notification') this.lastNotification = record
    if (!this.concerns(record)) return false
    this.history.push({ t: record.t, type: record.type, text: describe(record) })
    if (this.history.length > KEPT) this.history.shift()
    this.explain(record)
    return true
  }

  view(): SelectionView {
    return { id: this.id, history: [...this.history], reasons: [...this.reasons] }
  }

  private concerns(record: TraceRecord): boolean {
    if (record.type === 'make-resident') return record.resources.includes(this.name)
    if (record.type === 'apply')
      return record.effect === undefined
        ? record.resources?.includes(this.name) === true
        : record.effect === this.effect
    return 'resource' in record && record.resource === this.name
  }

  private explain(record: TraceRecord): void {
    if (record.type === 'make-resident' || record.type === 'create') {
      this.isEvicted = false
      this.setWhy(record.t, null)
    }
    // what was taken under pressure, or was on its way out when it was made resident
    if (record.type === 'page-in' && !this.isEvicted) this.setWhy(record.t, null)
    if (record.type === 'evict' && record.references === 0) {
      this.isEvicted = true
      this.setWhy(record.t, this.reasonOf(record))
    }
    if (record.type === 'page-out' && record.reason === 'pressure')
      this.setWhy(
        record.t,
        `Paged out under pressure at ${formatTime(record.t)}: the segment was full, nothing evictable was left, and it was the least recently used resident allocation.`,
      )
    if (record.type === 'page-out' && record.reason === 'reclaim')
      this.addReason(
        record.t,
        `${this.why ?? ''} Paged out at ${formatTime(record.t)}: its memory was needed, and among the evictable ones of the lowest residency priority it had been so longest.`.trim(),
      )
  }

  private get why(): string | null {
    return this.reasons.at(-1)?.why ?? null
  }

  private setWhy(t: number, why: string | null): void {
    if (why !== null || this.why !== null) this.addReason(t, why)
  }

  private addReason(t: number, why: string | null): void {
    this.reasons.push({ t, why })
    if (this.reasons.length > KEPT) this.reasons.shift()
  }

  private reasonOf(record: Extract<TraceRecord, { type: 'evict' }>): string {
    if (record.policy === BY_HAND)
      return `Evicted at ${formatTime(record.t)} by hand, beside the policy${commandText(record)}.`
    const age =
      record.age === undefined ? 'it had never been used' : `it was last used ${formatDuration(record.age)} before`
    return `Evicted at ${formatTime(record.t)} by policy ${record.policy} (${record.reason}): ${age}. ${this.causeOf(record)}`
  }

  private causeOf(record: Extract<TraceRecord, { type: 'evict' }>): string {
    const { reason, t } = record
    const notification = this.lastNotification
    const command = commandText(record)
    if ((reason === 'periodic' || reason === 'budget') && notification?.t === t)
      return `Caused by the notification ${trimFlagsText(notification.flags)}${command}.`
    if (reason === 'periodic') return 'Caused by a periodic trim of the policy itself.'
    return `Caused by the submission at that moment${command}.`
  }
}

function commandText({ cause }: TraceRecord): string {
  return cause === undefined ? '' : ` (command ${cause})`
}

function describe(record: TraceRecord): string {
  switch (record.type) {
    case 'create':
      return record.resident ? 'created resident' : 'created not resident'
    case 'destroy':
      return 'destroyed'
    case 'apply':
      return `used by submission ${record.submission} (${record.effect ?? 'a set of its own'})`
    case 'make-resident':
      return `EnqueueMakeResident, fence ${record.fence}`
    case 'evict':
      return `Evict (${record.reason}) ${record.policy === BY_HAND ? BY_HAND : `by ${record.policy}`}, ${counted(record.references, 'reference')} left`
    case 'page-in':
    case 'page-out':
      return `${record.type} (${record.reason}), ${formatDuration(record.end - record.start)}`
    case 'paging-operation':
      return `${record.notify ?? record.operation} (${record.direction}), chunk ${record.chunk + 1} of ${record.chunks}, ${formatDuration(record.end - record.start)}`
    case 'finding':
      // as in every sentence, the rule that it rests on stands in brackets behind it
      return `${record.message} (${record.rule})`
    default:
      return record.type
  }
}
