/** Why presses, frames and presents were shown late, as the page shows it (LB-08 to LB-10). Times in µs, sizes in bytes. */
import type { DelayKind, EngineName } from '../names'
import type { RecordView } from './laboratory'

/** Of the whole run so far. */
export interface DelaysView {
  /** late ones */
  presses: number
  frames: number
  presents: number
  /** by how much the worst was late; 0: nothing was */
  worst: number
  /** µs by kind, over all of them, in the order of DELAY_KINDS */
  times: number[]
}

/** One that was shown late. */
export interface DelayRowView {
  /** counts those of the run, from 1, in the order in which they were shown */
  id: number
  what: 'press' | 'frame' | 'present'
  /** "press of Blur" */
  title: string
  /** ordinal of the command that it belongs to; null: the system's own */
  command: number | null
  /** the press, or the start of the frame */
  begin: number
  /** the first vertical blank that it could have met had nothing stood in its way */
  due: number
  /** the vertical blank at which it was shown */
  shown: number
  /** what it waited for longest, beside its own work and the blank; null: for nothing else */
  most: DelayKind | null
}

/**
 * At one moment: packets that waited for memory paged out under pressure (RS-10), or frames of the clip that were dropped.
 * One that comes again with its id has grown.
 */
export interface MarkView {
  id: number
  t: number
  /** `late`: a press or a frame was shown late */
  kind: 'hitch' | 'dropped' | 'late'
  count: number
}

/** A record of the trace. */
export interface RecordPlace {
  /** its moment */
  t: number
  /** in the trace as `trimline run --trace` writes it, from 1 */
  line: number
}

/** A record that was asked for, and its neighbours. */
export interface TraceRecordView {
  place: RecordPlace
  /** in order of their lines, that one among them; empty: the run has no such record; null: they are looked for */
  around: { line: number; record: RecordView }[] | null
}

/** What was waited for, from when to when. */
export interface DelaySegmentView {
  kind: DelayKind
  start: number
  end: number
  /** what that is by name: "Blur.main (64 MiB)" */
  what: string
  /** null: the trace has no record of it */
  record: RecordPlace | null
  /** of a packet: where it ran; null: it is none */
  packet: { engine: EngineName; context: string; command: string } | null
  /** whose callback held the policy's lock, by its cookie; null: nobody's did */
  callback: number | null
  /** what was moved, by its full name; null: nothing */
  resource: string | null
  /** moved; 0: nothing was */
  bytes: number
  /** of page-in: why it was out, in words, with the record that says so */
  why: { text: string; record: RecordPlace } | null
  /** whose memory was taken, or for whom: null: nobody's */
  for: string | null
  /**
   * Of a long chain: neighbours that were put together, how many, and their µs by kind, in the order of DELAY_KINDS; the
   * rest is said of the longest of them. null: it is one by itself
   */
  together: { pieces: number; times: number[] } | null
}

/** The chain of the delay that is chosen: consecutive segments, from its begin (LB-08). */
export interface DelayChainView {
  /** null: it is still under way, it was shown in time after all, or it never is */
  id: number | null
  state: 'late' | 'under-way' | 'in-time' | 'lost'
  what: DelayRowView['what']
  title: string
  /** a name of what was pressed; '': of nothing that has one */
  effect: string
  command: number | null
  begin: number
  /** as of a row; null: not known yet */
  due: number | null
  /** null: not yet */
  shown: number | null
  segments: DelaySegmentView[]
}

/** Bytes that moved and allocations that were evicted, in columns, in the order of the trace. */
export interface MovesView {
  /** of the first row; the others count up, from 0 in each run */
  firstId: number
  /** index in MOVE_KINDS */
  kinds: Uint8Array
  times: Float64Array
  bytes: Float64Array
}
