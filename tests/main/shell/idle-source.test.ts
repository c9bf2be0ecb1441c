import { EventEmitter } from 'node:events'
import { describe, expect, test } from 'vitest'
import { type IdleState, IdleWatcher, readIdle } from '../../../main/shell/idle-source'

class Monitor extends EventEmitter {
  seconds = 0
  state: IdleState = 'active'
  broken = false
  states = 0
  getSystemIdleTime(): number {
    if (this.broken) throw new Error('no display')
    return this.seconds
  }
  getSystemIdleState(): IdleState {
    this.states++
    return this.state
  }
}

function setUp() {
  const monitor = new Monitor()
  const reports: [number | null, string][] = []
  const power: string[] = []
  const sink = {
    reportIdle: (seconds: number | null, state: IdleState) => void reports.push([seconds, state]),
    power: (event: string) => void power.push(event),
  }
  const source = new IdleWatcher(monitor, () => sink)
  source.start()
  let now = 0
  /** Time goes on by so much, looked at ten times a second. */
  const pass = (ms: number): void => {
    for (const end = now + ms; now < end; now += 100) source.look(now)
  }
  return { monitor, reports, power, pass }
}

describe('idleness of the real operating system', () => {
  test('[TN-22] idle time is reported a few times a second, and only when somebody asks', () => {
    const { monitor, reports, pass } = setUp()
    expect(reports).toEqual([])
    monitor.seconds = 7
    monitor.state = 'idle'
    pass(1_200)
    expect(reports).toEqual(Array.from({ length: 4 }, () => [7, 'idle']))
  })

  test('[TN-22] the state, which is dear, is asked for every other second', () => {
    const { monitor, reports, pass } = setUp()
    pass(300)
    monitor.state = 'locked'
    pass(1_500)
    expect(reports.at(-1)).toEqual([0, 'active'])
    pass(700)
    expect(reports.at(-1)).toEqual([0, 'locked'])
    expect(monitor.states).toBe(2)
  })

  test('[TN-22] lock, unlock, suspend and resume are passed on', () => {
    const { monitor, power } = setUp()
    for (const event of ['lock-screen', 'unlock-screen', 'suspend', 'resume']) monitor.emit(event)
    expect(power).toEqual(['lock', 'unlock', 'suspend', 'resume'])
  })

  test.each([
    [-1, 'active'],
    [Number.NaN, 'active'],
    [12, 'unknown'],
  ] as const)('a platform that cannot tell (%d s, %s) gives no seconds', (seconds, state) => {
    const monitor = new Monitor()
    monitor.seconds = seconds
    monitor.state = state
    expect(readIdle(monitor)).toEqual({ seconds: null, state })
  })

  test('a platform that fails to answer counts as one that cannot tell', () => {
    const { monitor, reports, pass } = setUp()
    monitor.broken = true
    pass(100)
    monitor.broken = false
    monitor.seconds = 3
    pass(300)
    expect(reports).toEqual([
      [null, 'unknown'],
      [3, 'active'],
    ])
  })
})
