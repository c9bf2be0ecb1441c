/** A video of the platform, for tests of what is decoded. */
import type { Video } from '../../../../renderer/editor/media/video'

/** As much of a video as is used: it seeks at once, unless it is held up, and tells its length when it is gone to its end. */
export class FakeVideo extends EventTarget implements Video {
  duration = 2
  length = 2
  seeks: number[] = []
  seeking = false
  isHeldUp = false
  error: unknown = null
  /** what it has arrived at is presented only when it is told to */
  presentsLate = false
  muted = false
  preload = ''
  src: string | null = ''
  loads = 0
  videoWidth = 640
  videoHeight = 480
  private followers: (() => void)[] = []

  get currentTime(): number {
    return this.seeks.at(-1) ?? 0
  }

  set currentTime(seconds: number) {
    this.seeks.push(seconds)
    this.seeking = true
    if (!this.isHeldUp) queueMicrotask(() => this.arrive(seconds))
  }

  arrive(seconds = this.currentTime): void {
    if (seconds > this.length) {
      this.duration = this.length
      this.dispatchEvent(new Event('durationchange'))
    }
    // where it was to go before, it does not go any more
    if (seconds === this.currentTime) this.seeking = false
    this.dispatchEvent(new Event('seeked'))
    if (!this.presentsLate) this.present()
  }

  /** Its content cannot be read any more. */
  fail(): void {
    this.error = { code: 2 }
    this.dispatchEvent(new Event('error'))
  }

  requestVideoFrameCallback(presented: () => void): void {
    this.followers.push(presented)
  }

  present(): void {
    for (const presented of this.followers.splice(0)) presented()
  }

  removeAttribute(name: string): void {
    if (name === 'src') this.src = null
  }

  load(): void {
    this.loads++
    if (this.src === null) this.dispatchEvent(new Event('emptied'))
  }
}
