import { describe, expect, it } from 'vitest'
import { PLACES, slotName } from '../../../../main/session/perfetto/places'
import type { RecordOf } from '../../support/world'

const packet = (more: Partial<RecordOf<'packet'>> = {}) =>
  PLACES.packet({
    t: 9,
    type: 'packet',
    engine: '3d',
    context: 'app',
    kind: 'standard',
    fence: 1,
    start: 5,
    end: 9,
    outcome: 'completed',
    submitted: 0,
    command: 'Blur',
    ...more,
  })

describe('where a packet is shown [LB-17]', () => {
  it('is the first slot of its engine, for as long as it ran', () => {
    expect(packet()).toMatchObject({
      process: 'GPU',
      thread: '3d slot 0',
      name: 'Blur',
      span: { start: 5, end: 9, lanes: false },
    })
    expect(slotName('copy', 2)).toBe('copy slot 2')
    // one without work that has completed did run
    expect(packet({ start: 9 }).thread).toBe('3d slot 0')
    expect(packet({ outcome: 'preempted' }).thread).toBe('3d slot 0')
  })

  it('is a thread of its own where it left without having run', () => {
    expect(packet({ start: 9, outcome: 'preempted' }).thread).toBe('3d not run')
  })

  it('has the event of its end, and none where its outcome is none that is known', () => {
    expect(packet().etw).not.toBeNull()
    expect(packet({ outcome: 'gone' }).etw).toBeNull()
  })
})

describe('where other records are shown [LB-17]', () => {
  it('paging is a span on lanes, by its direction', () => {
    const paged = { t: 9, resource: 'A.r', bytes: 1, start: 2, end: 9, reason: 'demand' }
    const span = { start: 2, end: 9, lanes: true }
    expect(PLACES['page-in']({ ...paged, type: 'page-in' })).toEqual({
      process: 'VidMm',
      thread: 'page in',
      name: 'A.r',
      span,
    })
    expect(PLACES['page-out']({ ...paged, type: 'page-out' })).toMatchObject({ thread: 'page out', span })
  })

  it('a notification has the names of its flags', () => {
    const named = (flags: number) =>
      PLACES.notification({ t: 0, type: 'notification', flags, bytesToTrim: 0, callbacks: 0 }).name
    // D3DDDI_TRIMRESIDENCYSET_FLAGS: PeriodicTrim 1, RestartPeriodicTrim 2, TrimToBudget 4
    expect([named(1), named(4), named(5), named(0)]).toEqual([
      'PERIODIC_TRIM',
      'TRIM_TO_BUDGET',
      'PERIODIC_TRIM + TRIM_TO_BUDGET',
      'NONE',
    ])
  })

  it('a press is its effect’s, or of a set of its own', () => {
    expect(PLACES.apply({ t: 0, type: 'apply', effect: 'Blur', submission: 1 }).name).toBe('Blur')
    expect(PLACES.apply({ t: 0, type: 'apply', submission: 1, resources: [] }).name).toBe('use')
  })

  it('an expectation says whether it held', () => {
    const expectation = (ok: boolean) => PLACES.expect({ t: 0, type: 'expect', ok, condition: {}, found: {} })
    expect([expectation(true).name, expectation(false).name]).toEqual(['held', 'failed'])
    expect(expectation(true)).not.toHaveProperty('span')
  })
})
