import { describe, expect, it } from 'vitest'
import { figuresLine, type Torture } from '../torture/torture'

const torture: Torture = {
  items: 'commands',
  aim: 1_000_000,
  seconds: 1,
  run: () => Promise.reject(new Error('unused')),
}

describe('the line of figures of an attack', () => {
  it('says how many of how many were tried, what failed, and the figures of its own in their order', () => {
    const result = { tried: 1234, failures: [{ what: 'a', repeat: 'b' }], figures: { sessions: 5, 'peak MiB': '81.5' } }
    expect(figuresLine('commands', torture, result)).toBe(
      'commands: 1234 of 1000000 commands, 1 failures, sessions 5, peak MiB 81.5',
    )
  })

  it('says no aim where the aim was reached', () => {
    expect(figuresLine('commands', torture, { tried: 1_000_000, failures: [], figures: {} })).toBe(
      'commands: 1000000 commands, 0 failures',
    )
  })
})
