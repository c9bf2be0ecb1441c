/** The summary against sums that the test makes over the trace's text (SC-05). */
import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Summary } from '../../../main/session/runner'
import { POLICY_NAMES } from '../../../preload/contract'
import { type Line, linesOf, Residents } from '../../golden/reading'
import { SHIPPED, shipped, traced } from '../../golden/scenarios'
import { play } from '../policies/play'
import { programs } from '../policies/programs'

const sum = (lines: readonly Line[], field: string): number =>
  lines.reduce((total, line) => total + Number(line[field]), 0)

/** Every field of the summary that the text can tell, and `until` for what goes on to the end. */
function summed(text: string, until: number) {
  const lines = linesOf(text)
  const of = (type: string) => lines.filter((line) => line.type === type)
  const residents = new Residents()
  let peakLocalUsage = 0
  let byteMicroseconds = 0n
  let since = 0
  for (const line of [...lines, { t: until, type: 'end' }]) {
    byteMicroseconds += BigInt(residents.usage) * BigInt(line.t - since)
    since = line.t
    residents.apply(line)
    peakLocalUsage = Math.max(peakLocalUsage, residents.usage)
  }
  const rules = [...new Set(of('finding').map((line) => String(line.rule)))]
  return {
    expectations: {
      passed: of('expect').filter((line) => line.ok === true).length,
      failed: of('expect').filter((line) => line.ok === false).length,
    },
    evictions: of('evict').length,
    bytesEvicted: sum(
      of('evict').filter((line) => line.references === 0),
      'bytes',
    ),
    pageInBytes: sum(of('page-in'), 'bytes'),
    pageOutBytes: sum(of('page-out'), 'bytes'),
    peakLocalUsage,
    notifications: of('notification').length,
    findings: rules.map((rule) => ({ rule, count: of('finding').filter((line) => line.rule === rule).length })),
    devicesRemoved: of('device-removed').length,
    traceSha256: createHash('sha256').update(text, 'utf8').digest('hex'),
    localByteSeconds: Number(byteMicroseconds) / 1e6,
    waitedForPaging: waitedForPaging(lines),
  }
}

/** With one context, all that keeps a packet at the head of its queue from starting is paging. */
function waitedForPaging(lines: readonly Line[]): number | null {
  const applied = lines.filter((line) => line.type === 'apply')
  const packets = lines.filter((line) => line.type === 'packet')
  if (packets.length < applied.length) return null // work was left over: its wait cannot be read from the trace
  let ended = 0
  let total = 0
  for (const [index, packet] of packets.entries()) {
    total += Number(packet.start) - Math.max(Number(applied[index]?.t), ended)
    ended = Number(packet.end)
  }
  return total
}

function check(summary: Summary, text: string, until: number): void {
  const { localByteSeconds, waitedForPaging: waited, ...exact } = summed(text, until)
  expect(summary).toMatchObject(exact)
  expect(summary.ok).toBe(exact.expectations.failed === 0)
  expect(Math.abs(summary.localByteSeconds - localByteSeconds)).toBeLessThanOrEqual(localByteSeconds * 1e-12)
  if (waited !== null) expect(summary.waitedForPaging).toBe(waited)
}

describe('summary', () => {
  it.each(SHIPPED)('of %s is what its trace adds up to [SC-05]', async (name) => {
    const scenario = shipped(name)
    const { summary, text } = await traced(scenario)
    check(summary, text, scenario.until)
    expect(summary).toMatchObject({ name: scenario.name, policy: scenario.app.policy, seed: scenario.seed })
  })

  it('of any program under any policy is what its trace adds up to [SC-05]', () =>
    fc.assert(
      fc.asyncProperty(
        programs(),
        fc.constantFrom(...POLICY_NAMES),
        fc.constantFrom('lazy', 'eager'),
        async (file, policy, evictionMode) => {
          const { summary, text } = await play({ ...file, system: { evictionMode } }, { policy })
          check(summary, text, Number(file.until))
        },
      ),
      { numRuns: 60 },
    ))

  it('differs by what eager paging costs: bytes moved and time waited [SC-05] [RS-03]', async () => {
    const lazy = (await traced(shipped('paging-lazy'))).summary
    const eager = (await traced(shipped('paging-eager'))).summary
    const blur = 2 * 64 * 1024 ** 2 + 64 * 1024
    expect(lazy.pageOutBytes).toBe(0)
    expect(eager.pageOutBytes).toBe(blur)
    expect(eager.pageInBytes - lazy.pageInBytes).toBe(blur)
    // 64 MiB at 1 GiB a second are 62,500 µs, 64 KiB 61.04
    expect(eager.waitedForPaging - lazy.waitedForPaging).toBe(2 * 62_500 + 62)
    expect(eager.localByteSeconds).toBe(lazy.localByteSeconds)
  })
})
