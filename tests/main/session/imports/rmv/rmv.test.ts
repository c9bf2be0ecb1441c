import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { ImportOptions } from '../../../../../main/session/imports/capture'
import { runScenario } from '../../../../../main/session/run/runner'
import { everythingSaid, scenarioOf, textOf } from '../support'
import { fields, joined, patched, text } from '../writing'
import { imported, MiB, said, steps, stream, T0, trace } from './importing'
import * as rmv from './tokens'

describe('tokens of a Radeon memory trace', () => {
  it('make a resource of each virtual allocation, at 32 ticks a step of time [LB-19]', () => {
    const file = trace(
      rmv.allocate(0x10_0000, 3, [1, 2], { after: 5 }),
      rmv.residency(0x10_0000, 0, 15),
      rmv.delta(3, 32_000_000),
      rmv.residency(0x10_0000, 1),
      rmv.free(0x10_0000, 1),
    )
    expect(steps(imported(file))).toEqual([
      { at: 16, resource: { name: 'allocation 1', size: 12_288 } },
      { at: 64, use: { set: ['allocation 1'], gpuTime: 1 } },
      { at: 3_200_067, free: { name: 'allocation 1' } },
    ])
  })

  it('take the clock that the trace says, not 10 MHz, and jump with a later timestamp [LB-19]', () => {
    const tokens = joined(
      rmv.timestamp(T0, 1_000_000),
      rmv.allocate(0x1000, 1, [0], { after: 1 }),
      rmv.timestamp(T0 + 64_000n, 1_000_000),
      rmv.free(0x1000),
    )
    expect(steps(imported(rmv.rdf(rmv.tokensIn(1, tokens))))).toMatchObject([{ at: 32 }, { at: 64_000 }])
  })

  it.each([
    ['local', [0], 1, undefined],
    ['invisible', [1], 1, undefined],
    ['system', [2, 0], 2, 'upload'],
    ['none, which is system', [3], 1, 'upload'],
    ['no preference', [2], 0, undefined],
  ])('take the first preference for the heap: %s [LB-19]', (_name, preferences, count, heap) => {
    const all = imported(trace(rmv.allocate(0x1000, 1, preferences, { count })))
    expect(steps(all)).toEqual([
      { at: 0, resource: { name: 'allocation 1', size: 4096, ...(heap === undefined ? {} : { heap }) } },
    ])
    expect(everythingSaid(all).includes('no preferred heap')).toBe(count === 0)
  })

  it('count four preferences before version 1.6, whatever their number would be there [LB-19]', () => {
    const file = rmv.rdf(rmv.tokensIn(1, stream(rmv.allocate(0x1000, 1, [2], { count: 0 })), [1, 5]))
    expect(steps(imported(file))).toMatchObject([{ resource: { heap: 'upload' } }])
  })

  const descriptions: [type: number, bytes: number, version: [number, number]][] = [
    ...[38, 11, 1, 1, 0, 0, 12, 1, 4, 6, 0, 10, 19, 4, 3, 44, 1, 17].map(
      (bytes, type) => [type, bytes, [1, 5]] as [number, number, [number, number]],
    ),
    [0, 39, [1, 6]],
  ]
  it.each(descriptions)('pass over a resource of type %i with %i bytes, version %j [LB-19]', (type, bytes, version) => {
    const tokens = stream(rmv.create(7, type, new Uint8Array(bytes)), rmv.allocate(0x1000, 1, [2]))
    const all = imported(rmv.rdf(rmv.tokensIn(1, tokens, version)))
    expect(all.damage).toBeNull()
    expect(all.steps).toHaveLength(1)
  })

  it('pass over a descriptor pool, whose length its third byte says, and tokens that say nothing [LB-19]', () => {
    const all = imported(
      trace(
        rmv.create(7, 14, Uint8Array.of(0, 0, 5, ...new Array(20).fill(0xff))),
        rmv.other(1, 14),
        rmv.other(5, 2),
        rmv.other(8, 6),
        rmv.other(9, 10),
        rmv.destroy(7),
        rmv.userData(1, text('snapshot')),
        rmv.userData(5, new Uint8Array(8)),
        rmv.delta(0, 0),
        rmv.allocate(0x1000, 1, [0]),
      ),
    )
    expect([all.damage, all.steps.length]).toEqual([null, 1])
    for (const line of [
      '1 resource update: not',
      '1 graphics submission: not',
      '1 process event: not',
      '1 page reference: not',
    ])
      expect(everythingSaid(all)).toContain(line)
    expect(everythingSaid(all)).toContain('2 other user data: not imported')
  })

  it('stop at a token that there is not, keep what came before, and say where [LB-19]', () => {
    const before = stream(rmv.allocate(0x1000, 1, [0]))
    for (const bad of [rmv.other(2, 4), rmv.free(0x1000).subarray(0, 6), rmv.create(1, 18, new Uint8Array(4))]) {
      const all = imported(rmv.rdf(rmv.tokensIn(1, joined(before, bad))))
      expect(all.steps).toHaveLength(1)
      // 32 of the file and 24 of the chunk come before the stream
      expect(all.damage).toContain(`offset ${32 + 24 + before.length}:`)
    }
  })

  it('straddle chunks of their stream, wherever these are cut [LB-19]', () => {
    const tokens = stream(
      rmv.allocate(0x1000, 2, [1]),
      rmv.create(9, 11, new Uint8Array(10)),
      rmv.bind(0x1000, 8192, 9),
      rmv.named('terrain', 9),
      rmv.residency(0x1000, 0),
    )
    const whole = imported(rmv.rdf(rmv.tokensIn(1, tokens))).steps
    for (let cut = 1; cut < tokens.length; cut++) {
      const parts = rmv.rdf(
        rmv.tokensIn(1, tokens.subarray(0, cut)),
        { name: 'Something else', data: new Uint8Array(3) },
        rmv.tokensIn(1, tokens.subarray(cut)),
      )
      expect(imported(parts).steps, `cut at ${cut}`).toEqual(whole)
    }
    expect(whole[0]).toContain('"terrain"')
  })
})

describe('streams of a Radeon memory trace', () => {
  it('are merged by time from the earliest timestamp, the lower stream first where times are equal [LB-19]', () => {
    const kernel = joined(rmv.timestamp(T0 - 320n), rmv.delta(2, 640), rmv.pageTable(0x1000, 0x8000, 1))
    const app = joined(
      rmv.timestamp(T0),
      rmv.allocate(0x1000, 1, [1]),
      rmv.delta(2, 320),
      rmv.free(0x1000),
      rmv.allocate(0x1000, 1, [1]),
    )
    const file = rmv.rdf(rmv.tokensIn(1, app), rmv.tokensIn(0, kernel, [0, 1]), rmv.segmentsOf([1, 0, 64 * MiB]))
    const all = imported(file, { uses: { kind: 'evidence' } })
    expect(steps(all)).toEqual([
      { at: 32, resource: { name: 'allocation 1', size: 4096 } },
      { at: 64, use: { set: ['allocation 1'], gpuTime: 1 } },
      { at: 64, free: { name: 'allocation 1' } },
      { at: 64, resource: { name: 'allocation 2', size: 4096 } },
    ])
    expect(everythingSaid(all)).toContain('4 KiB invisible')
  })

  it('may be compressed with zstd [LB-19]', async () => {
    // written by the zstd command from "0123456789" ten times and the tokens below would need its library: a raw block
    const tokens = stream(rmv.allocate(0x1000, 1, [0]), rmv.free(0x1000, 2))
    const frame = (size: number): Uint8Array =>
      joined(fields([4, 0xfd2fb528], [1, 0x20], [1, tokens.length]), fields([3, (size << 3) | 1]), tokens)
    const chunk = { ...rmv.tokensIn(1, frame(tokens.length)), plain: tokens.length }
    expect(imported(rmv.rdf(chunk)).steps).toEqual(imported(rmv.rdf(rmv.tokensIn(1, tokens))).steps)
    for (const bad of [
      { ...chunk, plain: tokens.length + 1 },
      { ...chunk, plain: 3 },
      { ...chunk, data: patched(chunk.data, 0, Uint8Array.of(1)) },
      { ...chunk, data: chunk.data.subarray(0, 20) },
      // a window of terabytes
      { ...chunk, data: joined(fields([4, 0xfd2fb528], [1, 0], [1, 0xff]), chunk.data.subarray(6)) },
    ])
      expect(said(() => imported(rmv.rdf(bad)))).toMatch(/^offset \d+: /)
  })
})

describe('names in a Radeon memory trace', () => {
  const file = trace(
    rmv.allocate(0x10_000, 16, [1]),
    rmv.create(5, 1, new Uint8Array(11)),
    rmv.create(6, 1, new Uint8Array(11)),
    rmv.bind(0x10_000, 4096, 5),
    rmv.bind(0x14_000, 4096, 6),
    rmv.named('C:\\Users\\jane.doe\\maps\\terrain.dds', 6),
    rmv.allocate(0x90_000, 1, [1]),
    rmv.destroy(5),
    rmv.create(5, 1, new Uint8Array(11)),
    rmv.bind(0x90_000, 4096, 5),
    rmv.namedV2('terrain.dds', 5),
    rmv.allocate(0xa0_000, 1, [1]),
    rmv.bind(0xa0_000, 10, 5),
    rmv.bind(0xa0_000, 10, 6),
    rmv.named('second', 5),
  )

  it('are those of the only named resource bound in an allocation, told apart by number, without folders [LB-19]', () => {
    const all = imported(file)
    expect(steps(all)).toMatchObject([
      { resource: { name: 'terrain.dds' } },
      { resource: { name: 'allocation 2' } },
      { resource: { name: 'allocation 3' } },
    ])
    expect(textOf(all) + everythingSaid(all)).not.toMatch(/jane|Users/)
  })

  it('are left out where that is asked for [LB-19]', () => {
    expect(textOf(imported(file, { anonymous: true }))).not.toContain('terrain')
  })

  it('of two allocations that have one get a number [LB-19]', () => {
    const two = trace(
      rmv.create(5, 1, new Uint8Array(11)),
      rmv.named('mesh', 5),
      ...[0x10_000, 0x20_000].flatMap((va) => [rmv.allocate(va, 1, [1]), rmv.bind(va, 9, 5)]),
    )
    expect(steps(imported(two))).toMatchObject([{ resource: { name: 'mesh' } }, { resource: { name: 'mesh 2' } }])
  })
})

describe('what a Radeon memory trace has no place for', () => {
  it('is counted: frees and references of what was never made, and memory over memory [LB-19]', () => {
    const all = imported(
      trace(
        rmv.free(0x7000),
        rmv.residency(0x7000, 0),
        rmv.bind(0x7000, 1, 1),
        rmv.allocate(0x1000, 4, [0]),
        rmv.allocate(0x2000, 4, [0]),
      ),
    )
    expect(steps(all)).toMatchObject([{ resource: {} }, { free: { name: 'allocation 1' } }, { resource: {} }])
    const text = everythingSaid(all)
    for (const line of [
      '1 free: of what the trace never saw made',
      '1 allocation: over addresses that another had',
      '1 bind: outside of every allocation',
      '1 reference, map or update: outside of every allocation',
    ])
      expect(text).toContain(line)
    expect(scenarioOf(all).steps).toHaveLength(3)
  })

  it('is evidence of use only when asked for; regular uses say that they are synthetic [LB-19]', () => {
    const file = trace(
      rmv.allocate(0x1000, 1, [1]),
      rmv.residency(0x1000, 0),
      rmv.cpuMap(0x1000, 0),
      rmv.cpuMap(0x1000, 1),
      rmv.bind(0x1000, 1, 1),
      rmv.pageTable(0x1000, 0, 1),
      rmv.pageTable(0x1000, 0, 1, { unmap: 1 }),
      rmv.delta(3, 1_000_000),
      rmv.free(0x1000),
    )
    const uses = (options: ImportOptions): number =>
      imported(file, options).steps.filter((s) => s.includes('"use"')).length
    expect([uses({}), uses({ uses: { kind: 'evidence' } })]).toEqual([1, 4])
    const regular = imported(file, { uses: { kind: 'every', interval: 16_000 } })
    // 100 ms after 16, 32 … 96 ms
    expect(regular.steps.filter((line) => line.includes('"use"'))).toHaveLength(7)
    expect(scenarioOf(regular).derived?.join()).toContain('6 synthetic, every 16 ms')
    expect(regular.head.name).toContain('synthetic')
  })

  it('is checked: bytes that page tables map, by segment, and allocations that were demoted [LB-19]', () => {
    const file = rmv.rdf(
      rmv.segmentsOf([0, 0, MiB], [1, MiB, MiB], [2, 0, 8 * MiB]),
      rmv.tokensIn(
        1,
        stream(
          rmv.allocate(0x10_000, 64, [1]),
          rmv.pageTable(0x10_000, MiB - 4096, 3),
          rmv.pageTable(0x10_000, 0, 2),
          rmv.pageTable(0x10_000, MiB, 9, { kind: 2 }),
          rmv.pageTable(0x99_000, MiB, 9),
        ),
      ),
    )
    const all = imported(file)
    expect(everythingSaid(all)).toContain(
      'page tables mapped for allocations: 4 KiB visible, 8 KiB invisible, 8 KiB system; 1 demoted; 1 update outside',
    )
    expect(everythingSaid(all)).toContain('4 page-table updates: not imported (checked only)')
    expect(scenarioOf(all).system).toMatchObject({ localMemory: 2 * MiB, nonLocalMemory: 8 * MiB })
  })
})

const REAL = new URL('../../../../../../shared/data/real/rmv/rx6600.rmv', import.meta.url)

describe.runIf(existsSync(REAL))('the trace of a Radeon RX 6600', () => {
  const real = existsSync(REAL) ? imported(readFileSync(REAL)) : undefined

  it('has what formats.md counts in it [LB-19]', () => {
    const text = everythingSaid(real!)
    expect(real!.damage).toBeNull()
    expect(text).toContain('18,805 page-table updates: not imported (checked only)')
    expect(text).toContain('1,216 resource creations: names only')
    expect(text).toContain('0 demoted')
    expect(real!.head.name).toContain('memory of 33.66 s')
  })

  it('runs under any policy, each first use paged in and no more [LB-11] [LB-19]', async () => {
    const scenario = scenarioOf(real!)
    for (const policy of ['none', 'fence-lru', 'creative-app-fixed'] as const) {
      const { summary } = await runScenario({ ...scenario, app: { ...scenario.app, policy } })
      expect([summary.devicesRemoved, summary.findings]).toEqual([0, []])
      expect(summary.pageInBytes).toBeGreaterThan(3.7 * 1024 ** 3)
    }
  })
})
