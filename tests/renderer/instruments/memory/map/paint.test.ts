import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { AllocationState } from '../../../../../preload/contract'
import { tintOf } from '../../../../../renderer/canvas/tint'
import { FLASH_ALPHA, FLASH_STEP, MapChanges } from '../../../../../renderer/instruments/memory/map/changes'
import { layoutMap, type MapLayout } from '../../../../../renderer/instruments/memory/map/layout'
import { drawOutlines, MapPainter } from '../../../../../renderer/instruments/memory/map/paint'
import type { AllocationColumns } from '../../../../../renderer/store/allocations'
import {
  type Box,
  drawnIn,
  inkAt,
  LETTER,
  type Recording,
  recordedContext,
  stubCanvases,
} from '../../../canvas/recorded-context'
import { MAP_THEME } from '../../../canvas/themes'
import { columnsOf, type Given } from '../../../store/support/columns'

const { resident, pending, evictable, pagedOut } = AllocationState
const MIB = 1024 * 1024

let recording: Recording

beforeEach(() => {
  stubCanvases()
  recording = recordedContext()
})
afterEach(() => {
  vi.unstubAllGlobals()
})

interface Map {
  columns: AllocationColumns
  layout: MapLayout
  changes: MapChanges
  painter: MapPainter
  /** the box of an allocation's cell */
  box(id: number): Box
}

/** Draws the allocations on a map of this size. */
function map(given: readonly Given[], width = 400, height = 300): Map {
  const columns = columnsOf(given)
  const layout = layoutMap(columns, width, height, 'uniform')
  const changes = new MapChanges(layout)
  changes.update(columns.states, 0, false)
  const painter = new MapPainter(recording.context, MAP_THEME, {
    name: (id) => columns.names.shortName(id),
    fullName: (id) => columns.names.fullName(id),
    bytes: (id) => `${(columns.bytes[id] ?? 0) / MIB} MiB`,
  })
  painter.drawAll(layout, changes)
  const box = (id: number): Box => {
    const cell = layout.cellOf[id]!
    return { x: layout.x[cell]!, y: layout.y[cell]!, w: layout.w[cell]!, h: layout.h[cell]! }
  }
  return { columns, layout, changes, painter, box }
}

/** What was drawn in a cell, but for its words. */
const shapesIn = (box: Box) => drawnIn(recording.drawn, box).filter(({ how }) => how !== 'text')

describe('a cell of the residency map', () => {
  it('that several share is divided as their states are, to the px [RS-04]', () => {
    // 60 × 6 px have 20 × 2 cells of 3 px at most: eighty allocations share them by twos, and each pair has one paged out
    const states = Array.from({ length: 80 }, (_, id) => ({ state: id % 2 === 0 ? resident : pagedOut }))
    const { layout, box } = map(states, 60, 6)
    expect(layout.mostInCell).toBeGreaterThan(1)
    const { x, y, w, h } = box(0)
    expect([w, h]).toEqual([3, 3])
    expect(shapesIn(box(0))).toMatchObject([
      { ink: 'resident', x, y, w: 2, h: 3 },
      { ink: 'ground', x: x + 2, y, w: 1, h: 3 },
    ])
  })

  it('is full of its colour when resident, a px short of the next cell [RS-04]', () => {
    const { box } = map([{ state: resident }, { state: resident }], 60, 60)
    for (const id of [0, 1]) {
      const { x, y, w, h } = box(id)
      expect(shapesIn(box(id))).toMatchObject([{ how: 'fill', ink: 'resident', x, y, w: w - 1, h: h - 1, alpha: 1 }])
    }
  })

  it('is hollow when paged out: a frame of a px around the ground [RS-04]', () => {
    const { box } = map([{ state: pagedOut }], 60, 60)
    const { x, y, w, h } = box(0)
    const shapes = shapesIn(box(0)).slice(0, 2)
    expect(shapes).toMatchObject([
      { ink: 'pagedOut', x, y, w: w - 1, h: h - 1 },
      { ink: 'ground', x: x + 1, y: y + 1, w: w - 3, h: h - 3 },
    ])
  })

  it.each([
    ['evictable', evictable, 'stripes'],
    ['pending', pending, 'dots'],
  ] as const)(
    'has a pattern of its own when %s, on the ground and framed in its colour [RS-04]',
    (name, state, pattern) => {
      const { box } = map([{ state }], 60, 60)
      const [filled, framed] = shapesIn(box(0))
      expect(typeof filled!.ink).toBe('object')
      const tile = filled!.ink as Exclude<typeof filled, undefined>['ink'] & { drawn: { how: string; ink: unknown }[] }
      expect(tile.drawn[0]).toMatchObject({ how: 'fill', ink: 'ground' })
      const marks = tile.drawn.slice(1)
      expect(marks.map(({ ink }) => ink)).toEqual(marks.map(() => name))
      expect(marks.map(({ how }) => how)).toEqual(pattern === 'stripes' ? ['stroke'] : ['fill', 'fill'])
      expect(framed).toMatchObject({ how: 'stroke', ink: name, line: 1 })
    },
  )

  it('that is too small for a pattern has its colour alone', () => {
    // two hundred cells on 60 × 45 px: about 3 px each
    const { box } = map(
      Array.from({ length: 200 }, () => ({ state: evictable })),
      60,
      45,
    )
    expect(box(50).w).toBeLessThan(6)
    expect(inkAt(recording.drawn, box(50).x, box(50).y)).toBe('evictable')
  })

  it('has its state wherever it lies', () => {
    const states = [resident, pagedOut, resident, pagedOut, resident]
    const { box } = map(states.map((state) => ({ state })))
    states.forEach((state, id) => {
      const { x, y, w, h } = box(id)
      expect(inkAt(recording.drawn, x + w / 2, y + h - 4)).toBe(state === resident ? 'resident' : 'ground')
    })
  })
})

describe('the words of a cell', () => {
  const words = () => recording.drawn.filter(({ how, font }) => how === 'text' && font === '11px serif')

  it('are the allocation’s name and size, in the colour for its ground', () => {
    map([{ name: 'kernel', bytes: 64 * MIB, state: resident }])
    expect(words()).toMatchObject([
      { text: 'kernel', ink: 'textOnState' },
      { text: '64 MiB', ink: 'textOnState' },
    ])
  })

  it('stand on a plate of the ground where the cell has a pattern', () => {
    map([{ name: 'kernel', bytes: 64 * MIB, state: evictable }])
    for (const { text, ink, x, y, w } of words()) {
      expect(ink, text).toBe('text')
      expect(inkAt(recording.drawn, x, y), text).toBe('ground')
      expect(inkAt(recording.drawn, x + w, y), text).toBe('ground')
    }
    expect(words()).toHaveLength(2)
  })

  it('are cut with an ellipsis where the cell is narrow, and never reach out of it', () => {
    const name = 'a-name-that-is-much-too-long'
    const { box } = map([{ name }, { name }, { name }, { name }], 160, 80)
    expect(words()).toHaveLength(4)
    words().forEach(({ text, x, w }, id) => {
      const cell = box(id)
      // 6 px before it and behind it
      const letters = Math.floor((cell.w - 1 - 12) / LETTER) - 1
      expect(text).toBe(`${name.slice(0, letters)}…`)
      expect(x + w).toBeLessThanOrEqual(cell.x + cell.w - 6)
    })
  })

  it('leave the size out rather than cutting it: without its unit it would be misread', () => {
    map([{ name: 'k', bytes: 1_000_000 * MIB }], 60, 90)
    expect(words().map(({ text }) => text)).toEqual(['k'])
  })

  it('are left out where there is no room for one line', () => {
    map(
      Array.from({ length: 40 }, () => ({ name: 'k' })),
      100,
      100,
    )
    expect(words()).toEqual([])
  })

  it('are none on a cell that several allocations share', () => {
    const { layout } = map(
      Array.from({ length: 4_000 }, () => ({ name: 'k' })),
      60,
      60,
    )
    expect(layout.mostInCell).toBeGreaterThan(1)
    expect(words()).toEqual([])
  })
})

describe('a group of the residency map', () => {
  it('begins with the effect’s own colour, as its packets and its span have it', () => {
    map([{ effect: 'Blur' }, { effect: 'Sepia' }], 200, 200)
    const tints = recording.drawn.filter(({ ink }) => String(ink).startsWith('hsl('))
    expect(tints.map(({ ink }) => ink).sort()).toEqual([tintOf('Blur'), tintOf('Sepia')].sort())
    for (const { w } of tints) expect(w).toBe(4)
  })

  it('of no effect, as the blocks of a pool, says so in its strip', () => {
    map([{ effect: 'Blur' }, { effect: '' }], 200, 200)
    const names = recording.drawn.filter(({ font }) => font === '600 11px serif')
    expect(names.map(({ text }) => text).sort()).toEqual(['Blur', 'No effect'])
  })

  // an instrument: what lies below the name “Sharpen” is read as Sharpen’s
  it('too low for its name has its colour across it, and its effect in the names of its cells [RS-04]', () => {
    const { layout } = map(
      [
        { effect: 'Sharpen', name: 'mask' },
        { effect: 'Sharpen', name: 'result' },
        { effect: 'Sharpen', name: 'edges' },
        { effect: 'Sepia', name: 'k' },
      ],
      120,
      180,
    )
    const low = layout.groups.find(({ effect }) => effect === 'Sepia')!
    expect(low.y).toBeGreaterThan(0)
    const names = recording.drawn.filter(({ font }) => font === '600 11px serif')
    expect(names.map(({ text }) => text)).toEqual(['Sharpen'])
    const [strip, ...others] = recording.drawn.filter(({ ink }) => ink === tintOf('Sepia'))
    expect(strip).toMatchObject({ x: low.x, y: low.y, w: low.w - 1, h: 4 })
    expect(others).toEqual([])
    const words = recording.drawn.filter(({ font }) => font === '11px serif').map(({ text }) => text)
    expect(words).toContain('Sepia.k')
    expect(words).toContain('mask')
    expect(words).not.toContain('Sharpen.mask')
  })

  it('has the effect’s name in a strip above its cells, cut to the strip', () => {
    map([{ effect: 'Blur' }, { effect: 'An effect whose name is far too long for its strip' }], 200, 200)
    const names = recording.drawn.filter(({ font }) => font === '600 11px serif')
    expect(names.map(({ text }) => text)).toContain('Blur')
    expect(names).toHaveLength(2)
    for (const { x, y, w, ink } of names) {
      expect(ink).toBe('textMuted')
      expect(
        inkAt(
          recording.drawn.slice(
            0,
            recording.drawn.findIndex((each) => each.ink === 'resident'),
          ),
          x,
          y,
        ),
      ).toBe('panel')
      expect(x + w).toBeLessThanOrEqual(200 - 5)
    }
    expect(names.some(({ text }) => text?.endsWith('…'))).toBe(true)
  })
})

describe('a change of the residency map', () => {
  it('draws the cells that changed and no other, an eviction in another colour than an arrival [RS-04]', () => {
    const { columns, layout, changes, painter, box } = map([
      { state: resident },
      { state: evictable },
      { state: resident },
    ])
    recording.drawn.splice(0)
    columns.states[0] = evictable
    columns.states[1] = resident
    painter.drawCells(layout, changes, changes.update(columns.states, 1000, true))
    expect(drawnIn(recording.drawn, box(2))).toEqual([])
    const flashes = recording.drawn.filter(({ ink }) => ink === 'evictedFlash' || ink === 'arrivedFlash')
    expect(flashes).toMatchObject([
      { ink: 'evictedFlash', x: box(0).x, y: box(0).y, alpha: FLASH_ALPHA[0] },
      { ink: 'arrivedFlash', x: box(1).x, y: box(1).y, alpha: FLASH_ALPHA[0] },
    ])
  })

  it('fades in steps and leaves the plain state', () => {
    const { columns, layout, changes, painter, box } = map([{ state: resident }], 60, 60)
    columns.states[0] = pagedOut
    painter.drawCells(layout, changes, changes.update(columns.states, 0, true))
    const alphas: number[] = []
    for (const at of [1, 2, 3]) {
      recording.drawn.splice(0)
      painter.drawCells(layout, changes, changes.advance(at * FLASH_STEP))
      alphas.push(...recording.drawn.filter(({ ink }) => ink === 'evictedFlash').map(({ alpha }) => alpha))
    }
    expect(alphas).toEqual([FLASH_ALPHA[1], FLASH_ALPHA[2]])
    const { x, y, w, h } = box(0)
    expect(inkAt(recording.drawn, x + w - 5, y + h - 5)).toBe('ground')
  })
})

describe('the outlines above the map', () => {
  it('are of the selected cell and of the one under the pointer, on an empty layer', () => {
    const { layout, box } = map([{}, {}])
    recording.drawn.splice(0)
    drawOutlines(recording.context, layout, MAP_THEME, 0, 1)
    const [cleared, hovered, ...selected] = recording.drawn
    expect(cleared).toMatchObject({ how: 'clear', x: 0, y: 0, w: 400, h: 300 })
    expect(hovered).toMatchObject({ how: 'stroke', ink: 'text', line: 1, x: box(1).x - 0.5, y: box(1).y - 0.5 })
    expect(selected).toMatchObject([
      { ink: 'ground', line: 4 },
      { ink: 'outline', line: 2, x: box(0).x, y: box(0).y },
    ])
  })

  it('are one where the pointer is on the selected cell, and none for cells that are not there', () => {
    const { layout } = map([{}])
    recording.drawn.splice(0)
    drawOutlines(recording.context, layout, MAP_THEME, 0, 0)
    expect(recording.drawn.filter(({ how }) => how === 'stroke').map(({ ink }) => ink)).toEqual(['ground', 'outline'])
    recording.drawn.splice(0)
    drawOutlines(recording.context, layout, MAP_THEME, -1, 7)
    expect(recording.drawn.map(({ how }) => how)).toEqual(['clear'])
  })
})
