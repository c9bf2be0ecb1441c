/**
 * Memory held against bytes paged (LB-13). A gap lies between two uses of a unit, or between its creation resident and its
 * first use. Keeping it costs its size for as long as it lasts and saves paging its size in; which to keep is decided by
 * nothing else where capacity has no limit, so that taking gaps by increasing duration is the best there is.
 * Uses are the input's, once for all variants.
 */
import type { Frontier, FrontierPoint, FrontierVariant, VariantRow } from '../../../../preload/contract'
import { eachUse, type References } from '../bound/references'

/** points of a curve that are shown at most (**choice**); what is said of a variant is by all of them */
const MOST_POINTS = 2000
/** bytes by which a point may differ from a curve and still lie on it: byte-seconds are no whole numbers */
const ON_CURVE = 1

/** What the input uses, as curves. */
export type FrontierCurves = Pick<Frontier, 'best' | 'thresholds'>

interface Gaps {
  /** of each gap by increasing duration: µs, and its unit's bytes */
  readonly gaps: readonly { readonly duration: number; readonly bytes: number }[]
  /**
   * by increasing duration: µs from the last use of each unit, or its creation resident, to its destruction or the end, and
   * its bytes
   */
  readonly tails: readonly { readonly duration: number; readonly bytes: number }[]
  /** bytes of first uses that nobody can avoid */
  readonly compulsory: number
}

/** @param references of a run in which everything was served at once @param until µs, its end */
export function frontierCurves(references: References, until: number): FrontierCurves {
  const gaps = gapsOf(references, until)
  return { best: bestCurve(gaps), thresholds: thresholdCurve(gaps) }
}

/** The curves with the variants as points, each with what it could have paged in for as much memory. */
export function frontierOf({ best, thresholds }: FrontierCurves, rows: readonly VariantRow[]): Frontier {
  const variants = rows.map(({ label, localByteSeconds: held, localPageInBytes: pagedIn }): FrontierVariant => {
    const least = leastWithin(best, held)
    const threshold = bestWithin(thresholds, held)
    return {
      label,
      held,
      pagedIn,
      best: least,
      aboveBest: pagedIn > least + ON_CURVE,
      threshold: threshold?.pagedIn ?? null,
      idle: threshold?.threshold ?? null,
      aboveThresholds: threshold !== null && pagedIn > threshold.pagedIn,
    }
  })
  return { best: thinned(best), thresholds: thinned(thresholds), variants }
}

function gapsOf({ sizes, events }: References, until: number): Gaps {
  // µs of the last use, or of the creation resident; -1: nothing of it was there yet
  const since = new Float64Array(sizes.length).fill(-1)
  const gaps: { duration: number; bytes: number }[] = []
  const tails: { duration: number; bytes: number }[] = []
  let compulsory = 0
  const end = (unit: number, t: number): void => {
    const from = since[unit] as number
    if (from >= 0) tails.push({ duration: Math.max(0, t - from), bytes: sizes[unit] as number })
    since[unit] = -1
  }
  for (const event of events) {
    if (event.kind === 'created') since[event.unit] = event.t
    if (event.kind === 'destroyed') end(event.unit, event.t)
    if (event.kind !== 'use') continue
    for (const unit of event.units) {
      const bytes = sizes[unit] as number
      if ((since[unit] as number) < 0) compulsory += bytes
      else gaps.push({ duration: event.t - (since[unit] as number), bytes })
      since[unit] = event.t
    }
  }
  for (const unit of sizes.keys()) end(unit, until)
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

/** What the best curve pages in with so much held: straight between its points, and no less with more than all gaps need. */
function leastWithin(best: readonly FrontierPoint[], held: number): number {
  let before: FrontierPoint | undefined
  for (const point of best) {
    if (point.held > held) {
      if (before === undefined) return point.pagedIn
      const part = (held - before.held) / (point.held - before.held)
      return before.pagedIn + (point.pagedIn - before.pagedIn) * part
    }
    before = point
  }
  return before?.pagedIn ?? 0
}

/**
 * Of the thresholds that hold no more the first that pages in the least; null: none holds so little.
 * @param held byte-seconds
 */
export function bestWithin(thresholds: Frontier['thresholds'], held: number): Frontier['thresholds'][number] | null {
  let least: Frontier['thresholds'][number] | null = null
  for (const point of thresholds)
    if (point.held <= held && (least === null || point.pagedIn < least.pagedIn)) least = point
  return least
}

/**
 * What the best possible that holds so much keeps over each gap: shorter ones first, the last of them in part.
 * @param held byte-seconds
 * @returns bytes that are kept over the gap of that unit which ends at that event and lasts so many µs
 */
export function keptOf(
  references: References,
  held: number,
): (event: number, unit: number, duration: number) => number {
  const { sizes } = references
  const gaps: { duration: number; bytes: number; place: string }[] = []
  eachUse(references, ({ event, t, unit, since }) => {
    if (since !== null) gaps.push({ duration: t - since, bytes: sizes[unit] as number, place: `${event} ${unit}` })
  })
  gaps.sort((a, b) => a.duration - b.duration)
  /** of those that last as long as the longest that is kept */
  let kept = new Map<string, number>()
  let [longest, left] = [-1, held]
  for (const { duration, bytes, place } of gaps) {
    if (left < 0) break
    if (duration > longest) kept = new Map()
    longest = duration
    const cost = (duration * bytes) / 1e6
    kept.set(place, cost <= left ? bytes : (bytes * left) / cost)
    left -= cost
  }
  return (event, unit, duration) => {
    if (duration === longest) return kept.get(`${event} ${unit}`) ?? 0
    return duration < longest ? (sizes[unit] as number) : 0
  }
}

/** The first, the last, and of those between as many as a chart can show. */
function thinned<Point>(points: readonly Point[]): Point[] {
  if (points.length <= MOST_POINTS) return [...points]
  return Array.from(
    { length: MOST_POINTS },
    (_unused, i) => points[Math.round((i * (points.length - 1)) / (MOST_POINTS - 1))] as Point,
  )
}
