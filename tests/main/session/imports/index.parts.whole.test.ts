/** Parts of a recording add up to the whole: what happens, what is counted, whose it is, and on which machine (LB-19). */
import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { CaptureError, type Imported, type ImportOptions } from '../../../../main/session/imports/capture'
import { importCapture } from '../../../../main/session/imports/import'
import { importSets } from '../../../../main/session/imports/sets/sets'
import * as etl from './etl/logs'
import * as rmv from './rmv/tokens'
import { captureOf, finished } from './support'
import { fields, joined } from './writing'

const bytes = (value: string): Uint8Array => new TextEncoder().encode(value)
const imported = (file: Uint8Array, options: ImportOptions = {}): Imported =>
  finished(importCapture(captureOf(file), options))
const MiB = 2 ** 20

interface Step {
  at: number
  resource?: { name: string; size: number; heap?: string }
  free?: { name: string }
  use?: { set: string[]; gpuTime: number; engine?: string }
  submit?: object
}
const steps = (all: Imported): Step[] => all.steps.map((line) => JSON.parse(line) as Step)

/** What happens, by the time of the recording; resources are told by their size, as their names are of a part. */
function happenings(all: Imported, from = 0): string[] {
  const sizes = new Map<string, number>()
  return steps(all).flatMap(({ at, resource, free, use, submit }) => {
    if (resource !== undefined) sizes.set(resource.name, resource.size)
    const sized = (name: string): number => sizes.get(name) ?? Number.NaN
    const set = use?.set.map(sized).sort()
    if (use !== undefined) return [`${from + at} use ${set} ${use.gpuTime} ${use.engine}`]
    if (free !== undefined) return [`${from + at} free ${sized(free.name)}`]
    return submit === undefined ? [] : [`${from + at} ${JSON.stringify(submit)}`]
  })
}

/** What is not imported and happens at a time, other than what is there: kind, in the singular → how many. */
function ignored(parts: readonly Imported[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const line of parts.flatMap(({ report }) => report.ignored)) {
    const [, count = '', kind = ''] = /^([\d,]+) ((?!page tables?:|allocation)[^:]+): /.exec(line) ?? []
    if (count === '' || kind.includes('in the whole') || /^(snapshot|frame mark|record)/.test(kind)) continue
    const one = kind
      .replace(/, \d.*/, '')
      .replace(/other (type|process)(?:es|s)/, 'another $1')
      .replaceAll(/s\b/g, '')
    counts[one] = (counts[one] ?? 0) + Number(count.replaceAll(',', ''))
  }
  return counts
}

const us = (at: number, process = 100) => ({ at: at * 3, process })
const work = (context: number, sequence: number, from: number, to: number, process = 100): Uint8Array[] => [
  etl.event(178, etl.queued(context, sequence), us(from, process)),
  etl.event(175, etl.started(context, sequence, sequence), us(from + 1, 4)),
  etl.event(177, etl.ended(context, sequence, sequence), us(to, 0)),
]
const contexts = [1, 2].map((context) => etl.event(32, etl.contextOn(context, 0), us(0, 4)))

describe('parts of an ETW log', () => {
  it('are of one app, that with most time in the whole log, also where it does nothing [LB-19]', () => {
    const file = etl.log([
      [...contexts, ...work(1, 1, 10, 500), ...work(2, 1, 600, 700, 55), ...work(2, 2, 800, 900, 55)],
    ])
    const parts = [{ until: 550 }, { from: 550, until: 750 }, { from: 750 }].map((part) => imported(file, part))
    expect(parts.map(({ head }) => head.name.slice(0, 11))).toEqual(Array(3).fill('process 100'))
    expect(parts.map(({ report }) => report.warnings)).toEqual([
      [],
      ...Array(2).fill(['process 100, the app, submits nothing in that part of the log']),
    ])
    expect(parts.map(({ report }) => report.imported.find((line) => line.includes(' of the app, ')))).toEqual([
      '1 submission of the app, 0 of 0 other processes',
      '0 submissions of the app, 1 of 1 other process',
      '0 submissions of the app, 1 of 1 other process',
    ])
    // whoever is asked for, too
    expect(imported(file, { process: 55, until: 550 }).head.name).toContain('process 55 in ')
  })

  it('are of one machine, and know the sizes that are said elsewhere in the log [LB-19]', () => {
    const blanks = (times: readonly number[]) => times.map((time) => etl.event(181, etl.blank(7), us(time, 0)))
    const file = etl.log([
      [
        ...contexts,
        ...blanks([0, 10_000]),
        etl.event(38, etl.opened(51, 50), us(1)),
        etl.event(320, etl.resident(51), us(15_000)),
        ...work(1, 1, 15_010, 15_100),
        etl.event(367, etl.usage(3 * MiB, 2 * MiB, 777, 0), us(19_000)),
        ...blanks([20_000, 30_000]),
        etl.event(366, etl.budget(90 * MiB, 80 * MiB, 100, 0), us(31_000)),
        ...blanks([40_000, 50_000]),
        // the rundown comes last
        etl.event(35, etl.allocation(50, MiB, { segment: 2 }), { ...us(60_000), version: 3 }),
        etl.event(78, etl.segment(1, 2 ** 30, 0), us(60_000)),
        etl.event(78, etl.segment(2, 2 ** 30, 1), us(60_000)),
      ],
    ])
    const whole = imported(file)
    expect(whole.head.system).toMatchObject({ localMemory: 2 ** 30, budget: 80 * MiB, refreshRate: 100 })
    const first = imported(file, { until: 16_000 })
    expect(first.head.system).toEqual(whole.head.system)
    expect(first.steps).toEqual(whole.steps.filter((line) => (JSON.parse(line) as Step).at < 16_000))
    // of what came last before it
    const rest = imported(file, { from: 35_000 })
    expect(rest.head.system).toEqual({ ...whole.head.system, budget: 90 * MiB })
    expect(steps(rest)).toContainEqual({ at: 0, otherProcess: { name: 'process 777', usage: 3 * MiB } })
  })

  it('count what is in them: neither what comes before nor what comes later, of whatever kind [LB-19]', () => {
    const unknown = (time: number) => etl.event(9999, fields([4, 0]), us(time))
    const attempt = (time: number, result: number) => etl.event(22, fields([8, 1], [4, result]), us(time))
    const preempted = (sequence: number, from: number): Uint8Array[] => [
      etl.event(178, etl.queued(1, sequence), us(from)),
      etl.event(175, etl.started(1, sequence, sequence), us(from + 1, 4)),
      etl.event(177, etl.ended(1, sequence, sequence, { interrupt: 2 }), us(from + 2, 0)),
      etl.event(175, etl.started(1, sequence, sequence), us(from + 20, 4)),
      etl.event(177, etl.ended(1, sequence, sequence), us(from + 25, 0)),
    ]
    const paging = (time: number) => etl.event(175, etl.started(1, 900 + time, 900 + time, { type: 1 }), us(time, 4))
    const other = (time: number) => etl.event(178, etl.queued(1, 700 + time, { type: 7 }), us(time))
    const file = etl.log([
      [
        ...contexts,
        ...[unknown(5), attempt(6, 1), paging(7), other(8), ...preempted(1, 9)],
        ...[unknown(105), unknown(106), attempt(107, 0), paging(108), other(109), other(110), ...preempted(2, 190)],
        ...[unknown(300), attempt(301, 1), attempt(302, 1), ...work(1, 3, 310, 320)],
        etl.event(0, fields([1, 0]), { ...us(330), provider: 'steamvr' }),
      ],
    ])
    const said = (options: ImportOptions): string[] => {
      const { report } = imported(file, options)
      return [...report.derived, ...report.ignored].filter((line) => !/^(uses|engines|localMemory|names)/.test(line))
    }
    const parts = [said({ until: 100 }), said({ from: 100, until: 200 }), said({ from: 200 })]
    expect(parts.map((lines) => lines.map((line) => line.replace(': not imported', '')))).toEqual([
      [
        'gpuTime: of 1 preempted packet the sum of its parts',
        '1 AttemptPreemption event, successful',
        '1 queue packet of another type than render',
        '1 paging packet',
        '1 frame mark of SteamVR in the whole log',
        '1 record of another kind in the whole log',
        '1 DxgKrnl event 9999 event',
      ],
      [
        // of the packet that is in it, though it ends later
        'gpuTime: of 1 preempted packet the sum of its parts',
        '1 AttemptPreemption event, not successful',
        '2 queue packets of other types than render',
        '1 paging packet',
        '1 frame mark of SteamVR in the whole log',
        '1 record of another kind in the whole log',
        '2 DxgKrnl event 9999 events',
      ],
      [
        '2 AttemptPreemption events, 2 of them successful',
        '1 frame mark of SteamVR in the whole log',
        '1 record of another kind in the whole log',
        '1 DxgKrnl event 9999 event',
      ],
    ])
    // of the log as a whole all is
    expect(said({})).toContain('1 frame mark of SteamVR: not imported')
    expect(said({})).toContain('4 DxgKrnl event 9999 events: not imported')
  })

  it('have nothing of what went before they begin, whether the log saw it made or not [LB-19]', () => {
    const resident = (handle: number, at: number) => etl.event(320, etl.resident(handle), us(at))
    const gone = (handle: number, at: number) => etl.event(34, etl.allocation(handle, MiB), { ...us(at), version: 3 })
    const file = etl.log([
      [
        ...contexts,
        etl.event(35, etl.allocation(50, MiB), { ...us(1), version: 3 }),
        etl.event(33, etl.allocation(60, MiB), { ...us(2), version: 3 }),
        ...[50, 60].map((handle) => etl.event(36, etl.opened(handle + 1, handle), us(3))),
        ...[resident(51, 4), resident(61, 5), gone(50, 10), gone(60, 11)],
        // by handles that are still open
        ...[resident(51, 40), resident(61, 41), ...work(1, 1, 50, 60)],
      ],
    ])
    const part = imported(file, { from: 30 })
    expect(steps(part)).toEqual([{ at: 20, use: { set: [], gpuTime: 9, context: 'context 1' } }])
    expect(part.report.ignored).toContain('2 uses of what was freed: not imported')
    expect(imported(file).report.ignored).toContain('2 uses of what was freed: not imported')
  })
})

describe('parts of a Radeon trace', () => {
  // 3,200 us each
  const later = rmv.delta(2, 32_000)

  it('count what is in them [LB-19]', () => {
    const maps = (count: number) => Array.from({ length: count }, () => rmv.cpuMap(0x1000, 0))
    const page = (at: number) => rmv.pageTable(at, 0x1000, 1)
    const tokens = joined(
      ...[rmv.timestamp(0n), rmv.allocate(0x1000, 1, [0]), ...maps(3), page(0x1000), rmv.free(0x9000), later],
      ...[...maps(1), page(0x1000), page(0x1000), page(0x7000), later],
      ...[...maps(2), rmv.free(0x9000)],
    )
    const snapshot = { name: 'RmvSnapshotData', data: new Uint8Array(4) }
    const file = rmv.rdf(rmv.segmentsOf([0, 0, 1 << 28]), rmv.tokensIn(1, tokens), snapshot)
    const said = (options: ImportOptions): string[] =>
      imported(file, options).report.ignored.filter((line) => /CPU map|page|free|snapshot/.test(line))
    const tables = (kib: number, outside: string): string =>
      `page tables mapped for allocations: ${kib} KiB visible, 0 B invisible, 0 B system; 0 demoted; ${outside} outside of every allocation`
    expect(said({ until: 3000 })).toEqual([
      '1 page-table update: not imported (checked only)',
      tables(4, '0 updates'),
      '3 CPU maps: not imported (the option uses, as evidence, makes them uses)',
      '1 free: of what the trace never saw made',
      '1 snapshot in the whole trace: not imported',
    ])
    expect(said({ from: 3000, until: 6000 })).toEqual([
      '3 page-table updates: not imported (checked only)',
      tables(8, '1 update'),
      '1 CPU map: not imported (the option uses, as evidence, makes them uses)',
      '1 snapshot in the whole trace: not imported',
    ])
    expect(said({ from: 6000 })).toEqual([
      '2 CPU maps: not imported (the option uses, as evidence, makes them uses)',
      '1 free: of what the trace never saw made',
      '1 snapshot in the whole trace: not imported',
    ])
    expect(said({})).toContain('1 snapshot: not imported')
  })

  it('call what is there as the whole does, also where it is named later [LB-19]', () => {
    const tokens = joined(
      ...[rmv.timestamp(0n), rmv.allocate(0x1000, 1, [0]), rmv.allocate(0x9000, 1, [0])],
      ...[rmv.create(5, 1, new Uint8Array(11)), later],
      ...[rmv.bind(0x1000, 1, 5), later],
      ...[rmv.named('terrain', 5), rmv.free(0x1000), later],
      // and what is said of another is nothing to it
      ...[rmv.allocate(0x1000, 1, [0]), rmv.bind(0x1000, 1, 5), later, rmv.residency(0x1000, 0)],
    )
    const file = rmv.rdf(rmv.segmentsOf([0, 0, 1 << 28]), rmv.tokensIn(1, tokens))
    const names = (options: ImportOptions): (string | undefined)[] =>
      steps(imported(file, options)).flatMap(({ resource }) => resource?.name ?? [])
    expect(names({})).toEqual(['terrain', 'allocation 2', 'terrain 3'])
    expect(names({ until: 3000 })).toEqual(['terrain', 'allocation 2'])
    expect(imported(file, { until: 3000 }).report.imported[1]).toContain('1 named by the app')
    expect(names({ from: 3000, until: 5000 })).toEqual(['terrain', 'allocation 2'])
  })

  it('say no damage that comes behind them, and do not lose what a clock says that goes back [LB-19]', () => {
    const time = (µs: number) => rmv.timestamp(BigInt(µs) * 10n)
    const use = rmv.residency(0x1000, 0)
    const tokens = joined(
      ...[time(0), rmv.allocate(0x1000, 1, [0]), time(3200), use, time(6400), use],
      // and then it is as late as it was
      ...[time(3200), use, use, time(9600), use, rmv.other(2, 4)],
    )
    const file = rmv.rdf(rmv.segmentsOf([0, 0, 1 << 28]), rmv.tokensIn(1, tokens))
    const times = ({ from = 0, ...options }: ImportOptions): number[] =>
      steps(imported(file, { from, ...options })).flatMap(({ at, use: used }) =>
        used === undefined ? [] : [from + at],
      )
    const whole = times({})
    expect(whole).toEqual([3200, 6400, 6400, 6400, 9600])
    for (const at of [1, 3200, 3201, 6400, 6401, 9600])
      expect([...times({ until: at }), ...times({ from: at })]).toEqual(whole)
    const damage = (options: ImportOptions): boolean => imported(file, options).damage !== null
    expect([damage({}), damage({ until: 3300 }), damage({ from: 3300, until: 6500 }), damage({ from: 9000 })]).toEqual([
      true,
      false,
      false,
      true,
    ])
  })
})

describe('parts of sets', () => {
  const lines = [
    '{"trimlineSets":1}',
    '{"t":10,"set":[{"id":"a","size":65536},{"id":"none","size":0}],"context":"one"}',
    '{"t":20,"set":[{"id":"b","size":65536}],"context":"two"}',
    '{"t":20,"set":[{"id":"nil","size":0},{"id":"big","size":4000000000}],"context":"two"}',
    '{"t":30,"set":[{"id":"none"}],"free":["b"],"context":"two"}',
  ]
  const file = bytes(lines.join('\n'))

  it('count resources of 0 bytes that are used in them, and call contexts as the whole does [LB-19]', () => {
    const empty = (options: ImportOptions): string[] => imported(file, options).report.ignored
    const said = (count: string): string[] => [`${count} of 0 bytes: not imported`]
    expect([empty({ until: 20 }), empty({ from: 20, until: 30 }), empty({ from: 30 })]).toEqual([
      said('1 resource'),
      said('1 resource'),
      said('1 resource'),
    ])
    expect(empty({})).toEqual(said('2 resources'))
    const context = (options: ImportOptions): unknown => steps(imported(file, options)).at(-1)?.use
    expect(context({ from: 30, anonymous: true })).toEqual({ set: [], context: 'context 2' })
  })

  it('that are cut have nothing of the moment for which there is no room, nor its memory, and say that they end there [LB-19]', () => {
    const first = finished(importSets(captureOf(file), {}, { steps: 4, bytes: 2 ** 20 }))
    expect([first.steps.length, first.next]).toEqual([2, 20])
    expect(first.report.ignored).toEqual(['1 resource of 0 bytes: not imported'])
    expect(first.report.imported.slice(0, 2)).toEqual(['1 submission', '1 resource, not freed'])
    expect(first.head.system).toEqual(imported(file, { until: 20 }).head.system)
  })
})

it('a part that begins behind the end of a recording is refused, one with its last moment is not [LB-19]', () => {
  const sets = bytes('{"trimlineSets":1}\n{"t":60,"set":[]}\n')
  const tokens = joined(rmv.timestamp(0n), rmv.allocate(0x1000, 1, [0]), rmv.delta(2, 32_000), rmv.residency(0x1000, 0))
  const trace = rmv.rdf(rmv.segmentsOf([0, 0, 1 << 28]), rmv.tokensIn(1, tokens))
  const log = etl.log([[...contexts, ...work(1, 1, 10, 60)]])
  for (const [file, end] of [
    [sets, 60],
    [trace, 3200],
    [log, 60],
  ] as const) {
    expect(imported(file, { from: end }).next).toBeNull()
    for (const from of [end + 1, 10 * end, 1e15]) {
      expect(() => imported(file, { from })).toThrow(CaptureError)
      expect(() => imported(file, { from, until: from + 1 })).toThrow(/found a part from .* on; expected one from /)
    }
  }
})

const REAL = new URL('../../../../../shared/data/real/', import.meta.url)

describe.runIf(existsSync(REAL))('parts of real recordings', () => {
  it.each([
    ['rmv/rx6600.rmv', [{}, { uses: { kind: 'evidence' } }]],
    ['etl/steamvr-0-250ms.etl', [{}, { process: 15_524 }, { unknownSize: 65_536 }]],
    ['sets/mooncake-conversation-0-599.sets.jsonl', [{}]],
  ] as const)(
    '%s: however it is cut, they have what happens in the whole, once, on one machine, and count as much [LB-19]',
    (name, choices) => {
      const file = new Uint8Array(readFileSync(new URL(name, REAL)))
      for (const options of choices) {
        const whole = imported(file, options)
        const times = [...new Set(steps(whole).map(({ at }) => at))]
        // between moments, at them, and where nothing happens
        const places = [0.02, 0.1, 0.33, 0.5, 0.71, 0.9].map(
          (share) => times[Math.floor(share * times.length)] as number,
        )
        const bounds = [0, ...new Set(places.flatMap((at, i) => [at + (i % 3) - 1, at + (i % 3)])), undefined]
        const parts = bounds.slice(0, -1).map((from = 0, i) => {
          const until = bounds[i + 1]
          return { from, part: imported(file, { ...options, from, ...(until === undefined ? {} : { until }) }) }
        })
        expect(parts.flatMap(({ from, part }) => happenings(part, from))).toEqual(happenings(whole))
        expect(ignored(parts.map(({ part }) => part))).toEqual(ignored([whole]))
        if (name.startsWith('sets/')) continue
        expect(new Set(parts.map(({ part }) => JSON.stringify(part.head.system)))).toEqual(
          new Set([JSON.stringify(whole.head.system)]),
        )
      }
    },
    120_000,
  )
})
