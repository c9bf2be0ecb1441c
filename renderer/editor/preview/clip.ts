/** The one clip of the mock editor: what is played, and how its moments are written. Moments are µs into the clip. */
import { CLIP_LENGTH } from '../../../preload/contract'

export const CLIP = { title: 'Harbour at dusk', width: 1280, height: 720, rate: 24 } as const
export const CLIP_FRAMES = Math.round((CLIP_LENGTH / 1e6) * CLIP.rate)

/** The frame shown at a moment, from 0 to CLIP_FRAMES − 1. */
export function frameAt(moment: number): number {
  // Half a microsecond keeps a frame's rounded start on that frame.
  return Math.min(CLIP_FRAMES - 1, Math.max(0, Math.floor(((moment + 0.5) * CLIP.rate) / 1e6)))
}

/** The moment at which a frame starts; frames outside the clip are the nearest one in it. */
export function momentOf(frame: number): number {
  const inside = Math.min(CLIP_FRAMES - 1, Math.max(0, Math.round(frame)))
  return Math.round((inside * 1e6) / CLIP.rate)
}

/** What `timecode` writes, for a tooltip. */
export const TIMECODE_FORMAT = `hours:minutes:seconds:frames, ${CLIP.rate} frames a second`

/** Hours, minutes, seconds and frames, as SMPTE timecode has them: 00:00:07:12. */
export function timecode(moment: number): string {
  return framecode(frameAt(moment))
}

/** A number of frames as a timecode; the clip's length is framecode(CLIP_FRAMES). */
export function framecode(frames: number): string {
  const seconds = Math.floor(frames / CLIP.rate)
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60, frames % CLIP.rate]
  return parts.map((part) => String(part).padStart(2, '0')).join(':')
}

/** Frames of the timeline before a moment, wherever that is: the number of the frame there, from 0. */
export function framesBefore(moment: number): number {
  return Math.floor(((moment + 0.5) * CLIP.rate) / 1e6)
}

/** The moment at which a frame of the timeline starts. */
export function startOfFrame(frame: number): number {
  return Math.round((Math.max(0, frame) * 1e6) / CLIP.rate)
}
