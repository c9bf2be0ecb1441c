import { describe, expect, test } from 'vitest'
import type { Action } from '../../../../main/session/verbs/steps'
import { register, S, type TestWorld, worldOf } from '../../support/world'

const PERIODIC = 1
const RESTART = 2

/** Carries actions out at their seconds, then runs on to the end. @returns every notification: seconds and flags */
function cadence(until: number, steps: [number, Action][], periodicTrim: Record<string, unknown> = {}): number[][] {
  return notifications(played(until, steps, periodicTrim))
}

function played(until: number, steps: [number, Action][], periodicTrim: Record<string, unknown> = {}): TestWorld {
  const world = worldOf({ system: { periodicTrim } })
  for (const [second, action] of steps) {
    world.wait(second * S - world.sim.now)
    world.do(action)
  }
  world.wait(until * S - world.sim.now)
  return world
}

function notifications(world: TestWorld): number[][] {
  return world.of('notification').map(({ t, flags }) => [t / S, flags])
}

const idle: Action = { verb: 'idle', value: true }
const active: Action = { verb: 'idle', value: false }
const suspend: Action = { verb: 'suspend', value: true }
const resume: Action = { verb: 'resume', value: true }
const lock: Action = { verb: 'lock', value: true }
const unlock: Action = { verb: 'unlock', value: true }
const restart: Action = { verb: 'restartPeriodicTrim', value: true }

describe('while the OS is idle', () => {
  test('the first periodic notification comes at once, the next every 10 s, recorded with nobody registered [TN-21]', () => {
    const world = played(31, [[1, idle]])
    expect(notifications(world)).toEqual([
      [1, PERIODIC],
      [11, PERIODIC],
      [21, PERIODIC],
      [31, PERIODIC],
    ])
    expect(world.of('notification').every(({ callbacks }) => callbacks === 0)).toBe(true)
  })

  test('the interval is the configured one [TN-21]', () => {
    const found = cadence(8, [[1, idle]], { interval: '2.5s' })
    expect(found).toEqual([
      [1, PERIODIC],
      [3.5, PERIODIC],
      [6, PERIODIC],
    ])
  })

  test('repeating the state does nothing, nor does pressing an effect, nor idleAfter [TN-22]', () => {
    const press: Action = { verb: 'apply', value: 'Blur' }
    const add: Action = { verb: 'addEffect', value: { name: 'Blur', gpuTime: 1, resources: [] } }
    const steps: [number, Action][] = [
      [0, add],
      [1, idle],
      [4, idle],
      [6, press],
      [8, idle],
    ]
    const found = cadence(12, steps, { idleAfter: '300s' })
    expect(found).toEqual([
      [1, PERIODIC],
      [11, PERIODIC],
    ])
  })

  test('an active OS gets none, whether it was always active or is again [TN-21 TN-23]', () => {
    expect(cadence(100, [])).toEqual([])
    expect(cadence(100, [[3, active]])).toEqual([])
    const steps: [number, Action][] = [
      [1, idle],
      [15, active],
      [16, active],
    ]
    expect(cadence(100, steps)).toEqual([
      [1, PERIODIC],
      [11, PERIODIC],
      [15, RESTART],
    ])
  })

  test('each time it turns idle the cadence begins anew [TN-21]', () => {
    const steps: [number, Action][] = [
      [1, idle],
      [5, active],
      [8, idle],
    ]
    expect(cadence(20, steps)).toEqual([
      [1, PERIODIC],
      [5, RESTART],
      [8, PERIODIC],
      [18, PERIODIC],
    ])
  })

  test('a PERIODIC_TRIM sent by hand does not move it, any RESTART starts it anew [TN-21]', () => {
    const steps: [number, Action][] = [
      [1, idle],
      [6, { verb: 'periodicTrim', value: true }],
      [9, restart],
      [15, { verb: 'notify', value: { flags: RESTART, bytes: 0 } }],
    ]
    expect(cadence(36, steps)).toEqual([
      [1, PERIODIC],
      [6, PERIODIC],
      [9, RESTART], // moves what was due at 11 s to 19 s
      [15, RESTART], // and that to 25 s
      [25, PERIODIC],
      [35, PERIODIC],
    ])
  })

  test('a RESTART by hand starts none while the user is active [TN-21]', () => {
    expect(cadence(40, [[2, restart]])).toEqual([[2, RESTART]])
  })
})

describe('with whileActive', () => {
  test('the cadence also runs while the user is active, and is told of [TN-21]', () => {
    const world = played(35, [], { whileActive: true })
    expect(notifications(world)).toEqual([
      [10, PERIODIC],
      [20, PERIODIC],
      [30, PERIODIC],
    ])
    expect(world.vidmm.periodicTrim.nextTime).toBe(40_000_000)
  })

  test('RESTART starts it anew when the OS stops being idle [TN-21 TN-23]', () => {
    const steps: [number, Action][] = [
      [2, idle],
      [14, active],
    ]
    const found = cadence(24, steps, { whileActive: true })
    expect(found.slice(-2)).toEqual([
      [14, RESTART],
      [24, PERIODIC],
    ])
  })
})

describe('suspend', () => {
  test('stops the cadence until resume, which sends RESTART and starts it anew [TN-21 TN-23]', () => {
    const steps: [number, Action][] = [
      [1, idle],
      [5, suspend],
      [43, resume],
    ]
    expect(cadence(63, steps)).toEqual([
      [1, PERIODIC],
      [43, RESTART],
      [53, PERIODIC],
      [63, PERIODIC],
    ])
  })

  test('nothing comes of idleness or of unlocking until resume [TN-21 TN-23]', () => {
    const steps: [number, Action][] = [
      [1, lock],
      [2, suspend],
      [3, idle],
      [4, unlock],
      [30, resume],
    ]
    expect(cadence(40, steps)).toEqual([
      [30, RESTART],
      [40, PERIODIC],
    ])
  })

  test('also stops a cadence that runs while active [TN-21]', () => {
    expect(cadence(60, [[12, suspend]], { whileActive: true })).toEqual([[10, PERIODIC]])
  })

  test('any RESTART starts anew what it stopped, by hand too [TN-21]', () => {
    const steps: [number, Action][] = [
      [1, idle],
      [3, suspend],
      [5, restart],
    ]
    expect(cadence(26, steps)).toEqual([
      [1, PERIODIC],
      [5, RESTART],
      [15, PERIODIC],
      [25, PERIODIC],
    ])
    const whileActive: [number, Action][] = [
      [12, suspend],
      [14, { verb: 'notify', value: { flags: RESTART, bytes: 0 } }],
    ]
    expect(cadence(30, whileActive, { whileActive: true })).toEqual([
      [10, PERIODIC],
      [14, RESTART],
      [24, PERIODIC],
    ])
  })

  test('repeating suspend does nothing, also after a RESTART by hand has started the cadence anew [TN-22 TN-21]', () => {
    const steps: [number, Action][] = [
      [1, idle],
      [3, suspend],
      [5, restart],
      [6, suspend],
    ]
    expect(cadence(16, steps)).toEqual([
      [1, PERIODIC],
      [5, RESTART],
      [15, PERIODIC],
    ])
    expect(cadence(31, [...steps, [20, resume], [21, suspend]])).toEqual([
      [1, PERIODIC],
      [5, RESTART],
      [15, PERIODIC],
      [20, RESTART],
    ])
  })

  test('what was started anew ends with idleness, and resume restarts it once more [TN-21 TN-23]', () => {
    const steps: [number, Action][] = [
      [1, idle],
      [3, suspend],
      [5, restart],
      [17, active],
      [30, resume],
    ]
    expect(cadence(60, steps)).toEqual([
      [1, PERIODIC],
      [5, RESTART],
      [15, PERIODIC],
      [17, RESTART],
      [30, RESTART],
    ])
  })

  test('changed settings start nothing that it stopped [TN-21]', () => {
    const world = played(4, [
      [1, idle],
      [3, suspend],
    ])
    world.vidmm.periodicTrim.configure({ interval: S })
    expect(world.vidmm.periodicTrim.nextTime).toBeNull()
  })

  test('resume without suspend is no event [TN-22]', () => {
    expect(cadence(60, [[3, resume]])).toEqual([])
  })
})

describe('lock', () => {
  test('itself changes nothing; unlock sends RESTART and starts the cadence anew [TN-21 TN-23]', () => {
    const steps: [number, Action][] = [
      [1, idle],
      [4, lock],
      [14, unlock],
    ]
    expect(cadence(24, steps)).toEqual([
      [1, PERIODIC],
      [11, PERIODIC],
      [14, RESTART],
      [24, PERIODIC],
    ])
  })

  test('unlock sends RESTART while the user is active too, and without lock it is no event [TN-22 TN-23]', () => {
    const steps: [number, Action][] = [
      [2, unlock],
      [4, lock],
      [7, unlock],
      [8, unlock],
    ]
    expect(cadence(60, steps)).toEqual([[7, RESTART]])
  })
})

describe('settings changed while it runs', () => {
  test('a new interval counts from the change, a new idleAfter moves nothing [TN-21]', () => {
    const world = played(4, [[1, idle]])
    world.vidmm.periodicTrim.configure({ idleAfter: 1 })
    expect(world.vidmm.periodicTrim.nextTime).toBe(11_000_000)
    world.vidmm.periodicTrim.configure({ interval: 2 * S })
    world.wait(5 * S)
    expect(notifications(world)).toEqual([
      [1, PERIODIC],
      [6, PERIODIC],
      [8, PERIODIC],
    ])
  })

  test('whileActive switched off stops it, on starts it [TN-21]', () => {
    const world = played(12, [], { whileActive: true })
    world.vidmm.periodicTrim.configure({ whileActive: false })
    expect(world.vidmm.periodicTrim.nextTime).toBeNull()
    world.wait(20 * S)
    world.vidmm.periodicTrim.configure({ whileActive: true })
    world.wait(10 * S)
    expect(notifications(world)).toEqual([
      [10, PERIODIC],
      [42, PERIODIC],
    ])
  })
})

test('a callback that takes longer than the interval delays notifications but loses none [TN-21 TN-25]', () => {
  const world = worldOf({ system: { periodicTrim: { interval: '1s' } } })
  register(world.device, () => {})
  world.faults.inject('callback-takes', 1, 3_500_000)
  world.do(idle)
  world.wait(4 * S)
  expect(notifications(world)).toEqual([
    [0, PERIODIC],
    [3.5, PERIODIC],
    [3.5, PERIODIC],
    [3.5, PERIODIC],
    [4, PERIODIC],
  ])
})
