/** Dawn's residency manager by worked examples, its four faults, and their absence once mended (PL-30 to PL-36, PL-44, PL-45). */
import { describe, expect, it } from 'vitest'
import { validateScenario } from '../../../../main/session/scenario'
import { buildWorld } from '../../../../main/session/world/build'
import { quietSystem } from '../../support/world'
import { type EffectFile, ofType, play, type ScenarioFile } from '../support/play'
import { effect, press, story, work } from './support/worked'

const both = ['dawn', 'dawn-fixed'] as const
/** Of a local budget of 100 MiB Dawn uses 95; of the non-local one, 115.1875 MiB, 109.4. */
const system = { localMemory: '256MiB', budget: '100MiB', nonLocalMemory: '128MiB' }
/** resources in UPLOAD memory */
const upload = (name: string, gpuTime: string, size: string): EffectFile => {
  const made = effect(name, gpuTime, size)
  return { ...made, resources: made.resources.map((resource) => ({ ...resource, heap: 'upload' })) }
}
const of = (effects: EffectFile[], ...steps: Record<string, unknown>[]): ScenarioFile => ({
  system,
  app: { effects },
  steps,
})

describe('room', () => {
  it.each(both)('%s: at the limit of 95 %% nothing goes, a page more and the coldest does [PL-33]', async (policy) => {
    const room = (size: string) => of([effect('A', '1ms', '50MiB!'), effect('Set', '1ms', size)], press('1s', 'Set'))
    const exact = await work(policy, room('45MiB'))
    expect(exact.story.map((line) => line.replace(/^[\d.]+ /, ''))).toEqual(['in Set.a', 'apply Set'])
    const more = await work(policy, room('46144KiB'))
    expect(more.story.map((line) => line.replace(/^[\d.]+ /, ''))).toEqual(['out A.a budget', 'in Set.a', 'apply Set'])
  })

  it.each(both)(
    '%s: is made for what is created resident, one after another, in registration order [PL-31]',
    async (policy) => {
      const one = await work(policy, of([effect('A', '1ms', '60MiB!', '40MiB!', '50MiB!')]))
      // a finds nothing, b finds 60; c finds 40, as a has gone
      expect(one.story).toEqual(['0 out A.a budget'])
      const two = await work(policy, of([effect('A', '1ms', '60MiB!'), effect('B', '1ms', '10MiB', '40MiB!')]))
      expect(two.story).toEqual(['0 out A.a budget'])
    },
  )

  it.each(both)(
    '%s: waits for the coldest one’s submission, and for the paging; then the list executes [PL-32] [PL-33] [PL-34]',
    async (policy) => {
      const effects = [effect('A', '5s', '60MiB!'), effect('B', '1ms', '60MiB')]
      const { story } = await work(
        policy,
        { ...of(effects, press('1s', 'A'), press('2s', 'B')), until: '7s' },
        2_000_000,
      )
      // 60 MiB take 7325 µs, for which the CPU waits
      expect(story).toEqual(['6 out A.a budget', '6 in B.a', '6.007325 apply B'])
    },
  )

  it.each(both)(
    '%s: what was taken before a wait is evicted after the last one, in its order [PL-33]',
    async (policy) => {
      const effects = [effect('A', '1ms', '30MiB!'), effect('B', '5s', '30MiB!'), effect('C', '1ms', '80MiB')]
      const steps = [press('1s', 'A'), press('2s', 'B'), press('3s', 'C')]
      const { story } = await work(policy, { ...of(effects, ...steps), until: '8s' }, 2_500_000)
      expect(story).toEqual(['7 out A.a budget', '7 out B.a budget', '7 in C.a', '7.009766 apply C'])
    },
  )

  it.each(both)(
    '%s: never takes what the press itself uses: the whole set is warm before anything goes [PL-32]',
    async (policy) => {
      const effects = [effect('Set', '1ms', '60MiB!', '60MiB'), effect('Warm', '1ms', '10MiB!')]
      const { story } = await work(
        policy,
        { ...of(effects, press('1s', 'Warm'), press('2s', 'Set')), until: '3s' },
        1_500_000,
      )
      expect(story).toEqual(['2 out Warm.a budget', '2 in Set.b', '2.007325 apply Set'])
    },
  )

  it.each(both)('%s: a press behind one that waits reads usage and budget in its own turn [PL-32]', async (policy) => {
    const effects = [effect('A', '5s', '60MiB!'), effect('B', '1ms', '60MiB'), effect('C', '1ms', '60MiB')]
    const steps = [press('1s', 'A'), press('2s', 'B'), press('3s', 'C'), { at: '4s', budget: '200MiB' }]
    const { story } = await work(policy, { ...of(effects, ...steps), until: '7s' }, 2_000_000)
    expect(story).toEqual(['6 out A.a budget', '6 in B.a', '6.007325 apply B', '6.007325 in C.a', '6.01465 apply C'])
  })

  it.each(both)('%s: the groups have a budget and a list each [PL-30] [PL-33]', async (policy) => {
    const effects = [effect('A', '1ms', '60MiB!'), upload('U', '1ms', '100MiB')]
    const { story } = await work(policy, of(effects, press('1s', 'U')))
    expect(story.map((line) => line.replace(/^[\d.]+ /, ''))).toEqual(['in U.a', 'apply U'])
  })

  it.each(both)(
    '%s: what is removed is off its list, and nothing is done between presses [PL-30] [PL-31]',
    async (policy) => {
      const effects = [effect('A', '1ms', '30MiB!'), effect('B', '1ms', '30MiB!'), effect('C', '1ms', '60MiB')]
      const steps = [
        { at: '1s', removeEffect: 'A' },
        { at: '2s', budget: '40MiB' },
        { at: '3s', periodicTrim: true },
        press('4s', 'C'),
      ]
      const { story } = await work(policy, { ...of(effects, ...steps), until: '5s' })
      expect(story.map((line) => line.replace(/^[\d.]+ /, ''))).toEqual(['out B.a budget', 'in C.a', 'apply C'])
    },
  )

  it.each(both)(
    '%s: one that takes over makes no room, has what is resident in declared order, and waits for earlier uses [PL-31]',
    async (policy) => {
      const effects = [effect('A', '5s', '60MiB!'), effect('B', '1ms', '60MiB!'), effect('C', '1ms', '60MiB')]
      const steps = [press('1s', 'A'), { at: '2s', policy }, press('3s', 'C')]
      const { story } = await work('none', { ...of(effects, ...steps), until: '8s' }, 2_000_000)
      expect(story).toEqual(['6 out A.a budget', '6 out B.a budget', '6 in C.a', '6.007325 apply C'])
    },
  )

  it.each(both)(
    '%s: one that takes over does not wait for earlier work that did not use the coldest [PL-31] [PL-33]',
    async (policy) => {
      const effects = [effect('Idle', '1ms', '40MiB!'), effect('Long', '5s', '40MiB!'), effect('New', '1ms', '50MiB')]
      const steps = [press('1s', 'Long'), { at: '2s', policy }, press('3s', 'New')]
      const { story } = await work('none', { ...of(effects, ...steps), until: '8s' }, 2_000_000)
      expect(story).toEqual(['3 out Idle.a budget', '3 in New.a', '3.006104 apply New'])
    },
  )
})

describe('other components of the process', () => {
  /** 50 are used and 47 needed: of 100, less 40 for others, 57 may be used beside them. */
  const with40 = (...steps: Record<string, unknown>[]) =>
    of([effect('A', '1ms', '50MiB!'), effect('Set', '1ms', '47MiB')], ...steps, press('2s', 'Set'))
  const reserve = (bytes: string, at = '1s') => ({ at, externalReservation: { group: 'local', bytes } })

  it.each(both)('%s: what they asked for is taken from budget and usage alike [PL-33] [PL-44]', async (policy) => {
    const evicted = async (...steps: Record<string, unknown>[]) =>
      (await work(policy, with40(...steps))).story.filter((line) => line.includes('out'))
    expect(await evicted()).toEqual(['2 out A.a budget'])
    expect(await evicted(reserve('40MiB'))).toEqual([])
    // at most half of the budget: 47 ≤ 47.5
    expect(await evicted(reserve('1GiB'))).toEqual([])
    // 0 takes it back; a reservation of the system's is another thing
    expect(await evicted(reserve('40MiB'), reserve('0B', '1500ms'))).toEqual(['2 out A.a budget'])
    expect(await evicted({ at: '1s', reserve: '40MiB' })).toEqual(['2 out A.a budget'])
  })

  it('no other policy heeds it [PL-44]', async () => {
    const { lines } = await work('mapping-layer', with40(reserve('40MiB')))
    const { lines: without } = await work('mapping-layer', with40())
    const told = (all: typeof lines) => all.filter(({ type }) => type === 'evict' || type === 'make-resident').length
    expect(told(lines)).toBe(told(without))
  })
})

describe('(a) objects of both groups are missing', () => {
  const mixed = (): ScenarioFile => {
    const set = effect('Set', '1ms', '1MiB', '1MiB')
    const [a, b] = set.resources
    return of([{ ...set, resources: [{ ...b, heap: 'upload' }, a] as EffectFile['resources'] }], press('1s', 'Set'))
  }

  it('the non-local ones are not made resident: the device is lost [PL-32] [PL-36] [RS-07]', async () => {
    const { lines, findings, story } = await work('dawn', mixed())
    expect(story.map((line) => line.replace(/^[\d.]+ /, ''))).toEqual(['in Set.a', 'apply Set'])
    expect(findings[0]).toBe('1000000 PL-36a Set.b')
    expect(ofType(lines, 'device-removed')).toHaveLength(1)
  })

  it('mended, the local ones come first, then the others [PL-36]', async () => {
    const { lines, findings, story } = await work('dawn-fixed', mixed())
    expect(story.map((line) => line.replace(/^[\d.]+ /, ''))).toEqual(['in Set.a', 'in Set.b', 'apply Set'])
    expect(findings).toEqual([])
    expect(ofType(lines, 'device-removed')).toEqual([])
  })
})

it('(b) where others asked for more than is needed and used, all goes; not once mended [PL-36] [PL-44]', async () => {
  const effects = [effect('A', '1ms', '5MiB!'), effect('B', '1ms', '5MiB!'), effect('Set', '1ms', '20MiB')]
  const file = of(effects, { at: '1s', externalReservation: { group: 'local', bytes: '50MiB' } }, press('2s', 'Set'))
  const published = await work('dawn', file)
  expect(published.story.slice(0, 2)).toEqual(['2 out A.a budget', '2 out B.a budget'])
  expect(published.findings).toEqual(['2000000 PL-36b -'])
  const mended = await work('dawn-fixed', file)
  expect(mended.story[0]).toBe('2 in Set.a')
  expect(mended.findings).toEqual([])
})

describe('(c) MakeResident fails', () => {
  const failing = (used: string, count = 1, ...more: Record<string, unknown>[]) =>
    of(
      [effect('A', '1ms', `${used}!`), effect('Set', '1ms', '30MiB'), effect('Other', '1ms', '1MiB')],
      { at: '1s', inject: { fault: 'make-resident-fails', count } },
      press('2s', 'Set'),
      ...more,
    )

  it('with budget to spare it evicts nothing and gives up, and everything later fails [PL-34] [PL-36] [PL-45]', async () => {
    const more = [
      press('3s', 'Other'),
      { at: '4s', addEffect: effect('New', '1ms', '1MiB!') },
      {
        at: '5s',
        expect: { results: { 'steps[1]': 'E_OUTOFMEMORY', 'steps[2]': 'E_OUTOFMEMORY', 'steps[3]': 'E_OUTOFMEMORY' } },
      },
    ]
    const played = await play(failing('20MiB', 1, ...more), { policy: 'dawn' })
    expect(played.failures).toEqual([])
    expect(ofType(played.lines, 'evict')).toEqual([])
    expect(ofType(played.lines, 'make-resident')).toEqual([])
    expect(ofType(played.lines, 'finding').map(({ rule }) => rule)).toContain('PL-36c')
  })

  it('mended, it evicts 50,000,000 bytes whatever the budget says, and tries again [PL-36]', async () => {
    const { story, findings } = await work('dawn-fixed', failing('20MiB'))
    expect(story.map((line) => line.replace(/^[\d.]+ /, ''))).toEqual(['out A.a budget', 'in Set.a', 'apply Set'])
    expect(findings).toEqual([])
  })

  it.each(both)(
    '%s: where the room was not there it makes it, and tries the same batch again [PL-34]',
    async (policy) => {
      const { story } = await work(policy, failing('60MiB'))
      expect(story.map((line) => line.replace(/^[\d.]+ /, ''))).toEqual(['out A.a budget', 'in Set.a', 'apply Set'])
    },
  )

  it.each(both)('%s: gives up when nothing is left to evict, with no fault to find [PL-34]', async (policy) => {
    const { story, findings } = await work(policy, failing('60MiB', 2))
    expect(story).toEqual(['2 out A.a budget'])
    expect(findings).toEqual(['2000000 RS-06 -'])
  })

  it.each(both)('%s: it fails where the list of the group would exceed the segment [PL-34]', async (policy) => {
    const small = { ...system, localMemory: '112MiB', budget: '100MiB' }
    const effects = [effect('A', '1ms', '60MiB'), effect('B', '1ms', '60MiB')]
    const steps = [press('1s', 'A'), { at: '2s', makeResident: { names: ['A.a'] } }, press('3s', 'B')]
    const { lines } = await work(policy, { system: small, app: { effects }, steps, until: '4s' })
    // A has a reference of the app's own: what Dawn evicts of it stays, and 120 of 112 cannot be
    expect(ofType(lines, 'evict').map(({ references }) => references)).toEqual([1])
    expect(ofType(lines, 'apply').map(({ effect: name }) => name)).toEqual(['A'])
  })
})

describe('a set that the segment cannot hold', () => {
  const small = { ...system, localMemory: '100MiB' }

  it.each(both)(
    '%s: room is made all the same, then it gives up: the device is lost to the app [PL-34]',
    async (policy) => {
      const effects = [effect('A', '1ms', '40MiB'), effect('Big', '1ms', '60MiB', '60MiB')]
      const steps = [press('1s', 'A'), press('2s', 'Big'), press('3s', 'A')]
      const results = { 'steps[0]': 'S_OK', 'steps[1]': 'E_OUTOFMEMORY', 'steps[2]': 'E_OUTOFMEMORY' }
      const file = { system: small, app: { effects }, steps: [...steps, { at: '4s', expect: { results } }] }
      const played = await play(file, { policy })
      expect(played.failures).toEqual([])
      expect(story(played.lines, 1_500_000)).toEqual(['2 out A.a budget'])
    },
  )

  it.each(both)('%s: so it is for a set of its own [PL-34] [SC-13]', async (policy) => {
    const resource = (name: string, size: string) => ({ at: '0s', resource: { name, size, resident: false } })
    const use = (at: string, ...set: string[]) => ({ at, use: { set, gpuTime: '1ms' } })
    const file = {
      system: small,
      app: { effects: [] },
      steps: [
        resource('a', '40MiB'),
        resource('b', '60MiB'),
        resource('c', '60MiB'),
        use('1s', 'a'),
        use('2s', 'b', 'c'),
        use('3s', 'a'),
        { at: '4s', expect: { results: { 'steps[4]': 'E_OUTOFMEMORY', 'steps[5]': 'E_OUTOFMEMORY' } } },
      ],
    }
    const played = await play(file, { policy })
    expect(played.failures).toEqual([])
    expect(story(played.lines, 1_500_000)).toEqual(['2 out a budget'])
  })

  it.each(both)(
    '%s: one that is listed but cannot be beside its context is not applied, and the device stays [GP-14] [RS-06]',
    async (policy) => {
      const full = { ...small, driver: { contextAllocation: '16MiB' } }
      const results = { 'steps[0]': 'E_OUTOFMEMORY', 'steps[1]': 'E_OUTOFMEMORY' }
      const steps = [
        press('1s', 'Full'),
        { at: '2s', use: { set: ['Full.a'], gpuTime: '1ms' } },
        { at: '4s', expect: { results } },
      ]
      const file = { system: full, app: { effects: [effect('Full', '1ms', '90MiB!')] }, steps }
      const played = await play(file, { policy })
      expect(played.failures).toEqual([])
      expect(ofType(played.lines, 'apply')).toEqual([])
      expect(ofType(played.lines, 'device-removed')).toEqual([])
      expect(ofType(played.lines, 'finding').map(({ message }) => message)).toEqual([
        expect.stringContaining('Full was not applied: E_OUTOFMEMORY, as 111149056 bytes at once'),
        expect.stringContaining('the set was not used: E_OUTOFMEMORY, as 111149056 bytes at once'),
      ])
    },
  )
})

describe('mapping', () => {
  const effects = [upload('U', '5s', '60MiB'), upload('V', '1ms', '60MiB'), upload('W', '1ms', '60MiB')]
  const map = (at: string, name: string) => ({ at, map: name })
  const unmap = (at: string, name: string) => ({ at, unmap: name })

  it.each(both)('%s: makes resident and locks; unmapped it enters at the warm end [PL-35] [PL-45]', async (policy) => {
    const steps = [map('1s', 'U.a'), press('2s', 'V'), unmap('3s', 'U.a'), press('4s', 'W')]
    const { story, findings } = await work(policy, { ...of(effects, ...steps), until: '5s' })
    expect(story.map((line) => line.replace(/^[\d.]+ /, ''))).toEqual([
      'in U.a',
      // 120 of 109 are used, and there is nothing that may go
      'in V.a',
      'apply V',
      'out V.a budget',
      'out U.a budget',
      'in W.a',
      'apply W',
    ])
    expect(findings).toEqual([])
  })

  it.each(both)('%s: locks count, and a mapping waits for its turn [PL-35]', async (policy) => {
    const steps = [
      press('1s', 'U'),
      press('2s', 'V'),
      map('3s', 'V.a'),
      map('3s', 'V.a'),
      unmap('7s', 'V.a'),
      press('8s', 'W'),
    ]
    const { story } = await work(policy, { ...of(effects, ...steps), until: '9s' }, 1_500_000)
    expect(story.filter((line) => line.includes('out'))).toEqual(['6.000002 out U.a budget'])
  })

  it.each(both)(
    '%s: DEFAULT memory cannot be mapped, and unmapping what is not is nothing [PL-45] [DF-15]',
    async (policy) => {
      const file = of([effect('A', '1ms', '1MiB!'), ...effects], map('1s', 'A.a'), unmap('2s', 'U.a'), {
        at: '3s',
        expect: { results: { 'steps[0]': 'E_INVALIDARG', 'steps[1]': 'S_OK' } },
      })
      expect((await play(file, { policy })).failures).toEqual([])
    },
  )

  it.each(both)('%s: what cannot be made resident is not mapped, and that is found [PL-35] [PL-45]', async (policy) => {
    const file = of(effects, { at: '1s', inject: { fault: 'make-resident-fails', count: 1 } }, map('2s', 'U.a'), {
      at: '3s',
      expect: { results: { 'steps[1]': 'E_OUTOFMEMORY' } },
    })
    const played = await play(file, { policy })
    expect(played.failures).toEqual([])
    expect(ofType(played.lines, 'finding').map(({ rule }) => rule)).toEqual(['PL-35'])
    expect(ofType(played.lines, 'make-resident')).toEqual([])
  })

  it('(d) a press does not note its submission for what is locked [PL-36] [RS-07]', async () => {
    const steps = [map('1s', 'U.a'), press('2s', 'U'), unmap('3s', 'U.a'), press('4s', 'V')]
    const file = { ...of(effects, ...steps), until: '8s' }
    const published = await work('dawn', file, 3_500_000)
    expect(published.story[0]).toBe('4 out U.a budget')
    expect(published.findings.slice(0, 2)).toEqual(['4000000 PL-36d U.a', '4000000 RS-07 U.a'])
    const mended = await work('dawn-fixed', file, 3_500_000)
    expect(mended.story[0]).toBe('7 out U.a budget')
    expect(mended.findings).toEqual([])
  })
})

it.each(both)(
  '%s: what waits goes on when the app is rebuilt or an effect goes, and fails with the device [PL-32] [RS-07]',
  async (policy) => {
    const effects = [effect('A', '5s', '60MiB!'), effect('B', '1ms', '60MiB'), effect('C', '1ms', '1MiB')]
    const waiting = (...more: Record<string, unknown>[]) => ({
      ...of(effects, press('1s', 'A'), press('2s', 'B'), press('3s', 'C'), ...more),
      until: '8s',
    })
    const rebuilt = await work(policy, waiting({ at: '4s', policy: 'none' }), 2_000_000)
    expect(rebuilt.story).toEqual(['4 in B.a', '4 apply B', '4 in C.a', '4 apply C'])
    const gone = await work(policy, waiting({ at: '4s', removeEffect: 'B' }), 2_000_000)
    expect(gone.story.slice(0, 3)).toEqual(['4 in B.a', '4 apply B', '6 out A.a budget'])
    const parsed = validateScenario({ trimline: 1, system: quietSystem(system), app: { effects, policy } })
    if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems))
    const { sim, editor, device } = buildWorld(parsed.scenario)
    const returned: string[] = []
    for (const name of ['A', 'B', 'C']) editor.apply(name, undefined, (hr) => returned.push(`${name} ${hr}`))
    sim.advanceTo(1_000_000)
    device.remove('DXGI_ERROR_DEVICE_HUNG', 'of this test')
    expect(returned.slice(2)).toEqual(['B DXGI_ERROR_DEVICE_REMOVED', 'C DXGI_ERROR_DEVICE_REMOVED'])
  },
)
