/** What is published when: what has changed since the frame before, or everything for a window that is opened now. */
import { describe, expect, it } from 'vitest'
import type { Frame } from '../../../../preload/contract'
import { effects, type LiveRig, MIB, rig } from '../live-rig'

/** A paused session of one effect, whose first frame has been published. */
function paused(file: Record<string, unknown> = {}): LiveRig {
  const live = rig({ app: { policy: 'fence-lru', effects: effects({ A: MIB }) }, ...file })
  live.must({ kind: 'pause' })
  live.session.publishFrame()
  return live
}

/** Frames that are published by publishing so many times. */
function published(live: LiveRig, times = 1): Frame[] {
  const before = live.frames.length
  for (let i = 0; i < times; i++) live.session.publishFrame()
  return live.frames.slice(before)
}

const partsOf = (frame: Frame | undefined): string[] =>
  Object.keys(frame ?? {}).filter((key) => !['seq', 'full', 'clock'].includes(key))

describe('the first frame', () => {
  it('is full, with every part of the system', () => {
    const live = paused()
    const [first] = live.frames
    expect(first).toMatchObject({ seq: 0, full: true, clock: { now: 0, running: false } })
    expect(partsOf(first)).toEqual(
      expect.arrayContaining([
        ...['memory', 'processes', 'system', 'idle', 'device', 'project', 'effects', 'registrations', 'selection'],
        ...['delays', 'delay', 'gpu', 'preview', 'background', 'offers', 'pipelines', 'branches', 'trace'],
        ...['allocations', 'findings', 'notifications', 'samples', 'pagingOperations', 'marks', 'delayRows'],
      ]),
    )
    expect(first?.effects?.map(({ name }) => name)).toEqual(['A'])
  })
})

describe('the next frame', () => {
  it('is none where nothing has changed', () => {
    expect(published(paused(), 3)).toEqual([])
  })

  it('has the clock alone where only that has', () => {
    const live = paused()
    live.must({ kind: 'setSpeed', speed: 4 })
    const [frame, ...others] = published(live, 2)
    expect([partsOf(frame), frame?.clock.speed, frame?.seq, frame?.full, others]).toEqual([[], 4, 1, false, []])
  })

  it('has what a command has changed, and nothing of the rest', () => {
    const live = paused()
    live.must({ kind: 'setBudget', bytes: 8 * MIB })
    const [frame] = published(live)
    const parts = partsOf(frame)
    expect(frame?.system).toMatchObject({ configuredBudget: 8 * MIB })
    expect(parts).toEqual(expect.arrayContaining(['system', 'memory', 'project', 'trace']))
    for (const other of ['effects', 'allocations', 'device', 'branches', 'selection', 'registrations'])
      expect(parts).not.toContain(other)
    expect(published(live)).toEqual([])
  })

  it('has a selection and its end as it is asked for', () => {
    const live = paused()
    live.must({ kind: 'selectResource', id: live.id('A.r') })
    const [chosen] = published(live)
    live.must({ kind: 'selectResource', id: null })
    const [none] = published(live)
    expect([partsOf(chosen), partsOf(none), none?.selection]).toEqual([['selection'], ['selection'], null])
  })

  it('counts on, also over a full one', () => {
    const live = paused()
    live.must({ kind: 'setSpeed', speed: 4 })
    live.session.publishFrame()
    live.session.requestFullFrame()
    live.session.publishFrame()
    expect(live.frames.map(({ seq, full }) => [seq, full])).toEqual([
      [0, true],
      [1, false],
      [2, true],
    ])
  })

  it('says what was told already no more, but for a window that is opened now', () => {
    const live = paused()
    live.must({ kind: 'periodicTrim' }, { kind: 'run' })
    live.elapse(16)
    live.must({ kind: 'pause' })
    const [frame] = published(live)
    expect(frame?.notifications).toHaveLength(1)
    live.must({ kind: 'setSpeed', speed: 4 })
    expect(published(live)[0]).not.toHaveProperty('notifications')
    live.session.requestFullFrame()
    expect(published(live)[0]?.notifications).toHaveLength(1)
  })
})

describe('a burst', () => {
  it('of paging operations comes in several frames, in order, and in one to a window that is opened now', () => {
    // 100 resources are mapped and brought in, two operations each
    const resources = Array.from({ length: 100 }, (_, i) => ({ name: `r${i}`, size: '64KiB', resident: false }))
    const live = paused({ app: { policy: 'fence-lru', effects: [{ name: 'A', gpuTime: 1000, resources }] } })
    live.must({ kind: 'applyEffect', effect: 'A' }, { kind: 'run' })
    live.elapse(200)
    live.must({ kind: 'pause' })
    const frames = published(live, 3)
    const starts = frames.flatMap(({ pagingOperations }) => pagingOperations ?? []).map(({ start }) => start)
    expect(frames.map(({ pagingOperations }) => pagingOperations?.length)).toEqual([128, 72])
    expect(starts).toEqual([...starts].sort((a, b) => a - b))
    live.session.requestFullFrame()
    expect(published(live)[0]?.pagingOperations).toHaveLength(200)
    expect(published(live)).toEqual([])
  })
})

describe('what changes with the time alone', () => {
  it('is in a frame while an engine is busy, and not afterwards', () => {
    const live = paused()
    live.must({ kind: 'submit', engine: 'compute', gpuTime: 200_000 }, { kind: 'run' })
    live.elapse(32)
    const [busy] = published(live)
    live.elapse(32)
    const [later] = published(live)
    const busyTime = (frame: Frame | undefined): number | undefined =>
      frame?.gpu?.engines.find(({ name }) => name === 'compute')?.busy
    expect(busyTime(later)).toBe((busyTime(busy) ?? 0) + 32_000)
  })
})
