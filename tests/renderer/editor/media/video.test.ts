/** Frames of a video: which one the platform is asked for, and what is kept of it. */
import { describe, expect, it } from 'vitest'
import { durationOf, type Video, VideoPixels } from '../../../../renderer/editor/media/video'

/** As much of a video as is used: it seeks at once, and tells its length when it is gone to its end. */
class FakeVideo extends EventTarget implements Video {
  duration = 2
  length = 2
  seeks: number[] = []

  get currentTime(): number {
    return this.seeks.at(-1) ?? 0
  }

  set currentTime(seconds: number) {
    this.seeks.push(seconds)
    queueMicrotask(() => {
      if (seconds > this.length) {
        this.duration = this.length
        this.dispatchEvent(new Event('durationchange'))
      }
      this.dispatchEvent(new Event('seeked'))
    })
  }

  removeAttribute(): void {}
}

function pixelsOf(fake: FakeVideo) {
  const closed: number[] = []
  let copies = 0
  const bitmap = (): ImageBitmap => {
    const number = copies++
    return { width: 1, height: 1, close: () => closed.push(number) }
  }
  const pixels = new VideoPixels(fake, 'blob:none', bitmap(), async () => bitmap())
  return { pixels, closed }
}

describe('a video', () => {
  it('goes to the middle of the frame that is to be seen, once, and gives up the frame before', async () => {
    const fake = new FakeVideo()
    const { pixels, closed } = pixelsOf(fake)
    expect(pixels.show(0)).toBeNull()
    await pixels.show(1_000_000)
    expect(fake.seeks).toEqual([24.5 / 24])
    expect(closed).toEqual([0])
    // the same frame
    expect(pixels.show(1_030_000)).toBeNull()
    await pixels.show(1_050_000)
    expect(fake.seeks).toHaveLength(2)
    expect(closed).toEqual([0, 1])
  })

  it('keeps the frame that it has when it is closed, or cannot be decoded', async () => {
    const fake = new FakeVideo()
    const pixels = new VideoPixels(fake, 'blob:none', { width: 1, height: 1, close: () => {} }, () =>
      Promise.reject(new Error('it cannot')),
    )
    const { current } = pixels
    await pixels.show(500_000)
    expect(pixels.current).toBe(current)
    pixels.close()
    expect(pixels.show(1_000_000)).toBeNull()
  })

  it('that does not say how long it is tells at its end; one without an end has no length', async () => {
    expect(await durationOf(new FakeVideo(), 100)).toBe(2)
    const fake = new FakeVideo()
    fake.duration = Number.POSITIVE_INFINITY
    expect(await durationOf(fake, 100)).toBe(2)
    expect(fake.seeks.at(-1)).toBe(0)
    const endless = new FakeVideo()
    endless.duration = Number.POSITIVE_INFINITY
    endless.length = Number.POSITIVE_INFINITY
    expect(await durationOf(endless, 20)).toBeNaN()
  })
})
