import { describe, expect, it } from 'vitest'
import type { IdleView } from '../../../../preload/contract'
import { countdownText, idleStateText, idleTip, inputText } from '../../../../renderer/editor/toolbar/idle-text'

const idle = (parts: Partial<IdleView>): IdleView => ({
  idle: false,
  state: 'active',
  source: 'real',
  realIdleSeconds: 0,
  nextPeriodicTrim: null,
  ...parts,
})

describe('OS idle indicator', () => {
  it('counts down to the next periodic trim in simulated time [TN-21]', () => {
    expect(countdownText(12_340_000, 10_000_000)).toBe('next trim in 2.3 s')
    expect(countdownText(10_000_000, 10_000_001)).toBe('next trim in 0.0 s')
    expect(countdownText(null, 0)).toBe('no trim due')
  })

  it('shows the real idle time, and says when it is not known [TN-22]', () => {
    expect(inputText(idle({ realIdleSeconds: 7.9 }), true)).toBe('input 7 s ago')
    expect(inputText(idle({ realIdleSeconds: 0.2 }), true)).toBe('input now')
    expect(inputText(idle({ realIdleSeconds: null }), true)).toBe('input unknown')
    // while time stands still nobody asks the computer
    expect(inputText(idle({ realIdleSeconds: 7.9 }), false)).toBe('paused')
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
})
