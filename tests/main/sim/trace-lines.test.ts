/** The lines of the trace: ordered fields, as JSON writes them. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Trace } from '../../../main/sim/trace'
import { traceLine } from '../../../main/sim/trace-lines'
import { TRACE_COLUMNS, type TraceRecord, type TraceType } from '../../../main/sim/trace-records'

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
      fc.constantFrom(Symbol('s'), () => 1),
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

  it('is the same when it follows one that differs in its numbers alone, whatever they are [SC-08]', () => {
    const number = fc.oneof(
      { weight: 6, arbitrary: fc.nat(20_000) },
      { weight: 4, arbitrary: fc.nat({ max: 2 ** 40 }) },
      // of which no form can be made, or whose digits become more or fewer
      { weight: 1, arbitrary: fc.constantFrom(-1, 0.5, 1e21, Number.MAX_SAFE_INTEGER, Number.NaN, 999, 1000) },
    )
    const packet = fc.record({
      t: number,
      type: fc.constant('packet' as const),
      engine: fc.constantFrom('3d', '"fence":12'),
      context: fc.constant('app'),
      kind: fc.constant('standard'),
      fence: number,
      start: number,
      end: number,
      outcome: fc.constant('completed'),
      switch: fc.constantFrom(undefined, 20),
      submitted: number,
      signals: fc.option(number, { nil: undefined }),
      command: fc.constantFrom('Blur', 'présent'),
    })
    const apply = fc.record({
      t: number,
      type: fc.constant('apply' as const),
      effect: fc.constantFrom('Blur', 'Grayscale'),
      submission: number,
      resources: fc.constantFrom(undefined, ['a', 'b']),
    })
    fc.assert(
      fc.property(fc.array(fc.oneof(packet, apply), { maxLength: 60 }), (records) => {
        for (const record of records) {
          const fields = TRACE_COLUMNS[record.type].map((name) => [name, (record as Record<string, unknown>)[name]])
          const expected = JSON.stringify(Object.fromEntries([['t', record.t], ['type', record.type], ...fields]))
          expect(traceLine(record as TraceRecord)).toBe(expected)
        }
      }),
    )
  })

  it('begins anew after a record that cannot be written [SC-08]', () => {
    const finding = { t: 0, type: 'finding', rule: 'TN-12', message: 'no' } as const satisfies TraceRecord
    const circular: Record<string, unknown> = {}
    circular.self = circular
    expect(() => traceLine({ ...finding, message: circular as unknown as string })).toThrow(TypeError)
    expect(traceLine(finding)).toBe('{"t":0,"type":"finding","rule":"TN-12","message":"no"}')
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
