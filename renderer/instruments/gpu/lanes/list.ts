/**
 * What a lane draws: (columns, view) → draw list. Pure, without a canvas. Times in µs, places in px from the left edge
 * of the lanes' plot.
 *
 * A packet that is wide enough is a bar of its own. Narrower ones are summed up per pixel column and kind, so that a
 * picture costs one pass over the numbers of the packets in view and as many rectangles as there are pixels, however
 * many packets there are.
 */
import { PACKET_KINDS, PACKET_OUTCOMES } from '../../../../preload/contract'
import { firstEndingFrom, type PacketRing } from '../../../store/gpu-packets'
import type { LaneView } from '../../lanes/time'

/** Bars at least this wide are drawn one by one, in px. */
export const LEAST_BAR = 2

export const KINDS = PACKET_KINDS.length
const SWITCH = PACKET_KINDS.indexOf('context-switch')
const COMPLETED = PACKET_OUTCOMES.indexOf('completed')
/** A packet that takes no time still leaves a trace in its column, in px of width. */
const TRACE = 0.04

/** How a bar ends. */
export const BarEnd = { plain: 0, preempted: 1, lost: 2, cut: 3 } as const

export interface LaneList {
  /** bars in use; the arrays may be longer */
  bars: number
  /** slot of the packet in the ring */
  slots: Uint32Array
  x: Float32Array
  widths: Float32Array
  /** index in PACKET_KINDS */
  kinds: Uint8Array
  /** BarEnd */
  ends: Uint8Array
  /** share of each pixel column that narrower packets take: element column × KINDS + kind */
  columns: Float32Array
  /** packets in view */
  packets: number
  /** µs in view, as far as it is known what ran, in which a packet did */
  busy: number
  /** positions in the engine's index: from `first` up to, not including, `last` */
  first: number
  last: number
}

/** @param reuse a list of an earlier call whose arrays may be written again */
export function laneList(ring: PacketRing, engine: number, view: LaneView, reuse?: LaneList): LaneList {
  const width = Math.max(1, Math.ceil(view.width))
  const list = reuse !== undefined && reuse.columns.length === width * KINDS ? reuse : makeList(width)
  list.columns.fill(0)
  list.bars = 0
  list.busy = 0
  const index = ring.engines[engine]!
  const { starts, ends, kinds, switches, outcomes } = ring.columns
  const known = Math.max(view.from, knownSince(ring))
  const first = firstEndingFrom(ring, engine, view.from)
  let position = first
  for (; position < index.count; position++) {
    const slot = index.slot(position)
    const start = starts[slot]!
    const before = switches[slot]!
    if (start - before > view.to) break
    if (before > 0) add(list, view, start - before, start, SWITCH, slot, BarEnd.plain)
    if (start > view.to) break
    const end = ends[slot]!
    add(list, view, start, end, kinds[slot]!, slot, endOf(outcomes[slot]!, end > view.to))
    list.busy += Math.max(0, Math.min(end, view.to) - Math.max(start, known))
  }
  list.first = first
  list.last = position
  list.packets = position - first
  return list
}

function makeList(width: number): LaneList {
  // bars do not overlap, so no more of them find room; what a faulty frame brings beyond goes into the columns
  const most = Math.ceil(width / LEAST_BAR) + 2
  return {
    bars: 0,
    slots: new Uint32Array(most),
    x: new Float32Array(most),
    widths: new Float32Array(most),
    kinds: new Uint8Array(most),
    ends: new Uint8Array(most),
    columns: new Float32Array(width * KINDS),
    packets: 0,
    busy: 0,
    first: 0,
    last: 0,
  }
}

function endOf(outcome: number, cut: boolean): number {
  if (cut) return BarEnd.cut
  if (outcome === COMPLETED) return BarEnd.plain
  return PACKET_OUTCOMES[outcome] === 'preempted' ? BarEnd.preempted : BarEnd.lost
}

function add(
  list: LaneList,
  view: LaneView,
  start: number,
  end: number,
  kind: number,
  slot: number,
  barEnd: number,
): void {
  const scale = view.width / (view.to - view.from)
  const x0 = Math.max(0, (start - view.from) * scale)
  const x1 = Math.min(view.width, (end - view.from) * scale)
  if (x1 - x0 < LEAST_BAR || list.bars === list.slots.length) {
    addToColumns(list.columns, x0, x1, kind)
    return
  }
  const bar = list.bars++
  list.slots[bar] = slot
  list.x[bar] = x0
  list.widths[bar] = x1 - x0
  list.kinds[bar] = kind
  list.ends[bar] = barEnd
}

function addToColumns(columns: Float32Array, x0: number, x1: number, kind: number): void {
  const last = columns.length / KINDS - 1
  const from = Math.min(last, Math.max(0, Math.floor(x0)))
  const to = Math.min(last, Math.floor(x1))
  if (to <= from) {
    columns[from * KINDS + kind]! += x1 > x0 ? x1 - x0 : TRACE
    return
  }
  columns[from * KINDS + kind]! += from + 1 - x0
  for (let column = from + 1; column < to; column++) columns[column * KINDS + kind]! += 1
  columns[to * KINDS + kind]! += x1 - to
}

/** µs in view of the packet that runs now. @param start when it started, null: none runs */
export function runningTime(start: number | null, now: number, view: LaneView): number {
  return start === null ? 0 : Math.max(0, Math.min(now, view.to) - Math.max(start, view.from))
}

/** µs in view of which it is known what ran: what has passed, and of which packets are kept; null: nothing of it is kept. */
export function knownTime(ring: PacketRing, now: number, view: LaneView): number | null {
  const until = Math.min(now, view.to)
  // nothing of it has passed: all of that is known
  if (until <= view.from) return 0
  const known = until - Math.max(view.from, knownSince(ring))
  return known > 0 ? known : null
}

/** Packets go in the order of their ends: since that of the oldest that is kept none is missing. Ids count from 1 in a run. */
function knownSince(ring: PacketRing): number {
  return ring.count > 0 && ring.oldestId > 1 ? ring.columns.ends[ring.slotOf(ring.oldestId)]! : 0
}
