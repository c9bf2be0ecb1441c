import { describe, expect, it } from 'vitest'
import { AllocationState } from '../../../../../preload/contract'
import { FLASH_ALPHA, FLASH_STEP, FlashKind, MapChanges } from '../../../../../renderer/instruments/memory/map/changes'
import { layoutMap } from '../../../../../renderer/instruments/memory/map/layout'
import { manyColumns } from '../../../store/support/columns'

const { pagedOut, evictable, resident, pending } = AllocationState

function start(count = 12) {
  const columns = manyColumns(count, count)
  columns.states.fill(resident)
  const layout = layoutMap(columns, 480, 240, 'uniform')
  const changes = new MapChanges(layout)
  changes.update(columns.states, 0, true)
  return { columns, layout, changes }
}

describe('MapChanges', () => {
  it('draws every cell at first, without a flash', () => {
    const columns = manyColumns(12, 12)
    const changes = new MapChanges(layoutMap(columns, 480, 240, 'uniform'))
    expect(changes.update(columns.states, 0, true)).toHaveLength(12)
    expect(changes.busy).toBe(false)
  })

  it('draws only what changed: 100 of 10,000', () => {
    const { columns, changes } = start(10_000)
    for (let id = 0; id < 100; id++) columns.states[id * 100] = pagedOut
    expect(changes.update(columns.states, 5, true)).toHaveLength(100)
    expect(changes.update(columns.states, 6, true)).toEqual([])
  })

  it('flashes an eviction, step by step, and then is quiet', () => {
    const { columns, layout, changes } = start()
    columns.states[3] = evictable
    const cell = layout.cellOf[3]!
    expect(changes.update(columns.states, 1000, true)).toEqual([cell])
    expect(changes.flash[cell]).toBe(FlashKind.evicted)
    let redrawn = 0
    for (let now = 1000; changes.busy; now += 16) redrawn += changes.advance(now).length
    expect(redrawn).toBe(FLASH_ALPHA.length)
    expect(changes.flash[cell]).toBe(FlashKind.none)
    expect(changes.advance(1000 + 10 * FLASH_STEP)).toEqual([])
  })

  it.each([
    [resident, evictable, FlashKind.evicted],
    [resident, pagedOut, FlashKind.evicted],
    [evictable, pagedOut, FlashKind.evicted],
    [pagedOut, pending, FlashKind.arrived],
    [pending, resident, FlashKind.arrived],
    [evictable, resident, FlashKind.arrived],
  ])('tells going out from coming in: %d → %d', (before, after, kind) => {
    const { columns, layout, changes } = start()
    columns.states[0] = before
    changes.update(columns.states, 0, false)
    columns.states[0] = after
    changes.update(columns.states, 1, true)
    expect(changes.flash[layout.cellOf[0]!]).toBe(kind)
  })

  it('flashes a cell of many when one of them is evicted, though most stay resident', () => {
    const columns = manyColumns(30_000, 30_000)
    columns.states.fill(resident)
    const layout = layoutMap(columns, 200, 100, 'uniform')
    const changes = new MapChanges(layout)
    changes.update(columns.states, 0, true)
    columns.states[7] = evictable
    const cell = layout.cellOf[7]!
    expect(changes.update(columns.states, 1, true)).toEqual([cell])
    expect([changes.painted[cell], changes.flash[cell]]).toEqual([resident, FlashKind.evicted])
    columns.states[7] = resident
    changes.update(columns.states, 2, true)
    expect(changes.flash[cell]).toBe(FlashKind.arrived)
  })

  it('looks only at the allocations that it is told of, and finds the same', () => {
    const { columns, layout, changes } = start(10_000)
    columns.states[3] = evictable
    columns.states[700] = pagedOut
    columns.states[9_000] = pagedOut
    const ids = [Uint32Array.of(3, 700), Uint32Array.of(700, 20_000)]
    const cells = [layout.cellOf[3]!, layout.cellOf[700]!]
    expect(changes.update(columns.states, 1, true, ids).sort()).toEqual(cells.sort())
    expect(cells.map((cell) => changes.painted[cell])).toEqual([columns.states[3], columns.states[700]])
    expect(changes.update(columns.states, 2, true)).toEqual([layout.cellOf[9_000]])
    expect(changes.update(columns.states, 3, true, ids)).toEqual([])
  })

  it('does not flash for someone who asked for less motion', () => {
    const { columns, changes } = start()
    columns.states[3] = pagedOut
    expect(changes.update(columns.states, 1000, false)).toHaveLength(1)
    expect(changes.busy).toBe(false)
  })

  it('starts over when the same cell changes again, and keeps one flash for it', () => {
    const { columns, layout, changes } = start()
    columns.states[3] = pagedOut
    changes.update(columns.states, 0, true)
    changes.advance(FLASH_STEP)
    columns.states[3] = resident
    changes.update(columns.states, FLASH_STEP + 1, true)
    const cell = layout.cellOf[3]!
    expect([changes.flash[cell], changes.step[cell]]).toEqual([FlashKind.arrived, 0])
    expect(changes.advance(FLASH_STEP * 2 + 2)).toEqual([cell])
  })
})
