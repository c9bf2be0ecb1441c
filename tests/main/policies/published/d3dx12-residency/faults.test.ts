/** Each fault of the published D3DX12Residency library, shown and found, and absent once mended (TN-39). */
import { describe, expect, it } from 'vitest'
import { evictions, findings, ofType, play, type ScenarioFile } from '../../support/play'

const published = { policy: 'd3dx12-residency' } as const
const fixed = { policy: 'd3dx12-residency-fixed' } as const

/** A has 16 MiB and B 32 MiB; presses take 1 ms, Long's 5 s. */
const effects = [
  { name: 'A', gpuTime: '1ms', resources: [{ name: 'r', size: '16MiB' }] },
  { name: 'B', gpuTime: '1ms', resources: [{ name: 'r', size: '32MiB' }] },
]
const long = { name: 'Long', gpuTime: '5s', resources: [{ name: 'r', size: '16MiB' }] }

const file = (...steps: Record<string, unknown>[]): ScenarioFile => ({ app: { effects }, steps })
const both = (size: string) => ({ flags: ['PERIODIC_TRIM', 'TRIM_TO_BUDGET'], bytes: size })

describe('(a) the budget step starts the eviction list over', () => {
  const combined = file(
    { at: '1s', apply: 'A' },
    { at: '2s', apply: 'B' },
    { at: '3s', periodicTrim: true },
    { at: '4s', apply: 'B' },
    // A was not used since 3 s: 16 MiB by the periodic step; 20 MiB more by the budget step
    { at: '5s', notify: both('20MiB') },
    { at: '6s', expect: { localUsage: { min: '16MiB', max: '16MiB' }, resident: ['A.r'] } },
    { at: '7s', apply: 'A' },
    { at: '8s', trimToBudget: '1MiB' },
  )

  it('what the periodic step marked is not evicted, and keeps a reference when next made resident [TN-39]', async () => {
    const played = await play(combined, published)
    expect(played.failures).toEqual([])
    expect(findings(played)).toEqual(['5000000 TN-39a A.r'])
    expect(ofType(played.lines, 'evict').map((line) => [line.t, line.resource, line.reason, line.references])).toEqual([
      [5_000_000, 'B.r', 'budget', 0],
      [8_000_000, 'A.r', 'budget', 1],
    ])
    expect(ofType(played.lines, 'make-resident').map((line) => [line.t, line.resources])).toEqual([
      [7_000_000, ['A.r']],
    ])
  })

  it('is absent when mended: both steps are passed on, periodic first [TN-39]', async () => {
    const played = await play(combined, fixed)
    expect(findings(played)).toEqual([])
    expect(evictions(played)).toEqual(['5000000 A.r periodic', '5000000 B.r budget', '8000000 A.r budget'])
    expect(ofType(played.lines, 'evict').map((line) => line.references)).toEqual([0, 0, 0])
  })

  it('shows also where the budget step itself takes nothing [TN-39]', async () => {
    const app = { effects: [{ name: 'Never', resources: [{ name: 'r', size: '16MiB' }] }] }
    const played = await play({ app, steps: [{ at: '2s', notify: both('1GiB') }] }, published)
    expect(findings(played)).toEqual(['2000000 TN-39a Never.r'])
    expect(evictions(played)).toEqual([])
  })
})

describe('(b) a budget trim goes on at its target', () => {
  const used = [
    { at: '1s', apply: 'A' },
    { at: '2s', apply: 'B' },
  ]

  it.each([
    ['0B', ['A.r'], 'A.r', []],
    ['1B', ['A.r'], null, ['A.r']],
    ['16MiB', ['A.r', 'B.r'], 'B.r', ['A.r']],
    ['17MiB', ['A.r', 'B.r'], null, ['A.r', 'B.r']],
    ['1GiB', ['A.r', 'B.r'], null, ['A.r', 'B.r']],
  ])('%s: one more than was asked for, where what was asked for is reached exactly [TN-39]', async (...row) => {
    const [bytes, asPublished, found, mended] = row
    const trimmed = file(...used, { at: '3s', trimToBudget: bytes })
    const played = await play(trimmed, published)
    expect(evictions(played)).toEqual(asPublished.map((name) => `3000000 ${name} budget`))
    expect(findings(played)).toEqual(found === null ? [] : [`3000000 TN-39b ${found}`])
    const without = await play(trimmed, fixed)
    expect(evictions(without)).toEqual(mended.map((name) => `3000000 ${name} budget`))
    expect(findings(without)).toEqual([])
  })
})

describe('(c) a budget trim can evict what the first uncompleted submission is using', () => {
  const inFlight: ScenarioFile = {
    app: { effects: [long, { ...long, name: 'Next' }] },
    steps: [
      { at: '1s', apply: 'Long' },
      { at: '1s', apply: 'Next' },
      { at: '2s', trimToBudget: '1GiB' },
      { at: '7s', trimToBudget: '1GiB' },
    ],
    until: '20s',
  }

  it('that one, none behind it, is evicted and found [TN-39]', async () => {
    const played = await play(inFlight, published)
    expect(evictions(played)).toEqual(['2000000 Long.r budget', '7000000 Next.r budget'])
    expect(findings(played)).toEqual([
      '2000000 TN-39c Long.r',
      '2000000 RS-07 Long.r',
      '7000000 TN-39c Next.r',
      '7000000 RS-07 Next.r',
    ])
  })

  it('is absent when mended: only completed work is trimmed [TN-39]', async () => {
    const played = await play(inFlight, fixed)
    expect(evictions(played)).toEqual(['7000000 Long.r budget'])
    expect(findings(played)).toEqual([])
  })

  it('what was never used has sync point 0: the published one trims it while submission 0 runs [TN-38] [TN-39]', async () => {
    const app = { effects: [long, { name: 'Never', resources: [{ name: 'r', size: '16MiB' }] }] }
    const steps = [
      { at: '1s', apply: 'Long' },
      { at: '2s', trimToBudget: '1MiB' },
    ]
    const played = await play({ app, steps }, published)
    expect(evictions(played)).toEqual(['2000000 Never.r budget'])
    expect(findings(played)).toEqual([])
    expect(evictions(await play({ app, steps }, fixed))).toEqual([])
  })
})

describe('(d) RESTART_PERIODIC_TRIM is not handled, but raises the index', () => {
  const restarted = file(
    { at: '1s', apply: 'A' },
    { at: '1s', apply: 'B' },
    { at: '2s', restartPeriodicTrim: true },
    { at: '3s', periodicTrim: true },
    { at: '4s', periodicTrim: true },
  )

  it('so the next periodic trim takes what was used in the period before [TN-39]', async () => {
    const played = await play(restarted, published)
    expect(evictions(played)).toEqual(['3000000 A.r periodic', '3000000 B.r periodic'])
    expect(findings(played)).toEqual(['2000000 TN-39d -'])
  })

  it('is handled when mended: what is not used from then on goes at the next PERIODIC_TRIM [TN-39]', async () => {
    const played = await play(restarted, fixed)
    expect(evictions(played)).toEqual(['3000000 A.r periodic', '3000000 B.r periodic'])
    expect(findings(played)).toEqual([])
    // without the restart both would have stayed a period longer
    const steps = (restarted.steps ?? []).filter((step) => step.restartPeriodicTrim === undefined)
    expect(evictions(await play(file(...steps), fixed))).toEqual(['4000000 A.r periodic', '4000000 B.r periodic'])
  })

  it('what is used after the restart, or was in flight at it, stays a period longer when mended [TN-39]', async () => {
    const app = { effects: [...effects, long] }
    const steps = [
      { at: '1s', apply: 'A' },
      { at: '1s', apply: 'B' },
      { at: '2s', apply: 'Long' }, // until 7 s
      { at: '3s', restartPeriodicTrim: true },
      { at: '8s', apply: 'A' },
      { at: '9s', periodicTrim: true },
      { at: '10s', periodicTrim: true },
    ]
    expect(evictions(await play({ app, steps }, fixed))).toEqual([
      '9000000 B.r periodic',
      '10000000 Long.r periodic',
      '10000000 A.r periodic',
    ])
  })

  it('a restart counts for what was never used too, when mended [TN-39]', async () => {
    const steps = [
      { at: '1s', notify: { flags: ['RESTART_PERIODIC_TRIM', 'TRIM_TO_BUDGET'], bytes: '0B' } },
      { at: '2s', periodicTrim: true },
      { at: '3s', periodicTrim: true },
    ]
    const played = await play(file(...steps), fixed)
    expect(evictions(played)).toEqual(['2000000 B.r periodic', '2000000 A.r periodic'])
  })

  it('a restart while work from before the policy is in flight spares that alone, when mended [TN-38] [TN-39]', async () => {
    // new objects enter at the cold end: Long, the last, is the coldest, and A behind it is the warmest
    const app = { policy: 'creative-app-fixed' as const, effects: [...effects, long] }
    const steps = [
      { at: '0s', apply: 'Long' }, // until 5 s
      { at: '1s', policy: 'd3dx12-residency-fixed' },
      { at: '2s', restartPeriodicTrim: true },
      { at: '6s', periodicTrim: true },
      { at: '7s', periodicTrim: true },
    ]
    expect(evictions(await play({ app, steps }))).toEqual([
      '6000000 B.r periodic',
      '6000000 A.r periodic',
      '7000000 Long.r periodic',
    ])
  })

  it('any notification raises the index as published, only PERIODIC_TRIM when mended [TN-38] [TN-39]', async () => {
    const steps = [
      { at: '1s', apply: 'A' },
      { at: '1s', apply: 'B' },
      { at: '2s', trimToBudget: '1B' }, // takes A
      { at: '3s', periodicTrim: true },
      { at: '4s', periodicTrim: true },
    ]
    expect(evictions(await play(file(...steps), published)).slice(1)).toEqual(['3000000 B.r periodic'])
    expect(evictions(await play(file(...steps), fixed)).slice(1)).toEqual(['4000000 B.r periodic'])
  })
})

it('on a removed device nothing is found in what does not happen [TN-39] [RS-07]', async () => {
  const steps = [
    { at: '1s', apply: 'Long' }, // paged in until 17 s
    { at: '2s', trimToBudget: '0B' }, // the packet finds its resource off the list and the device is removed
    { at: '20s', restartPeriodicTrim: true },
    { at: '21s', trimToBudget: '0B' },
    { at: '22s', apply: 'Long' },
  ]
  const app = { effects: [{ ...long, resources: [{ name: 'r', size: '16MiB', resident: false }] }] }
  const played = await play({ system: { pagingBandwidth: '1MiB' }, app, steps }, published)
  expect(ofType(played.lines, 'device-removed').map((line) => line.t)).toEqual([17_000_000])
  expect(ofType(played.lines, 'callback').map((line) => line.evicted)).toEqual([1, 0, 0])
  expect(ofType(played.lines, 'finding').map((line) => `${line.t} ${line.rule}`)).toEqual([
    '2000000 TN-39b',
    '2000000 TN-39c',
    '17000000 RS-07',
    '22000000 RS-07',
  ])
})
