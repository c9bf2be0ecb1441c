import { describe, expect, it } from 'vitest'
import type { LogRecord } from '../../../../../main/session/imports/etl/records'
import { systemOf } from '../../../../../main/session/imports/etl/system'
import { LogWriter } from '../../../../../main/session/imports/etl/writer'
import { memoryFor } from '../../../../../main/session/imports/system'
import { fields } from '../writing'
import { CLOCK, logOf, recordOf, us } from './events'
import * as etl from './logs'

const MIB = 1024 * 1024

function system(...records: LogRecord[]) {
  const log = logOf(records)
  const app = { process: 100, compositor: null, times: new Map<number, number>() }
  return systemOf(log, new LogWriter(log, CLOCK, app, {}))
}

const segment = (number: number, adapter: number, size: number, group: number) =>
  recordOf(78, fields([4, number], [8, adapter], [8, 0], [8, 0], [8, size], [4, 0], [4, 0], [8, 0], [8, 0], [1, group]))
const usage = (time: number, process: number, bytes: number) =>
  recordOf(367, etl.usage(bytes, 0, process, 0), { ticks: us(time) })
const blanks = (target: number, interval: number) =>
  [0, 1, 2].map((i) => recordOf(181, etl.blank(target), { ticks: us(1 + i * interval) }))

describe('the memory of a log’s system [LB-19]', () => {
  it('is that of the adapter with most of it, in whole 64 KiB', () => {
    const {
      fields: found,
      imported,
      derived,
    } = system(
      segment(1, 0xa, 300 * MIB + 5, 0),
      segment(2, 0xa, 200 * MIB, 0),
      segment(1, 0xb, 400 * MIB, 0),
      segment(3, 0xa, 64 * MIB, 1),
    )
    expect(found).toEqual({ localMemory: 500 * MIB, nonLocalMemory: 64 * MIB, compositor: { enabled: false } })
    expect([imported, derived]).toEqual([['local memory 500 MiB', 'non-local memory 64 MiB'], []])
  })

  it('has room for what was resident, or used at one time, where no segment is said; that is derived', () => {
    expect(
      system(usage(1, 7, 50 * MIB), usage(2, 8, 100 * MIB), usage(3, 7, 0), usage(4, 9, 20 * MIB)).fields,
    ).toMatchObject({
      ...memoryFor(150 * MIB),
    })
    const resident = system(recordOf(274, fields([8, 1], [4, 0], [8, 3000 * MIB])))
    expect(resident.fields).toMatchObject({ ...memoryFor(3000 * MIB) })
    expect(resident.derived).toEqual([expect.stringMatching(/^localMemory: .*; the log has no segments$/)])
    // 4 GiB hold 3.6, and with 8 GiB the system memory is no longer the format's own
    expect(system(recordOf(274, fields([8, 1], [4, 0], [8, 4000 * MIB]))).derived).toEqual([
      'localMemory: 8 GiB; the log has no segments',
      'nonLocalMemory: 16 GiB; the log has no segments',
    ])
    // more than any machine has is no size
    expect(system(segment(1, 0xa, 2 ** 51, 0)).derived).toHaveLength(1)
  })
})

describe('its displays [LB-19]', () => {
  it('are as fast as their blanks, the fastest of several first', () => {
    expect(system().fields).not.toHaveProperty('refreshRate')
    expect(system(...blanks(1, 10_000)).fields).toMatchObject({ refreshRate: 100 })
    expect(system(...blanks(1, 10_000)).fields).not.toHaveProperty('displays')
    const two = system(...blanks(1, 20_000), ...blanks(2, 10_000))
    expect(two.fields).toMatchObject({ refreshRate: 100, displays: [{ refreshRate: 100 }, { refreshRate: 50 }] })
    expect(two.imported).toEqual(['display of 100 Hz', 'other displays of 50 Hz'])
  })

  it('are eight at most', () => {
    const many = Array.from({ length: 10 }, (_, i) => blanks(i, 10_000 + i * 1000)).flat()
    expect((system(...many).fields as { displays: unknown[] }).displays).toHaveLength(8)
  })
})

it('the budget is what the app had at first', () => {
  expect(system(recordOf(366, etl.budget(9, 5 * MIB, 100, 0))).fields).toMatchObject({ budget: 5 * MIB })
})
