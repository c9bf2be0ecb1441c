import { describe, expect, it } from 'vitest'
import type { NotificationView, PagingOperationView, SampleView } from '../../../preload/contract'
import { isLive } from '../../../renderer/store/allocations'
import { applyFrame, emptyState, KEPT_PAGING_OPERATIONS, KEPT_SAMPLES } from '../../../renderer/store/model'
import { sampleAt } from '../../support/sample'
import { changes, frame, many } from './support/frames'

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

  it('marks every press and frame that was shown late, apart from hitches and dropped frames [LB-08]', () => {
    const kinds = ['late', 'hitch', 'dropped'] as const
    const mark = (id: number) => ({ id, t: id * 33_000, kind: kinds[id % 3] ?? 'late', count: 1 })
    let state = emptyState()
    for (let at = 0; at < 3_000; at += 50)
      state = applyFrame(state, frame(at / 50, { marks: Array.from({ length: 50 }, (_, i) => mark(at + i)) }))
    expect(state.late.items.map(({ t }) => t)).toEqual(Array.from({ length: 1_000 }, (_, n) => 3 * n * 33_000))
    expect(state.hitches.items).toHaveLength(1_000)
    const { late } = state
    expect(applyFrame(state, frame(60)).late).toBe(late)
  })

  it('starts from nothing at a full frame', () => {
    const before = applyFrame(
      emptyState(),
      frame(0, {
        allocations: changes(many(3)),
        notifications: [notification(1)],
        samples: [sample(1)],
        playback: {
          name: 'idle',
          until: 1,
          stepsDone: 0,
          steps: 1,
          expects: true,
          passed: 0,
          failed: 0,
          step: null,
          derived: null,
        },
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
    const selection = { id: 1, history: [], reasons: [] }
    const shown = applyFrame(emptyState(), frame(0, { selection }))
    expect(applyFrame(shown, frame(1)).selection).toBe(selection)
    expect(applyFrame(shown, frame(2, { selection: null })).selection).toBeNull()
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
