import { describe, expect, it } from 'vitest'
import { AllocationState } from '../../../preload/contract'
import { COLUMN_KEYS, rowsOf } from '../../../renderer/instruments/allocation-rows'
import { changeAllocations } from '../../../renderer/store/allocations'
import { columnsOf, manyColumns } from './columns'

const ALL = { text: '', state: null }
const columns = columnsOf([
  { name: 'buffer 10', bytes: 300, state: AllocationState.resident, references: 2, lastUsed: 50, changedAt: 9 },
  { name: 'buffer 2', bytes: 100, state: AllocationState.pagedOut, references: 0, lastUsed: -1, changedAt: 7 },
  { name: 'Luminance', effect: 'Grayscale', bytes: 200, state: AllocationState.evictable, references: 0, lastUsed: 20 },
])

describe('rowsOf', () => {
  it('keeps the order of creation without a sort', () => {
    expect(rowsOf(columns, ALL, null)).toEqual([0, 1, 2])
  })

  it.each([
    ['name', [1, 0, 2]],
    ['effect', [0, 1, 2]],
    ['bytes', [1, 2, 0]],
    ['state', [1, 2, 0]],
    ['references', [1, 2, 0]],
    ['lastUsed', [1, 2, 0]],
    ['changed', [2, 1, 0]],
  ] as const)('sorts by %s, numbers in names as numbers', (column, order) => {
    expect(rowsOf(columns, ALL, { column, descending: false })).toEqual(order)
  })

  it('keeps equal rows in order of creation in both directions', () => {
    const same = columnsOf([{ bytes: 1 }, { bytes: 2 }, { bytes: 1 }, { bytes: 2 }])
    expect(rowsOf(same, ALL, { column: 'bytes', descending: false })).toEqual([0, 2, 1, 3])
    expect(rowsOf(same, ALL, { column: 'bytes', descending: true })).toEqual([1, 3, 0, 2])
  })

  it('filters by a part of the name in any case, and by state', () => {
    expect(rowsOf(columns, { text: ' BUFFER ', state: null }, null)).toEqual([0, 1])
    expect(rowsOf(columns, { text: 'grayscale', state: null }, null)).toEqual([2])
    expect(rowsOf(columns, { text: '', state: AllocationState.pagedOut }, null)).toEqual([1])
    expect(rowsOf(columns, { text: 'nothing', state: null }, null)).toEqual([])
  })

  it('follows allocations that come and go', () => {
    const before = columnsOf([{ name: 'b' }, { name: 'a' }])
    const sort = { column: 'name', descending: false } as const
    expect(rowsOf(before, ALL, sort)).toEqual([1, 0])
    const after = changeAllocations(before, {
      created: [{ id: 2, name: 'Blur.aa', effect: 'Blur', bytes: 1 }],
      destroyed: [1],
      ids: new Uint32Array(0),
      states: new Uint8Array(0),
      references: new Uint32Array(0),
      changedAt: new Float64Array(0),
      lastUsed: new Float64Array(0),
    })
    expect(rowsOf(after, ALL, sort)).toEqual([2, 0])
  })

  it('holds every row of 100,000 in every order', () => {
    const many = manyColumns(100_000, 1000)
    for (const column of COLUMN_KEYS) {
      const rows = rowsOf(many, ALL, { column, descending: true })
      expect(new Set(rows).size).toBe(100_000)
    }
  })
})
