/** What the app did, record by record (LB-04), by hand. Vertical blanks of 60 Hz come at 16,667, 33,333, 50,000 … µs. */
import { describe, expect, it } from 'vitest'
import { measureVariant } from '../../../../../../main/session/laboratory/comparison/measure'
import {
  DroppedCollector,
  EffectsCollector,
  FailuresCollector,
  LONGEST,
  LostPressesCollector,
} from '../../../../../../main/session/laboratory/comparison/records/editing'
import { type Collector, RecordList } from '../../../../../../main/session/laboratory/comparison/records/list'
import { type Draft, MS, quiet, S, scenarioOf } from '../../../../support/world'

const effects = [
  { name: 'A', gpuTime: '4ms', resources: [] },
  { name: 'B', gpuTime: '20ms', resources: [] },
]

async function rowsOf(make: new (list: RecordList) => Collector, draft: Draft, from = 0) {
  const list = new RecordList(0, 20)
  const collector = new make(list)
  const scenario = scenarioOf(quiet({ ...draft, app: { effects, ...draft.app } }))
  collector.end(await measureVariant(scenario, {}, { from, also: collector }))
  const { sum, records } = list.found
  return { sum, rows: records.map(({ t, name, duration, more }) => [t, name, duration, more]) }
}

const press = (effect: string, at: number) => ({ at, apply: effect })

describe('presses [LB-04]', () => {
  it('are those that were shown, each with the time until its blank, and those still under way until the blank behind the end', async () => {
    const steps = [press('A', 0), press('B', 50 * MS), press('B', 95 * MS)]
    expect(await rowsOf(LONGEST.worstPress, { steps, until: 99 * MS })).toEqual({
      sum: 16_667 + 33_333 + 5_000,
      rows: [
        [0, 'A', 16_667, ''],
        // until 70 ms, shown at 83,333
        [50 * MS, 'B', 33_333, ''],
        [95 * MS, 'still under way', 5 * MS, ''],
      ],
    })
  })

  it('of which nothing was shown are counted apart, with when they were given up', async () => {
    const hang = { at: 0, inject: { fault: 'hang', count: 1, engine: '3d', duration: '20s' } }
    const draft = { system: { tdr: { level: 'recover', delay: '2s' } }, steps: [hang, press('A', 0)], until: 5 * S }
    // asked to preempt after 2 s, reset 2 s after that (GP-23)
    expect(await rowsOf(LostPressesCollector, draft)).toEqual({ sum: 1, rows: [[0, 'A', null, 'given up after 4 s']] })
    expect((await rowsOf(LONGEST.worstPress, draft)).rows).toEqual([])
  })
})

describe('presents of the compositor [LB-04] [GP-28]', () => {
  const system = { compositor: { enabled: true, gpuTime: '500us' }, preemption: { graphics: 'none' } }
  const submit = { at: 16 * MS, submit: { engine: '3d', gpuTime: '30ms', context: 'game' } }

  it('are each with its time from its blank on', async () => {
    const { sum, rows } = await rowsOf(LONGEST.worstCompositorLatency, { system, steps: [submit], until: 60 * MS })
    // the first waits for the game until 46 ms, and the second blank finds it under way
    expect(rows.map(([t, name, duration]) => [t, name, duration])).toEqual([
      [46_500, 'present', 500],
      [50_500, 'present', 500],
    ])
    expect(sum).toBe(46_500 - 16_667 + 500)
  })

  it('that are late and not done count with what they have taken', async () => {
    const { rows } = await rowsOf(LONGEST.worstCompositorLatency, { system, steps: [submit], until: 40 * MS })
    expect(rows).toEqual([[16_667, 'still under way', 40_000 - 16_667, '']])
  })
})

describe('what happened to effects and conditions [LB-04]', () => {
  it('is each submission that the GPU finished, at its end; from a moment on those from there on', async () => {
    const steps = [press('A', 0), press('B', 50 * MS), press('B', 95 * MS)]
    expect(await rowsOf(EffectsCollector, { steps, until: 100 * MS })).toEqual({
      sum: 2,
      rows: [
        [4 * MS, 'A', null, ''],
        [70 * MS, 'B', null, ''],
      ],
    })
    expect((await rowsOf(EffectsCollector, { steps, until: 100 * MS }, 50 * MS)).sum).toBe(1)
  })

  it('is each condition that did not hold, with what was found', async () => {
    const expectations = [{ evictions: { max: 0 } }, { evictions: { min: 3 } }].map((expected) => ({
      at: MS,
      expect: expected,
    }))
    expect(await rowsOf(FailuresCollector, { steps: expectations, until: 2 * MS })).toEqual({
      sum: 1,
      rows: [[MS, 'condition of the input', null, 'expected {"evictions":{"min":3}}, found 0']],
    })
  })
})

describe('frames that were dropped [LB-04]', () => {
  it('are each at its moment; from a moment on those from there on', async () => {
    // one frame at 60 Hz needs 64 ms of paging, again and again: two take turns where one fits
    const large = ['A', 'B'].map((name) => ({
      name,
      gpuTime: '1ms',
      resources: [{ name: 'r', size: '64MiB', resident: false }],
    }))
    const system = { localMemory: '96MiB', budget: '96MiB', pagingBandwidth: '1GiB' }
    const draft = {
      system,
      app: { policy: 'fence-lru', effects: large },
      steps: [press('A', 0), press('B', 0), { at: 0, play: true }],
      until: S,
    }
    const all = await rowsOf(DroppedCollector, draft)
    const later = await rowsOf(DroppedCollector, draft, S / 2)
    expect(all.sum).toBeGreaterThan(10)
    expect(all.rows).toHaveLength(Math.min(20, all.sum))
    expect(later.rows.every(([t]) => Number(t) >= S / 2)).toBe(true)
    expect([later.sum > 0, later.sum < all.sum]).toEqual([true, true])
  })
})
