import { EventEmitter } from 'node:events'
import { describe, expect, test } from 'vitest'
import { IdleSource, type IdleState, readIdle } from '../../../main/shell/idle-source'

class Monitor extends EventEmitter {
  seconds = 0
  state: IdleState = 'active'
  broken = false
  getSystemIdleTime(): number {
    if (this.broken) throw new Error('no display')
    return this.seconds
  }
  getSystemIdleState(): IdleState {
    return this.state
  }
}

function setUp() {
  const monitor = new Monitor()
  const reports: [number | null, string][] = []
  const power: string[] = []
  const polls: (() => void)[] = []
  const sink = {
    reportIdle: (seconds: number | null, state: IdleState) => void reports.push([seconds, state]),
    power: (event: string) => void power.push(event),
  }
  const source = new IdleSource(monitor, () => sink)
  source.start((ms, run) => {
    expect(ms).toBe(250)
    polls.push(run)
    return () => {}
  })
  return { monitor, reports, power, poll: () => polls[0]?.() }
}

describe('idleness of the real operating system', () => {
  test('[TN-22] idle time and state are reported at the start and at every poll', () => {
    const { monitor, reports, poll } = setUp()
    monitor.seconds = 7
    monitor.state = 'idle'
    poll()
    monitor.state = 'locked'
    poll()
    expect(reports).toEqual([
      [0, 'active'],
      [7, 'idle'],
      [7, 'locked'],
    ])
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
    const { monitor, reports, poll } = setUp()
    monitor.broken = true
    poll()
    monitor.broken = false
    monitor.seconds = 3
    poll()
    expect(reports.slice(1)).toEqual([
      [null, 'unknown'],
      [3, 'active'],
    ])
  })
})
