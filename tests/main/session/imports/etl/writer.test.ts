import { describe, expect, it } from 'vitest'
import type { ImportOptions } from '../../../../../main/session/imports/capture'
import { appOf } from '../../../../../main/session/imports/etl/app'
import type { LogRecord } from '../../../../../main/session/imports/etl/records'
import { LogWriter } from '../../../../../main/session/imports/etl/writer'
import { CLOCK, logOf, recordOf, us } from './events'
import * as etl from './logs'

const KIB = 1024
const APP = 100
const C = 0xc1

const at = (time: number, more: { process?: number; thread?: number } = {}) => ({ ticks: us(time), ...more })
/** A packet that is queued, runs for so many µs and ends. */
const packet = (time: number, sequence: number, length: number, { context = C, process = APP, dma = 0 } = {}) => [
  recordOf(178, etl.queued(context, sequence, { dma }), at(time, { process })),
  recordOf(175, etl.started(context, sequence, sequence), at(time, { process: 4 })),
  recordOf(177, etl.ended(context, sequence, sequence), at(time + length, { process: 0 })),
]
/** What makes process 100 the app, at 90 s. */
const APPS_WORK = packet(90_000_000, 999, 5_000_000)

/** @returns the steps of all but the app's own last piece of work */
function written(records: LogRecord[], options: ImportOptions = {}) {
  const log = logOf([...records, ...APPS_WORK])
  const writer = new LogWriter(log, CLOCK, appOf(log, undefined), options)
  writer.write()
  const steps = writer.steps.lines.map((line) => JSON.parse(line) as Record<string, unknown>)
  return { writer, counts: writer.written, steps: steps.filter((step) => step.at !== 90_000_000) }
}

/** A global allocation and the app's handle of it. */
const open = (time: number, handle: number, global: number) => recordOf(36, etl.opened(handle, global), at(time))
const made = (time: number, global: number, size: number, more = {}) =>
  recordOf(33, etl.allocation(global, size, more), at(time))
const resident = (time: number, handle: number, process = APP) =>
  recordOf(320, etl.resident(handle), at(time, { process }))

describe('the app’s allocations are resources [LB-19]', () => {
  it('made and freed at their times, with the sizes that the log says', () => {
    const { steps, counts } = written([
      made(5, 1, 100 * KIB),
      made(6, 2, 64 * KIB),
      recordOf(34, etl.allocation(1, 100 * KIB), at(9)),
    ])
    expect(steps).toEqual([
      { at: 5, resource: { name: 'allocation 1', size: 100 * KIB } },
      { at: 6, resource: { name: 'allocation 2', size: 64 * KIB } },
      { at: 9, free: { name: 'allocation 1' } },
    ])
    // 100 KiB take two of 64
    expect(counts).toMatchObject({ resources: 2, bytes: 164 * KIB, rounding: 28 * KIB, freed: 1 })
  })

  it('in the heap that their preferred segment says', () => {
    const { steps, counts } = written([
      recordOf(78, etl.segment(1, 2 ** 30, 0), at(0)),
      recordOf(78, etl.segment(2, 2 ** 30, 1), at(0)),
      made(1, 1, 1, { segment: 1 }),
      made(2, 2, 1, { segment: 2 }),
      made(3, 3, 1, { segment: 5 }),
    ])
    expect(steps.map(({ resource }) => (resource as { heap?: string }).heap)).toEqual([undefined, 'upload', undefined])
    expect(counts.unknownGroup).toBe(1)
  })

  it('not where they are page tables, of 0 bytes, or another process’s', () => {
    const { steps, counts } = written([
      made(1, 1, 64 * KIB, { pageTable: 1 }),
      made(2, 2, 0),
      made(3, 3, 64 * KIB, { process: 7 }),
    ])
    expect(steps).toEqual([])
    expect(counts).toMatchObject({ pageTables: 1, emptyAllocations: 1, othersAllocations: 1, resources: 0 })
  })

  it('that are another process’s are the app’s where it uses them', () => {
    const { steps, counts } = written([made(3, 3, 64 * KIB, { process: 7 }), open(4, 0x30, 3), resident(5, 0x30)])
    expect(steps).toEqual([
      { at: 5, resource: { name: 'allocation 1', size: 64 * KIB } },
      { at: 5, use: { set: ['allocation 1'], gpuTime: 1 } },
    ])
    expect(counts.othersAllocations).toBe(0)
  })

  it('are there from the start where the log did not see them made, and are used', () => {
    const { steps } = written([
      recordOf(35, etl.allocation(1, 64 * KIB), at(50)),
      open(51, 0x10, 1),
      resident(60, 0x10),
    ])
    expect(steps).toEqual([
      { at: 0, resource: { name: 'allocation 1', size: 64 * KIB } },
      { at: 60, use: { set: ['allocation 1'], gpuTime: 1 } },
    ])
  })

  it('without a size are left out with their uses, unless one is assumed', () => {
    const records = [resident(5, 0x77), resident(6, 0x77)]
    const without = written(records)
    expect([without.steps, [...without.counts.sizeless.values()]]).toEqual([[], [2]])
    const assumed = written(records, { unknownSize: 4096 })
    expect(assumed.steps).toMatchObject([
      { at: 0, resource: { name: 'allocation 1 (size assumed)', size: 4096 } },
      { at: 5, use: {} },
      { at: 6, use: {} },
    ])
    expect([assumed.counts.assumed, assumed.counts.sizeless.size]).toEqual([1, 0])
  })
})

describe('work [LB-19]', () => {
  it('of the app uses its set, by its context; that of others has theirs', () => {
    const D = 0xd1
    const { steps, counts } = written([
      made(1, 1, 64 * KIB),
      open(1, 0x10, 1),
      recordOf(43, etl.references(C, 0xd, 0x10, 0x10), at(2)),
      ...packet(3, 1, 7, { dma: 0xd }),
      ...packet(20, 1, 9, { context: D, process: 55 }),
      ...packet(40, 1, 0, { context: 0xe1 }),
    ])
    expect(steps.slice(1)).toEqual([
      // twice in the set is once
      { at: 3, use: { set: ['allocation 1'], gpuTime: 7, context: 'context 1' } },
      { at: 20, submit: { engine: '3d', gpuTime: 9, context: 'process 55' } },
      // at least 1 µs
      { at: 40, use: { set: [], gpuTime: 1, context: 'context 2' } },
    ])
    // with the app's own at the end
    expect([counts.submissions, counts.others, [...counts.otherProcesses]]).toEqual([3, 1, [55]])
  })

  it('that has no end, or is nobody’s, is counted and left out', () => {
    const { steps, counts } = written([
      recordOf(178, etl.queued(C, 1), at(1)),
      ...packet(3, 1, 7, { context: 0xe1, process: 4 }),
    ])
    expect(steps).toEqual([])
    expect(counts).toMatchObject({ unfinished: 1, withoutProcess: 1, submissions: 1 })
  })

  it('with what was freed by then uses the rest of its set', () => {
    const { steps, counts } = written([
      made(1, 1, 64 * KIB),
      made(1, 2, 64 * KIB),
      open(1, 0x10, 1),
      open(1, 0x20, 2),
      recordOf(34, etl.allocation(1, 64 * KIB), at(2)),
      recordOf(43, etl.references(C, 0xd, 0x10, 0x20), at(3)),
      ...packet(4, 1, 1, { dma: 0xd }),
    ])
    expect(steps.at(-1)).toMatchObject({ use: { set: ['allocation 2'] } })
    expect(counts.late).toBe(1)
  })

  it('that calls to MakeResident are taken for is the app’s own, of calls that succeeded', () => {
    const { steps, counts } = written([
      made(1, 1, 64 * KIB),
      open(1, 0x10, 1),
      resident(2, 0x10, 55),
      recordOf(338, etl.residentStart(), at(3)),
      resident(4, 0x10),
      recordOf(339, etl.residentStop(0xc0000017), at(5)),
      resident(6, 0x10),
    ])
    expect(steps.slice(1)).toEqual([{ at: 6, use: { set: ['allocation 1'], gpuTime: 1 } }])
    expect(counts).toMatchObject({ othersResident: 1, failed: 1, derivedUses: 1 })
  })
})

describe('usage and budgets [LB-19]', () => {
  it('of other processes are theirs, from what they had before on', () => {
    const { steps } = written([
      recordOf(367, etl.usage(300, 200, 55, 0), at(7)),
      recordOf(367, etl.usage(350, 300, 55, 0), at(8)),
      recordOf(367, etl.usage(1, 0, APP, 0), at(9)),
    ])
    expect(steps).toEqual([
      { at: 0, otherProcess: { name: 'process 55', usage: 200 } },
      { at: 7, otherProcess: { name: 'process 55', usage: 300 } },
      { at: 8, otherProcess: { name: 'process 55', usage: 350 } },
    ])
  })

  it('the budget is the app’s, at first what it was before the first change', () => {
    const changes = [
      recordOf(366, etl.budget(900, 800, 55, 0), at(6)),
      recordOf(366, etl.budget(500, 400, APP, 0), at(7)),
    ]
    const { steps, writer, counts } = written(changes)
    expect([steps, writer.budget, counts.budgets]).toEqual([[{ at: 7, budget: 500 }], 400, 1])
    // it had none yet
    expect(written([recordOf(366, etl.budget(500, 0, APP, 0), at(7))]).writer.budget).toBeNull()
    expect(written([]).writer.budget).toBeNull()
  })

  it('of several adapters the one counts on which the app works most', () => {
    const selected = [
      recordOf(23, etl.selected(0xf0, 0, 0xada), at(0, { process: 4 })),
      recordOf(23, etl.selected(C, 0, 0xbbb), at(0, { process: 4 })),
    ]
    const { steps } = written([
      ...selected,
      recordOf(366, etl.budget(1, 1, APP, 0, 0xada), at(5)),
      recordOf(366, etl.budget(2, 1, APP, 0, 0xbbb), at(6)),
    ])
    expect(steps).toEqual([{ at: 6, budget: 2 }])
  })
})
