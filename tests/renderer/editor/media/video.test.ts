/** Frames of a video: which one the platform is asked for, and what is kept of it. */
import { describe, expect, it, vi } from 'vitest'
import { durationOf, Standstill, VideoPixels } from '../../../../renderer/editor/media/video'
import { FakeVideo } from './fake-video'

/** Whatever has happened has been told. */
const turn = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0))

async function pixelsOf(fake: FakeVideo) {
  const closed: number[] = []
  /** where the video was when each was copied */
  const places = new Map<ImageBitmap, number>()
  const bitmap = (): ImageBitmap => {
    const at = fake.currentTime
    const copy = { width: 1, height: 1, close: () => closed.push(at) }
    places.set(copy, at)
    return copy
  }
  const pixels = await VideoPixels.of(fake, 'blob:none', async () => bitmap())
  return { pixels, closed, shown: () => places.get(pixels.current), copies: () => places.size }
}

describe('a video', () => {
  it('goes to the middle of the frame that is to be seen, once, and gives up the frame before', async () => {
    const fake = new FakeVideo()
    const { pixels, closed } = await pixelsOf(fake)
    expect(pixels.show(0)).toBeNull()
    await pixels.show(1_000_000)
    expect(fake.seeks).toEqual([24.5 / 24])
    expect(closed).toEqual([0])
    // the same frame
    expect(pixels.show(1_030_000)).toBeNull()
    await pixels.show(1_050_000)
    expect(fake.seeks).toHaveLength(2)
    expect(closed).toEqual([0, 24.5 / 24])
  })

  it('is asked again before it has arrived: only the last counts, for who asked first too', async () => {
    const fake = new FakeVideo()
    const { pixels, shown } = await pixelsOf(fake)
    await Promise.all([pixels.show(500_000), pixels.show(1_000_000)])
    expect(shown()).toBe(24.5 / 24)
    await Promise.all([pixels.show(500_000), pixels.show(0)])
    expect(shown()).toBe(0.5 / 24)
    expect(pixels.show(0)).toBeNull()
  })

  it('does not take an arrival that was told of late for the one that it waits for', async () => {
    const fake = new FakeVideo()
    const { pixels, shown } = await pixelsOf(fake)
    fake.isHeldUp = true
    const there = pixels.show(1_000_000)
    // of a seek before it, while this one is under way
    fake.dispatchEvent(new Event('seeked'))
    await Promise.resolve()
    expect(shown()).toBe(0)
    fake.arrive()
    await there
    expect(shown()).toBe(24.5 / 24)
  })

  it('that takes longer than is waited for is not sent there anew, and is seen when somebody asks again', async () => {
    vi.useFakeTimers()
    const fake = new FakeVideo()
    const { pixels, shown } = await pixelsOf(fake)
    fake.isHeldUp = true
    const first = pixels.show(1_000_000)
    let doubted = 0
    pixels.failing = () => doubted++
    await vi.advanceTimersByTimeAsync(2_000)
    await first
    // its file may have gone
    expect([shown(), doubted]).toEqual([0, 1])
    const again = pixels.show(1_000_000)
    fake.arrive()
    await again
    vi.useRealTimers()
    expect([shown(), fake.seeks]).toEqual([24.5 / 24, [24.5 / 24]])
  })

  it('that comes when nobody waits for it any more is seen all the same, and who keeps it is told', async () => {
    vi.useFakeTimers()
    const fake = new FakeVideo()
    const { pixels, shown, closed } = await pixelsOf(fake)
    let told = 0
    pixels.newer = () => told++
    fake.isHeldUp = true
    const there = pixels.show(1_000_000)
    await vi.advanceTimersByTimeAsync(2_000)
    await there
    vi.useRealTimers()
    expect([shown(), told]).toEqual([0, 0])
    fake.arrive()
    await turn()
    expect([shown(), told]).toEqual([24.5 / 24, 1])
    expect(closed).toEqual([0])
    expect(pixels.show(1_000_000)).toBeNull()
  })

  it('that says it has arrived before it shows the frame is copied again when it does', async () => {
    const fake = new FakeVideo()
    const { pixels, shown, copies } = await pixelsOf(fake)
    let told = 0
    pixels.newer = () => told++
    fake.presentsLate = true
    // in time to be waited for: once
    const there = pixels.show(1_000_000)
    await turn()
    expect(copies()).toBe(1)
    fake.present()
    await there
    expect([shown(), copies(), told]).toEqual([24.5 / 24, 2, 0])
    // too late for that: what was copied may be the frame before
    await pixels.show(500_000)
    expect([copies(), told]).toEqual([3, 0])
    fake.present()
    await turn()
    expect([shown(), copies(), told]).toEqual([12.5 / 24, 4, 1])
    // on its way to another one, what is presented is of nobody
    fake.isHeldUp = true
    void pixels.show(1_500_000)
    fake.present()
    await turn()
    expect([copies(), told]).toEqual([4, 1])
  })

  it('that shows its first frame only after it has come back to it is copied again', async () => {
    const fake = new FakeVideo()
    let copies = 0
    const opened = VideoPixels.of(fake, 'blob:none', async () => {
      copies++
      if (copies === 1) fake.present()
      return { width: copies, height: 1, close: () => {} }
    })
    const { current } = await opened
    expect([current.width, copies]).toEqual([2, 2])
  })

  it('keeps the frame that it has when it is closed, or cannot be decoded', async () => {
    const fake = new FakeVideo()
    let isFirst = true
    const pixels = await VideoPixels.of(fake, 'blob:none', async () => {
      if (!isFirst) throw new Error('it cannot')
      isFirst = false
      return { width: 1, height: 1, close: () => {} }
    })
    const { current } = pixels
    await pixels.show(500_000)
    expect(pixels.current).toBe(current)
    pixels.close()
    expect(pixels.show(1_000_000)).toBeNull()
  })

  it('that is at its first frame before that can be copied is asked until it can, or in vain', async () => {
    vi.useFakeTimers()
    let left = 3
    const copy = async (): Promise<ImageBitmap> => {
      if (left-- > 0) throw new Error('has no current data')
      return { width: 7, height: 1, close: () => {} }
    }
    const opened = VideoPixels.of(new FakeVideo(), 'blob:none', copy)
    await vi.advanceTimersByTimeAsync(100)
    expect((await opened).current.width).toBe(7)
    left = Number.POSITIVE_INFINITY
    const never = expect(VideoPixels.of(new FakeVideo(), 'blob:none', copy)).rejects.toThrow(Standstill)
    await vi.advanceTimersByTimeAsync(31_000)
    await never
    vi.useRealTimers()
  })

  it('whose copies take long to fail is given up in thirty seconds all the same', async () => {
    vi.useFakeTimers()
    let tries = 0
    const copy = async (): Promise<ImageBitmap> => {
      tries++
      await new Promise((resolve) => setTimeout(resolve, 984))
      throw new Error('has no current data')
    }
    const opened = expect(VideoPixels.of(new FakeVideo(), 'blob:none', copy)).rejects.toThrow(Standstill)
    await vi.advanceTimersByTimeAsync(31_000)
    await opened
    // one each second, from 0 to 30 s
    expect([tries, vi.getTimerCount()]).toEqual([31, 0])
    vi.useRealTimers()
  })

  it('that fails while its first frame is waited for is not waited for, nor taken for one that goes on', async () => {
    vi.useFakeTimers()
    const fails = new FakeVideo()
    const refused = expect(
      VideoPixels.of(fails, 'blob:none', async () => {
        throw new Error('has no current data')
      }),
    ).rejects.toThrow('the platform cannot decode it')
    await vi.advanceTimersByTimeAsync(100)
    fails.fail()
    await vi.advanceTimersByTimeAsync(16)
    await refused
    expect(vi.getTimerCount()).toBe(0)
    vi.useRealTimers()
    // what it had is copied
    const fake = new FakeVideo()
    let closed = 0
    const opened = VideoPixels.of(fake, 'blob:none', async () => {
      fake.fail()
      return { width: 1, height: 1, close: () => closed++ }
    })
    await expect(opened).rejects.toThrow('the platform cannot decode it')
    expect(closed).toBe(1)
  })

  it('that has failed keeps nobody waiting for another frame', async () => {
    const fake = new FakeVideo()
    const { pixels, shown } = await pixelsOf(fake)
    fake.isHeldUp = true
    fake.fail()
    // nothing here lets two seconds pass
    await pixels.show(1_000_000)
    expect(shown()).toBe(0)
  })

  it('that is closed while it goes somewhere is given up, and nobody waits for it any more', async () => {
    const fake = new FakeVideo()
    const { pixels, closed } = await pixelsOf(fake)
    fake.isHeldUp = true
    const there = pixels.show(1_000_000)
    pixels.close()
    // at once: nothing here lets two seconds pass
    await there
    expect([fake.src, fake.loads, closed]).toEqual([null, 1, [0]])
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
