/** The trace itself: a bounded ring that counts what it drops, writers that get everything, lines with ordered fields. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Trace } from '../../../main/sim/trace'
import { TRACE_COLUMNS, type TraceRecord, type TraceType, traceLine } from '../../../main/sim/trace-records'

const findings = (trace: Trace) => [...trace.records()].map((record) => (record as { message?: string }).message)

function filled(records: number, capacity?: number): { trace: Trace; written: TraceRecord[] } {
  let now = 0
  const trace = new Trace(() => now++, capacity)
  const written: TraceRecord[] = []
  trace.attach((record) => written.push(record))
  for (let i = 0; i < records; i++) trace.write('finding', { rule: 'X', message: String(i) })
  return { trace, written }
}

describe('the ring', () => {
  it('keeps the newest records, oldest first, and counts the others [SC-11]', () => {
    for (const records of [0, 1, 3, 4, 5, 7, 8, 9]) {
      const { trace } = filled(records, 4)
      const kept = Math.min(records, 4)
      expect(findings(trace)).toEqual(Array.from({ length: kept }, (_, i) => String(records - kept + i)))
      expect([trace.total, trace.forgotten]).toEqual([records, records - kept])
    }
  })

  it('is bounded by default [SC-11]', () => {
    const { trace } = filled(70_000)
    expect([...trace.records()]).toHaveLength(65_536)
    expect(trace.forgotten).toBe(70_000 - 65_536)
  })

  it('keeps nothing with capacity 0, and its writers still get everything [SC-11]', () => {
    const { trace, written } = filled(10, 0)
    expect(findings(trace)).toEqual([])
    expect(trace.forgotten).toBe(10)
    expect(written).toHaveLength(10)
  })

  it('drops nothing of what goes to a writer [SC-11]', () => {
    const { written } = filled(9, 4)
    expect(written.map((record) => record.t)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8])
  })
})

describe('a line', () => {
  it('has t, type, the fields of the table in its order, then what was added [SC-08]', () => {
    const record = {
      cause: 3,
      age: 5,
      policy: 'none',
      references: 0,
      reason: 'explicit',
      bytes: 65_536,
      resource: 'Blur.main',
      type: 'evict',
      t: 7,
    } as const satisfies TraceRecord
    expect(traceLine(record)).toBe(
      '{"t":7,"type":"evict","resource":"Blur.main","bytes":65536,"reason":"explicit","references":0,"policy":"none","age":5,"cause":3}',
    )
  })

  it('leaves absent fields out [SC-08]', () => {
    expect(traceLine({ t: 0, type: 'finding', rule: 'TN-12', message: 'no' })).toBe(
      '{"t":0,"type":"finding","rule":"TN-12","message":"no"}',
    )
  })

  it('is what JSON.stringify writes of the fields in their order, whatever they hold [SC-08]', () => {
    const value = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.string({ minLength: 100, maxLength: 200 }),
      fc.constantFrom('\ud800', '"', '\\', '\u2028', '', '__proto__', 'Blur.main'),
      fc.double(),
      fc.integer(),
      fc.constantFrom(-0, 1e21, 1e-7, Number.NaN, Number.POSITIVE_INFINITY),
      fc.boolean(),
      fc.constant(null),
      fc.array(fc.string()),
      fc.dictionary(fc.string(), fc.integer()),
      fc.constant(undefined),
    )
    const types = Object.keys(TRACE_COLUMNS) as TraceType[]
    const anything = fc.constantFrom(...types).chain((type) => {
      const columns: readonly string[] = TRACE_COLUMNS[type]
      const fields = fc.tuple(...columns.map(() => value))
      return fc.tuple(
        fc.constant(type),
        fc.constant(columns),
        fields,
        fc.nat(),
        fc.option(fc.nat(), { nil: undefined }),
      )
    })
    fc.assert(
      fc.property(anything, ([type, columns, values, t, cause]) => {
        const fields = columns.map((name, i) => [name, values[i]] as const)
        // as a caller writes them: in any order
        const record = Object.fromEntries([...fields.toReversed(), ['cause', cause], ['type', type], ['t', t]])
        const expected = JSON.stringify(Object.fromEntries([['t', t], ['type', type], ...fields, ['cause', cause]]))
        expect(traceLine(record as TraceRecord)).toBe(expected)
      }),
      { numRuns: 200 },
    )
  })

  it('carries the command that is being carried out, none where the system acts by itself', () => {
    const trace = new Trace(() => 0)
    const lines: string[] = []
    trace.attach((record) => lines.push(traceLine(record)))
    trace.cause = 12
    trace.write('apply', { effect: 'Blur', submission: 1 })
    trace.cause = 0
    trace.write('apply', { effect: 'Blur', submission: 2 })
    expect(lines).toEqual([
      '{"t":0,"type":"apply","effect":"Blur","submission":1,"cause":12}',
      '{"t":0,"type":"apply","effect":"Blur","submission":2}',
    ])
  })
})
