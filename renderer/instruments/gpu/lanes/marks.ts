/** What lies over the packets of the lanes: preemption requests, vertical blanks, marks. Pure; µs and px. */
import { ENGINES, GPU_MARK_KINDS, type GpuMarkView } from '../../../../preload/contract'
import type { PreemptionRing } from '../../../store/gpu'
import { firstFrom } from '../../../store/in-order'
import { type LaneView, placeOf } from '../../lanes/time'

/** One preemption request, or several that would lie on one another. */
export interface PreemptionBar {
  x: number
  width: number
  requested: number
  stopped: number
  /** index in BOUNDARIES */
  boundary: number
  /** 0: for work of a higher priority, 1: before a timeout */
  reason: number
  held: number
  count: number
}

/** Requests of one engine, each from when it was made to when the engine had stopped. */
export function preemptionBars(ring: PreemptionRing, engine: number, view: LaneView): PreemptionBar[] {
  const bars: PreemptionBar[] = []
  let right = Number.NEGATIVE_INFINITY
  for (let position = ring.firstStoppedFrom(view.from); position < ring.count; position++) {
    const slot = ring.slot(position)
    const requested = ring.requested[slot]!
    if (ring.engines[slot] !== engine || requested > view.to) continue
    const stopped = ring.stopped[slot]!
    const x = Math.max(0, placeOf(view, requested))
    const end = Math.min(view.width, Math.max(x + 1, placeOf(view, stopped)))
    const before = bars.at(-1)
    if (before !== undefined && end <= right + 1) {
      before.count++
      before.width = Math.max(before.width, end - before.x)
      if (stopped - requested <= before.stopped - before.requested) continue
      Object.assign(before, { requested, stopped, ...factsAt(ring, slot) })
      continue
    }
    bars.push({ x, width: end - x, requested, stopped, ...factsAt(ring, slot), count: 1 })
    right = end
  }
  return bars
}

function factsAt(ring: PreemptionRing, slot: number): Pick<PreemptionBar, 'boundary' | 'reason' | 'held'> {
  return { boundary: ring.boundaries[slot]!, reason: ring.reasons[slot]!, held: ring.held[slot]! }
}

/** Vertical blanks closer together than this are not drawn, in px. */
const LEAST_BLANK_ROOM = 6

/**
 * Places of the vertical blanks in view: number k lies at round(k · 10⁶ / rate), k ≥ 1.
 * @param rate vertical blanks per second
 */
export function verticalBlanks(rate: number, view: LaneView): number[] {
  const period = 1e6 / rate
  const places: number[] = []
  if (!(rate > 0) || (period / (view.to - view.from)) * view.width < LEAST_BLANK_ROOM) return places
  for (let k = Math.max(1, Math.ceil(view.from / period)); ; k++) {
    const t = Math.round(k * period)
    if (t > view.to) return places
    places.push(placeOf(view, t))
  }
}

/** A mark, or several of one kind and engine that would lie on one another: then the newest of them. */
export interface PlacedMark {
  mark: GpuMarkView
  x: number
  count: number
}

const MARK_ROOM = 4

/** Index of the engine in whose lane a mark stands; null: it concerns the display, or all engines. */
export function laneOfMark({ kind, engine }: GpuMarkView): number | null {
  if (engine === '' || kind === 'missed-vertical-blank' || kind === 'tear') return null
  return ENGINES.indexOf(engine)
}

/** @param marks in order of time */
export function placedMarks(marks: readonly GpuMarkView[], view: LaneView): PlacedMark[] {
  const placed: PlacedMark[] = []
  const latest = new Map<number, PlacedMark>()
  for (let at = firstFrom(marks, view.from); at < marks.length; at++) {
    const mark = marks[at]!
    if (mark.t > view.to) break
    const x = placeOf(view, mark.t)
    const key = GPU_MARK_KINDS.indexOf(mark.kind) * 64 + (laneOfMark(mark) ?? ENGINES.length)
    const before = latest.get(key)
    if (before !== undefined && x - before.x < MARK_ROOM) {
      before.mark = mark
      before.count++
      continue
    }
    const next = { mark, x, count: 1 }
    latest.set(key, next)
    placed.push(next)
  }
  return placed
}
