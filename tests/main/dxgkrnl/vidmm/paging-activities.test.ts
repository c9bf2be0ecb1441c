/** What the paging queue says of itself, for those who wait (LB-08, LB-09), asked of the part alone. */
import { beforeEach, describe, expect, it } from 'vitest'
import { OutReasons } from '../../../../main/dxgkrnl/vidmm/out-reasons'
import { NOBODY, PagingActivities } from '../../../../main/dxgkrnl/vidmm/paging-activities'
import { Residency } from '../../../../main/dxgkrnl/vidmm/residency'
import { Simulation } from '../../../../main/sim/simulation'
import { SegmentGroup } from '../../../../preload/contract'
import { KIB } from '../../support/world'

const PAGE = 64 * KIB
let sim: Simulation
let outs: OutReasons
let doing: PagingActivities
let create: (name: string, pages: number) => number
let residency: Residency
let a: number
let b: number

beforeEach(() => {
  sim = new Simulation({ seed: 1 })
  outs = new OutReasons(sim)
  residency = new Residency(sim, { local: 8 * PAGE, nonLocal: 8 * PAGE, system: 0 }, (handle) =>
    doing.destroyed(handle),
  )
  create = (name, pages) => {
    const handle = residency.create({ name, bytes: pages * PAGE, device: 1, segment: SegmentGroup.LOCAL })
    outs.create(handle, name)
    return handle
  }
  a = create('a', 2)
  b = create('b', 1)
  doing = new PagingActivities(residency, outs)
})

describe('what is brought in', () => {
  it('is told with its name, its bytes, and why it was out', () => {
    const activity = doing.bringsIn(a, 'demand')
    expect(activity).toMatchObject({
      kind: 'page-in',
      handle: a,
      resource: 'a',
      bytes: 2 * PAGE,
      reason: 'demand',
      wantedBy: null,
      wantedFor: null,
      why: { because: 'never-resident' },
      over: false,
      recordedAt: -1,
      recordIndex: -1,
    })
    expect(doing.current).toBe(activity)
  })

  it('is the same one until its transfer is over, whatever it waits for; another time is another one', () => {
    const first = doing.bringsIn(a, 'demand')
    expect(doing.bringsIn(a, 'demand')).toBe(first)
    first.over = true
    expect(doing.bringsIn(a, 'demand')).not.toBe(first)
  })

  it('can be told beforehand: nothing has begun by that', () => {
    doing.bringsIn(a, 'demand')
    const { current } = doing
    expect(doing.bringingIn(b, 'create')).toMatchObject({ kind: 'page-in', resource: 'b', reason: 'create' })
    expect(doing.current).toBe(current)
  })
})

describe('what is taken out', () => {
  it('is told with for whom; and for nobody where nobody wants its memory', () => {
    expect(doing.takesOut(a, 'reclaim', doing.wanting(b))).toMatchObject({
      kind: 'page-out',
      resource: 'a',
      reason: 'reclaim',
      wantedBy: 'b',
      wantedFor: b,
      why: null,
    })
    expect(doing.takesOut(b, 'eager', NOBODY)).toMatchObject({ resource: 'b', wantedBy: null, wantedFor: null })
    expect(doing.current).toMatchObject({ resource: 'b' })
  })

  it('is the same one after a wait, and not that which brings the same allocation in', () => {
    const incoming = doing.bringsIn(a, 'demand')
    const out = doing.takesOut(a, 'reclaim', NOBODY)
    expect(out).not.toBe(incoming)
    expect(doing.takesOut(a, 'reclaim', NOBODY)).toBe(out)
    expect(doing.takesOut(b, 'reclaim', NOBODY)).not.toBe(out)
  })

  it('is why it is out from then on, with the record of that', () => {
    const activity = doing.takesOut(a, 'pressure', { wantedBy: 'game', wantedFor: null })
    sim.advanceTo(70)
    sim.trace.write('finding', { rule: 'X', message: 'one before' })
    doing.left(a, activity)
    doing.recording(activity)
    expect([activity.recordedAt, activity.recordIndex]).toEqual([70, 1])
    expect(outs.of(a)).toEqual({ because: 'reclaimed', for: 'game', record: { t: 70, index: 1 } })
    expect(doing.bringingIn(a, 'demand').why).toMatchObject({ because: 'reclaimed' })
  })
})

describe('what is destroyed before its transfer', () => {
  it('ends with that record; what gets its handle is another [LB-09] [RS-11]', () => {
    const activity = doing.takesOut(a, 'pressure', NOBODY)
    residency.destroy(a)
    expect(sim.trace.total - 1).toBe(activity.recordIndex)
    expect(activity).toMatchObject({ over: true, recordedAt: 0 })
    expect(create('c', 4)).toBe(a)
    expect(doing.takesOut(a, 'pressure', NOBODY)).toMatchObject({ resource: 'c', bytes: 4 * PAGE, recordedAt: -1 })
  })

  it('goes on where it is of other memory [LB-09]', () => {
    const activity = doing.takesOut(a, 'pressure', NOBODY)
    residency.destroy(b)
    expect(activity).toMatchObject({ over: false, recordedAt: -1 })
  })
})

describe('memory of another process', () => {
  it.each([
    ['page-out', 'pressure', { wantedBy: 'a', wantedFor: 0 }],
    ['page-in', 'return', NOBODY],
  ] as const)('is no allocation: %s is by %s', (kind, reason, wanted) => {
    const activity = doing.ofProcess(kind, 'process game', 3 * PAGE, wanted)
    expect(activity).toMatchObject({
      kind,
      handle: null,
      resource: 'process game',
      bytes: 3 * PAGE,
      reason,
      why: null,
      ...wanted,
    })
    expect(doing.current).toBe(activity)
  })
})
