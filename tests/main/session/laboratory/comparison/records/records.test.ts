/** From a number to its records, by hand (LB-04). */
import { describe, expect, test } from 'vitest'
import { measureVariant } from '../../../../../../main/session/laboratory/comparison/measure'
import { recordsOf } from '../../../../../../main/session/laboratory/comparison/records/records'
import { type Scenario, validateScenario } from '../../../../../../main/session/scenario'
import { MOST_RECORDS } from '../../../../../../preload/contract'

const MiB = 2 ** 20

const EFFECTS = ['A', 'B'].map((name) => ({
  name,
  gpuTime: '1ms',
  resources: [{ name: 'r', size: '64MiB', resident: false }],
}))

function checked(file: unknown): Scenario {
  const parsed = validateScenario(file)
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems))
  return parsed.scenario
}

function presses(count: number): Scenario {
  return checked({
    trimline: 1,
    system: { localMemory: '256MiB', budget: '96MiB', evictionMode: 'eager' },
    app: { policy: 'fence-lru', effects: EFFECTS },
    steps: Array.from({ length: count }, (_unused, i) => ({ at: i * 100_000, apply: i % 2 === 0 ? 'A' : 'B' })),
    until: count * 100_000,
  })
}

describe('the records of a number', () => {
  test('are those of the trace that it sums, with what each adds to it [LB-04]', async () => {
    const { count, sum, records } = await recordsOf(presses(4), {}, { column: 'pageInBytes' })
    expect([count, sum]).toEqual([4, 256 * MiB])
    expect(records.map(({ amount }) => amount)).toEqual([64, 64, 64, 64].map((mib) => mib * MiB))
    expect(records.map(({ name, bytes }) => [name, bytes])).toEqual(
      ['A.r', 'B.r', 'A.r', 'B.r'].map((name) => [name, 64 * MiB]),
    )
    for (const { t, text, duration, more } of records) {
      const { start, end, ...line } = JSON.parse(text) as Record<string, number>
      expect(line).toMatchObject({ t, type: 'page-in' })
      expect(duration).toBe((end ?? 0) - (start ?? 0))
      expect(more).toMatch(/^start \d+\.(\d{3}|\d{6}) s, reason /)
    }
  })

  test('from a moment on are those from there on [LB-03]', async () => {
    expect(await recordsOf(presses(4), {}, { column: 'pageInBytes' }, { from: 150_000 })).toMatchObject({
      count: 2,
      sum: 128 * MiB,
    })
  })

  test('are as many as can be shown; the others are counted all the same', async () => {
    const { count, sum, records } = await recordsOf(presses(MOST_RECORDS + 3), {}, { column: 'pageInBytes' })
    expect([count, sum, records.length]).toEqual([MOST_RECORDS + 3, (MOST_RECORDS + 3) * 64 * MiB, MOST_RECORDS])
  })

  test('of the bound are those that were paged in, and of evictions each evict record [LB-04] [LB-11]', async () => {
    expect(await recordsOf(presses(4), {}, { column: 'timesBound' })).toEqual(
      await recordsOf(presses(4), {}, { column: 'pageInBytes' }),
    )
    const { count, records } = await recordsOf(presses(4), {}, { column: 'evictions' })
    expect(count).toBe(3)
    expect(records[0]).toMatchObject({ type: 'evict', name: 'A.r', bytes: 64 * MiB, duration: null, amount: 1 })
    expect(records[0]?.more).toMatch(/^reason .*, references 0, policy fence-lru, age /)
  })

  test('of the peak is the moment at which it was reached', async () => {
    // both are used at once from 100 ms on, as nobody evicts
    const { count, sum, records } = await recordsOf(presses(4), { policy: 'none' }, { column: 'peakLocalUsage' })
    expect([count, sum]).toEqual([1, 128 * MiB])
    expect(records).toMatchObject([{ t: 100_000, type: 'peak of local usage', bytes: 128 * MiB }])
  })

  test('of the worst press is that press, of the 99th percentile all that took as long', async () => {
    const scenario = presses(4)
    const { row } = await measureVariant(scenario, {})
    const worst = await recordsOf(scenario, {}, { column: 'worstPress' })
    expect(worst.count).toBeGreaterThan(0)
    expect(worst.records.map(({ amount }) => amount)).toEqual(worst.records.map(() => row.worstPress))
    expect(worst.records[0]).toMatchObject({ type: 'press', duration: row.worstPress })
    expect(['A', 'B']).toContain(worst.records[0]?.name)
    const late = await recordsOf(scenario, {}, { column: 'p99Press' })
    expect(late.records.every(({ amount }) => amount >= (row.p99Press ?? 0))).toBe(true)
    expect(late.count).toBeGreaterThanOrEqual(worst.count)
  })

  test('of frames that were dropped are their moments, as many as the row counts', async () => {
    // each frame needs both of them, and a second of paging for that
    const scenario = checked({
      trimline: 1,
      system: { localMemory: '96MiB', budget: '96MiB', pagingBandwidth: '64MiB' },
      app: { policy: 'fence-lru', effects: EFFECTS },
      steps: [
        { at: 0, apply: 'A' },
        { at: 0, apply: 'B' },
        { at: 0, play: true },
      ],
      until: 2_000_000,
    })
    const { row } = await measureVariant(scenario, {})
    expect(row.framesDropped).toBeGreaterThan(3)
    const { count, records } = await recordsOf(scenario, {}, { column: 'framesDropped' })
    expect(count).toBe(row.framesDropped)
    expect(records).toHaveLength(count)
    expect(records.every(({ t, type }) => t <= 2_000_000 && type === 'dropped frame')).toBe(true)
  })
})
