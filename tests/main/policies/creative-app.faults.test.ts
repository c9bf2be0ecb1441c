/** The three faults of the sample as written, and their absence once mended (TN-34). */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { evictions, findings, ofType, play, type ScenarioFile } from './support/play'
import { programs } from './support/programs'

const press = (effect: string, ...seconds: number[]) => seconds.map((at) => ({ at: `${at}s`, apply: effect }))
const fixed = { policy: 'creative-app-fixed' } as const

describe('(a) the index rises before the comparison', () => {
  const file: ScenarioFile = {
    steps: [
      { at: '1s', periodicTrim: true },
      ...press('Blur', 2),
      ...press('Grayscale', 3),
      { at: '4s', periodicTrim: true },
      { at: '5s', periodicTrim: true },
    ],
  }

  it('evicts what was used since the previous notification, and says so [TN-34] [TN-40]', async () => {
    const played = await play(file)
    expect(evictions(played)).toEqual(
      ['Blur.main', 'Blur.temp', 'Blur.kernel'].map((name) => `4000000 ${name} periodic`),
    )
    const [first] = ofType(played.lines, 'finding')
    expect(first).toMatchObject({ t: 4_000_000, rule: 'TN-34a', resource: 'Blur.main' })
    expect(first?.message).toContain('Blur.main')
    expect(played.summary.findings).toContainEqual({ rule: 'TN-34a', count: 3 })
  })

  it('is absent when mended: a period later, and only then, everything unused goes [TN-34]', async () => {
    const played = await play(file, fixed)
    // used at index 1: 1 < 2 - 1 at 4 s is not so, 1 < 3 - 1 at 5 s is
    const all = ['Blur.main', 'Blur.temp', 'Blur.kernel', 'Grayscale.convert', 'Grayscale.luminance']
    expect(evictions(played)).toEqual(all.map((name) => `5000000 ${name} periodic`))
    expect(played.summary.findings).toEqual([])
  })

  it('no finding for what was last used before the previous trim [TN-34]', async () => {
    const trims = [3, 5].map((at) => ({ at: `${at}s`, periodicTrim: true }))
    const steps = [...press('Blur', 1), ...press('Grayscale', 2), trims[0] ?? {}, ...press('Blur', 4), trims[1] ?? {}]
    const { lines } = await play({ steps })
    expect(findings({ lines })).toEqual(
      ['Blur.main', 'Blur.temp', 'Blur.kernel'].map((name) => `3000000 TN-34a ${name}`),
    )
    expect(evictions({ lines }).slice(3)).toEqual(
      ['Grayscale.convert', 'Grayscale.luminance'].map((name) => `5000000 ${name} periodic`),
    )
  })

  const trim = (at: number) => ({ at: `${at}s`, periodicTrim: true })
  const times = (lines: readonly string[]) => lines.map((line) => line.split(' ')[0])

  it('what is not used after RESTART goes at the next PERIODIC_TRIM, when mended [TN-34]', async () => {
    const restart = { at: '4s', restartPeriodicTrim: true }
    const steps = [trim(2), ...press('Blur', 3), restart, trim(5), trim(6)]
    expect(times(evictions(await play({ steps }, fixed)))).toEqual(['5000000', '5000000', '5000000'])
    // without the restart it was used in the period that ends at 5 s
    const without = steps.filter((step) => step !== restart)
    expect(times(evictions(await play({ steps: without }, fixed)))).toEqual(['6000000', '6000000', '6000000'])
  })

  it('what is used after RESTART, or was in flight at it, stays a period longer, when mended [TN-34]', async () => {
    const effects = [
      { name: 'Long', gpuTime: '3s', resources: [{ name: 'r', size: '16MiB' }] },
      { name: 'Old', gpuTime: '1ms', resources: [{ name: 'r', size: '16MiB' }] },
      { name: 'Used', gpuTime: '1ms', resources: [{ name: 'r', size: '16MiB' }] },
    ]
    const steps = [
      ...press('Old', 1),
      ...press('Used', 1.5),
      ...press('Long', 2), // until 5 s
      { at: '4s', restartPeriodicTrim: true },
      ...press('Used', 6),
      trim(7),
      trim(8),
    ]
    expect(evictions(await play({ app: { effects }, steps }, fixed))).toEqual([
      '7000000 Old.r periodic',
      '8000000 Long.r periodic',
      '8000000 Used.r periodic',
    ])
  })
})

describe('(b) the destructor tests the cookie for truth', () => {
  const rebuilt: ScenarioFile = {
    steps: [...press('Blur', 1), { at: '2s', policy: 'fence-lru' }, { at: '3s', periodicTrim: true }],
  }

  it('the call for an app that is gone is said once, however often it comes again [TN-34] [TN-40]', async () => {
    const again = [4, 5, 6].map((at) => ({ at: `${at}s`, periodicTrim: true }))
    const played = await play({ steps: [...(rebuilt.steps ?? []), ...again] })
    expect(ofType(played.lines, 'notification')).toHaveLength(4)
    expect(findings(played)).toEqual(['2000000 TN-34b -', '3000000 TN-34b -'])
  })

  it('cookie 0 stays registered and its callback is called for an app that is gone [TN-34] [TN-05]', async () => {
    const played = await play(rebuilt)
    expect(findings(played)).toEqual(['2000000 TN-34b -', '3000000 TN-34b -'])
    expect(ofType(played.lines, 'notification').map((line) => line.callbacks)).toEqual([2])
    expect(ofType(played.lines, 'callback').map((line) => [line.cookie, line.evicted])).toEqual([
      [0, 0],
      [1, 3],
    ])
  })

  it('so the same app built again gets no notifications: its function is registered already [TN-34] [TN-08]', async () => {
    const steps = [...press('Blur', 1), { at: '2s', policy: 'creative-app' }, ...press('Grayscale', 3, 4)]
    const { lines } = await play({ steps: [...steps, { at: '5s', periodicTrim: true }] })
    // a living app would evict Blur here: it is not of the latest submission
    expect(ofType(lines, 'callback').map((line) => [line.cookie, line.evicted])).toEqual([[0, 0]])
  })

  it('a cookie that is not 0 is unregistered [TN-34]', async () => {
    const steps = [
      { at: '1s', policy: 'fence-lru' }, // leaves cookie 0 behind
      { at: '2s', policy: 'creative-app-fixed' },
      { at: '3s', policy: 'none' },
      { at: '4s', periodicTrim: true },
    ]
    const { lines } = await play({ steps })
    expect(ofType(lines, 'callback').map((line) => line.cookie)).toEqual([0])
  })

  it('is absent when mended: cookie 0 is unregistered [TN-34]', async () => {
    const played = await play(rebuilt, fixed)
    expect(played.summary.findings).toEqual([])
    expect(ofType(played.lines, 'notification').map((line) => line.callbacks)).toEqual([1])
    expect(ofType(played.lines, 'callback').map((line) => line.cookie)).toEqual([1])
  })

  it('is not found where a removed device refuses to unregister [TN-34] [RS-07]', async () => {
    // work that uses what is not on the residency list
    const resources = ['a', 'b'].map((name) => ({ name, size: '1500MiB', resident: false }))
    const submit = { engine: '3d', gpuTime: '1ms', resources: ['Both.a'] }
    const steps = [
      { at: '1s', submit },
      { at: '9s', policy: 'none' },
      { at: '10s', periodicTrim: true },
    ]
    const played = await play({ app: { effects: [{ name: 'Both', resources }] }, steps }, fixed)
    expect(played.summary.devicesRemoved).toBe(1)
    expect(ofType(played.lines, 'callback').at(-1)).toMatchObject({ t: 10_000_000, cookie: 0 })
    expect(ofType(played.lines, 'notification').some((line) => line.flags === 1)).toBe(true)
    expect(played.summary.findings.map(({ rule }) => rule)).toEqual(['RS-07'])
  })

  it('nothing is left when the registration failed [TN-34] [TN-09]', async () => {
    const steps = [
      { at: '1s', inject: { fault: 'register-out-of-memory' } },
      { at: '1s', policy: 'creative-app-fixed' },
      { at: '2s', policy: 'creative-app' },
      { at: '3s', policy: 'none' },
    ]
    const played = await play({ app: { policy: 'none' }, steps })
    // creative-app got cookie 0, the first one ever handed out, since the registration before it failed
    expect(findings(played)).toEqual(['3000000 TN-34b -'])
  })
})

describe('(c) the guard looks at the latest submission, not at completion', () => {
  const long = (name: string) => ({ name, gpuTime: '5s', resources: [{ name: 'r', size: '16MiB' }] })
  const idle: ScenarioFile = { steps: [...press('Blur', 1), { at: '2s', idle: true }], until: '1h' }

  it('keeps the last effect resident however long the system is idle, said once for each use [TN-34]', async () => {
    const played = await play(idle)
    expect(played.summary.notifications).toBe(360) // 2 s, 12 s, … 3592 s
    expect(played.summary.evictions).toBe(0)
    // at 2 s the use is newer than the last periodic trim (none yet); from 12 s on TN-17 would trim it
    expect(findings(played)).toEqual(['Blur.main', 'Blur.temp', 'Blur.kernel'].map((name) => `12000000 TN-34c ${name}`))
  })

  it('is absent when mended: the last effect goes at the second trim [TN-34]', async () => {
    const played = await play(idle, fixed)
    expect(evictions(played)).toEqual(
      ['Blur.main', 'Blur.temp', 'Blur.kernel'].map((name) => `12000000 ${name} periodic`),
    )
    expect(played.summary.findings).toEqual([])
  })

  const inFlight: ScenarioFile = {
    app: { effects: [long('Long'), long('Queued'), long('Last'), long('Spare')] },
    steps: [
      { at: '1s', apply: 'Long' },
      { at: '1s', apply: 'Queued' },
      { at: '1s', apply: 'Last' },
      { at: '2s', periodicTrim: true },
      { at: '3s', apply: 'Spare' },
      { at: '3s', apply: 'Last' },
      { at: '31s', periodicTrim: true },
    ],
    until: '40s',
  }

  it('evicts what earlier submissions in flight use, and the device is removed [TN-34] [RS-07]', async () => {
    const played = await play(inFlight)
    expect(evictions(played)).toEqual(['Long', 'Queued', 'Spare'].map((name) => `2000000 ${name}.r periodic`))
    expect(findings(played).filter((line) => line.startsWith('2000000 TN-34c'))).toEqual([
      '2000000 TN-34c Long.r',
      '2000000 TN-34c Queued.r',
    ])
    const [removed] = ofType(played.lines, 'device-removed')
    // Long runs until 6 s; then Queued starts and finds its resource off the list
    expect(removed).toMatchObject({ t: 6_000_000, device: 'app', reason: 'DXGI_ERROR_DEVICE_HUNG' })
    expect(removed?.because).toContain('Queued')
    expect(played.summary.devicesRemoved).toBe(1)
    // the trim at 31 s evicts nothing, as every call fails, and finds nothing in what did not happen
    expect(findings(played).filter((line) => line.startsWith('31'))).toEqual([])
  })

  it('is absent when mended: only finished work is trimmed, nothing is removed [TN-34] [TN-19]', async () => {
    const played = await play(inFlight, fixed)
    expect(played.summary.devicesRemoved).toBe(0)
    expect(played.summary.findings).toEqual([])
    // all is finished at 26 s; at the second trim Long's and Queued's 0 < 2 - 1, the others' 1 is not
    expect(evictions(played)).toEqual(['31000000 Long.r periodic', '31000000 Queued.r periodic'])
  })

  it('opportunistic eviction takes no notice of completion either [TN-34] [TN-27]', async () => {
    const app = { effects: [long('Long'), { name: 'Short', gpuTime: 0, resources: [{ name: 'r', size: '1MiB' }] }] }
    const steps = [{ at: '1s', apply: 'Long' }, ...[1, 2, 3, 4].map(() => ({ at: '2s', apply: 'Short' }))]
    const asWritten = await play({ app, steps, until: '3s' })
    expect(evictions(asWritten)).toEqual(['2000000 Long.r opportunistic'])
    expect(findings(asWritten)).toContain('2000000 TN-34c Long.r')
    const mended = await play({ app, steps, until: '3s' }, fixed)
    expect(evictions(mended)).toEqual([])
  })

  it('a budget trim spares the last effect though it is finished; mended, it takes it [TN-34]', async () => {
    const file: ScenarioFile = { steps: [...press('Blur', 1), { at: '2s', trimToBudget: '1B' }] }
    const asWritten = await play(file)
    expect(evictions(asWritten)).toEqual([])
    expect(findings(asWritten)[0]).toBe('2000000 TN-34c Blur.main')
    expect(evictions(await play(file, fixed))).toEqual(['2000000 Blur.main budget'])
  })
})

describe('otherwise the two behave alike', () => {
  it('the same trace for any presses without notifications, each finished before the next [TN-34]', () =>
    fc.assert(
      fc.asyncProperty(programs(true), async (file) => {
        const steps = (file.steps ?? []).filter((step) => 'apply' in step)
        const quiet = { ...file, steps }
        const asWritten = await play(quiet)
        const mended = await play(quiet, fixed)
        expect(asWritten.text).toBe(mended.text.replaceAll('creative-app-fixed', 'creative-app'))
        expect(asWritten.summary.findings).toEqual([])
      }),
      { numRuns: 40 },
    ))
})
