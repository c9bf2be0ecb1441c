/** Kinds of packets are told apart without colour: each by what is drawn on its square. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { PACKET_KINDS, type PacketKind } from '../../../../preload/contract'
import { kindFills, laneTheme } from '../../../../renderer/instruments/gpu/theme'
import { recordedContext, stubCanvases } from '../../canvas/recorded-context'
import { LANE_THEME } from '../../canvas/themes'

beforeEach(stubCanvases)
afterEach(() => {
  vi.unstubAllGlobals()
})

const fillOf = (kind: PacketKind) => kindFills(LANE_THEME, recordedContext().context)[PACKET_KINDS.indexOf(kind)]

describe('the fill of packets', () => {
  it('is plain for standard ones', () => {
    expect(fillOf('standard')).toBe('standard')
  })

  it.each([
    ['present', 'a line across', { x: 0, y: 2, w: 6, h: 1.5 }],
    ['paging', 'a line down', { x: 2, y: 0, w: 1.5, h: 6 }],
  ] as const)('has for %s %s cut out of the colour', (kind, _, line) => {
    expect(fillOf(kind)).toMatchObject({
      side: 6,
      drawn: [
        { how: 'fill', ink: kind, w: 6, h: 6 },
        { how: 'fill', ink: 'lane', alpha: 0.45, ...line },
      ],
    })
  })

  it('is of lines alone for context switches, and of dots for waits: the lane is seen through', () => {
    expect(fillOf('context-switch')).toMatchObject({
      drawn: [{ how: 'stroke', ink: 'context-switch', line: 1.5, alpha: 1 }],
    })
    expect(fillOf('wait')).toMatchObject({
      drawn: [
        { how: 'fill', ink: 'wait', x: 1, y: 1, w: 2, h: 2 },
        { how: 'fill', ink: 'wait', x: 4, y: 4, w: 2, h: 2 },
      ],
    })
  })
})

describe('the colours of lanes', () => {
  it('are those of the theme, one for each kind', () => {
    const { kinds, missed, text, font, tints } = laneTheme()
    expect(new Set(kinds).size).toBe(PACKET_KINDS.length)
    expect([kinds[PACKET_KINDS.indexOf('paging')], missed, text, font, tints]).toEqual([
      ...['--gpu-paging', '--danger', '--text', 'serif'],
      true,
    ])
  })

  it('have no tints of effects where the system has its own', () => {
    vi.stubGlobal('matchMedia', (query: string) => ({ matches: query === '(forced-colors: active)' }))
    expect(laneTheme().tints).toBe(false)
  })
})
