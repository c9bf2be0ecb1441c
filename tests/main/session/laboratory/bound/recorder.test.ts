/** What a run needs of memory, noted down from real runs, and that no policy pages in less than the bound (LB-11). */
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { boundOf } from '../../../../../main/session/laboratory/bound/bound'
import { ReferenceRecorder } from '../../../../../main/session/laboratory/bound/recorder'
import type { Capacity } from '../../../../../main/session/laboratory/bound/references'
import { measureVariant } from '../../../../../main/session/laboratory/comparison/measure'
import { usesIn, usesOf } from '../../../../../main/session/laboratory/comparison/uses'
import { runScenario } from '../../../../../main/session/run/runner'
import { parseScenarioText, type Scenario } from '../../../../../main/session/scenario'
import { POLICY_NAMES } from '../../../../../preload/contract'

const MiB = 2 ** 20

function scenario(file: object): Scenario {
  const parsed = parseScenarioText(JSON.stringify({ trimline: 1, name: 'bound', ...file }))
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems))
  return parsed.scenario
}

async function followed(all: Scenario, capacity: Capacity = 'budget') {
  const follower = new ReferenceRecorder(capacity)
  const { summary } = await runScenario(all, { follower })
  return { references: follower.references, summary, bound: boundOf(follower.references) }
}

const effect = (name: string, size: string, resident = true) => ({
  name,
  gpuTime: '1ms',
  resources: [{ name: 'r', size, resident }],
})
const APP = { policy: 'none', effects: [effect('A', '64MiB'), effect('B', '32MiB', false)] }
const STEPS = [
  { at: '0s', apply: 'A' },
  { at: '1s', apply: 'B' },
  { at: '2s', budget: '96MiB' },
  { at: '3s', apply: 'A' },
]

describe('what is noted down of a run', () => {
  it('are units with their sizes, what is resident from its creation on, uses and the budget as it changes [LB-11] [LB-12]', async () => {
    const system = { localMemory: '1GiB', budget: '512MiB' }
    const { references } = await followed(scenario({ system, app: APP, steps: STEPS, until: '4s' }))
    expect(references.sizes).toEqual([64 * MiB, 32 * MiB])
    expect(references.events).toEqual([
      { t: 0, kind: 'capacity', bytes: 512 * MiB },
      { t: 0, kind: 'created', unit: 0 },
      { t: 0, kind: 'use', units: [0] },
      { t: 1_000_000, kind: 'use', units: [1] },
      { t: 2_000_000, kind: 'capacity', bytes: 96 * MiB },
      { t: 3_000_000, kind: 'use', units: [0] },
    ])
  })

  it('is, of the segment, what other processes do not use [LB-12]', async () => {
    const steps = [
      { at: '1s', otherProcess: { name: 'game', usage: '200MiB' } },
      { at: '2s', budget: '64MiB' },
      { at: '3s', otherProcess: { name: 'game', usage: 0 } },
    ]
    const all = scenario({ system: { localMemory: '256MiB' }, app: { effects: [] }, steps, until: '4s' })
    const { references } = await followed(all, 'segment')
    expect(references.events).toEqual([
      { t: 0, kind: 'capacity', bytes: 256 * MiB },
      { t: 1_000_000, kind: 'capacity', bytes: 56 * MiB },
      { t: 3_000_000, kind: 'capacity', bytes: 256 * MiB },
    ])
  })

  it('has a reservation that was refused and asked for again, as the run of the input has it [LB-12] [RS-08]', async () => {
    const game = (at: string, usage: string) => ({ at, otherProcess: { name: 'game', usage } })
    const steps = [
      game('1s', '700MiB'),
      { at: '2s', reserve: '150MiB' },
      game('3s', '0MiB'),
      { at: '4s', reserve: '150MiB' },
      game('5s', '850MiB'),
    ]
    const system = { localMemory: '1000MiB', budget: '400MiB' }
    const all = scenario({ system, app: { effects: [] }, steps, until: '6s' })
    // refused: half of 900 − 700 MiB are less; granted: half of 400 MiB are more, and stay when 50 MiB are left
    const expected = [
      { t: 0, kind: 'capacity', bytes: 400 * MiB },
      { t: 1_000_000, kind: 'capacity', bytes: 200 * MiB },
      { t: 3_000_000, kind: 'capacity', bytes: 400 * MiB },
      { t: 5_000_000, kind: 'capacity', bytes: 150 * MiB },
    ]
    expect((await followed(all)).references.events).toEqual(expected)
    expect(usesIn(await usesOf(all, 0), 'budget').events).toEqual(expected)
  })

  it('counts what is placed in one heap as one unit, and sets that no effect has [LB-11] [LB-12]', async () => {
    const placed = { allocation: 'placed', policy: 'none', effects: [effect('A', '1MiB'), effect('B', '2MiB')] }
    const steps = [
      { at: '0s', resource: { name: 'own', size: '12MiB', resident: false } },
      { at: '1s', apply: 'A' },
      { at: '2s', use: { set: ['own', 'A.r', 'B.r'] } },
    ]
    const { references } = await followed(scenario({ app: placed, steps, until: '3s' }))
    const uses = references.events.filter(({ kind }) => kind === 'use')
    const heap = references.events.find(({ kind }) => kind === 'created')
    if (heap?.kind !== 'created') throw new Error('no heap was created')
    const own = references.sizes.indexOf(12 * MiB)
    expect(references.sizes[heap.unit]).toBeGreaterThanOrEqual(3 * MiB)
    expect(uses).toEqual([
      { t: 1_000_000, kind: 'use', units: [heap.unit] },
      { t: 2_000_000, kind: 'use', units: [own, heap.unit] },
    ])
  })

  it('does not change the run: the trace is the same [LB-11]', async () => {
    const all = scenario({ app: APP, steps: STEPS, until: '4s' })
    const { summary } = await followed(all)
    expect(summary.traceSha256).toBe((await runScenario(all)).summary.traceSha256)
  })
})

describe('no policy pages in less than the bound', () => {
  const folder = fileURLToPath(new URL('../../../../../resources/scenarios', import.meta.url))
  // those about memory: in the others hardly anything is paged
  const files = readdirSync(folder).filter((name) => name.endsWith('.json') && !/^(bp|df|gpu)-/.test(name))

  it('has scenarios to hold for', () => {
    expect(files.length).toBeGreaterThan(20)
  })

  it.each(files)('%s: with all of local memory as room [LB-11]', async (name) => {
    const parsed = parseScenarioText(readFileSync(`${folder}/${name}`, 'utf8'))
    if (!parsed.ok) throw new Error(`${name} cannot be read`)
    const { bound, summary } = await followed(parsed.scenario, 'segment')
    expect(summary.pageInBytes).toBeGreaterThanOrEqual(bound.bound)
  })

  /** how often a policy kept to the budget, and how often not everything fits it then, so that the bound says something */
  const kept = { all: 0, more: 0, whole: 0 }

  async function mustHold(given: Scenario): Promise<void> {
    // lazily, the kernel keeps more in place than the app is given: what is let go of costs nothing when it comes back
    const eager = { ...given, system: { ...given.system, evictionMode: 'eager' as const } }
    const input = boundOf(usesIn(await usesOf(eager, 0), 'budget'))
    for (const policy of POLICY_NAMES) {
      const also = new ReferenceRecorder('budget')
      const { row } = await measureVariant(eager, { policy }, { also })
      if (row.overBudget > 0) continue
      const own = boundOf(also.references)
      expect(row.pageInBytes, policy).toBeGreaterThanOrEqual(own.bound)
      kept.all++
      if (own.bound > own.compulsory) kept.more++
      // who has done all that the input asks for is held against what that uses
      if (row.framesDropped + row.pressesNotShown + row.devicesRemoved > 0) continue
      expect(row.pageInBytes, policy).toBeGreaterThanOrEqual(input.bound)
      kept.whole++
    }
  }

  it.each(files)('%s: with the budget as room, any policy that never exceeds it [LB-11] [LB-12]', async (name) => {
    const parsed = parseScenarioText(readFileSync(`${folder}/${name}`, 'utf8'))
    if (!parsed.ok) throw new Error(`${name} cannot be read`)
    await mustHold(parsed.scenario)
  })

  it('any presses with room for some of the effects: with the budget as room, any policy that never exceeds it [LB-11]', async () => {
    const sizes = [16, 32, 48, 64]
    const effects = sizes.map((mib) => effect(`E${mib}`, `${mib}MiB`, false))
    const presses = fc.array(fc.constantFrom(...sizes), { minLength: 6, maxLength: 14 })
    await fc.assert(
      fc.asyncProperty(presses, fc.integer({ min: 70, max: 150 }), async (list, budget) => {
        const steps = list.map((mib, second) => ({ at: `${second + 1}s`, apply: `E${mib}` }))
        const system = { localMemory: '512MiB', budget: `${budget}MiB` }
        await mustHold(scenario({ system, app: { effects }, steps, until: `${list.length + 2}s` }))
      }),
      { numRuns: 20 },
    )
  })

  it('was held against many policies that keep to the budget', () => {
    expect(kept.all).toBeGreaterThan(500)
    expect(kept.whole).toBeGreaterThan(500)
    expect(kept.more).toBeGreaterThan(50)
  })
})
