import { describe, expect, it } from 'vitest'
import { Faults } from '../../../main/sim/faults'

describe('Faults', () => {
  it('fails as many calls as planned, and no more', () => {
    const faults = new Faults()
    expect(faults.take('callback-throws')).toBeNull()
    faults.inject('callback-throws', 2)
    expect(faults.take('callback-throws')).not.toBeNull()
    expect(faults.take('callback-throws')).not.toBeNull()
    expect(faults.take('callback-throws')).toBeNull()
  })

  it('keeps kinds apart', () => {
    const faults = new Faults()
    faults.inject('allocation-fails')
    expect(faults.take('register-out-of-memory')).toBeNull()
    expect(faults.take('allocation-fails')).not.toBeNull()
  })

  it('uses durations in the order in which they were planned', () => {
    const faults = new Faults()
    faults.inject('callback-takes', 1, 500)
    faults.inject('callback-takes', 2, 70)
    const durations = [1, 2, 3].map(() => faults.take('callback-takes')?.duration)
    expect(durations).toEqual([500, 70, 70])
  })

  it('takes any count that a scenario can write, without memory for each call [SC-02]', () => {
    const faults = new Faults()
    faults.inject('callback-throws', Number.MAX_SAFE_INTEGER)
    for (let call = 0; call < 1000; call++) expect(faults.take('callback-throws')).toEqual({ duration: 0 })
  })
})
