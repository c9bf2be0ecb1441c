/** Records of the trace as rows that a person reads (LB-04). */
import { describe, expect, it } from 'vitest'
import { recordView } from '../../../../../main/session/laboratory/comparison/record-view'
import type { TraceRecord } from '../../../../../main/sim/trace-records'
import { MIB } from '../../../support/world'

const shortly = (record: TraceRecord) => {
  const { name, bytes, duration, more } = recordView(record)
  return [name, bytes, duration, more]
}

describe('a record as a row [LB-04]', () => {
  it('has its moment, its type, its line of the trace, and what it adds to the number', () => {
    const row = recordView({ t: 7, type: 'device-removed', device: 'app', reason: 'HUNG', because: 'a hang' }, 3)
    expect(row).toEqual({
      t: 7,
      type: 'device-removed',
      name: 'app',
      bytes: null,
      duration: null,
      more: 'reason HUNG, because a hang',
      amount: 3,
      text: '{"t":7,"type":"device-removed","device":"app","reason":"HUNG","because":"a hang"}',
    })
    expect(recordView({ t: 7, type: 'tear', engine: '3d' }).amount).toBe(0)
  })

  it('says how long it took instead of when it ended', () => {
    const pageIn = { resource: 'A.r', bytes: 64 * MIB, start: 2_000_000, end: 2_015_625, reason: 'make-resident' }
    expect(shortly({ t: 2_015_625, type: 'page-in', ...pageIn })).toEqual([
      'A.r',
      64 * MIB,
      15_625,
      'start 2.000 s, reason make-resident',
    ])
  })

  it('tells moments, sizes and durations each in its own way, and plain numbers as they are', () => {
    const evict = { resource: 'A.r', bytes: MIB, reason: 'periodic' as const, references: 2, policy: 'fence-lru' }
    expect(shortly({ t: 1, type: 'evict', ...evict, age: 2_500_000, left: 1536 })).toEqual([
      'A.r',
      MIB,
      null,
      'reason periodic, references 2, policy fence-lru, age 2.5 s, left 1.5 KiB',
    ])
    const preempt = { engine: '3d', requested: 1500, stopped: 2000, boundary: 'pixel', fence: 4, reason: 'priority' }
    expect(shortly({ t: 1, type: 'preempt', ...preempt, save: 40, held: 1 } as TraceRecord)).toEqual([
      '',
      null,
      null,
      'engine 3d, requested 0.001500 s, stopped 0.002 s, boundary pixel, fence 4, reason priority, save 40 µs, held 1',
    ])
  })

  it('names the flags of a notification, as every other place does [TN-02]', () => {
    const flagged = (flags: number) =>
      shortly({ t: 1, type: 'notification', flags, bytesToTrim: 3 * MIB, callbacks: 1 })[3]
    expect([0, 2, 5].map(flagged)).toEqual([
      'flags 0, bytes to trim 3 MiB, callbacks 1',
      'flags RESTART_PERIODIC_TRIM, bytes to trim 3 MiB, callbacks 1',
      'flags PERIODIC_TRIM + TRIM_TO_BUDGET, bytes to trim 3 MiB, callbacks 1',
    ])
  })

  it('is of the first that names it: of a packet the command, and the context is said beside it', () => {
    const packet = {
      engine: '3d',
      context: 'app',
      kind: 'standard',
      fence: 3,
      start: 10,
      end: 30,
      outcome: 'completed',
    }
    expect(shortly({ t: 30, type: 'packet', ...packet, submitted: 5, command: 'Blur' })).toEqual([
      'Blur',
      null,
      20,
      'engine 3d, context app, kind standard, fence 3, start 0.000010 s, outcome completed, submitted 0.000005 s',
    ])
  })

  it('lists what a set has, and writes out what is neither text nor number', () => {
    expect(shortly({ t: 1, type: 'apply', submission: 2, resources: ['A.r', 'B.r'] })).toEqual([
      'A.r, B.r',
      null,
      null,
      'submission 2',
    ])
    expect(shortly({ t: 1, type: 'expect', ok: false, condition: { evictions: { min: 1 } }, found: 0 })[3]).toBe(
      'ok false, condition {"evictions":{"min":1}}, found 0',
    )
  })
})
