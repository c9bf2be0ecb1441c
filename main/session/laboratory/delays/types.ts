/** Delays as they are shown and written (LB-08 to LB-10). Times in µs of simulated time, sizes in bytes. */
import type { EngineName } from '../../../../preload/contract'
import type { OutReason, RecordReference } from '../../../dxgkrnl/vidmm/out-reasons'
import type { DelayKind, DelayTimes } from './kinds'

export type { OutReason, RecordReference } from '../../../dxgkrnl/vidmm/out-reasons'

/** `press`: of an effect, or a set of its own. `frame`: of playback. `present`: of the desktop compositor, to a display. */
export type DelayedWhat = 'press' | 'frame' | 'present'

/** A packet, as its record in the trace has it. */
export interface PacketName {
  engine: EngineName
  context: string
  command: string
  kind: string
}

/** What a preemption request was made for, and why. */
export interface RequestName {
  engine: EngineName
  reason: string
  /** null: for a timeout */
  context: string | null
}

interface Part {
  start: number
  end: number
  /** what it stands for in the trace; null: the trace has no record of that */
  record: RecordReference | null
  /**
   * Of a chain too long to be kept: neighbours that were put together, how many, and the µs of each kind that occurs. The
   * segment is at the time at which they were; else it is the longest of them: its kind, what it waited for, its record.
   */
  together?: { pieces: number; times: Partial<DelayTimes> }
}

/** `packet`, `request`, `callback`: null where it has no name. `for`: whom memory is taken for; null: nobody. */
export type ChainSegment = Part &
  (
    | {
        kind: 'policy-wait'
        policy: string
        callback: { cookie: number; notification: number } | null
        packet: PacketName | null
      }
    | { kind: 'fence' | 'context-switch' | 'reset'; packet: PacketName | null }
    | { kind: 'queue' | 'engine' | 'run'; packet: PacketName | null; on: 'gpu' | 'processor' }
    | { kind: 'preemption' | 'preempted'; request: RequestName | null }
    | { kind: 'page-in'; resource: string; bytes: number; why: OutReason | null }
    | { kind: 'page-out'; resource: string; bytes: number; for: string | null }
    | { kind: 'paging-queue'; resource: string; bytes: number; direction: 'in' | 'out'; for: string | null }
    | { kind: 'vertical-blank'; display: number }
  )

export interface Delay {
  what: DelayedWhat
  /** the effect, the context of a set of its own or `use`; `frame`; `present`, to a second display `present 2` */
  name: string
  /** names of the resources of a set of its own; null: of an effect, a frame or a present */
  set: readonly string[] | null
  /** ordinal of the command that it belongs to, as the trace's `cause`; null: the system's own */
  command: number | null
  /** the press, or the start of the frame */
  begin: number
  /** the first vertical blank that it could have met had nothing stood in its way */
  due: number
  /** the vertical blank at which it was shown */
  shown: number
  /** shown − due */
  late: number
  /** they partition [begin, shown] */
  segments: ChainSegment[]
}

/** Over all delays of a run: how many, by how much the worst was late (0: there is none), and the segments' times. */
export type DelayTotals = { count: number; worst: number } & DelayTimes

/** A press that is still under way. */
export interface OpenPress {
  readonly begin: number
  /** what it takes at least until it is shown */
  readonly taken: number
}

/** What `trimline explain --json` writes. */
export interface Explanation {
  name: string
  policy: string
  seed: number
  delays: DelayTotals
  /** the worst, the worst of all first */
  worst: Delay[]
}

export type SegmentOf<Kind extends DelayKind> = Extract<ChainSegment, { kind: Kind }>
