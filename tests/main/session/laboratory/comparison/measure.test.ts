/** One variant's run: its numbers by hand, and counted from its trace (LB-04, LB-05, LB-11). */
import { describe, expect, it } from 'vitest'
import { type MeasureOptions, measureVariant } from '../../../../../main/session/laboratory/comparison/measure'
import type { Scenario } from '../../../../../main/session/scenario'
import type { TraceRecord } from '../../../../../main/sim/trace-records'
import type { VariantChoice } from '../../../../../preload/contract'
import { MIB, ofType, quietSystem, S, scenarioOf } from '../../../support/world'

/** A and B take turns, a second each; the budget has room for one and a half of them; 64 MiB take 62.5 ms. */
function turns({ system = {}, steps = [] }: { system?: object; steps?: Record<string, unknown>[] } = {}): Scenario {
  return scenarioOf({
    system: quietSystem({
      localMemory: '256MiB',
      budget: '96MiB',
      evictionMode: 'eager',
      pagingBandwidth: '1GiB',
      ...system,
    }),
    app: {
      policy: 'fence-lru',
      effects: ['A', 'B'].map((name) => ({
        name,
        gpuTime: '1ms',
        resources: [{ name: 'r', size: '64MiB', resident: false }],
      })),
    },
    steps: [...['A', 'B', 'A', 'B'].map((apply, second) => ({ at: `${second}s`, apply })), ...steps],
    until: '5s',
  })
}

async function measured(scenario: Scenario, variant: VariantChoice = {}, options: MeasureOptions = {}) {
  const records: TraceRecord[] = []
  const run = await measureVariant(scenario, variant, {
    ...options,
    also: { record: (record) => records.push(record) },
  })
  return { ...run, records }
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)

describe('a row', () => {
  it('says how much of the budget that was asked for the device gave [LB-03] [RS-09]', async () => {
    const most = async (variant: VariantChoice, input = turns()) => (await measured(input, variant)).row.mostBudget
    expect(await most({ budget: 64 * MIB })).toBe(64 * MIB)
    // nine tenths of 256 MiB in whole 64 KiB: 3686 of them
    const given = 3686 * 65_536
    expect([await most({ budget: 1024 * MIB }), await most({ budget: 4096 * MIB })]).toEqual([given, given])
    // what others take of it in the middle does not count: before, it was there
    const others = turns({ steps: [{ at: '4s', otherProcess: { name: 'game', usage: '128MiB' } }] })
    expect(await most({ budget: 1024 * MIB }, others)).toBe(given)
  })

  it('has what is used and for how long, by hand [LB-04]', async () => {
    const { row } = await measured(turns(), { policy: 'none' })
    // A from 0 s, B beside it from 1 s to 5 s: 32 MiB over the budget for 4 s
    expect(row).toMatchObject({
      label: 'none',
      policy: 'none',
      peakLocalUsage: 128 * MIB,
      localByteSeconds: (64 * 5 + 64 * 4) * MIB,
      overBudget: 4 * S,
      pageInBytes: 128 * MIB,
      evictions: 0,
      // the first press of either
      waitedForPaging: 125_000,
      effectsCompleted: 4,
      effectsPerSecond: 0.8,
    })
    // one at a time: B is asked for before A is let go of, for no time at all
    expect((await measured(turns(), { policy: 'fence-lru' })).row).toMatchObject({
      peakLocalUsage: 128 * MIB,
      localByteSeconds: 64 * 5 * MIB,
      overBudget: 0,
      waitedForPaging: 250_000,
    })
  })

  it('counts what the trace has, of memory that is taken away too [LB-04] [RS-10]', async () => {
    // 96 MiB are there: with none, what waits longest is paged out for the other
    const { row, curve, resources, records } = await measured(turns({ system: { localMemory: '96MiB' } }), {
      policy: 'none',
    })
    const pagedIn = ofType(records, 'page-in')
    const hitches = ofType(records, 'packet').filter(({ hitch }) => hitch !== undefined)
    expect([row.pageInBytes, row.pageOutBytes, row.hitches]).toEqual([
      sum(pagedIn.map(({ bytes }) => bytes)),
      sum(ofType(records, 'page-out').map(({ bytes }) => bytes)),
      hitches.length,
    ])
    // A and B again, at 2 s and at 3 s, have to wait for what was paged out
    expect(row.hitches).toBe(2)
    // 48 parts a second
    expect(
      [...curve.hitches.entries()].filter(([, count]) => count > 0).map(([part]) => Math.floor(part / 48)),
    ).toEqual([2, 3])
    expect(resources.get('A.r')?.pagedIn).toBe(
      sum(pagedIn.filter(({ resource }) => resource === 'A.r').map(({ bytes }) => bytes)),
    )
  })

  it('says of each resource what it cost [LB-06]', async () => {
    const { resources } = await measured(turns())
    // A goes for B at 1 s and at 3 s, B for A at 2 s; each press waits for its own
    expect(Object.fromEntries(resources)).toEqual({
      'A.r': { pagedIn: 128 * MIB, evictions: 2, waited: 125_000 },
      'B.r': { pagedIn: 128 * MIB, evictions: 1, waited: 125_000 },
    })
  })

  it('counts only from a moment on, where there is one [LB-03]', async () => {
    const { row, resources, curve } = await measured(turns(), { policy: 'none' }, { from: 2.5 * S })
    // until then fence-lru: B comes in at 3 s, beside the A of 2 s
    expect(row).toMatchObject({
      pageInBytes: 64 * MIB,
      localByteSeconds: (64 * 2.5 + 64 * 2) * MIB,
      overBudget: 2 * S,
      effectsCompleted: 1,
      effectsPerSecond: 0.4,
    })
    expect([...resources.keys()]).toEqual(['B.r'])
    // 96 parts a second: 64 MiB for half a second
    expect(
      [curve.usage[0], curve.usage[47], curve.usage[48], curve.usage[239]].map((bytes) => (bytes as number) / MIB),
    ).toEqual([64, 64, 128, 128])
    expect((await measured(turns(), {}, { from: 5 * S })).row).toMatchObject({ effectsPerSecond: 0, pageInBytes: 0 })
  })

  it('counts a press that is under way at the end with what it takes at least: until the blank behind it [LB-04]', async () => {
    // 64 MiB at 32 MiB/s take 2 s; the run ends after one
    const input = turns({ system: { pagingBandwidth: '32MiB' } })
    const { row } = await measured({ ...input, steps: input.steps.slice(0, 1), until: S })
    expect([row.worstPress, row.p99Press]).toEqual([S + 16_667, S + 16_667])
  })

  it('never has a press that is ready by the end take longer than one that is not [LB-04] [LB-08]', async () => {
    // pressed at 1 s: with 64 MiB in place it is ready after 1 ms, without after 2 s. The blank is at 1.016667 s
    for (const until of [S + 10_000, S + 16_666, S + 16_667, S + 20_000]) {
      const worst = async (resident: boolean) => {
        const effects = [{ name: 'A', gpuTime: '1ms', resources: [{ name: 'r', size: '64MiB', resident }] }]
        const system = quietSystem({ localMemory: '256MiB', budget: '96MiB', pagingBandwidth: '32MiB' })
        const steps = [{ at: S, apply: 'A' }]
        const { row } = await measured(scenarioOf({ system, app: { policy: 'none', effects }, steps, until }))
        return row.worstPress
      }
      expect(await worst(true), `until ${until}`).toBe(16_667)
      expect(await worst(false), `until ${until}`).toBe(until < S + 16_667 ? 16_667 : 33_333)
    }
  })

  it('says whether it is the input as it is', async () => {
    const input = turns({ steps: [{ at: '4s', policy: 'none' }] })
    const isInput = async (variant: VariantChoice) => (await measured(input, variant)).row.isInput
    expect(await isInput({})).toBe(true)
    expect(await isInput({ budget: 96 * MIB })).toBe(true)
    expect(await isInput({ budget: 64 * MIB })).toBe(false)
    // its own policy, but without the step that would change it
    expect(await isInput({ policy: 'fence-lru' })).toBe(false)
    expect((await measured(turns(), { policy: 'fence-lru' })).row.isInput).toBe(true)
  })
})

it('conditions of the input that did not hold are told', async () => {
  const steps = [
    { at: '4s', expect: { evictions: 3 } },
    { at: '4s', expect: { evictions: 0 } },
  ]
  const { row, failures } = await measured(turns({ steps }))
  expect(row.expectationsFailed).toBe(1)
  expect(failures).toMatchObject([{ step: 5, t: 4 * S, ok: false }])
  expect((await measured(turns({ steps }), { policy: 'none' })).failures).toMatchObject([{ step: 4 }])
})

it('they are told by their numbers in the input, also where steps before them are a choice [SC-15] [LB-03]', async () => {
  const steps = [
    { at: '4s', policy: 'none' },
    { at: '4s', unregisterCallback: 7 },
    { at: '4s', expect: { results: { 'steps[4]': 'S_OK', 'steps[5]': 'S_OK' } } },
  ]
  const condition = { results: { 'steps[5]': 'S_OK' } }
  const told = [{ step: 6, condition, found: 'DXGI_ERROR_NOT_FOUND' }]
  const input = turns({ steps })
  expect((await measured(input)).failures).toMatchObject(told)
  // without the step that would put another policy in its place; with one that makes the choice
  expect((await measured(input, { policy: 'fence-lru' })).failures).toMatchObject(told)
  expect((await measured(input, { budget: 80 * MIB }, { from: 2 * S })).failures).toMatchObject(told)
})

it('how far it is is said to its end, and whoever watches is told of the run too', async () => {
  const progress: number[] = []
  let looks = 0
  const kernels: unknown[] = []
  await measureVariant(
    turns(),
    {},
    {
      onProgress: (now, until) => progress.push(now / until),
      also: { look: () => looks++, kernel: (vidmm) => kernels.push(vidmm) },
    },
  )
  expect(progress.at(-1)).toBe(1)
  expect(progress).toEqual(progress.toSorted((a, b) => a - b))
  expect(kernels).toHaveLength(1)
  expect(looks).toBeGreaterThan(4)
})
