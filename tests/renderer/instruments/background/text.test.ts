import { describe, expect, test } from 'vitest'
import { modeCommand, nextEventName } from '../../../../renderer/instruments/background/mode-form'
import {
  furtherOf,
  furtherText,
  lanesSummary,
  taskFacts,
  taskSentence,
} from '../../../../renderer/instruments/background/text'
import { NO_BACKGROUND } from '../../../../renderer/store/background'
import { event, historyOf, ran } from '../../store/support/background-events'

const form = { mode: 'ALLOWED', action: 'KEEP_ALL', signal: false, anyway: false, drain: false } as const

const call = {
  id: 1,
  t: 0,
  mode: 'ALLOWED',
  action: 'COMMIT_RESULTS',
  event: 'event 2',
  hresult: { name: 'S_OK', value: 0 },
  furtherMeasurementsDesired: true,
  signalledAt: null,
} as const

describe('the call of SetBackgroundProcessingMode', () => {
  test('has only what was asked for', () => {
    expect(modeCommand(form, [])).toEqual({ kind: 'setBackgroundProcessingMode', mode: 'ALLOWED', action: 'KEEP_ALL' })
    expect(modeCommand({ ...form, drain: true }, [])).toMatchObject({ drain: true })
  })

  test('an event goes along with a commit, and with another action only on purpose (BP-12)', () => {
    const commit = { ...form, action: 'COMMIT_RESULTS', signal: true } as const
    expect(modeCommand(commit, [])).toMatchObject({ event: 'event 1' })
    expect(modeCommand({ ...commit, signal: false }, [])).not.toHaveProperty('event')
    expect(modeCommand({ ...form, signal: true }, [])).not.toHaveProperty('event')
    expect(modeCommand({ ...form, signal: true, anyway: true }, [])).toMatchObject({ event: 'event 1' })
  })

  test('an event has a name that no other one has', () => {
    expect(nextEventName([])).toBe('event 1')
    expect(nextEventName([call])).toBe('event 3')
  })
})

describe('tasks in words', () => {
  const facts = (record: Parameters<typeof taskFacts>[0]): Record<string, string> =>
    Object.fromEntries(taskFacts(record).map(({ term, value }) => [term, value]))

  test('a finished task tells PSO, reason, priority, start and finish (BP-28)', () => {
    const record = historyOf(ran(4, 1_000, 3_000, 28_000)).tasks.get(4)!
    expect(facts(record)).toEqual({
      PSO: 'Blur/pass4',
      Reason: 'threshold',
      Priority: 'idle',
      State: 'finished',
      Queued: '0.001 s',
      Thread: 'worker 1',
      Start: '0.003 s',
      Waited: '2 ms',
      Finish: '0.028 s',
      Took: '25 ms',
    })
    expect(taskSentence(record)).toContain('Task 4 of Blur/pass4, reason threshold, priority idle')
  })

  test('a task whose boost ended says both priorities (BP-10)', () => {
    const events = ran(1, 0, 1, 2, { priority: 'above-idle' })
    events[2] = event(1, 'finish', 2)
    expect(facts(historyOf(events).tasks.get(1)!).Priority).toBe('above idle, at its end idle (BP-10)')
  })

  test('a cancelled task has no thread and says why (BP-04)', () => {
    const cancelled = facts(historyOf([event(1, 'cancel', 5_000)]).tasks.get(1)!)
    expect(cancelled).toMatchObject({ Queued: 'not known', Cancelled: '0.005 s' })
    expect(cancelled.State).toContain('cancel callback')
    expect(cancelled).not.toHaveProperty('Thread')
  })

  test('what FurtherMeasurementsDesired was (BP-13)', () => {
    expect([null, true, false].map(furtherText)).toEqual(['not known', 'yes', 'no'])
    const call = { id: 1, t: 0, mode: 'ALLOWED', action: 'KEEP_ALL', event: null, signalledAt: null } as const
    const of = (name: string, furtherMeasurementsDesired: boolean) =>
      furtherOf({ ...call, hresult: { name, value: 0 }, furtherMeasurementsDesired })
    // a call that failed tells nothing, as the line above all calls says
    expect([of('S_OK', true), of('S_OK', false), of('E_INVALIDARG', false)]).toEqual(['yes', 'no', 'not known'])
  })

  test('the lanes for someone who does not see them', () => {
    const view = { ...NO_BACKGROUND, finished: 3, cancelled: 1, queue: [{ task: 5, pso: 'x', reason: 'y' }] }
    expect(lanesSummary(view, 2_000_000, 4_000_000, ['worker 1'], [500_000], 1)).toBe(
      '2 s until 4.000 s. 1 execution. worker 1: busy 25 %. 1 waiting, 3 finished and 1 cancelled since the start.',
    )
  })
})
