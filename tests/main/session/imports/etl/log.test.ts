import { describe, expect, it } from 'vitest'
import type { LogEvent } from '../../../../../main/session/imports/etl/log'
import { fields } from '../writing'
import { logOf, recordOf, us } from './events'
import * as etl from './logs'

const C = 0xc1
/** µs */
const at = (time: number, more: { process?: number; thread?: number } = {}) => ({ ticks: us(time), ...more })
const made = (time: number, global: number, size = 1) => recordOf(33, etl.allocation(global, size), at(time))
const gone = (time: number, global: number) => recordOf(34, etl.allocation(global, 1), at(time))
const queued = (time: number, sequence: number, type = 0) => recordOf(178, etl.queued(C, sequence, { type }), at(time))
const shown = (happenings: readonly LogEvent[]): string[] => happenings.map(({ at: time, what }) => `${time} ${what}`)

describe('what happened [LB-19]', () => {
  it('is known with its time, µs; what means nothing is counted by its name', () => {
    const log = logOf([
      made(5, 1),
      queued(7, 1),
      gone(9, 1),
      recordOf(9999, fields([4, 0]), at(11)),
      recordOf(9999, fields([4, 0]), at(12)),
    ])
    expect(shown(log.happenings)).toEqual(['5 made', '7 submitted', '9 destroyed'])
    expect([...log.counts.values()]).toEqual([2])
    expect([log.last, log.lastOfAll, log.cut]).toEqual([9, 12, null])
  })

  it('is in order of time, where something was queued before it turned out to be work', () => {
    const log = logOf([queued(3, 1, 7), made(5, 1), queued(6, 2), recordOf(175, etl.started(C, 1, 1), at(8))])
    expect(shown(log.happenings)).toEqual(['3 submitted', '5 made', '6 submitted'])
  })

  it('of calls to MakeResident of a thread are its own, and none of one that failed', () => {
    const log = logOf([
      recordOf(338, etl.residentStart(), at(1, { thread: 1 })),
      recordOf(338, etl.residentStart(), at(2, { thread: 2 })),
      recordOf(320, etl.resident(0x10), at(3, { thread: 1 })),
      recordOf(320, etl.resident(0x11), at(4, { thread: 2 })),
      recordOf(320, etl.resident(0x12), at(5, { thread: 1 })),
      recordOf(339, etl.residentStop(0xc0000017), at(6, { thread: 1 })),
      // pending is no failure
      recordOf(339, etl.residentStop(0x103), at(7, { thread: 2 })),
      recordOf(320, etl.resident(0x13), at(8, { thread: 1 })),
    ])
    const calls = log.happenings.map((happening) => happening.what === 'resident' && happening.residency.failed)
    expect([calls, log.residentCalls]).toEqual([[true, false, true, false], 2])
  })
})

describe('usage and budgets [LB-19]', () => {
  const usage = (time: number, adapter: number, now: number, before: number, group = 0) =>
    recordOf(367, fields([8, now], [8, before], [8, adapter], [4, 7], [2, 0], [1, group]), at(time))

  it('of a process are what it has on all adapters together', () => {
    const log = logOf([usage(1, 0xa, 10, 4), usage(2, 0xb, 100, 50), usage(3, 0xa, 30, 10)])
    expect(log.happenings).toMatchObject([
      { what: 'usage', process: 7, bytes: 10, before: 4 },
      { what: 'usage', process: 7, bytes: 110, before: 60 },
      { what: 'usage', process: 7, bytes: 130, before: 110 },
    ])
  })

  it('are of local memory alone, and a budget is of its adapter', () => {
    const log = logOf([
      usage(1, 0xa, 10, 4, 1),
      recordOf(366, etl.budget(9, 3, 7, 0, 0xa), at(2)),
      recordOf(366, etl.budget(9, 3, 7, 1, 0xa), at(3)),
      recordOf(366, etl.budget(5, 2, 7, 0, 0xb), at(4)),
    ])
    expect(log.happenings).toMatchObject([
      { at: 2, what: 'budget', adapter: 'a', bytes: 9, before: 3 },
      { at: 4, what: 'budget', adapter: 'b', bytes: 5, before: 2 },
    ])
  })

  it('are none where the number is larger than any', () => {
    expect(logOf([recordOf(367, etl.usage(2 ** 60, 0, 7, 0), at(1))]).happenings).toEqual([])
  })
})

describe('of what came before the part that is asked for [LB-19]', () => {
  it('counts what is so then: memory that is there, and the last usage and budget', () => {
    const log = logOf(
      [
        made(1, 1),
        made(2, 2),
        gone(3, 2),
        queued(4, 1),
        recordOf(367, etl.usage(10, 4, 7, 0), at(5)),
        recordOf(367, etl.usage(20, 10, 7, 0), at(6)),
        recordOf(366, etl.budget(9, 3, 7, 0), at(7)),
        made(100, 3),
      ],
      100,
    )
    expect(log.happenings).toMatchObject([
      { at: 100, what: 'made' },
      { at: 100, what: 'usage', bytes: 20, before: 20 },
      { at: 100, what: 'budget', bytes: 9, before: 9 },
      { at: 100, what: 'made' },
    ])
  })

  it('what went before is not there, also where the log did not see it made [LB-19]', () => {
    const log = logOf([made(1, 1), gone(3, 1), gone(4, 2)], 100)
    expect(log.happenings).toEqual([])
    expect([...log.allocations.earlier].map(({ existed, isGone }) => [existed, isGone])).toEqual([[true, true]])
  })

  it('the last usage of a process comes last, of whichever adapter it is [LB-19]', () => {
    const usage = (time: number, adapter: number, now: number, before: number) =>
      recordOf(367, fields([8, now], [8, before], [8, adapter], [4, 7], [2, 0], [1, 0]), at(time))
    const log = logOf([usage(1, 0xa, 10, 4), usage(2, 0xb, 100, 50), usage(3, 0xa, 30, 10)], 50)
    expect(log.happenings.at(-1)).toMatchObject({ what: 'usage', bytes: 130 })
    expect(log.mostUsed).toBe(130)
  })
})

describe('of what comes behind the part that is asked for [LB-19]', () => {
  it('nothing has happened and nothing is counted, but what usage and budgets were before is known', () => {
    const taken = [
      recordOf(9999, fields([4, 0]), at(1)),
      made(5, 1),
      recordOf(367, etl.usage(10, 4, 7, 0), at(6)),
      recordOf(9999, fields([4, 0]), at(50)),
      made(50, 2),
      recordOf(367, etl.usage(20, 10, 7, 0), at(60)),
      recordOf(366, etl.budget(9, 3, 7, 0), at(70)),
      recordOf(366, etl.budget(5, 9, 7, 0), at(80)),
    ]
    const log = logOf(taken, 2, 50)
    expect(shown(log.happenings)).toEqual(['5 made', '6 usage'])
    expect(log.later).toMatchObject([{ what: 'budget', bytes: 9, before: 3 }])
    expect([[...log.counts.values()], log.last, log.lastOfAll]).toEqual([[], 6, 80])
    expect([...logOf(taken, 0, 50).counts.values()]).toEqual([1])
  })

  it('there is no room where there is more than a scenario could have: it ends before a moment', () => {
    const usages = (...times: number[]) => times.map((time) => recordOf(367, etl.usage(10, 4, 7, 0), at(time)))
    const cutOf = (...times: number[]) => logOf(usages(...times), 0, undefined, 3).cut
    const why = 'no more than 3 events of a log become one'
    expect(cutOf(5, 5, 6)).toBeNull()
    expect(cutOf(5, 5, 6, 6, 7)).toEqual({ next: 6, isCrowded: false, why })
    expect(cutOf(5, 5, 5, 5)).toEqual({ next: 6, isCrowded: true, why })
    // what was there before and is gone by then takes none
    const gone3 = [1, 2, 3].flatMap((handle) => [made(handle, handle), gone(handle, handle)])
    expect(logOf([...gone3, ...usages(5, 5, 6)], 5, undefined, 3).cut).toBeNull()
  })
})

describe('the system [LB-19]', () => {
  it('has segments, nodes and the most that was resident', () => {
    const log = logOf([
      recordOf(78, etl.segment(1, 1000, 0), at(0)),
      recordOf(78, etl.segment(2, 500, 1), at(0)),
      // without a group: an earlier version
      recordOf(78, etl.segment(3, 7, 1).slice(0, -1), at(0)),
      recordOf(250, etl.node(3, 6), at(0)),
      recordOf(274, fields([8, 1], [4, 0], [8, 70]), at(1)),
      recordOf(274, fields([8, 1], [4, 0], [8, 60]), at(2)),
    ])
    expect([...log.segments.values()].map(({ size, group }) => [size, group])).toEqual([
      [1000, 0],
      [500, 1],
      [7, null],
    ])
    expect([[...log.nodes], log.mostResident]).toEqual([[[' 3', 6]], 70])
  })

  it('has displays by the median of their blanks, the fastest first', () => {
    const blanks = (target: number, times: number[]) => times.map((time) => recordOf(181, etl.blank(target), at(time)))
    const log = logOf([
      // 20 ms, one of them late
      ...blanks(1, [0, 20_000, 40_000, 90_000, 110_000]),
      // 10 ms
      ...blanks(2, [5, 10_005, 20_005]),
      // one blank says nothing
      ...blanks(3, [7]),
    ])
    expect(log.refreshRates).toEqual([100, 50])
  })

  it('has the rate of the median interval on the clock of the log, not of whole µs [LB-19]', () => {
    // 3,000,000 ÷ 20,827 ticks is 144.04 Hz; of their 6942, 6942 and 6943 µs the median would be 144.05, so 144.1
    const blanks = [0, 20_827, 41_654, 62_481].map((ticks) => recordOf(181, etl.blank(1), { ticks }))
    expect(logOf(blanks).refreshRates).toEqual([144])
  })

  it('counts attempts at preemption, and those that succeeded', () => {
    const attempt = (result: number) => recordOf(22, fields([8, 1], [4, result]), at(1))
    const log = logOf([attempt(1), attempt(0), attempt(1), attempt(2)])
    expect([log.attempts, log.successes]).toEqual([4, 2])
  })
})
