import { describe, expect, test } from 'vitest'
import type { CallbackReturn, TrimNotification } from '../../../main/d3d12/trim-notification'
import { anotherDevice, create, MIB, register, S, stateOf, worldOf } from '../support/world'

/** Writes down what callbacks get, and when. */
function logOf(world: { sim: { now: number } }) {
  const calls: [string, number][] = []
  return { calls, named: (name: string) => (): void => void calls.push([name, world.sim.now]) }
}

describe('a notification', () => {
  test('carries the registered context, the flags and the bytes, 0 without TRIM_TO_BUDGET [TN-04 TN-03 TN-02]', () => {
    const world = worldOf()
    const seen: TrimNotification[] = []
    const context = { app: 'mine' }
    register(world.device, (notification) => seen.push(notification), context)
    world.do({ verb: 'periodicTrim', value: true })
    world.do({ verb: 'restartPeriodicTrim', value: true })
    world.do({ verb: 'trimToBudget', value: 12_345 })
    world.do({ verb: 'notify', value: { flags: 5, bytes: 678 } })
    world.do({ verb: 'notify', value: { flags: 6, bytes: 9 } })
    expect(seen.map(({ Flags, NumBytesToTrim }) => [Flags, NumBytesToTrim])).toEqual([
      [1, 0],
      [2, 0],
      [4, 12_345],
      [5, 678],
      [6, 9],
    ])
    expect(seen.every(({ pContext }) => pContext === context)).toBe(true)
    expect(world.of('notification').map(({ flags, bytesToTrim }) => [flags, bytesToTrim])).toEqual([
      [1, 0],
      [2, 0],
      [4, 12_345],
      [5, 678],
      [6, 9],
    ])
  })

  test('calls each callback once in the order of registration, whatever the cookies and devices [TN-11 TN-15]', () => {
    const world = worldOf()
    const { calls, named } = logOf(world)
    world.device.trimNotifications.nextCookie = 4_294_967_294
    register(world.device, named('a'))
    register(anotherDevice(world), named('b'))
    register(world.device, named('c'))
    world.do({ verb: 'periodicTrim', value: true })
    expect(calls.map(([name]) => name)).toEqual(['a', 'b', 'c'])
    expect(world.of('notification')).toMatchObject([{ callbacks: 3 }])
    expect(world.of('callback').map(({ cookie }) => cookie)).toEqual([4_294_967_294, 0, 0])
  })

  test('what one callback writes into its notification does not reach the next one [TN-33 TN-04]', () => {
    const world = worldOf()
    const seen: [number, number][] = []
    for (let i = 0; i < 2; i++)
      register(world.device, (notification) => {
        seen.push([notification.Flags, notification.NumBytesToTrim])
        Object.assign(notification, { Flags: 2, NumBytesToTrim: 0 })
      })
    world.do({ verb: 'notify', value: { flags: 5, bytes: 65_536 } })
    world.wait(0)
    expect(seen).toEqual([
      [5, 65_536],
      [5, 65_536],
    ])
  })

  test('never has two callbacks at work at once: the next one starts when the one before has ended [TN-11]', () => {
    const world = worldOf()
    const { calls, named } = logOf(world)
    for (const name of ['a', 'b', 'c']) register(world.device, named(name))
    world.faults.inject('callback-takes', 2, 3 * S)
    world.do({ verb: 'periodicTrim', value: true })
    world.wait(20 * S)
    expect(calls).toEqual([
      ['a', 0],
      ['b', 3_000_000],
      ['c', 6_000_000],
    ])
    expect(world.of('callback').map(({ t, cookie }) => [t, cookie])).toEqual([
      [3_000_000, 0],
      [6_000_000, 1],
      [6_000_000, 2],
    ])
  })

  test('is an event of its own at the moment it is made, never inside the call that made it [TN-13]', () => {
    const world = worldOf()
    const { calls, named } = logOf(world)
    register(world.device, named('a'))
    world.wait(5 * S)
    world.vidmm.trimWorker.post(1, 0, 'hand')
    world.vidmm.setBudget(0)
    expect(calls).toEqual([])
    expect(world.of('notification')).toEqual([])
    world.wait(0)
    expect(calls).toEqual([['a', 5_000_000]])
  })

  test('that callbacks ignore changes nothing: the runtime trims nothing by itself [TN-14]', () => {
    const world = worldOf()
    const resource = create(world, 'Blur.main', 64 * MIB)
    register(world.device, () => {})
    world.do({ verb: 'notify', value: { flags: 5, bytes: 64 * MIB } })
    world.wait(S)
    expect(stateOf(world, resource)).toBe('resident')
    expect(world.of('evict', 'page-out')).toEqual([])
    expect(world.of('callback')).toMatchObject([{ cookie: 0, evicted: 0, bytes: 0 }])
  })

  test('whose callback evicts reports how much [TN-14]', () => {
    const world = worldOf()
    const resources = [create(world, 'Blur.main', 64 * MIB), create(world, 'Blur.temp', MIB)]
    register(world.device, () => {
      for (const resource of resources) world.device.evict(resource)
    })
    register(world.device, () => {})
    world.do({ verb: 'periodicTrim', value: true })
    expect(world.of('callback')).toMatchObject([
      { cookie: 0, evicted: 2, bytes: 65 * 1024 * 1024 },
      { cookie: 1, evicted: 0, bytes: 0 },
    ])
  })
})

describe('after Unregister has returned its callback is not called again', () => {
  test('nor for a notification that is made already [TN-13]', () => {
    const world = worldOf()
    const { calls, named } = logOf(world)
    register(world.device, named('a'))
    register(world.device, named('b'))
    world.vidmm.trimWorker.post(1, 0, 'hand')
    world.device.unregisterTrimNotificationCallback(0)
    world.wait(0)
    expect(calls.map(([name]) => name)).toEqual(['b'])
    expect(world.of('notification')).toMatchObject([{ callbacks: 1 }])
  })

  test('nor for one that another callback is still busy with [TN-13 TN-25]', () => {
    const world = worldOf()
    const { calls, named } = logOf(world)
    for (const name of ['a', 'b', 'c']) register(world.device, named(name))
    world.faults.inject('callback-takes', 1, 3 * S)
    world.do({ verb: 'periodicTrim', value: true })
    world.wait(S)
    expect(world.device.unregisterTrimNotificationCallback(1)).toBe('S_OK')
    world.wait(10 * S)
    expect(calls).toEqual([
      ['a', 0],
      ['c', 3_000_000],
    ])
  })

  test('nor when it is the one at work that goes: those after it are still called [TN-13 TN-25]', () => {
    const world = worldOf()
    const { calls, named } = logOf(world)
    for (const name of ['a', 'b']) register(world.device, named(name))
    world.faults.inject('callback-takes', 1, 3 * S)
    world.do({ verb: 'periodicTrim', value: true })
    world.device.unregisterTrimNotificationCallback(0)
    world.do({ verb: 'periodicTrim', value: true })
    world.wait(10 * S)
    expect(calls).toEqual([
      ['a', 0],
      ['b', 3_000_000],
      ['b', 3_000_000],
    ])
  })
})

describe("the kernel's registrations", () => {
  test('are one for each of the runtime, and go with it [TN-15]', () => {
    const world = worldOf()
    const { trimWorker } = world.vidmm
    register(world.device, () => {})
    register(world.device, () => {})
    expect(trimWorker.registered).toBe(2)
    world.device.unregisterTrimNotificationCallback(0)
    expect(trimWorker.registered).toBe(1)
  })

  test('of a destroyed device are all removed, those of another stay [TN-15 RS-14]', () => {
    const world = worldOf()
    const { calls, named } = logOf(world)
    register(world.device, named('mine'))
    register(world.device, named('mine too'))
    register(anotherDevice(world), named('other'))
    world.device.destroy()
    expect(world.vidmm.trimWorker.registered).toBe(1)
    world.do({ verb: 'periodicTrim', value: true })
    expect(calls.map(([name]) => name)).toEqual(['other'])
  })
})

describe('a callback that throws', () => {
  test('stops neither those after it nor the emulator, and is reported with its cookie [TN-16]', () => {
    const returns: CallbackReturn[] = []
    const world = worldOf({}, { onCallbackReturn: (result) => returns.push(result) })
    const { calls, named } = logOf(world)
    register(world.device, named('a'))
    register(world.device, () => {
      throw new Error('the disk is full')
    })
    register(world.device, () => {
      throw 'plain text'
    })
    register(world.device, named('d'))
    world.do({ verb: 'periodicTrim', value: true })
    world.do({ verb: 'periodicTrim', value: true })
    expect(calls.map(([name]) => name)).toEqual(['a', 'd', 'a', 'd'])
    expect(world.of('callback').map(({ cookie }) => cookie)).toEqual([0, 1, 2, 3, 0, 1, 2, 3])
    const findings = world.of('finding')
    expect(findings.map(({ rule }) => rule)).toEqual(['TN-16', 'TN-16', 'TN-16', 'TN-16'])
    expect(findings[0]?.message).toMatch(/cookie 1\b.*the disk is full/)
    expect(findings[1]?.message).toMatch(/cookie 2\b.*plain text/)
    expect(returns.map(({ cookie, error }) => [cookie, error])).toEqual([
      [0, undefined],
      [1, 'the disk is full'],
      [2, 'plain text'],
      [3, undefined],
      [0, undefined],
      [1, 'the disk is full'],
      [2, 'plain text'],
      [3, undefined],
    ])
  })

  test('can be injected: the next callback throws before it does anything, the one after it does not [TN-16]', () => {
    const world = worldOf()
    const { calls, named } = logOf(world)
    register(world.device, named('a'))
    register(world.device, named('b'))
    world.do({ verb: 'inject', value: { fault: 'callback-throws', count: 1 } })
    world.do({ verb: 'periodicTrim', value: true })
    expect(calls.map(([name]) => name)).toEqual(['b'])
    expect(world.of('finding')).toMatchObject([{ rule: 'TN-16' }])
  })
})
