/** What comes of a file, with the platform's decoders played: how large, how long, and what is given up. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  type Decoded,
  decodedPicture,
  decodedVideo,
  pictureAt,
  SoundAlone,
} from '../../../../renderer/editor/media/decode'
import { Standstill } from '../../../../renderer/editor/media/video'
import { FakeVideo } from './fake-video'

interface Bitmap {
  width: number
  height: number
  of: unknown
  options: ImageBitmapOptions | undefined
  closed: boolean
}

/** what the platform has decoded, in that order */
let bitmaps: Bitmap[]
let size: { width: number; height: number }
let refuses: boolean
let video: FakeVideo
let given: string[]
/** frames of the video that nobody has given back */
let held: number

/** What the video shows, as the platform has it: upright, of the size that it is seen in. */
class FakeFrame {
  constructor(readonly video: FakeVideo) {
    held++
  }
  close(): void {
    held--
  }
}

const sizeOf = ({ video: { videoWidth, videoHeight } }: FakeFrame) => ({ width: videoWidth, height: videoHeight })

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  bitmaps = []
  given = []
  held = 0
  size = { width: 800, height: 600 }
  refuses = false
  video = new FakeVideo()
  vi.stubGlobal('createImageBitmap', async (of: unknown, options?: ImageBitmapOptions) => {
    if (refuses) throw new Error('it cannot be copied')
    const { width, height } = of instanceof FakeFrame ? sizeOf(of) : size
    const bitmap = {
      width: options?.resizeWidth ?? width,
      height: options?.resizeHeight ?? height,
      of,
      options,
      closed: false,
      close: () => {
        bitmap.closed = true
      },
    }
    bitmaps.push(bitmap)
    return bitmap
  })
  vi.stubGlobal('VideoFrame', FakeFrame)
  vi.stubGlobal('document', { createElement: (name: string) => (name === 'video' ? video : null) })
  vi.spyOn(URL, 'revokeObjectURL').mockImplementation((address) => {
    given.push(address)
  })
})
afterEach(() => {
  expect(held).toBe(0)
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const pictureOf = (width: number, height: number): Promise<Decoded> => {
  size = { width, height }
  return decodedPicture(new Blob(['picture']))
}

describe('a picture', () => {
  it.each([
    // as it is, up to 1920 of the longer side
    [800, 600, 800, 600],
    [1920, 1080, 1920, 1080],
    // then as much smaller as that takes
    [3840, 2160, 1920, 1080],
    [3000, 4000, 1440, 1920],
    [2000, 1001, 1920, 961],
    // of what is thin a line stays
    [10_000, 1, 1920, 1],
  ])('of %i × %i is kept with %i × %i, and says its own size', async (width, height, keptWidth, keptHeight) => {
    const { pixels, ...facts } = await pictureOf(width, height)
    expect(facts).toEqual({ width, height, length: 5_000_000 })
    expect([pixels.current?.width, pixels.current?.height]).toEqual([keptWidth, keptHeight])
  })

  it('is made smaller from what is decoded, as well as the platform can, and the whole is given back', async () => {
    const { pixels } = await pictureOf(3840, 2160)
    const [whole, kept] = bitmaps
    expect(bitmaps.map(({ closed }) => closed)).toEqual([true, false])
    expect([kept?.of, kept?.options?.resizeQuality]).toEqual([whole, 'high'])
    expect(pixels.current).toBe(kept)
  })

  it('that is damaged says so in the words of a video that is, not in the platform’s', async () => {
    vi.stubGlobal('createImageBitmap', () => Promise.reject(new Error('The source image could not be decoded.')))
    await expect(pictureOf(800, 600)).rejects.toThrow('the platform cannot decode it')
  })

  it('shows the same at every moment', async () => {
    const { pixels } = await pictureOf(800, 600)
    expect(pixels.show(2_000_000)).toBeNull()
  })

  it('of an address is decoded by an image of the page, once that is there', async () => {
    let decoded: () => void = () => {}
    class FakeImage {
      src = ''
      decode = (): Promise<void> => new Promise((resolve) => (decoded = resolve))
    }
    vi.stubGlobal('Image', FakeImage)
    size = { width: 1920, height: 1200 }
    const picture = pictureAt('trimline-media://beach')
    await Promise.resolve()
    expect(bitmaps).toEqual([])
    decoded()
    expect(await picture).toMatchObject({ width: 1920, height: 1200, length: 5_000_000 })
    expect(bitmaps[0]?.of).toBeInstanceOf(FakeImage)
    expect(bitmaps[0]?.of).toMatchObject({ src: 'trimline-media://beach' })
  })
})

/** Begins, and the platform says that. */
function opened(event: 'loadeddata' | 'error'): Promise<Decoded> {
  const decoding = decodedVideo('blob:sea')
  if (event === 'error') video.fail()
  else video.dispatchEvent(new Event(event))
  return decoding
}

describe('a video', () => {
  it('is fetched without a sound, and says its size and its length; what is kept is its first frame', async () => {
    video.duration = 2.5
    video.videoWidth = 3840
    video.videoHeight = 2160
    const { pixels, ...facts } = await opened('loadeddata')
    expect([video.src, video.muted, video.preload]).toEqual(['blob:sea', true, 'auto'])
    expect(facts).toEqual({ width: 3840, height: 2160, length: 2_500_000 })
    expect(pixels.current).toMatchObject({ width: 1920, height: 1080, of: bitmaps[0], closed: false })
    expect(bitmaps.map(({ closed }) => closed)).toEqual([true, false])
    expect([given, vi.getTimerCount()]).toEqual([[], 0])
  })

  it('is copied by its whole frame: of one that lies on its side the platform takes sizes for the stored one', async () => {
    video.videoWidth = 180
    video.videoHeight = 320
    await opened('loadeddata')
    expect(bitmaps.map(({ of, options }) => [of instanceof FakeFrame && of.video === video, options])).toEqual([
      [true, undefined],
    ])
  })

  it('that tells its length at its end only has that one', async () => {
    video.duration = Number.POSITIVE_INFINITY
    video.length = 7
    expect((await opened('loadeddata')).length).toBe(7_000_000)
  })

  it('of a single frame lasts 50 ms on the timeline', async () => {
    video.duration = 0.001
    expect((await opened('loadeddata')).length).toBe(50_000)
  })

  it('whose content goes away later says so, once', async () => {
    const { pixels } = await opened('loadeddata')
    let told = 0
    pixels.failing = () => told++
    expect(pixels.isLost).toBe(false)
    video.fail()
    video.fail()
    expect([pixels.isLost, told]).toEqual([true, 1])
  })

  it('shows another frame when it is asked for, with a copy of the same size', async () => {
    const { pixels } = await opened('loadeddata')
    await pixels.show(1_000_000)
    expect(bitmaps.map(({ width, height, closed }) => [width, height, closed])).toEqual([
      [640, 480, true],
      [640, 480, false],
    ])
  })
})

describe('a video that cannot be used', () => {
  afterEach(() => {
    // nothing holds its content any more, and nobody waits for it
    expect([video.src, given, vi.getTimerCount()]).toEqual([null, ['blob:sea'], 0])
  })

  it('is one that the platform cannot decode', async () => {
    await expect(opened('error')).rejects.toThrow('the platform cannot decode it')
  })

  it('gives up what it holds at once', async () => {
    await expect(opened('error')).rejects.toThrow()
    expect(video.loads).toBe(1)
  })

  it('is one that says nothing for 30 s; while more of it is read it is waited for', async () => {
    let failure: unknown = null
    const decoding = decodedVideo('blob:sea').catch((error: unknown) => {
      failure = error
    })
    for (let read = 0; read < 10; read++) {
      await vi.advanceTimersByTimeAsync(29_999)
      video.dispatchEvent(new Event('progress'))
    }
    await vi.advanceTimersByTimeAsync(29_999)
    expect(failure).toBeNull()
    await vi.advanceTimersByTimeAsync(1)
    await decoding
    expect(failure).toBeInstanceOf(Standstill)
    expect(failure).toMatchObject({ message: 'nothing has come of it for 30 s' })
    // what comes after that is not waited for
    video.dispatchEvent(new Event('progress'))
    expect(vi.getTimerCount()).toBe(0)
  })

  it('is one with sound alone, of which no length is sought', async () => {
    video.videoWidth = 0
    video.duration = Number.POSITIVE_INFINITY
    await expect(opened('loadeddata')).rejects.toThrow(SoundAlone)
    expect(video.seeks).toEqual([])
  })

  it('is one without an end', async () => {
    video.duration = Number.POSITIVE_INFINITY
    video.length = Number.POSITIVE_INFINITY
    const endless = expect(opened('loadeddata')).rejects.toThrow('it has no end')
    await vi.advanceTimersByTimeAsync(30_000)
    await endless
  })

  it('is one that does not come to its end: it is not said to have none', async () => {
    video.duration = Number.POSITIVE_INFINITY
    video.isHeldUp = true
    const stuck = expect(opened('loadeddata')).rejects.toThrow(Standstill)
    await vi.advanceTimersByTimeAsync(30_000)
    await stuck
  })

  it('is one that fails on the way to its end, or at its first frame: that is why', async () => {
    video.duration = Number.POSITIVE_INFINITY
    video.isHeldUp = true
    const longer = expect(opened('loadeddata')).rejects.toThrow('the platform cannot decode it')
    await vi.advanceTimersByTimeAsync(100)
    video.fail()
    await longer
    given = []
    video = new FakeVideo()
    refuses = true
    const first = expect(opened('loadeddata')).rejects.toThrow('the platform cannot decode it')
    await vi.advanceTimersByTimeAsync(100)
    video.fail()
    await vi.advanceTimersByTimeAsync(16)
    await first
  })

  it('is one whose first frame cannot be copied, in thirty seconds', async () => {
    refuses = true
    const refused = expect(opened('loadeddata')).rejects.toThrow(Standstill)
    await vi.advanceTimersByTimeAsync(30_100)
    await refused
  })
})
