/**
 * Pictures that were dropped onto the window, decoded by the platform: as long as their clips are there they are what these
 * show. A project has their names and sizes; opened again such a clip shows the sample footage.
 */
import type { InterfaceState } from './model'

type Held = Pick<InterfaceState, 'seq' | 'effects' | 'project' | 'preview'>

interface Kept {
  /** null: it is packed */
  picture: ImageBitmap | null
  /** the same, compressed without loss; null: it never was */
  packed: Blob | null
}

const pictures = new Map<string, Kept>()
/** nobody looks at them: they are held packed, as soon as they are */
let packing = false

/** How a picture is compressed, and decoded again. */
export interface Packing {
  pack(picture: ImageBitmap): Promise<Blob>
  unpack(packed: Blob): Promise<ImageBitmap>
}

const BY_PLATFORM: Packing = {
  pack: async (picture) => {
    const canvas = new OffscreenCanvas(picture.width, picture.height)
    // the canvas takes what it is given: a copy, as the picture may be wanted again meanwhile
    canvas.getContext('bitmaprenderer')?.transferFromImageBitmap(await createImageBitmap(picture))
    return canvas.convertToBlob({ type: 'image/png' })
  },
  unpack: (packed) => createImageBitmap(packed),
}

/** @param media the name of its clip, which has been imported */
export function keepStill(media: string, picture: ImageBitmap): void {
  drop(media)
  pictures.set(media, { picture, packed: null })
}

/** undefined: there is none of that name, or it is packed */
export function stillOf(media: string): ImageBitmap | undefined {
  return pictures.get(media)?.picture ?? undefined
}

/** It is still what its clip shows; another has no pixels any more. */
export function isKept(picture: ImageBitmap): boolean {
  return [...pictures.values()].some((kept) => kept.picture === picture)
}

/** Nobody sees them: what is decoded is given back, and kept compressed. */
export async function packStills({ pack }: Packing = BY_PLATFORM): Promise<void> {
  packing = true
  for (const kept of pictures.values()) {
    if (kept.picture === null) continue
    kept.packed ??= await pack(kept.picture)
    // somebody looks again
    if (!packing) return
    kept.picture?.close()
    kept.picture = null
  }
}

/** Somebody looks again: they are there when this is fulfilled. */
export async function unpackStills({ unpack }: Packing = BY_PLATFORM): Promise<void> {
  packing = false
  for (const [media, kept] of pictures) {
    if (kept.picture !== null || kept.packed === null) continue
    const picture = await unpack(kept.packed)
    // its clip may have gone, or nobody looks any more
    if (pictures.get(media) === kept && !packing) kept.picture = picture
    else picture.close()
  }
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
  pictures.get(media)?.picture?.close()
  pictures.delete(media)
}
