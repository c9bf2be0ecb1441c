/** What the app is told of delays: rows, totals, and the chain of the one that is chosen (LB-08 to LB-10). */
import { describe, expect, it } from 'vitest'
import { DELAY_KINDS, KEPT_DELAYS } from '../../../../../preload/contract'
import { type LiveRig, MIB, rig } from '../../live-rig'

/** 64 MiB take 15.625 ms, and only one of the two fits: each press takes the other's memory. */
const PAGING = {
  system: {
    localMemory: '96MiB',
    budget: '96MiB',
    pagingBandwidth: '4GiB',
    compositor: { enabled: false },
    driver: { contextRestore: 0, contextSave: { 'dma-buffer': 0 } },
    periodicTrim: { idleAfter: '10h' },
  },
  app: {
    policy: 'fence-lru',
    effects: ['A', 'B'].map((name) => ({
      name,
      gpuTime: '4ms',
      resources: [{ name: 'r', size: '64MiB', resident: name === 'A' }],
    })),
  },
}

/** A is trimmed, its memory goes to B, and it is brought back. */
function late(): LiveRig {
  const live = rig(PAGING)
  live.must({ kind: 'applyEffect', effect: 'A' })
  live.elapse(500)
  live.must({ kind: 'periodicTrim' })
  live.elapse(500)
  live.must({ kind: 'periodicTrim' })
  live.elapse(500)
  live.must({ kind: 'applyEffect', effect: 'B' })
  live.elapse(500)
  live.must({ kind: 'applyEffect', effect: 'A' })
  live.elapse(500)
  return live
}

describe('delays', () => {
  it('are rows with when and how late, and totals by kind of all [LB-10]', () => {
    const live = late()
    const { delays, delayRows } = live.shown
    expect(delayRows.map(({ id, what, title, most }) => [id, what, title, most])).toEqual([
      [1, 'press', 'press of B', 'page-out'],
      [2, 'press', 'press of A', 'page-out'],
    ])
    // 2 × 15.625 ms of paging and 4 ms of its own: at the third blank of 60 a second, and not at the first
    for (const { begin, due, shown } of delayRows) {
      expect(due - begin).toBeLessThan(16_667 + 4_000)
      expect(shown - due).toBeGreaterThanOrEqual(16_666)
    }
    expect(delays).toMatchObject({ presses: 2, frames: 0, presents: 0 })
    const of = (kind: (typeof DELAY_KINDS)[number]) => delays.times[DELAY_KINDS.indexOf(kind)]
    expect([of('page-in'), of('page-out'), of('run'), of('fence')]).toEqual([31_250, 31_250, 8_000, 0])
    expect(delays.worst).toBe(Math.max(...delayRows.map(({ shown, due }) => shown - due)))
    expect(delays.times).toEqual(DELAY_KINDS.map((kind) => live.session.world.delays.totals[kind]))
  })

  it('show the chain of the chosen one: it partitions begin to shown, with reasons, records and links [LB-08] [LB-09]', () => {
    const live = late()
    live.must({ kind: 'selectDelay', id: 2 })
    const { delay, delayRows } = live.shown
    const row = delayRows[1]
    expect(delay).toMatchObject({
      id: 2,
      state: 'late',
      title: 'press of A',
      effect: 'A',
      begin: row?.begin,
      shown: row?.shown,
    })
    const segments = delay?.segments ?? []
    expect(segments.map(({ kind, start, end }) => [kind, end - start])).toEqual([
      ['page-out', 15_625],
      ['page-in', 15_625],
      ['run', 4_000],
      ['vertical-blank', expect.any(Number)],
    ])
    expect(segments[0]?.start).toBe(delay?.begin)
    expect(segments.at(-1)?.end).toBe(delay?.shown)
    for (const [at, segment] of segments.entries()) if (at > 0) expect(segment.start).toBe(segments[at - 1]?.end)
    const [out, pageIn, run] = segments
    expect(out).toMatchObject({
      what: 'B.r (64 MiB), for A.r',
      resource: 'B.r',
      bytes: 64 * MIB,
      for: 'A.r',
      why: null,
    })
    expect(pageIn).toMatchObject({ what: 'A.r (64 MiB)', resource: 'A.r', for: null })
    expect(run).toMatchObject({ what: 'A of app on 3d', packet: { engine: '3d', context: 'app', command: 'A' } })
    expect(pageIn?.why?.text).toMatch(
      /^evicted by fence-lru \(periodic\) in callback \d+ of notification 2, PERIODIC_TRIM, at 1\.0\d\d s; its memory went to B\.r$/,
    )
    // the line of the trace that says so, without the file's first line
    const line = pageIn?.why?.record.line ?? 0
    expect(live.records[line - 2]).toMatchObject({ type: 'evict', resource: 'A.r', t: pageIn?.why?.record.t })
    expect(live.records[(run?.record?.line ?? 0) - 2]).toMatchObject({ type: 'packet', command: 'A', end: run?.end })
  })

  it('say why a chain cannot be shown, and what is shown stays', () => {
    const live = late()
    live.must({ kind: 'selectDelay', id: 1 })
    expect(live.do({ kind: 'selectDelay', id: 3 })).toEqual({ ok: false, message: 'There is no delay 3: 2 so far.' })
    expect(live.do({ kind: 'selectDelay', id: 'under-way' })).toMatchObject({ ok: false })
    expect(live.shown.delay?.id).toBe(1)
    live.must({ kind: 'selectDelay', id: null })
    expect(live.shown.delay).toBeNull()
  })

  it('are the same for a window that is opened later', () => {
    const live = late()
    live.must({ kind: 'selectDelay', id: 2 })
    const { delays, delayRows, delay } = live.shown
    expect(live.fresh()).toMatchObject({ delays, delayRows, delay })
  })
})

describe('a frame that is under way', () => {
  /** The decoder hangs for so long that nothing is shown. */
  function frozen(): LiveRig {
    const live = rig({ system: { periodicTrim: { idleAfter: '10h' }, tdr: { delay: '10s' } } })
    live.must(
      { kind: 'inject', fault: 'hang', duration: 600_000, engine: 'video-decode' },
      { kind: 'play', playing: true },
    )
    live.elapse(160)
    return live
  }

  it('is explained while it goes on, and when it has been shown late by its whole chain [LB-08] [LB-10]', () => {
    const live = frozen()
    live.must({ kind: 'selectDelay', id: 'under-way' })
    const first = live.shown.delay
    expect(first).toMatchObject({ id: null, state: 'under-way', what: 'frame', shown: null, due: null })
    expect(first?.begin).toBe(live.shown.preview.waiting?.since)
    expect(first?.segments.at(-1)).toMatchObject({
      kind: 'queue',
      what: expect.stringMatching(/, which waits for reset/),
    })
    expect(first?.segments.at(-1)?.end).toBe(live.session.world.sim.now)
    live.elapse(160)
    const later = live.shown.delay
    expect(later?.state).toBe('under-way')
    expect(later?.segments.at(-1)?.end).toBeGreaterThan((first?.segments.at(-1)?.end ?? 0) + 100_000)
    live.elapse(800)
    const over = live.shown.delay
    expect(over).toMatchObject({ state: 'late', begin: first?.begin })
    expect(over?.id).toBe(
      live.shown.delayRows.find(({ begin, what }) => what === 'frame' && begin === first?.begin)?.id,
    )
    // "or just ended"
    live.must({ kind: 'play', playing: false }, { kind: 'selectDelay', id: null })
    live.elapse(500)
    live.must({ kind: 'selectDelay', id: 'under-way' })
    expect(live.shown.delay).toMatchObject({ state: 'late', what: 'frame' })
  })

  it('is not changed by being looked at [LB-01] [LB-08]', () => {
    const looked = frozen()
    const alone = frozen()
    looked.must({ kind: 'selectDelay', id: 'under-way' })
    for (const live of [looked, alone])
      for (let i = 0; i < 60; i++) {
        live.elapse(16)
        if (live === looked) live.session.publishFrame()
      }
    expect(looked.session.world.delays.worst).toEqual(alone.session.world.delays.worst)
    expect(looked.session.world.delays.worst.length).toBeGreaterThan(0)
    expect(looked.records).toEqual(alone.records)
  })

  it('says so when it is never shown: its device is gone [LB-08]', () => {
    const live = rig({ system: { periodicTrim: { idleAfter: '10h' }, tdr: { delay: '300ms' } } })
    live.must({ kind: 'inject', fault: 'hang', engine: 'video-decode' }, { kind: 'play', playing: true })
    live.elapse(160)
    live.must({ kind: 'selectDelay', id: 'under-way' })
    live.elapse(1_500)
    expect(live.shown.device.removed).not.toBeNull()
    expect(live.shown.delay).toMatchObject({ id: null, state: 'lost', shown: null })
  })
})

describe('what is kept', () => {
  it('is the newest and the worst; of the others it is said that they are gone [LB-10]', () => {
    // every present of the compositor waits for work that cannot be preempted
    const system = { periodicTrim: { idleAfter: '10h' }, refreshRate: 240, preemption: { graphics: 'none' } }
    const live = rig({ system, app: { policy: 'none' } })
    live.must({ kind: 'setSpeed', speed: 16 })
    for (let i = 0; i < 3_200; i++) live.must({ kind: 'submit', engine: '3d', gpuTime: 6_000, context: 'game' })
    live.session.publishFrame()
    const before = live.frames.length
    live.elapse(1_600)
    // of a burst the rows come in several frames
    for (let i = 0; i < 20; i++) live.session.publishFrame()
    // while no window took them those that are gone were not kept to be sent: each frame but the last is full of rows
    const sent = live.frames.slice(before).flatMap(({ delayRows }) => delayRows?.length ?? [])
    expect(new Set(sent.slice(0, -1))).toEqual(new Set([128]))
    expect(sent.reduce((sum, rows) => sum + rows)).toBeLessThanOrEqual(
      KEPT_DELAYS.newest + KEPT_DELAYS.newest / 8 + KEPT_DELAYS.worst,
    )
    const { delays, delayRows } = live.shown
    const count = delays.presents
    expect(count).toBeGreaterThan(KEPT_DELAYS.newest + KEPT_DELAYS.worst + 200)
    const ids = delayRows.map(({ id }) => id)
    expect(ids).toEqual([...ids].sort((a, b) => a - b))
    expect(ids.slice(-KEPT_DELAYS.newest)).toEqual(
      Array.from({ length: KEPT_DELAYS.newest }, (_, i) => count - KEPT_DELAYS.newest + 1 + i),
    )
    const worst = live.session.world.delays.worst.map(({ begin, shown }) => `${begin} ${shown}`)
    const known = new Set(delayRows.map(({ begin, shown }) => `${begin} ${shown}`))
    expect(worst.filter((one) => !known.has(one))).toEqual([])
    expect(live.fresh().delayRows).toEqual(delayRows)
    const gone = Array.from({ length: count }, (_, i) => i + 1).find((id) => !ids.includes(id)) ?? 0
    expect(gone).toBeGreaterThan(0)
    expect(live.do({ kind: 'selectDelay', id: gone })).toMatchObject({
      message: expect.stringContaining('no longer kept'),
    })
  })

  it('is bounded by the segments of the chains, too: long ones are fewer [LB-10]', () => {
    const live = rig({})
    const { delays } = live.session.world
    const { segments } = KEPT_DELAYS
    const long = 64
    const chain = Array.from({ length: long }, () => ({
      kind: 'vertical-blank' as const,
      start: 0,
      end: 1,
      record: null,
      display: 1,
    }))
    const pending = delays.create('frame', 'frame', 0, 1, null)
    const count = KEPT_DELAYS.newest
    for (let i = 0; i < count; i++)
      delays.follower?.late(
        {
          what: 'frame',
          name: 'frame',
          set: null,
          command: null,
          begin: i,
          due: i,
          shown: i + 1,
          late: 1,
          segments: chain,
        },
        pending,
      )
    const ids = live.fresh().delayRows.map(({ id }) => id)
    // all are as late: the earlier are the worst of their kind
    const worst = Array.from({ length: KEPT_DELAYS.worst }, (_, i) => 1 + i)
    expect(ids).toEqual([
      ...worst,
      ...Array.from({ length: segments / long }, (_, i) => count - segments / long + 1 + i),
    ])
    expect(live.do({ kind: 'selectDelay', id: count })).toMatchObject({ ok: true })
    expect(live.do({ kind: 'selectDelay', id: count - segments / long })).toMatchObject({
      message: expect.stringContaining(`${segments} segments`),
    })
  })
})
