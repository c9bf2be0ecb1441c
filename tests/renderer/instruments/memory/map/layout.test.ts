import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { LEAST_CELL, layoutMap, type MapLayout } from '../../../../../renderer/instruments/memory/map/layout'
import { columnsOf, manyColumns } from '../../../store/support/columns'

const MIB = 1024 * 1024

/** Every allocation is in exactly one cell, and cells lie inside the map without overlapping. */
function check(layout: MapLayout, ids: readonly number[]): void {
  expect([...layout.members].sort((a, b) => a - b)).toEqual([...ids].sort((a, b) => a - b))
  expect(layout.firstMember[layout.cells]).toBe(ids.length)
  const taken = new Uint8Array(layout.width * layout.height)
  for (let cell = 0; cell < layout.cells; cell++) {
    const [x, y, w, h] = [layout.x[cell]!, layout.y[cell]!, layout.w[cell]!, layout.h[cell]!]
    expect(x >= 0 && y >= 0 && x + w <= layout.width && y + h <= layout.height, `cell ${cell} is inside`).toBe(true)
    for (let row = y; row < y + h; row++) {
      for (let column = x; column < x + w; column++) taken[row * layout.width + column]!++
    }
    for (let at = layout.firstMember[cell]!; at < layout.firstMember[cell + 1]!; at++) {
      expect(layout.cellOf[layout.members[at]!]).toBe(cell)
    }
  }
  expect(Math.max(...new Set(taken))).toBeLessThanOrEqual(1)
}

describe('layoutMap', () => {
  it('holds every allocation once, whatever the size and the mode', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 400 }),
        fc.integer({ min: 1, max: 60 }),
        fc.integer({ min: 60, max: 600 }),
        fc.integer({ min: 60, max: 400 }),
        fc.constantFrom('area' as const, 'uniform' as const),
        (count, perEffect, width, height, mode) => {
          const columns = manyColumns(count, perEffect)
          check(layoutMap(columns, width, height, mode), columns.ids)
        },
      ),
      { numRuns: 60 },
    )
  })

  it('grows a cell with its bytes in area mode, and not in uniform mode', () => {
    const columns = columnsOf([{ bytes: 64 * MIB }, { bytes: 16 * MIB }])
    const areaOf = (layout: MapLayout, id: number) => {
      const cell = layout.cellOf[id]!
      return layout.w[cell]! * layout.h[cell]!
    }
    const area = layoutMap(columns, 400, 200, 'area')
    expect(areaOf(area, 0) / areaOf(area, 1)).toBeCloseTo(4, 0)
    const uniform = layoutMap(columns, 400, 200, 'uniform')
    expect(areaOf(uniform, 0) / areaOf(uniform, 1)).toBeCloseTo(1, 1)
  })

  it('keeps 64 KiB next to 1 GiB large enough to be seen and pointed at', () => {
    const layout = layoutMap(columnsOf([{ bytes: 1024 * MIB }, { bytes: 65_536 }]), 400, 200, 'area')
    expect(Math.min(layout.w[layout.cellOf[1]!]!, layout.h[layout.cellOf[1]!]!)).toBeGreaterThanOrEqual(20)
  })

  it('groups by effect, with a strip for the name where there is room', () => {
    const layout = layoutMap(manyColumns(10, 5), 400, 200, 'area')
    expect(layout.groups.map((group) => group.effect).sort()).toEqual(['Effect 0', 'Effect 1'])
    for (const group of layout.groups) {
      expect(group.header).toBeGreaterThan(0)
      expect(group.lastCell - group.firstCell).toBe(5)
    }
  })

  it('lets allocations share a cell instead of drawing what nobody could see', () => {
    const columns = manyColumns(100_000, 1000)
    const layout = layoutMap(columns, 480, 240, 'uniform')
    expect(layout.mostInCell).toBeGreaterThan(7)
    expect(layout.cells).toBeLessThanOrEqual((480 * 240) / LEAST_CELL ** 2)
    expect(layout.firstMember[layout.cells]).toBe(100_000)
    const widths = layout.w.subarray(0, layout.cells)
    expect(widths.every((width) => width >= LEAST_CELL - 1)).toBe(true)
    expect(layoutMap(manyColumns(200, 100), 480, 240, 'uniform').mostInCell).toBe(1)
  })

  it('does not tell effects apart where there is no room for them', () => {
    const layout = layoutMap(manyColumns(20_000, 2), 480, 240, 'area')
    expect(layout.groups).toHaveLength(1)
    expect(layout.groups[0]?.effect).toBe('10,000 effects')
  })

  it('is empty without allocations and before it has a size', () => {
    expect(layoutMap(columnsOf([]), 400, 200, 'area').cells).toBe(0)
    expect(layoutMap(manyColumns(5, 5), 0, 0, 'area').cells).toBe(0)
  })
})
