/** What a run needs of memory, noted down from real runs, and that no policy pages in less than the bound (LB-11). */
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { boundOf } from '../../../../../main/session/laboratory/bound/bound'
import { ReferenceRecorder } from '../../../../../main/session/laboratory/bound/recorder'
import type { Capacity } from '../../../../../main/session/laboratory/bound/references'
import { runScenario } from '../../../../../main/session/run/runner'
import { parseScenarioText, type Scenario } from '../../../../../main/session/scenario'

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
})
