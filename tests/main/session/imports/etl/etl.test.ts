import { existsSync, readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { runScenario } from '../../../../../main/session/run/runner'
import { everythingSaid, scenarioOf } from '../support'
import { joined } from '../writing'
import { at, C, context, imported, MiB, OTHER, packet, steps } from './importing'
import * as etl from './logs'

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
    expect(everythingSaid(all)).toContain('of 1 preempted packet the sum of its parts')
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
