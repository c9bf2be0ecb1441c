/** The chain of one press, frame or present, while it is under way: what it waits for, piece by piece (LB-08). µs. */
import type { PagingActivity } from '../../../dxgkrnl/vidmm/out-reasons'
import type { Packet } from '../../../dxgkrnl/vidsch/context'
import type { PreemptionRequest } from '../../../dxgkrnl/vidsch/preemption-request'
import type { HeldBack } from '../../../policies/held-back'
import { lasts } from '../../../sim/checkpoint/lasting'
import type { Recorded } from '../../../sim/trace-records'
import { PIECE_KINDS, type PieceKind } from './kinds'

/** The processor is no engine, and has no records in the trace. */
export interface ProcessorWork extends Recorded {
  readonly type: 'processor'
}

/** It is one in all systems, and known by that. */
export const PROCESSOR: ProcessorWork = lasts({ type: 'processor', recordedAt: -1, recordIndex: -1 })

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

/** What stands for a record of the trace, once that is written. */
interface Noted {
  readonly start: number
  readonly by: Blocker
  /** index of the record of the trace that it stands for; -1: not written yet */
  record: number
  recordedAt: number
}

/** What stood from some moment on. */
export interface Entry extends Standing, Noted {}

export interface Piece extends Noted {
  kind: PieceKind
  start: number
  end: number
  by: Blocker
  /** what was put together to it; null: nothing, it is one by itself */
  together: Together | null
}

/** Of neighbours that were put together, as there were too many: from the start of the first to the end of the last. */
export interface Together {
  /** how many there were */
  readonly pieces: number
  /** µs by kind, of those that occur */
  readonly times: Partial<Record<PieceKind, number>>
  /** of each resource that was paged in: when it was waited for first, and for how long in all */
  readonly pagedIn: PagedInTimes
  /** it is in the chains of others, too */
  readonly isShared: boolean
  /** the piece has its kind, and what that waited for */
  readonly longest: Piece
}

interface PagedIn {
  readonly from: number
  readonly time: number
}

/** By name of the resource. */
export type PagedInTimes = ReadonlyMap<string, PagedIn>

const NOTHING: Afterwards = { afterwards: 'run', byAfterwards: null }

/** pieces that a chain has at most; of more the shortest neighbours are put together (**choice**) */
export const MOST_PIECES = 1024
/** the last so many are looked at for records; they are never put together, as the last one may go on */
export const NOTED = 3

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

  /** @param begin µs */
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

  /** Begins anew: what was is forgotten. @param begin µs */
  restart(begin: number): void {
    this.forget()
    this.from = begin
    this.kind = 'queue'
    this.until = Number.POSITIVE_INFINITY
  }

  /** From `now` on it waits for this. @param now µs @param until µs, when it becomes another thing by itself */
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

  /** What it waits for now, and by what; that by which a hang is named has its own end. @param now µs */
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
      if (record < 0 && by !== null && by !== PROCESSOR && by.type !== 'packet') return true
    }
    return false
  }

  /** It stands so that this packet of its own runs. */
  runs(packet: Packet): boolean {
    return this.by === packet && this.kind === 'run' && this.until === Number.POSITIVE_INFINITY
  }

  /** From `now` on it waits for others of its context. @param now µs */
  waitsInLine(now: number): void {
    this.stands(now, 'queue', null)
  }

  /** What has gone on until now without a name was this. @param now µs */
  was(now: number, entry: Entry): void {
    const { kind, by, until, afterwards, byAfterwards } = entry
    this.kind = kind
    this.by = by
    this.until = until
    this.afterwards = afterwards
    this.byAfterwards = byAfterwards
    this.close(now, entry)
  }

  /** What has gone on until now without a name was all of these, one after another. They are others' as well. */
  wereTogether(groups: readonly Piece[]): void {
    for (const piece of groups) this.pieces.push(piece)
    this.from = this.pieces.at(-1)?.end ?? this.from
    if (this.pieces.length > MOST_PIECES) this.pieces = atMost(MOST_PIECES / 2, this.pieces)
  }

  /** The piece that goes on ends now. @param now µs @param known what it is of, where that was noted while it went on */
  close(now: number, known: Noted | null = null): void {
    const { from, until } = this
    if (now === from) return
    this.from = now
    if (now <= until) return this.add(this.kind, this.by, from, now, known)
    if (until > from) this.add(this.kind, this.by, from, until, known)
    this.add(this.afterwards, this.byAfterwards, Math.max(from, until), now, known)
  }

  /**
   * Copies of the pieces, with what goes on until now: nothing of the chain changes, so that looking at it does no
   * harm.
   * @param now µs
   */
  upTo(now: number): Piece[] {
    const pieces = this.pieces.map((piece) => ({ ...piece }))
    const { kind, by, until, afterwards, byAfterwards } = this
    return goneOn(pieces, { kind, by, until, afterwards, byAfterwards }, this.from, now)
  }

  private add(kind: PieceKind, by: Blocker, start: number, end: number, known: Noted | null): void {
    const { pieces } = this
    const last = pieces.at(-1)
    if (last !== undefined && last.kind === kind && last.by === by && last.together === null) {
      last.end = end
      if (known?.by === by) noteAs(last, end, known)
      note(last, end)
      return
    }
    const piece: Piece = { kind, start, end, by, record: -1, recordedAt: -1, together: null }
    if (known?.by === by) noteAs(piece, end, known)
    pieces.push(piece)
    this.noteLast()
    if (pieces.length > MOST_PIECES) this.pieces = atMost(MOST_PIECES / 2, pieces)
  }

  private noteLast(): void {
    const { pieces } = this
    this.lacks = false
    for (let i = Math.max(0, pieces.length - NOTED); i < pieces.length; i++) {
      const piece = pieces[i] as Piece
      note(piece, piece.end)
      if (piece.record < 0 && piece.by !== null) this.lacks = true
    }
  }
}

/** One more piece, or more of the one before; `add` has the same written out, as it is called for every change. */
function extend(pieces: Piece[], kind: PieceKind, by: Blocker, start: number, end: number): void {
  if (end <= start) return
  const last = pieces.at(-1)
  if (last !== undefined && last.kind === kind && last.by === by && last.together === null) last.end = end
  else pieces.push({ kind, start, end, by, record: -1, recordedAt: -1, together: null })
}

/** The pieces, and behind them what stood from one moment to another. */
function goneOn(
  pieces: Piece[],
  { kind, by, until, afterwards, byAfterwards }: Standing,
  start: number,
  end: number,
): Piece[] {
  const turn = Math.min(end, Math.max(start, until))
  extend(pieces, kind, by, start, turn)
  extend(pieces, afterwards, byAfterwards, turn, end)
  return pieces
}

/** What stood until a moment, in one piece or two. @param end µs */
export function standingPieces(entry: Entry, end: number): Piece[] {
  const pieces = goneOn([], entry, entry.start, end)
  for (const piece of pieces) {
    if (piece.by === entry.by) noteAs(piece, piece.end, entry)
    note(piece, piece.end)
  }
  return pieces
}

/**
 * The record of what it stands for. A packet has one for each time that it ran, and a transfer one for each of its
 * operations: it is the last that was written until the piece ended, or else the next that is known.
 * @param end µs, of the piece, as far as it has come
 */
export function note(piece: Noted, end: number): void {
  if (piece.by !== null) noteRecord(piece, end, piece.by.recordedAt, piece.by.recordIndex)
}

/** The record that was known while it went on: a packet that has run again since then has a later one. */
function noteAs(piece: Noted, end: number, { recordedAt, record }: Noted): void {
  noteRecord(piece, end, recordedAt, record)
}

function noteRecord(piece: Noted, end: number, recordedAt: number, record: number): void {
  if (recordedAt < 0) return
  const hasSeveral = mayRunAgain(piece.by)
  if (piece.record >= 0 && !(hasSeveral && recordedAt > piece.recordedAt && recordedAt <= end)) return
  if (hasSeveral && recordedAt <= piece.start) return
  piece.record = record
  piece.recordedAt = recordedAt
}

/** Work of which a record is written each time that it runs, also where a policy holds something back for it. */
function mayRunAgain(by: Blocker): boolean {
  if (by?.type === 'held-back') return by.on !== null && 'command' in by.on
  return by?.type === 'packet' || by?.type === 'paging'
}

/**
 * At most `most` pieces, at the times at which they were: neighbours become one, those that were shortest first, of
 * equal ones the older. What is given stays as it is.
 * @param most at least 4
 */
export function atMost(most: number, pieces: Piece[]): Piece[] {
  const { length } = pieces
  if (length <= most) return pieces
  const isShort = new Uint8Array(length)
  let left = length
  for (const at of shortestFirst(pieces.slice(0, -NOTED))) {
    isShort[at] = 1
    left -= (isShort[at - 1] ?? 0) + (isShort[at + 1] ?? 0)
    if (left <= most) break
  }
  const made: Piece[] = []
  for (let from = 0, to = 1; from < length; from = to++) {
    while (isShort[from] === 1 && isShort[to] === 1) to++
    made.push(to - from === 1 ? (pieces[from] as Piece) : putTogether(pieces.slice(from, to)))
  }
  return made
}

const lengthOf = ({ start, end }: Piece): number => end - start

function shortestFirst(pieces: readonly Piece[]): number[] {
  const lengths = pieces.map(lengthOf)
  return [...pieces.keys()].sort((a, b) => (lengths[a] as number) - (lengths[b] as number) || a - b)
}

/** One after another without a gap, as one. @param pieces at least one @param isShared it is in several chains */
export function putTogether(pieces: readonly Piece[], isShared = false): Piece {
  const first = pieces[0] as Piece
  const times: Partial<Record<PieceKind, number>> = {}
  const pagedIn = new Map<string, PagedIn>()
  let longest = longestOf(first)
  let count = 0
  for (const piece of pieces) {
    count += piece.together?.pieces ?? 1
    if (lengthOf(longestOf(piece)) > lengthOf(longest)) longest = longestOf(piece)
    addTimes(times, piece)
    eachPagedIn(piece, (resource, from, time) => {
      const known = pagedIn.get(resource)
      pagedIn.set(resource, { from: known?.from ?? from, time: (known?.time ?? 0) + time })
    })
  }
  const { kind, by, record, recordedAt } = longest
  const { end } = pieces.at(-1) as Piece
  const all = { pieces: count, times, pagedIn, isShared, longest }
  return { kind, start: first.start, end, by, record, recordedAt, together: all }
}

const longestOf = (piece: Piece): Piece => piece.together?.longest ?? piece

/** Adds the µs of a piece by kind: of each that is in it. */
export function addTimes(times: Partial<Record<PieceKind, number>>, { kind, start, end, together }: Piece): void {
  if (together === null) {
    times[kind] = (times[kind] ?? 0) + end - start
    return
  }
  for (const one of PIECE_KINDS) {
    const time = together.times[one]
    if (time !== undefined) times[one] = (times[one] ?? 0) + time
  }
}

/**
 * What was waited for until it was paged in: each resource once.
 * @param visit is told when that began, and the µs that it took
 */
export function eachPagedIn(piece: Piece, visit: (resource: string, from: number, time: number) => void): void {
  const { kind, start, end, by, together } = piece
  if (together !== null) for (const [resource, { from, time }] of together.pagedIn) visit(resource, from, time)
  else if (kind === 'page-in' && by?.type === 'paging') visit(by.resource, start, end - start)
}
