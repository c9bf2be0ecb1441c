/** Sample and library hold their lock for the whole of a trim callback: presses made meanwhile wait (TN-33). */
import { describe, expect, it } from 'vitest'
import { appPackets, evictions, ofType, play, type ScenarioFile } from './support/play'

const HOLDING = ['creative-app', 'creative-app-fixed', 'd3dx12-residency', 'd3dx12-residency-fixed'] as const
const effects = ['A', 'B'].map((name) => ({ name, gpuTime: '1ms', resources: [{ name: 'r', size: '16MiB' }] }))

/** A callback from 2 s to 5 s; A is pressed at 3 s, B at 4 s. */
const slow: ScenarioFile = {
  app: { effects },
  steps: [
    { at: '1s', inject: { fault: 'callback-takes', duration: '3s' } },
    { at: '2s', trimToBudget: '64KiB' },
    { at: '3s', apply: 'A' },
    { at: '4s', apply: 'B' },
  ],
  until: '10s',
}
const applied = (lines: Parameters<typeof ofType>[0]) => ofType(lines, 'apply').map((line) => [line.t, line.effect])

describe('a press made while a callback takes its time', () => {
  it.each(HOLDING)('%s: waits until it has returned, in the order of the presses [TN-33]', async (policy) => {
    const { lines } = await play(slow, { policy })
    expect(applied(lines)).toEqual([
      [5_000_000, 'A'],
      [5_000_000, 'B'],
    ])
    // A's packet starts when the press went on; the press's own ordinal stays its cause
    expect(appPackets(lines).map((line) => line.start)).toEqual([5_000_000, 5_001_000])
    expect(ofType(lines, 'apply').map((line) => line.cause)).toEqual([3, 4])
  })

  it.each(['fence-lru', 'mapping-layer-periodic', 'none'] as const)(
    '%s holds no lock, and does not wait [TN-33]',
    async (policy) => {
      const { lines } = await play(slow, { policy })
      expect(applied(lines)).toEqual([
        [3_000_000, 'A'],
        [4_000_000, 'B'],
      ])
    },
  )

  it.each(HOLDING)(
    '%s: the callback’s record comes first, and what waits behind it later [TN-33] [TN-25]',
    async (policy) => {
      const steps = [...(slow.steps ?? []), { at: '4500ms', periodicTrim: true }]
      const { lines } = await play({ ...slow, steps }, { policy })
      const order = lines
        .filter(({ t, type }) => t === 5_000_000 && ['callback', 'apply', 'notification'].includes(type))
        .map(({ type }) => type)
      expect(order.slice(0, 4)).toEqual(['callback', 'apply', 'apply', 'notification'])
    },
  )

  it.each(HOLDING)(
    '%s: what waits does not outlive the app: it is submitted when that is rebuilt [TN-33]',
    async (policy) => {
      const steps = [...(slow.steps ?? []), { at: '4500ms', policy: 'none' }]
      expect(applied((await play({ ...slow, steps }, { policy })).lines)).toEqual([
        [4_500_000, 'A'],
        [4_500_000, 'B'],
      ])
    },
  )

  it.each(HOLDING)('%s: nor its effect: it is submitted before that is removed [TN-33] [RS-11]', async (policy) => {
    const steps = [...(slow.steps ?? []), { at: '4500ms', removeEffect: 'B' }]
    const played = await play({ ...slow, steps }, { policy })
    expect(applied(played.lines)).toEqual([
      [4_500_000, 'A'],
      [4_500_000, 'B'],
    ])
    expect(ofType(played.lines, 'device-removed')).toEqual([])
  })

  it.each(HOLDING)(
    '%s: what does not use it, and was pressed later, waits on until the callback returns [TN-33] [TN-38]',
    async (policy) => {
      const steps = [...(slow.steps ?? []), { at: '4500ms', removeEffect: 'A' }]
      const played = await play({ ...slow, steps }, { policy })
      expect(applied(played.lines)).toEqual([
        [4_500_000, 'A'],
        [5_000_000, 'B'],
      ])
      expect(ofType(played.lines, 'device-removed')).toEqual([])
    },
  )

  it.each(HOLDING)(
    '%s: up to the last press that uses it, in the order of the presses, and no further [TN-33] [TN-38]',
    async (policy) => {
      const presses = ['A', 'B', 'A', 'B'].map((apply, i) => ({ at: `3${i}00ms`, apply }))
      const steps = [...(slow.steps ?? []).slice(0, 2), ...presses, { at: '4500ms', removeEffect: 'A' }]
      expect(applied((await play({ ...slow, steps }, { policy })).lines)).toEqual([
        [4_500_000, 'A'],
        [4_500_000, 'B'],
        [4_500_000, 'A'],
        [5_000_000, 'B'],
      ])
    },
  )

  it.each(HOLDING)(
    '%s: a resource of no effect that none of them uses lets none go on [TN-33] [SC-13]',
    async (policy) => {
      const resource = { at: 0, resource: { name: 'own', size: '1MiB' } }
      const steps = [resource, ...(slow.steps ?? []), { at: '4500ms', free: { name: 'own' } }]
      expect(applied((await play({ ...slow, steps }, { policy })).lines)).toEqual([
        [5_000_000, 'A'],
        [5_000_000, 'B'],
      ])
    },
  )

  it.each(HOLDING)('%s: it fails with the device [TN-33] [RS-07]', async (policy) => {
    const steps = [
      { at: '1s', inject: { fault: 'callback-takes', duration: '60s' } },
      { at: '2s', trimToBudget: '64KiB' },
      { at: '3s', inject: { fault: 'hang' } },
      { at: '3s', submit: { engine: '3d', gpuTime: '1ms' } },
      { at: '4s', apply: 'A' },
    ]
    const system = { tdr: { delay: '1s' } }
    const played = await play({ app: { effects }, system, steps, until: '20s' }, { policy })
    const [removed] = ofType(played.lines, 'device-removed')
    expect(removed?.t).toBe(5_000_000)
    expect(applied(played.lines)).toEqual([])
    const notApplied = ofType(played.lines, 'finding').filter((line) => String(line.message).startsWith('A was not'))
    expect(notApplied.map((line) => [line.t, line.message])).toEqual([
      [5_000_000, 'A was not applied: DXGI_ERROR_DEVICE_REMOVED'],
    ])
  })

  /** Room for one of three: A runs until 2 s, B waits for it from 1.1 s and would until then, C behind B. */
  const full: ScenarioFile = {
    system: { budget: '16MiB', nonLocalMemory: '64KiB', localMemory: '64MiB' },
    app: {
      effects: ['A', 'B', 'C'].map((name) => ({
        name,
        gpuTime: '1s',
        resources: [{ name: 'r', size: '16MiB', resident: false }],
      })),
    },
    steps: [
      { at: '1s', apply: 'A' },
      { at: '1100ms', apply: 'B' },
      { at: '1200ms', apply: 'C' },
    ],
    until: '20s',
  }

  it.each(['d3dx12-residency', 'd3dx12-residency-fixed'] as const)(
    '%s: of presses that wait for the GPU only those up to the one whose effect goes are let through [TN-38]',
    async (policy) => {
      const waited = applied((await play(full, { policy })).lines)
      expect(waited.map(([, effect]) => effect)).toEqual(['A', 'B', 'C'])
      // A has 16 MiB to page in before its second
      const firstEnds = 2_000_000 + Math.ceil((16 * 1e6) / 8192)
      expect(waited.map(([t]) => t)).toEqual([
        1_000_000,
        firstEnds,
        firstEnds + 1_000_000 + Math.ceil((16 * 1e6) / 8192),
      ])
      const steps = [...(full.steps ?? []), { at: '1500ms', removeEffect: 'B' }]
      const { lines } = await play({ ...full, steps }, { policy })
      expect(applied(lines)).toEqual([
        [1_000_000, 'A'],
        [1_500_000, 'B'],
        [firstEnds, 'C'],
      ])
    },
  )

  describe.each(['d3dx12-residency', 'd3dx12-residency-fixed'] as const)(
    '%s: a press that has waited for the GPU since before the callback',
    (policy) => {
      /** A ends just after 2 s; the callback has the lock from 1.5 s to 3.5 s. D is behind B, and needs nothing. */
      const interrupted: ScenarioFile = {
        ...full,
        app: { effects: [...(full.app?.effects ?? []), { name: 'D', gpuTime: '1ms', resources: [] }] },
        steps: [
          { at: '1s', apply: 'A' },
          { at: '1100ms', apply: 'B' },
          { at: '1200ms', apply: 'D' },
          { at: '1500ms', inject: { fault: 'callback-takes', duration: '2s' } },
          { at: '1500ms', restartPeriodicTrim: true },
        ],
      }

      it('goes on only when that has returned, and so does who is behind it [TN-33]', async () => {
        const played = await play(interrupted, { policy })
        expect(evictions(played)[0]).toBe('3500000 A.r budget')
        expect(applied(played.lines)).toEqual([
          [1_000_000, 'A'],
          [3_500_000, 'B'],
          [3_500_000, 'D'],
        ])
      })

      it('is submitted before its effect goes, but who is behind it waits on [TN-33] [TN-38]', async () => {
        const steps = [...(interrupted.steps ?? []), { at: '3s', removeEffect: 'B' }]
        expect(applied((await play({ ...interrupted, steps }, { policy })).lines)).toEqual([
          [1_000_000, 'A'],
          [3_000_000, 'B'],
          [3_500_000, 'D'],
        ])
      })

      it('fails with the device [TN-33] [RS-07]', async () => {
        const steps = [
          ...(interrupted.steps ?? []),
          { at: '2200ms', inject: { fault: 'hang' } },
          { at: '2200ms', submit: { engine: '3d', gpuTime: '1ms' } },
        ]
        const { lines } = await play(
          { ...interrupted, system: { ...full.system, tdr: { delay: '500ms' } }, steps },
          { policy },
        )
        expect(ofType(lines, 'device-removed').map(({ t }) => t)).toEqual([3_200_000])
        expect(applied(lines)).toEqual([[1_000_000, 'A']])
      })
    },
  )

  it('the library: presses that wait for the GPU as well keep their order [TN-33] [TN-38]', async () => {
    const played = await play(
      {
        system: { budget: '32MiB', nonLocalMemory: '64KiB' },
        app: {
          effects: ['A', 'B', 'C'].map((name) => ({
            name,
            gpuTime: '1s',
            resources: [{ name: 'r', size: '16MiB', resident: false }],
          })),
        },
        steps: [
          { at: '1s', inject: { fault: 'callback-takes', duration: '1s' } },
          { at: '1s', trimToBudget: '64KiB' },
          { at: '1500ms', apply: 'A' },
          { at: '1600ms', apply: 'B' },
          { at: '1700ms', apply: 'C' },
        ],
        until: '20s',
      },
      { policy: 'd3dx12-residency-fixed' },
    )
    expect(ofType(played.lines, 'apply').map((line) => line.effect)).toEqual(['A', 'B', 'C'])
    expect(evictions(played).length).toBeGreaterThan(0)
  })
})
