import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { AllocationState, type HeapBlockView, type PoolView, RangeFlag } from '../../../../../preload/contract'
import {
  GUTTER,
  HEADING,
  layoutHeaps,
  TALL,
  THIN,
} from '../../../../../renderer/instruments/defragmentation/heap-map/layout'
import {
  HeapPainter,
  type HeapPainting,
  poolText,
} from '../../../../../renderer/instruments/defragmentation/heap-map/paint'
import {
  drawnIn,
  filledWith,
  inkAt,
  type Recording,
  recordedContext,
  stubCanvases,
  textsOf,
} from '../../../canvas/recorded-context'
import { HEAP_THEME } from '../../../canvas/themes'
import { heap, pool } from '../../../store/support/heaps'

const WIDTH = GUTTER + 200 + 10
/** px of the rows: a byte of a block of 200 bytes is a px */
const PLOT = 200
/** top of the first block's bar: below its pool's heading, in the middle of its row */
const BAR = HEADING + (TALL.pitch - TALL.bar) / 2

let recording: Recording

beforeEach(() => {
  stubCanvases()
  recording = recordedContext()
})
afterEach(() => {
  vi.unstubAllGlobals()
})

function paint(
  blocks: readonly HeapBlockView[],
  parts: Partial<HeapPainting> & { pools?: readonly PoolView[]; measure?: typeof TALL; scale?: 'bytes' | 'full' } = {},
): void {
  const { pools = [pool(0, 'DEFAULT')], measure = TALL, scale = 'bytes', ...painting } = parts
  new HeapPainter(recording.context, HEAP_THEME).draw({
    layout: layoutHeaps({ pools: [...pools], blocks: [...blocks] }, measure, scale),
    shown: { from: 0, to: 1 },
    scroll: 0,
    width: WIDTH,
    height: 300,
    plot: PLOT,
    residency: () => AllocationState.resident,
    ...painting,
  })
}

/** What was drawn in the bar of a block's row. */
const bar = (row = 0, { pitch, bar: height } = TALL) =>
  drawnIn(recording.drawn, { x: GUTTER, y: HEADING + row * pitch, w: PLOT, h: Math.max(pitch, height) })

describe('a range of the heap map [DF-01]', () => {
  it('lies where its bytes do, in the colour of its kind, a px short of the next', () => {
    paint([heap(1, [{ bytes: 40, name: 'a' }, { bytes: 60 }, { bytes: 100, name: 'b' }])])
    expect(filledWith(bar(), 'free')).toEqual([[GUTTER, BAR, 200, TALL.bar]])
    expect(filledWith(bar(), 'buffer').filter(([, , , h]) => h === TALL.bar)).toEqual([
      [GUTTER, BAR, 39, TALL.bar],
      [GUTTER + 100, BAR, 99, TALL.bar],
    ])
    expect(inkAt(bar(), GUTTER + 70, BAR + 4)).toBe('free')
  })

  it('has a pattern by kind: textures woven, what is unknown dotted, destinations hatched, buffers plain', () => {
    const kinds = ['buffer', 'texture', 'unknown', 'destination'] as const
    paint([
      heap(
        1,
        kinds.map((kind) => ({ bytes: 50, kind })),
      ),
    ])
    const inks = kinds.map((_, at) => inkAt(bar(), GUTTER + at * 50 + 20, BAR + 2))
    expect(inks[0]).toBe('buffer')
    const patterns = inks.slice(1)
    expect(patterns.every((ink) => typeof ink === 'object')).toBe(true)
    const grounds = patterns.map((ink) => (typeof ink === 'object' ? ink.drawn[0]?.ink : ink))
    // a destination holds nothing yet: it is hatched on what is free
    expect(grounds).toEqual(['texture', 'unknown', 'free'])
    const marks = patterns.map((ink) => (typeof ink === 'object' ? ink.drawn.slice(1).map(({ how }) => how) : []))
    expect(marks).toEqual([['fill', 'fill'], ['fill', 'fill'], ['stroke']])
  })

  it('that may not be moved is hatched over, that is moving is dashed around [DF-20]', () => {
    paint([
      heap(1, [
        { bytes: 100, name: 'pinned', flags: RangeFlag.pinned },
        { bytes: 100, name: 'moving', flags: RangeFlag.moving },
      ]),
    ])
    const over = inkAt(bar(), GUTTER + 90, BAR + 2)
    expect(typeof over).toBe('object')
    expect(typeof over === 'object' && over.drawn.at(-1)).toMatchObject({ how: 'stroke', ink: 'pinned', line: 2 })
    const dashed = bar().filter(({ ink }) => ink === 'moving')
    expect(dashed).toMatchObject([{ how: 'stroke', x: GUTTER + 101, y: BAR + 1, w: 97, h: TALL.bar - 2, dash: [3, 2] }])
    // what is drawn after it is not dashed
    expect(bar().at(-1)?.dash ?? []).toEqual([])
  })

  it('shares a column with others that are narrower than a px, as high as what is not free', () => {
    // 400 ranges on 200 px, every second one free
    const ranges = Array.from({ length: 400 }, (_, at) => (at % 2 === 0 ? { bytes: 1, name: 'a' } : { bytes: 1 }))
    paint([heap(1, ranges)])
    const columns = filledWith(bar(), 'buffer')
    expect(columns).toHaveLength(200)
    for (const [, y, w, h] of columns) expect([y, w, h]).toEqual([BAR + TALL.bar - 8, 1, 8])
  })
})

describe('the name of a range', () => {
  const names = () => bar().filter(({ how }) => how === 'text')

  it('stands on a plate of the kind’s colour, as patterns would make letters hard to read', () => {
    paint([heap(1, [{ bytes: 200, kind: 'texture', name: 'colours' }])])
    expect(names()).toMatchObject([{ text: 'colours', ink: 'textOnRange', x: GUTTER + 5 }])
    const [{ x, y, w }] = names() as [(typeof recording.drawn)[number]]
    expect(inkAt(bar(), x, y)).toBe('texture')
    expect(inkAt(bar(), x + w, y)).toBe('texture')
  })

  it('is cut with an ellipsis within its range', () => {
    paint([heap(1, [{ bytes: 60, name: 'an-allocation-with-a-long-name' }, { bytes: 140 }])])
    expect(names()).toHaveLength(1)
    const [{ text, x, w }] = names() as [(typeof recording.drawn)[number]]
    // 60 px less one, less 5 on each side: eight letters, the last of them the ellipsis
    expect(text).toBe('an-allo…')
    expect(x + w).toBeLessThanOrEqual(GUTTER + 60 - 5)
  })

  it('is left out on a narrow range, on one without a name, and in thin rows', () => {
    paint([
      heap(1, [
        { bytes: 43, name: 'name' },
        { bytes: 157, kind: 'texture' },
      ]),
    ])
    expect(names()).toEqual([])
    recording.drawn.splice(0)
    paint([heap(1, [{ bytes: 200, name: 'name' }])], { measure: THIN })
    expect(textsOf(recording.drawn)).not.toContain('name')
  })
})

describe('a row of the heap map', () => {
  it('is as long as its block, in one scale with the largest of its pool', () => {
    paint([heap(1, [{ bytes: 200, name: 'a' }]), heap(2, [{ bytes: 50, name: 'b' }])])
    expect(filledWith(bar(1), 'free')).toEqual([[GUTTER, BAR + TALL.pitch, 50, TALL.bar]])
    recording.drawn.splice(0)
    paint([heap(1, [{ bytes: 200, name: 'a' }]), heap(2, [{ bytes: 50, name: 'b' }])], { scale: 'full' })
    expect(filledWith(bar(1), 'free')).toEqual([[GUTTER, BAR + TALL.pitch, 200, TALL.bar]])
  })

  it('shows the part that is in sight, and that it goes on beyond', () => {
    paint(
      [
        heap(1, [
          { bytes: 100, name: 'a' },
          { bytes: 100, kind: 'texture', name: 'b' },
        ]),
      ],
      {
        shown: { from: 0.25, to: 0.75 },
      },
    )
    // 50 of the first 100 bytes are in sight, at 2 px each
    expect(filledWith(bar(), 'buffer').find(([, , , h]) => h === TALL.bar)).toEqual([GUTTER, BAR, 99, TALL.bar])
    const torn = recording.drawn.filter(({ ink, points }) => ink === 'textMuted' && points)
    expect(torn).toMatchObject([{ x: GUTTER + PLOT + 2, w: 5 }])
    recording.drawn.splice(0)
    paint([heap(1, [{ bytes: 200, name: 'a' }])])
    expect(recording.drawn.filter(({ ink, points }) => ink === 'textMuted' && points)).toEqual([])
  })

  it.each([
    [AllocationState.resident, 'state resident', ['fill', 'stroke']],
    [AllocationState.pending, 'state pending', ['fill', 'stroke']],
    [AllocationState.evictable, 'state evictable', ['stroke']],
    [AllocationState.pagedOut, 'state paged out', ['stroke']],
  ])('has its block’s name with the residency of its heap: state %i full or hollow [RS-15]', (state, colour, how) => {
    paint([heap(1, [{ bytes: 200, name: 'a' }])], { residency: () => state })
    const dot = recording.drawn.filter(({ ink }) => ink === colour)
    expect(dot.map((each) => each.how)).toEqual(how)
    expect(dot[0]).toMatchObject({ x: 6.5, w: 7 })
    const name = recording.drawn.find(({ text }) => text === '1')
    expect(name).toMatchObject({ x: 19, ink: 'text' })
  })

  it('has no residency when its block is of a dump', () => {
    paint([heap(1, [{ bytes: 200, name: 'a' }])], { residency: () => null })
    expect(recording.drawn.filter(({ ink }) => String(ink).startsWith('state '))).toEqual([])
  })

  it('has a name that is cut to the room on the left, muted for a committed allocation', () => {
    paint([heap(1, [{ bytes: 200, name: 'a' }], { name: 'a committed allocation', committed: true })])
    const name = recording.drawn.find(({ text }) => text?.startsWith('a commit'))
    expect(name).toMatchObject({ ink: 'textMuted' })
    expect(name!.x + name!.w).toBeLessThanOrEqual(GUTTER - 7)
  })
})

describe('a heading of the heap map', () => {
  it('is the pool’s name and what it is made of, cut to the width', () => {
    const custom = pool(0, 'a pool with quite a long name for its heading', { custom: true })
    paint([], { pools: [custom], width: 150 })
    const texts = recording.drawn.filter(({ how }) => how === 'text')
    expect(texts).toHaveLength(2)
    for (const { text, x, w } of texts) {
      expect(text).toMatch(/…$/)
      expect(x + w).toBeLessThanOrEqual(150 - 8 + 1)
    }
  })

  it('stays at the top while its rows are scrolled, until the next one pushes it out', () => {
    const pools = [pool(0, 'DEFAULT'), pool(1, 'UPLOAD')]
    const blocks = [1, 2, 3].map((id) => heap(id, [{ bytes: 200, name: 'a' }]))
    paint(blocks, { pools, scroll: 30 })
    expect(filledWith(recording.drawn, 'heading').at(-1)).toEqual([0, 0, WIDTH, HEADING])
    expect(textsOf(recording.drawn).slice(-2)[0]).toBe('DEFAULT')
    recording.drawn.splice(0)
    // the second heading begins at 82: 10 px below the top it has pushed the first one up by 12
    paint(blocks, { pools, scroll: HEADING + 3 * TALL.pitch - 10 })
    expect(filledWith(recording.drawn, 'heading').at(-1)).toEqual([0, 10 - HEADING, WIDTH, HEADING])
  })

  it('says how many blocks there are, of what size, and how many allocations stand alone', () => {
    const parts = { blockSize: 64 * 1024 * 1024, committedCount: 3, maxBlocks: 4 }
    const { statistics } = pool(0, '')
    const of = (blockCount: number, blockBytes: number) =>
      poolText(pool(0, 'DEFAULT', { ...parts, statistics: { ...statistics, blockCount, blockBytes } }))
    expect(of(1, 64 * 1024 * 1024)).toBe('TLSF, 1 block (at most 4) of 64 MiB, 3 committed')
    // 8, 16 and 64 MiB: the first blocks of a pool are smaller
    expect(of(3, 88 * 1024 * 1024)).toBe('TLSF, 3 blocks (at most 4) of up to 64 MiB, 3 committed')
    expect(poolText(pool(0, 'DEFAULT', { alwaysCommitted: true, committedCount: 2 }))).toBe(
      'always committed, 2 committed',
    )
  })
})
