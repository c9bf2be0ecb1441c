import { describe, expect, it } from 'vitest'
import { MonitoredFence } from '../../../../main/dxgkrnl/vidsch/monitored-fence'

describe('a monitored fence [GP-13]', () => {
  it('only ever grows', () => {
    const fence = new MonitoredFence(5)
    for (const value of [3, 5, 8, 7]) fence.signal(value)
    expect(fence.value).toBe(8)
  })

  it('releases each waiter once, in order of arrival, when its value is reached', () => {
    const fence = new MonitoredFence()
    const released: string[] = []
    for (const [name, value] of [
      ['late', 9],
      ['first', 3],
      ['second', 2],
    ] as const)
      fence.whenReached(value, () => released.push(name))
    fence.signal(1)
    expect(released).toEqual([])
    fence.signal(4)
    fence.signal(4)
    expect(released).toEqual(['first', 'second'])
    fence.signal(100)
    expect(released).toEqual(['first', 'second', 'late'])
  })

  it('releases at once who waits for what is reached, also from within a release', () => {
    const fence = new MonitoredFence()
    const released: number[] = []
    fence.whenReached(1, () => {
      released.push(1)
      fence.whenReached(1, () => released.push(2))
      fence.whenReached(2, () => released.push(3))
    })
    fence.signal(1)
    expect(released).toEqual([1, 2])
    fence.signal(2)
    expect(released).toEqual([1, 2, 3])
  })
})

describe('who is going to signal a value [LB-08]', () => {
  it('is whoever said so of it or of a greater one, the earliest of them, until it is reached', () => {
    const fence = new MonitoredFence()
    const [paging, copy, late] = [{ name: 'paging' }, { name: 'copy' }, { name: 'late' }]
    fence.expect(2, paging)
    fence.expect(5, copy)
    fence.expect(9, late)
    expect([1, 2, 3, 5, 6, 10].map((value) => fence.signallerOf(value))).toEqual([
      paging,
      paging,
      copy,
      copy,
      late,
      null,
    ])
    fence.signal(5)
    expect([fence.signallerOf(1), fence.signallerOf(6)]).toEqual([late, late])
    fence.signal(9)
    expect(fence.signallerOf(9)).toBeNull()
  })

  it('is nobody for a value that was reached before it was said', () => {
    const fence = new MonitoredFence(4)
    fence.expect(4, {})
    expect(fence.signallerOf(1)).toBeNull()
  })

  it('is remembered for many that come and go', () => {
    const fence = new MonitoredFence()
    const senders = Array.from({ length: 100 }, (_, i) => ({ i }))
    senders.forEach((by, i) => {
      fence.expect(i + 1, by)
    })
    for (let value = 1; value < 100; value++) {
      fence.signal(value)
      expect(fence.signallerOf(value + 1)).toBe(senders[value])
    }
  })
})
