/** What a run adds up to where the trace alone makes it awkward: very long, very large, ended in the middle. */
import { describe, expect, it } from 'vitest'
import { byteSeconds, RunStatistics } from '../../../../main/session/run/statistics'
import { play } from '../../policies/support/play'

describe('local memory over time', () => {
  it('is exact far beyond 2^53 byte-microseconds [SC-05]', async () => {
    const effects = [{ name: 'Huge', resources: [{ name: 'r', size: 2 ** 40 }] }]
    const { summary } = await play({ system: { localMemory: 2 ** 41 }, app: { effects }, until: '1000h' })
    expect(summary.localByteSeconds).toBe(2 ** 40 * 3_600_000)
  })

  it('counts fractions of a second [SC-05]', async () => {
    const effects = [{ name: 'Small', resources: [{ name: 'r', size: '64KiB' }] }]
    const { summary } = await play({ app: { effects }, until: '1us' })
    expect(summary.localByteSeconds).toBe(65_536 / 1e6)
  })

  it('is the number nearest to what it is, not to the sum of its whole and its fraction [SC-05]', async () => {
    const effects = [{ name: 'Small', resources: [{ name: 'r', size: '64KiB' }] }]
    const { summary } = await play({ app: { effects }, until: '25us' })
    expect(summary.localByteSeconds).toBe(1.6384)
    expect(byteSeconds(1_000_001n)).toBe(1.000001)
    expect(byteSeconds(2n ** 63n)).toBe(2 ** 63 / 1e6)
  })

  it('begins with creation, ends with eviction, and counts from the moment of enqueuing [SC-05] [RS-08]', async () => {
    const effects = [
      { name: 'Slow', resources: [{ name: 'r', size: '64MiB', resident: false }] },
      { name: 'Other', resources: [{ name: 'r', size: '64KiB', resident: false }] },
    ]
    const steps = [
      { at: '1s', apply: 'Slow' }, // 4 s of paging, and on the list from the first moment of it
      { at: '6s', apply: 'Other' },
      { at: '7s', periodicTrim: true }, // Slow goes
    ]
    const { summary } = await play({ system: { pagingBandwidth: '16MiB' }, app: { effects }, steps, until: '8s' })
    expect(summary.localByteSeconds).toBe(6 * 64 * 1024 ** 2 + 2 * 65_536)
    expect(summary.peakLocalUsage).toBe(64 * 1024 ** 2 + 65_536)
    expect(summary.waitedForPaging).toBe(4_000_000 + 3907) // 64 KiB at 16 MiB a second: 3906.25 µs
  })
})

describe('waiting for paging', () => {
  const effects = [{ name: 'Slow', resources: [{ name: 'r', size: '64MiB', resident: false }] }]

  it('counts up to the end of the run where it goes on beyond it [SC-05]', async () => {
    const steps = [{ at: '1s', apply: 'Slow' }] // 4 s of paging
    const { summary } = await play({ system: { pagingBandwidth: '16MiB' }, app: { effects }, steps, until: '3s' })
    expect(summary.waitedForPaging).toBe(2_000_000)
  })

  it('also where a packet waits for what pressure took from it [SC-05] [RS-02]', async () => {
    // 64 KiB of it are page tables (AN-11), 960 KiB more than the app uses
    const system = { localMemory: '65MiB', pagingBandwidth: '16MiB' }
    const steps = [
      { at: '0s', otherProcess: { name: 'game', usage: '66496KiB' } }, // 4 s until its memory has gone
      { at: '10s', apply: 'Slow' }, // 4 s to take it back, 4 s to bring it in
    ]
    const resources = [{ name: 'r', size: '64MiB' }]
    const app = { policy: 'none' as const, effects: [{ name: 'Slow', resources }] }
    const { summary } = await play({ system, app, steps, until: '15s' })
    expect(summary.waitedForPaging).toBe(5_000_000)
  })
})

describe('evictions', () => {
  it('count each call, but bytes only when the last reference goes [SC-05] [RS-01]', () => {
    const statistics = new RunStatistics()
    const evict = { t: 0, type: 'evict', resource: 'A.r', bytes: 65_536, reason: 'explicit', policy: 'none' } as const
    for (const references of [2, 1, 0]) statistics.record({ ...evict, references })
    expect([statistics.evictions, statistics.bytesEvicted]).toEqual([3, 65_536])
  })

  it('a destroyed resource leaves the usage without an eviction [SC-05]', async () => {
    const steps = [{ at: '1s', removeEffect: 'Blur' }]
    const { summary, lines } = await play({ steps, until: '3s' })
    expect(summary.evictions).toBe(0)
    expect(summary.localByteSeconds).toBe(128 * 1024 ** 2 + 65_536)
    expect(lines.filter((line) => line.type === 'destroy').map((line) => [line.resource, line.resident])).toEqual([
      ['Blur.main', true],
      ['Blur.temp', true],
      ['Blur.kernel', true],
    ])
  })
})

describe('findings', () => {
  it('are counted by rule, in the order in which rules first appear [SC-05] [TN-40]', async () => {
    const steps = [
      { at: '1s', inject: { fault: 'callback-throws' } },
      { at: '1s', periodicTrim: true },
      { at: '2s', policy: 'none' },
      { at: '3s', periodicTrim: true },
    ]
    const { summary } = await play({ steps })
    expect(summary.findings).toEqual([
      { rule: 'TN-16', count: 1 },
      { rule: 'TN-34b', count: 2 },
    ])
  })
})

describe('latency of the compositor', () => {
  const latencyOf = async (until: string): Promise<[number | null, number | null, number]> => {
    const steps = [{ at: '10ms', submit: { engine: '3d', gpuTime: '500ms', context: 'long' } }]
    const system = { preemption: { graphics: 'none' }, compositor: { enabled: true } }
    const { summary } = await play({ system, app: { effects: [] }, steps, until } as never)
    return [summary.worstCompositorLatency, summary.p99CompositorLatency, summary.missedVerticalBlanks]
  }

  it('counts a present that is late when the run ends with what it has waited [GP-28] [GP-09]', async () => {
    // the present of the first blank, at 16,667 µs, waits for the packet; all blanks up to the 18th miss
    expect(await latencyOf('300ms')).toEqual([300_000 - 16_667, 300_000 - 16_667, 17])
  })

  it('a longer run never makes the worst of it smaller [GP-28]', async () => {
    const worst: (number | null)[] = []
    for (const until of ['40ms', '200ms', '400ms', '700ms', '900ms']) worst.push((await latencyOf(until))[0])
    expect(worst[0]).toBe(40_000 - 16_667)
    expect(worst).toEqual([...worst].sort((a, b) => (a ?? 0) - (b ?? 0)))
    expect(worst[4]).toBe(worst[3])
  })
})
