/** What each record of the trace adds to a number (LB-04): to its own, and to no other. */
import { describe, expect, it } from 'vitest'
import {
  AMOUNTS,
  AmountCollector,
  presented,
} from '../../../../../../main/session/laboratory/comparison/records/amounts'
import { RecordList } from '../../../../../../main/session/laboratory/comparison/records/list'
import type { TraceFields, TraceRecord } from '../../../../../../main/sim/trace-records'

type Key = keyof typeof AMOUNTS

/** Every number to which it adds something. */
function adds(record: TraceRecord): Partial<Record<Key, number>> {
  const entries = Object.entries(AMOUNTS).map(([key, amountOf]) => [key, amountOf(record)] as const)
  return Object.fromEntries(entries.filter(([, amount]) => amount !== 0))
}

const paging = { resource: 'A.r', bytes: 640, start: 0, end: 5, reason: 'demand' }

function packet(fields: Partial<TraceFields['packet']> = {}): TraceRecord {
  const all = { engine: '3d', context: 'app', kind: 'standard', fence: 1, start: 20, end: 90, outcome: 'completed' }
  return { t: 90, type: 'packet', ...all, submitted: 10, command: 'A', ...fields }
}

function preempt(boundary: string): TraceRecord {
  const times = { engine: '3d', requested: 5, stopped: 9, save: 4, held: 1, fence: 1 }
  return { t: 9, type: 'preempt', ...times, boundary, reason: 'priority' }
}

describe('what a record adds [LB-04]', () => {
  it.each<[string, TraceRecord, Partial<Record<Key, number>>]>([
    ['a page-in', { t: 5, type: 'page-in', ...paging }, { pageInBytes: 640 }],
    ['a page-out', { t: 5, type: 'page-out', ...paging }, { pageOutBytes: 640 }],
    [
      'an evict',
      { t: 5, type: 'evict', resource: 'A.r', bytes: 640, reason: 'budget', references: 0, policy: 'none' },
      { evictions: 1 },
    ],
    ['a finding', { t: 5, type: 'finding', rule: 'TN-34a', message: 'x' }, { findingsCount: 1 }],
    [
      'a device that is removed',
      { t: 5, type: 'device-removed', device: 'app', reason: 'HUNG', because: 'x' },
      { devicesRemoved: 1 },
    ],
    [
      'a blank that was missed',
      { t: 5, type: 'missed-vertical-blank', number: 1, waiting: 300 },
      { missedVerticalBlanks: 1 },
    ],
    ['a packet', packet(), {}],
    ['a packet that waited for what pressure had taken', packet({ hitch: 30 }), { hitches: 1 }],
    ['a packet that was switched to', packet({ switch: 12 }), { contextSwitches: 1, contextSwitchTime: 12 }],
    // it is a switch all the same (GP-16)
    ['a switch that took no time', packet({ switch: 0 }), { contextSwitches: 1 }],
    ['a preemption', preempt('pixel'), { contextSwitchTime: 4 }],
    // what is reset is not saved
    ['a preemption that a reset ended', preempt('reset'), {}],
    ['a reset of an engine', { t: 5, type: 'tdr', action: 'engine-reset', because: 'x' }, { engineResets: 1 }],
    ['a reset of the adapter', { t: 5, type: 'tdr', action: 'adapter-reset', because: 'x' }, {}],
    ['a timeout', { t: 5, type: 'tdr', action: 'timeout', because: 'x' }, {}],
  ])('%s', (_what, record, amounts) => {
    expect(adds(record)).toEqual(amounts)
  })

  it('a present of the compositor took as long as from its blank to its end [GP-28]', () => {
    const dwm = { context: 'dwm', kind: 'present' }
    expect(presented(packet(dwm))).toBe(80)
    expect(presented(packet({ ...dwm, outcome: 'device-removed' }))).toBe(0)
    expect([packet({ kind: 'present' }), packet({ context: 'dwm' })].map(presented)).toEqual([0, 0])
    expect(presented({ t: 5, type: 'page-in', ...paging })).toBe(0)
  })
})

describe('the records of a number [LB-04]', () => {
  const records: TraceRecord[] = [
    { t: 5, type: 'page-in', ...paging },
    { t: 6, type: 'page-in', ...paging, resource: 'B.r', bytes: 60 },
    { t: 7, type: 'page-out', ...paging },
    { t: 8, type: 'page-in', ...paging, bytes: 0 },
    packet({ hitch: 3 }),
  ]
  const found = (amountOf: (record: TraceRecord) => number, resource: string | null) => {
    const list = new RecordList(0, 10)
    const collector = new AmountCollector(list, amountOf, resource)
    for (const record of records) collector.record(record)
    const { count, sum, records: rows } = list.found
    return [count, sum, rows.map(({ t, name, amount }) => `${t} ${name} ${amount}`)]
  }

  it('are those that add something to it', () => {
    expect(found(AMOUNTS.pageInBytes, null)).toEqual([2, 700, ['5 A.r 640', '6 B.r 60']])
  })

  it('are of one resource where that is asked for; what is of none is not', () => {
    expect(found(AMOUNTS.pageInBytes, 'B.r')).toEqual([1, 60, ['6 B.r 60']])
    expect(found(AMOUNTS.hitches, null)[0]).toBe(1)
    expect(found(AMOUNTS.hitches, 'A.r')[0]).toBe(0)
  })
})
