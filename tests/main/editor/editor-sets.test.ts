/** Policy-managed submissions with any set: `resource` and `use` (SC-13). Values are worked out by hand. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { validateScenario } from '../../../main/session/scenario'
import { POLICY_NAMES, RESEARCH_POLICIES } from '../../../preload/contract'
import {
  appPackets,
  evictions,
  findings,
  type Line,
  MiB,
  ofType,
  play,
  type ScenarioFile,
} from '../policies/support/play'
import { programs } from '../policies/support/programs'

const make = (name: string, fields: Record<string, unknown> = {}) => ({
  at: '0s',
  resource: { name, size: '16MiB', ...fields },
})
const use = (at: string, ...set: string[]) => ({ at, use: { set } })
const file = (steps: Record<string, unknown>[], more: ScenarioFile = {}): ScenarioFile => ({
  ...more,
  app: { effects: [], ...more.app },
  steps,
})
const applies = (lines: readonly Line[]) =>
  ofType(lines, 'apply').map(({ t, effect, submission, resources }) => [t, effect, submission, resources])

describe('a set of its own', () => {
  it('is one submission: an apply without effect and with resources [SC-13] [SC-08]', async () => {
    const { lines, text } = await play(file([make('a'), make('b', { resident: true }), use('1s', 'a', 'b')]))
    expect(applies(lines)).toEqual([[1_000_000, undefined, 1, ['a', 'b']]])
    expect(text).toContain('{"t":1000000,"type":"apply","submission":1,"resources":["a","b"],"cause":3}\n')
    // 16 MiB at 8 GiB a second: 1953.125 µs, rounded up; then 1 ms of work
    expect(ofType(lines, 'make-resident')).toMatchObject([{ t: 1_000_000, resources: ['a'], bytes: 16 * MiB }])
    expect(appPackets(lines).map(({ start, end, command }) => [start, end, command])).toEqual([
      [1_001_954, 1_002_954, 'use'],
    ])
  })

  it('counts a name twice once, and may be empty [SC-13]', async () => {
    const { lines } = await play(file([make('a'), use('1s', 'a', 'a'), use('2s')]))
    expect(applies(lines)).toEqual([
      [1_000_000, undefined, 1, ['a']],
      [2_000_000, undefined, 2, []],
    ])
    expect(ofType(lines, 'make-resident')).toMatchObject([{ resources: ['a'] }])
    expect(appPackets(lines).map(({ start, end }) => [start, end])).toEqual([
      [1_001_954, 1_002_954],
      [2_000_000, 2_001_000],
    ])
  })

  it('takes resources of effects and placed ones too [SC-13] [RS-15]', async () => {
    const steps = [
      make('a'),
      { at: '0s', allocate: { name: 'placed', size: '1MiB' } },
      use('1s', 'Blur.main', 'a', 'placed'),
      { at: '2s', expect: { resident: ['a', 'Blur.main'], devicesRemoved: 0 } },
    ]
    const effects = [
      {
        name: 'Blur',
        resources: [
          { name: 'main', size: '64MiB', resident: false },
          { name: 'temp', size: '64MiB', resident: false },
        ],
      },
    ]
    const played = await play({ app: { effects }, steps })
    expect(played.failures).toEqual([])
    expect(applies(played.lines)).toEqual([[1_000_000, undefined, 1, ['Blur.main', 'a', 'placed']]])
    expect(ofType(played.lines, 'make-resident')).toMatchObject([{ resources: ['Blur.main', 'a'] }])
  })

  it('a placed one that a policy evicted comes back when it is used again [SC-13] [RS-15]', async () => {
    const steps = [
      { at: '0s', allocate: { name: 'placed', size: '1MiB' } },
      use('1s', 'placed'),
      { at: '2s', periodicTrim: true },
      { at: '3s', periodicTrim: true },
      use('4s', 'placed'),
    ]
    const { lines } = await play(file(steps), { policy: 'fence-lru' })
    expect(evictions({ lines })).toEqual(['3000000 placed periodic'])
    expect(ofType(lines, 'make-resident')).toMatchObject([{ t: 4_000_000, resources: ['placed'] }])
    expect(ofType(lines, 'device-removed')).toEqual([])
  })

  it('runs on the engine and in the context that it names, in order with the rest [SC-13]', async () => {
    const steps = [
      make('a', { resident: true }),
      { at: '1s', use: { set: ['a'], engine: 'compute', gpuTime: '3ms' } },
      { at: '1s', use: { set: ['a'], gpuTime: '2ms', context: 'encoder' } },
      { at: '1s', use: { set: ['a'] } },
    ]
    const { lines } = await play(file(steps))
    const packets = ofType(lines, 'packet').filter(({ kind, start, end }) => kind === 'standard' && start !== end)
    expect(packets.map(({ engine, context, start, end }) => [engine, context, start, end])).toEqual([
      ['compute', 'app', 1_000_000, 1_003_000],
      ['3d', 'encoder', 1_003_000, 1_005_000],
      ['3d', 'app', 1_005_000, 1_006_000],
    ])
  })

  it('that its segment could never hold fails and changes nothing [SC-13] [RS-06]', async () => {
    const set = ['a', 'b', 'c']
    const steps = [
      ...set.map((name) => make(name, { size: '64MiB' })),
      use('1s', ...set),
      { at: '2s', expect: { results: { 'steps[3]': 'E_OUTOFMEMORY' }, pagedOut: set, devicesRemoved: 0 } },
    ]
    const played = await play(file(steps, { system: { localMemory: '128MiB' } }))
    expect(played.failures).toEqual([])
    expect(applies(played.lines)).toEqual([])
    expect(ofType(played.lines, 'make-resident')).toEqual([])
    expect(findings(played)).toEqual(['1000000 RS-06 -'])
  })

  it('is refused with a name that nothing has when its turn comes, and changes nothing [SC-13] [SC-16]', async () => {
    const steps = [make('a'), { at: '1s', free: { name: 'a' } }, use('2s', 'a')]
    const { lines } = await play(file(steps))
    expect(applies(lines)).toEqual([])
    expect(ofType(lines, 'finding').map(({ t, rule, message }) => [t, rule, message])).toEqual([
      [2_000_000, 'SC-13', 'the set was not used: there is no resource a'],
    ])
  })
})

describe('a resource of no effect', () => {
  it('is created not resident unless said, in the heap that is said [SC-13]', async () => {
    const { lines } = await play(file([make('a'), make('b', { resident: true }), make('c', { heap: 'upload' })]))
    expect(ofType(lines, 'create').map(({ resource, resident, segment }) => [resource, resident, segment])).toEqual([
      ['a', false, undefined],
      ['b', true, undefined],
      ['c', false, 'non-local'],
    ])
  })

  it('has its name to itself; one that is taken is refused, and said [SC-13] [SC-16]', async () => {
    const { lines } = await play(file([make('a'), make('a')]))
    expect(ofType(lines, 'create')).toHaveLength(1)
    expect(ofType(lines, 'finding').map(({ rule, message }) => [rule, message])).toEqual([
      ['SC-16', 'resource a was not created: E_INVALIDARG: the name is taken'],
    ])
  })

  it('goes with free, when the work that uses it has ended; its name is free at once [SC-13] [RS-11]', async () => {
    const steps = [
      make('a', { resident: true }),
      { at: '1s', use: { set: ['a'], gpuTime: '2s' } },
      { at: '2s', free: { name: 'a' } },
      { at: '2s', resource: { name: 'a', size: '32MiB' } },
    ]
    const { lines } = await play(file(steps, { until: '5s' }))
    expect(ofType(lines, 'destroy').map(({ t, bytes }) => [t, bytes])).toEqual([[3_000_000, 16 * MiB]])
    expect(ofType(lines, 'create').map(({ t, bytes }) => [t, bytes])).toEqual([
      [0, 16 * MiB],
      [2_000_000, 32 * MiB],
    ])
    expect(findings({ lines })).toEqual([])
  })

  it('is made again on a new device, where the policy knows it [SC-13] [RS-07]', async () => {
    const steps = [
      make('a'),
      make('b'),
      { at: '1s', free: { name: 'b' } },
      { at: '2s', recreateDevice: true },
      use('3s', 'a'),
    ]
    const { lines } = await play(file(steps))
    expect(ofType(lines, 'create').map(({ t, resource }) => [t, resource])).toEqual([
      [0, 'a'],
      [0, 'b'],
      [2_000_000, 'a'],
    ])
    expect(ofType(lines, 'make-resident')).toMatchObject([{ t: 3_000_000, resources: ['a'] }])
    expect(ofType(lines, 'device-removed')).toEqual([])
  })
})

describe('sets that overlap', () => {
  const abc = ['a', 'b', 'c'].map((name) => make(name, { resident: true }))
  const trim = (at: string) => ({ at, periodicTrim: true })

  it('fence-lru: what one of them used counts as used, whichever it was [SC-13] [TN-17]', async () => {
    const steps = [...abc, use('1s', 'a', 'b'), trim('2s'), use('3s', 'b'), trim('4s'), trim('5s')]
    const { lines } = await play(file(steps), { policy: 'fence-lru' })
    // at 2 s only c was never referenced; at 4 s a was not referenced since 2 s, b was
    expect(evictions({ lines })).toEqual(['2000000 c periodic', '4000000 a periodic', '5000000 b periodic'])
  })

  it('creative-app: opportunistic eviction spares the set itself, not its neighbours [SC-13] [TN-27]', async () => {
    const steps = [...abc, use('1s', 'a', 'b'), use('2s', 'c'), use('3s', 'c'), use('4s', 'c'), use('5s', 'b')]
    const { lines } = await play(file(steps), { policy: 'creative-app' })
    // at the fifth, index 4: a and b have 1 <= 4 - 3; b is in the set
    expect(evictions({ lines })).toEqual(['5000000 a opportunistic'])
  })

  it.each(['submission-lru', 'mapping-layer', 'driver-managed'] as const)(
    '%s: likewise [SC-13] [TN-20]',
    async (policy) => {
      const steps = [...abc, use('1s', 'a', 'b'), use('2s', 'c'), use('3s', 'c'), use('4s', 'c'), use('5s', 'b')]
      expect(evictions(await play(file(steps), { policy }))).toEqual(['5000000 a opportunistic'])
    },
  )

  it('mapping-layer: the budget check counts what the set lacks and spares what it has [SC-13] [TN-20]', async () => {
    const steps = [
      ...abc,
      make('d'),
      { at: '500ms', budget: '48MiB' },
      use('1s', 'a'),
      use('2s', 'b'),
      use('3s', 'a', 'd'),
    ]
    // 48 MiB are used; d needs 16: c was never used, so it is the coldest
    expect(evictions(await play(file(steps), { policy: 'mapping-layer' }))).toEqual(['3000000 c budget'])
  })

  it('d3dx12-residency: each object moves to the warm end in the order of the set [SC-13] [TN-38]', async () => {
    const steps = [...abc, use('1s', 'a', 'b', 'c'), use('2s', 'c', 'a'), { at: '3s', trimToBudget: '33MiB' }]
    // cold to warm: b, c, a; 48 − 33 = 15 MiB is passed with the third
    expect(evictions(await play(file(steps), { policy: 'd3dx12-residency' }))).toEqual([
      '3000000 b budget',
      '3000000 c budget',
      '3000000 a budget',
    ])
  })

  it('what a set used is in flight for a policy that takes over [SC-13] [RS-07]', async () => {
    const steps = [
      ...abc,
      { at: '1s', use: { set: ['a'], gpuTime: '5s' } },
      { at: '2s', policy: 'fence-lru' },
      { at: '3s', trimToBudget: '1GiB' },
      { at: '7s', trimToBudget: '1GiB' },
    ]
    const { lines } = await play(file(steps, { until: '9s' }), { policy: 'none' })
    expect(evictions({ lines }).sort()).toEqual(['3000000 b budget', '3000000 c budget', '7000000 a budget'])
    expect(ofType(lines, 'device-removed')).toEqual([])
  })

  it('a press that waits is submitted before what its set uses is freed [SC-13] [TN-33] [RS-11]', async () => {
    const steps = [
      ...abc,
      { at: '1s', inject: { fault: 'callback-takes', duration: '3s' } },
      { at: '1s', trimToBudget: '64KiB' },
      use('2s', 'a', 'b'),
      { at: '3s', free: { name: 'b' } },
    ]
    const { lines } = await play(file(steps, { until: '9s' }), { policy: 'creative-app-fixed' })
    expect(applies(lines)).toEqual([[3_000_000, undefined, 1, ['a', 'b']]])
    expect(ofType(lines, 'device-removed')).toEqual([])
  })
})

/** The same program with each effect's resources made by `resource` and each press a `use` of them. */
function asSets({ app, steps = [], ...rest }: ScenarioFile): ScenarioFile {
  const effects = app?.effects ?? []
  const made = effects.flatMap(({ name, resources }) =>
    resources.map(({ name: own, size, resident = true }) => ({
      at: 0,
      resource: { name: `${name}.${own}`, size, resident },
    })),
  )
  const used = steps.map(({ apply, ...step }) => {
    if (apply === undefined) return step
    const { name, resources, gpuTime } = effects.find((effect) => effect.name === apply) as (typeof effects)[number]
    return { ...step, use: { set: resources.map((resource) => `${name}.${resource.name}`), gpuTime } }
  })
  return { ...rest, app: { effects: [] }, steps: [...made, ...used] }
}

/** Without what only names the press, in fields or in words. */
function neutral(lines: readonly Line[]): Line[] {
  return lines.map(({ cause, effect, resources, command, message, because, ...line }) =>
    line.type === 'apply' || resources === undefined ? line : { ...line, resources },
  )
}

it.each(POLICY_NAMES)(
  '%s: an effect’s set, and the same set by itself, give the same run [SC-13] [TN-20] [TN-38]',
  async (policy) => {
    await fc.assert(
      fc.asyncProperty(programs(), async (program) => {
        const asEffects = await play(program, { policy })
        const alone = await play(asSets(program), { policy })
        expect(neutral(alone.lines)).toEqual(neutral(asEffects.lines))
      }),
      { numRuns: 25 },
    )
  },
)

const SOUND = [
  'none',
  'submission-lru',
  'mapping-layer',
  'fence-lru',
  'creative-app-fixed',
  'd3dx12-residency-fixed',
  'vkd3d-proton',
  'vkd3d-proton-fixed',
  ...RESEARCH_POLICIES,
] as const

it.each(SOUND)('%s: random overlapping sets are never used while off the list [SC-13] [RS-07]', async (policy) => {
  const names = ['a', 'b', 'c', 'd', 'e']
  const step = fc.oneof(
    { weight: 6, arbitrary: fc.subarray(names).map((set) => ({ use: { set, gpuTime: '30ms' } })) },
    { weight: 1, arbitrary: fc.constant({ periodicTrim: true }) },
    { weight: 1, arbitrary: fc.constantFrom('0B', '20MiB', '1GiB').map((bytes) => ({ trimToBudget: bytes })) },
    { weight: 1, arbitrary: fc.constantFrom('32MiB', '64MiB', '1GiB').map((budget) => ({ budget })) },
    { weight: 1, arbitrary: fc.constantFrom(...names).map((name) => ({ free: { name } })) },
    { weight: 1, arbitrary: fc.constantFrom(...names).map((name) => ({ resource: { name, size: '16MiB' } })) },
  )
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.constantFrom(0, 1_000, 40_000, 2_000_003), step), { maxLength: 40 }),
      async (list) => {
        let at = 0
        const live = new Set(names)
        const steps = list.flatMap(([after, verb]) => {
          at += after
          const { free, resource } = verb as { free?: { name: string }; resource?: { name: string } }
          if (free !== undefined && !live.delete(free.name)) return []
          if (resource !== undefined) live.add(resource.name)
          return [{ at, ...verb }]
        })
        const { lines } = await play(file([...names.map((name) => make(name)), ...steps]), { policy })
        expect(ofType(lines, 'device-removed')).toEqual([])
        expect(ofType(lines, 'finding').filter(({ rule }) => rule === 'RS-07')).toEqual([])
      },
    ),
    { numRuns: 60 },
  )
})

it('a set that Dawn does not make resident removes the device, also where it is more than its segment [PL-36] [RS-07]', async () => {
  const large = (name: string) => make(name, { size: '80MiB', heap: 'upload', resident: false })
  const steps = [make('a', { resident: false }), large('b'), large('c'), use('1s', 'a', 'b', 'c')]
  const system = { localMemory: '256MiB', nonLocalMemory: '128MiB' }
  const { lines } = await play(file(steps, { system }), { policy: 'dawn' })
  expect(applies(lines)).toEqual([[1_000_000 + 1_954, undefined, 1, ['a', 'b', 'c']]])
  expect(ofType(lines, 'device-removed')).toHaveLength(1)
})

it('a set with a name that nothing in the file could make is bad input [SC-02] [SC-13]', () => {
  const parsed = validateScenario({ trimline: 1, app: { effects: [] }, steps: [use('1s', 'nothing')] })
  expect(parsed.ok ? [] : parsed.problems.map(({ path, found }) => [path, found])).toEqual([
    ['steps[0].use.set[0]', '"nothing"'],
  ])
})
