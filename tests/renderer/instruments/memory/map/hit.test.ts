import { describe, expect, it } from 'vitest'
import { AllocationState } from '../../../../../preload/contract'
import { cellAt, mostFrequentState, neighbour } from '../../../../../renderer/instruments/memory/map/hit'
import { layoutMap } from '../../../../../renderer/instruments/memory/map/layout'
import { columnsOf, manyColumns } from '../../../store/support/columns'

const layout = layoutMap(manyColumns(60, 20), 480, 240, 'uniform')
const centre = (cell: number) => [layout.x[cell]! + layout.w[cell]! / 2, layout.y[cell]! + layout.h[cell]! / 2] as const

describe('cellAt', () => {
  it('finds every cell at its centre and at its first corner', () => {
    for (let cell = 0; cell < layout.cells; cell++) {
      expect(cellAt(layout, ...centre(cell))).toBe(cell)
      expect(cellAt(layout, layout.x[cell]!, layout.y[cell]!)).toBe(cell)
    }
  })

  it('finds nothing on the name of an effect and outside', () => {
    const group = layout.groups[0]!
    expect(cellAt(layout, group.x + 4, group.y + group.header / 2)).toBe(-1)
    expect(cellAt(layout, -3, 20)).toBe(-1)
    expect(cellAt(layout, 20, 5000)).toBe(-1)
  })
})

describe('neighbour', () => {
  it('lies in the direction that was asked for, and is another cell wherever there is one in that row or column', () => {
    const cells = Array.from({ length: layout.cells }, (_, cell) => cell)
    const sign = { left: -1, right: 1, up: -1, down: 1 }
    let inner = 0
    for (const cell of cells)
      for (const direction of ['left', 'right', 'up', 'down'] as const) {
        const axis = direction === 'left' || direction === 'right' ? 0 : 1
        const from = centre(cell)
        const way = (to: number) => sign[direction] * (centre(to)[axis] - from[axis])
        // beside it: as high, or as far to the right
        const beside = cells.some((other) => centre(other)[1 - axis] === from[1 - axis] && way(other) > 0)
        const found = way(neighbour(layout, cell, direction))
        if (beside) expect(found).toBeGreaterThan(0)
        else expect(found).toBeGreaterThanOrEqual(0)
        if (beside) inner++
      }
    expect(inner).toBeGreaterThan(layout.cells)
  })

  it('stays in its row when it goes along a grid', () => {
    const group = layout.groups[0]!
    const right = neighbour(layout, group.firstCell, 'right')
    expect(layout.y[right]).toBe(layout.y[group.firstCell])
    expect(layout.x[right]).toBe(layout.x[group.firstCell]! + layout.w[group.firstCell]!)
  })

  it('reaches every cell from the first one by arrow keys', () => {
    const seen = new Set([0])
    const queue = [0]
    for (let cell = queue.pop(); cell !== undefined; cell = queue.pop()) {
      for (const direction of ['left', 'right', 'up', 'down'] as const) {
        const next = neighbour(layout, cell, direction)
        if (!seen.has(next)) queue.push(next)
        seen.add(next)
      }
    }
    expect(seen.size).toBe(layout.cells)
  })

  it('is the cell itself at the edge', () => {
    const alone = layoutMap(columnsOf([{}]), 100, 100, 'area')
    expect(neighbour(alone, 0, 'right')).toBe(0)
  })
})

describe('mostFrequentState', () => {
  const { pagedOut, evictable, resident, pending } = AllocationState
  const counts = (...of: [state: number, count: number][]): number[] => {
    const all = [9, 9, 0, 0, 0, 0]
    for (const [state, count] of of) all[2 + state] = count
    return all
  }

  it('is what most of the allocations of a cell are in', () => {
    expect(mostFrequentState(counts([pagedOut, 3], [resident, 1]), 2)).toBe(pagedOut)
    expect(mostFrequentState(counts([evictable, 4], [resident, 3]), 2)).toBe(evictable)
    expect(mostFrequentState(counts([pending, 1]), 2)).toBe(pending)
  })

  it('is the more resident one where as many are in each', () => {
    expect(mostFrequentState(counts([pagedOut, 2], [resident, 2]), 2)).toBe(resident)
    expect(mostFrequentState(counts([evictable, 2], [pending, 2]), 2)).toBe(pending)
  })
})
