/** A delay as it is shown and written, of what was recorded while it was under way (LB-08, LB-09). */
import type { PagingActivity } from '../../../dxgkrnl/vidmm/out-reasons'
import type { Blocker, Piece } from './chain'
import type { Pending } from './pending'
import type { Delay, PacketName, RecordReference, RequestName, Segment } from './types'

/** A delay as it is kept: what somebody may ask for is made of it only then, as most are pushed out by worse ones. */
export interface KeptDelay extends Omit<Delay, 'segments'> {
  readonly display: number
  /** when its last packet had run */
  readonly ended: number
  pieces: readonly Piece[]
  /** the record of its last packet */
  readonly end: RecordReference | null
  /** the one in charge, which may have held it back */
  readonly policy: string
  segments: Segment[] | null
}

/** Of one that has just ended. */
export function keptDelay(pending: Pending, ended: number, due: number, shown: number, policy: string): KeptDelay {
  const { what, name, display, begin, cause, last, chain } = pending
  const { pieces } = chain
  const end = last === null ? null : { t: last.recordedAt, index: last.recordIndex }
  // later records are of what comes after
  for (const piece of pieces)
    if (piece.record < 0 && piece.by !== null && piece.by.recordIndex >= 0) {
      piece.record = piece.by.recordIndex
      piece.recordedAt = piece.by.recordedAt
    }
  const command = cause === 0 ? null : cause
  const late = shown - due
  return { what, name, command, begin, due, shown, late, display, ended, pieces, end, policy, segments: null }
}

/** A delay as it is told, with the segments of its chain (LB-08); times in µs. */
export function shownDelay(kept: KeptDelay): Delay {
  const { what, name, command, begin, due, shown, late } = kept
  return { what, name, command, begin, due, shown, late, segments: settle(kept) }
}

/** What it was made of is let go: packets know their device. */
export function settle(kept: KeptDelay): Segment[] {
  kept.segments ??= segmentsOf(kept)
  kept.pieces = []
  return kept.segments
}

function segmentsOf({ pieces, end, policy, ended, shown, display }: KeptDelay): Segment[] {
  const segments = pieces.map((piece) => segmentOf(piece, recordOf(piece, end), policy))
  segments.push({ kind: 'vertical-blank', start: ended, end: shown, record: end, display })
  return segments
}

/** @param end of its last packet: what has no record of its own, as the processor's work, was for that */
function recordOf({ record, recordedAt }: Piece, end: RecordReference | null): RecordReference | null {
  return record >= 0 ? { t: recordedAt, index: record } : end
}

function segmentOf({ kind, start, end, by, pieces }: Piece, record: RecordReference | null, policy: string): Segment {
  const part = { start, end, record, ...(pieces > 1 ? { pieces } : {}) }
  switch (kind) {
    case 'policy-wait':
      return { ...part, kind, policy, callback: callbackOf(by), packet: packetOf(by) }
    case 'processor':
      return { ...part, kind }
    case 'run':
      return { ...part, kind, packet: packetOf(by), on: by === null ? 'processor' : 'gpu' }
    case 'preemption':
    case 'preempted':
      return { ...part, kind, request: requestOf(by) }
    case 'page-in': {
      const { resource, bytes, why } = pagingOf(by)
      return { ...part, kind, resource, bytes, why }
    }
    case 'page-out': {
      const { resource, bytes, wantedBy } = pagingOf(by)
      return { ...part, kind, resource, bytes, for: wantedBy }
    }
    case 'paging-queue': {
      const { resource, bytes, kind: direction } = pagingOf(by)
      return { ...part, kind, resource, bytes, direction: direction === 'page-in' ? 'in' : 'out' }
    }
    default:
      return { ...part, kind, packet: packetOf(by) }
  }
}

function packetOf(by: Blocker): PacketName | null {
  if (by === null || !('signals' in by)) return null
  const { context, command, kind } = by
  return { engine: context.engine, context: context.name, command, kind }
}

function requestOf(by: Blocker): RequestName | null {
  if (by === null || !('requested' in by)) return null
  const { engine, reason, context } = by
  return { engine, reason, context }
}

function callbackOf(by: Blocker): { cookie: number; notification: number } | null {
  return by !== null && 'cookie' in by ? { cookie: by.cookie, notification: by.notification } : null
}

type Paging = Pick<PagingActivity, 'kind' | 'resource' | 'bytes' | 'wantedBy' | 'why'>

/** The memory of a context that is being made has no operation of the queue (GP-14). */
const OF_CONTEXT: Paging = { kind: 'page-in', resource: '', bytes: 0, wantedBy: null, why: null }

function pagingOf(by: Blocker): Paging {
  return by !== null && 'wantedBy' in by ? by : OF_CONTEXT
}
