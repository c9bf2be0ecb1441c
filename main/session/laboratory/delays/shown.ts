/** A delay as it is shown and written, of what was recorded while it was under way (LB-08, LB-09). */
import type { PagingActivity } from '../../../dxgkrnl/vidmm/out-reasons'
import { HeldBack } from '../../../policies/held-back'
import { atMost, type Blocker, note, type Piece, PROCESSOR } from './chain'
import type { Pending } from './pending'
import type { Delay, PacketName, RecordReference, RequestName, Segment, SegmentOf } from './types'

/** A delay as it is kept: what somebody may ask for is made of it only then, as most are pushed out by worse ones. */
export interface KeptDelay extends Omit<Delay, 'segments'> {
  readonly display: number
  /** when its last packet had run */
  readonly ended: number
  pieces: readonly Piece[]
  segments: Segment[] | null
}

/** Of one that has just ended. @param most segments that are kept */
export function keptDelay(pending: Pending, ended: number, due: number, shown: number, most: number): KeptDelay {
  const { what, name, set, display, begin, cause, chain } = pending
  const pieces = atMost(most, chain.pieces)
  // later records are of what comes after
  for (const piece of pieces) note(piece)
  const command = cause === 0 ? null : cause
  const late = shown - due
  return { what, name, set, command, begin, due, shown, late, display, ended, pieces, segments: null }
}

export function shownDelay(kept: KeptDelay): Delay {
  const { what, name, set, command, begin, due, shown, late } = kept
  return { what, name, set, command, begin, due, shown, late, segments: settle(kept) }
}

/** What it was made of is let go: packets know their device. */
export function settle(kept: KeptDelay): Segment[] {
  kept.segments ??= segmentsOf(kept)
  kept.pieces = []
  return kept.segments
}

function segmentsOf({ pieces, ended, shown, display }: KeptDelay): Segment[] {
  const segments = pieces.map(segmentOf)
  // nothing is written when a blank comes
  segments.push({ kind: 'vertical-blank', start: ended, end: shown, record: null, display })
  return segments
}

function recordOf({ record, recordedAt }: Piece): RecordReference | null {
  return record >= 0 ? { t: recordedAt, index: record } : null
}

function segmentOf(piece: Piece): Segment {
  const { kind, start, end, by, together } = piece
  const part = { start, end, record: recordOf(piece), ...(together === null ? {} : { pieces: together.pieces }) }
  switch (kind) {
    case 'policy-wait':
      return { ...part, kind, ...policyOf(by) }
    case 'queue':
    case 'engine':
    case 'run':
      return { ...part, kind, packet: packetOf(by), on: by === PROCESSOR ? 'processor' : 'gpu' }
    case 'preemption':
    case 'preempted':
      return { ...part, kind, request: requestOf(by) }
    case 'page-in': {
      const { resource, bytes, why } = pagingOf(piece)
      return { ...part, kind, resource, bytes, why }
    }
    case 'page-out': {
      const { resource, bytes, wantedBy } = pagingOf(piece)
      return { ...part, kind, resource, bytes, for: wantedBy }
    }
    case 'paging-queue': {
      const { resource, bytes, wantedBy, kind: direction } = pagingOf(piece)
      return { ...part, kind, resource, bytes, direction: direction === 'page-in' ? 'in' : 'out', for: wantedBy }
    }
    default:
      return { ...part, kind, packet: packetOf(by) }
  }
}

function packetOf(by: Blocker): PacketName | null {
  if (by === null || !('signals' in by)) return null
  const { engine, context, command, kind } = by
  return { engine, context: context.name, command, kind }
}

function requestOf(by: Blocker): RequestName | null {
  if (by === null || !('requested' in by)) return null
  const { engine, reason, context } = by
  return { engine, reason, context }
}

/** What the policy waited for. */
function policyOf(by: Blocker): Pick<SegmentOf<'policy-wait'>, 'policy' | 'callback' | 'packet'> {
  if (!(by instanceof HeldBack)) return { policy: '', callback: null, packet: null }
  const { policy, on } = by
  if (on === null || !('cookie' in on)) return { policy, callback: null, packet: packetOf(on) }
  return { policy, callback: { cookie: on.cookie, notification: on.notification }, packet: null }
}

type Paging = Pick<PagingActivity, 'kind' | 'resource' | 'bytes' | 'wantedBy' | 'why'>

/** Paging of which nobody has said what it is. */
const UNKNOWN: Paging = { kind: 'page-in', resource: '', bytes: 0, wantedBy: null, why: null }

function pagingOf({ by, together }: Piece): Paging {
  if (by === null || !('wantedBy' in by)) return UNKNOWN
  const { kind, resource, bytes, wantedBy, why } = by
  return { kind, resource, bytes: together?.bytes ?? bytes, wantedBy, why }
}
