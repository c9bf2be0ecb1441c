/**
 * Whether variants gave the pixels of their general shaders when the Preview compared them on this computer's GPU
 * (BP-25). Shown only; never sent to the session.
 */
import { create } from 'zustand'

export interface PixelDifference {
  /** bytes of the picture that are not the same; 0: identical */
  bytes: number
  /** how much one of them is off at most, of 255 */
  worst: number
  /** bytes that were compared */
  of: number
}

interface PixelIdentity {
  /** by the variant's source */
  found: ReadonlyMap<string, PixelDifference>
}

/** Sources of variants are a few KiB each. */
const MOST_KEPT = 512

export const usePixelIdentity = create<PixelIdentity>()(() => ({ found: new Map() }))

export function setPixelIdentity(source: string, difference: PixelDifference): void {
  usePixelIdentity.setState(({ found }) => {
    const kept = [...found].slice(Math.max(0, found.size + 1 - MOST_KEPT))
    return { found: new Map(kept).set(source, difference) }
  })
}
