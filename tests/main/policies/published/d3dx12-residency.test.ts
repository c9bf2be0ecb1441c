/** The published library's list, its ageing, and its batches, by exact moments and bytes (TN-38). */
import { describe, expect, it } from 'vitest'
import { validateScenario } from '../../../../main/session/scenario'
import { buildWorld } from '../../../../main/session/world/build'
import { quietSystem } from '../../support/world'
import {
  appPackets,
  type EffectFile,
  evictions,
  findings,
  type Line,
  ofType,
  type Played,
  play,
  type ScenarioFile,
} from '../support/play'

const options = { policy: 'd3dx12-residency' } as const
const both = ['d3dx12-residency', 'd3dx12-residency-fixed'] as const

const effect = (name: string, size: string, gpuTime = '1ms', resident = true): EffectFile => ({
  name,
  gpuTime,
  resources: [{ name: 'r', size, resident }],
})

/** Make-residents, evictions and applies in order, with the number of the step that led to each. */
function story(lines: readonly Line[]): string[] {
  return lines.flatMap((line) => {
    const at = `${Number(line.t) / 1_000_000}s #${line.cause ?? 0}`
    if (line.type === 'make-resident') return [`${at} in ${(line.resources as string[]).join(' ')}`]
    if (line.type === 'evict') return [`${at} out ${line.resource} ${line.reason}`]
    return line.type === 'apply' ? [`${at} apply ${line.effect}`] : []
  })
}

describe('the list', () => {
  const three: EffectFile = {
    name: 'Three',
    gpuTime: '1ms',
    resources: ['a', 'b', 'c'].map((name) => ({ name, size: '1MiB' })),
  }

  it.each(both)('%s: each newly tracked object enters at the cold end [TN-38]', async (policy) => {
    const played = await play({ app: { effects: [three] }, steps: [{ at: '1s', periodicTrim: true }] }, { policy })
    expect(evictions(played)).toEqual(['c', 'b', 'a'].map((name) => `1000000 Three.${name} periodic`))
  })

  it.each(both)(
    '%s: of thousands a trim takes those not used since the one before, and stops there [TN-38]',
    async (policy) => {
      const many = (name: string, count: number): EffectFile => ({
        name,
        gpuTime: '1ms',
        resources: Array.from({ length: count }, (_, index) => ({ name: `r${index}`, size: '64KiB' })),
      })
      const app = { effects: [many('Never', 1500), many('Old', 1300), many('New', 1200)] }
      const steps = [
        { at: '1s', apply: 'Old' },
        { at: '2s', periodicTrim: true },
        { at: '3s', apply: 'New' },
        { at: '4s', periodicTrim: true },
      ]
      const played = await play({ app, steps }, { policy })
      const named = (effect: string, count: number, t: number): string[] =>
        Array.from({ length: count }, (_, index) => `${t} ${effect}.r${index} periodic`)
      // what was never used entered at the cold end, each before the others
      expect(evictions(played)).toEqual([
        ...named('New', 1200, 2_000_000).toReversed(),
        ...named('Never', 1500, 2_000_000).toReversed(),
        ...named('Old', 1300, 4_000_000),
      ])
    },
  )

  it.each(both)('%s: a set moves to the warm end in its order, and goes at the second trim [TN-38]', async (policy) => {
    const app = { effects: [three, effect('Never', '1MiB')] }
    const steps = [
      { at: '1s', apply: 'Three' },
      { at: '2s', periodicTrim: true },
      { at: '3s', periodicTrim: true },
    ]
    const played = await play({ app, steps }, { policy })
    expect(evictions(played)).toEqual([
      '2000000 Never.r periodic',
      ...['a', 'b', 'c'].map((name) => `3000000 Three.${name} periodic`),
    ])
  })

  it.each(both)('%s: a periodic trim stops at the first uncompleted sync point [TN-38]', async (policy) => {
    const app = { effects: [effect('A', '1MiB'), effect('Long', '1MiB', '5s'), effect('B', '1MiB')] }
    const press = (at: number, name: string) => ({ at: `${at}s`, apply: name })
    const trims = [3, 4, 8].map((at) => ({ at: `${at}s`, periodicTrim: true }))
    const played = await play({ app, steps: [press(1, 'A'), press(2, 'Long'), press(2, 'B'), ...trims] }, { policy })
    expect(evictions(played)).toEqual(['4000000 A.r periodic', '8000000 Long.r periodic', '8000000 B.r periodic'])
    expect(findings(played)).toEqual([])
  })

  it('what was never used has sync point 0 and is spared while submission 0 runs [TN-38]', async () => {
    const app = { effects: [effect('Never', '1MiB'), effect('Long', '1MiB', '5s')] }
    const steps = [
      { at: '1s', apply: 'Long' },
      { at: '2s', periodicTrim: true },
      { at: '7s', periodicTrim: true },
    ]
    expect(evictions(await play({ app, steps }, options))[0]).toBe('7000000 Never.r periodic')
  })
})

describe('ageing', () => {
  /** Cold is used at 1 s, Work `after` µs later; both together fill so much of a budget of 100 MiB. */
  const aged = (cold: string, work: string, after: number): ScenarioFile => ({
    system: { budget: '100MiB' },
    app: { effects: [effect('Cold', cold), effect('Work', work)] },
    steps: [
      { at: '1s', apply: 'Cold' },
      { at: 1_000_000 + after, apply: 'Work' },
    ],
  })

  it.each([
    ['0.85', '5MiB', '80MiB', 30_500_000],
    ['1', '20MiB', '80MiB', 1_000_000],
  ])('at pressure %s it evicts what is older than the grace, not what is as old [TN-38]', async (...row) => {
    const [, cold, work, grace] = row
    expect(evictions(await play(aged(cold, work, grace), options))).toEqual([])
    const { lines } = await play(aged(cold, work, grace + 1), options)
    expect(evictions({ lines })).toEqual([`${1_000_000 + grace + 1} Cold.r aged`])
    expect(ofType(lines, 'evict')[0]).toMatchObject({ age: grace + 1, references: 0 })
  })

  it('at pressure 0.7 it ages after 60 s: the threshold is the single-precision 0.7 [TN-38]', async () => {
    expect(evictions(await play(aged('5MiB', '65MiB', 60_000_000), options))).toEqual([])
    expect(evictions(await play(aged('5MiB', '65MiB', 60_000_001), options))).toEqual(['61000001 Cold.r aged'])
  })

  it('below it nothing ages [TN-38]', async () => {
    // 64 KiB less than 70 MiB
    expect(evictions(await play(aged('5MiB', '66496KiB', 3_600_000_000), options))).toEqual([])
  })

  it('what was never used has time 0, and ages before the first submission too [TN-38]', async () => {
    const app = { effects: [effect('Never', '20MiB'), effect('Work', '80MiB')] }
    const at = (t: number) => ({ system: { budget: '100MiB' }, app, steps: [{ at: t, apply: 'Work' }] })
    expect(evictions(await play(at(1_000_000), options))).toEqual([])
    expect(evictions(await play(at(1_000_001), options))).toEqual(['1000001 Never.r aged'])
  })

  it('stops at what is not completed, and comes before what is missing is made resident [TN-38]', async () => {
    const app = { effects: [effect('A', '40MiB'), effect('Long', '60MiB', '90s'), effect('New', '1MiB', '1ms', false)] }
    const press = (at: number, name: string) => ({ at: `${at}s`, apply: name })
    const steps = [press(1, 'A'), press(1.5, 'Long'), press(62, 'New')]
    const played = await play({ system: { budget: '100MiB' }, app, steps, until: '70s' }, options)
    expect(story(played.lines).slice(2)).toEqual(['62s #3 out A.r aged', '62s #3 in New.r', '62s #3 apply New'])
  })
})

/** 48 MiB in use for 5 s, and a set of 8 and 32 MiB; 64 MiB of local budget and 896 KiB of non-local. */
const tight: ScenarioFile = {
  system: { localMemory: '256MiB', budget: '64MiB', nonLocalMemory: '1MiB' },
  app: {
    effects: [
      effect('First', '48MiB', '5s'),
      {
        name: 'Second',
        gpuTime: '1ms',
        resources: [
          { name: 'a', size: '8MiB', resident: false },
          { name: 'b', size: '32MiB', resident: false },
        ],
      },
      effect('Third', '1MiB', '1ms', false),
    ],
  },
}
const pressed = (...more: Record<string, unknown>[]): ScenarioFile => ({
  ...tight,
  steps: [{ at: '1s', apply: 'First' }, { at: '2s', apply: 'Second' }, ...more],
  until: '20s',
})
const removedDevices = ({ lines }: Pick<Played, 'lines'>) => ofType(lines, 'device-removed').length

describe('batches when the budget is short', () => {
  it.each(both)('%s: what fits goes first; the rest after the GPU and an eviction [TN-38] [SC-09]', async (policy) => {
    const played = await play(pressed(), { policy })
    expect(story(played.lines)).toEqual([
      '1s #1 apply First',
      '2s #2 in Second.a',
      '6s #2 out First.r budget', // 48 + 32 MiB ≥ the budget
      '6s #2 in Second.b',
      '6s #2 apply Second',
    ])
    expect(ofType(played.lines, 'make-resident').map((line) => line.fence)).toEqual([1, 2])
    expect(removedDevices(played)).toBe(0)
  })

  it.each(both)(
    '%s: presses behind a waiting one wait their turn, and are marked when it comes [TN-38]',
    async (policy) => {
      const played = await play(
        pressed({ at: '3s', apply: 'Third' }, { at: '4s', apply: 'First' }, { at: '5s', apply: 'Third' }),
        { policy },
      )
      expect(story(played.lines)).toEqual([
        '1s #1 apply First',
        '2s #2 in Second.a',
        '6s #2 out First.r budget',
        '6s #2 in Second.b',
        '6s #2 apply Second',
        '6s #3 in Third.r',
        '6s #3 apply Third',
        ...story(played.lines).slice(7),
      ])
      // First waits for Second in its turn, whose transfers and packet take a few milliseconds
      const late = story(played.lines).slice(7)
      expect(late.map((line) => line.replace(/^[\d.]+s /, ''))).toEqual([
        '#4 out Second.a budget',
        '#4 out Second.b budget',
        '#4 in First.r',
        '#4 apply First',
        '#5 apply Third',
      ])
      expect(appPackets(played.lines).map((line) => line.signals)).toEqual([1, 2, 3, 4, 5])
      expect(removedDevices(played)).toBe(0)
    },
  )

  it('with nothing in flight nothing is evicted, and the rest is made resident all the same [TN-38]', async () => {
    const steps = [
      { at: '1s', apply: 'First' },
      { at: '7s', apply: 'Second' },
    ]
    const played = await play({ ...tight, steps, until: '7s' }, options)
    // then the kernel tells that the app is over its local budget
    expect(story(played.lines).slice(0, -1)).toEqual([
      '1s #1 apply First',
      '7s #2 in Second.a',
      '7s #2 in Second.b',
      '7s #2 apply Second',
    ])
  })

  it('so it is with the coldest object of this submission [TN-38]', async () => {
    const shared = {
      ...tight,
      app: { effects: [effect('Small', '1MiB', '5s', false), effect('Big', '70MiB', '1ms', false)] },
    }
    const steps = [
      { at: '1s', apply: 'Small' },
      { at: '2s', trimToBudget: '1B' }, // takes what is in use: the list is empty
      { at: '3s', apply: 'Big' },
    ]
    const played = await play({ ...shared, steps, until: '3s' }, options)
    expect(story(played.lines).slice(3)).toEqual(['3s #3 in Big.r', '3s #3 apply Big'])
  })

  it('non-local budget counts: with the default 7372 MiB of it there is one batch [TN-38]', async () => {
    const system = { localMemory: '256MiB', budget: '64MiB' }
    expect(story((await play({ ...pressed(), system }, options)).lines).slice(1, 3)).toEqual([
      '2s #2 in Second.a Second.b',
      '2s #2 apply Second',
    ])
  })

  it('a trim while a press waits takes nothing of its set [TN-38]', async () => {
    const trims = [3, 4, 5].map((at) => ({
      at: `${at}s`,
      notify: { flags: ['PERIODIC_TRIM', 'TRIM_TO_BUDGET'], bytes: '1GiB' },
    }))
    const played = await play(pressed(...trims), { policy: 'd3dx12-residency-fixed' })
    expect(story(played.lines)[2]).toBe('6s #2 out First.r budget')
    expect(findings(played)).toEqual([])
  })
})

describe('what happens to the app while a press waits', () => {
  it('removal of its effect: it alone is submitted at once, and its resources go when it is done [TN-38] [RS-11]', async () => {
    const played = await play(pressed({ at: '3s', apply: 'Third' }, { at: '4s', removeEffect: 'Second' }), options)
    expect(story(played.lines)).toEqual([
      '1s #1 apply First',
      '2s #2 in Second.a',
      '4s #2 in Second.b',
      '4s #2 apply Second',
      // the kernel tells that the app is over its budget by that: TN-39c
      '4s #2 out First.r budget',
      // what was pressed later waits for the GPU as it did
      '6s #3 in Third.r',
      '6s #3 apply Third',
    ])
    const done = appPackets(played.lines)[1]
    expect(ofType(played.lines, 'destroy').map((line) => [line.resource, line.t])).toEqual([
      ['Second.a', done?.t],
      ['Second.b', done?.t],
    ])
    expect(appPackets(played.lines).map((line) => line.outcome)).toEqual(['completed', 'completed', 'completed'])
  })

  it('removal of another effect leaves it waiting [TN-38]', async () => {
    const played = await play(pressed({ at: '4s', removeEffect: 'First' }), options)
    expect(story(played.lines).slice(2)).toEqual(['6s #2 in Second.b', '6s #2 apply Second'])
    expect(removedDevices(played)).toBe(0)
  })

  it.each(['none', 'fence-lru', 'd3dx12-residency-fixed'] as const)(
    'another policy, %s: it is submitted at once, and nothing is evicted behind its back [TN-38]',
    async (policy) => {
      const after = ['First', 'Second', 'Third'].map((name, index) => ({ at: `${8 + index}s`, apply: name }))
      const played = await play(pressed({ at: '4s', policy }, ...after), options)
      expect(story(played.lines).slice(1, 4)).toEqual(['2s #2 in Second.a', '4s #2 in Second.b', '4s #2 apply Second'])
      expect(appPackets(played.lines)).toHaveLength(5)
      expect(removedDevices(played)).toBe(0)
    },
  )

  it.each(both)('%s built while earlier work is in flight spares that at periodic trims [TN-38]', async (policy) => {
    const app = { policy: 'none', effects: [effect('Long', '16MiB', '5s')] } as const
    const trims = [3, 7].map((at) => ({ at: `${at}s`, periodicTrim: true }))
    const steps = [{ at: '1s', apply: 'Long' }, { at: '2s', policy }, ...trims]
    const played = await play({ app: { ...app, effects: [...app.effects] }, steps })
    expect(evictions(played)).toEqual(['7000000 Long.r periodic'])
    expect(played.summary.findings).toEqual([])
  })

  /** First's transfer takes until 49 s; a trim takes it away, so that the device is removed with Second waiting. */
  const doomed: ScenarioFile = {
    ...tight,
    system: { ...tight.system, pagingBandwidth: '1MiB' },
    app: { effects: [effect('First', '48MiB', '5s', false), ...(tight.app?.effects ?? []).slice(1)] },
    steps: [
      { at: '1s', apply: 'First' },
      { at: '2s', apply: 'Second' },
      { at: '3s', apply: 'Third' },
      { at: '4s', trimToBudget: '1B' },
      { at: '60s', apply: 'Third' },
    ],
    until: '70s',
  }

  it('removal of the device: it fails with it, and so does what waits behind it [TN-38] [RS-07]', async () => {
    const played = await play(doomed, options)
    const removal = ofType(played.lines, 'device-removed')[0]
    const failed = ofType(played.lines, 'finding').filter((line) => String(line.message).includes('was not applied'))
    expect(failed.map((line) => [line.t, line.cause, String(line.message).split(' ')[0]])).toEqual([
      [removal?.t, 2, 'Second'],
      [removal?.t, 3, 'Third'],
      [60_000_000, 5, 'Third'],
    ])
    expect(ofType(played.lines, 'apply').map((line) => line.effect)).toEqual(['First'])
  })

  it('a press counts as in flight while it waits, and no longer when the device is gone [TN-38] [RS-07]', () => {
    const system = quietSystem(doomed.system)
    const parsed = validateScenario({ trimline: 1, ...doomed, system, app: { ...doomed.app, ...options } })
    if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems))
    const { sim, editor, vidmm } = buildWorld(parsed.scenario)
    const inFlight = () => editor.effects.map((state) => state.inFlight)
    expect([editor.apply('First'), editor.apply('Second'), editor.apply('Third')]).toEqual(['S_OK', 'S_OK', 'S_OK'])
    expect(inFlight()).toEqual([1, 1, 1])
    vidmm.trimWorker.post(4, 1, 'hand')
    sim.advanceTo(70_000_000)
    expect(inFlight()).toEqual([0, 0, 0])
    expect(editor.apply('Second')).toBe('DXGI_ERROR_DEVICE_REMOVED')
    expect(inFlight()).toEqual([0, 0, 0])
  })
})
