/** From a number to its records, by hand (LB-04). */
import { describe, expect, test } from 'vitest'
import { countsRecords, MOST_RECORDS, recordsOf } from '../../../../../main/session/laboratory/comparison/records'
import { type Scenario, validateScenario } from '../../../../../main/session/scenario'
import { COMPARED } from '../../../../../preload/contract'
import { COUNTS_RECORDS } from '../../../../../renderer/instruments/laboratory/rows'

const MiB = 2 ** 20

function presses(count: number): Scenario {
  const parsed = validateScenario({
    trimline: 1,
    system: { localMemory: '256MiB', budget: '96MiB', evictionMode: 'eager' },
    app: {
      policy: 'fence-lru',
      effects: ['A', 'B'].map((name) => ({
        name,
        gpuTime: '1ms',
        resources: [{ name: 'r', size: '64MiB', resident: false }],
      })),
    },
    steps: Array.from({ length: count }, (_unused, i) => ({ at: i * 100_000, apply: i % 2 === 0 ? 'A' : 'B' })),
    until: count * 100_000,
  })
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems))
  return parsed.scenario
}

describe('the records of a number', () => {
  test('are those of the trace that it sums, with what each adds to it [LB-04]', async () => {
    const { count, sum, records } = await recordsOf(presses(4), {}, 'pageInBytes')
    expect([count, sum]).toEqual([4, 256 * MiB])
    expect(records.map(({ amount }) => amount)).toEqual([64, 64, 64, 64].map((mib) => mib * MiB))
    expect(records.map(({ text }) => (JSON.parse(text) as { resource: string }).resource)).toEqual([
      'A.r',
      'B.r',
      'A.r',
      'B.r',
    ])
  })

  test('from a moment on are those from there on [LB-03]', async () => {
    expect(await recordsOf(presses(4), {}, 'pageInBytes', { from: 150_000 })).toMatchObject({
      count: 2,
      sum: 128 * MiB,
    })
  })

  test('are as many as can be shown; the others are counted all the same', async () => {
    const { count, sum, records } = await recordsOf(presses(MOST_RECORDS + 3), {}, 'pageInBytes')
    expect([count, sum, records.length]).toEqual([MOST_RECORDS + 3, (MOST_RECORDS + 3) * 64 * MiB, MOST_RECORDS])
  })

  test('are told of what counts records alone, and the page has the same columns', async () => {
    const counting = COMPARED.flatMap(({ key }) => (countsRecords(key) ? [key] : []))
    expect(new Set(counting)).toEqual(COUNTS_RECORDS)
    await expect(recordsOf(presses(1), {}, 'p99Press')).rejects.toThrow('counts no records')
  })
})
