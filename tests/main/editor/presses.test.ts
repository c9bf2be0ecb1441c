/** One press from its policy to its end, of effects of a real world with a policy that can wait. */
import { describe, expect, it } from 'vitest'
import type { HResultName } from '../../../main/d3d12/hresult'
import type { AppliedWork, EffectState } from '../../../main/editor/editor-options'
import { Presses } from '../../../main/editor/presses'
import { NoPolicy } from '../../../main/policies/none'
import type { SubmissionSet } from '../../../main/policies/policy'
import { hostOf } from '../policies/support/by-hand'
import { MIB, MS, quietSystem, runOf, worldOf } from '../support/world'

/** An effect of two resources, on 64 MiB. @param prepared what the policy answers; E_PENDING: it goes on when it is told to [S_OK] */
function rig({
  prepared = 'S_OK',
  size = MIB,
  meets = false,
}: {
  prepared?: HResultName
  size?: number
  meets?: boolean
} = {}) {
  const effect = { name: 'Blur', gpuTime: '4ms', resources: ['r', 's'].map((name) => ({ name, size })) }
  const world = worldOf({ system: { localMemory: 64 * MIB + 65_536, budget: 32 * MIB }, app: { effects: [effect] } })
  const said: string[] = []
  let resume: (hr: HResultName) => void = () => {}
  class Answers extends NoPolicy {
    readonly meetsUnmeetable = meets

    override prepare(_set: SubmissionSet, later: (hr: HResultName) => void): HResultName {
      resume = later
      said.push('prepare')
      return prepared
    }

    override submitted(set: SubmissionSet, fence: number): void {
      said.push(`submitted ${set.effect} ${fence}`)
      super.submitted(set, fence)
    }
  }
  const policy = new Answers(hostOf(world))
  const blur = world.editor.effect('Blur')
  if (blur === undefined) throw new Error('there is no Blur')
  policy.track('Blur', blur.resources, () => true, { lastFence: 0, lastApplied: -1 })
  let held = true
  const presses = new Presses({
    sim: world.sim,
    work: world.editor.work,
    draws: world.editor.draws,
    hooks: { effectFinished: (name) => void said.push(`finished ${name}`), submitted: () => void said.push('told') },
    device: () => world.device,
    policy: () => policy,
    isHeld: () => held,
    report: (rule, message) => void said.push(`${rule}: ${message}`),
  })
  const ended: AppliedWork[] = []
  const returned: string[] = []
  const press = (): HResultName =>
    presses.press(
      blur,
      (work) => ended.push(work),
      (hr) => returned.push(hr),
    )
  return {
    ...{ world, blur, said, ended, returned, press },
    resume: (hr: HResultName) => resume(hr),
    lose: () => {
      held = false
    },
  }
}

const counts = ({ inFlight, completed, applied, lastFence, lastApplied }: EffectState): unknown[] => [
  inFlight,
  completed,
  applied,
  lastFence,
  lastApplied,
]

describe('a press', () => {
  it('is prepared, submitted, recorded and told, in this order, and ends with what it took', () => {
    const { world, blur, said, ended, returned, press } = rig()
    world.wait(5)
    expect(press()).toBe('S_OK')
    expect([said, counts(blur), ended, returned]).toEqual([
      ['prepare', 'submitted Blur 1', 'told'],
      [1, 0, true, 1, 5],
      [],
      [],
    ])
    expect(world.of('apply')).toMatchObject([{ t: 5, effect: 'Blur', submission: 1 }])
    world.wait(4 * MS)
    expect([counts(blur), ended, said.at(-1)]).toEqual([
      [0, 1, true, 1, 5],
      [{ completed: true, gpuTime: 4000 }],
      'finished Blur',
    ])
  })

  it('that the policy holds back goes on when it says so, and says both [TN-38]', () => {
    const { world, blur, said, returned, press, resume } = rig({ prepared: 'E_PENDING' })
    expect(press()).toBe('S_OK')
    expect([returned, counts(blur)]).toEqual([['E_PENDING'], [1, 0, false, 0, -1]])
    world.wait(7)
    resume('S_OK')
    expect([returned, counts(blur), said.at(1)]).toEqual([
      ['E_PENDING', 'S_OK'],
      [1, 0, true, 1, 7],
      'submitted Blur 1',
    ])
  })

  it.each<[HResultName, string]>([
    ['E_OUTOFMEMORY', 'RS-06: Blur was not applied: E_OUTOFMEMORY'],
    ['DXGI_ERROR_DEVICE_REMOVED', 'RS-07: Blur was not applied: DXGI_ERROR_DEVICE_REMOVED'],
  ])('that the policy could not prepare fails with %s, at once or later', (hr, message) => {
    const once = rig({ prepared: hr })
    expect([once.press(), once.said, counts(once.blur), once.ended]).toEqual([
      hr,
      ['prepare', message],
      [0, 0, false, 0, -1],
      [{ completed: false, gpuTime: 0 }],
    ])
    const later = rig({ prepared: 'E_PENDING' })
    later.press()
    later.resume(hr)
    expect([later.returned, later.said.at(-1), later.blur.inFlight]).toEqual([['E_PENDING', hr], message, 0])
  })

  it('of what can never be resident at once is refused before the policy is asked, unless that wants to be [RS-06] [PL-34]', () => {
    const [refused, asked] = [rig({ size: 40 * MIB }), rig({ size: 40 * MIB, meets: true })]
    expect([refused.press(), asked.press()]).toEqual(['E_OUTOFMEMORY', 'E_OUTOFMEMORY'])
    expect(refused.said).toEqual([expect.stringMatching(/^RS-06: Blur was not applied: E_OUTOFMEMORY, as /)])
    expect(asked.said[0]).toBe('prepare')
  })

  it('of which the device goes has not completed, and of one that is gone nothing is told', () => {
    const removed = rig()
    removed.press()
    removed.press()
    removed.world.device.remove('DXGI_ERROR_DEVICE_HUNG', 'planted')
    removed.world.wait(10 * MS)
    // the first was running and runs out
    expect([removed.ended.map(({ completed }) => completed).sort(), removed.blur.inFlight]).toEqual([[false, true], 0])
    const lost = rig()
    lost.press()
    lost.lose()
    lost.world.wait(10 * MS)
    expect([lost.blur.completed, lost.said]).toEqual([1, ['prepare', 'submitted Blur 1', 'told']])
  })

  it('of what Dawn does not make resident removes the device, also where that is more than its segment [PL-36] [RS-07]', async () => {
    const resource = (name: string, heap: string, size: string) => ({ name, heap, size, resident: false })
    const resources = [
      resource('a', 'default', '1MiB'),
      resource('b', 'upload', '80MiB'),
      resource('c', 'upload', '80MiB'),
    ]
    const run = await runOf({
      system: quietSystem({ localMemory: '256MiB', nonLocalMemory: '128MiB' }),
      app: { policy: 'dawn', effects: [{ name: 'Set', gpuTime: '1ms', resources }] },
      steps: [{ at: '1s', apply: 'Set' }],
    })
    expect(run.of('apply')).toHaveLength(1)
    expect(run.of('device-removed').map(({ because }) => because)).toEqual([expect.stringContaining('used Set.b')])
  })
})
