/** When the engines switched from one context to another: before a packet that has run, or that left before it could (GP-06). */
import type { TraceRecord } from '../../sim/trace-records'
import type { Form } from './events'
import { GPU, slotName } from './places'
import type { Tracks } from './tracks'

type PacketRecord = Extract<TraceRecord, { type: 'packet' }>
type PreemptRecord = Extract<TraceRecord, { type: 'preempt' }>

export class ContextSwitches {
  /** by engine, µs: the end of the last packet that has run */
  private readonly ends = new Map<string, number>()
  /** by engine: its last answer to a preemption request */
  private readonly stops = new Map<string, PreemptRecord>()

  constructor(
    private readonly form: Form,
    private readonly tracks: Tracks,
  ) {}

  /** It stands in the trace before the packets that it gives back. */
  stopped(record: PreemptRecord): void {
    this.stops.set(record.engine, record)
  }

  left(record: PacketRecord): void {
    const { engine, context, start, end, outcome, switch: took = 0 } = record
    if (took > 0) {
      const { from, to } =
        start < end || outcome === 'completed' ? { from: start - took, to: start } : this.cut(record, took)
      if (from < to)
        this.form.slice(this.tracks.thread(GPU, slotName(engine, 0)), {
          name: 'context switch',
          category: 'context-switch',
          start: from,
          end: to,
          fields: { engine, context },
        })
    }
    if (start < end || outcome === 'completed') this.ends.set(engine, end)
  }

  /**
   * It left at the moment of its report. Asked to preempt, the engine has finished the switch and saved before it answered;
   * reset or withdrawn from, it has not finished: it can have begun only when the packet and the engine were there for it.
   */
  private cut({ engine, start, submitted }: PacketRecord, took: number): { from: number; to: number } {
    const stop = this.stops.get(engine)
    const answered = stop?.stopped === start
    const to = answered ? start - stop.save : start
    const before = stop === undefined || answered ? 0 : stop.stopped
    return { from: Math.max(to - took, before, this.ends.get(engine) ?? 0, submitted ?? 0), to }
  }
}
