import { describe, expect, it } from 'vitest'
import { IdleRule } from '../../../../main/session/world/idle-rule'

const AFTER = 4_000_000

describe('who decides whether the OS is idle [TN-22]', () => {
  it('is the real input, by seconds without any', () => {
    const rule = new IdleRule()
    const idleAt = (seconds: number | null): boolean | null => {
      rule.report({ seconds, state: 'unknown' })
      return rule.idle(AFTER)
    }
    expect([idleAt(0), idleAt(3.9), idleAt(4), idleAt(600)]).toEqual([false, false, true, true])
    expect(rule.source).toBe('real')
  })

  it('is nobody where the platform cannot tell: the OS is in use then', () => {
    const rule = new IdleRule()
    expect([rule.idle(AFTER), rule.realSeconds]).toEqual([false, null])
  })

  it('is Simulate idle before the real input, and the real input again after it', () => {
    const rule = new IdleRule()
    rule.report({ seconds: 0, state: 'active' })
    rule.simulate(true)
    expect([rule.idle(AFTER), rule.source, rule.realSeconds]).toEqual([true, 'simulated', 0])
    rule.simulate(false)
    expect([rule.idle(AFTER), rule.source]).toEqual([false, 'real'])
  })

  it('is a scenario that plays before all others: it stays as its steps set it', () => {
    const rule = new IdleRule()
    rule.simulate(true)
    rule.report({ seconds: 600, state: 'idle' })
    rule.scripted = true
    expect([rule.idle(AFTER), rule.source]).toEqual([null, 'scripted'])
    rule.scripted = false
    expect([rule.idle(AFTER), rule.source]).toEqual([true, 'simulated'])
  })
})
