/** What holds the streams of a Radeon memory trace: that of before 2022, the one since, and malformed ones. */
import { describe, expect, it } from 'vitest'
import { everythingSaid, scenarioOf } from '../support'
import { fields, joined, patched, text } from '../writing'
import { imported, MiB, steps, stream, T0, trace } from './importing'
import * as rmv from './tokens'

describe('the container of before 2022', () => {
  const rmt = (...tokens: Uint8Array[]): Uint8Array => joined(new Uint8Array(16), stream(...tokens))

  it('has streams in the order in which they come, their version with the minor number first [LB-19]', () => {
    const file = rmv.legacy(
      rmv.legacyChunk(0, new Uint8Array(20)),
      rmv.legacyChunk(4, fields([8, 0], [8, 4 * MiB], [4, 0], [4, 0])),
      rmv.legacyChunk(4, fields([8, 0], [8, 16 * MiB], [4, 2], [4, 1])),
      rmv.legacyChunk(7, text('Radeon of a test', 172)),
      rmv.legacyChunk(6, fields([8, 1], [4, 2])),
      rmv.legacyChunk(3, rmt(rmv.delta(1, 320), rmv.residency(0x1000, 0)), [0, 1]),
      // preferences count from 1.6 on: 61 would be 6.1
      rmv.legacyChunk(3, rmt(rmv.allocate(0x1000, 1, [2], { count: 0 })), [1, 6]),
    )
    const all = imported(file)
    expect(steps(all)).toEqual([
      { at: 0, resource: { name: 'allocation 1', size: 4096 } },
      { at: 32, use: { set: ['allocation 1'], gpuTime: 1 } },
    ])
    expect(all.head.name).toContain('Radeon of a test')
    expect(scenarioOf(all).system).toMatchObject({ localMemory: 4 * MiB, nonLocalMemory: 16 * MiB })
    expect(everythingSaid(all)).toContain('1 snapshot: not imported')
  })

  it('never loops: a chunk without a size, or beyond the end, is said with its place [LB-19]', () => {
    const good = rmv.legacyChunk(3, rmt(rmv.allocate(0x1000, 1, [0])))
    for (const size of [0, 15, -16, 1000]) {
      const bad = patched(rmv.legacyChunk(6, new Uint8Array(12)), 8, fields([4, BigInt.asUintN(32, BigInt(size))]))
      const all = imported(rmv.legacy(good, bad))
      expect([all.steps.length, all.damage?.split(':')[0]]).toEqual([1, `offset ${56 + good.length}`])
      expect(() => imported(rmv.legacy(bad))).toThrow(/^offset 56: found a chunk of/)
    }
  })
})

describe('a container of more than a trace has', () => {
  const rmt = (at: bigint): Uint8Array =>
    rmv.legacyChunk(3, joined(new Uint8Array(16), rmv.timestamp(at), rmv.allocate(0x1000, 1, [0]), rmv.free(0x1000)))

  it('has a thousand streams merged by time in moments; of more those that come first [LB-19]', () => {
    const many = (count: number): Uint8Array =>
      rmv.legacy(...Array.from({ length: count }, (_, i) => rmt(T0 + BigInt(320 * (count - i)))))
    const all = imported(many(1000))
    expect(all.damage).toBeNull()
    const ats = (steps(all) as { at: number }[]).map(({ at }) => at)
    expect(ats).toEqual(ats.toSorted((a, b) => a - b))
    expect(new Set(ats).size).toBe(1000)
    const more = imported(many(1002))
    expect(more.damage).toMatch(/^offset \d+: found yet another stream; expected at most 1000$/)
    expect(more.steps).toHaveLength(2000)
  })

  it('is refused with its place, whichever container it is [LB-19]', () => {
    const streams = rmv.rdf(...Array.from({ length: 1001 }, (_, i) => rmv.tokensIn(i, rmv.timestamp(T0))))
    expect(() => imported(streams)).toThrow(/^offset \d+: found yet another stream; expected at most 1000$/)
    const chunk = rmv.legacyChunk(0, new Uint8Array(0))
    const chunks = new Uint8Array(100_001 * chunk.length)
    for (let at = 0; at < chunks.length; at += chunk.length) chunks.set(chunk, at)
    expect(() => imported(rmv.legacy(chunks))).toThrow(
      `offset ${56 + 100_000 * chunk.length}: found yet another chunk; expected at most 100000`,
    )
  })
})

describe('a malformed RDF container', () => {
  const good = trace(rmv.allocate(0x1000, 1, [0]))
  const index = good.length - 64
  it.each([
    ['a version of another', patched(good, 8, fields([4, 4])), 'offset 8: found version 4'],
    ['a big-endian version', patched(good, 8, Uint8Array.of(0, 0, 0, 3)), 'offset 8: found version 50331648'],
    ['an index beyond the end', patched(good, 16, fields([8, good.length])), 'offset 16: '],
    ['an index of half an entry', patched(good, 24, fields([8, 32])), 'offset 24: '],
    ['an index of 2^63 bytes', patched(good, 24, fields([8, 1n << 63n])), 'offset 24: '],
    ['data beyond the end', patched(good, index + 48, fields([8, 10_000])), `offset ${index + 40}: `],
    ['a compression that there is not', patched(good, index + 16, fields([1, 2])), `offset ${index + 16}: `],
    ['no token', rmv.rdf(rmv.tokensIn(1, new Uint8Array(0))), 'offset 0: '],
    ['no timestamp first', rmv.rdf(rmv.tokensIn(1, rmv.free(1))), 'offset '],
    ['a clock that stands', rmv.rdf(rmv.tokensIn(1, rmv.timestamp(T0, 0))), 'offset '],
    ['the beginning alone', good.subarray(0, 20), 'offset 20: '],
  ])('is refused with its place: %s [LB-19]', (_name, file, message) => {
    expect(() => imported(file)).toThrow(message)
  })

  it('says where time goes beyond what a recording has [LB-19]', () => {
    const all = imported(trace(rmv.allocate(0x1000, 1, [0]), rmv.delta(7, 32 * 2 ** 50), rmv.free(0x1000)))
    expect(all.steps).toHaveLength(1)
    expect(all.damage).toMatch(/^offset \d+: found a token \d+ µs after the recording began/)
  })
})
