/**
 * What clips show that are no sample footage, decoded by the platform: pictures and videos that were dropped onto the
 * window, now or earlier. A project says which files they are.
 */
import type { InterfaceState } from './model'

type Held = Pick<InterfaceState, 'effects' | 'project'>

/** What a clip shows. */
export interface Pixels {
  /** what is there to be drawn now; null: it is packed */
  readonly current: ImageBitmap | null
  /** `current` becomes what is seen at a moment, in µs of the footage; null: it is that already */
  show(moment: number): Promise<void> | null
  /** set by who keeps it: `current` has become another one after what was waited for; absent: it never does */
  newer?: () => void
  /** its content cannot be read any more: `current` is the last of it; absent: it never is */
  readonly isLost?: boolean
  /** set by who keeps it: it is lost, or what was asked for has not come in time; absent: nothing is read of it later */
  failing?: () => void
  /** compresses it and gives back what is decoded, unless it is wanted again by then; absent: it has nothing to pack */
  pack?(by: Packing, isWanted: () => boolean): Promise<void>
  /** decodes it again, unless it is not wanted any more by then */
  unpack?(by: Packing, isWanted: () => boolean): Promise<void>
  close(): void
}

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

const pictures = new Map<string, Pixels>()
/** nobody looks at them: they are held packed, as soon as they are */
let packing = false

/** @param media the name of its clip, which has been imported */
export function keepPixels(media: string, pixels: Pixels): void {
  drop(media)
  pictures.set(media, pixels)
  if (pixels.newer !== undefined) pixels.newer = () => tell(media)
  if (pixels.failing !== undefined) pixels.failing = () => tellFailing(media)
  tell(media)
  // before it was kept, as while its clip was made, nobody could be told
  if (pixels.isLost === true) tellFailing(media)
}

/** undefined: there are none of that name */
export function pixelsOf(media: string): Pixels | undefined {
  return pictures.get(media)
}

/** It shows the sample footage again. */
export function dropPixels(media: string): void {
  drop(media)
  tell(media)
}

type Listener = (media: string) => void

const followers = new Set<Listener>()
const doubters = new Set<Listener>()

const telling =
  (listeners: ReadonlySet<Listener>): Listener =>
  (media) => {
    for (const listener of listeners) listener(media)
  }

const joining = (listeners: Set<Listener>) => (listener: Listener) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

const tell = telling(followers)
const tellFailing = telling(doubters)

/** @param listener told of each clip that shows something else from now on @returns what stops it */
export const onPixels: (listener: Listener) => () => void = joining(followers)

/** @param listener told of each clip whose file may have gone @returns what stops it */
export const onFailing: (listener: Listener) => () => void = joining(doubters)

/** A picture is the same at every moment. */
export function stillPixels(picture: ImageBitmap): Pixels {
  let current: ImageBitmap | null = picture
  let packed: Blob | null = null
  return {
    get current() {
      return current
    },
    show: () => null,
    pack: async (by, isWanted) => {
      if (current === null) return
      packed ??= await by.pack(current)
      if (isWanted()) return
      current?.close()
      current = null
    },
    unpack: async (by, isWanted) => {
      if (current !== null || packed === null) return
      const decoded = await by.unpack(packed)
      if (isWanted() && current === null) current = decoded
      else decoded.close()
    },
    close: () => {
      current?.close()
      current = null
    },
  }
}

/** undefined: there is none of that name, or it is packed */
export function stillOf(media: string): ImageBitmap | undefined {
  return pictures.get(media)?.current ?? undefined
}

/** @returns what is to be waited for until `stillOf` is of that moment; null: it is, or there is none of that name */
export function showing(media: string, moment: number): Promise<void> | null {
  return pictures.get(media)?.show(moment) ?? null
}

/** It is still what its clip shows; another has no pixels any more. */
export function isKept(picture: ImageBitmap): boolean {
  return [...pictures.values()].some(({ current }) => current === picture)
}

/** Nobody sees them: what is decoded is given back, and kept compressed. */
export async function packStills(by: Packing = BY_PLATFORM): Promise<void> {
  packing = true
  for (const pixels of pictures.values()) {
    await pixels.pack?.(by, () => !packing)
    // somebody looks again
    if (!packing) return
  }
}

/** Somebody looks again: they are there when this is fulfilled. */
export async function unpackStills(by: Packing = BY_PLATFORM): Promise<void> {
  packing = false
  // its clip may have gone, or nobody looks any more
  for (const [media, pixels] of pictures) await pixels.unpack?.(by, () => pictures.get(media) === pixels && !packing)
}

/** that have clips, or had them earlier: what is removed comes back with Undo, and at an earlier moment of the run (LB-02) */
const told = new Set<string>()

/**
 * Gives back the pictures of the clips of the document before: a clip of another one is another clip, whatever its name. One
 * that was kept before a frame has told of its clip stays.
 * @param isOther `now` is the first of another document
 */
export function dropStills(now: Held, isOther: boolean): void {
  if (isOther) {
    for (const media of told) drop(media)
    told.clear()
  }
  if (pictures.size > told.size) for (const media of clipsOf(now)) if (pictures.has(media)) told.add(media)
}

/** Also those that the device lacks, until it gets them: they are the user's all the same. */
function clipsOf({ effects, project: { unmade, timeline } }: Held): Set<string> {
  const made = effects.flatMap(({ name, clip }) => (clip === undefined ? [] : [name]))
  const lies = timeline.clips.flatMap(({ media }) => (media === undefined ? [] : [media]))
  return new Set([...made, ...lies, ...unmade.map(({ name }) => name)])
}

function drop(media: string): void {
  pictures.get(media)?.close()
  pictures.delete(media)
}
