/**
 * Expectations of a scenario that is played, with something done by hand in between: in the recording they name the steps
 * that they meant, and the trace of the recording is the live one (SC-12, SC-15, SC-16).
 */
import { describe, expect, it } from 'vitest'
import { mustReplay, RecordedSession } from '../../../torture/commands/session'
import { scenario } from '../live-rig'

const MIB = 1024 * 1024
const effects = [
  { name: 'A', gpuTime: '4ms', resources: [{ name: 'r', size: '16MiB' }] },
  { name: 'B', gpuTime: '2ms', resources: [{ name: 'r', size: '16MiB' }] },
]
const app = { policy: 'none', effects, clips: [] }

function played(steps: object[]): RecordedSession {
  return new RecordedSession(scenario({ app, system: { compositor: { enabled: false } }, steps, until: '400ms' }))
}

function recorded({ live }: RecordedSession): Record<string, unknown>[] {
  return JSON.parse(live.toRecordingText()).steps
}

function expected(session: RecordedSession): unknown[] {
  return recorded(session).flatMap((step) => ('expect' in step ? [step.expect] : []))
}

/** `ok` of each condition, from the live trace. */
function outcomes({ lines }: RecordedSession): boolean[] {
  return lines.map((line) => JSON.parse(line)).flatMap((record) => (record.type === 'expect' ? [record.ok] : []))
}

describe('expectations of a played scenario, in its recording', () => {
  const steps = [
    { at: '50ms', allocate: { name: 'a', size: '1MiB' } },
    { at: '50ms', allocate: { name: 'a', size: '1MiB' } }, // refused: the name is taken
    { at: '50ms', apply: 'A' },
    { at: '100ms', expect: { results: { 'steps[0]': 'S_OK', 'steps[1]': 'E_INVALIDARG' } } },
    {
      at: '200ms',
      expect: { pressLatency: { 'steps[2]': { min: 4_000, max: 4_000 } }, results: { 'steps[1]': 'E_INVALIDARG' } },
    },
  ]

  it('name the steps that they meant, by the numbers that these have there [SC-15] [SC-12] [LB-01]', async () => {
    const session = played(steps)
    // before the file's steps, and between them: two by hand, then three of the file, one by hand, and the expectations
    session.do({ kind: 'setBudget', bytes: 64 * MIB })
    session.do({ kind: 'allocate', name: 'mine', size: MIB })
    session.elapse(60)
    session.do({ kind: 'applyEffect', effect: 'B' })
    session.elapse(240)
    expect(recorded(session).map((step) => Object.keys(step)[1])).toEqual([
      'budget',
      'allocate',
      'allocate',
      'allocate',
      'apply',
      'apply',
      'expect',
      'expect',
    ])
    expect(expected(session)).toEqual([
      { results: { 'steps[2]': 'S_OK', 'steps[3]': 'E_INVALIDARG' } },
      { results: { 'steps[3]': 'E_INVALIDARG' }, pressLatency: { 'steps[4]': { min: 4_000, max: 4_000 } } },
    ])
    expect(outcomes(session)).toEqual([true, true, true, true])
    await mustReplay(session)
  })

  it('so do those that fail, also of a press by hand just before the one that is meant [SC-15] [LB-01]', async () => {
    const session = played([
      { at: '50ms', apply: 'A' },
      { at: '100ms', expect: { pressLatency: { 'steps[0]': { max: 3_999 } }, results: { 'steps[0]': 'E_FAIL' } } },
    ])
    session.do({ kind: 'applyEffect', effect: 'B' })
    session.elapse(150)
    expect(expected(session)).toEqual([
      { results: { 'steps[1]': 'E_FAIL' }, pressLatency: { 'steps[1]': { max: 3_999 } } },
    ])
    expect(outcomes(session)).toEqual([false, false])
    await mustReplay(session)
  })
})

describe('expectations that name what only later steps would have made', () => {
  const steps = [
    { at: '50ms', apply: 'A' },
    { at: '60ms', expect: { notAllocated: ['late'] } },
    { at: '70ms', apply: 'B' },
    { at: '80ms', expect: { results: { 'steps[0]': 'S_OK', 'steps[2]': 'S_OK' } } },
    { at: '300ms', allocate: { name: 'late', size: '1MiB' } },
  ]

  it('are there all the same: the recording says that nothing in it makes that [SC-16] [SC-15] [LB-01]', async () => {
    const session = played(steps)
    session.elapse(100)
    expect(recorded(session).map((step) => Object.keys(step)[1])).toEqual(['apply', 'expect', 'apply', 'expect'])
    expect(expected(session)).toEqual([
      { notAllocated: ['late'] },
      { results: { 'steps[0]': 'S_OK', 'steps[2]': 'S_OK' } },
    ])
    expect(JSON.parse(session.live.toRecordingText()).unmade).toEqual(['late'])
    expect(outcomes(session)).toEqual([true, true, true])
    await mustReplay(session)
  })

  it('are as in any other file once those steps have been played [SC-16] [LB-01]', async () => {
    const session = played(steps)
    session.elapse(350)
    expect(expected(session)).toEqual([
      { notAllocated: ['late'] },
      { results: { 'steps[0]': 'S_OK', 'steps[2]': 'S_OK' } },
    ])
    expect(JSON.parse(session.live.toRecordingText()).unmade).toBeUndefined()
    await mustReplay(session)
  })
})
