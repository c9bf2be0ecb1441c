/** A policy that holds its lock for the whole of a trim callback (TN-33). */
import { describe, expect, it } from 'vitest'
import type { TrimNotification } from '../../../main/d3d12/trim-notification'
import type { HeldBack } from '../../../main/policies/held-back'
import { LockingPolicy } from '../../../main/policies/locking-policy'
import type { PolicyHost } from '../../../main/policies/policy'
import { staticCallback } from '../../../main/policies/tracking-policy'
import { create, MIB, S, worldOf } from '../support/world'
import { hostOf, NEVER, setOf } from './support/by-hand'

const callback = staticCallback()

/** Does nothing in its callbacks, but remembers them. */
class Idle extends LockingPolicy {
  readonly trims: number[] = []

  constructor(host: PolicyHost) {
    super('creative-app', host)
    this.register(callback)
  }

  protected trim({ NumBytesToTrim }: TrimNotification): void {
    this.trims.push(NumBytesToTrim)
  }
}

/** A callback takes 3 s, from 0 on, unless it says otherwise. */
function rig(isSlow = true) {
  const world = worldOf()
  const policy = new Idle(hostOf(world))
  const [a, b] = [create(world, 'a', MIB), create(world, 'b', MIB, false)]
  policy.track('A', [a], () => true, NEVER)
  policy.track('B', [b], () => false, NEVER)
  if (isSlow) world.do({ verb: 'inject', value: { fault: 'callback-takes', count: 1, duration: 3 * S } })
  world.do({ verb: 'trimToBudget', value: 64 })
  const told: string[] = []
  /** Results as "A S_OK at 3 s", and what holds it back. */
  const press = (which: 'A' | 'B'): string => {
    const heldBack = ({ policy: name, on }: HeldBack): void =>
      void told.push(`${which} held back by ${name}, callback ${on !== null && 'cookie' in on ? on.cookie : '-'}`)
    const owner = { submitted: () => {}, heldBack }
    const set = { ...setOf(which, which === 'A' ? a : b), owner }
    return policy.prepare(set, (hr) => void told.push(`${which} ${hr} at ${world.sim.now / S} s`))
  }
  return { world, policy, told, press }
}

describe('a press', () => {
  it('is prepared at once where no callback runs', () => {
    const { world, policy, press, told } = rig(false)
    expect([press('A'), press('B'), told, policy.trims]).toEqual(['S_OK', 'S_OK', [], [64]])
    expect(world.of('make-resident').map(({ resources }) => resources)).toEqual([['b']])
  })

  it('waits while one does, says for which, and goes on when it has returned, in order [TN-33] [LB-08]', () => {
    const { world, press, told } = rig()
    world.wait(S)
    expect([press('B'), press('A')]).toEqual(['E_PENDING', 'E_PENDING'])
    world.wait(1_999_999)
    const held = ['B', 'A'].map((which) => `${which} held back by creative-app, callback 0`)
    expect([told, world.of('make-resident')]).toEqual([held, []])
    world.wait(1)
    expect(told.slice(2)).toEqual(['B S_OK at 3 s', 'A S_OK at 3 s'])
    expect(press('A')).toBe('S_OK')
  })
})

describe('what waits for the lock [TN-33]', () => {
  it('is submitted before what it uses is released, with all that was pressed before it', () => {
    const { world, policy, press, told } = rig()
    press('A')
    press('B')
    press('A')
    world.wait(S)
    policy.untrack('B')
    // the last press is of A alone, and waits on
    expect(told.slice(3)).toEqual(['A S_OK at 1 s', 'B S_OK at 1 s'])
    world.wait(2 * S)
    expect(told.slice(5)).toEqual(['A S_OK at 3 s'])
  })

  it('does not outlive the policy: it is submitted, and the callback is no more', () => {
    const { world, policy, press, told } = rig()
    press('A')
    world.wait(S)
    policy.dispose()
    expect(told.slice(1)).toEqual(['A S_OK at 1 s'])
    world.do({ verb: 'trimToBudget', value: 128 })
    world.wait(5 * S)
    expect(policy.trims).toEqual([64])
  })

  it('ends with the device, as what was pressed on it', () => {
    const { world, policy, press, told } = rig()
    press('A')
    press('B')
    policy.deviceRemoved()
    const ends = ['A DXGI_ERROR_DEVICE_REMOVED at 0 s', 'B DXGI_ERROR_DEVICE_REMOVED at 0 s']
    expect(told.slice(2)).toEqual(ends)
    world.wait(5 * S)
    expect(told.slice(2)).toEqual(ends)
  })
})
