/**
 * Memory held against bytes paged (LB-13). A gap lies between two uses of a unit, or between its creation resident and its
 * first use. Keeping it costs its size for as long as it lasts and saves paging its size in; which to keep is decided by
 * nothing else where capacity has no limit, so that taking gaps by increasing duration is the best there is.
 */
import type { Frontier, FrontierPoint, VariantRow } from '../../../../preload/contract'
import type { References } from '../bound/references'

/**
 * points of a curve at most (**choice**). Between those that are left out a threshold could do a little better than the
 * curve says: a variant is called above it only where it is.
 */
const MOST_POINTS = 2000

/** What a run used, as curves. */
export type FrontierCurves = Pick<Frontier, 'best' | 'thresholds'>

interface Gaps {
  /** of each gap by increasing duration: µs, and its unit's bytes */
  readonly gaps: readonly { readonly duration: number; readonly bytes: number }[]
  /** µs from the last use of each unit to the end, increasing, and its bytes */
  readonly tails: readonly { readonly duration: number; readonly bytes: number }[]
  /** bytes of first uses that nobody can avoid */
  readonly compulsory: number
}

/** @param references of the run that the curves are of @param until µs, its end */
export function frontierCurves(references: References, until: number): FrontierCurves {
  const gaps = gapsOf(references, until)
  return { best: thinned(bestCurve(gaps)), thresholds: thinned(thresholdCurve(gaps)) }
}

/** The curves with the variants as points. */
export function frontierOf({ best, thresholds }: FrontierCurves, rows: readonly VariantRow[]): Frontier {
  return {
    best,
    thresholds,
    variants: rows.map(({ label, localByteSeconds: held, pageInBytes: pagedIn }) => ({
      label,
      held,
      pagedIn,
      aboveThresholds: pagedIn > bestWithin(thresholds, held),
    })),
  }
}

function gapsOf({ sizes, events }: References, until: number): Gaps {
  // µs of the last use, or of the creation resident; -1: nothing of it was there yet
  const since = new Float64Array(sizes.length).fill(-1)
  const used = new Uint8Array(sizes.length)
  const gaps: { duration: number; bytes: number }[] = []
  let compulsory = 0
  for (const event of events) {
    if (event.kind === 'created') since[event.unit] = event.t
    if (event.kind !== 'use') continue
    for (const unit of event.units) {
      const bytes = sizes[unit] as number
      if ((since[unit] as number) < 0) compulsory += bytes
      else gaps.push({ duration: event.t - (since[unit] as number), bytes })
      since[unit] = event.t
      used[unit] = 1
    }
  }
  const tails = [...sizes.entries()].flatMap(([unit, bytes]) =>
    used[unit] === 1 ? [{ duration: Math.max(0, until - (since[unit] as number)), bytes }] : [],
  )
  const byDuration = (a: { duration: number }, b: { duration: number }): number => a.duration - b.duration
  return { gaps: gaps.sort(byDuration), tails: tails.sort(byDuration), compulsory }
}

/** From keeping nothing to keeping every gap; a straight line lies between two points, as a gap may be kept in part. */
function bestCurve({ gaps, compulsory }: Gaps): FrontierPoint[] {
  let pagedIn = gaps.reduce((sum, { bytes }) => sum + bytes, compulsory)
  let held = 0
  const points = [{ held, pagedIn }]
  for (const [index, { duration, bytes }] of gaps.entries()) {
    held += (duration * bytes) / 1e6
    pagedIn -= bytes
    if (gaps[index + 1]?.duration !== duration) points.push({ held, pagedIn })
  }
  return points
}

/** For every idle time after which a unit is dropped that makes a difference: the duration of some gap. */
function thresholdCurve({ gaps, tails, compulsory }: Gaps): Frontier['thresholds'] {
  const all = gaps.reduce((sum, { bytes }) => sum + bytes, 0)
  const tailBytes = tails.reduce((sum, { bytes }) => sum + bytes, 0)
  const points: Frontier['thresholds'] = [{ threshold: 0, held: 0, pagedIn: compulsory + all - bytesOfZero(gaps) }]
  let [kept, keptHeld, gone, goneHeld, tail] = [0, 0, 0, 0, 0]
  for (const [index, { duration, bytes }] of gaps.entries()) {
    kept += bytes
    keptHeld += bytes * duration
    if (duration === 0 || gaps[index + 1]?.duration === duration) continue
    for (; tail < tails.length && tails[tail]!.duration <= duration; tail++) {
      gone += tails[tail]!.bytes
      goneHeld += tails[tail]!.bytes * tails[tail]!.duration
    }
    // what is dropped is held for the threshold all the same, and so is what is never used again
    const held = keptHeld + goneHeld + duration * (all - kept + tailBytes - gone)
    points.push({ threshold: duration, held: held / 1e6, pagedIn: compulsory + all - kept })
  }
  return points
}

/** What is used again at once needs no threshold. */
function bytesOfZero(gaps: Gaps['gaps']): number {
  return gaps.reduce((sum, { duration, bytes }) => sum + (duration === 0 ? bytes : 0), 0)
}

/** The least that any threshold pages in which holds no more. */
function bestWithin(thresholds: Frontier['thresholds'], held: number): number {
  let least = Number.POSITIVE_INFINITY
  for (const point of thresholds) if (point.held <= held) least = Math.min(least, point.pagedIn)
  return least
}

/** The first, the last, and of those between as many as a chart can show. */
function thinned<Point>(points: readonly Point[]): Point[] {
  if (points.length <= MOST_POINTS) return [...points]
  return Array.from(
    { length: MOST_POINTS },
    (_unused, i) => points[Math.round((i * (points.length - 1)) / (MOST_POINTS - 1))] as Point,
  )
}
