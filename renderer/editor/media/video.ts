/**
 * A video that was dropped onto the window, as its clip shows it: the platform seeks to the frame that the simulated GPU has
 * presented, and decodes that one. Only pixels come of it; nothing plays by itself.
 */
import type { Pixels } from '../../store/stills'
import { framesBefore } from '../preview/clip'

/** ms that a frame is waited for: what cannot be decoded leaves the frame before */
const PATIENCE = 2_000
const RATE = 24

/** What of a video element is used. */
export interface Video extends EventTarget {
  /** s */
  currentTime: number
  readonly duration: number
  /** it is on its way to `currentTime` */
  readonly seeking: boolean
  removeAttribute(name: string): void
}

/**
 * Resolves when the event comes, or when it is too late for it. That it has arrived somewhere is not believed while it is
 * on its way: that was said of where it was to go before.
 */
function eventOf(video: Video, name: 'durationchange' | 'seeked', ms: number): Promise<boolean> {
  return new Promise((resolve) => {
    const late = setTimeout(() => end(false), ms)
    const came = (): void => {
      if (name !== 'seeked' || !video.seeking) end(true)
    }
    const failed = (): void => end(false)
    function end(inTime: boolean): void {
      clearTimeout(late)
      video.removeEventListener(name, came)
      video.removeEventListener('error', failed)
      resolve(inTime)
    }
    video.addEventListener(name, came)
    video.addEventListener('error', failed)
  })
}

/** Seconds; a recording that does not say how long it is tells when it is gone to its end. NaN: it has none. */
export async function durationOf(video: Video, ms: number): Promise<number> {
  if (Number.isFinite(video.duration)) return video.duration
  const known = eventOf(video, 'durationchange', ms)
  video.currentTime = Number.MAX_SAFE_INTEGER / 1e6
  await known
  const { duration } = video
  const back = eventOf(video, 'seeked', ms)
  video.currentTime = 0
  await back
  return Number.isFinite(duration) ? duration : Number.NaN
}

export class VideoPixels implements Pixels {
  private frame = 0
  /** what was asked for last, and when it is there */
  private asked = 0
  private going: Promise<void> = Promise.resolve()
  private isClosed = false

  /**
   * @param current its first frame
   * @param copy of the frame that the video shows then
   */
  constructor(
    private readonly video: Video,
    private readonly address: string,
    public current: ImageBitmap,
    private readonly copy: () => Promise<ImageBitmap>,
  ) {}

  show(moment: number): Promise<void> | null {
    const frame = framesBefore(moment)
    if (this.isClosed || (frame === this.frame && frame === this.asked)) return null
    // one that takes longer than anybody waits is not begun anew
    const isOnItsWay = frame === this.asked && this.video.seeking
    this.asked = frame
    this.going = this.goTo(frame, isOnItsWay)
    return this.going
  }

  close(): void {
    this.isClosed = true
    this.current.close()
    this.video.removeAttribute('src')
    URL.revokeObjectURL(this.address)
  }

  private async goTo(frame: number, isOnItsWay: boolean): Promise<void> {
    const { video } = this
    const seeked = eventOf(video, 'seeked', PATIENCE)
    // its middle: the frame of the video that is seen then, whatever its own rate is
    if (!isOnItsWay) video.currentTime = (frame + 0.5) / RATE
    const isThere = await seeked
    if (this.isClosed) return
    // where it is now, it was sent by another
    if (frame !== this.asked) return this.going
    if (!isThere) return
    const next = await this.copy().catch(() => null)
    if (next === null) return
    if (this.isClosed || frame !== this.asked) {
      next.close()
      return this.isClosed ? undefined : this.going
    }
    this.current.close()
    this.current = next
    this.frame = frame
  }
}
