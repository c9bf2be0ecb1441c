import { afterEach, describe, expect, it, vi } from 'vitest'
import { context2d, fitCanvases } from '../../../renderer/canvas/context'
import { recordedCanvas, stubCanvases } from './recorded-context'

afterEach(() => {
  vi.unstubAllGlobals()
})

describe('the context of a canvas', () => {
  it('says what has no picture when the browser gives none', () => {
    const { canvas } = recordedCanvas()
    vi.spyOn(canvas, 'getContext').mockReturnValue(null)
    expect(() => context2d(canvas, 'the lanes')).toThrow('The browser gave no 2D canvas for the lanes')
  })

  it('has as many elements as the screen, and is drawn on in CSS px', () => {
    stubCanvases()
    vi.stubGlobal('devicePixelRatio', 1.5)
    const canvases = [recordedCanvas().canvas, recordedCanvas().canvas]
    const transforms = canvases.map((canvas) => vi.spyOn(context2d(canvas, 'x'), 'setTransform'))
    fitCanvases(canvases, 301, 100, 'x')
    for (const canvas of canvases) expect([canvas.width, canvas.height]).toEqual([452, 150])
    for (const transform of transforms) expect(transform).toHaveBeenCalledExactlyOnceWith(1.5, 0, 0, 1.5, 0, 0)
  })
})
