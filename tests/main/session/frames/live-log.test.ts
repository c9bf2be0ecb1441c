import { describe, expect, it } from 'vitest'
import { MIB, rig } from '../live-rig'

describe('a session that nobody watches', () => {
  it('keeps the newest 2,000 notifications for a window that comes back, and counts all records [SC-11]', () => {
    const live = rig({ system: { periodicTrim: { interval: '1ms', whileActive: true } } })
    live.must({ kind: 'setSpeed', speed: 16 })
    live.elapse(250)
    const { notifications, trace } = live.fresh()
    expect(notifications.items).toHaveLength(2_000)
    expect(notifications.items.at(-1)?.id).toBe(4_000)
    expect(trace.records).toBeGreaterThan(8_000)
    expect(trace.forgotten).toBe(0)
  })

  it('says how many records its trace has dropped [SC-11]', () => {
    const live = rig()
    for (let i = 0; i < 66_000; i++) live.session.execute({ kind: 'setBudget', bytes: (500 + (i % 2)) * MIB })
    const { trace } = live.fresh()
    expect(trace.records).toBeGreaterThan(66_000)
    expect(trace.forgotten).toBe(trace.records - 65_536)
  })
})
