/** Between moments of the timeline (µs) and places on it (px). Pure. */
import { TIMELINE_RATE } from '../../../preload/contract'
import { framecode } from '../preview/clip'

export interface Tick {
  /** µs */
  moment: number
  x: number
  /** null for the small ticks between */
  label: string | null
}

/** What is shown of the timeline beside its length, so that there is room behind its end */
const ROOM = 1.06
/** µs */
const FRAME = 1e6 / TIMELINE_RATE
const STEPS_SECONDS = [1 / TIMELINE_RATE, 0.25, 0.5, 1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 1800, 3600] as const
/** px of a time code with some room */
const LABEL_ROOM = 78

/** px of a second. @param width px that are there for all of the timeline at zoom 1 @param length µs */
export function pixelsPerSecond(width: number, length: number, zoom: number): number {
  return (Math.max(1, width) / ((length / 1e6) * ROOM)) * zoom
}

/** µs that the timeline shows: its length, and room behind it */
export function shownLength(length: number): number {
  return length * ROOM
}

export function xOf(moment: number, pps: number): number {
  return (moment / 1e6) * pps
}

/** The moment at a place, from the start to the last microsecond of what is on the timeline. */
export function momentAt(x: number, pps: number, length: number): number {
  return Math.min(length - 1, Math.max(0, Math.round((x / pps) * 1e6)))
}

/** The nearest start of a frame, never before the start. */
export function wholeFrame(moment: number): number {
  return Math.max(0, Math.round(Math.round(moment / FRAME) * FRAME))
}

/** As long as so many frames. */
export function framesLong(frames: number): number {
  return Math.round(frames * FRAME)
}

/** Hours, minutes, seconds and frames of a moment. */
export function codeAt(moment: number): string {
  return framecode(Math.floor((moment + 0.5) / FRAME))
}

/** Ticks of the ruler: labels as dense as they fit, small steps between two labels. */
export function ticks(pps: number, until: number): Tick[] {
  const step = STEPS_SECONDS.find((seconds) => seconds * pps >= LABEL_ROOM) ?? 3600
  const parts = step * pps >= 4 * LABEL_ROOM ? 10 : 4
  const result: Tick[] = []
  for (let at = 0; at * (step / parts) * 1e6 <= until; at++) {
    const moment = Math.round(at * (step / parts) * 1e6)
    result.push({ moment, x: xOf(moment, pps), label: at % parts === 0 ? codeAt(moment) : null })
  }
  return result
}
