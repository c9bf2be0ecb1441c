/** The dictionary of the packets' texts: names of what is imported and removed are new for ever, memory is not. */
import { describe, expect, it } from 'vitest'
import { GpuLog } from '../../../../../main/session/frames/gpu/log'
import type { GpuEvents } from '../../../../../preload/contract'
import { appendEvents, emptyHistory } from '../../../../../renderer/store/gpu'
import { allocationNamesOf } from '../../../../../renderer/store/gpu-packets'

const nameOf = (handle: number): string => `clip ${handle}.frame`

/** `fence` tells packets apart; each uses an allocation that none before has used. */
function leave(log: GpuLog, n: number): void {
  const packet = {
    allocations: [n],
    kind: 'standard',
    context: { name: 'app' },
    command: `clip ${n}`,
    fence: n,
    flags: 0,
    submitted: n,
    switched: 0,
  } as const
  log.left('copy', packet, n, 'completed', n + 1)
}

const eventsOf = (log: GpuLog, full = false): GpuEvents => {
  const events = log.take(full)
  if (events === null) throw new Error('nothing is new')
  return events
}

describe('names of packets', () => {
  it('that no packet has any more are forgotten, and a window reads the others as before', () => {
    const log = new GpuLog(nameOf)
    let history = emptyHistory()
    let largest = 0
    for (let n = 1; n <= 110_000; n++) {
      leave(log, n)
      if (n % 500 !== 0) continue
      history = appendEvents(history, eventsOf(log))
      largest = Math.max(largest, history.names.length)
    }
    // 65,536 packets have two names each that are their own, and 16,384 may be new
    expect(largest).toBeLessThan(2 * 65_536 + 16_384 + 2_000)
    expect(largest).toBeGreaterThan(65_536)
    const { packets, names } = history
    expect(packets.has(110_000)).toBe(true)
    for (const id of [110_000, 109_999, 80_000]) {
      const slot = packets.slotOf(id)
      expect(packets.columns.fences[slot]).toBe(id)
      expect(names[packets.columns.commands[slot] as number]).toBe(`clip ${id}`)
      expect(names[packets.columns.contexts[slot] as number]).toBe('app')
      expect(allocationNamesOf(packets, slot, names)).toEqual([`clip ${id}.frame`])
    }
  })

  it('come whole to a window that comes back, once', () => {
    const log = new GpuLog(nameOf)
    leave(log, 1)
    expect(eventsOf(log).names).toEqual(['clip 1.frame', 'app', 'clip 1'])
    leave(log, 2)
    const full = eventsOf(log, true)
    expect(full.names).toEqual(['clip 1.frame', 'app', 'clip 1', 'clip 2.frame', 'clip 2'])
    expect([full.packets.firstId, full.packets.fences.length]).toEqual([1, 2])
    expect(log.take(false)).toBeNull()
  })
})
