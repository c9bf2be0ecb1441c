/** Allocations in columns by their ids, changed in place from frame to frame. */
import { describe, expect, it } from 'vitest'
import { AllocationState, DriverFlag, RESIDENCY_PRIORITIES } from '../../../preload/contract'
import {
  type AllocationColumns,
  changeAllocations,
  changedSince,
  effectName,
  emptyAllocations,
  fullName,
  isLive,
  shortName,
} from '../../../renderer/store/allocations'
import { allocation, changes, many } from './support/frames'

const { resident, evictable, pagedOut } = AllocationState

/** `count` allocations, the first change that there was. */
const first = (count: number): AllocationColumns => changeAllocations(emptyAllocations(), changes(many(count)))

describe('a change of allocations', () => {
  it('writes only the rows that changed, under a new version', () => {
    const before = first(3)
    const rows = [{ id: 1, state: resident, references: 2, changedAt: 40, lastUsed: 30 }]
    const after = changeAllocations(before, changes([], rows))
    expect(after).not.toBe(before)
    expect([before.version, after.version]).toEqual([1, 2])
    expect([...after.states.slice(0, 3)]).toEqual([pagedOut, resident, pagedOut])
    expect([...after.references.slice(0, 3)]).toEqual([0, 2, 0])
    expect([...after.changedAt.slice(0, 3)]).toEqual([0, 40, 0])
    expect([...after.lastUsed.slice(0, 3)]).toEqual([-1, 30, -1])
  })

  it('grows the columns and keeps what was in them, all of them', () => {
    const driverFlags = DriverFlag.compressed
    const own = { ...allocation, id: 7, name: 'own', segment: 'non-local' as const, bytes: 3, driverFlags }
    const row = { id: 7, state: evictable, references: 4, changedAt: 5, lastUsed: 6, priority: 3 }
    const before = changeAllocations(emptyAllocations(), changes([own], [row]))
    const late = { ...allocation, id: 70_000, name: 'buffer', effect: 'Late', bytes: 131_072 }
    const after = changeAllocations(before, changes([late]))
    expect(
      [after.live, after.states, after.references, after.bytes, after.changedAt, after.lastUsed].map((of) => of[7]),
    ).toEqual([1, evictable, 4, 3, 5, 6])
    expect([after.segments, after.priorities, after.driverFlags].map((of) => of[7])).toEqual([1, 3, driverFlags])
    expect([after.bytes[70_000], after.lastUsed[70_000], after.ids]).toEqual([131_072, -1, [7, 70_000]])
  })

  it('forgets what was destroyed, and an id that comes again starts anew, also within one change', () => {
    const rows = [{ id: 1, state: resident, references: 1, changedAt: 9, lastUsed: 9, priority: 4 }]
    const before = changeAllocations(emptyAllocations(), changes(many(3), rows))
    const without = changeAllocations(before, changes([], [], [1]))
    expect(without.ids).toEqual([0, 2])
    expect([0, 1, 2, 3].map((id) => isLive(without, id))).toEqual([true, false, true, false])
    const again = { ...allocation, id: 1, name: 'one', effect: 'New', bytes: 1 }
    const columns = changeAllocations(without, changes([again]))
    expect(columns.ids).toEqual([0, 2, 1])
    expect(
      [columns.states, columns.references, columns.changedAt, columns.lastUsed].map((column) => column[1]),
    ).toEqual([pagedOut, 0, 0, -1])
    expect(RESIDENCY_PRIORITIES[columns.priorities[1]!]).toBe('normal')
    const anew = changeAllocations(columns, changes([{ ...again, name: 'two' }], [], [1]))
    expect([anew.ids, fullName(anew, 1)]).toEqual([[0, 2, 1], 'New.two'])
  })

  it('knows the segment, the priority and what the driver does, and a priority that is set since', () => {
    const driverFlags = DriverFlag.notifyEviction | DriverFlag.compressed
    const driven = { ...allocation, id: 2, segment: 'non-local' as const, driverFlags }
    const before = changeAllocations(emptyAllocations(), changes([driven]))
    expect(before.segments[2]).toBe(1)
    expect(before.driverFlags[2]).toBe(driverFlags)
    expect(RESIDENCY_PRIORITIES[before.priorities[2]!]).toBe('normal')
    const rows = [{ id: 2, state: resident, priority: RESIDENCY_PRIORITIES.indexOf('high') }]
    expect(RESIDENCY_PRIORITIES[changeAllocations(before, changes([], rows)).priorities[2]!]).toBe('high')
  })

  it('shares columns and ids between versions while nothing is created or destroyed, however many there are', () => {
    const before = first(10_000)
    const rows = Array.from({ length: 100 }, (_, i) => ({ id: i * 100, state: resident }))
    const after = changeAllocations(before, changes([], rows))
    expect(after.states).toBe(before.states)
    expect(after.ids).toBe(before.ids)
    expect(after.names).toBe(before.names)
    expect(after.states.reduce((sum, value) => sum + (value === resident ? 1 : 0), 0)).toBe(100)
  })
})

it('an allocation has the name of its effect and one within that; no id is nothing', () => {
  const columns = changeAllocations(emptyAllocations(), changes([{ ...allocation, id: 4, name: 'kernel' }]))
  expect([fullName(columns, 4), shortName(columns, 4), effectName(columns, 4)]).toEqual([
    'Blur.kernel',
    'kernel',
    'Blur',
  ])
  expect(isLive(columns, null)).toBe(false)
})

describe('which rows changed', () => {
  const change = (columns: AllocationColumns, id: number) =>
    changeAllocations(columns, changes([], [{ id, state: resident }]))

  it('is known since a version, change by change', () => {
    const start = first(100)
    expect(changedSince(start, 1)).toEqual([])
    const later = change(change(start, 7), 9)
    expect(changedSince(later, 1)?.map((ids) => [...ids])).toEqual([[7], [9]])
    expect(changedSince(later, 2)?.map((ids) => [...ids])).toEqual([[9]])
  })

  it('is known of the last 32 changes, and before that not at all', () => {
    let columns = first(100)
    for (let id = 0; id < 40; id++) columns = change(columns, id)
    // 41 changes: the 10th is the oldest that is kept, and led away from version 9
    expect(changedSince(columns, 9)?.map(([id]) => id)).toEqual(Array.from({ length: 32 }, (_, at) => 8 + at))
    expect(changedSince(columns, 8)).toBeNull()
    expect(changedSince(columns, 38)).toHaveLength(3)
  })
})
