/** What curves have at a moment, and where that lies (LB-05). Pure; times in µs. */
import type { VariantCurve } from '../../../preload/contract'
import { formatBytes, formatCount } from '../../widgets/format'

export type CurveKind = 'usage' | 'evictions' | 'hitches'

/** What all curves cover. */
export interface CurveTime {
  from: number
  until: number
}

/** Of the chart, px. */
export interface CurveArea {
  left: number
  right: number
  top: number
  bottom: number
}

/** Of the parts of a curve, the one that a moment lies in; the end belongs to the last one. */
function partAt(parts: number, { from, until }: CurveTime, t: number): number {
  if (until <= from) return 0
  return Math.min(parts - 1, Math.max(0, Math.floor(((t - from) * parts) / (until - from))))
}

/** Of each variant what its curve has there: of usage the most in that part of the time. */
export function valuesAt(
  curves: readonly VariantCurve[],
  kind: CurveKind,
  time: CurveTime,
  t: number,
): { label: string; text: string }[] {
  const write = kind === 'usage' ? formatBytes : formatCount
  return curves.map((curve) => {
    const values = curve[kind]
    return { label: curve.label, text: write(values[partAt(values.length, time, t)] ?? 0) }
  })
}

/** @param x px from the left of the chart */
export function momentOf({ left, right }: CurveArea, { from, until }: CurveTime, x: number): number {
  const share = Math.min(1, Math.max(0, (x - left) / Math.max(1, right - left)))
  return Math.round(from + share * (until - from))
}

/** @returns px from the left of the chart; null: it is not on it */
export function placeOf({ left, right }: CurveArea, { from, until }: CurveTime, t: number): number | null {
  if (t < from || t > until || until <= from) return null
  return left + ((t - from) / (until - from)) * (right - left)
}

/** Where a key leads: arrows go a fiftieth, Page Up and Down a tenth; undefined: it means nothing here. */
export function momentByKey(key: string, { from, until }: CurveTime, t: number): number | undefined {
  const step = (until - from) / 50
  const to: Readonly<Record<string, number>> = {
    ArrowLeft: t - step,
    ArrowDown: t - step,
    ArrowRight: t + step,
    ArrowUp: t + step,
    PageUp: t + 5 * step,
    PageDown: t - 5 * step,
    Home: from,
    End: until,
  }
  const found = to[key]
  return found === undefined ? undefined : Math.round(Math.min(until, Math.max(from, found)))
}
