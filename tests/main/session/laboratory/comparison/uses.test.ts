/** What an input uses, whatever its variants do, and the bound that follows from it (LB-11, LB-13). */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { boundOf } from '../../../../../main/session/laboratory/bound/bound'
import { ReferenceRecorder } from '../../../../../main/session/laboratory/bound/recorder'
import type { Reference } from '../../../../../main/session/laboratory/bound/references'
import type { Noted } from '../../../../../main/session/laboratory/bound/room'
import { frontierCurves } from '../../../../../main/session/laboratory/comparison/frontier'
import { recordsOf } from '../../../../../main/session/laboratory/comparison/records/records'
import { devicesOf, usesIn, usesOf } from '../../../../../main/session/laboratory/comparison/uses'
import { variantsOf, varied } from '../../../../../main/session/laboratory/comparison/variants'
import { runScenario } from '../../../../../main/session/run/runner'
import { type Scenario, validateScenario } from '../../../../../main/session/scenario'
import { compareVariants } from '../../../support/compared'

const MiB = 2 ** 20

function checked(file: object): Scenario {
  const parsed = validateScenario({ trimline: 1, ...file })
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems))
  return parsed.scenario
}

const effects = (sizes: Readonly<Record<string, string>>) =>
  Object.entries(sizes).map(([name, size]) => ({
    name,
    gpuTime: '1ms',
    resources: [{ name: 'r', size, resident: false }],
  }))

describe('uses of the input', () => {
  const input = (steps: object[], app: object = {}): Scenario => {
    const parsed = validateScenario({
      trimline: 1,
      system: { localMemory: '256MiB', budget: '96MiB', evictionMode: 'eager', pagingBandwidth: '1GiB' },
      app: {
        policy: 'fence-lru',
        effects: ['A', 'B', 'C'].map((name, i) => ({
          name,
          gpuTime: '1ms',
          resources: [{ name: 'r', size: `${32 * (i + 1)}MiB`, resident: i === 1 }],
        })),
        ...app,
      },
      steps,
      until: '20s',
    })
    if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems))
    return parsed.scenario
  }
  /** What each submission uses, whatever else there is. */
  const setsOf = (noted: readonly (Noted | Reference)[]): string[] =>
    noted.flatMap((one) => (one.kind === 'use' ? [one.units.join()] : []))

  test('are the same for every policy, in the order of the presses, and no policy has a part in them [LB-11] [LB-13]', async () => {
    const press = fc.record({ at: fc.integer({ min: 0, max: 15_000_000 }), apply: fc.constantFrom('A', 'B', 'C') })
    await fc.assert(
      fc.asyncProperty(fc.array(press, { minLength: 1, maxLength: 8 }), async (presses) => {
        const scenario = input(presses.toSorted((a, b) => a.at - b.at))
        const uses = await usesOf(scenario, 0)
        expect(setsOf(uses.noted)).toHaveLength(presses.length)
        for (const policy of [
          'none',
          'fence-lru',
          'creative-app-fixed',
          'mapping-layer-periodic',
          'd3dx12-residency-fixed',
        ] as const) {
          const recorder = new ReferenceRecorder('budget')
          await runScenario(scenario, { policy, follower: recorder })
          expect(setsOf(recorder.noted), policy).toEqual(setsOf(uses.noted))
          const again = await usesOf({ ...scenario, app: { ...scenario.app, policy } }, 0)
          expect(again, policy).toEqual(uses)
        }
      }),
      { numRuns: 20 },
    )
  })

  test('come at once: at the moment of the press, whatever would have to be paged in [LB-13]', async () => {
    const { noted } = await usesOf(
      input([
        { at: '1s', apply: 'C' },
        { at: '1001ms', apply: 'A' },
      ]),
      0,
    )
    expect(noted.filter(({ kind }) => kind === 'use').map(({ t }) => t)).toEqual([1_000_000, 1_001_000])
  })

  test.each([
    { fillBandwidth: '1GiB' },
    { driver: { pagingOperation: '60ms' } },
    { driver: { pagingBatch: '60ms' } },
    { localSegment: 'aperture', driver: { pagingOperation: '60ms' } },
  ])('are all frames, whatever a device takes to make memory ready: %j [LB-11] [LB-12]', async (device) => {
    const made = { name: 'r', size: '64MiB', resident: false }
    const upload = { name: 'u', size: '1MiB', heap: 'upload', resident: false }
    const scenario = checked({
      system: { localMemory: '256MiB', compositor: { enabled: false }, ...device },
      app: { policy: 'none', effects: ['A', 'B'].map((name) => ({ name, gpuTime: '1ms', resources: [made, upload] })) },
      steps: [
        { at: 0, apply: 'A' },
        { at: 0, apply: 'B' },
        { at: 0, play: true },
      ],
      until: '990ms',
    })
    // 30 frames of two effects each, and the presses
    expect(setsOf((await usesOf(scenario, 0)).noted)).toHaveLength(62)
  })

  test('are all of them where an Evict by hand takes the device from who counts on what is evicted [LB-11] [LB-12] [RS-07]', async () => {
    const scenario = checked({
      system: { localMemory: '256MiB', budget: '64MiB', evictionMode: 'eager', periodicTrim: { interval: '100s' } },
      app: { policy: 'fence-lru', effects: effects({ A: '32MiB', B: '64MiB' }) },
      steps: [
        { at: '1s', apply: 'A' },
        { at: '2s', periodicTrim: true },
        { at: '3s', periodicTrim: true },
        { at: '4s', evict: { names: ['A.r'] } },
        ...['A', 'B', 'A'].map((apply, i) => ({ at: `${5 + i}s`, apply })),
      ],
      until: '9s',
    })
    const uses = await usesOf(scenario, 0)
    expect(boundOf(usesIn(uses, 'budget'))).toEqual({
      compulsory: 96 * MiB,
      bound: 128 * MiB,
      uses: 4,
      units: 2,
      exceeded: 0,
    })
    const { rows } = await compareVariants(scenario, [{ policy: 'fence-lru' }, { policy: 'none' }])
    // the one had let it go before, and brings it in again; the other counts on it, and loses its device
    expect(rows).toMatchObject([
      { devicesRemoved: 0, localPageInBytes: 160 * MiB, timesBound: 1.25 },
      { appDevicesRemoved: 1, remark: expect.stringContaining('its device was removed') },
    ])
  })

  test('are all of them where a MakeResident is made to fail: which press that refuses is a policy’s doing [LB-11] [LB-12] [PL-45]', async () => {
    const [A, B] = effects({ A: '32MiB', B: '48MiB' })
    const scenario = checked({
      system: { localMemory: '256MiB', evictionMode: 'eager', periodicTrim: { interval: '100s' } },
      app: { policy: 'none', effects: [{ ...A, resources: [{ name: 'r', size: '32MiB' }] }, B] },
      steps: [
        { at: '1s', apply: 'A' },
        { at: '2s', periodicTrim: true },
        { at: '3s', periodicTrim: true },
        { at: '4s', inject: { fault: 'make-resident-fails', count: 1 } },
        { at: '5s', apply: 'A' },
        { at: '6s', apply: 'B' },
      ],
      until: '8s',
    })
    const all = { compulsory: 48 * MiB, bound: 48 * MiB, uses: 3, units: 2, exceeded: 0 }
    expect(boundOf(usesIn(await usesOf(scenario, 0), 'budget'))).toEqual(all)
    const { rows } = await compareVariants(scenario, [{ policy: 'fence-lru' }, { policy: 'none' }])
    // the one had let A go, which it is refused; of the other it is B
    expect(rows).toMatchObject([
      { localPageInBytes: 48 * MiB, timesBound: 1, pressesNotShown: 1 },
      { localPageInBytes: 0, timesBound: 0, pressesNotShown: 1 },
    ])
  })

  test('from a moment on are those from there on, with what is there by then [LB-03] [LB-13]', async () => {
    const scenario = input([
      { at: '1s', apply: 'A' },
      { at: '3s', apply: 'A' },
      { at: '4s', apply: 'C' },
    ])
    const { best } = frontierCurves(usesIn(await usesOf(scenario, 2_000_000), 'budget'), scenario.until)
    // A is there from the moment on, for 1 s, and C is not: 96 MiB that nobody can avoid
    expect(best).toEqual([
      { held: 0, pagedIn: 128 * MiB },
      { held: 32 * MiB, pagedIn: 96 * MiB },
    ])
  })

  test('from a moment on what the input itself had let go by then is not there [LB-03] [LB-11]', async () => {
    // C takes the place of A and B: when counting begins C alone is there, and B and A have to come back
    const scenario = input([
      { at: '1s', apply: 'A' },
      { at: '2s', apply: 'C' },
      { at: '4s', apply: 'A' },
      { at: '5s', apply: 'B' },
    ])
    const uses = await usesOf(scenario, 3_000_000)
    const { compulsory, bound } = boundOf(usesIn(uses, 'budget'))
    expect([compulsory, bound]).toEqual([96 * MiB, 96 * MiB])
  })

  test('from a moment on cost nothing for what was created resident and is still being filled then [LB-03] [LB-11]', async () => {
    // 96 MiB at 32 MiB/s: one after the other is filled until 3 s; X, made at 2 s and waiting behind them, until 3.5 s
    const scenario = checked({
      system: { localMemory: '512MiB', fillBandwidth: '32MiB' },
      app: {
        policy: 'none',
        effects: effects({ A: '32MiB', B: '64MiB', C: '16MiB' }).map((effect) => ({
          ...effect,
          resources: effect.resources.map((resource) => ({ ...resource, resident: effect.name !== 'C' })),
        })),
      },
      steps: [
        { at: '2s', resource: { name: 'X', size: '16MiB', resident: true } },
        ...['A', 'B', 'C'].map((apply) => ({ at: '4s', apply })),
        { at: '4s', use: { set: ['X'] } },
      ],
      until: '8s',
    })
    for (const from of [0, 1, 500_000, 1_500_000, 2_500_000, 3_200_000, 3_600_000]) {
      const found = boundOf(usesIn(await usesOf(scenario, from), 'budget'))
      expect(found, `from ${from}`).toMatchObject({ compulsory: 16 * MiB, bound: 16 * MiB, uses: 4, units: 4 })
      const [row] = (await compareVariants(scenario, [{}], from === 0 ? {} : { from })).rows
      expect(row, `from ${from}`).toMatchObject({ localPageInBytes: 16 * MiB, timesBound: 1, remark: '' })
    }
  })

  test('from a moment on cost their size where they were evicted before they were filled [LB-03] [LB-11]', async () => {
    // filled one after the other, for 1 s each; what is evicted meanwhile is passed over when its turn comes
    const scenario = checked({
      system: { localMemory: '512MiB', fillBandwidth: '32MiB' },
      app: { policy: 'none', effects: [] },
      steps: [
        ...['A', 'B', 'C'].map((name) => ({ at: '0s', resource: { name, size: '32MiB', resident: true } })),
        { at: '100ms', evict: { names: ['A', 'B'] } },
        ...['A', 'B', 'C'].map((name) => ({ at: '6s', use: { set: [name] } })),
      ],
      until: '10s',
    })
    for (const from of [50_000, 500_000, 1_500_000, 5_000_000]) {
      // A has its memory when it is evicted: it is filled all the same, and stays where it is, as nobody needs room
      const found = boundOf(usesIn(await usesOf(scenario, from), 'budget'))
      expect(found.bound, `from ${from}`).toBe(from < 100_000 ? 0 : 32 * MiB)
    }
  })

  test('from a moment on at which a budget is chosen, what is there leaves room at once, as for a step that sets it [LB-03] [LB-11]', async () => {
    const of = (steps: object[]): Scenario =>
      checked({
        system: { localMemory: '256MiB', budget: '128MiB', evictionMode: 'eager' },
        app: { policy: 'none', effects: effects({ A: '64MiB' }) },
        steps: [{ at: '1s', apply: 'A' }, ...steps, { at: '5s', apply: 'A' }],
        until: '8s',
      })
    const from = 3_000_000
    // 32 of 64 MiB have to go, and are back for the use, whoever keeps to what it may have
    const chosen = boundOf(usesIn(await usesOf(of([]), from), 'budget', 32 * MiB))
    expect(chosen).toMatchObject({ compulsory: 0, bound: 32 * MiB })
    const step = await usesOf(of([{ at: from, budget: '32MiB' }]), from)
    expect(boundOf(usesIn(step, 'budget'))).toEqual(chosen)
    // what has room stays
    expect(boundOf(usesIn(await usesOf(of([]), from), 'budget', 64 * MiB)).bound).toBe(0)
  })

  test.each([
    ['not resident, costs its first use, whatever the other has in place', false, [], 16],
    // without any room A goes before its use at 3 s, and comes back once
    ['resident, is there once', true, [{ at: '2500ms', budget: 0 }], 16],
  ])(
    'from a moment on at which what is gone still runs, what was made anew under its name, %s [LB-03] [LB-11] [RS-11]',
    async (_how, resident, more, mebibytes) => {
      const A = (isThere: boolean) => ({
        name: 'A',
        gpuTime: '1s',
        resources: [{ name: 'r', size: '16MiB', resident: isThere }],
      })
      const scenario = checked({
        system: { evictionMode: 'eager' },
        app: { policy: 'none', effects: [A(true)] },
        steps: [
          { at: '0s', apply: 'A' },
          { at: '100ms', removeEffect: 'A' },
          { at: '100ms', addEffect: A(resident) },
          { at: '2s', apply: 'A' },
          ...more,
          { at: '3s', apply: 'A' },
        ],
        until: '5s',
      })
      // the work of the first A ends at 1 s
      for (const from of [0, 200_000, 999_999, 1_500_000]) {
        const { bound } = boundOf(usesIn(await usesOf(scenario, from), 'budget'))
        expect(bound, `from ${from}`).toBe(mebibytes * MiB)
      }
    },
  )
})

describe('the room of the uses', () => {
  const step = fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom('A', 'B', 'C').map((apply) => ({ apply })) },
    fc.integer({ min: 64, max: 300 }).map((mib) => ({ budget: `${mib}MiB` })),
    fc.integer({ min: 0, max: 200 }).map((mib) => ({ otherProcess: { name: 'game', usage: `${mib}MiB` } })),
    fc.integer({ min: 0, max: 200 }).map((mib) => ({ reserve: `${mib}MiB` })),
  )
  const steps = fc
    .array(fc.tuple(fc.nat(9), step), { minLength: 1, maxLength: 12 })
    .map((list) => list.toSorted(([a], [b]) => a - b).map(([second, verb]) => ({ at: second * 1_000_000, ...verb })))
  const all = (list: object[]): Scenario =>
    checked({
      system: { localMemory: '300MiB', budget: '200MiB' },
      app: { policy: 'none', effects: effects({ A: '16MiB', B: '32MiB', C: '24MiB' }) },
      steps: list,
      until: '11s',
    })
  /** Without times: in a run as it is a press may wait for a moment. */
  const inOrder = (events: readonly Reference[]): object[] => events.map(({ t: _t, ...event }) => event)

  test('is that of a run as it is, with its budget, reservations and other processes, in order [LB-12]', async () => {
    let granted = 0
    await fc.assert(
      fc.asyncProperty(steps, fc.option(fc.integer({ min: 64, max: 250 }).map((mib) => mib * MiB)), async (list, b) => {
        const scenario = all(list)
        const budget = b ?? undefined
        const uses = await usesOf(scenario, 0)
        for (const capacity of ['budget', 'segment'] as const) {
          const follower = new ReferenceRecorder(capacity)
          // what the kernel says the budget is, whenever it changes
          const told: number[] = []
          await runScenario(budget === undefined ? scenario : varied(scenario, { budget }), {
            follower,
            atEnd: ({ vidmm }) => told.push(vidmm.budget.budget, vidmm.budget.reservation),
          })
          const own = follower.references
          const { sizes, events } = usesIn(uses, capacity, budget)
          expect({ sizes, events: inOrder(events) }).toEqual({ sizes: own.sizes, events: inOrder(own.events) })
          if (capacity === 'budget') {
            const last = events.findLast(({ kind }) => kind === 'capacity')
            expect(last?.kind === 'capacity' && last.bytes).toBe(told[0])
            if (told[1] !== 0) granted++
          }
        }
      }),
      { numRuns: 60 },
    )
    expect(granted).toBeGreaterThan(5)
  })
})

describe('one bound for all rows of an input, budget and device', () => {
  /** Two take turns in every frame: with room for one and a half each of them comes back every time, half of it at least. */
  const played = checked({
    system: { localMemory: '256MiB', budget: '96MiB', pagingBandwidth: '1GiB', evictionMode: 'eager' },
    app: { policy: 'none', effects: effects({ A: '64MiB', B: '64MiB' }) },
    steps: [
      { at: 0, apply: 'A' },
      { at: 0, apply: 'B' },
      { at: 0, play: true },
    ],
    until: '990ms',
  })
  // frames begin at every other of 60 blanks a second: 0 to 29 × 33.3 ms. With the presses 62 uses, of which 60 are again
  const LEAST = (128 + 60 * 32) * MiB

  test('a variant that drops frames is held against what it did not do, too [LB-11] [LB-12]', async () => {
    const policies = ['none', 'dawn', 'creative-app'] as const
    const { rows } = await compareVariants(played, variantsOf({ policies }))
    const [none, waits, refuses] = rows
    // both fit in the segment, and are paged in once: 125 ms at 1 GiB/s, for which the third to the fifth frame wait
    expect([none?.framesDropped, none?.pageInBytes]).toEqual([2, 128 * MiB])
    // 64 MiB take 62.5 ms, a frame's two 125, in which it keeps to the budget: no more than every fourth is shown
    expect([waits?.overBudget, waits?.pageInBytes]).toEqual([0, 512 * MiB])
    expect(waits?.framesDropped).toBeGreaterThan(15)
    expect(refuses?.framesDropped).toBe(30)
    // by what each used itself the second would be held against 128 + 6 × 32 MiB, and the third against 128
    expect(rows.map(({ bound }) => bound)).toEqual([LEAST, LEAST, LEAST])
    expect(rows.map(({ timesBound }) => timesBound)).toEqual([128 / 2048, 512 / 2048, 128 / 2048])
  })

  test('each budget and each device has one, of one run of the input on it [LB-11]', async () => {
    const MORE = [96 * MiB, 128 * MiB]
    const { rows } = await compareVariants(played, variantsOf({ policies: ['none', 'fence-lru'], budgets: MORE }))
    // with 128 MiB both stay
    expect(rows.map(({ bound }) => bound)).toEqual([LEAST, 128 * MiB, LEAST, 128 * MiB])
    const devices = variantsOf({ policies: ['none', 'fence-lru'], profiles: ['measured-2018', 'discrete-2gib'] })
    const others = await compareVariants(played, devices)
    // the first has the memory and budget of the input; the second a budget of its own, with room for both
    expect(others.rows.map(({ bound }) => bound)).toEqual([LEAST, 128 * MiB, LEAST, 128 * MiB])
    expect(devicesOf(devices)).toEqual([null, 'measured-2018', 'discrete-2gib'])
  })

  test('from it one comes to the uses that it counts, those of dropped frames too [LB-04]', async () => {
    const { sum, count } = await recordsOf(played, { policy: 'fence-lru' }, { column: 'bound' })
    expect([sum, count]).toEqual([LEAST, 62])
    expect((await recordsOf(played, { budget: 128 * MiB }, { column: 'bound' })).sum).toBe(128 * MiB)
  })
})
