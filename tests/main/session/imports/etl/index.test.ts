import { existsSync, readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import type { Imported, ImportOptions } from '../../../../../main/session/imports/capture'
import { importEtl } from '../../../../../main/session/imports/etl/etl'
import { runScenario } from '../../../../../main/session/run/runner'
import { captureOf, everythingSaid, finished, scenarioOf, textOf } from '../support'
import { fields, joined, patched } from '../writing'
import * as etl from './logs'

const MiB = 1024 ** 2
const C = 0xc1
const OTHER = 0xc2

const imported = (file: Uint8Array, options: ImportOptions = {}): Imported =>
  finished(importEtl(captureOf(file), options))
const steps = (all: Imported): unknown[] => all.steps.map((line) => JSON.parse(line))
/** µs → ticks of the logs here */
const us = (at: number): number => at * 3
const at = (time: number, more: Omit<etl.EventOptions, 'at'> = {}): etl.EventOptions => ({ at: us(time), ...more })

/** A packet of process 100 on node 0 that is queued, runs and ends, µs. */
const packet = (
  sequence: number,
  queue: number,
  start: number,
  end: number,
  context = C,
  process = 100,
): Uint8Array[] => [
  etl.event(178, etl.queued(context, sequence), at(queue, { process })),
  etl.event(175, etl.started(context, sequence + 500, sequence), at(start, { process: 4 })),
  etl.event(177, etl.ended(context, sequence + 500, sequence), at(end, { process: 0 })),
]
const context = [etl.event(32, etl.contextOn(C, 0), at(0, { process: 4 }))]

describe('submissions of an ETW log', () => {
  it('take the time of the engine from the start or the interrupt before, at least 1 µs [LB-19]', () => {
    const all = imported(
      etl.log([
        [...context, ...packet(1, 10, 20, 50), ...packet(2, 15, 25, 90).slice(0, 2)],
        [etl.event(177, etl.ended(C, 502, 2), at(90, { process: 0 })), ...packet(3, 95, 96, 96)],
      ]),
    )
    expect(steps(all)).toEqual([
      { at: 10, use: { set: [], gpuTime: 30, context: 'context 1' } },
      { at: 15, use: { set: [], gpuTime: 40, context: 'context 1' } },
      { at: 95, use: { set: [], gpuTime: 1, context: 'context 1' } },
    ])
  })

  it('join the parts of a packet that was preempted: it comes again with its queue sequence [GP-11] [LB-19]', () => {
    const all = imported(
      etl.log([
        [
          ...context,
          etl.event(178, etl.queued(C, 7), at(10)),
          etl.event(175, etl.started(C, 1, 7), at(20)),
          etl.event(177, etl.ended(C, 1, 7, { interrupt: 2 }), at(30)),
          etl.event(175, etl.started(C, 2, 7), at(100)),
          etl.event(177, etl.ended(C, 2, 7), at(105)),
        ],
      ]),
    )
    expect(steps(all)).toEqual([{ at: 10, use: { set: [], gpuTime: 15, context: 'context 1' } }])
    expect(everythingSaid(all)).toContain('of 1 preempted packet the sum')
  })

  it('are those queued as render packets; one that began unseen counts from its start; one without an end is counted [LB-19]', () => {
    const all = imported(
      etl.log([
        [
          ...context,
          etl.event(175, etl.started(C, 1, 1), at(5)),
          etl.event(177, etl.ended(C, 1, 1), at(9)),
          etl.event(178, etl.queued(C, 2, { type: 7 }), at(10)),
          etl.event(178, etl.queued(C, 3), at(11)),
        ],
      ]),
    )
    expect(steps(all)).toEqual([{ at: 5, use: { set: [], gpuTime: 4, context: 'context 1' } }])
    expect(everythingSaid(all)).toContain('1 submission whose end is not in the log: not imported')
  })

  it('are queued at the packet of their queue sequence, whatever its type; the others of other types are counted [LB-19]', () => {
    const all = imported(
      etl.log([
        [
          ...context,
          etl.event(178, etl.queued(C, 1, { type: 7 }), at(3)),
          ...packet(2, 4, 5, 6),
          etl.event(178, etl.queued(C, 3, { type: 5 }), at(7)),
          etl.event(175, etl.started(C, 1, 1), at(8)),
          etl.event(177, etl.ended(C, 1, 1), at(11)),
        ],
      ]),
    )
    expect(steps(all)).toEqual([
      { at: 3, use: { set: [], gpuTime: 3, context: 'context 1' } },
      { at: 4, use: { set: [], gpuTime: 1, context: 'context 1' } },
    ])
    expect(everythingSaid(all)).toContain('1 queue packet of another type than render: not imported')
  })

  it('run on the engine that the log names, or that is inferred from what the node does [LB-19]', () => {
    const nodes = [3, 0, 1, 9].flatMap((node, i) => [
      etl.event(23, etl.selected(0xd0 + i, node), at(0, { process: 4 })),
      ...packet(1, 10 + i, 20 + i, 30 + i, 0xd0 + i),
    ])
    const paging = [
      etl.event(23, etl.selected(0xff, 9), at(0, { process: 4 })),
      etl.event(175, etl.started(0xff, 9, 1, { type: 1 }), at(1, { process: 4 })),
    ]
    const all = imported(etl.log([[etl.event(250, etl.node(3, 2), at(50)), ...paging, ...nodes]]))
    const engines = scenarioOf(all).steps.map(({ value }) => (value as { engine?: string }).engine)
    expect(engines).toEqual(['video-decode', '3d', 'compute', 'copy'])
    expect(all.report.derived.join()).toContain('engines: inferred')
    expect(everythingSaid(all)).toContain('engines of 3 nodes: inferred')
  })
})

describe('an ETW log of two adapters', () => {
  const D = 0xd1
  it.each([
    [
      'contexts that are selected',
      [
        etl.event(23, etl.selected(C, 0), at(0, { process: 4 })),
        etl.event(23, etl.selected(D, 0, 0xbdb), at(0, { process: 4 })),
      ],
    ],
    [
      'devices in a rundown',
      [
        etl.event(32, etl.contextOn(D, 0, 2), at(0, { process: 4 })),
        etl.event(32, etl.contextOn(C, 0, 1), at(0, { process: 4 })),
        etl.event(29, etl.device(1, 0xada), at(0)),
        etl.event(29, etl.device(2, 0xbdb), at(0)),
      ],
    ],
  ])(
    'has a node 0 of each, told by %s: interrupts of one say nothing of the other, and the budget is of the app’s [LB-19]',
    (_name, told) => {
      const all = imported(
        etl.log([
          [
            ...told,
            ...packet(1, 10, 20, 90),
            etl.event(366, etl.budget(64 * MiB, 80 * MiB, 100, 0), at(95, { process: 4 })),
            etl.event(366, etl.budget(1 * MiB, 2 * MiB, 100, 0, 0xbdb), at(96, { process: 4 })),
          ],
          [...packet(1, 11, 20, 60, D, 200)],
        ]),
      )
      expect(steps(all)).toEqual([
        { at: 10, use: { set: [], gpuTime: 70, context: 'context 1' } },
        { at: 11, submit: { engine: '3d', gpuTime: 40, context: 'process 200' } },
        { at: 95, budget: 64 * MiB },
      ])
    },
  )
})

describe('memory of an ETW log', () => {
  const made = (global: number, handle: number, size: number, time: number, more = {}): Uint8Array[] => [
    etl.event(33, etl.allocation(global, size, more), at(time, { version: 3 })),
    etl.event(36, etl.opened(handle, global), at(time)),
  ]
  const used = (handle: number, time: number): Uint8Array[] => [
    etl.event(338, etl.residentStart(), at(time)),
    etl.event(320, etl.resident(handle), at(time)),
    etl.event(339, etl.residentStop(0x103), at(time)),
  ]
  const work = [...context, ...packet(1, 1, 2, 3)]
  const first = { at: 1, use: { set: [], gpuTime: 1, context: 'context 1' } }

  it('is global allocations; what is made resident counts as used then, and a set is that of its DMA buffer [LB-19]', () => {
    const dma = 0xd3a
    const all = imported(
      etl.log([
        [
          ...work,
          ...made(0xa1, 0xb1, 65_536, 10),
          ...made(0xa2, 0xb2, 4096, 11),
          ...used(0xb1, 20),
          etl.event(43, etl.references(C, dma, 0xb2, 0, 0xb1, 0xb2), at(30)),
          etl.event(178, etl.queued(C, 2, { dma }), at(31)),
          etl.event(175, etl.started(C, 2, 2), at(32)),
          etl.event(177, etl.ended(C, 2, 2), at(40)),
          // its list was that of the submission before
          etl.event(178, etl.queued(C, 3, { dma }), at(50)),
          etl.event(175, etl.started(C, 3, 3), at(52)),
          etl.event(177, etl.ended(C, 3, 3), at(60)),
          etl.event(34, etl.allocation(0xa1, 65_536), at(70, { version: 3 })),
        ],
      ]),
    )
    expect(steps(all)).toEqual([
      first,
      { at: 10, resource: { name: 'allocation 1', size: 65_536 } },
      { at: 11, resource: { name: 'allocation 2', size: 4096 } },
      { at: 20, use: { set: ['allocation 1'], gpuTime: 1 } },
      { at: 31, use: { set: ['allocation 2', 'allocation 1'], gpuTime: 8, context: 'context 1' } },
      { at: 50, use: { set: [], gpuTime: 8, context: 'context 1' } },
      { at: 70, free: { name: 'allocation 1' } },
    ])
    expect(all.report.derived[0]).toContain('uses: 1 from MakeResident')
    expect(scenarioOf(all).derived).toEqual(all.report.derived)
  })

  it('keeps who has a handle now from who had it before [LB-19]', () => {
    const all = imported(
      etl.log([
        [
          ...work,
          ...made(0xa1, 0xb1, 65_536, 10),
          ...used(0xb1, 11),
          etl.event(37, etl.opened(0xb1, 0xa1), at(12)),
          etl.event(34, etl.allocation(0xa1, 65_536), at(12, { version: 3 })),
          ...made(0xa1, 0xb1, 8192, 20),
          ...used(0xb1, 21),
        ],
      ]),
    )
    expect(steps(all)).toEqual([
      first,
      { at: 10, resource: { name: 'allocation 1', size: 65_536 } },
      { at: 11, use: { set: ['allocation 1'], gpuTime: 1 } },
      { at: 12, free: { name: 'allocation 1' } },
      { at: 20, resource: { name: 'allocation 2', size: 8192 } },
      { at: 21, use: { set: ['allocation 2'], gpuTime: 1 } },
    ])
  })

  it('was there from the start where a rundown says so, even at the end of the log [LB-19]', () => {
    const all = imported(
      etl.log([
        [
          ...work,
          ...used(0xb1, 20),
          etl.event(38, etl.opened(0xb1, 0xa1), at(90, { process: 4 })),
          etl.event(35, etl.allocation(0xa1, MiB, { segment: 2 }), at(91, { process: 4, version: 4 })),
          etl.event(78, etl.segment(1, 512 * MiB, 0), at(92)),
          etl.event(78, etl.segment(2, 4096 * MiB, 1), at(92)),
        ],
      ]),
    )
    expect(steps(all)).toEqual([
      { at: 0, resource: { name: 'allocation 1', size: MiB, heap: 'upload' } },
      first,
      { at: 20, use: { set: ['allocation 1'], gpuTime: 1 } },
    ])
    expect(scenarioOf(all).system).toMatchObject({ localMemory: 512 * MiB, nonLocalMemory: 4096 * MiB })
  })

  it('was there from the start where a rundown or its end says so, used or not, if it is the app’s [LB-19]', () => {
    const all = imported(
      etl.log([
        [
          ...work,
          etl.event(35, etl.allocation(0xa1, MiB), at(1, { process: 4, version: 4 })),
          etl.event(35, etl.allocation(0xa2, MiB, { process: 200 }), at(1, { process: 4, version: 4 })),
          etl.event(35, etl.allocation(0xa3, 4096, { pageTable: 1 }), at(1, { process: 4, version: 4 })),
          etl.event(34, etl.allocation(0xa4, 65_536), at(20, { version: 3 })),
          etl.event(34, etl.allocation(0xa5, 65_536, { process: 200 }), at(20, { process: 200, version: 3 })),
          ...made(0xa6, 0xb6, 131_072, 30),
          // the rundown at the end names what was made meanwhile too
          etl.event(35, etl.allocation(0xa6, 131_072), at(40, { process: 4, version: 4 })),
        ],
      ]),
    )
    expect(steps(all)).toEqual([
      { at: 0, resource: { name: 'allocation 1', size: MiB } },
      { at: 0, resource: { name: 'allocation 2', size: 65_536 } },
      first,
      { at: 20, free: { name: 'allocation 2' } },
      { at: 30, resource: { name: 'allocation 3', size: 131_072 } },
    ])
    expect(everythingSaid(all)).toContain('1 page table: not imported')
  })

  it('of other processes is left out and counted: page tables, other allocations, and calls to MakeResident [LB-19]', () => {
    const all = imported(
      etl.log([
        [
          ...work,
          ...made(0xa1, 0xb1, 4096, 10, { process: 200, pageTable: 1 }),
          ...made(0xa3, 0xb3, 65_536, 10, { process: 200 }),
          ...made(0xa4, 0xb4, 65_536, 10, { process: 201 }),
          etl.event(320, etl.resident(0xb2), at(11, { process: 200 })),
        ],
      ]),
    )
    expect(steps(all)).toEqual([first])
    expect(everythingSaid(all)).toContain('1 page table: not imported')
    expect(everythingSaid(all)).toContain('2 allocations of other processes: not imported')
    expect(everythingSaid(all)).toContain('1 MakeResident of another process: not imported')
  })

  it('is left out where nothing says its size, unless one is assumed, which is said [LB-19]', () => {
    const file = etl.log([[...work, ...used(0xb1, 20), ...used(0xb1, 21), ...used(0xb2, 22)]])
    const all = imported(file)
    expect(steps(all)).toEqual([first])
    expect(all.report.ignored[0]).toBe('2 allocations without a size: 3 uses ignored')
    const assumed = imported(file, { unknownSize: MiB })
    expect(steps(assumed)[0]).toEqual({ at: 0, resource: { name: 'allocation 1 (size assumed)', size: MiB } })
    expect(assumed.steps).toHaveLength(6)
    expect(assumed.report.derived.join()).toContain('size: 1 MiB assumed for 2 allocations')
  })

  it('is no page table, and not what a failed call asked for [LB-19]', () => {
    const all = imported(
      etl.log([
        [
          ...work,
          ...made(0xa1, 0xb1, 4096, 10, { pageTable: 1 }),
          ...used(0xb1, 11),
          ...made(0xa2, 0xb2, 4096, 12),
          etl.event(338, etl.residentStart(), at(13)),
          etl.event(320, etl.resident(0xb2), at(13)),
          etl.event(339, etl.residentStop(0xc0000017), at(13)),
        ],
      ]),
    )
    expect(steps(all)).toEqual([first, { at: 12, resource: { name: 'allocation 1', size: 4096 } }])
    expect(everythingSaid(all)).toContain('1 page table: not imported')
    expect(everythingSaid(all)).toContain('1 call to MakeResident that failed: not imported')
  })

  it('of a 32-bit program has pointers of 4 bytes [LB-19]', () => {
    const narrow = (id: number, payload: Uint8Array, time: number): Uint8Array =>
      etl.event(id, payload, at(time, { narrow: true, version: 3 }))
    const all = imported(
      etl.log([
        [
          ...work,
          narrow(33, etl.allocation(0xa1, 12_345, { pointer: 4 }), 10),
          narrow(36, etl.opened(0xb1, 0xa1, 4), 10),
          narrow(320, fields([4, 0xb1], [4, 1]), 11),
        ],
      ]),
    )
    expect(steps(all).slice(1)).toEqual([
      { at: 10, resource: { name: 'allocation 1', size: 12_345 } },
      { at: 11, use: { set: ['allocation 1'], gpuTime: 1 } },
    ])
  })
})

describe('other processes and displays of an ETW log', () => {
  const both = [
    ...context,
    etl.event(32, etl.contextOn(OTHER, 0), at(0, { process: 4 })),
    ...packet(1, 10, 20, 30),
    ...packet(1, 40, 50, 900, OTHER, 200),
    etl.event(178, etl.queued(OTHER, 2, { type: 3 }), at(60, { process: 200 })),
    etl.event(367, etl.usage(7 * MiB, 9 * MiB, 200, 0), at(70, { process: 4 })),
    etl.event(367, etl.usage(1, 2, 200, 1), at(71, { process: 4 })),
    etl.event(367, etl.usage(8 * MiB, 7 * MiB, 200, 0), at(72, { process: 4 })),
    etl.event(366, etl.budget(64 * MiB, 80 * MiB, 100, 0), at(80, { process: 4 })),
  ]

  it('are work beside the app; the one with the flips is the compositor and not the app [LB-19]', () => {
    const all = imported(etl.log([both]))
    expect(steps(all)).toEqual([
      { at: 0, otherProcess: { name: 'process 200', usage: 9 * MiB } },
      { at: 10, use: { set: [], gpuTime: 10, context: 'context 1' } },
      { at: 40, submit: { engine: '3d', gpuTime: 850, context: 'process 200' } },
      { at: 70, otherProcess: { name: 'process 200', usage: 7 * MiB } },
      { at: 72, otherProcess: { name: 'process 200', usage: 8 * MiB } },
      { at: 80, budget: 64 * MiB },
    ])
    expect(scenarioOf(all).system).toMatchObject({ budget: 80 * MiB, compositor: { enabled: false } })
  })

  it('give no budget at the start where the first change is from none [LB-19]', () => {
    const change = etl.event(366, etl.budget(64 * MiB, 0, 100, 0), at(80, { process: 4 }))
    const all = imported(etl.log([[...context, ...packet(1, 1, 2, 3), change]]))
    expect(scenarioOf(all).system.budget).toBe(
      scenarioOf(imported(etl.log([[...context, ...packet(1, 1, 2, 3)]]))).system.budget,
    )
    expect(all.head.system).not.toHaveProperty('budget')
    expect(steps(all).at(-1)).toEqual({ at: 80, budget: 64 * MiB })
  })

  it('change places with --process; a process without work is refused with those that have some [LB-19]', () => {
    const all = imported(etl.log([both]), { process: 200 })
    expect(all.head.name).toContain('process 200')
    expect(all.steps.filter((line) => line.includes('"submit"'))).toHaveLength(1)
    expect(() => imported(etl.log([both]), { process: 5 })).toThrow(
      'no GPU work of process 5; expected one of 200, 100',
    )
  })

  it('have the median of their blanks as refresh rate, the fastest display first [LB-19]', () => {
    const blanks = (target: number, interval: number, count: number): Uint8Array[] =>
      Array.from({ length: count }, (_, i) =>
        etl.event(181, etl.blank(target), at(100 + i * interval + (i === 3 ? 9 : 0))),
      )
    const all = imported(etl.log([[...context, ...packet(1, 1, 2, 3)], blanks(1, 16_667, 8), blanks(2, 6944, 9)]))
    expect(scenarioOf(all).system).toMatchObject({
      refreshRate: 144,
      displays: [{ refreshRate: 144 }, { refreshRate: 60 }],
    })
  })
})

describe('records of an ETW log', () => {
  const one = [...context, ...packet(1, 10, 20, 50)]

  it('are merged over buffers by time and place, whatever the order of the buffers [LB-19]', () => {
    const apart = one.map((record) => [record])
    const whole = imported(etl.log([one])).steps
    expect(imported(etl.log([...apart].reverse())).steps).toEqual(whole)
    expect(
      imported(
        etl.log([
          [one[1]!, one[3]!],
          [one[0]!, one[2]!],
        ]),
      ).steps,
    ).toEqual(whole)
    expect(whole).toHaveLength(1)
  })

  it('have extended items before their payload, and other kinds between them [LB-19]', () => {
    const items = joined(
      fields([2, 0], [2, 1], [2, 1], [2, 5], [8, 0xff]),
      fields([2, 0], [2, 2], [2, 0], [2, 8], [8, 0xee]),
    )
    const kernel = etl.padded(joined(fields([2, 1], [1, 3], [1, 0xc0], [2, 20], [2, 9]), new Uint8Array(12)))
    const classic = etl.padded(joined(fields([2, 21], [1, 0x14], [1, 0xc0]), new Uint8Array(17)))
    const all = imported(
      etl.log([
        [
          kernel,
          classic,
          ...context,
          etl.event(178, etl.queued(C, 1), at(10, { items })),
          ...packet(1, 10, 20, 50).slice(1),
          etl.event(0, Uint8Array.of(0x41, 0), at(11, { provider: 'steamvr' })),
          etl.event(178, etl.queued(C, 9), at(12, { provider: 'other' })),
        ],
      ]),
    )
    expect(all.steps).toEqual(imported(etl.log([one])).steps)
    expect(everythingSaid(all)).toContain('3 records of other kinds')
    expect(everythingSaid(all)).toContain('1 frame mark of SteamVR')
    expect(everythingSaid(all)).toContain('1 event of another provider')
  })

  it('may be shorter or longer than their layout [LB-19]', () => {
    const long = etl.log([
      [...context, etl.event(178, joined(etl.queued(C, 1), new Uint8Array(24)), at(10)), ...one.slice(2)],
    ])
    expect(imported(long).steps).toHaveLength(1)
    const short = etl.log([
      [
        ...one,
        ...[22, 23, 30, 33, 35, 36, 43, 78, 175, 177, 181, 250, 274, 320, 339, 366, 367].map((id) =>
          etl.event(id, new Uint8Array(3), at(60)),
        ),
      ],
    ])
    const all = imported(short)
    expect(all.damage).toBeNull()
    expect(scenarioOf(all).steps.length).toBeGreaterThanOrEqual(1)
  })

  it.each([
    ['counter', { clock: 1 }, 20],
    ['system time', { clock: 2, frequency: 0 }, 6],
    ['32-bit header', { kind: 1 as const }, 20],
  ])('are timed by the clock of the log: %s [LB-19]', (_name, options, time) => {
    const all = imported(etl.log([[...context, ...packet(1, 20, 21, 22)]], options))
    expect(steps(all)).toMatchObject([{ at: time }])
  })

  it('that were lost are said first [LB-19]', () => {
    const all = imported(etl.log([one], { eventsLost: 3, buffersLost: 1 }))
    expect(all.report.warnings[0]).toContain('lost 3 events and 1 buffer')
  })

  it('never let the names in the header out [LB-19]', () => {
    const all = imported(etl.log([one]))
    expect(textOf(all) + everythingSaid(all)).not.toMatch(/jane|Users|session of/)
  })

  it('follow a header as long as its names make it [LB-19]', () => {
    const name = `C:\\Users\\jane.doe\\${'recordings\\'.repeat(20)}log.etl`
    const all = imported(etl.log([one], { name }))
    expect(all.steps).toEqual(imported(etl.log([one])).steps)
    expect(textOf(all) + everythingSaid(all)).not.toMatch(/jane|Users|recordings/)
  })
})

describe('a malformed ETW log', () => {
  const one = [...context, ...packet(1, 10, 20, 50)]
  const good = etl.log([one])
  const second = 8192
  it.each([
    ['a record of another kind first', patched(good, 74, Uint8Array.of(0x13)), 'offset 72: found a record of kind 19'],
    ['clock 3', etl.log([one], { clock: 3 }), 'found clock 3; expected 1'],
    ['a clock that stands', etl.log([one], { frequency: 0 }), 'found 0 ticks a second'],
    [
      'compressed in another way',
      patched(etl.log([one], { mode: 0x04000000 }), 0x2c, Uint8Array.of(4)),
      'offset 44: found a log compressed by XPRESS with Huffman codes; expected XPRESS, or a log without',
    ],
    ['nothing but the header', etl.log([]), 'no GPU work of any process'],
    ['the beginning alone', good.subarray(0, 100), 'offset '],
  ])('is refused with its place: %s [LB-19]', (_name, file, message) => {
    expect(() => imported(file)).toThrow(message)
  })

  it.each([
    ['a buffer smaller than its header', fields([4, 71]), second * 2],
    ['a buffer beyond the end', fields([4, 9000]), second * 2],
    ['more filled than there is', fields([4, 8192], [44, 0], [4, 8193]), second * 2 + 0x30],
    ['nothing filled', fields([4, 8192], [44, 0], [4, 0]), second * 2 + 0x30],
  ])('is imported up to where it is, which is said: %s [LB-19]', (_name, head, offset) => {
    const all = imported(joined(good, patched(etl.buffer([]), 0, head)))
    expect(all.steps).toHaveLength(1)
    expect(all.damage).toContain(`offset ${offset}: `)
  })

  it('skips the rest of a buffer after a record that is none, says it, and goes on with the next [LB-19]', () => {
    const broken = etl.buffer([
      one[0]!,
      fields([2, 4], [1, 0x13], [1, 0xc0], [4, 0]),
      etl.event(178, etl.queued(C, 9), at(9)),
    ])
    const all = imported(joined(etl.buffer([etl.header()]), broken, etl.buffer(one)))
    expect(all.steps).toHaveLength(1)
    expect(all.damage).toContain(`offset ${8192 + 72 + one[0]!.length}: `)
  })

  const squeezed = etl.compressed(etl.buffer(one))
  it.each([
    [
      'its end is missing',
      joined(fields([4, squeezed.length - 16]), squeezed.subarray(4, -16)),
      2,
      'a compressed buffer of',
    ],
    [
      'it is larger than it says',
      patched(squeezed, 0x30, fields([4, 72 + 8 * 40])),
      2,
      'found a compressed buffer with',
    ],
    ['it is smaller than it says', patched(squeezed, 0x30, fields([4, 4096])), 1, 'a compressed buffer of'],
    ['it is more than a buffer holds', patched(squeezed, 0x30, fields([4, 0xffffffff])), 0, '4294967295 bytes filled'],
  ])('keeps of a compressed buffer what comes of it, and says its place: %s [LB-19]', (_name, broken, kept, said) => {
    const before = joined(etl.buffer([etl.header({ mode: 0x04000000 })]), etl.compressed(etl.buffer(one)))
    const all = imported(joined(before, broken))
    expect(all.damage).toContain(`offset ${before.length + (kept === 0 ? 0x30 : 0)}: `)
    expect(all.damage).toContain(said)
    expect(all.steps.length).toBeGreaterThanOrEqual(1)
  })

  it('ends where a buffer has no size [LB-19]', () => {
    const all = imported(joined(good, new Uint8Array(4096)))
    expect([all.steps.length, all.damage]).toEqual([1, null])
  })
})

describe('a compressed ETW log', () => {
  const all = Array.from({ length: 36 }, (_, i) => packet(i + 1, 10 + 5 * i, 20 + 5 * i, 23 + 5 * i)).flat()
  // of equal time, in one buffer and in two
  const alike = [1, 2, 3].map((sequence) => etl.event(178, etl.queued(C, 900 + sequence), at(400)))
  const ends = [1, 2, 3].flatMap((sequence) => packet(900 + sequence, 400, 500 + sequence, 503 + sequence).slice(1))
  const buffers = [
    [...context, ...all.slice(0, 54)],
    [...all.slice(54), alike[0]!],
    [alike[1]!, alike[2]!, ...ends],
  ]

  it('is that of the same buffers uncompressed, also where some are not compressed [LB-19]', () => {
    const header = etl.buffer([etl.header({ mode: 0x04000000 })])
    const plain = buffers.map((records) => etl.buffer(records))
    const expected = imported(etl.log(buffers))
    expect(expected.steps.length).toBe(39)
    const every = joined(header, ...plain.map(etl.compressed))
    expect(every.length).toBeLessThan(header.length + 8192)
    expect(imported(every)).toEqual(expected)
    expect(imported(joined(header, plain[0]!, etl.compressed(plain[1]!), plain[2]!))).toEqual(expected)
  })

  it('is refused nothing for what its first buffer calls the compression of ETW’s own sessions [LB-19]', () => {
    const header = patched(etl.buffer([etl.header({ mode: 0x04000000 })]), 0x2c, Uint8Array.of(3))
    expect(imported(joined(header, etl.compressed(etl.buffer(buffers[0]!)))).damage).toBeNull()
  })
})

const FOLDER = new URL('../../../../../../shared/data/real/etl/', import.meta.url)

describe.runIf(existsSync(FOLDER))('the logs of SteamVR', () => {
  const read = (): Uint8Array => gunzipSync(readFileSync(new URL('steamvr-first-half.etl.gz', FOLDER)))

  it('have the displays, preemptions and engines of measured.md [LB-19]', () => {
    const all = imported(read())
    expect(all.damage).toBeNull()
    expect(scenarioOf(all).system).toMatchObject({ displays: [{ refreshRate: 144 }, { refreshRate: 60 }] })
    const text = everythingSaid(all)
    expect(text).toContain('process 1072 is the compositor')
    expect(text).toContain('2 allocations without a size: 285 uses ignored')
    expect(text).not.toMatch(/\.etl|stripped|Users/i)
  })

  it('are the same compressed [LB-19]', () => {
    const file = new Uint8Array(readFileSync(new URL('steamvr-0-250ms.etl', FOLDER)))
    const size = 65_536
    const buffers = Array.from({ length: file.length / size }, (_, i) => file.subarray(i * size, (i + 1) * size))
    const squeezed = joined(buffers[0]!, ...buffers.slice(1).map(etl.compressed))
    expect(squeezed.length).toBeLessThan(file.length / 2)
    const [plain, compressed] = [imported(file), imported(squeezed)]
    expect(compressed.steps).toEqual(plain.steps)
    expect(compressed.report).toEqual(plain.report)
  })

  it('run under any policy [LB-19]', async () => {
    const all = imported(readFileSync(new URL('steamvr-0-250ms.etl', FOLDER)), { unknownSize: 64 * MiB })
    const scenario = scenarioOf(all)
    for (const policy of ['none', 'fence-lru', 'creative-app-fixed'] as const) {
      const { summary } = await runScenario({ ...scenario, app: { ...scenario.app, policy } })
      expect([summary.devicesRemoved, summary.findings]).toEqual([0, []])
      expect(summary.pageInBytes).toBe(2 * 64 * MiB)
    }
  })
})
