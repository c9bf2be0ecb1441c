/** The summary against sums that the test makes over the trace's text (SC-05). */
import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Summary } from '../../../../main/session/run/summary'
import { POLICY_NAMES } from '../../../../preload/contract'
import { type Line, linesOf, linesOfList, Residents } from '../../../golden/reading'
import { SHIPPED, shipped, traced } from '../../../golden/scenarios'
import { playAsWritten } from '../../policies/support/play'
import { programs } from '../../policies/support/programs'

const sum = (lines: readonly Line[], field: string): number =>
  lines.reduce((total, line) => total + Number(line[field]), 0)

/** Every field of the summary that the text can tell, and `until` for what goes on to the end. */
function summed(text: string, until: number, policy: string) {
  const lines = linesOf(text)
  const of = (type: string) => lines.filter((line) => line.type === type)
  const residents = new Residents()
  let peakLocalUsage = 0
  let byteMicroseconds = 0n
  let since = 0
  for (const line of [...linesOfList(lines, policy), { t: until, type: 'end' }]) {
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
    // of a shared heap what left is all of it (RS-15)
    bytesEvicted: of('evict')
      .filter((line) => line.references === 0)
      .reduce((total, line) => total + Number(line.left ?? line.bytes), 0),
    pageInBytes: sum(of('page-in'), 'bytes'),
    pageOutBytes: sum(of('page-out'), 'bytes'),
    peakLocalUsage,
    notifications: of('notification').length,
    findings: rules.map((rule) => ({ rule, count: of('finding').filter((line) => line.rule === rule).length })),
    devicesRemoved: of('device-removed').length,
    ...scheduling(lines, until),
    traceSha256: createHash('sha256').update(text, 'utf8').digest('hex'),
    localByteSeconds: Number(byteMicroseconds) / 1e6,
    waitedForPaging: waitedForPaging(lines),
  }
}

/** The compositor's device went with its present. */
function removed(lines: readonly Line[], since: number): boolean {
  return lines.some(({ type, device, t }) => type === 'device-removed' && device === 'dwm' && t >= since)
}

/** What the GPU scheduler did (GP-28). */
function scheduling(lines: readonly Line[], until: number) {
  const of = (type: string) => lines.filter((line) => line.type === type)
  const actions = (action: string) => of('tdr').filter((line) => line.action === action)
  const switches = of('packet').filter((line) => line.switch !== undefined)
  const presents = of('packet').filter(({ context, kind }) => context === 'dwm' && kind === 'present')
  const completed = presents.filter(({ outcome }) => outcome === 'completed')
  // one that is late when the run ends has waited at least so long
  const late = of('missed-vertical-blank').at(-1)
  const since = late === undefined ? 0 : late.t - Number(late.waiting)
  const over = completed.some(({ submitted }) => Number(submitted) >= since)
  const waiting = late === undefined || over || removed(lines, since) ? [] : [until - since]
  const latencies = completed
    .map(({ submitted, end }) => Number(end) - Number(submitted))
    .concat(waiting)
    .sort((a, b) => a - b)
  // a request that a reset ended has none (GP-25)
  const answered = of('preempt').filter(({ boundary }) => boundary !== 'reset')
  const answers = answered.map(({ requested, stopped }) => Number(stopped) - Number(requested))
  return {
    missedVerticalBlanks: of('missed-vertical-blank').length,
    worstCompositorLatency: latencies.at(-1) ?? null,
    p99CompositorLatency: latencies[Math.ceil(latencies.length * 0.99) - 1] ?? null,
    tears: of('tear').length,
    preemptions: answers.length,
    worstPreemption: answers.length === 0 ? null : Math.max(...answers),
    contextSwitches: switches.length,
    contextSwitchTime: sum(switches, 'switch') + sum(of('preempt'), 'save'),
    engineResets: actions('engine-reset').length,
    adapterResets: actions('adapter-reset').length,
    bugCheck: actions('bug-check').length > 0,
  }
}

/**
 * With one context and no compositor, all that keeps a submission at the head of its queue from starting is paging, but
 * for the switch to its context. One that was preempted, before a timeout, goes on in the next packet.
 */
function waitedForPaging(lines: readonly Line[]): number | null {
  const applied = lines.filter((line) => line.type === 'apply')
  const packets = lines.filter((line) => line.type === 'packet' && line.kind === 'standard')
  const first = packets.filter((_, i) => packets[i - 1]?.outcome !== 'preempted')
  const last = packets.filter(({ outcome }) => outcome !== 'preempted')
  const onlyApp = lines.every(({ type, kind, context }) => type !== 'packet' || kind === 'paging' || context === 'app')
  // work was left over, or is not an effect's alone: its wait cannot be read from the trace
  if (!onlyApp || first.length !== applied.length || last.length !== applied.length) return null
  let ended = 0
  let total = 0
  for (const [i, { t }] of applied.entries()) {
    const { start, switch: switched = 0 } = first[i] as Line
    total += Number(start) - Number(switched) - Math.max(t, ended)
    ended = Number(last[i]?.end)
  }
  return total
}

function check(summary: Summary, text: string, end: number): void {
  // after a bug check the clock stands
  const stopped = linesOf(text).find((line) => line.type === 'tdr' && line.action === 'bug-check')
  const until = stopped?.t ?? end
  const { localByteSeconds, waitedForPaging: waited, ...exact } = summed(text, until, summary.policy)
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
          const { summary, text } = await playAsWritten(
            { ...file, system: { evictionMode, compositor: { enabled: false } } },
            { policy },
          )
          check(summary, text, Number(file.until))
        },
      ),
      { numRuns: 60 },
    ))

  it('of long effects under the compositor and of a hang is what its trace adds up to [SC-05] [GP-28]', async () => {
    const steps = [
      { at: '5ms', apply: 'Blur' },
      { at: '10ms', submit: { engine: '3d', gpuTime: '90ms', context: 'game' } },
      { at: '1s', system: { preemption: { graphics: 'dma-buffer' } } },
      { at: '1001ms', submit: { engine: '3d', gpuTime: '90ms', context: 'game' } },
      { at: '2s', inject: { fault: 'hang', engine: '3d' } },
      { at: '2s', apply: 'Blur' },
    ]
    const { summary, text } = await playAsWritten({ steps, until: '8s' }, {})
    check(summary, text, 8_000_000)
    expect(summary.worstCompositorLatency).toBeGreaterThan(summary.p99CompositorLatency ?? Number.POSITIVE_INFINITY)
    expect(summary).toMatchObject({ effectsCompleted: 1, engineResets: 1, adapterResets: 0, bugCheck: false })
    for (const count of [summary.missedVerticalBlanks, summary.preemptions, summary.contextSwitchTime])
      expect(count).toBeGreaterThan(0)
  })

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
