/**
 * Pictures and videos that were dropped onto the window, decoded by the platform: as long as their clips are there they are
 * what these show. A project has their names and sizes; opened again such a clip shows the sample footage.
 */
import type { InterfaceState } from './model'

type Held = Pick<InterfaceState, 'seq' | 'effects' | 'project' | 'preview'>

/** What a clip shows. */
export interface Pixels {
  /** what is there to be drawn now */
  readonly current: ImageBitmap
  /** `current` becomes what is seen at a moment, in µs of the footage; null: it is that already */
  show(moment: number): Promise<void> | null
  close(): void
}

const pictures = new Map<string, Pixels>()

/** @param media the name of its clip, which has been imported */
export function keepPixels(media: string, pixels: Pixels): void {
  drop(media)
  pictures.set(media, pixels)
}

/** A picture is the same at every moment. */
export function stillPixels(picture: ImageBitmap): Pixels {
  return { current: picture, show: () => null, close: () => picture.close() }
}

/** undefined: there is none of that name */
export function stillOf(media: string): ImageBitmap | undefined {
  return pictures.get(media)?.current
}

/** @returns what is to be waited for until `stillOf` is of that moment; null: it is, or there is none of that name */
export function showing(media: string, moment: number): Promise<void> | null {
  return pictures.get(media)?.show(moment) ?? null
}

/** It is still what its clip shows; another has no pixels any more. */
export function isKept(picture: ImageBitmap): boolean {
  return [...pictures.values()].some(({ current }) => current === picture)
}

/**
 * Gives back the pictures of clips that were there and are not any more. One that was kept before a frame has told of its
 * clip stays. Another document begins to count its frames anew: a clip of it is another one, whatever its name.
 */
export function dropStills(before: Held, now: Held): void {
  if (pictures.size === 0) return
  const there = now.seq > before.seq ? clipsOf(now) : new Set<string>()
  for (const media of clipsOf(before)) if (!there.has(media)) drop(media)
}

/**
 * Also those that the device lacks, until it gets them: they are the user's all the same; and what the last picture shows,
 * which may be drawn once more in another size.
 */
function clipsOf({ effects, project: { unmade, timeline }, preview }: Held): Set<string> {
  const made = effects.flatMap(({ name, clip }) => (clip === undefined ? [] : [name]))
  const lies = timeline.clips.flatMap(({ media }) => (media === undefined ? [] : [media]))
  const shown = preview.picture?.footage?.media
  return new Set([...made, ...lies, ...unmade.map(({ name }) => name), ...(shown === undefined ? [] : [shown])])
}

function drop(media: string): void {
  pictures.get(media)?.close()
  pictures.delete(media)
}
