import { describe, expect, it } from 'vitest'
import { AllocationBit, AllocationTable } from '../../../../main/dxgkrnl/vidmm/allocation-table'
import { GRANULE } from '../../../../preload/contract/names'

const row = (pages: number) => ({ name: `${pages} pages`, bytes: pages * GRANULE, device: 1, segment: 0 })

describe('AllocationTable', () => {
  it('keeps the memory of an allocation, in one piece or in several, until it is taken away', () => {
    const table = new AllocationTable()
    const whole = table.add(row(4))
    const pieces = table.add(row(5))
    const scattered = [
      { first: 20, pages: 2 },
      { first: 7, pages: 3 },
    ]
    table.assign(whole, [{ first: 0, pages: 4 }])
    table.assign(pieces, scattered)
    expect([table.extents(whole), table.extents(pieces)]).toEqual([[{ first: 0, pages: 4 }], scattered])
    expect(table.unassign(pieces)).toEqual(scattered)
    expect([table.extents(pieces), table.has(pieces, AllocationBit.IN_SEGMENT)]).toEqual([[], false])
    table.assign(pieces, [{ first: 30, pages: 5 }])
    expect(table.extents(pieces)).toEqual([{ first: 30, pages: 5 }])
  })

  it('gives a row that is used again nothing of what was there, however many there are', () => {
    const table = new AllocationTable()
    const handles = Array.from({ length: 200 }, () => table.add(row(1)))
    for (const handle of handles) table.assign(handle, [{ first: handle, pages: 1 }])
    expect(table.extents(199)).toEqual([{ first: 199, pages: 1 }])
    table.unassign(150)
    table.remove(150)
    expect([table.add(row(3)), table.extents(150), table.names[150]]).toEqual([150, [], '3 pages'])
    expect([...table.live()]).toEqual(handles)
  })

  it('tells an allocation from a later one with the same handle', () => {
    const table = new AllocationTable()
    const handles = Array.from({ length: 100 }, () => table.add(row(1)))
    expect([table.ordinals[0], table.ordinals[99], table.lastOrdinal]).toEqual([1, 100, 100])
    table.remove(7)
    expect([table.add(row(1)), table.ordinals[7], table.lastOrdinal]).toEqual([7, 101, 101])
    expect(handles.map((handle) => table.ordinals[handle])).toEqual([
      1,
      2,
      3,
      4,
      5,
      6,
      7,
      101,
      ...handles.slice(8).map((h) => h + 1),
    ])
  })
})
