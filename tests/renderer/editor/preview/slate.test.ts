/** What stands in place of a missing picture: no one takes it for footage, and its words fit. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { slate } from '../../../../renderer/editor/preview/slate'
import { type Drawn, LETTER, recordedCanvas } from '../../canvas/recorded-context'

let drawn: Drawn[] = []
/** as large as the canvases that were asked for */
let sizes: number[][] = []

beforeEach(() => {
  sizes = []
  vi.stubGlobal(
    'OffscreenCanvas',
    class {
      private readonly recorded
      constructor(
        readonly width: number,
        readonly height: number,
      ) {
        sizes.push([width, height])
        this.recorded = recordedCanvas(width, height)
        drawn = this.recorded.drawn
      }
      getContext() {
        return this.recorded.canvas.getContext('2d')
      }
      transferToImageBitmap() {
        const { width, height } = this
        return { width, height, close: () => {} }
      }
    },
  )
})

afterEach(() => {
  vi.unstubAllGlobals()
})

describe('a slate', () => {
  it('is a picture as large as the clip, the same at every moment', () => {
    const pixels = slate('Not found', 'sea.png')
    expect(sizes).toEqual([[1280, 720]])
    expect(pixels.current).toMatchObject({ width: 1280, height: 720 })
    expect(pixels.show(5_000_000)).toBeNull()
  })

  it('is hatched from edge to edge: lines of 16 px, 48 px apart, rising to the right', () => {
    slate('Not found', 'sea.png')
    expect(drawn[0]).toMatchObject({ how: 'fill', ink: '#2b1518', x: 0, y: 0, w: 1280, h: 720 })
    const lines = drawn.filter(({ how }) => how === 'stroke')
    expect(new Set(lines.map(({ ink, line }) => `${ink} ${line}`))).toEqual(new Set(['#43211f 16']))
    const points = lines.map((line) => line.points!)
    expect(points[0]).toEqual([
      { x: -720, y: 720 },
      { x: 0, y: 0 },
    ])
    expect(points[1]![0]).toEqual({ x: -672, y: 720 })
    // the last one that is seen: the next would begin at 1296, right of the picture
    expect(points.at(-1)![0]).toEqual({ x: 1248, y: 720 })
  })

  it('says on a band across its middle what is missing, above the name of its file', () => {
    slate('Not found', 'sea.png')
    const [band, words, file] = drawn.slice(-3)
    // (720 − 190) ÷ 2
    expect(band).toMatchObject({ how: 'fill', ink: '#190c0e', x: 0, y: 265, w: 1280, h: 190 })
    expect(words).toMatchObject({ text: 'Not found', ink: '#ffd7d2', x: 640 - (9 * LETTER) / 2, y: 326 })
    expect(file).toMatchObject({ text: 'sea.png', ink: '#e0aaa4', x: 640 - (7 * LETTER) / 2, y: 404 })
  })

  it('squeezes a name that is too long, so that 60 px stay free at both sides', () => {
    slate('Not found', 'x'.repeat(300))
    expect(drawn.at(-1)).toMatchObject({ x: 60, w: 1160 })
  })
})
