/** Requests that could not be met even with nothing else resident (RS-06), and packets that wait for what was taken (RS-10). */
import { describe, expect, test } from 'vitest'
import { HeapFlag, ResidencyFlag } from '../../../../main/d3d12/resource'
import { runScenario } from '../../../../main/session/run/runner'
import { validateScenario } from '../../../../main/session/scenario'
import { POLICY_NAMES, type PolicyName } from '../../../../preload/contract'
import { conservationProblems } from '../../support/conservation'
import { create, MIB, runOf, S, stateOf, worldOf } from '../../support/world'

const SYSTEM = { localMemory: 128 * MIB, pagingBandwidth: 1000 * MIB }
const three = (resident: boolean) => ['a', 'b', 'c'].map((name) => ({ name, size: '64MiB', resident }))

describe('EnqueueMakeResident of more than the segment can ever have', () => {
  test('fails with E_OUTOFMEMORY and changes nothing [RS-06]', () => {
    const world = worldOf({ system: SYSTEM })
    const all = ['a', 'b', 'c'].map((name) => create(world, name, 64 * MIB, false))
    const fence = world.device.createFence()
    const before = world.records.length
    expect(world.device.enqueueMakeResident(all, ResidencyFlag.NONE, fence, 1)).toEqual({
      hr: 'E_OUTOFMEMORY',
      bytesToTrim: 0,
    })
    world.wait(S)
    expect(all.map((own) => stateOf(world, own))).toEqual(['paged-out', 'paged-out', 'paged-out'])
    expect([fence.completedValue, world.vidmm.residency.counters[0].usage, world.device.removed]).toEqual([0, 0, null])
    const message = `EnqueueMakeResident: ${192 * MIB} bytes at once are more than the local segment can ever have free, ${128 * MIB - 65_536} bytes`
    expect(world.records.slice(before)).toMatchObject([{ type: 'finding', rule: 'RS-06', message }])
    expect(conservationProblems(world.vidmm)).toEqual([])
  })

  test('counts what cannot leave: the page tables, not other processes, nor what else is resident [RS-06] [AN-11]', () => {
    const world = worldOf({ system: SYSTEM })
    create(world, 'resident', 64 * MIB)
    world.do({ verb: 'otherProcess', value: { name: 'game', usage: 64 * MIB } })
    const fence = world.device.createFence()
    const request = (name: string, bytes: number) =>
      world.device.enqueueMakeResident([create(world, name, bytes, false)], ResidencyFlag.NONE, fence, 1).hr
    // 64 KiB of page tables
    expect(request('fits', 128 * MIB - 65_536)).toBe('S_OK')
    const { hr } = world.device.createCommittedResource({ dimension: 'buffer', width: 128 * MIB }, HeapFlag.NONE, 'no')
    expect(hr).toBe('E_OUTOFMEMORY')
  })

  test('the same object twice counts once, and segments count apart [RS-06]', () => {
    const world = worldOf({ system: SYSTEM })
    const a = create(world, 'a', 100 * MIB, false)
    const upload = world.device.createCommittedResource(
      { dimension: 'buffer', width: 100 * MIB },
      HeapFlag.NONE,
      'u',
      'UPLOAD',
    )
    if (upload.resource === null) throw new Error('no upload heap')
    const fence = world.device.createFence()
    expect(world.device.enqueueMakeResident([a, a, upload.resource], ResidencyFlag.NONE, fence, 1).hr).toBe('S_OK')
  })
})

describe('an effect whose resources the segment can never hold together', () => {
  const ofDawn: readonly PolicyName[] = ['dawn', 'dawn-fixed']
  const both = (policies: readonly PolicyName[]) =>
    policies.flatMap((policy) => [true, false].map((resident) => [policy, resident] as const))

  const runUnder = (policy: PolicyName, resident: boolean) => {
    const effects = [
      { name: 'Large', resources: three(resident) },
      { name: 'Small', resources: [{ name: 's', size: '1MiB', resident: false }] },
    ]
    const steps = [
      { at: '1s', apply: 'Large' },
      { at: '2s', apply: 'Small' },
    ]
    return runOf({ system: SYSTEM, app: { policy, effects }, steps, until: '20s' })
  }

  test.each(both(POLICY_NAMES.filter((policy) => !ofDawn.includes(policy))))(
    'with %s, created resident: %s, is not applied, and the device goes on [RS-06]',
    async (policy, resident) => {
      const run = await runUnder(policy, resident)
      expect(run.summary.devicesRemoved).toBe(0)
      expect(run.of('apply').map(({ effect }) => effect)).toEqual(['Small'])
      expect(run.of('finding').filter(({ rule }) => rule === 'RS-06')).toMatchObject([
        { message: expect.stringMatching(/^Large was not applied: E_OUTOFMEMORY, as 201326592 bytes at once/) },
      ])
      expect(run.of('packet').filter(({ kind, outcome }) => kind === 'standard' && outcome !== 'completed')).toEqual([])
    },
  )

  test.each(both(ofDawn))(
    'is asked of %s, created resident: %s, which gives up: the app has no device from then on [PL-34]',
    async (policy, resident) => {
      const run = await runUnder(policy, resident)
      expect(run.summary.devicesRemoved).toBe(0)
      expect(run.of('apply')).toEqual([])
      expect(run.of('packet').filter(({ kind, outcome }) => kind === 'standard' && outcome !== 'completed')).toEqual([])
    },
  )
})

test.each([
  ['while pressure is taking its memory', '2050ms'],
  ['after pressure has taken its memory', '3s'],
])('a packet that comes %s hitches [RS-10]', async (_when, at) => {
  const parsed = validateScenario({
    trimline: 1,
    system: { localMemory: '256MiB', pagingBandwidth: '1GiB' },
    app: {
      policy: 'none',
      effects: ['A', 'B'].map((name) => ({ name, resources: [{ name: 'r', size: '100MiB' }] })),
    },
    steps: [
      { at: '0s', apply: 'A' },
      { at: '1s', apply: 'B' },
      // A.r, used least recently, goes from 2 s to 2.098 s
      { at: '2s', otherProcess: { name: 'game', usage: '100MiB', foreground: true } },
      { at: '2s', expect: { hitches: 0 } },
      { at, apply: 'A' },
      { at: '5s', expect: { hitches: 1 } },
    ],
  })
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems))
  const { expectations } = await runScenario(parsed.scenario)
  expect(expectations.map(({ ok, found }) => [ok, found])).toEqual([
    [true, 0],
    [true, 1],
  ])
})
