/**
 * A video that was dropped onto the window, as its clip shows it: the platform seeks to the frame that the simulated GPU has
 * presented, and decodes that one. Only pixels come of it; nothing plays by itself.
 */
import type { Pixels } from '../../store/stills'
import { framesBefore } from '../preview/clip'

/** ms that a frame is waited for while no more of the video is read: what cannot be decoded leaves the frame before */
const PATIENCE = 2_000
/** ms for which a video that is opened may stand still: a long one is read to its end for its length, as long as that takes */
export const OPENING = 30_000
/**
 * ms for which a frame is waited for that the platform has arrived at and not presented yet: until then what it shows may be
 * the frame before. Where two frames are the same picture nothing is presented.
 */
const SOON = 34
const RATE = 24
/** ms until what could not be copied is tried again */
const AGAIN = 16
/** why a clip is not shown */
export const UNDECODABLE = 'the platform cannot decode it'

/** Not a fault that was found in it: the computer may have had other things to do. */
export class Standstill extends Error {
  constructor(cause?: unknown) {
    super(`nothing has come of it for ${OPENING / 1000} s`, { cause })
  }
}

/** What of a video element is used. */
export interface Video extends EventTarget {
  /** s */
  currentTime: number
  readonly duration: number
  /** it is on its way to `currentTime` */
  readonly seeking: boolean
  /** not null: its content cannot be read or decoded, and nothing more comes of it */
  readonly error: unknown
  /** Called once, when it shows another frame. */
  requestVideoFrameCallback(presented: () => void): unknown
  removeAttribute(name: string): void
  /** without an address: gives up what it holds, with the event `emptied` */
  load(): void
}

/** After these nothing comes of it any more. */
const NEVER = ['error', 'emptied'] as const

/**
 * Calls when for so long no more of it has been read.
 * @returns that it is not waited for any more
 */
export function atStandstill(video: EventTarget, ms: number, stand: () => void): () => void {
  const stands = (): void => {
    end()
    stand()
  }
  const again = (): void => {
    clearTimeout(timer)
    timer = setTimeout(stands, ms)
  }
  const end = (): void => {
    clearTimeout(timer)
    video.removeEventListener('progress', again)
  }
  let timer = setTimeout(stands, ms)
  video.addEventListener('progress', again)
  return end
}

/**
 * Resolves when the event comes, or when nothing has come of it for so long. That it has arrived somewhere is not believed
 * while it is on its way: that was said of where it was to go before.
 */
function eventOf(video: Video, name: 'durationchange' | 'seeked', ms: number): Promise<boolean> {
  if (video.error !== null) return Promise.resolve(false)
  return new Promise((resolve) => {
    const moves = atStandstill(video, ms, () => end(false))
    const came = (): void => {
      if (name !== 'seeked' || !video.seeking) end(true)
    }
    const failed = (): void => end(false)
    function end(inTime: boolean): void {
      moves()
      video.removeEventListener(name, came)
      for (const never of NEVER) video.removeEventListener(never, failed)
      resolve(inTime)
    }
    video.addEventListener(name, came)
    for (const never of NEVER) video.addEventListener(never, failed)
  })
}

/**
 * Seconds; a recording that does not say how long it is tells when it is gone to its end. NaN: it has none.
 * @throws Standstill it has not come to its end
 */
export async function durationOf(video: Video, ms: number): Promise<number> {
  if (Number.isFinite(video.duration)) return video.duration
  const known = eventOf(video, 'durationchange', ms)
  video.currentTime = Number.MAX_SAFE_INTEGER / 1e6
  if (!(await known) && video.error === null && video.seeking) throw new Standstill()
  const { duration } = video
  const back = eventOf(video, 'seeked', ms)
  video.currentTime = 0
  await back
  return Number.isFinite(duration) ? duration : Number.NaN
}

/**
 * Its decoder and its connection go at once, not when nobody holds it any more.
 * @param address of its content; one of a Blob is given up with it
 */
export function giveUp(video: Video, address: string): void {
  video.removeAttribute('src')
  video.load()
  URL.revokeObjectURL(address)
}

/**
 * The first copy of a video. The platform says that it is at a frame before it has one that can be copied.
 * @param ms by the clock, while no more of it is read, however long a try takes: in a window that nobody sees the platform lets a second pass between two
 * @throws Standstill it could not be copied by then
 * @throws Error the video cannot be decoded any more
 */
async function firstCopy(video: Video, copy: () => Promise<ImageBitmap>, ms: number): Promise<ImageBitmap> {
  let isLate = false
  const moves = atStandstill(video, ms, () => {
    isLate = true
  })
  try {
    for (;;) {
      try {
        return await copy()
      } catch (cause) {
        if (video.error !== null) throw new Error(UNDECODABLE, { cause })
        // the platform's own words are about its functions
        if (isLate) throw new Standstill(cause)
      }
      await new Promise((resolve) => setTimeout(resolve, AGAIN))
    }
  } finally {
    moves()
  }
}

export class VideoPixels implements Pixels {
  newer: () => void = () => {}
  failing: () => void = () => {}
  private frame = 0
  /** what was asked for last, and when it is there */
  private asked = 0
  private going: Promise<void> = Promise.resolve()
  /** how many wait for it to come to a frame */
  private goes = 0
  /** frames that the platform has presented, and how many they were when it was sent to another one */
  private presented = 0
  private sentAt = 0
  /** wait for the next of those */
  private readonly waiting = new Set<() => void>()
  private isClosed = false

  private constructor(
    private readonly video: Video,
    private readonly address: string,
    private readonly copy: () => Promise<ImageBitmap>,
    public current: ImageBitmap,
  ) {}

  /**
   * @param video at its first frame, just now
   * @param address of its content, given up with it
   * @param copy of the frame that the video shows then
   * @throws Error that the first frame cannot be copied, or that none comes after it
   */
  static async of(video: Video, address: string, copy: () => Promise<ImageBitmap>): Promise<VideoPixels> {
    let isNew = false
    video.requestVideoFrameCallback(() => {
      isNew = true
    })
    const pixels = new VideoPixels(video, address, copy, await firstCopy(video, copy, OPENING))
    pixels.follow()
    if (isNew) await pixels.take(0)
    if (video.error === null) {
      // not before: until then it is an error of opening it
      video.addEventListener('error', () => pixels.failing(), { once: true })
      return pixels
    }
    pixels.current.close()
    throw new Error(UNDECODABLE)
  }

  get isLost(): boolean {
    return this.video.error !== null
  }

  show(moment: number): Promise<void> | null {
    const frame = framesBefore(moment)
    if (this.isClosed || (frame === this.frame && frame === this.asked)) return null
    // one that takes longer than anybody waits is not begun anew
    const isOnItsWay = frame === this.asked && this.video.seeking
    this.asked = frame
    this.goes++
    this.going = this.goTo(frame, isOnItsWay).finally(() => this.goes--)
    return this.going
  }

  close(): void {
    this.isClosed = true
    this.current.close()
    giveUp(this.video, this.address)
  }

  private async goTo(frame: number, isOnItsWay: boolean): Promise<void> {
    const { video } = this
    const seeked = eventOf(video, 'seeked', PATIENCE)
    if (!isOnItsWay) {
      this.sentAt = this.presented
      // its middle: the frame of the video that is seen then, whatever its own rate is
      video.currentTime = (frame + 0.5) / RATE
    }
    const isThere = await seeked
    if (isThere && frame === this.asked && this.presented === this.sentAt) await this.soon()
    if (this.isClosed) return
    if (isThere && frame === this.asked) await this.take(frame)
    // the platform may try for long to read what is gone, and say nothing
    if (!isThere && frame === this.asked && !this.isLost) this.failing()
    // where it is now, it was sent by another
    if (frame !== this.asked && !this.isClosed) return this.going
  }

  /** What the video shows is that frame. @returns false: it could not be copied, or another one is wanted by now */
  private async take(frame: number): Promise<boolean> {
    for (let copied = -1; copied !== this.presented; ) {
      copied = this.presented
      const next = await this.copy().catch(() => null)
      if (next === null) return false
      if (this.isClosed || frame !== this.asked) {
        next.close()
        return false
      }
      this.current.close()
      this.current = next
      this.frame = frame
    }
    return true
  }

  /** Every frame that the platform presents, from now on. */
  private follow(): void {
    this.video.requestVideoFrameCallback(() => {
      if (this.isClosed) return
      this.presented++
      this.follow()
      for (const end of [...this.waiting]) end()
      // nobody waited for it any more: it came too late, or what was copied was the frame before
      if (this.goes === 0 && !this.video.seeking) void this.takeLate()
    })
  }

  private async takeLate(): Promise<void> {
    this.goes++
    const isNew = await this.take(this.asked)
    this.goes--
    if (isNew) this.newer()
  }

  private soon(): Promise<void> {
    return new Promise((resolve) => {
      const { waiting } = this
      const late = setTimeout(end, SOON)
      waiting.add(end)
      function end(): void {
        clearTimeout(late)
        waiting.delete(end)
        resolve()
      }
    })
  }
}
