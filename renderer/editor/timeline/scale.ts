/** Between moments of the clip (µs) and places on the timeline (px). Pure. */
import { CLIP_LENGTH } from '../../../preload/contract'

export interface Tick {
  /** µs */
  moment: number
  x: number
  /** null for the small ticks between */
  label: string | null
}

const STEPS_SECONDS = [0.25, 0.5, 1, 2, 5, 10] as const
const LABEL_ROOM = 44

export function xOf(moment: number, width: number): number {
  return (moment / CLIP_LENGTH) * width
}

/** The moment at a place; outside the clip it is the clip's start or its last microsecond. */
export function momentAt(x: number, width: number): number {
  if (width <= 0) return 0
  return Math.min(CLIP_LENGTH - 1, Math.max(0, Math.round((x / width) * CLIP_LENGTH)))
}

/** Ticks of the ruler: labels as dense as they fit, four small steps between two labels. */
export function ticks(width: number): Tick[] {
  if (width <= 0) return []
  const fits = (seconds: number) => xOf(seconds * 1e6, width) >= LABEL_ROOM
  const step = (STEPS_SECONDS.find(fits) ?? 10) * 1e6
  const result: Tick[] = []
  for (let at = 0; at * (step / 4) <= CLIP_LENGTH; at++) {
    const moment = at * (step / 4)
    const label = at % 4 === 0 && moment < CLIP_LENGTH ? `${moment / 1e6} s` : null
    result.push({ moment, x: xOf(moment, width), label })
  }
  return result
}
