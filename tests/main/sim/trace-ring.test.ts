/** The newest records, evictions among them as rows of numbers: what is read is what was written. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Checkpoint, Origin } from '../../../main/sim/checkpoint/checkpoint'
import { Trace } from '../../../main/sim/trace'
import type { EvictReason, TraceRecord, TraceType } from '../../../main/sim/trace-records'
import { TraceRing } from '../../../main/sim/trace-ring'

const REASONS: readonly EvictReason[] = ['opportunistic', 'periodic', 'budget', 'aged', 'explicit']
const unlessAbsent = (most: number): fc.Arbitrary<number | undefined> => fc.option(fc.nat(most), { nil: undefined })

const eviction = fc.record({
  resource: fc.string(),
  bytes: fc.maxSafeNat(),
  reason: fc.constantFrom(...REASONS),
  references: fc.nat(3),
  policy: fc.constantFrom('fence-lru', 'creative-app', 'one of one’s own'),
  age: unlessAbsent(1e12),
  left: unlessAbsent(2 ** 45),
  cause: fc.nat(5),
})
const step = fc.oneof(eviction, fc.constant(null))

describe('evictions in the ring [SC-11]', () => {
  it('are read as their records would be, in the same places, whether a writer gets them or not', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), fc.integer({ min: 0, max: 20 }), (steps, capacity) => {
        let now = 0
        const quiet = new Trace(() => now, capacity)
        const told = new Trace(() => now, capacity)
        const heard: TraceRecord[] = []
        told.attach((record) => heard.push(record))
        const written: object[] = []
        for (const what of steps) {
          now += 7
          for (const trace of [quiet, told]) {
            trace.cause = what?.cause ?? 0
            if (what === null) trace.write('background-event', { event: 'e' })
            else {
              const { resource, bytes, reason, references, policy, age, left } = what
              trace.addEviction(resource, bytes, reason, references, policy, age, left)
            }
          }
          const kept = what === null ? { type: 'background-event', event: 'e' } : { type: 'evict', ...what }
          written.push({ ...kept, t: now, cause: what === null || what.cause === 0 ? undefined : what.cause })
        }
        const last = capacity === 0 ? [] : written.slice(-capacity)
        for (const trace of [quiet, told]) {
          expect([...trace.records()]).toEqual(last)
          expect(trace.came).toBe(written.length)
          expect([trace.total, trace.forgotten]).toEqual([written.length, written.length - last.length])
        }
        expect(heard).toEqual(written)
      }),
    )
  })

  it('are in order, each with its own numbers, however many come at once and whatever is overwritten meanwhile', () => {
    const burst = fc.record({ isEviction: fc.boolean(), count: fc.integer({ min: 1, max: 150 }) })
    fc.assert(
      fc.property(fc.array(burst, { maxLength: 12 }), fc.integer({ min: 50, max: 300 }), (bursts, capacity) => {
        const ring = new TraceRing(capacity)
        const written: string[] = []
        for (const { isEviction, count } of bursts)
          for (let i = 0; i < count; i++) {
            const t = written.length
            written.push(isEviction ? `${t} r${t} ${t + 1}` : `${t} other`)
            if (isEviction) ring.addEviction(t, `r${t}`, t + 1, 'aged', 0, 'p', undefined, undefined, 0)
            else ring.add({ t, type: 'background-event', event: 'e' })
          }
        const read = [...ring.records()].map((one) =>
          one.type === 'evict' ? `${one.t} ${one.resource} ${one.bytes}` : `${one.t} other`,
        )
        expect(read).toEqual(written.slice(-capacity))
      }),
    )
  })

  it('that were made as one are as they would be one by one, also where the ring has no room for all of them', () => {
    const one = fc.record({
      size: fc.integer({ min: 1, max: 2 ** 40 }),
      age: fc.nat(),
      isUsed: fc.boolean(),
      isLess: fc.boolean(),
    })
    const burst = fc.record({
      all: fc.array(one, { maxLength: 30 }),
      reason: fc.constantFrom(...REASONS),
      cause: fc.nat(3),
      others: fc.nat(4),
    })
    fc.assert(
      fc.property(fc.array(burst, { maxLength: 5 }), fc.nat(40), fc.boolean(), (bursts, capacity, isElsewhere) => {
        const keptElsewhere = new Set<TraceType>(isElsewhere ? ['evict'] : [])
        let now = 0
        const made = () => new Trace(() => now, capacity, keptElsewhere)
        const [atOnce, told, single] = [made(), made(), made()]
        const heard: [TraceRecord[], TraceRecord[]] = [[], []]
        told.attach((record) => heard[0].push(record))
        single.attach((record) => heard[1].push(record))
        for (const [number, { all, reason, cause, others }] of bursts.entries()) {
          now += 3
          const policy = `policy ${number % 2}`
          const resources = all.map(({ size }, key) => ({ name: `r${number}.${key}`, size }))
          const leftOf = (key: number): number => (all[key]?.isLess ? 0.5 : 1) * (all[key]?.size ?? 0)
          const ageOf = (key: number): number => (all[key]?.isUsed ? all[key].age : -1)
          const keys = Int32Array.from(all.keys())
          const resourceOf = (key: number) => resources[key] as { name: string; size: number }
          for (const trace of [atOnce, told, single]) {
            trace.cause = cause
            for (let i = 0; i < others; i++) trace.write('background-event', { event: 'e' })
          }
          for (const trace of [atOnce, told]) trace.addEvictions({ reason, policy, keys, resourceOf, ageOf, leftOf })
          for (const [key, { name, size }] of resources.entries()) {
            const { age, isUsed, isLess } = all[key] as (typeof all)[number]
            single.addEviction(name, size, reason, 0, policy, isUsed ? age : undefined, isLess ? size / 2 : undefined)
          }
        }
        for (const trace of [atOnce, told]) {
          expect([...trace.records()]).toEqual([...single.records()])
          expect([trace.total, trace.came, trace.forgotten]).toEqual([single.total, single.came, single.forgotten])
        }
        expect(heard[0]).toEqual(heard[1])
      }),
    )
  })

  it('take room in a checkpoint for as many as there are: one among 65,536 records its row, and a byte of each [LB-02]', () => {
    const system = { trace: new Trace(() => 1) }
    const origin = new Origin(system)
    for (let i = 0; i < 70_000; i++) system.trace.write('background-event', { event: 'e' })
    system.trace.addEviction('a', 65_536, 'periodic', 0, 'fence-lru', undefined, undefined)
    // a word of 8 bytes of each record and one byte that tells evictions, and less than 8 KiB beside
    expect(Checkpoint.of(system, origin).bytes).toBeLessThan(65_536 * 9 + 8_192)
  })

  it('are nobody’s but the watcher’s where he keeps them himself', () => {
    const trace = new Trace(() => 5, 4, new Set(['evict']))
    const heard: TraceRecord[] = []
    trace.attach((record) => heard.push(record))
    trace.addEviction('a', 65_536, 'periodic', 0, 'fence-lru', undefined, undefined)
    trace.write('background-event', { event: 'e' })
    expect([...trace.records()].map(({ type }) => type)).toEqual(['background-event'])
    expect([trace.total, trace.forgotten]).toEqual([2, 0])
    expect(heard.map(({ type }) => type)).toEqual(['evict', 'background-event'])
  })

  it('are overwritten by later ones; an age of 0 is one', () => {
    const ring = new TraceRing(3)
    for (let i = 0; i < 10; i++) ring.addEviction(i, `r${i}`, 1, 'budget', 0, 'p', 0, 0, 0)
    expect(ring).toHaveLength(3)
    expect([...ring.records()].map((record) => [record.t, 'age' in record && record.age])).toEqual([
      [7, 0],
      [8, 0],
      [9, 0],
    ])
  })
})
