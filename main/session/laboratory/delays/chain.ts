/** The chain of one press, frame or present, while it is under way: what it waits for, piece by piece (LB-08). µs. */
import type { RunningCallback } from '../../../d3d12/trim-notification'
import type { PagingActivity } from '../../../dxgkrnl/vidmm/out-reasons'
import type { Packet } from '../../../dxgkrnl/vidsch/context'
import type { Request } from '../../../dxgkrnl/vidsch/preemption-request'
import type { PieceKind } from './kinds'

/** What is waited for; where it has a record in the trace, that is known when it has ended. */
export type Blocker = Packet | Request | PagingActivity | RunningCallback | null

export interface Piece {
  kind: PieceKind
  start: number
  end: number
  by: Blocker
  /** index of the record of the trace that it stands for; -1: not written yet */
  record: number
  recordedAt: number
  /** how many pieces it was put together from */
  pieces: number
}

/** What a piece becomes by itself, as when a hang ends. */
interface Afterwards {
  afterwards: PieceKind
  byAfterwards: Blocker
}

const NOTHING: Afterwards = { afterwards: 'run', byAfterwards: null }

/** pieces that a chain has at most; longer ones are put together by kind, so that no time is lost (**choice**) */
export const MOST_PIECES = 256
/** the last so many are looked at for records */
const NOTED = 3
/** of them the first so many are put together at a time */
const TOGETHER = 192

export class Chain {
  pieces: Piece[] = []
  private kind: PieceKind = 'queue'
  private by: Blocker = null
  private until = Number.POSITIVE_INFINITY
  private afterwards: PieceKind = 'run'
  private byAfterwards: Blocker = null
  /** where the piece that goes on begins */
  private from: number

  constructor(begin: number) {
    this.from = begin
  }

  /** It is over. A packet knows whose it is: chains that stayed would keep all that was ever waited for, one by another. */
  forget(): void {
    if (this.pieces.length > 0) this.pieces = []
    this.by = null
    this.byAfterwards = null
  }

  /** Begins anew: what was is forgotten. */
  restart(begin: number): void {
    this.forget()
    this.from = begin
    this.waitsInLine(begin)
  }

  /** From `now` on it waits for this. @param until when it becomes another thing by itself */
  stands(now: number, kind: PieceKind, by: Blocker, until = Number.POSITIVE_INFINITY, then = NOTHING): void {
    if (this.kind === kind && this.by === by && this.until === until) return
    this.close(now)
    this.kind = kind
    this.by = by
    this.until = until
    this.afterwards = then.afterwards
    this.byAfterwards = then.byAfterwards
  }

  /** From `now` on it waits for others of its context. */
  waitsInLine(now: number): void {
    this.stands(now, 'queue', null)
  }

  /** What has gone on until now without a name was this. @param pieces of how many such it is made */
  was(now: number, kind: PieceKind, by: Blocker, pieces = 1): void {
    this.kind = kind
    this.by = by
    this.until = Number.POSITIVE_INFINITY
    this.close(now, Math.max(1, pieces))
  }

  /** Until now the app has worked on a frame on the processor, which it needed for `processor` of the time that it took. */
  worked(now: number, took: number, processor: number): void {
    this.was(now - Math.min(processor, took), 'processor', null)
    this.was(now, 'run', null)
  }

  /** The piece that goes on ends now. */
  close(now: number, pieces = 1): void {
    const { from, until } = this
    if (now === from) return
    this.from = now
    if (now <= until) return this.add(this.kind, this.by, from, now, pieces)
    if (until > from) this.add(this.kind, this.by, from, until, pieces)
    this.add(this.afterwards, this.byAfterwards, Math.max(from, until), now, pieces)
  }

  private add(kind: PieceKind, by: Blocker, start: number, end: number, count: number): void {
    const { pieces } = this
    const last = pieces.at(-1)
    if (last !== undefined && last.kind === kind && last.by === by) {
      last.end = end
      note(last)
      return
    }
    const piece: Piece = { kind, start, end, by, record: -1, recordedAt: -1, pieces: count }
    pieces.push(piece)
    // records of what was before may have been written meanwhile: of a packet that was switched to, or was stopped
    for (let i = Math.max(0, pieces.length - NOTED); i < pieces.length; i++) note(pieces[i] as Piece)
    if (pieces.length === MOST_PIECES) this.pieces = [...together(pieces.slice(0, TOGETHER)), ...pieces.slice(TOGETHER)]
  }
}

/** The first record of what it stands for that is written after the piece began. */
function note(piece: Piece): void {
  const { by, record } = piece
  if (record >= 0 || by === null || by.recordedAt <= piece.start) return
  piece.record = by.recordIndex
  piece.recordedAt = by.recordedAt
}

/** One piece for each kind, one after another, as long as all of the kind were; each names what its longest stood for. */
function together(pieces: readonly Piece[]): Piece[] {
  const longest = new Map<PieceKind, { piece: Piece; length: number; pieces: number }>()
  for (const piece of pieces) {
    const length = piece.end - piece.start
    const known = longest.get(piece.kind)
    if (known === undefined) longest.set(piece.kind, { piece, length, pieces: piece.pieces })
    else {
      if (length > known.piece.end - known.piece.start) known.piece = piece
      known.length += length
      known.pieces += piece.pieces
    }
  }
  let start = pieces[0]?.start ?? 0
  return [...longest.values()].map(({ piece, length, pieces: count }) => {
    const one = { ...piece, start, end: start + length, pieces: count }
    start += length
    return one
  })
}
