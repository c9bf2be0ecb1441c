/** A part of a recording: what it has is that of the whole between two times, and what was there when it begins (LB-19). */
import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { CaptureError, type Imported, type ImportOptions } from '../../../../main/session/imports/capture'
import { importCapture } from '../../../../main/session/imports/import'
import { importSets } from '../../../../main/session/imports/sets/sets'
import { runScenario } from '../../../../main/session/run/runner'
import * as etl from './etl/logs'
import * as rmv from './rmv/tokens'
import { captureOf, finished, scenarioOf } from './support'
import { joined } from './writing'

const bytes = (value: string): Uint8Array => new TextEncoder().encode(value)
const imported = (file: Uint8Array, options: ImportOptions): Imported =>
  finished(importCapture(captureOf(file), options))
const steps = (all: Imported): unknown[] => all.steps.map((line) => JSON.parse(line))
const MiB = 2 ** 20

describe('a part of a recording', () => {
  it('of sets: what is met before is made when it is used, and what is freed before is not [LB-19]', () => {
    const lines = [
      '{"trimlineSets":1,"name":"work"}',
      '{"t":10,"set":[{"id":"a","size":65536},{"id":"b","size":65536},{"id":"gone","size":65536}]}',
      '{"t":20,"free":["gone"],"set":[{"id":"idle","size":65536}]}',
      '{"t":30,"set":[{"id":"b"}]}',
      '{"t":45,"free":["b","idle"],"set":[{"id":"a"},{"id":"new","size":65536}]}',
      '{"t":50,"set":[{"id":"a"}]}',
    ]
    const part = imported(bytes(lines.join('\n')), { from: 30, until: 50 })
    expect(steps(part)).toEqual([
      { at: 0, resource: { name: 'b', size: 65_536 } },
      { at: 0, use: { set: ['b'] } },
      { at: 15, free: { name: 'b' } },
      { at: 15, resource: { name: 'a', size: 65_536 } },
      { at: 15, resource: { name: 'new', size: 65_536 } },
      { at: 15, use: { set: ['a', 'new'] } },
    ])
    expect(part.head.name).toBe('work, from 30 µs until 50 µs')
    expect(part.report.imported.slice(0, 3)).toEqual([
      'the part from 30 µs until 50 µs of the recording; what was there when it begins is made at 0',
      '2 submissions',
      '3 resources, 1 of them freed',
    ])
    // what is before it is held to the format all the same
    expect(() => imported(bytes([...lines.slice(0, 2), '{"t":1,"set":[]}'].join('\n')), { from: 30 })).toThrow(
      'line 3: t: ',
    )
  })

  it('of a Radeon trace: what is allocated then is made at its beginning [LB-19]', () => {
    // 3,200 us each
    const tokens = joined(
      rmv.timestamp(0n),
      rmv.allocate(0x1000, 16, [0]),
      rmv.residency(0x1000, 0),
      rmv.allocate(0x100000, 16, [0]),
      rmv.delta(2, 32_000),
      rmv.free(0x1000),
      rmv.allocate(0x200000, 16, [0]),
      rmv.delta(2, 32_000),
      rmv.residency(0x100000, 0),
      rmv.delta(2, 32_000),
      rmv.free(0x100000),
      rmv.delta(2, 32_000),
      rmv.residency(0x200000, 0),
    )
    const file = rmv.rdf(rmv.segmentsOf([0, 0, 1 << 28]), rmv.tokensIn(1, tokens))
    const part = imported(file, { from: 5000, until: 12_000, speed: 2 })
    expect(steps(part)).toEqual([
      { at: 0, resource: { name: 'allocation 2', size: 65_536 } },
      { at: 0, resource: { name: 'allocation 3', size: 65_536 } },
      { at: 700, use: { set: ['allocation 2'], gpuTime: 1 } },
      { at: 2300, free: { name: 'allocation 2' } },
    ])
    expect(part.report.imported[1]).toContain('2 allocations of 128 KiB, 1 of them freed')
    expect(part.report.derived[0]).toContain('uses: 1 from residency references added')
    // and regular ones are those of the whole, at 6 and 9 ms
    const every = imported(file, { from: 5000, until: 12_000, uses: { kind: 'every', interval: 3000 } })
    expect(steps(every).filter((step) => 'use' in (step as object))).toMatchObject([
      { at: 1000 },
      { at: 1400 },
      { at: 4000 },
    ])
  })

  it('of an ETW log: what is there then is made at its beginning, with usage and budget as they are then [LB-19]', () => {
    const us = (at: number) => ({ at: at * 3 })
    const made = (handle: number, at: number) => [
      etl.event(33, etl.allocation(handle, MiB), { ...us(at), version: 3 }),
      etl.event(36, etl.opened(handle + 1, handle), us(at)),
    ]
    const packet = (sequence: number, at: number) => [
      etl.event(178, etl.queued(1, sequence), us(at)),
      etl.event(175, etl.started(1, sequence, sequence), us(at + 1)),
      etl.event(177, etl.ended(1, sequence, sequence), us(at + 5)),
    ]
    const file = etl.log([
      [
        etl.event(32, etl.contextOn(1, 0), { at: 0, process: 4 }),
        ...made(50, 1),
        ...made(60, 2),
        etl.event(320, etl.resident(51), us(3)),
        etl.event(367, etl.usage(5 * MiB, 1 * MiB, 777, 0), us(4)),
        etl.event(367, etl.usage(7 * MiB, 5 * MiB, 777, 0), us(5)),
        etl.event(366, etl.budget(90 * MiB, 80 * MiB, 100, 0), us(6)),
        ...packet(1, 10),
        etl.event(34, etl.allocation(50, MiB), { ...us(20), version: 3 }),
      ],
      [...made(70, 40), etl.event(320, etl.resident(61), us(50)), ...packet(2, 60), ...packet(3, 100)],
    ])
    const part = imported(file, { from: 30, until: 90 })
    const resource = (number: number, at: number) => ({ at, resource: { name: `allocation ${number}`, size: MiB } })
    expect(steps(part)).toEqual([
      { at: 0, otherProcess: { name: 'process 777', usage: 7 * MiB } },
      resource(1, 0),
      { at: 0, otherProcess: { name: 'process 777', usage: 7 * MiB } },
      { at: 0, budget: 90 * MiB },
      resource(2, 10),
      { at: 20, use: { set: ['allocation 1'], gpuTime: 1 } },
      { at: 30, use: { set: [], gpuTime: 4, context: 'context 1' } },
    ])
    // its last event there is at 60 µs; the log itself is longer than that
    expect(part.head.name).toBe('process 100 in 30 µs of an ETW log, from 30 µs until 90 µs')
    expect(imported(file, {}).head.name).toMatch(/ in an ETW log of 1\d\d µs$/)
    expect(part.head.system).toMatchObject({ budget: 90 * MiB })
  })

  it('is called by the times at which it begins and ends, exactly: no two are called the same [LB-19]', () => {
    const sets = bytes('{"trimlineSets":1,"name":"work"}\n{"t":3576176,"set":[]}\n{"t":3576177,"set":[]}\n')
    const called = (options: ImportOptions): unknown[] => {
      const { head, report } = imported(sets, options)
      return [head.name, report.imported[0]]
    }
    expect(called({ until: 3_576_177 })).toEqual([
      'work, from 0 µs until 3.576177 s',
      'the part from 0 µs until 3.576177 s of the recording; what was there when it begins is made at 0',
    ])
    expect(called({ from: 3_576_177 })[0]).toBe('work, from 3.576177 s')
  })

  it('that ends before it begins is refused [LB-19]', () => {
    for (const options of [{ from: 5, until: 5 }, { until: 0 }, { from: -1 }, { from: Number.NaN }])
      expect(() => imported(bytes('{"trimlineSets":1}'), options)).toThrow(CaptureError)
  })

  it('of which one moment has no room as a whole leaves it to the part that follows: nothing is lost, and nothing twice [LB-19]', () => {
    const line = (i: number): string => `{"t":${(i >> 2) * 10},"set":[],"gpuTime":${i}}`
    const many = bytes(['{"trimlineSets":1}', ...Array.from({ length: 25 }, (_, i) => line(i))].join('\n'))
    const part = (from?: number): Imported =>
      finished(importSets(captureOf(many), from === undefined ? {} : { from }, { steps: 10, bytes: 2 ** 20 }))
    const parts = [part()]
    for (let next = parts[0]?.next ?? null; next !== null; next = parts.at(-1)?.next ?? null) parts.push(part(next))
    const uses = parts.flatMap((one) => steps(one) as { use: { gpuTime: number } }[]).map(({ use }) => use.gpuTime)
    expect(uses).toEqual(Array.from({ length: 25 }, (_, i) => i))
    // what is said counts what is there
    expect(parts.map((one) => one.report.imported[0])).toEqual(['8 submissions', '8 submissions', '9 submissions'])
  })

  it('of a Radeon trace has the regular uses of the whole, the one at which another part ended too [LB-19]', () => {
    const made = Array.from({ length: 3 }, (_, i) => rmv.allocate(0x10_000 * (i + 1), 16, [0]))
    const tokens = Buffer.concat([rmv.timestamp(0n), ...made, rmv.delta(2, 32_000), rmv.residency(0x10_000, 0)])
    const file = rmv.rdf(rmv.segmentsOf([0, 0, 1 << 28]), rmv.tokensIn(1, tokens))
    const uses = { kind: 'every', interval: 100 } as const
    const times = ({ from = 0, ...options }: ImportOptions): number[] =>
      (steps(imported(file, { ...options, from, uses })) as { at: number; use?: object }[])
        .filter(({ use }) => use !== undefined)
        .map(({ at }) => from + at)
    const whole = times({})
    expect(whole.slice(0, 2)).toEqual([100, 200])
    for (const from of [1, 99, 100, 101, 1000]) expect([...times({ until: from }), ...times({ from })]).toEqual(whole)
  })

  it('of an ETW log has what was submitted in it, where it ends on the GPU later too [LB-19]', () => {
    const us = (at: number) => ({ at: at * 3 })
    const file = etl.log([
      [
        etl.event(32, etl.contextOn(1, 0), { at: 0, process: 4 }),
        etl.event(178, etl.queued(1, 1), us(10)),
        etl.event(175, etl.started(1, 1, 1), us(12)),
        etl.event(178, etl.queued(1, 2), us(14)),
        etl.event(177, etl.ended(1, 1, 1), us(25)),
        etl.event(178, etl.queued(1, 3), us(26)),
        etl.event(175, etl.started(1, 2, 2), us(27)),
        etl.event(177, etl.ended(1, 2, 2), us(30)),
        etl.event(175, etl.started(1, 3, 3), us(31)),
        etl.event(177, etl.ended(1, 3, 3), us(38)),
      ],
    ])
    const times = (options: ImportOptions): (number | undefined)[] =>
      (steps(imported(file, options)) as { use?: { gpuTime: number } }[]).map(({ use }) => use?.gpuTime)
    expect([times({ until: 20 }), times({ from: 20 })]).toEqual([[13, 3], [7]])
    expect(imported(file, { until: 20 }).report.ignored.join()).not.toContain('whose end is not in the log')
  })

  it('that begins with more than a hundred thousand allocations has them all [LB-19]', () => {
    const count = 150_000
    const made = Array.from({ length: count }, (_, i) => rmv.allocate(0x10_000 * (i + 1), 16, [0]))
    const tokens = Buffer.concat([rmv.timestamp(0n), ...made, rmv.delta(2, 32_000), rmv.residency(0x10_000, 0)])
    const part = imported(rmv.rdf(rmv.segmentsOf([0, 0, 1 << 28]), rmv.tokensIn(1, tokens)), { from: 5 })
    expect(part.steps).toHaveLength(count + 1)
  })

  it('of a Radeon trace that is longer than a scenario ends where a moment does, with what it says of it [LB-19]', () => {
    // four at a time, 3.2 us apart; the first moment has the allocation too
    const used = Array.from({ length: 400_010 }, (_, i) => rmv.residency(0x10_000, 0, i > 0 && i % 4 === 0 ? 1 : 0))
    const tokens = Buffer.concat([rmv.timestamp(0n), rmv.allocate(0x10_000, 16, [0]), ...used])
    const file = rmv.rdf(rmv.segmentsOf([0, 0, 1 << 28]), rmv.tokensIn(1, tokens))
    const first = imported(file, {})
    const rest = imported(file, { from: first.next ?? Number.NaN })
    // one of the two has each use, and both have the allocation
    expect([first.steps.length, rest.steps.length, rest.next]).toEqual([399_997, 15, null])
    expect(first.report.derived[0]).toContain('uses: 399,996 from residency references added')
    expect(first.report.warnings).toHaveLength(1)
  }, 60_000)

  it('that follows what a scenario holds is said to be one [LB-19]', () => {
    const line = (t: number): string => `{"t":${t},"set":[]}`
    const many = bytes(['{"trimlineSets":1}', ...Array.from({ length: 110 }, (_, i) => line(i * 10))].join('\n'))
    const limits = { steps: 100, bytes: 2 ** 20 }
    const part = (options: ImportOptions): Imported => finished(importSets(captureOf(many), options, limits))
    const [first, rest] = [part({}), part({ from: 1000 })]
    expect(first.report.warnings).toEqual([
      'the scenario ends at 990us, as it holds at most 100 steps: what comes later is not imported; what follows is imported with the option from (--from 1ms) beside the others',
    ])
    expect([first.steps.length, rest.steps.length]).toEqual([100, 10])
    expect([first.next, rest.next]).toEqual([1000, null])
  })
})

const REAL = new URL('../../../../../shared/data/real/', import.meta.url)

describe.runIf(existsSync(REAL))('parts of real recordings', () => {
  it.each(['rmv/rx6600.rmv', 'etl/steamvr-0-250ms.etl', 'sets/mooncake-conversation-0-599.sets.jsonl'])(
    '%s: both halves are scenarios, and have the work of the whole [LB-19]',
    async (name) => {
      const file = new Uint8Array(readFileSync(new URL(name, REAL)))
      const whole = imported(file, {})
      const middle = (JSON.parse(whole.steps[whole.steps.length >> 1] as string) as { at: number }).at
      const halves = [imported(file, { until: middle }), imported(file, { from: middle })]
      const work = (all: Imported, shift = 0): string[] =>
        steps(all).flatMap((step) => {
          const { at, use, submit } = step as { at: number; use?: { set: string[]; gpuTime: number }; submit?: object }
          return use === undefined && submit === undefined
            ? []
            : [`${at + shift} ${use?.set.length ?? 'other'} ${use?.gpuTime}`]
        })
      const [first = [], second = []] = halves.map((half, i) => work(half, i * middle))
      const all = new Set(work(whole))
      expect([...first, ...second].filter((one) => !all.has(one))).toEqual([])
      expect(all.size - new Set([...first, ...second]).size).toBe(0)
      expect(Math.min(first.length, second.length)).toBeGreaterThan(20)
      const scenarios = halves.map(scenarioOf)
      // half of those conversations takes half a minute
      if (name.startsWith('sets/')) return
      for (const half of scenarios) {
        const { summary } = await runScenario(half, { policy: 'none' })
        expect(summary.devicesRemoved).toBe(0)
      }
    },
    60_000,
  )
})
