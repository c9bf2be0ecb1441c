/** What lies in heaps is told apart without colour: each kind by what is drawn on its square. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { AllocationState, RANGE_KINDS } from '../../../../../preload/contract'
import { heapTheme, kindFills, pinnedFill } from '../../../../../renderer/instruments/defragmentation/heap-map/theme'
import { recordedContext, stubCanvases } from '../../../canvas/recorded-context'
import { HEAP_THEME } from '../../../canvas/themes'

beforeEach(stubCanvases)
afterEach(() => {
  vi.unstubAllGlobals()
})

const fillOf = (kind: (typeof RANGE_KINDS)[number], ground = 'rgb(10, 20, 30)') =>
  kindFills(recordedContext().context, { ...HEAP_THEME, kinds: [...RANGE_KINDS], ground })[RANGE_KINDS.indexOf(kind)]

describe('the fill of a range', () => {
  it('is plain where it is free, and of buffers', () => {
    expect([fillOf('free'), fillOf('buffer')]).toEqual(['free', 'buffer'])
  })

  it('is woven for textures, in half of the ground, and dotted for what is unknown', () => {
    const ink = 'rgba(10, 20, 30, 0.45)'
    expect(fillOf('texture')).toMatchObject({
      side: 6,
      drawn: [
        { ink: 'texture', w: 6, h: 6 },
        { ink, x: 0, y: 5, w: 6, h: 1 },
        { ink, x: 5, y: 0, w: 1, h: 6 },
      ],
    })
    expect(fillOf('unknown')).toMatchObject({
      drawn: [{ ink: 'unknown' }, { ink, x: 1, y: 1, w: 2, h: 2 }, { ink, x: 4, y: 4, w: 2, h: 2 }],
    })
  })

  it('takes a colour without commas as well, as browsers may write it', () => {
    expect(fillOf('unknown', 'rgb(10 20 30)')).toMatchObject({ drawn: [{}, { ink: 'rgba(10, 20, 30, 0.45)' }, {}] })
  })

  it('is hatched on what is free where something will lie [DF-20]', () => {
    expect(fillOf('destination')).toMatchObject({
      drawn: [
        { how: 'fill', ink: 'free' },
        { how: 'stroke', ink: 'destination', line: 1.6 },
      ],
    })
  })

  it('has stripes over it where it may not be moved, through which it is seen [DF-20]', () => {
    expect(pinnedFill(recordedContext().context, HEAP_THEME)).toMatchObject({
      drawn: [{ ink: 'transparent' }, { how: 'stroke', ink: 'pinned', line: 2 }],
    })
  })
})

it('the colours are those of the theme, states by their numbers', () => {
  const { kinds, states } = heapTheme()
  expect(kinds[RANGE_KINDS.indexOf('texture')]).toBe('--heap-texture')
  const { pagedOut, evictable, resident, pending } = AllocationState
  expect([pagedOut, evictable, resident, pending].map((state) => states[state])).toEqual([
    ...['--state-paged-out', '--state-evictable', '--state-resident', '--state-pending'],
  ])
})
