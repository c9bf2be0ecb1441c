import fc from 'fast-check'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { besidePoint, CanvasTooltip, towardsMiddle } from '../../../renderer/canvas/tooltip'

const WIDTH = 256

describe('a tooltip beside the point', () => {
  it('stands to the right and below, above where there is more room', () => {
    expect(besidePoint({ x: 50, y: 20, width: 800, height: 200 }, WIDTH)).toMatchObject({ left: 64, top: 36 })
    const above = besidePoint({ x: 50, y: 180, width: 800, height: 200 }, WIDTH)
    expect(above).toMatchObject({ left: 64, bottom: 30 })
    expect(above.top).toBeUndefined()
  })

  it('lies within the width of its canvas, wherever the pointer is, if it finds room at all', () => {
    const px = (min: number) => fc.integer({ min, max: 2000 })
    fc.assert(
      fc.property(px(WIDTH + 8), px(50), fc.double({ min: 0, max: 1, noNaN: true }), (width, height, share) => {
        const { left } = besidePoint({ x: share * width, y: 10, width, height }, WIDTH)
        expect(left).toBeGreaterThanOrEqual(4)
        expect(Number(left) + WIDTH).toBeLessThanOrEqual(width - 4)
      }),
    )
  })
})

describe('a tooltip towards the middle', () => {
  it.each([
    [10, 10, { left: 24, top: 24 }],
    [390, 10, { right: 20, top: 24 }],
    [10, 290, { left: 24, bottom: 20 }],
    [390, 290, { right: 20, bottom: 20 }],
  ])('of %i, %i stands away from the nearest edges', (x, y, style) => {
    const found = Object.entries(towardsMiddle({ x, y, width: 400, height: 300 })).filter(([, px]) => px !== undefined)
    expect(Object.fromEntries(found)).toEqual(style)
  })
})

describe('the words of a tooltip', () => {
  it('are a title, facts and a note, and are not read out', () => {
    const facts = [
      { term: 'Kind', value: 'Present', meaning: 'not shown here: nothing can point at it' },
      { term: 'Ran', value: '1 ms' },
    ]
    const html = renderToStaticMarkup(<CanvasTooltip style={{ left: 4 }} title="dwm" facts={facts} note="and 3 more" />)
    expect(html).toBe(
      '<div class="canvas-tooltip " style="left:4px" aria-hidden="true"><strong>dwm</strong>' +
        '<dl><div><dt>Kind</dt><dd>Present</dd></div><div><dt>Ran</dt><dd>1 ms</dd></div></dl>' +
        '<p>and 3 more</p></div>',
    )
  })
})
