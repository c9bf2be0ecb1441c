/** What may be dropped onto the window, and what it becomes. Pure: names, types and sizes, no pixels. */

import { CAPTURE_EXTENSIONS } from '../../../preload/contract'
import { formatCount } from '../../widgets/format'

/** bytes: what the platform is asked to decode */
const MOST_PICTURE = 64 * 1024 * 1024
const MOST_VIDEO = 2 * 1024 * 1024 * 1024
/** bytes at the beginning of a JSON file that tell what it is */
const TOLD_WITHIN = 64 * 1024
const LONGEST_NAME = 100

const PICTURES: ReadonlySet<string> = new Set([
  'image/png',
  'image/jpeg',
  'image/webp',
  'image/gif',
  'image/bmp',
  'image/avif',
])
const VIDEOS: ReadonlySet<string> = new Set(['video/mp4', 'video/webm', 'video/ogg', 'video/quicktime'])

/** What is opened, as by Open: projects, scenarios, dumps, and what is imported there. */
const TO_OPEN = new RegExp(`\\.(json|trimline|${CAPTURE_EXTENSIONS.join('|')})$`, 'i')

export type Dropped =
  | { readonly as: 'picture' | 'video' | 'file' }
  | { readonly as: 'nothing'; readonly because: string }

/** `found` is a part of a sentence */
const notTaken = (name: string, found: string, more = ''): string =>
  `${name}: found ${found}; expected a picture (PNG, JPEG, WebP, GIF, BMP, AVIF), a video (MP4, WebM, Ogg, QuickTime), a .json file or a recording (.rmv, .etl, .sets.jsonl).${more}`

/** By the type that the platform gives the file, and by its size; nothing is ever executed. */
export function kindOf({ name, type, size }: { name: string; type: string; size: number }): Dropped {
  if (type === 'application/json' || TO_OPEN.test(name)) return { as: 'file' }
  const as = PICTURES.has(type) ? 'picture' : VIDEOS.has(type) ? 'video' : null
  if (as === null) {
    const found = type === '' ? 'a file of no known type' : type
    return { as: 'nothing', because: notTaken(name, found) }
  }
  const most = as === 'picture' ? MOST_PICTURE : MOST_VIDEO
  if (size > 0 && size <= most) return { as }
  if (size === 0) return { as: 'nothing', because: `${name}: found nothing in it. Choose another file.` }
  const found = `${Math.ceil(size / 1024 / 1024)} MiB`
  return { as: 'nothing', because: `${name}: found ${found}; a ${as} may have at most ${most / 1024 / 1024} MiB.` }
}

const OF_ANOTHER_CODEC = 'If it is a video, convert it to WebM, and drop that.'

const HELP = {
  picture: 'It may be damaged: save it anew as PNG or JPEG, and drop that.',
  video: 'It may be damaged: convert it to WebM, and drop that.',
} as const

/** @param reason why it could not be decoded, as a part of a sentence */
export function notDecoded(name: string, as: 'picture' | 'video', reason: string): string {
  return `${name} was not imported: ${reason}. ${HELP[as]}`
}

/** @param reason that nothing has come of it for long, as a part of a sentence */
export function notInTime(name: string, reason: string): string {
  return `${name} was not imported: ${reason}. Drop it again when the computer is less busy, or convert it to WebM, and drop that.`
}

/** Sound alone, or a video whose picture this platform cannot decode: what it plays of both is the same. */
export function soundAlone(name: string): string {
  return notTaken(name, 'sound and no picture that can be shown here', ` ${OF_ANOTHER_CODEC}`)
}

/** of what a drop did not take so many say why; more messages than one beyond them are not seen together */
export const TOLD_WHY = 3
/** names in a sentence */
const MOST_NAMES = 8

/** What else of one drop was not taken, by name. @param names of those that no message of their own says why */
export function othersNotTaken(names: readonly string[]): string {
  const [first = '', ...more] = names
  if (more.length === 0) return `${first} was not imported either. Drop it by itself to see why.`
  return `Nor were ${listOf(names)} imported. Drop fewer at once to see why.`
}

/** `a, b and c`; `a, b and 23 more`. @param names two at least */
function listOf(names: readonly string[]): string {
  const listed = names.length > MOST_NAMES ? names.slice(0, MOST_NAMES - 1) : names.slice(0, -1)
  const last = names.length > MOST_NAMES ? `${formatCount(names.length - listed.length)} more` : names.at(-1)
  return `${listed.join(', ')} and ${last}`
}

/** What is opened takes the place of what was: of several nobody said which one is to stay. @param names two at least */
export function oneAtATime(names: readonly string[]): string {
  return `Nothing was opened: found ${listOf(names)}; expected one file to open. Drop that one by itself.`
}

/** "beach" of "beach.png", "beach 2" where that is taken. */
export function clipName(file: string, taken: readonly string[]): string {
  const own =
    file
      .replace(/\.[^.]+$/, '')
      .trim()
      .slice(0, LONGEST_NAME - 4)
      // half a character is none
      .replace(/[\ud800-\udbff]$/, '') || 'clip'
  let name = own
  for (let n = 2; taken.includes(name); n++) name = `${own} ${n}`
  return name
}

/**
 * What tells a dump from a project, and whether the file can be read at all.
 * @returns null: it cannot be: a folder, a file that is gone, or one that may not be read
 */
export async function beginningOf(file: Pick<Blob, 'slice'>): Promise<string | null> {
  try {
    return await file.slice(0, TOLD_WITHIN).text()
  } catch {
    return null
  }
}

/** Of what `beginningOf` cannot read: the page is not told which of them it is. */
export function notReadable(name: string): string {
  return `${name} cannot be read: found a folder, or a file that was moved or may not be read. Drop files that you may read.`
}

/** A memory dump of D3D12MA begins with its statistics, a scenario or a project says which format it has. */
export function isDump(beginning: string): boolean {
  return !/"trimline"\s*:/.test(beginning) && /"(General|Total|TotalStats|MemoryInfo|DefaultPools)"\s*:/.test(beginning)
}
