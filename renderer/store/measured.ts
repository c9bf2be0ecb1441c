/**
 * What the Preview found out about programs on this computer's GPU: what their draws took, and whether variants gave the
 * pixels of their general shaders (BP-25). Shown beside what is modelled; never sent to the session (BP-31).
 */

export interface PixelDifference {
  /** bytes of the picture that are not the same; 0: identical */
  bytes: number
  /** how much one of them is off at most, of 255 */
  worst: number
  /** bytes that were compared */
  of: number
}

export interface Measured {
  /** ms of the newest measurement by program: the PSO's id and the variant's, or `general` */
  times: Readonly<Record<string, number>>
  /** by the variant's source */
  differences: ReadonlyMap<string, PixelDifference>
}

export const NOTHING_MEASURED: Measured = { times: {}, differences: new Map() }

/** The size at which every program is measured, so that the times compare. */
export const MEASURED_SIZE = { width: 320, height: 180 } as const

/** Sources of variants are a few KiB each. */
const MOST_KEPT = 512

export function programKey(pipeline: number, variant: number | null): string {
  return `${pipeline} ${variant ?? 'general'}`
}

/** The differences with one more; the oldest go. */
export function withDifference(
  differences: Measured['differences'],
  source: string,
  difference: PixelDifference,
): Measured['differences'] {
  const kept = [...differences].slice(Math.max(0, differences.size + 1 - MOST_KEPT))
  return new Map(kept).set(source, difference)
}
