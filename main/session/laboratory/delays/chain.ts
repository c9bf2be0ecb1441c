/** The chain of one press, frame or present, while it is under way: what it waits for, piece by piece (LB-08). µs. */
import type { PagingActivity } from '../../../dxgkrnl/vidmm/out-reasons'
import type { Packet } from '../../../dxgkrnl/vidsch/context'
import type { PreemptionRequest } from '../../../dxgkrnl/vidsch/preemption-request'
import type { HeldBack } from '../../../policies/held-back'
import type { Recorded } from '../../../sim/trace-records'
import type { PieceKind } from './kinds'

/** The processor is no engine, and has no records in the trace. */
export interface ProcessorWork extends Recorded {
  readonly isProcessor: true
}

export const PROCESSOR: ProcessorWork = { isProcessor: true, recordedAt: -1, recordIndex: -1 }

/** What is waited for; where it has a record in the trace, that is known when it has ended. */
export type Blocker = Packet | PreemptionRequest | PagingActivity | HeldBack | ProcessorWork | null

/** What becomes of a piece without anything happening, as when a hang ends. */
interface Afterwards {
  readonly afterwards: PieceKind
  readonly byAfterwards: Blocker
}

/** What is waited for from some moment on. */
export interface Standing extends Afterwards {
  readonly kind: PieceKind
  readonly by: Blocker
  /** when it becomes `afterwards`; Infinity: it does not */
  readonly until: number
}

export interface Piece {
  kind: PieceKind
  start: number
  end: number
  by: Blocker
  /** index of the record of the trace that it stands for; -1: not written yet */
  record: number
  recordedAt: number
  /** what was put together to it; null: nothing, it is one by itself */
  together: Together | null
}

/** Of pieces that were put together. */
interface Together {
  /** how many there were */
  pieces: number
  /** of paging: all that was moved, each transfer once */
  bytes: number
  /** the last of them, which the next piece may go on with */
  last: Blocker
}

const NOTHING: Afterwards = { afterwards: 'run', byAfterwards: null }

/** pieces that a chain has at most; longer ones are put together by kind, so that no time is lost (**choice**) */
export const MOST_PIECES = 1024
/** the last so many are looked at for records */
const NOTED = 3

export class Chain {
  pieces: Piece[] = []
  private kind: PieceKind = 'queue'
  private by: Blocker = null
  private until = Number.POSITIVE_INFINITY
  private afterwards: PieceKind = 'run'
  private byAfterwards: Blocker = null
  /** one of the last pieces has no record yet */
  private lacks = false
  /** where the piece that goes on begins */
  from: number

  constructor(begin: number) {
    this.from = begin
  }

  /** It is over. A packet knows whose it is: chains that stayed would keep all that was ever waited for, one by another. */
  forget(): void {
    if (this.pieces.length > 0) this.pieces = []
    this.lacks = false
    this.by = null
    this.byAfterwards = null
  }

  /** Begins anew: what was is forgotten. */
  restart(begin: number): void {
    this.forget()
    this.from = begin
    this.kind = 'queue'
    this.until = Number.POSITIVE_INFINITY
  }

  /** From `now` on it waits for this. @param until when it becomes another thing by itself */
  stands(now: number, kind: PieceKind, by: Blocker, until = Number.POSITIVE_INFINITY, then = NOTHING): void {
    // of a packet that was switched to, or was stopped: a later one of the same packet is of something else
    if (this.lacks) this.noteLast()
    if (this.kind === kind && this.by === by && this.until === until) return
    this.close(now)
    this.kind = kind
    this.by = by
    this.until = until
    this.afterwards = then.afterwards
    this.byAfterwards = then.byAfterwards
  }

  /** What it waits for now, and by what; that by which a hang is named has its own end. */
  standing(now: number): Pick<Standing, 'kind' | 'by'> {
    const { kind, by, until, afterwards, byAfterwards } = this
    return now < until ? { kind, by } : { kind: afterwards, by: byAfterwards }
  }

  /** One of the last pieces has no record yet of something that may have more than one: a transfer, or a policy's wait. */
  get lacksOthers(): boolean {
    if (!this.lacks) return false
    const { pieces } = this
    for (let i = Math.max(0, pieces.length - NOTED); i < pieces.length; i++) {
      const { by, record } = pieces[i] as Piece
      if (record < 0 && by !== null && by !== PROCESSOR && !('signals' in by)) return true
    }
    return false
  }

  /** It stands so that this packet of its own runs. */
  runs(packet: Packet): boolean {
    return this.by === packet && this.kind === 'run' && this.until === Number.POSITIVE_INFINITY
  }

  /** From `now` on it waits for others of its context. */
  waitsInLine(now: number): void {
    this.stands(now, 'queue', null)
  }

  /** What has gone on until now without a name was this. */
  was(now: number, { kind, by, until, afterwards, byAfterwards }: Standing): void {
    this.kind = kind
    this.by = by
    this.until = until
    this.afterwards = afterwards
    this.byAfterwards = byAfterwards
    this.close(now)
  }

  /** The piece that goes on ends now. */
  close(now: number): void {
    const { from, until } = this
    if (now === from) return
    this.from = now
    if (now <= until) return this.add(this.kind, this.by, from, now)
    if (until > from) this.add(this.kind, this.by, from, until)
    this.add(this.afterwards, this.byAfterwards, Math.max(from, until), now)
  }

  /** Copies of the pieces, with what goes on until now: nothing of the chain changes, so that looking at it does no harm. */
  upTo(now: number): Piece[] {
    const pieces = this.pieces.map((piece) => ({ ...piece }))
    const { from, until } = this
    const turn = Math.min(now, Math.max(from, until))
    extend(pieces, this.kind, this.by, from, turn)
    extend(pieces, this.afterwards, this.byAfterwards, turn, now)
    return pieces
  }

  private add(kind: PieceKind, by: Blocker, start: number, end: number): void {
    const { pieces } = this
    const last = pieces.at(-1)
    if (last !== undefined && last.kind === kind && last.by === by) {
      last.end = end
      note(last)
      return
    }
    pieces.push({ kind, start, end, by, record: -1, recordedAt: -1, together: null })
    this.noteLast()
    if (pieces.length > MOST_PIECES) this.pieces = atMost(MOST_PIECES / 2, pieces)
  }

  private noteLast(): void {
    const { pieces } = this
    this.lacks = false
    for (let i = Math.max(0, pieces.length - NOTED); i < pieces.length; i++) {
      const piece = pieces[i] as Piece
      note(piece)
      if (piece.record < 0 && piece.by !== null) this.lacks = true
    }
  }
}

/** One more piece, or more of the one before; `add` has the same written out, as it is called for every change. */
function extend(pieces: Piece[], kind: PieceKind, by: Blocker, start: number, end: number): void {
  if (end <= start) return
  const last = pieces.at(-1)
  if (last !== undefined && last.kind === kind && last.by === by) last.end = end
  else pieces.push({ kind, start, end, by, record: -1, recordedAt: -1, together: null })
}

/** The record of what it stands for; a packet has one for each time that it ran: the first that is written after the piece began. */
export function note(piece: Piece): void {
  const { by, record } = piece
  if (record >= 0 || by === null || by.recordedAt < 0) return
  if (by.recordedAt <= piece.start && 'signals' in by) return
  piece.record = by.recordIndex
  piece.recordedAt = by.recordedAt
}

/** The last ones as they are; those before them are put together, where there are too many. @param most at least 32 */
export function atMost(most: number, pieces: Piece[]): Piece[] {
  if (pieces.length <= most) return pieces
  const kept = most / 2
  return [...together(pieces.slice(0, -kept)), ...pieces.slice(-kept)]
}

/**
 * One piece for each kind, and of page-in for each reason why what was brought in was out; one after another, as long as
 * all of the kind were. Each names what its longest stood for.
 */
function together(pieces: readonly Piece[]): Piece[] {
  const groups = new Map<string, { longest: Piece; length: number; sum: Together }>()
  for (const piece of pieces) {
    const key = groupOf(piece)
    const known = groups.get(key)
    if (known === undefined) groups.set(key, { longest: piece, length: piece.end - piece.start, sum: sumOf(piece) })
    else {
      if (piece.end - piece.start > known.longest.end - known.longest.start) known.longest = piece
      known.length += piece.end - piece.start
      include(known.sum, piece)
    }
  }
  let start = pieces[0]?.start ?? 0
  return [...groups.values()].map(({ longest, length, sum }) => {
    const end = start + length
    // one that is alone of its kind says too that it is not where it was
    const one = { ...longest, start, end, together: sum.pieces > 1 || start !== longest.start ? sum : null }
    start = end
    return one
  })
}

function groupOf({ kind, by }: Piece): string {
  return kind === 'page-in' && by !== null && 'why' in by ? `${kind} ${by.why?.because}` : kind
}

function sumOf({ by, together }: Piece): Together {
  return together === null ? { pieces: 1, bytes: bytesOf(by), last: by } : { ...together }
}

function include(sum: Together, { by, together }: Piece): void {
  // what was interrupted, and goes on, has been counted
  sum.bytes += together?.bytes ?? (by === sum.last ? 0 : bytesOf(by))
  sum.pieces += together?.pieces ?? 1
  sum.last = together?.last ?? by
}

function bytesOf(by: Blocker): number {
  return by !== null && 'bytes' in by ? by.bytes : 0
}
