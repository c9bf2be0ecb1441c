/** One input under several variants (LB-03 to LB-06): every number by hand, the rest against runs of their own. */
import { describe, expect, test } from 'vitest'
import { differenceOf, differenceOfRuns } from '../../../../../main/session/laboratory/comparison/compare'
import { preemptionChoices } from '../../../../../main/session/laboratory/comparison/preemption'
import { variantsOf, varied } from '../../../../../main/session/laboratory/comparison/variants'
import { runScenario } from '../../../../../main/session/run/runner'
import { type Scenario, validateScenario } from '../../../../../main/session/scenario'
import type { TraceRecord } from '../../../../../main/sim/trace-records'
import { differenceRows, type PolicyName } from '../../../../../preload/contract'
import { compareVariants } from '../../../support/compared'
import { ofType } from '../../../support/world'

const MiB = 2 ** 20

function scenario(extra: object = {}, steps: object[] = []): Scenario {
  const parsed = validateScenario({
    trimline: 1,
    name: 'turns',
    system: { localMemory: '256MiB', budget: '96MiB', ...extra },
    app: {
      policy: 'fence-lru',
      effects: ['A', 'B'].map((name) => ({
        name,
        gpuTime: '1ms',
        resources: [{ name: 'r', size: '64MiB', resident: false }],
      })),
    },
    steps: [
      { at: '0s', apply: 'A' },
      { at: '1s', apply: 'B' },
      { at: '2s', apply: 'A' },
      { at: '3s', apply: 'B' },
      ...steps,
    ],
    until: '5s',
  })
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems))
  return parsed.scenario
}

/** The records of a run by itself, as its trace file has them, a line each. */
async function traceOf(input: Scenario, policy: PolicyName): Promise<string[]> {
  let text = ''
  await runScenario(input, { policy, sink: (chunk) => (text += chunk) })
  // the first line is no record
  return text.trimEnd().split('\n').slice(1)
}

const bytesOf = (records: readonly { bytes: number }[]): number => records.reduce((sum, { bytes }) => sum + bytes, 0)

/** What the app has on its residency list, from its calls alone: the most at a time, and over time to the end, in byte-seconds. */
function usageOf(records: readonly TraceRecord[], until: number): { peak: number; byteSeconds: number } {
  let [used, peak, since, byteMicroseconds] = [0, 0, 0, 0]
  for (const record of ofType(records, 'make-resident', 'evict')) {
    byteMicroseconds += used * (record.t - since)
    since = record.t
    used += record.type === 'make-resident' ? record.bytes : record.references === 0 ? -record.bytes : 0
    peak = Math.max(peak, used)
  }
  return { peak, byteSeconds: (byteMicroseconds + used * (until - since)) / 1e6 }
}

function findingsOf(records: readonly TraceRecord[]): { rule: string; count: number }[] {
  const rules = ofType(records, 'finding').map(({ rule }) => rule)
  return [...new Set(rules)].map((rule) => ({ rule, count: rules.filter((one) => one === rule).length }))
}

describe('variants', () => {
  test('are every product, the first varying slowest; nothing varied is the input itself [LB-03]', () => {
    const made = variantsOf({ policies: ['none', 'fence-lru'], budgets: [MiB, 2 * MiB] })
    expect(made).toEqual([
      { policy: 'none', budget: MiB },
      { policy: 'none', budget: 2 * MiB },
      { policy: 'fence-lru', budget: MiB },
      { policy: 'fence-lru', budget: 2 * MiB },
    ])
    expect(variantsOf({})).toEqual([{}])
  })

  test('the choices of the input that they replace are left out, all other input stays [LB-03]', () => {
    const steps = [
      { at: '4s', policy: 'none' },
      { at: '4s', budget: '64MiB' },
      { at: '4.5s', apply: 'A' },
    ]
    const input = scenario({}, steps)
    const verbs = (made: Scenario) => made.steps.slice(4).map(({ verb }) => verb)
    expect(verbs(varied(input, {}))).toEqual(['policy', 'budget', 'apply'])
    expect(verbs(varied(input, { policy: 'none' }))).toEqual(['budget', 'apply'])
    expect(verbs(varied(input, { budget: 128 * MiB }))).toEqual(['policy', 'apply'])
    expect(varied(input, { budget: 128 * MiB }).system.budget).toBe(128 * MiB)
  })

  test('another device has its own memory and the budget that goes with it; the rest of the system stays [LB-03]', () => {
    const made = varied(scenario({ periodicTrim: { interval: '7s' } }), { profile: 'discrete-2gib' })
    const plain = validateScenario({ trimline: 1, system: { profile: 'discrete-2gib' } })
    if (!plain.ok) throw new Error('no profile')
    expect(made.system.localMemory).toBe(2048 * MiB)
    expect(made.system.budget).toBe(plain.scenario.system.budget)
    expect(made.system.periodicTrim.interval).toBe(7_000_000)
    const other = varied(scenario(), { profile: 'measured-2018' })
    expect(other.system).toMatchObject({
      localMemory: 256 * MiB,
      budget: 96 * MiB,
      displays: [{ refreshRate: 60 }, { refreshRate: 144 }],
    })
  })

  test('a preemption model is one of those that GP-28 compares [LB-03] [GP-28]', () => {
    const [first] = preemptionChoices()
    expect(varied(scenario(), { preemption: first! }).system.preemption).toEqual(first)
  })
})

describe('a comparison', () => {
  test('has what each variant cost, by hand [LB-04]', async () => {
    const input = scenario({ evictionMode: 'eager' })
    const { rows } = await compareVariants(input, variantsOf({ policies: ['fence-lru', 'none'] }))
    const [lru, none] = rows
    // with room for one and a half, what fence-lru lets go of is gone at once, and is paged in at every press; the bound
    // keeps half of what waits
    expect(lru).toMatchObject({
      label: 'fence-lru',
      pageInBytes: 256 * MiB,
      bound: 192 * MiB,
      timesBound: 256 / 192,
      framesDropped: 0,
      devicesRemoved: 0,
      expectationsFailed: 0,
      evictions: 3,
    })
    // without a policy both stay: 128 MiB in a segment of 256
    expect(none).toMatchObject({ label: 'none', pageInBytes: 128 * MiB, peakLocalUsage: 128 * MiB, evictions: 0 })
    expect(none?.best).toContain('pageInBytes')
    expect(lru?.best).toContain('localByteSeconds')
  })

  test('another app that loses its device keeps no variant from being the best: theirs is the app’s [LB-04] [LB-07]', async () => {
    const hang = [
      { at: '3500ms', inject: { fault: 'hang', engine: '3d' } },
      { at: '3500ms', submit: { engine: '3d', gpuTime: '1ms', context: 'game' } },
    ]
    const policies = variantsOf({ policies: ['fence-lru', 'none'] })
    // what hangs is ended after two seconds
    const compared = (steps: object[]) => compareVariants({ ...scenario({}, steps), until: 8_000_000 }, policies)
    const { rows, advice } = await compared(hang)
    expect(rows).toMatchObject([
      { devicesRemoved: 1, appDevicesRemoved: 0, remark: expect.not.stringContaining('device was removed') },
      { devicesRemoved: 1, appDevicesRemoved: 0, remark: expect.not.stringContaining('device was removed') },
    ])
    expect(rows[0]?.best).toContain('localByteSeconds')
    expect(advice?.label).toBe('fence-lru')
    // of one that hangs itself, no variant is left
    const lost = await compared([
      { at: '3500ms', inject: { fault: 'hang', engine: '3d' } },
      { at: '4s', apply: 'A' },
    ])
    expect(lost.rows).toMatchObject([
      { appDevicesRemoved: 1, best: [], remark: expect.stringContaining('its device was removed') },
      { appDevicesRemoved: 1, best: [], remark: expect.stringContaining('its device was removed') },
    ])
  })

  test('every number is what the trace of a run by itself comes to [LB-04] [SC-05]', async () => {
    // room for one: what is let go of, or waits longest, is paged out for the other
    const input = scenario({ localMemory: '96MiB', pagingBandwidth: '1GiB' })
    const { rows } = await compareVariants(input, variantsOf({ policies: ['creative-app', 'none'] }))
    const policies: readonly PolicyName[] = ['creative-app', 'none']
    for (const [index, policy] of policies.entries()) {
      const records = (await traceOf(input, policy)).map((line) => JSON.parse(line) as TraceRecord)
      const { peak, byteSeconds } = usageOf(records, input.until)
      expect(rows[index], policy).toMatchObject({
        policy,
        pageInBytes: bytesOf(ofType(records, 'page-in')),
        pageOutBytes: bytesOf(ofType(records, 'page-out')),
        localByteSeconds: byteSeconds,
        peakLocalUsage: peak,
        evictions: ofType(records, 'evict').length,
        hitches: ofType(records, 'packet').filter(({ hitch }) => hitch !== undefined).length,
        devicesRemoved: ofType(records, 'device-removed').length,
        findings: findingsOf(records),
        missedVerticalBlanks: ofType(records, 'missed-vertical-blank').length,
      })
    }
    // 64 MiB take 62.5 ms; each press after the first waits for as much to go out before, and for 20 µs of switches
    expect(rows.map(({ waitedForPaging }) => waitedForPaging)).toEqual([437_560, 437_560])
    // only creative-app is told, and lets go
    expect(rows.map(({ pageInBytes, pageOutBytes }) => [pageInBytes / MiB, pageOutBytes / MiB])).toEqual([
      [256, 192],
      [256, 192],
    ])
    expect(rows.map(({ evictions, hitches }) => [evictions, hitches])).toEqual([
      [3, 0],
      [0, 2],
    ])
  })

  test('says the time from press to shown: the next blank after its GPU time and its paging [LB-04]', async () => {
    // memory that is there from the start, 60 blanks a second: a press at 0 of 1 ms is shown at 16,667 µs, one at 1 s at the blank after
    const { rows } = await compareVariants(scenario({ budget: '256MiB' }), [{ policy: 'none' }])
    const paging = Math.ceil((64 * MiB * 1e6) / scenario().system.pagingBandwidth)
    const first = 1000 + paging
    const blank = Math.floor(first / (1e6 / 60)) + 1
    expect(rows[0]?.worstPress).toBeGreaterThanOrEqual(Math.round((blank * 1e6) / 60) - 1)
    expect(rows[0]?.worstPress).toBeLessThanOrEqual(Math.round((blank * 1e6) / 60) + 1)
    expect(rows[0]?.p99Press).toBe(rows[0]?.worstPress)
  })

  test('a press that is still under way at the end counts with what it takes at least [LB-04]', async () => {
    // 64 MiB at 32 MiB/s take 2 s: B waits from 3 s for the A that is paged in from 2 s on
    const input = { ...scenario({ evictionMode: 'eager', pagingBandwidth: '32MiB' }), until: 3_500_000 }
    const { rows } = await compareVariants(input, [{ policy: 'fence-lru' }])
    expect(rows[0]?.worstPress).toBeGreaterThanOrEqual(2_000_000)
    expect(rows[0]?.pressesNotShown).toBe(0)
  })

  test('draws usage, evictions and hitches of all over one axis [LB-05]', async () => {
    const { curves } = await compareVariants(scenario(), variantsOf({ policies: ['fence-lru', 'none'] }))
    const [lru, none] = curves
    // 240 parts of 5 s: 48 a second; at 0.9 s A is there, at 1.9 s B; with none both
    expect([lru!.usage[43], lru!.usage[91], lru!.usage[239]].map((bytes) => bytes! / MiB)).toEqual([64, 64, 64])
    expect([none!.usage[43], none!.usage[91], none!.usage[239]].map((bytes) => bytes! / MiB)).toEqual([64, 128, 128])
    expect(lru!.usage).toHaveLength(240)
    // A goes at 1 s, B at 2 s, A at 3 s
    expect([...lru!.evictions.entries()].filter(([, count]) => count > 0)).toEqual([
      [48, 1],
      [96, 1],
      [144, 1],
    ])
    expect(none!.evictions.every((count) => count === 0)).toBe(true)
  })
})

describe('the difference of two runs', () => {
  test('is the first record in which they part, and what each resource cost [LB-06]', async () => {
    const difference = await differenceOf(scenario({ evictionMode: 'eager', pagingBandwidth: '1GiB' }), [
      { policy: 'none' },
      { policy: 'fence-lru' },
    ])
    expect(difference.labels).toEqual(['none', 'fence-lru'])
    // until B needs room they are the same: fence-lru is then told to trim, none has nobody to tell
    const [none, lru] = difference.first!.records
    expect(lru?.t).toBe(1_000_000)
    expect(JSON.parse(lru!.text)).toMatchObject({ type: 'notification', flags: 4 })
    expect(none?.t).toBe(1_000_000)
    expect(differenceRows(difference.resources)).toMatchObject([
      { name: 'A.r', pagedIn: [64 * MiB, 128 * MiB], evictions: [0, 2] },
      { name: 'B.r', pagedIn: [64 * MiB, 128 * MiB], evictions: [0, 1] },
    ])
    // 64 MiB at 1 GiB/s: each press waits 62.5 ms for its own, one in either with none, two with fence-lru
    expect(differenceRows(difference.resources).map(({ waited }) => waited)).toEqual([
      [62_500, 125_000],
      [62_500, 125_000],
    ])
  })

  test('is none between a run and itself; the record is where two written traces part [LB-06]', async () => {
    const input = scenario()
    const same = await differenceOf(input, [{}, { policy: 'fence-lru' }])
    expect(same).toMatchObject({ first: null, resources: { names: '' } })
    const [a, b] = [await traceOf(input, 'none'), await traceOf(input, 'fence-lru')]
    const index = a.findIndex((line, i) => line !== b[i])
    const { first } = await differenceOf(input, [{ policy: 'none' }, { policy: 'fence-lru' }])
    expect(first).toMatchObject({ index, records: [{ text: a[index] }, { text: b[index] }] })
  })

  test('a run that goes on where the other has ended parts from it there [LB-06]', async () => {
    const whole = scenario()
    const half: Scenario = { ...whole, until: 2_500_000, steps: whole.steps.slice(0, 3) }
    const [shorter, longer] = [await traceOf(half, 'fence-lru'), await traceOf(whole, 'fence-lru')]
    // all that the one has written, and the record with which the other goes on
    const index = shorter.length
    expect(longer.slice(0, index)).toEqual(shorter)
    const goesOn = { text: longer[index] }
    const runs = [half, whole].map((input) => ({ scenario: input, variant: {}, label: `${input.until}` }))
    const [one, other] = [runs[0]!, runs[1]!]
    const { first, ends, labels, resources } = await differenceOfRuns([one, other])
    expect(ends).toEqual([2_500_000, 5_000_000])
    expect(first).toMatchObject({ index, records: [null, goesOn] })
    expect(first?.records[1]?.t).toBeGreaterThan(2_500_000)
    expect(labels).toEqual(['2500000', '5000000'])
    // B is pressed once more, at 3 s: A goes for it
    expect(differenceRows(resources).map(({ name, evictions }) => [name, evictions])).toContainEqual(['A.r', [1, 2]])
    expect((await differenceOfRuns([other, one])).first).toMatchObject({ index, records: [goesOn, null] })
  })
})
