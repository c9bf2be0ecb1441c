/** Importing a clip, and the project's resolution: the forms' text, and what it means. Pure. */
import type { ClipSpec } from '../../../preload/contract'
import { formatCount } from '../../widgets/format'
import { type Parsed, parseName, parseWhole, quoted } from '../../widgets/parse'

export interface ClipPreset {
  /** what the editor calls such footage */
  title: string
  width: number
  height: number
}

/** Footage as editors meet it: of many sizes, which is what fragments memory. */
export const CLIP_PRESETS: readonly ClipPreset[] = [
  { title: 'Phone', width: 1080, height: 1920 },
  { title: 'Web', width: 1280, height: 720 },
  { title: 'HD', width: 1920, height: 1080 },
  { title: 'Drone', width: 2720, height: 1530 },
  { title: 'UHD', width: 3840, height: 2160 },
]

export interface ClipText {
  name: string
  width: string
  height: string
  frames: string
  thumbnails: string
}

/** As the contract's defaults say. */
const FRAMES = 8
const THUMBNAILS = 24

/** `HD`, `HD 2`, … whichever is not taken */
export function clipText({ title, width, height }: ClipPreset, taken: readonly string[]): ClipText {
  let name = title
  for (let n = 2; taken.includes(name); n++) name = `${title} ${n}`
  return { name, width: String(width), height: String(height), frames: String(FRAMES), thumbnails: String(THUMBNAILS) }
}

const LARGEST_SIDE = 16_384
const MOST_FRAMES = 1_000
const MOST_THUMBNAILS = 10_000

export type ClipErrors = Partial<Record<keyof ClipText, string>>

/** @param taken names of the effects and clips that exist */
export function readClip(
  text: ClipText,
  taken: readonly string[],
): { ok: true; clip: ClipSpec } | { ok: false; errors: ClipErrors } {
  const name = parseName(text.name, 'clip', taken)
  const width = parseWhole(text.width, 1, LARGEST_SIDE)
  const height = parseWhole(text.height, 1, LARGEST_SIDE)
  const frames = parseWhole(text.frames, 1, MOST_FRAMES)
  const thumbnails = parseWhole(text.thumbnails, 0, MOST_THUMBNAILS)
  if (name.ok && width.ok && height.ok && frames.ok && thumbnails.ok) {
    return {
      ok: true,
      clip: {
        name: name.value,
        width: width.value,
        height: height.value,
        frames: frames.value,
        thumbnails: thumbnails.value,
      },
    }
  }
  const errors: ClipErrors = {}
  for (const [field, parsed] of Object.entries({ name, width, height, frames, thumbnails })) {
    if (!parsed.ok) errors[field as keyof ClipText] = parsed.message
  }
  return { ok: false, errors }
}

export interface Resolution {
  width: number
  height: number
}

export const RESOLUTIONS: readonly Resolution[] = [
  { width: 1280, height: 720 },
  { width: 1920, height: 1080 },
  { width: 3840, height: 2160 },
]

/** `1920×1080` */
export function resolutionText({ width, height }: Resolution): string {
  return `${width}×${height}`
}

/** `1920×1080`, with ×, x or * between the two. */
export function parseResolution(text: string): Parsed<Resolution> {
  const match = /^\s*(\d+)\s*[×x*]\s*(\d+)\s*$/i.exec(text)
  const width = Number(match?.[1])
  const height = Number(match?.[2])
  if (match === null || width < 1 || height < 1 || width > LARGEST_SIDE || height > LARGEST_SIDE) {
    return {
      ok: false,
      message: `Found ${quoted(text)}, expected a resolution such as 2560×1440, each side at most ${formatCount(LARGEST_SIDE)}.`,
    }
  }
  return { ok: true, value: { width, height } }
}
