/** Transfers that ended and evictions, for sums over ranges of time: in columns, as there are many; a bounded past. */
import { MOVE_KINDS, type MovesView } from '../../../../preload/contract'
import type { TraceRecord } from '../../../sim/trace-records'

/** how much of the past a full frame can bring back */
const KEPT = 65_536

const IN = MOVE_KINDS.indexOf('page-in')
const OUT = MOVE_KINDS.indexOf('page-out')
const EVICT = MOVE_KINDS.indexOf('evict')

export class Moves {
  private kinds: number[] = []
  private times: number[] = []
  private bytes: number[] = []
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
    const oldest = this.written - Math.min(this.kinds.length, KEPT)
    const firstId = full ? oldest : Math.max(oldest, this.sent)
    this.sent = this.written
    const first = this.kinds.length - (this.written - firstId)
    return {
      firstId,
      kinds: Uint8Array.from(this.kinds.slice(first)),
      times: Float64Array.from(this.times.slice(first)),
      bytes: Float64Array.from(this.bytes.slice(first)),
    }
  }

  private add(kind: number, t: number, bytes: number): void {
    this.kinds.push(kind)
    this.times.push(t)
    this.bytes.push(bytes)
    this.written++
    // in batches, so that a full log does not shift at every row
    if (this.kinds.length <= KEPT + KEPT / 16) return
    this.kinds = this.kinds.slice(-KEPT)
    this.times = this.times.slice(-KEPT)
    this.bytes = this.bytes.slice(-KEPT)
  }
}
