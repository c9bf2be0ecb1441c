import { describe, expect, it } from 'vitest'
import { AllocationState } from '../../../../../preload/contract'
import {
  NO_FILTER as ALL,
  COLUMN_KEYS,
  isFixed,
  MOST_RANKED,
  nextSort,
  rowsOf,
} from '../../../../../renderer/instruments/memory/allocations/rows'
import { changeAllocations } from '../../../../../renderer/store/allocations'
import { columnsOf, manyColumns } from '../../../store/support/columns'
import { allocation, changes } from '../../../store/support/frames'

const columns = columnsOf([
  { name: 'buffer 10', bytes: 300, state: AllocationState.resident, references: 2, lastUsed: 50, changedAt: 9 },
  {
    name: 'buffer 2',
    bytes: 100,
    state: AllocationState.pagedOut,
    references: 0,
    lastUsed: -1,
    changedAt: 7,
    priority: 4,
  },
  {
    name: 'Luminance',
    effect: 'Grayscale',
    bytes: 200,
    state: AllocationState.evictable,
    references: 0,
    lastUsed: 20,
    segment: 'non-local',
  },
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
    ['segment', [0, 1, 2]],
    ['priority', [0, 2, 1]],
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
    expect(rowsOf(columns, { ...ALL, text: ' BUFFER ' }, null)).toEqual([0, 1])
    expect(rowsOf(columns, { ...ALL, text: 'grayscale' }, null)).toEqual([2])
    expect(rowsOf(columns, { ...ALL, state: AllocationState.pagedOut }, null)).toEqual([1])
    expect(rowsOf(columns, { ...ALL, text: 'nothing' }, null)).toEqual([])
  })

  it('filters by segment and by residency priority', () => {
    expect(rowsOf(columns, { ...ALL, segment: 1 }, null)).toEqual([2])
    expect(rowsOf(columns, { ...ALL, priority: 4 }, null)).toEqual([1])
    expect(rowsOf(columns, { ...ALL, segment: 1, priority: 4 }, null)).toEqual([])
  })

  it('knows when nothing that happens to an allocation moves a row', () => {
    expect(isFixed(ALL, null)).toBe(true)
    expect(isFixed({ ...ALL, text: 'blur', segment: 0 }, { column: 'bytes', descending: true })).toBe(true)
    expect(isFixed(ALL, { column: 'state', descending: true })).toBe(false)
    expect(isFixed({ ...ALL, state: AllocationState.resident }, null)).toBe(false)
    expect(isFixed({ ...ALL, priority: 1 }, null)).toBe(false)
  })

  it('follows allocations that come and go', () => {
    const before = columnsOf([{ name: 'b' }, { name: 'a' }])
    const sort = { column: 'name', descending: false } as const
    expect(rowsOf(before, ALL, sort)).toEqual([1, 0])
    const after = changeAllocations(before, changes([{ ...allocation, id: 2, name: 'aa', bytes: 1 }], [], [1]))
    expect(rowsOf(after, ALL, sort)).toEqual([2, 0])
  })

  it('sorts very many by effect and creation instead of by every name', () => {
    const many = columnsOf(
      Array.from({ length: MOST_RANKED + 1 }, (_, id) => ({ effect: id % 2 === 0 ? 'B' : 'A', name: `r${-id}` })),
    )
    const rows = rowsOf(many, ALL, { column: 'name', descending: false })
    expect(rows.slice(0, 3)).toEqual([1, 3, 5])
    expect(rows.at(-1)).toBe(MOST_RANKED)
  })

  it('holds every row of 100,000 in every order', () => {
    const many = manyColumns(100_000, 1000)
    for (const column of COLUMN_KEYS) {
      const rows = rowsOf(many, ALL, { column, descending: true })
      expect(new Set(rows).size).toBe(100_000)
    }
  })
})

describe('a press on the head of a column', () => {
  it('sorts names from A, then from Z, then not at all', () => {
    const first = nextSort(null, 'name')
    expect(first).toEqual({ column: 'name', descending: false })
    const second = nextSort(first, 'name')
    expect(second).toEqual({ column: 'name', descending: true })
    expect(nextSort(second, 'name')).toBeNull()
  })

  it('sorts numbers from the most, then from the least, then not at all', () => {
    const first = nextSort(null, 'bytes')
    expect(first).toEqual({ column: 'bytes', descending: true })
    const second = nextSort(first, 'bytes')
    expect(second).toEqual({ column: 'bytes', descending: false })
    expect(nextSort(second, 'bytes')).toBeNull()
  })

  it('begins anew on another column', () => {
    expect(nextSort({ column: 'bytes', descending: true }, 'lastUsed')).toEqual({
      column: 'lastUsed',
      descending: true,
    })
    expect(nextSort({ column: 'bytes', descending: true }, 'effect')).toEqual({ column: 'effect', descending: false })
  })
})
