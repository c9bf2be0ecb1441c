import { describe, expect, it } from 'vitest'
import {
  AllocationState,
  DriverFlag,
  type NotificationView,
  type PagingOperationView,
  RESIDENCY_PRIORITIES,
  type SampleView,
} from '../../../preload/contract'
import { changedSince, isLive, shortName } from '../../../renderer/store/allocations'
import { applyFrame, emptyState, KEPT_PAGING_OPERATIONS, KEPT_SAMPLES } from '../../../renderer/store/model'
import { sampleAt } from '../../support/sample'
import { allocation, changes, frame, many } from './frames'

const sample = (t: number): SampleView => sampleAt(t, { resident: t })

const notification = (id: number, evicted: number[] = []): NotificationView => ({
  id,
  t: id * 10,
  flags: 1,
  bytesToTrim: 0,
  source: 'system',
  callbacks: 2,
  results: evicted.map((count, cookie) => ({ cookie, owner: 'fence-lru', evicted: count, bytes: count * 65_536 })),
})

const operation = (id: number): PagingOperationView => ({
  id,
  operation: 'VIRTUAL_TRANSFER',
  resource: 'Blur.main',
  segment: 'local',
  chunk: 0,
  chunks: 1,
  offset: 0,
  bytes: 65_536,
  start: id,
  end: id + 1,
  group: id,
  direction: 'in',
})

describe('applyFrame', () => {
  it('keeps the reference of everything that a delta does not name', () => {
    const before = applyFrame(emptyState(), frame(0, { full: true, allocations: changes(many(2)) }))
    const after = applyFrame(before, frame(1, { trace: { records: 5, forgotten: 1 } }))
    expect(after.trace).toEqual({ records: 5, forgotten: 1 })
    expect(after.clock.now).toBe(1000)
    for (const part of ['memory', 'system', 'idle', 'project', 'effects', 'allocations', 'samples'] as const) {
      expect(after[part], part).toBe(before[part])
    }
  })

  it('keeps the clock object while simulated time stands still, so that a paused interface does not redraw', () => {
    const clock = { now: 7, running: false, speed: 1 } as const
    const before = applyFrame(emptyState(), frame(0, { clock }))
    expect(applyFrame(before, frame(1, { clock: { ...clock } })).clock).toBe(before.clock)
  })

  it('starts from nothing at a full frame', () => {
    const before = applyFrame(
      emptyState(),
      frame(0, {
        allocations: changes(many(3)),
        notifications: [notification(1)],
        samples: [sample(1)],
        playback: { name: 'idle', until: 1, stepsDone: 0, steps: 1, passed: 0, failed: 0, step: null },
      }),
    )
    const after = applyFrame(before, frame(9, { full: true, samples: [sample(2)] }))
    expect(after.seq).toBe(9)
    expect(after.allocations.ids).toEqual([])
    expect(isLive(after.allocations, 1)).toBe(false)
    expect(after.notifications.items).toEqual([])
    expect(after.samples.items).toEqual([sample(2)])
    expect(after.playback).toBeNull()
  })

  it('tells "not changed" from "none" for playback and selection', () => {
    const selection = { id: 1, history: [], why: null }
    const shown = applyFrame(emptyState(), frame(0, { selection }))
    expect(applyFrame(shown, frame(1)).selection).toBe(selection)
    expect(applyFrame(shown, frame(2, { selection: null })).selection).toBeNull()
  })
})

describe('allocations', () => {
  it('writes only the rows that changed, under a new version', () => {
    const before = applyFrame(emptyState(), frame(0, { allocations: changes(many(3)) }))
    const version = before.allocations.version
    const rows = [{ id: 1, state: AllocationState.resident, references: 2, changedAt: 40, lastUsed: 30 }]
    const { allocations } = applyFrame(before, frame(1, { allocations: changes([], rows) }))
    expect(allocations).not.toBe(before.allocations)
    expect(allocations.version).toBe(version + 1)
    expect([...allocations.states.slice(0, 3)]).toEqual([0, AllocationState.resident, 0])
    expect(allocations.references[1]).toBe(2)
    expect(allocations.changedAt[1]).toBe(40)
    expect(allocations.lastUsed[1]).toBe(30)
    expect(allocations.lastUsed[0]).toBe(-1)
  })

  it('grows its columns and keeps what was in them', () => {
    const rows = [{ id: 7, state: AllocationState.evictable }]
    const before = applyFrame(emptyState(), frame(0, { allocations: changes(many(10), rows) }))
    const late = [{ ...allocation, id: 70_000, name: 'buffer', effect: 'Late', bytes: 131_072 }]
    const { allocations } = applyFrame(before, frame(1, { allocations: changes(late) }))
    expect(allocations.states[7]).toBe(AllocationState.evictable)
    expect(allocations.bytes[70_000]).toBe(131_072)
    expect(shortName(allocations, 70_000)).toBe('buffer')
    expect(allocations.ids).toEqual([...Array(10).keys(), 70_000])
  })

  it('forgets what was destroyed, and an id that comes again starts anew', () => {
    const rows = [{ id: 1, state: AllocationState.resident, references: 1 }]
    const one = applyFrame(emptyState(), frame(0, { allocations: changes(many(3), rows) }))
    const two = applyFrame(one, frame(1, { allocations: changes([], [], [1]) }))
    expect(two.allocations.ids).toEqual([0, 2])
    expect(isLive(two.allocations, 1)).toBe(false)
    const again = [{ ...allocation, id: 1, name: 'one', effect: 'New', bytes: 1 }]
    const { allocations } = applyFrame(two, frame(2, { allocations: changes(again) }))
    expect(allocations.ids).toEqual([0, 2, 1])
    expect(allocations.references[1]).toBe(0)
    expect(allocations.states[1]).toBe(AllocationState.pagedOut)
  })

  it('knows the segment, the priority and what the driver does, and a priority that is set since', () => {
    const driverFlags = DriverFlag.notifyEviction | DriverFlag.compressed
    const driven = { ...allocation, id: 2, segment: 'non-local' as const, driverFlags }
    const before = applyFrame(emptyState(), frame(0, { allocations: changes([driven]) }))
    expect(before.allocations.segments[2]).toBe(1)
    expect(before.allocations.driverFlags[2]).toBe(driverFlags)
    expect(RESIDENCY_PRIORITIES[before.allocations.priorities[2]!]).toBe('normal')
    const rows = [{ id: 2, state: AllocationState.resident, priority: RESIDENCY_PRIORITIES.indexOf('high') }]
    const { allocations } = applyFrame(before, frame(1, { allocations: changes([], rows) }))
    expect(RESIDENCY_PRIORITIES[allocations.priorities[2]!]).toBe('high')
  })

  it('tells which rows changed since a version, as long as it remembers', () => {
    let state = applyFrame(emptyState(), frame(0, { allocations: changes(many(100)) }))
    const { version } = state.allocations
    expect(changedSince(state.allocations, version)).toEqual([])
    const change = (id: number) => changes([], [{ id, state: AllocationState.resident }])
    for (const id of [7, 9]) state = applyFrame(state, frame(id, { allocations: change(id) }))
    expect(changedSince(state.allocations, version)?.map((ids) => [...ids])).toEqual([[7], [9]])
    expect(changedSince(state.allocations, version + 1)?.map((ids) => [...ids])).toEqual([[9]])
    for (let id = 0; id < 100; id++) state = applyFrame(state, frame(10 + id, { allocations: change(id) }))
    expect(changedSince(state.allocations, version)).toBeNull()
    expect(changedSince(state.allocations, state.allocations.version - 3)).toHaveLength(3)
  })

  it('shares columns and ids between versions while nothing is created or destroyed, however many there are', () => {
    const before = applyFrame(emptyState(), frame(0, { allocations: changes(many(10_000)) })).allocations
    const rows = Array.from({ length: 100 }, (_, i) => ({ id: i * 100, state: AllocationState.resident }))
    const state = applyFrame({ ...emptyState(), allocations: before }, frame(1, { allocations: changes([], rows) }))
    expect(state.allocations.states).toBe(before.states)
    expect(state.allocations.ids).toBe(before.ids)
    expect(state.allocations.names).toBe(before.names)
    expect(state.allocations.states.reduce((sum, value) => sum + (value === AllocationState.resident ? 1 : 0), 0)).toBe(
      100,
    )
  })
})

describe('hitches and dropped frames', () => {
  it('are marked at their own moments, grow in place, and come again with a full frame [RS-10]', () => {
    const [hitch, drop] = [
      { id: 1, t: 500, kind: 'hitch' as const, count: 1 },
      { id: 2, t: 700, kind: 'dropped' as const, count: 1 },
    ]
    let state = applyFrame(emptyState(), frame(0, { full: true, marks: [hitch] }))
    state = applyFrame(state, frame(1, { marks: [{ ...hitch, count: 2 }, drop] }))
    expect(state.hitches.items).toEqual([{ ...hitch, count: 2 }])
    expect(state.drops.items).toEqual([drop])
    const before = state.hitches
    state = applyFrame(state, frame(2, {}))
    expect(state.hitches).toBe(before)
    expect(applyFrame(state, frame(3, { full: true, marks: [drop] })).hitches.items).toEqual([])
  })
})

describe('processes and paging operations', () => {
  it('replaces the processes and adds to the operations, the newest of which are kept', () => {
    const app = { name: 'app', foreground: true, usage: 1, committed: 1, evictable: 0, budget: 2 }
    let state = applyFrame(emptyState(), frame(0, { processes: [app], pagingOperations: [operation(1)] }))
    expect(state.processes).toEqual([app])
    const { processes } = state
    state = applyFrame(state, frame(1, { pagingOperations: [operation(2)] }))
    expect(state.processes).toBe(processes)
    expect(state.pagingOperations.items.map(({ id }) => id)).toEqual([1, 2])
    const burst = Array.from({ length: 2 * KEPT_PAGING_OPERATIONS }, (_, at) => operation(3 + at))
    state = applyFrame(state, frame(2, { pagingOperations: burst }))
    expect(state.pagingOperations.items).toHaveLength(KEPT_PAGING_OPERATIONS)
    expect(state.pagingOperations.items.at(-1)?.id).toBe(2 * KEPT_PAGING_OPERATIONS + 2)
    expect(state.pagingOperations.forgotten).toBe(KEPT_PAGING_OPERATIONS + 2)
  })
})

describe('series', () => {
  it('replaces a notification whose callbacks have returned since, in its place', () => {
    const first = applyFrame(emptyState(), frame(0, { notifications: [notification(1), notification(2)] }))
    const grown = applyFrame(first, frame(1, { notifications: [notification(1, [3]), notification(3)] }))
    expect(grown.notifications).not.toBe(first.notifications)
    expect(grown.notifications.items.map(({ id }) => id)).toEqual([1, 2, 3])
    expect(grown.notifications.items[0]?.results).toHaveLength(1)
  })

  it('stays bounded and counts what it forgot, so that a long run does not fill memory', () => {
    let state = emptyState()
    const batch = 5_000
    const batches = 20
    for (let i = 0; i < batches; i++) {
      const samples = Array.from({ length: batch }, (_, k) => sample(i * batch + k))
      state = applyFrame(state, frame(i, { samples }))
      expect(state.samples.items.length).toBeLessThanOrEqual(KEPT_SAMPLES * 1.25)
    }
    expect(state.samples.items.length + state.samples.forgotten).toBe(batch * batches)
    expect(state.samples.items.at(-1)?.t).toBe(batch * batches - 1)
    expect(state.samples.items[0]?.t).toBe(state.samples.forgotten)
  })
})
