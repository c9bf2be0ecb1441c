import { describe, expect, it } from 'vitest'
import { ComparisonSlot } from '../../../../main/session/laboratory/comparisons'

interface View {
  state: 'running' | 'done' | 'cancelled'
}

/** What was begun, with what its views go to. */
function slotOf() {
  const begun: { subject: string; watch: (view: View) => void; cancelled: boolean }[] = []
  const slot = new ComparisonSlot<string, View>((subject, watch) => {
    const one = { subject, watch, cancelled: false }
    begun.push(one)
    return {
      cancel: () => {
        one.cancelled = true
      },
    }
  })
  return { slot, begun }
}

describe('a comparison beside the simulation', () => {
  it('is one at a time: the next can begin when it has ended', () => {
    const { slot, begun } = slotOf()
    const seen: string[] = []
    expect(slot.problem).toBeNull()
    slot.start('first', ({ state }) => seen.push(state))
    expect(slot.problem).toBe('A comparison is running already. Cancel it first.')
    begun[0]?.watch({ state: 'running' })
    expect(slot.problem).not.toBeNull()
    begun[0]?.watch({ state: 'done' })
    expect([slot.problem, seen]).toEqual([null, ['running', 'done']])
  })

  it('can be cancelled while it runs, and only then', () => {
    const { slot, begun } = slotOf()
    const none = { ok: false, message: 'No comparison is running.' }
    expect(slot.cancel()).toEqual(none)
    slot.start('first', () => {})
    expect([slot.cancel(), begun[0]?.cancelled]).toEqual([{ ok: true }, true])
    // it has ended when it says so
    expect(slot.problem).not.toBeNull()
    begun[0]?.watch({ state: 'cancelled' })
    expect([slot.problem, slot.cancel()]).toEqual([null, none])
  })

  it('is refused in words where there are none', () => {
    const slot = new ComparisonSlot<string, View>(undefined)
    expect(slot.problem).toBe('Comparisons are not available here.')
    slot.start('nothing', () => {})
    expect(slot.cancel()).toMatchObject({ ok: false })
  })
})
