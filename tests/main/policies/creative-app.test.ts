/** The sample program's rules one by one, on its own project, with values worked out by hand. */
import { describe, expect, it } from 'vitest'
import { ruleOf } from '../../../preload/contract/rules'
import { appPackets, type EffectFile, evictions, KiB, MiB, ofType, play } from './support/play'

const BLUR = 2 * 64 * MiB + 64 * KiB
const GRAYSCALE = 32 * MiB + 64 * KiB

/** The sample's Blur and Grayscale, but both created resident. */
const bothResident: EffectFile[] = [
  {
    name: 'Blur',
    resources: [
      { name: 'main', size: '64MiB' },
      { name: 'temp', size: '64MiB' },
      { name: 'kernel', size: '64KiB' },
    ],
  },
  {
    name: 'Grayscale',
    resources: [
      { name: 'convert', size: '32MiB' },
      { name: 'luminance', size: '64KiB' },
    ],
  },
]

const press = (effect: string, ...seconds: number[]) => seconds.map((at) => ({ at: `${at}s`, apply: effect }))

describe('the default project', () => {
  it('is the sample: Blur created resident, Grayscale not [TN-36] [TN-35]', async () => {
    const { lines } = await play({})
    expect(ofType(lines, 'create')).toEqual([
      { t: 0, type: 'create', resource: 'Blur.main', bytes: 64 * MiB, resident: true },
      { t: 0, type: 'create', resource: 'Blur.temp', bytes: 64 * MiB, resident: true },
      { t: 0, type: 'create', resource: 'Blur.kernel', bytes: 64 * KiB, resident: true },
      { t: 0, type: 'create', resource: 'Grayscale.convert', bytes: 32 * MiB, resident: false },
      { t: 0, type: 'create', resource: 'Grayscale.luminance', bytes: 64 * KiB, resident: false },
    ])
  })

  it('uses local memory for Grayscale only from its first press on [TN-35]', async () => {
    const { expectations } = await play({
      steps: [
        ...press('Blur', 1),
        { at: '2s', expect: { pagedOut: ['Grayscale.convert', 'Grayscale.luminance'], localUsage: { max: BLUR } } },
        ...press('Grayscale', 3),
        { at: '3s', expect: { resident: ['Grayscale.convert'], localUsage: { min: BLUR + GRAYSCALE } } },
      ],
    })
    expect(expectations.map((result) => result.ok)).toEqual([true, true, true, true])
    expect(expectations[1]?.found).toBe(BLUR)
    expect(expectations[3]?.found).toBe(BLUR + GRAYSCALE)
  })
})

describe('pressing an effect', () => {
  it('makes resident only what is missing, at once, and lets the GPU wait [TN-28]', async () => {
    const { lines, summary } = await play({ steps: [...press('Grayscale', 1, 2), ...press('Blur', 3)], until: '4s' })
    expect(ofType(lines, 'make-resident')).toEqual([
      {
        t: 1_000_000,
        type: 'make-resident',
        resources: ['Grayscale.convert', 'Grayscale.luminance'],
        bytes: GRAYSCALE,
        fence: 1,
        cause: 1,
      },
    ])
    expect(ofType(lines, 'apply').map((line) => [line.t, line.effect, line.submission])).toEqual([
      [1_000_000, 'Grayscale', 1],
      [2_000_000, 'Grayscale', 2],
      [3_000_000, 'Blur', 3],
    ])
    // at 8 GiB a second 32 MiB take 3906.25 µs and 64 KiB 7.63 µs, each rounded up to whole µs
    const start = 1_000_000 + 3907 + 8
    expect(ofType(lines, 'page-in').map((line) => [line.start, line.end])).toEqual([
      [1_000_000, 1_003_907],
      [1_003_907, start],
    ])
    expect(appPackets(lines).map((line) => [line.start, line.end])).toEqual([
      [start, start + 2000],
      [2_000_000, 2_002_000],
      [3_000_000, 3_004_000],
    ])
    expect(summary.waitedForPaging).toBe(3907 + 8)
  })

  it('counts residency fence values up, one for each EnqueueMakeResident [TN-28]', async () => {
    const steps = [...press('Grayscale', 1), ...press('Blur', 2), { at: '3s', periodicTrim: true }]
    const { lines } = await play({ steps: [...steps, ...press('Grayscale', 4)] })
    expect(ofType(lines, 'make-resident').map((line) => line.fence)).toEqual([1, 2])
  })

  it('evicts other effects not used in the last three submissions, never its own [TN-27] [TN-29]', async () => {
    const others = await play({ steps: [...press('Blur', 1), ...press('Grayscale', 2, 3, 4, 5)] })
    // index 4 before the fifth press: Blur's 1 <= 4 - 3; at the fourth press it was 1 <= 3 - 3, not so
    expect(evictions(others)).toEqual(
      ['Blur.main', 'Blur.temp', 'Blur.kernel'].map((r) => `5000000 ${r} opportunistic`),
    )

    const own = await play({ steps: [...press('Blur', 1), ...press('Grayscale', 2, 3, 4), ...press('Blur', 5)] })
    expect(evictions(own)).toEqual([])
    expect(ofType(own.lines, 'make-resident')).toHaveLength(1)
  })

  it('evicts at every press that goes round among five effects, and at none among four, as its rule says [TN-27]', async () => {
    const round = async (among: number): Promise<number> => {
      const names = ['A', 'B', 'C', 'D', 'E'].slice(0, among)
      const effects = names.map((name) => ({ name, resources: [{ name: 'r', size: '1MiB', resident: false }] }))
      const steps = Array.from({ length: 4 + 12 }, (_, i) => press(names[i % among] as string, i)).flat()
      return evictions(await play({ app: { effects }, steps })).length
    }
    expect([await round(4), await round(5)]).toEqual([0, 12])
    expect(ruleOf('TN-27')?.means).toBe(
      'Going round among five effects evicts something at every press; among four nothing.',
    )
  })

  it('writes evictions and the make-resident before the apply that they belong to [SC-09]', async () => {
    const { lines } = await play({
      steps: [...press('Grayscale', 1), ...press('Blur', 2, 3, 4, 5), ...press('Grayscale', 6)],
    })
    const at = (t: number) => lines.filter((line) => line.t === t).map((line) => line.type)
    expect(at(5_000_000)).toEqual(['evict', 'evict', 'apply'])
    expect(at(6_000_000)).toEqual(['make-resident', 'apply'])
  })
})

describe('registering a resource', () => {
  it('counts as a use at submission 1 when nothing was submitted yet [TN-26]', async () => {
    const app = { effects: bothResident }
    const { lines } = await play({ app, steps: press('Blur', 1, 2, 3, 4, 5) })
    // were it 0, the fourth press (index 3) would evict Grayscale already
    expect(evictions({ lines })).toEqual(
      ['Grayscale.convert', 'Grayscale.luminance'].map((name) => `5000000 ${name} opportunistic`),
    )
  })

  it('counts as a use at the present submission [TN-26]', async () => {
    const addEffect = { name: 'Sepia', resources: [{ name: 'tone', size: '16MiB' }] }
    const steps = [...press('Blur', 1, 2, 3, 4), { at: '4500ms', addEffect }, ...press('Blur', 5, 6, 7, 8)]
    // LastSubmissionUsage 4 <= 7 - 3 at the eighth press
    expect(evictions(await play({ steps }))).toEqual(['8000000 Sepia.tone opportunistic'])
  })

  it('counts as a use in the present notification period [TN-26]', async () => {
    const addEffect = { name: 'Sepia', resources: [{ name: 'tone', size: '16MiB' }] }
    const trims = [4, 5, 6].map((at) => ({ at: `${at}s`, periodicTrim: true }))
    const steps = [{ at: '1s', periodicTrim: true }, { at: '2s', addEffect }, ...press('Grayscale', 3), ...trims]
    // created at index 1; evicted by the fixed comparison 1 < 3 - 1, at the third trim
    const { lines } = await play({ steps, app: { policy: 'creative-app-fixed' } })
    expect(evictions({ lines }).filter((line) => line.includes('Sepia'))).toEqual(['5000000 Sepia.tone periodic'])
  })
})

describe('PERIODIC_TRIM', () => {
  it('evicts everything resident but what the latest submission used [TN-30]', async () => {
    const app = { effects: bothResident }
    const steps = [...press('Blur', 1), ...press('Grayscale', 2), { at: '3s', periodicTrim: true }]
    expect(evictions(await play({ app, steps }))).toEqual(
      ['Blur.main', 'Blur.temp', 'Blur.kernel'].map((name) => `3000000 ${name} periodic`),
    )
  })

  it('evicts nothing while the submission index is 0 or 1, since a registration counts as submission 1 [TN-30]', async () => {
    const app = { effects: bothResident }
    const trims = [1, 3].map((at) => ({ at: `${at}s`, periodicTrim: true }))
    const steps = [trims[0] ?? {}, ...press('Blur', 2), trims[1] ?? {}]
    const { lines } = await play({ app, steps })
    expect(ofType(lines, 'callback').map((line) => line.evicted)).toEqual([0, 0])
  })

  it('leaves alone what is evicted already [TN-30]', async () => {
    const steps = [...press('Blur', 1), ...press('Grayscale', 2)]
    const trims = [3, 4].map((at) => ({ at: `${at}s`, periodicTrim: true }))
    const { lines } = await play({ steps: [...steps, ...trims] })
    expect(ofType(lines, 'callback').map((line) => [line.evicted, line.bytes])).toEqual([
      [3, BLUR],
      [0, 0],
    ])
  })
})

describe('TRIM_TO_BUDGET', () => {
  const effects: EffectFile[] = [
    // 100,000,000 bytes come to 1526 pages of 64 KiB
    {
      name: 'Old',
      resources: [
        { name: 'a', size: 100_000_000 },
        { name: 'b', size: '1MiB' },
      ],
    },
    { name: 'Older', resources: [{ name: 'c', size: '2MiB' }] },
    { name: 'New', resources: [{ name: 'd', size: '4MiB' }] },
  ]
  const rounded = 1526 * 64 * KiB

  async function trimmed(bytes: number): Promise<string[]> {
    const steps = [...press('Older', 1), ...press('Old', 2), ...press('New', 3), { at: '4s', trimToBudget: bytes }]
    return evictions(await play({ app: { effects }, steps })).map((line) => line.split(' ')[1] as string)
  }

  it('goes from the least recently used on, by sizes of GetResourceAllocationInfo, until enough is freed [TN-31]', async () => {
    expect(await trimmed(0)).toEqual([])
    expect(await trimmed(1)).toEqual(['Older.c'])
    expect(await trimmed(2 * MiB)).toEqual(['Older.c'])
    expect(await trimmed(2 * MiB + 1)).toEqual(['Older.c', 'Old.a'])
    expect(await trimmed(2 * MiB + rounded)).toEqual(['Older.c', 'Old.a'])
    expect(await trimmed(2 * MiB + rounded + 1)).toEqual(['Older.c', 'Old.a', 'Old.b'])
  })

  it('never takes the latest submission, however much is asked [TN-31]', async () => {
    expect(await trimmed(1024 * MiB)).toEqual(['Older.c', 'Old.a', 'Old.b'])
  })

  it('keeps the order of registration among equal usages [TN-31]', async () => {
    const app = { effects: bothResident }
    // all of them were registered at submission 1; Blur's second use makes Grayscale the only candidates
    const steps = [...press('Blur', 1, 2), { at: '3s', trimToBudget: '33MiB' }]
    expect(evictions(await play({ app, steps })).map((line) => line.split(' ')[1])).toEqual([
      'Grayscale.convert',
      'Grayscale.luminance',
    ])
  })
})

describe('combined flags and RESTART_PERIODIC_TRIM', () => {
  it('does the periodic trim first and then frees the bytes beside it [TN-33]', async () => {
    const steps = [
      ...press('Blur', 1),
      ...press('Grayscale', 2),
      { at: '3s', notify: { flags: ['TRIM_TO_BUDGET', 'PERIODIC_TRIM'], bytes: '64MiB' } },
    ]
    // the budget step finds nothing left that it may take: the other order would give "budget" for Blur.main
    expect(evictions(await play({ steps })).map((line) => line.split(' ')[2])).toEqual([
      'periodic',
      'periodic',
      'periodic',
    ])
  })

  it('frees bytes and restarts in one notification [TN-33] [TN-32]', async () => {
    const steps = [
      ...press('Blur', 1),
      ...press('Grayscale', 2),
      { at: '3s', notify: { flags: ['RESTART_PERIODIC_TRIM', 'TRIM_TO_BUDGET'], bytes: '64MiB' } },
    ]
    expect(evictions(await play({ steps }))).toEqual(['3000000 Blur.main budget'])
  })

  it('starts all ages anew: the next periodic trim finds resources of index 0, not of a later one [TN-32]', async () => {
    const trim = (at: number) => ({ at: `${at}s`, periodicTrim: true })
    const steps = [
      trim(1),
      trim(2),
      ...press('Blur', 3),
      ...press('Grayscale', 4),
      { at: '5s', restartPeriodicTrim: true },
      trim(6),
    ]
    // Blur was used at index 2; were it left so, 2 < 1 would spare it
    const played = await play({ steps })
    expect(evictions(played).map((line) => line.split(' ')[1])).toEqual(['Blur.main', 'Blur.temp', 'Blur.kernel'])
    // and it was not used since the restart, so that trimming it is right (TN-17, TN-18)
    expect(ofType(played.lines, 'finding').filter((line) => line.rule === 'TN-34a')).toEqual([])
  })
})
