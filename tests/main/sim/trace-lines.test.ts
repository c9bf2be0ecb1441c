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
