import { describe, expect, test } from 'vitest'
import { BackgroundLog } from '../../../../../main/session/frames/background/log'
import type { TraceRecord } from '../../../../../main/sim/trace-records'

const call = (t: number, event?: string, result = 'S_OK'): TraceRecord => ({
  t,
  type: 'background-mode',
  mode: 'ALLOWED',
  action: 'COMMIT_RESULTS',
  result,
  furtherMeasurementsDesired: true,
  ...(event === undefined ? {} : { event }),
})
const signal = (t: number, event: string): TraceRecord => ({ t, type: 'background-event', event })

function logOf(...records: TraceRecord[]): BackgroundLog {
  const log = new BackgroundLog()
  for (const record of records) log.recorded(record)
  return log
}

describe('calls of SetBackgroundProcessingMode', () => {
  test('are kept in their order, with what they returned, by name and by number', () => {
    expect(logOf(call(5), call(7, 'e', 'E_INVALIDARG')).calls()).toEqual([
      {
        id: 1,
        t: 5,
        mode: 'ALLOWED',
        action: 'COMMIT_RESULTS',
        event: null,
        hresult: { name: 'S_OK', value: 0 },
        furtherMeasurementsDesired: true,
        signalledAt: null,
      },
      expect.objectContaining({ id: 2, event: 'e', hresult: { name: 'E_INVALIDARG', value: 0x80070057 } }),
    ])
  })

  test('know when their event was signalled: of overlapping commits with one event the first is done first [BP-07] [BP-10]', () => {
    const log = logOf(call(1, 'e'), call(2, 'e'), call(3, 'f'), signal(10, 'e'))
    expect(log.calls().map(({ signalledAt }) => signalledAt)).toEqual([10, null, null])
    log.recorded(signal(11, 'e'))
    log.recorded(signal(12, 'e'))
    expect(log.calls().map(({ signalledAt }) => signalledAt)).toEqual([10, 11, null])
  })

  test('of two devices each commit’s own: one without tasks is done at once, while one of a device that has gone is not [BP-07] [BP-24]', () => {
    const log = logOf({ ...call(1, 'e'), cause: 3 }, { ...call(2, 'e'), cause: 5 }, { ...signal(2, 'e'), cause: 5 })
    expect(log.calls().map(({ signalledAt }) => signalledAt)).toEqual([null, 2])
    log.recorded({ ...signal(9, 'e'), cause: 3 })
    expect(log.calls().map(({ signalledAt }) => signalledAt)).toEqual([9, 2])
  })

  test('a call that was refused never has its event signalled [BP-12] [BP-15]', () => {
    const log = logOf(call(1, 'e', 'E_INVALIDARG'), call(2, 'e'), signal(10, 'e'), signal(11, 'e'))
    expect(log.calls().map(({ signalledAt }) => signalledAt)).toEqual([null, 10])
  })

  test('of hundreds the newest 256 are kept', () => {
    const log = logOf(...Array.from({ length: 300 }, (_, i) => call(i)))
    expect(log.calls()).toHaveLength(256)
    expect([log.calls()[0]?.id, log.calls().at(-1)?.id]).toEqual([45, 300])
  })

  test('that were given out stay as they were', () => {
    const log = logOf(call(1, 'e'))
    const before = log.calls()
    log.recorded(signal(2, 'e'))
    expect(before[0]?.signalledAt).toBeNull()
  })
})

test('phases of tasks are kept one after another, without a thread before they start; nothing else is', () => {
  const task = (t: number, more: object) =>
    ({
      t,
      type: 'background-task',
      task: 3,
      pso: 'A/pass',
      priority: 'idle',
      reason: 'measured',
      ...more,
    }) as TraceRecord
  const log = logOf(task(1, { phase: 'queued' }), task(2, { phase: 'start', thread: 'worker 1' }), {
    t: 3,
    type: 'finding',
    rule: 'X',
    message: 'no task',
  })
  expect(log.events.all().map(({ id, t, phase, thread }) => [id, t, phase, thread])).toEqual([
    [1, 1, 'queued', null],
    [2, 2, 'start', 'worker 1'],
  ])
  expect(log.calls()).toEqual([])
})
