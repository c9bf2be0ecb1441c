/** The trace itself: a bounded ring that counts what it drops, and writers that get everything. */
import { describe, expect, it } from 'vitest'
import { Trace } from '../../../main/sim/trace'
import type { TraceRecord } from '../../../main/sim/trace-records'

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
