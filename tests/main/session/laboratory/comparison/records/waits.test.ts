/** Waits for paging, by hand (LB-04, LB-06): 64 MiB over 4 GiB/s take 15,625 µs. */
import { describe, expect, it } from 'vitest'
import { measureVariant } from '../../../../../../main/session/laboratory/comparison/measure'
import { type Collector, RecordList } from '../../../../../../main/session/laboratory/comparison/records/list'
import { LateWaitsCollector, WaitsCollector } from '../../../../../../main/session/laboratory/comparison/records/waits'
import { type Draft, MS, quiet, scenarioOf } from '../../../../support/world'

const TRANSFER = 15_625

const effect = (name: string, ...resources: string[]) => ({
  name,
  gpuTime: '4ms',
  resources: resources.map((resource) => ({ name: resource, size: '64MiB', resident: false })),
})

async function rowsOf(make: (list: RecordList) => Collector, draft: Draft, from = 0) {
  const list = new RecordList(0, 20)
  const collector = make(list)
  const scenario = scenarioOf(quiet({ system: { pagingBandwidth: '4GiB' }, ...draft }))
  collector.end(await measureVariant(scenario, {}, { from, also: collector }))
  const { sum, records } = list.found
  return { sum, rows: records.map(({ t, name, duration, more }) => [t, name, duration, more]) }
}

const waits = (draft: Draft, from = 0) => rowsOf((list) => new WaitsCollector(list), draft, from)

describe('waiting for paging [LB-04]', () => {
  it('is each time that a context stood still, with what was paged in meanwhile', async () => {
    const steps = [
      { at: 0, apply: 'A' },
      { at: 100 * MS, apply: 'B' },
    ]
    const app = { effects: [effect('A', 'r'), effect('B', 'r', 's', 't')] }
    expect(await waits({ app, steps, until: 200 * MS })).toEqual({
      sum: 4 * TRANSFER,
      rows: [
        [0, 'app, 3d engine', TRANSFER, 'paged in meanwhile: A.r 64 MiB'],
        [100 * MS, 'app, 3d engine', 3 * TRANSFER, 'paged in meanwhile: B.r 64 MiB, B.s 64 MiB, B.t 64 MiB'],
      ],
    })
  })

  it('counts what goes on at the end with what it has taken, and what began before from where it counts', async () => {
    const app = { effects: [effect('A', 'r')] }
    const draft = { app, steps: [{ at: 0, apply: 'A' }], until: 10 * MS }
    expect(await waits(draft)).toEqual({ sum: 10 * MS, rows: [[0, 'app, 3d engine', 10 * MS, '']] })
    expect(await waits({ ...draft, until: 40 * MS }, 5 * MS)).toMatchObject({
      sum: TRANSFER - 5 * MS,
      rows: [[5 * MS, 'app, 3d engine', TRANSFER - 5 * MS, 'paged in meanwhile: A.r 64 MiB']],
    })
  })

  it('names three of what was paged in, and how many there were besides', async () => {
    const app = { effects: [effect('A', 'a', 'b', 'c', 'd', 'e')] }
    const { rows } = await waits({ app, steps: [{ at: 0, apply: 'A' }], until: 200 * MS })
    expect(rows.map(([, , , more]) => more)).toEqual([
      'paged in meanwhile: A.a 64 MiB, A.b 64 MiB, A.c 64 MiB and 2 more',
    ])
  })
})

describe('what was late waited for a resource [LB-06]', () => {
  const app = { effects: [effect('A', 'r', 's'), { name: 'Short', gpuTime: '1ms', resources: [] }] }
  const steps = [
    { at: 0, apply: 'A' },
    { at: 100 * MS, apply: 'Short' },
    { at: 200 * MS, apply: 'A' },
  ]
  const late = (resource: string | null) =>
    rowsOf((list) => new LateWaitsCollector(list, resource), { app, steps, until: 300 * MS })

  it('is each wait of what was late; what was in time waited for nothing', async () => {
    expect(await late(null)).toEqual({
      sum: 2 * TRANSFER,
      rows: [
        [0, 'A.r', TRANSFER, 'press A was late'],
        [TRANSFER, 'A.s', TRANSFER, 'press A was late'],
      ],
    })
  })

  it('is of that resource alone where one is asked for', async () => {
    expect(await late('A.s')).toEqual({ sum: TRANSFER, rows: [[TRANSFER, 'A.s', TRANSFER, 'press A was late']] })
    expect(await late('A.t')).toEqual({ sum: 0, rows: [] })
  })
})
