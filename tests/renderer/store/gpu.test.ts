import { describe, expect, it } from 'vitest'
import {
  appendEvents,
  contextOf,
  emptyHistory,
  KEPT_MARKS,
  KEPT_PREEMPTIONS,
  packetName,
} from '../../../renderer/store/gpu'
import { applyFrame, emptyState } from '../../../renderer/store/model'
import { frame } from './support/frames'
import { events, historyOf, packetsInTurn as inTurn, packets, preemptions } from './support/gpu-frames'

describe('GPU events in frames', () => {
  it('are appended to columns that versions share, under a new version', () => {
    const before = applyFrame(emptyState(), frame(0, { gpuEvents: events({ packets: packets(inTurn(3)) }) }))
    const columns = before.gpuHistory.packets.columns
    const after = applyFrame(before, frame(1, { gpuEvents: events({ packets: packets(inTurn(2, 3), 3) }) }))
    expect(after.gpuHistory).not.toBe(before.gpuHistory)
    expect(after.gpuHistory.version).toBe(before.gpuHistory.version + 1)
    expect(after.gpuHistory.packets.columns).toBe(columns)
    expect(after.gpuHistory.packets.count).toBe(5)
    expect([...columns.ends.slice(0, 5)]).toEqual([2, 6, 10, 14, 18])
  })

  it('keep their reference in a frame without any', () => {
    const before = applyFrame(emptyState(), frame(0, { gpuEvents: events({ packets: packets(inTurn(3)) }) }))
    const after = applyFrame(before, frame(1))
    expect(after.gpuHistory).toBe(before.gpuHistory)
    expect(after.gpu).toBe(before.gpu)
  })

  it('are replaced by those of a full frame, dictionary included', () => {
    const first = events({ names: ['app', 'dwm'], packets: packets(inTurn(9)) })
    const before = applyFrame(emptyState(), frame(0, { full: true, gpuEvents: first }))
    const next = events({ names: ['game'], packets: packets([{ start: 1, end: 2 }], 40) })
    const { gpuHistory } = applyFrame(before, frame(1, { full: true, gpuEvents: next }))
    expect(gpuHistory.names).toEqual(['game'])
    expect(gpuHistory.packets.count).toBe(1)
    expect(gpuHistory.packets.oldestId).toBe(40)
    expect(gpuHistory.packets.has(8)).toBe(false)
  })

  it('tell "no comparison" from "not changed"', () => {
    const input = { title: 'a', steps: 3, until: 9 }
    const labels = ['a', 'b'] as const
    const difference = {
      state: 'running',
      done: 0,
      total: 1,
      share: 0,
      message: null,
      labels,
      difference: null,
    } as const
    const shown = applyFrame(emptyState(), frame(0, { comparisonInput: input, difference }))
    expect([shown.comparisonInput, shown.difference]).toEqual([input, difference])
    expect(applyFrame(shown, frame(1)).difference).toBe(shown.difference)
    const closed = applyFrame(shown, frame(2, { comparisonInput: null }))
    expect([closed.comparisonInput, closed.difference]).toEqual([null, difference])
  })
})

describe('preemption requests and marks', () => {
  it('are bounded', () => {
    let history = emptyHistory()
    const batch = Array.from({ length: 10_000 }, (_, at) => ({ requested: at, stopped: at + 1 }))
    const marks = Array.from({ length: 10_000 }, (_, id) => ({
      id,
      t: id,
      kind: 'missed-vertical-blank' as const,
      engine: '' as const,
      text: '',
    }))
    for (let round = 0; round < 5; round++)
      history = appendEvents(history, events({ preemptions: preemptions(batch), marks }))
    expect(history.preemptions.count).toBe(KEPT_PREEMPTIONS)
    expect(history.preemptions.stopped[history.preemptions.slot(KEPT_PREEMPTIONS - 1)]).toBe(10_000)
    expect(history.marks.length).toBeLessThanOrEqual(KEPT_MARKS * 1.25)
    expect(history.marks.at(-1)?.t).toBe(9_999)
  })
})

describe('a packet', () => {
  it('is named by its command and its context; a switch to the null context is of nobody [GP-15]', () => {
    const packets = [
      { start: 0, end: 9, context: 0, command: 1 },
      { start: 10, end: 19, context: 0, command: 3 },
      { start: 20, end: 20, context: 2, command: 3, kind: 'context-switch' as const },
    ]
    const switched = historyOf(packets, ['app', 'Blur', 'null', ''])
    const slots = [0, 1, 2]
    expect(slots.map((slot) => packetName(switched, slot))).toEqual([
      'Blur of app',
      'app',
      'switch to the null context',
    ])
    expect(slots.map((slot) => contextOf(switched, slot))).toEqual(['app', 'app', 'the null context'])
  })
})
