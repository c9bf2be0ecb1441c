/** What is in the file of a clip: the platform decodes it, and nothing else is done with it. */
import { type Pixels, stillPixels } from '../../store/stills'
import { atStandstill, durationOf, giveUp, OPENING, Standstill, UNDECODABLE, VideoPixels } from './video'

/** texels of the longer side that a picture keeps of its own for the Preview */
const MOST_SHOWN = 1920
/** µs of a picture on the timeline */
const STILL_LENGTH = 5_000_000

export interface Decoded {
  width: number
  height: number
  /** µs */
  length: number
  pixels: Pixels
}

const shareOf = (width: number, height: number): number => Math.min(1, MOST_SHOWN / Math.max(width, height))

async function scaled(source: ImageBitmapSource, width: number, height: number): Promise<ImageBitmap> {
  const share = shareOf(width, height)
  return createImageBitmap(source, {
    resizeWidth: Math.max(1, Math.round(width * share)),
    resizeHeight: Math.max(1, Math.round(height * share)),
    resizeQuality: 'high',
  })
}

/**
 * What a video shows, upright. Of a video that lies on its side, as a telephone writes them, the platform copies the frame
 * as it is stored into a bitmap of the other format, and takes a size for that of the stored one; a whole frame is copied
 * as it is seen.
 */
async function shownBy(video: HTMLVideoElement): Promise<ImageBitmap> {
  const { videoWidth: width, videoHeight: height } = video
  const frame = new VideoFrame(video)
  try {
    const whole = await createImageBitmap(frame)
    if (shareOf(width, height) === 1) return whole
    try {
      return await scaled(whole, width, height)
    } finally {
      whole.close()
    }
  } finally {
    frame.close()
  }
}

/** All that the platform has found in a file of a video's type; a picture whose codec it does not know is not told of. */
export class SoundAlone extends Error {
  constructor() {
    super('it has sound and no picture that can be shown here')
  }
}

/** Why something could not be decoded, as a part of a sentence: the platform's own reasons are whole ones. */
export function reasonOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).replace(/\.$/, '')
}

export async function decodedPicture(file: ImageBitmapSource): Promise<Decoded> {
  // its own reason is a sentence about a source image
  const whole = await createImageBitmap(file).catch((cause) => {
    throw new Error(UNDECODABLE, { cause })
  })
  const { width, height } = whole
  const picture = await scaled(whole, width, height)
  whole.close()
  return { width, height, length: STILL_LENGTH, pixels: stillPixels(picture) }
}

/**
 * Its size, its length and its first frame; the others are decoded when they are to be seen.
 * @param address of its content; one of a Blob is given up with it
 */
export async function decodedVideo(address: string): Promise<Decoded> {
  const video = document.createElement('video')
  video.muted = true
  video.preload = 'auto'
  try {
    await new Promise<void>((resolve, reject) => {
      const moves = atStandstill(video, OPENING, () => reject(new Standstill()))
      const end = (then: () => void) => () => {
        moves()
        then()
      }
      video.addEventListener('loadeddata', end(resolve), { once: true })
      video.addEventListener(
        'error',
        end(() => reject(new Error(UNDECODABLE))),
        { once: true },
      )
      video.src = address
    })
    const { videoWidth: width, videoHeight: height } = video
    // its length would be sought for nothing
    if (width === 0) throw new SoundAlone()
    const duration = await durationOf(video, OPENING)
    if (video.error !== null) throw new Error(UNDECODABLE)
    if (!Number.isFinite(duration)) throw new Error('it has no end')
    const pixels = await VideoPixels.of(video, address, () => shownBy(video))
    return { width, height, length: Math.max(STILL_LENGTH / 100, Math.round(duration * 1e6)), pixels }
  } catch (error) {
    giveUp(video, address)
    throw error
  }
}

/** @param address of a picture's content */
export async function pictureAt(address: string): Promise<Decoded> {
  const picture = new Image()
  picture.src = address
  await picture.decode()
  return decodedPicture(picture)
}
