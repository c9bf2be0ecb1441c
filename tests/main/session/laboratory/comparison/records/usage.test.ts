/** Intervals of local usage (LB-04), by hand: A and B of 64 MiB each are used from 1 s and from 3 s on. */
import { describe, expect, it } from 'vitest'
import { measureVariant } from '../../../../../../main/session/laboratory/comparison/measure'
import type { Collector } from '../../../../../../main/session/laboratory/comparison/records/list'
import { RecordList } from '../../../../../../main/session/laboratory/comparison/records/list'
import {
  HeldCollector,
  OverBudgetCollector,
  PeakCollector,
} from '../../../../../../main/session/laboratory/comparison/records/usage'
import { MIB, MS, quiet, S, scenarioOf } from '../../../../support/world'

const effects = ['A', 'B'].map((name) => ({
  name,
  gpuTime: '1ms',
  resources: [{ name: 'r', size: '64MiB', resident: false }],
}))

const press = (effect: string, at: number) => ({ at, apply: effect })

async function rowsOf(
  make: new (list: RecordList) => Collector,
  steps: Record<string, unknown>[],
  { from = 0, system = {} }: { from?: number; system?: Record<string, unknown> } = {},
) {
  const list = new RecordList(0, 20)
  const collector = new make(list)
  const scenario = scenarioOf(quiet({ system, app: { effects }, steps, until: 5 * S }))
  collector.end(await measureVariant(scenario, {}, { from, also: collector }))
  const { sum, records } = list.found
  return { sum, rows: records.map(({ t, bytes, duration, more }) => [t, bytes, duration, more]) }
}

describe('memory held [LB-04]', () => {
  it('is each interval in which usage stayed the same, after what happened at its start', async () => {
    const { sum, rows } = await rowsOf(HeldCollector, [press('A', S), press('B', 3 * S)])
    expect(sum).toBe((2 * 64 + 2 * 128) * MIB)
    expect(rows.map((row) => row.slice(0, 3))).toEqual([
      [S, 64 * MIB, 2 * S],
      [3 * S, 128 * MIB, 2 * S],
    ])
    expect(rows.map(([, , , more]) => more)).toEqual(['after make-resident A.r', 'after make-resident B.r'])
  })

  it('from a moment on is what is left of the interval, whatever it began with', async () => {
    const { sum, rows } = await rowsOf(HeldCollector, [press('A', S), press('B', 3 * S)], { from: 2 * S })
    expect(sum).toBe((64 + 2 * 128) * MIB)
    expect(rows[0]).toEqual([2 * S, 64 * MIB, S, ''])
  })

  it('names three of what happened at a moment, and that there was more', async () => {
    const created = ['a', 'b', 'c', 'd'].map((name) => ({
      at: S,
      resource: { name, size: MIB, heap: 'default', resident: true },
    }))
    const { rows } = await rowsOf(HeldCollector, created)
    expect(rows).toEqual([[S, 4 * MIB, 4 * S, 'after create a, create b, create c, more']])
  })
})

describe('what changed usage is named [LB-04] [RS-15]', () => {
  const placed = (name: string, size: string, resident = true) => ({ name, resources: [{ name: 'r', size, resident }] })
  const rowsIn = async (app: Record<string, unknown>, steps: Record<string, unknown>[]) => {
    const list = new RecordList(0, 20)
    const collector = new HeldCollector(list)
    await measureVariant(scenarioOf(quiet({ app, steps, until: 5 * S })), {}, { also: collector })
    collector.end()
    return list.found.records.map(({ t, bytes, more }) => [t, bytes, more])
  }

  it('also where that is a placed resource, by which its heap comes in', async () => {
    const app = {
      policy: 'none',
      allocation: 'placed',
      blockSize: '16MiB',
      effects: [placed('A', '1MiB', false)],
    }
    const rows = await rowsIn(app, [{ at: S, addEffect: placed('B', '1MiB') }])
    expect(rows.map(([t, , more]) => [t, more])).toEqual([[S, 'after allocate B.r']])
  })

  it('also where that is a placed resource that goes, and its heap stays for others to come', async () => {
    const app = {
      policy: 'none',
      allocation: 'placed',
      blockSize: '16MiB',
      effects: [placed('A', '1MiB'), placed('B', '32MiB')],
    }
    const rows = await rowsIn(app, [{ at: S, removeEffect: 'A' }])
    expect(rows).toEqual([
      [0, 34 * MIB, 'after create DEFAULT block 0, allocate A.r, create B.r'],
      [S, 32 * MIB, 'after free A.r'],
    ])
  })
})

describe('the peak [LB-04]', () => {
  it('is the first moment of the most; what was more before a moment does not count from there on', async () => {
    const steps = [press('A', S), press('B', 2 * S), { at: 3 * S, evict: { names: ['B.r'] } }]
    expect(await rowsOf(PeakCollector, steps)).toEqual({ sum: 128 * MIB, rows: [[2 * S, 128 * MIB, null, '']] })
    const later = await rowsOf(PeakCollector, steps, { from: 4 * S })
    expect(later.rows).toEqual([[4 * S, 64 * MIB, null, '']])
  })
})

describe('time above the budget [LB-04]', () => {
  const budget = (at: number, mib: number) => ({ at, budget: `${mib}MiB` })
  const steps = [press('A', S), budget(2 * S, 48), budget(2500 * MS, 32), budget(3 * S, 64), budget(4 * S, 63)]

  it('is each time, with the most by which it was above; exactly the budget is not above it', async () => {
    expect(await rowsOf(OverBudgetCollector, steps)).toEqual({
      sum: 2 * S,
      rows: [
        [2 * S, null, S, 'at most 32 MiB above it'],
        [4 * S, null, S, 'at most 1 MiB above it'],
      ],
    })
  })

  it('from a moment on begins there, with what it is above then', async () => {
    expect(await rowsOf(OverBudgetCollector, steps, { from: 2200 * MS })).toEqual({
      sum: 1800 * MS,
      rows: [
        [2200 * MS, null, 800 * MS, 'at most 32 MiB above it'],
        [4 * S, null, S, 'at most 1 MiB above it'],
      ],
    })
  })
})
