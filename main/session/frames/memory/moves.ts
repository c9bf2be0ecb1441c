/** Transfers that ended and evictions, for sums over ranges of time: in columns, as there are many; a bounded past. */
import { MOVE_KINDS, type MovesView } from '../../../../preload/contract'
import type { TraceRecord } from '../../../sim/trace-records'
import { part } from '../columns'

/** how much of the past a full frame can bring back */
const KEPT = 65_536

const IN = MOVE_KINDS.indexOf('page-in')
const OUT = MOVE_KINDS.indexOf('page-out')
const EVICT = MOVE_KINDS.indexOf('evict')

export class Moves {
  // as long as they can become from the start: what nobody has written to takes no memory
  private readonly kinds = new Uint8Array(KEPT)
  private readonly times = new Float64Array(KEPT)
  private readonly bytes = new Float64Array(KEPT)
  private written = 0
  private sent = 0

  /** An eviction counts with the bytes that left the residency list with it, as the statistics of a run have it. */
  recorded(record: TraceRecord): void {
    if (record.type === 'page-in') this.add(IN, record.t, record.bytes)
    else if (record.type === 'page-out') this.add(OUT, record.t, record.bytes)
    else if (record.type === 'evict')
      this.add(EVICT, record.t, record.references === 0 ? (record.left ?? record.bytes) : 0)
  }

  get hasFresh(): boolean {
    return this.sent < this.written
  }

  /** @param full all that are kept @returns null: nothing is new */
  take(full: boolean): MovesView | null {
    if (!full && !this.hasFresh) return null
    const oldest = Math.max(0, this.written - KEPT)
    const firstId = full ? oldest : Math.max(oldest, this.sent)
    this.sent = this.written
    const count = this.written - firstId
    const slot = firstId % KEPT
    return {
      firstId,
      kinds: part(this.kinds, slot, count),
      times: part(this.times, slot, count),
      bytes: part(this.bytes, slot, count),
    }
  }

  private add(kind: number, t: number, bytes: number): void {
    const slot = this.written++ % KEPT
    this.kinds[slot] = kind
    this.times[slot] = t
    this.bytes[slot] = bytes
  }
}
