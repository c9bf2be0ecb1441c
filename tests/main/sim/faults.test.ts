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

  it('what waits is listed as it was injected, those that are alike together [SC-14]', () => {
    const faults = new Faults()
    faults.inject('hang', 1, Number.POSITIVE_INFINITY, { engine: '3d' })
    faults.inject('callback-takes', 1, 500)
    faults.inject('callback-takes', 2, 70)
    faults.inject('callback-takes', 3, 500)
    faults.inject('build-paging-buffer-fails', 1, 0, { chunk: 0 }, 'no-room')
    expect(faults.waiting).toEqual([
      { fault: 'build-paging-buffer-fails', count: 1, chunk: 0, result: 'no-room' },
      { fault: 'callback-takes', count: 4, duration: 500 },
      { fault: 'callback-takes', count: 2, duration: 70 },
      { fault: 'hang', count: 1, engine: '3d' },
    ])
  })

  it('what is taken back fails no call, and only what is alike is [SC-14]', () => {
    const faults = new Faults()
    let changes = 0
    faults.inject('callback-takes', 3, 500)
    faults.inject('callback-takes', 1, 70)
    faults.changed = () => changes++
    faults.takeBack('callback-takes', 500)
    faults.takeBack('allocation-fails')
    expect([faults.waiting, changes]).toEqual([[{ fault: 'callback-takes', count: 1, duration: 70 }], 2])
    expect([faults.take('callback-takes')?.duration, faults.take('callback-takes')]).toEqual([70, null])
  })

  it('takes any count that a scenario can write, without memory for each call [SC-02]', () => {
    const faults = new Faults()
    faults.inject('callback-throws', Number.MAX_SAFE_INTEGER)
    for (let call = 0; call < 1000; call++) expect(faults.take('callback-throws')).toEqual({ duration: 0 })
  })
})
