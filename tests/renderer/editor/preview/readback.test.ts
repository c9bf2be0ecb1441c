/** A picture is brought from the GPU into memory by a buffer of the GPU's, one for all pictures of a size. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Readback } from '../../../../renderer/editor/preview/readback'
import { type Graphics, stubGraphics } from './recorded-gl'

let graphics: Graphics
let readback: Readback

beforeEach(() => {
  graphics = stubGraphics()
  // a recorder has what the Preview uses of a context; TypeScript knows only whole ones
  readback = new Readback(graphics.gl as unknown as WebGL2RenderingContext)
})
afterEach(() => {
  vi.unstubAllGlobals()
})

it('a picture is received as it was when it was asked for', () => {
  graphics.gl.byte = 7
  readback.begin(4, 2)
  graphics.gl.byte = 8
  const image = readback.receive()
  expect([image.width, image.height, [...image.data]]).toEqual([4, 2, Array.from({ length: 32 }, () => 7)])
})

it('pictures of one size share a buffer and the memory that they end up in; another size gets its own', () => {
  readback.begin(4, 2)
  const first = readback.receive()
  readback.begin(4, 2)
  expect([readback.receive() === first, graphics.gl.held('buffer')]).toEqual([true, 1])
  // as many elements, in another shape
  readback.begin(2, 4)
  expect([readback.receive() === first, graphics.gl.held('buffer')]).toEqual([false, 1])
})

it('nothing is received that was not asked for, nor after the end', () => {
  expect(() => readback.receive()).toThrow('No picture was asked for: begin() comes before receive()')
  readback.begin(4, 2)
  readback.dispose()
  expect(graphics.gl.held('buffer')).toBe(0)
  expect(() => readback.receive()).toThrow('No picture was asked for')
})
