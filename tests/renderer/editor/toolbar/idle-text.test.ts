import { describe, expect, it } from 'vitest'
import type { IdleView } from '../../../../preload/contract'
import {
  countdownText,
  idleStateText,
  idleTip,
  inputText,
  ringShare,
  simulateTip,
  trimText,
} from '../../../../renderer/editor/toolbar/idle-text'

const idle = (parts: Partial<IdleView>): IdleView => ({
  idle: false,
  state: 'active',
  locked: false,
  source: 'real',
  realIdleSeconds: 0,
  nextPeriodicTrim: null,
  wouldEvict: null,
  ...parts,
})

describe('OS idle indicator', () => {
  it('counts down to the next periodic trim in simulated time [TN-21]', () => {
    expect(countdownText(12_340_000, 10_000_000)).toBe('trim in 2.3 s')
    expect(countdownText(10_000_000, 10_000_001)).toBe('trim in 0.0 s')
    expect(countdownText(null, 0)).toBe('no trim due')
  })

  it('says what the trim that it counts to would take now [TN-17]', () => {
    const nextPeriodicTrim = 5_000_000
    expect(trimText({ nextPeriodicTrim: null, wouldEvict: null })).toBe('')
    expect(trimText({ nextPeriodicTrim, wouldEvict: { count: 0, bytes: 0 } })).toBe('A trim now would evict nothing.')
    expect(trimText({ nextPeriodicTrim, wouldEvict: { count: 1, bytes: 65_536 } })).toContain('1 allocation, 64 KiB')
    expect(trimText({ nextPeriodicTrim, wouldEvict: { count: 3, bytes: 2 ** 27 } })).toContain('3 allocations, 128 MiB')
    expect(trimText({ nextPeriodicTrim, wouldEvict: null })).toContain('own code')
  })

  it('shows the real idle time, and says when it is not known [TN-22]', () => {
    expect(inputText(idle({ realIdleSeconds: 7.9 }), true)).toBe('input 7 s ago')
    expect(inputText(idle({ realIdleSeconds: 59.9 }), true)).toBe('input 59 s ago')
    expect(inputText(idle({ realIdleSeconds: 2485 }), true)).toBe('input 41 min ago')
    expect(inputText(idle({ realIdleSeconds: 0.2 }), true)).toBe('input now')
    expect(inputText(idle({ realIdleSeconds: null }), true)).toBe('input unknown')
    // while time stands still nobody asks the computer
    expect(inputText(idle({ realIdleSeconds: 7.9 }), false)).toBe('paused')
    // not idle for seven minutes without input, as a scenario says so
    expect(inputText(idle({ realIdleSeconds: 420, source: 'scripted' }), true)).toBe('input as scripted')
  })

  it('says yes or no, and locked and suspended for themselves', () => {
    expect(idleStateText(idle({}))).toBe('no')
    expect(idleStateText(idle({ idle: true, state: 'idle' }))).toBe('yes')
    expect(idleStateText(idle({ idle: true, state: 'locked' }))).toBe('yes, locked')
    expect(idleStateText(idle({ state: 'suspended' }))).toBe('suspended')
  })

  it('says who decides', () => {
    const texts = (['real', 'simulated', 'scripted'] as const).map((source) => idleTip(idle({ source })))
    expect(new Set(texts).size).toBe(3)
    expect(texts[1]).toContain('Simulate idle')
  })

  it('has a ring that runs out as the next trim comes, in steps, and none when none is due [TN-21]', () => {
    expect(ringShare(null, 5, 10)).toBeNull()
    expect([10_000_000, 5_000_000, 0].map((left) => ringShare(20_000_000 + left, 20_000_000, 10_000_000))).toEqual([
      1, 0.5, 0,
    ])
    expect(ringShare(1_000_000, 900_000, 10_000_000)).toBe(1 / 48)
    // one that is late, or further away than an interval
    expect([ringShare(1, 2, 10), ringShare(50, 2, 10)]).toEqual([0, 1])
  })

  it('says what a press does, and that a scenario is not interrupted [TN-22]', () => {
    expect(simulateTip('real', true)).toContain('Simulates that the user has gone')
    expect(simulateTip('simulated', true)).toContain('Ends the simulated idleness')
    expect(simulateTip('scripted', false)).toContain('scenario')
  })
})

it('of a suspended system it is said that no trim comes, whoever decides [TN-21]', () => {
  for (const source of ['real', 'simulated'] as const)
    expect(idleTip(idle({ state: 'suspended', source }))).toMatch(/^The system is suspended: the cadence/)
  expect(idleTip(idle({ state: 'locked', locked: true }))).toMatch(/^Read from this computer/)
})
