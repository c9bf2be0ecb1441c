import { describe, expect, it } from 'vitest'
import { Registrations } from '../../../../main/session/verbs/hand-callbacks'
import type { HandBehaviour } from '../../../../preload/contract'
import { worldOf } from '../../support/world'
import { type LiveRig, rig } from '../live-rig'

function register(live: LiveRig, callback: string, behaviour: HandBehaviour, context = 'ctx'): void {
  live.must({ kind: 'registerCallback', callback, context, behaviour })
}

/** Owner and error of each result of the newest notification. */
function results(live: LiveRig): [string, string | undefined][] {
  live.must({ kind: 'periodicTrim' })
  live.elapse(16)
  return live.shown.notifications.items.at(-1)?.results.map(({ owner, error }) => [owner, error]) ?? []
}

const rules = (live: LiveRig): string[] => live.shown.findings.items.map(({ rule }) => rule)

describe('callbacks registered by hand', () => {
  it('are called each once, in the order of registration, beside the policy’s own [TN-11]', () => {
    const live = rig({ app: { policy: 'fence-lru' } })
    register(live, 'A', 'ignore')
    register(live, 'B', 'ignore')
    live.must({ kind: 'periodicTrim' })
    live.elapse(16)
    const { results: all, callbacks } = live.shown.notifications.items[0] ?? { results: [], callbacks: 0 }
    expect(callbacks).toBe(3)
    expect(all.map(({ cookie, owner }) => [cookie, owner])).toEqual([
      [0, 'fence-lru'],
      [1, 'by hand'],
      [2, 'by hand'],
    ])
  })

  it('are refused with the reason, and what to do where it is not plain [TN-08] [TN-10]', () => {
    const live = rig({ app: { policy: 'none' } })
    register(live, 'A', 'ignore')
    const again = live.do({ kind: 'registerCallback', callback: 'A', context: 'other', behaviour: 'throw' })
    expect(again).toMatchObject({ message: expect.stringMatching(/ALREADY_EXISTS: .*unregister it first\.$/) })
    for (const [cookie, why] of [
      [7, /NOT_FOUND: none of the live registrations/],
      [0xffffffff, /E_INVALIDARG: no cookie can be that/],
    ] as const)
      expect(live.do({ kind: 'unregisterCallback', cookie })).toMatchObject({ message: expect.stringMatching(why) })
  })

  it('change nothing when they ignore the notification [TN-14]', () => {
    const live = rig({ app: { policy: 'none' } })
    register(live, 'A', 'ignore')
    const { resident } = live.shown.memory.local
    expect(results(live)).toEqual([['by hand', undefined]])
    expect(live.shown.memory.local.resident).toBe(resident)
    expect(live.shown.notifications.items[0]?.results[0]).toMatchObject({ evicted: 0, bytes: 0 })
  })

  it('may throw: the error is shown with the cookie, and the next callback is called [TN-16]', () => {
    const live = rig({ app: { policy: 'none' } })
    register(live, 'Bad', 'throw', 'my context')
    register(live, 'Good', 'ignore')
    const shown = results(live)
    expect(shown.map(([, error]) => error)).toEqual([expect.stringContaining('my context'), undefined])
    expect(shown[0]?.[1]).toContain('Bad')
    expect(rules(live)).toEqual(['TN-16'])
    expect(live.shown.findings.items[0]?.message).toContain('cookie 0')
  })

  it.each([
    ['register-inside', 'RegisterTrimNotificationCallback'],
    ['unregister-inside', 'UnregisterTrimNotificationCallback'],
  ] as const)('break a rule by %s: nothing changes, and the rule is named [TN-12]', (behaviour, call) => {
    const live = rig({ app: { policy: 'none' } })
    register(live, 'A', behaviour)
    register(live, 'B', 'ignore')
    const before = live.shown.registrations
    const shown = results(live)
    expect(shown.map(([owner]) => owner)).toEqual(['by hand', 'by hand'])
    expect(shown[0]?.[1]).toContain(call)
    expect(shown[1]?.[1]).toBeUndefined()
    expect(live.shown.registrations).toEqual(before)
    expect(rules(live)).toEqual(['TN-12'])
    // afterwards both are allowed again
    live.must({ kind: 'unregisterCallback', cookie: 0 })
    register(live, 'C', 'ignore')
  })

  it('are not called once they are unregistered, not even by a notification that was made before [TN-13]', () => {
    // the first one takes so long that the second is unregistered before its turn comes
    const live = rig({
      app: { policy: 'none' },
      steps: [{ at: 0, inject: { fault: 'callback-takes', duration: '60ms' } }],
    })
    live.elapse(16)
    register(live, 'A', 'ignore')
    register(live, 'B', 'ignore')
    live.must({ kind: 'periodicTrim' })
    live.elapse(16)
    live.must({ kind: 'unregisterCallback', cookie: 1 })
    live.elapse(100)
    expect(live.shown.notifications.items[0]?.results.map(({ cookie }) => cookie)).toEqual([0])
    expect(live.shown.registrations.map(({ cookie }) => cookie)).toEqual([0])
  })

  it('keep the behaviour and context of their registration, also after it was refused a second time [TN-08]', () => {
    const live = rig({ app: { policy: 'none' } })
    register(live, 'A', 'throw', 'first')
    expect(live.do({ kind: 'registerCallback', callback: 'A', context: 'second', behaviour: 'ignore' }).ok).toBe(false)
    expect(results(live)[0]?.[1]).toContain('first')
    live.must({ kind: 'unregisterCallback', cookie: 0 })
    register(live, 'A', 'ignore', 'third')
    expect(results(live)).toEqual([['by hand', undefined]])
  })
})

describe('owners of cookies', () => {
  it('are forgotten with what is registered no more, but for the one whose callback has not returned [TN-33]', () => {
    const world = worldOf({ app: { policy: 'creative-app-fixed' } })
    const registrations = new Registrations(world.device, world.callbacks)
    registrations.policyBuilt(world.editor.policy)
    world.do({ verb: 'inject', value: { fault: 'callback-takes', count: 1, duration: 1_000 } })
    world.do({ verb: 'periodicTrim', value: true })
    for (let i = 0; i < 50; i++) {
      world.do({ verb: 'policy', value: i % 2 === 0 ? 'fence-lru' : 'creative-app-fixed' })
      registrations.policyBuilt(world.editor.policy)
    }
    expect([registrations.ownerOf(0), registrations.ownerOf(50)]).toEqual(['creative-app-fixed', 'creative-app-fixed'])
    expect([registrations.known, registrations.views().length]).toEqual([2, 1])
    world.wait(1_000)
    world.do({ verb: 'policy', value: 'none' })
    registrations.policyBuilt(world.editor.policy)
    expect([registrations.known, registrations.views()]).toEqual([0, []])
  })

  it('of what is left behind are stale, and stay [TN-34]', () => {
    const world = worldOf({ app: { policy: 'creative-app' } })
    const registrations = new Registrations(world.device, world.callbacks)
    registrations.policyBuilt(world.editor.policy)
    world.do({ verb: 'policy', value: 'fence-lru' })
    registrations.policyBuilt(world.editor.policy)
    expect(registrations.views().map(({ owner, stale }) => [owner, stale])).toEqual([
      ['creative-app', true],
      ['fence-lru', false],
    ])
  })
})
