/** Residency states are told apart without colour: each pattern by what is drawn on its square [RS-04]. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { stateFills } from '../../../renderer/canvas/state-fills'
import { recordedContext, stubCanvases } from './recorded-context'

const COLOURS = { evictable: 'amber', pending: 'blue', ground: 'dark' }

beforeEach(stubCanvases)
afterEach(() => {
  vi.unstubAllGlobals()
})

describe('the fills of residency states [RS-04]', () => {
  it('are stripes, 3 px thick and rising, for what is evictable', () => {
    const { evictable } = stateFills(recordedContext().context, COLOURS)
    expect(evictable).toMatchObject({
      side: 8,
      drawn: [
        { how: 'fill', ink: 'dark', x: 0, y: 0, w: 8, h: 8 },
        { how: 'stroke', ink: 'amber', line: 3 },
      ],
    })
    // from below the square's left corner to above its right one
    expect(evictable).toHaveProperty('drawn.1.points.2', { x: -1, y: 9 })
    expect(evictable).toHaveProperty('drawn.1.points.3', { x: 9, y: -1 })
  })

  it('are checks of 3 px for what is pending', () => {
    const { pending } = stateFills(recordedContext().context, COLOURS)
    expect(pending).toMatchObject({
      side: 6,
      drawn: [
        { how: 'fill', ink: 'dark', x: 0, y: 0, w: 6, h: 6 },
        { how: 'fill', ink: 'blue', x: 0, y: 0, w: 3, h: 3 },
        { how: 'fill', ink: 'blue', x: 3, y: 3, w: 3, h: 3 },
      ],
    })
  })

  it('are the plain colours where the browser gives no canvas for a square', () => {
    vi.stubGlobal('document', { createElement: () => ({ getContext: () => null }) })
    expect(stateFills(recordedContext().context, COLOURS)).toEqual({ evictable: 'amber', pending: 'blue' })
  })
})
