/** Transfers that ended and evictions, for sums over ranges of time: in columns, as there are many; a bounded past. */
import { MOVE_KINDS, type MovesView } from '../../../../preload/contract'
import { grown } from '../../../sim/grown'
import type { TraceRecord } from '../../../sim/trace-records'
import { part } from '../columns'

/** how much of the past a full frame can bring back */
const KEPT = 65_536
/** the columns grow to what is kept: a checkpoint copies them, however little is in them */
const FIRST_ROWS = 512

const IN = MOVE_KINDS.indexOf('page-in')
const OUT = MOVE_KINDS.indexOf('page-out')
const EVICT = MOVE_KINDS.indexOf('evict')

export class Moves {
  private rows = FIRST_ROWS
  private kinds = new Uint8Array(FIRST_ROWS)
  private times = new Float64Array(FIRST_ROWS)
  private bytes = new Float64Array(FIRST_ROWS)
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
    const slot = firstId % this.rows
    return {
      firstId,
      kinds: part(this.kinds, slot, count),
      times: part(this.times, slot, count),
      bytes: part(this.bytes, slot, count),
    }
  }

  private add(kind: number, t: number, bytes: number): void {
    if (this.written === this.rows && this.rows < KEPT) this.grow()
    const slot = this.written++ % this.rows
    this.kinds[slot] = kind
    this.times[slot] = t
    this.bytes[slot] = bytes
  }

  /** Only before anything is forgotten: rows lie in order from the first slot. */
  private grow(): void {
    this.rows *= 2
    this.kinds = grown(Uint8Array, this.kinds, this.rows)
    this.times = grown(Float64Array, this.times, this.rows)
    this.bytes = grown(Float64Array, this.bytes, this.rows)
  }
}
