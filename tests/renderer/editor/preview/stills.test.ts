/** Pictures of clips as textures: each made once, and given back with its clip. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { StillTextures } from '../../../../renderer/editor/preview/stills'
import { dropPixels, keepPixels, stillPixels } from '../../../../renderer/store/stills'
import { type Graphics, stubGraphics } from './recorded-gl'

let graphics: Graphics
let stills: StillTextures

beforeEach(() => {
  graphics = stubGraphics()
  // a recorder has what the Preview uses of a context; TypeScript knows only whole ones
  stills = new StillTextures(graphics.gl as unknown as WebGL2RenderingContext)
  keepPixels('sea', stillPixels({ width: 40, height: 30, close: () => {} }))
})
afterEach(() => {
  dropPixels('sea')
  vi.unstubAllGlobals()
})

it('a picture becomes a texture of its size when it is first drawn, and stays that', () => {
  expect(graphics.gl.held('texture')).toBe(0)
  const made = stills.of('sea')
  expect(made).toMatchObject({ width: 40, height: 30, texture: { width: 40, height: 30 } })
  expect([stills.of('sea') === made, graphics.gl.held('texture')]).toEqual([true, 1])
  expect(stills.of('sky')).toBeNull()
})

it('its texture is deleted once its clip is gone, or shows another picture, and not before', () => {
  const first = stills.of('sea')
  stills.dropGone()
  expect(stills.of('sea')).toBe(first)
  keepPixels('sea', stillPixels({ width: 8, height: 8, close: () => {} }))
  expect(stills.of('sea')).toMatchObject({ width: 8 })
  expect(graphics.gl.held('texture')).toBe(2)
  stills.dropGone()
  expect(graphics.gl.held('texture')).toBe(1)
  dropPixels('sea')
  stills.dropGone()
  expect(graphics.gl.held('texture')).toBe(0)
})

it('all are deleted at the end; after a lost context they are made anew', () => {
  const first = stills.of('sea')
  stills.forget()
  expect(stills.of('sea')).not.toBe(first)
  const before = graphics.gl.held('texture')
  stills.dispose()
  expect(graphics.gl.held('texture')).toBe(before - 1)
})
