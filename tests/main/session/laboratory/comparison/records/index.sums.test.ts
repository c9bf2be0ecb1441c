/** Every number of a comparison is what its records come to (LB-04): sums, counts, the longest, by hand and by comparison. */
import { describe, expect, test } from 'vitest'
import { measureVariant } from '../../../../../../main/session/laboratory/comparison/measure'
import { recordsOf } from '../../../../../../main/session/laboratory/comparison/records/records'
import { byteSeconds } from '../../../../../../main/session/run/statistics'
import { type Scenario, validateScenario } from '../../../../../../main/session/scenario'
import {
  MOST_RECORDS,
  type PolicyName,
  RECORDED,
  type RecordedKey,
  recordedColumn,
  type VariantRecords,
  type VariantRow,
} from '../../../../../../preload/contract'
import { compareVariants } from '../../../../support/compared'

const MiB = 2 ** 20
const S = 1_000_000

function checked(file: object): Scenario {
  const parsed = validateScenario({ trimline: 1, ...file })
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems))
  return parsed.scenario
}

const effects = (names: readonly string[], size: string) =>
  names.map((name) => ({ name, gpuTime: '30ms', resources: [{ name: 'r', size, resident: false }] }))

/** Three take turns; the budget, which shrinks, has room for two of them, then for one. */
const TURNS = checked({
  system: { localMemory: '512MiB', budget: '140MiB', evictionMode: 'eager', periodicTrim: { interval: '2s' } },
  app: { policy: 'fence-lru', effects: effects(['A', 'B', 'C'], '64MiB') },
  steps: [
    ...Array.from({ length: 12 }, (_unused, i) => ({ at: i * 300_000, apply: 'ABCAB'[i % 5] })),
    { at: 2_000_000, budget: '100MiB' },
    { at: 3_000_000, otherProcess: { name: 'game', usage: '420MiB' } },
    { at: 3_600_000, apply: 'A' },
    { at: 3_700_000, expect: { evictions: { min: 1000 } } },
  ].toSorted((a, b) => a.at - b.at),
  until: '5s',
})

/** Play beside a hang that ends the device, on a slow bus. */
const PLAYED = checked({
  system: { localMemory: '96MiB', budget: '96MiB', pagingBandwidth: '256MiB' },
  app: { policy: 'fence-lru', effects: effects(['A', 'B'], '64MiB') },
  steps: [
    { at: 0, apply: 'A' },
    { at: 0, apply: 'B' },
    { at: 0, play: true },
    { at: '1500ms', play: false },
    { at: '1500ms', inject: { fault: 'hang', count: 1, engine: '3d', duration: '20s' } },
    { at: '1600ms', apply: 'A' },
  ],
  until: '4s',
})

const ROW_KEYS = RECORDED.filter(
  (key): key is Exclude<RecordedKey, 'leastPagedIn' | 'thresholdPagedIn' | 'waitedFor'> =>
    key !== 'leastPagedIn' && key !== 'thresholdPagedIn' && key !== 'waitedFor',
)

/** Where the number is not the sum of its records, what it is of them. */
function numberOf(key: (typeof ROW_KEYS)[number], { sum, records }: VariantRecords, row: VariantRow, length: number) {
  const longest = records[0]?.amount ?? null
  switch (key) {
    case 'timesBound':
      return row.bound === 0 ? null : sum / row.bound
    case 'effectsPerSecond':
      return (sum * S) / length
    case 'worstPress':
    case 'worstCompositorLatency':
      return longest
    case 'p99Press':
    case 'p99CompositorLatency':
      return records.at(-1)?.amount ?? null
    default:
      return sum
  }
}

describe('every number of a row', () => {
  test.each([
    ['of turns', TURNS, 'fence-lru', 0],
    ['of turns, from a moment on', TURNS, 'fence-lru', 1.1 * S],
    ['of turns without a policy, from a moment above the budget on', TURNS, 'none', 2.5 * S],
    ['of what is played until its device is gone', PLAYED, 'fence-lru', 0],
    ['of what is played, from a moment on', PLAYED, 'none', 0.2 * S],
  ] as const)('%s is what its records come to [LB-04]', async (_title, scenario, policy: PolicyName, from) => {
    const { rows } = await compareVariants(scenario, [{ policy }], { from })
    const row = rows[0] as VariantRow
    const told: RecordedKey[] = []
    for (const key of ROW_KEYS) {
      const found = await recordsOf(scenario, { policy }, { column: key }, { from })
      const number = numberOf(key, found, row, scenario.until - from)
      expect(number, key).toEqual(row[key])
      if (found.count > 0) told.push(key)
      expect(found.count, key).toBe(found.records.length)
      for (const { t } of found.records) expect(t, key).toBeLessThanOrEqual(scenario.until)
      // what adds up has each of its addends among the records
      if (key !== 'localByteSeconds') expect(found.records.reduce((sum, { amount }) => sum + amount, 0)).toBe(found.sum)
    }
    expect(told).toContain('localByteSeconds')
    expect(told).toContain('waitedForPaging')
  })

  test('is in one of these runs more than nothing, so that none is proved by an empty list', async () => {
    const all = await Promise.all(
      [TURNS, PLAYED].flatMap((scenario) =>
        (['none', 'fence-lru'] as const).map((policy) => compareVariants(scenario, [{ policy }])),
      ),
    )
    for (const key of ROW_KEYS)
      expect(
        all.some(({ rows }) => rows.some((row) => (row[key] ?? 0) > 0)),
        key,
      ).toBe(true)
  })
})

describe('memory held', () => {
  test('is the sum over intervals of bytes × duration, exactly [LB-04]', async () => {
    const { row } = await measureVariant(TURNS, {})
    const { records, sum } = await recordsOf(TURNS, {}, { column: 'localByteSeconds' })
    const exact = records.reduce((all, { bytes, duration }) => all + BigInt(bytes ?? -1) * BigInt(duration ?? -1), 0n)
    expect(byteSeconds(exact)).toBe(row.localByteSeconds)
    expect(sum).toBe(row.localByteSeconds)
    // they follow each other, and lie in the run
    let end = 0
    for (const { t, duration } of records) {
      expect(t).toBeGreaterThanOrEqual(end)
      end = t + (duration ?? 0)
    }
    expect(end).toBeLessThanOrEqual(TURNS.until)
  })

  test('by hand: what is held, for how long, and after what', async () => {
    const scenario = checked({
      system: { localMemory: '512MiB', budget: '200MiB', evictionMode: 'eager', periodicTrim: { idleAfter: '10h' } },
      app: { policy: 'none', effects: effects(['A', 'B'], '64MiB') },
      steps: [
        { at: '1s', apply: 'A' },
        { at: '3s', apply: 'B' },
      ],
      until: '4s',
    })
    const { records, sum } = await recordsOf(scenario, {}, { column: 'localByteSeconds' })
    expect(records.map(({ t, bytes, duration, amount }) => [t, bytes, duration, amount])).toEqual([
      [1 * S, 64 * MiB, 2 * S, 128 * MiB],
      [3 * S, 128 * MiB, 1 * S, 128 * MiB],
    ])
    expect(records[0]?.more).toMatch(/^after make-resident A\.r/)
    expect(sum).toBe(256 * MiB)
  })
})

describe('records beyond those that are listed', () => {
  test('are listed where the first are skipped; count and sum stay those of all', async () => {
    const steps = Array.from({ length: MOST_RECORDS + 3 }, (_unused, i) => ({ at: i * 100_000, apply: 'AB'[i % 2] }))
    const scenario = checked({
      system: { localMemory: '256MiB', budget: '96MiB', evictionMode: 'eager' },
      app: { policy: 'fence-lru', effects: effects(['A', 'B'], '64MiB') },
      steps,
      until: steps.length * 100_000,
    })
    const first = await recordsOf(scenario, {}, { column: 'pageInBytes' })
    const rest = await recordsOf(scenario, {}, { column: 'pageInBytes', skip: MOST_RECORDS })
    expect([rest.count, rest.sum, rest.skipped, rest.records.length]).toEqual([first.count, first.sum, MOST_RECORDS, 3])
    expect(rest.records[0]?.t).toBeGreaterThan(first.records.at(-1)?.t ?? 0)
    const one = await recordsOf(scenario, {}, { column: 'evictions', resource: 'A.r' })
    const other = await recordsOf(scenario, {}, { column: 'evictions', resource: 'B.r' })
    expect(one.records.every(({ name }) => name === 'A.r')).toBe(true)
    expect(one.count + other.count).toBe((await recordsOf(scenario, {}, { column: 'evictions' })).count)
  })
})

describe('what late work waited for a resource', () => {
  test('are the waits of that resource, as the difference of two runs counts them [LB-06]', async () => {
    const { resources } = await measureVariant(TURNS, {})
    const waited = [...resources].filter(([, use]) => use.waited > 0)
    expect(waited.length).toBeGreaterThan(0)
    for (const [resource, use] of waited) {
      const found = await recordsOf(TURNS, {}, { column: 'waitedFor', resource })
      expect([found.sum, found.records.every(({ name }) => name === resource)]).toEqual([use.waited, true])
      expect(found.records[0]?.more).toMatch(/^(press [ABC]|frame|present) was late$/)
    }
  })
})

describe('the bound, and the points of the frontier', () => {
  test('are sums of first uses and of gaps [LB-11] [LB-13]', async () => {
    const variants = (['none', 'fence-lru', 'submission-lru'] as const).map((policy) => ({ policy }))
    const { rows, frontier } = await compareVariants(TURNS, variants)
    for (const [index, variant] of variants.entries()) {
      const point = frontier.variants[index]
      const bound = await recordsOf(TURNS, variant, { column: 'bound' })
      expect(bound.sum).toBe(rows[index]?.bound)
      expect(bound.records.filter(({ type }) => type === 'first use').map(({ name }) => name)).toEqual([
        'A.r',
        'B.r',
        'C.r',
      ])
      const least = await recordsOf(TURNS, variant, { column: 'leastPagedIn' })
      expect(least.sum).toBeCloseTo(point?.best ?? -1, 1)
      const threshold = await recordsOf(TURNS, variant, { column: 'thresholdPagedIn' })
      expect(threshold.sum).toBe(point?.threshold ?? 0)
      // what is dropped after so long is what was not used for longer
      for (const { type, more } of threshold.records) if (type === 'use again') expect(more).toContain('dropped after')
    }
    expect(recordedColumn('leastPagedIn')).toMatchObject({ unit: 'bytes' })
  })
})
