/** The title that is burnt into the clip: two lines within a picture of 1024 × 144. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { drawLettering } from '../../../../renderer/editor/preview/lettering'
import { type RecordedCanvas, recordedCanvas } from '../../canvas/recorded-context'

let recorded: RecordedCanvas

beforeEach(() => {
  recorded = recordedCanvas()
  vi.stubGlobal('document', { createElement: () => recorded.canvas })
})
afterEach(() => {
  vi.unstubAllGlobals()
})

it('the title stands over what the clip is, on nothing', () => {
  const canvas = drawLettering()
  expect([canvas.width, canvas.height]).toEqual([1024, 144])
  expect(recorded.drawn).toMatchObject([
    { text: 'Harbour at dusk', ink: '#fff6e0', x: 12, y: 52, font: '600 74px system-ui, sans-serif' },
    {
      text: 'TAKE 3  ·  24 FPS  ·  1280×720',
      ink: '#ffd36b',
      x: 14,
      y: 116,
      font: '500 34px ui-monospace, monospace',
    },
  ])
})

it('without a 2D canvas it says what has no picture', () => {
  vi.spyOn(recorded.canvas, 'getContext').mockReturnValue(null)
  expect(drawLettering).toThrow('The browser gave no 2D canvas for the title of the clip')
})
