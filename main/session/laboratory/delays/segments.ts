/** A delay as it is shown and written, of what was recorded while it was under way (LB-08, LB-09). */
import type { EngineName } from '../../../../preload/contract'
import type { SubmittedWork } from '../../../d3d12/command-list'
import type { PagingActivity } from '../../../dxgkrnl/vidmm/out-reasons'
import type { Context } from '../../../dxgkrnl/vidsch/context'
import type { Scheduler } from '../../../dxgkrnl/vidsch/scheduler'
import { newStand, standOfFirst } from '../../../dxgkrnl/vidsch/stand'
import { HeldBack } from '../../../policies/held-back'
import { atMost, type Blocker, note, type Piece, PROCESSOR } from './chain'
import type { PieceKind } from './kinds'
import type { Pending } from './pending'
import type { ChainSegment, Delay, PacketName, RecordReference, RequestName, SegmentOf } from './types'

/**
 * Of one that has just ended. Nothing that it was made of is kept: packets know their context, their device and more.
 * @param ended µs
 * @param due µs
 * @param shown µs
 * @param most segments
 */
export function delayOf(pending: Pending, ended: number, due: number, shown: number, most: number): Delay {
  const { what, name, set, display, begin, cause, chain } = pending
  const segments = segmentsOf(chain.pieces, most)
  // nothing is written when a blank comes; where it ended with that it had not to wait for it
  if (ended < shown) segments.push({ kind: 'vertical-blank', start: ended, end: shown, record: null, display })
  const command = cause === 0 ? null : cause
  return { what, name, set, command, begin, due, shown, late: shown - due, segments }
}

/**
 * What one that is under way has waited for until now; looking at it changes nothing.
 * @param now µs
 * @param most segments
 */
export function segmentsSoFar(pending: Pending, now: number, most: number): ChainSegment[] {
  return segmentsOf(pending.made.upTo(now), most)
}

function segmentsOf(pieces: Piece[], most: number): ChainSegment[] {
  // later records are of what comes after; of what was put together the longest is asked below
  for (const piece of pieces) if (piece.together === null) note(piece, piece.end)
  return atMost(most, pieces).map(segmentOf)
}

function recordOf({ record, recordedAt }: Piece): RecordReference | null {
  return record >= 0 ? { t: recordedAt, index: record } : null
}

/** Of what is in many chains, once its record is known: each of them is told, and few are kept. */
const shared = new WeakMap<Piece, ChainSegment>()

function segmentOf(piece: Piece): ChainSegment {
  const { together } = piece
  if (together === null) return namedOf(piece, recordOf(piece))
  const known = together.isShared ? shared.get(piece) : undefined
  if (known !== undefined) return known
  const longest = { ...together.longest }
  note(longest, longest.end)
  const { pieces, times } = together
  const segment = { ...namedOf(piece, recordOf(longest)), together: { pieces, times } }
  if (together.isShared && segment.record !== null) shared.set(piece, segment)
  return segment
}

/**
 * What one that is under way waits for at this moment: its kind, and what that is by name. Where it waits for an earlier
 * packet of its context, what that one waits for.
 */
export function standingOf(
  pending: Pending,
  scheduler: Scheduler,
): { kind: PieceKind; name: string; engine: EngineName | null } {
  const { waitsIn } = pending
  const { kind, by } = waitsIn === null ? pending.made.standing(scheduler.sim.now) : standingIn(waitsIn, scheduler)
  if (by?.type === 'paging') return { kind, name: by.resource, engine: null }
  const packet = packetOf(by)
  return { kind, name: packet?.command ?? '', engine: packet?.engine ?? null }
}

function standingIn(context: Context, scheduler: Scheduler): { kind: PieceKind; by: Blocker } {
  const stand = newStand()
  standOfFirst(scheduler, context, stand)
  const { kind, by, until, afterwards, byAfterwards } = stand
  return scheduler.sim.now < until ? { kind, by } : { kind: afterwards, by: byAfterwards }
}

/** Each written out: they come by the thousand, and spreading costs more than all the rest. */
function namedOf(piece: Piece, record: RecordReference | null): ChainSegment {
  const { kind, start, end, by } = piece
  switch (kind) {
    case 'policy-wait': {
      const { policy, callback, packet } = policyOf(by)
      return { kind, start, end, record, policy, callback, packet }
    }
    case 'queue':
    case 'engine':
    case 'run':
      return { kind, start, end, record, packet: packetOf(by), on: by === PROCESSOR ? 'processor' : 'gpu' }
    case 'preemption':
    case 'preempted':
      return { kind, start, end, record, request: requestOf(by) }
    case 'page-in': {
      const { resource, bytes, why } = pagingOf(piece)
      return { kind, start, end, record, resource, bytes, why }
    }
    case 'page-out': {
      const { resource, bytes, wantedBy } = pagingOf(piece)
      return { kind, start, end, record, resource, bytes, for: wantedBy }
    }
    case 'paging-queue': {
      const { resource, bytes, wantedBy, kind: direction } = pagingOf(piece)
      return {
        kind,
        start,
        end,
        record,
        resource,
        bytes,
        direction: direction === 'page-in' ? 'in' : 'out',
        for: wantedBy,
      }
    }
    default:
      return { kind, start, end, record, packet: packetOf(by) }
  }
}

function packetOf(by: Blocker): PacketName | null {
  return by?.type === 'packet' ? nameOf(by) : null
}

function nameOf({ engine, context, command, kind }: SubmittedWork): PacketName {
  return { engine, context: context.name, command, kind }
}

function requestOf(by: Blocker): RequestName | null {
  if (by?.type !== 'request') return null
  const { engine, reason, context } = by
  return { engine, reason, context }
}

/** What the policy waited for. */
function policyOf(by: Blocker): Pick<SegmentOf<'policy-wait'>, 'policy' | 'callback' | 'packet'> {
  if (!(by instanceof HeldBack)) return { policy: '', callback: null, packet: null }
  const { policy, on } = by
  if (on === null) return { policy, callback: null, packet: null }
  if (!('cookie' in on)) return { policy, callback: null, packet: 'command' in on ? nameOf(on) : null }
  return { policy, callback: { cookie: on.cookie, notification: on.notification }, packet: null }
}

type Paging = Pick<PagingActivity, 'kind' | 'resource' | 'bytes' | 'wantedBy' | 'why'>

/** Paging of which nobody has said what it is. */
const UNKNOWN: Paging = { kind: 'page-in', resource: '', bytes: 0, wantedBy: null, why: null }

function pagingOf({ by }: Piece): Paging {
  return by?.type === 'paging' ? by : UNKNOWN
}
