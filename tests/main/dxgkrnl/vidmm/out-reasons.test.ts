import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { OutReasons, type PagingActivity } from '../../../../main/dxgkrnl/vidmm/out-reasons'
import { Simulation } from '../../../../main/sim/simulation'

const BY_POLICY = { policy: 'fence-lru', rule: 'periodic', callback: null, press: null }

function rig() {
  const sim = new Simulation({ seed: 1 })
  const outs = new OutReasons(sim)
  const finding = (): void => sim.trace.write('finding', { rule: 'RS-01', message: 'one more record' })
  return { sim, outs, finding }
}

/** The kernel takes the memory of it, as its record at `t` says. */
function pageOut(reason: string, wantedBy: string | null, t: number, index: number): PagingActivity {
  return {
    type: 'paging',
    kind: 'page-out',
    handle: 0,
    resource: 'a',
    bytes: 65_536,
    reason,
    wantedBy,
    wantedFor: null,
    why: null,
    over: true,
    recordedAt: t,
    recordIndex: index,
  }
}

describe('why an allocation is out [LB-09]', () => {
  it('is that it never was in, since its record of creation', () => {
    const { sim, outs, finding } = rig()
    finding()
    sim.advanceTo(40)
    outs.create(0, 'a')
    finding()
    expect(outs.of(0)).toEqual({ because: 'never-resident', record: { t: 40, index: 1 } })
  })

  it('is an eviction, of which is known who asked for it, and later for whom its memory was taken', () => {
    const { sim, outs, finding } = rig()
    outs.create(0, 'a')
    sim.advanceTo(70)
    outs.evictedBy(0, BY_POLICY)
    finding()
    outs.leaves(0, pageOut('reclaim', 'b', 90, 5))
    expect(outs.of(0)).toEqual({
      because: 'evicted',
      occasion: { t: 70, ...BY_POLICY },
      record: { t: 70, index: 0 },
      pagedOut: { for: 'b', record: { t: 90, index: 5 } },
    })
  })

  it('is the same eviction for all that went together, each with a record of its own, whatever each was out for before', () => {
    const { sim, outs, finding } = rig()
    for (let handle = 0; handle < 200; handle++) outs.create(handle, `r${handle}`)
    sim.advanceTo(50)
    outs.evictedBy(7, { ...BY_POLICY, rule: 'aged' })
    outs.letGo(9)
    sim.advanceTo(70)
    finding()
    outs.allEvictedBy(Int32Array.of(0, 199, 7, 8, 9, 3), 1, 5, BY_POLICY)
    const reasonOf = (handle: number) => {
      outs.leaves(handle, pageOut('reclaim', 'b', 90, 5))
      return outs.of(handle)
    }
    const together = { because: 'evicted', occasion: { t: 70, ...BY_POLICY } }
    for (const [index, handle] of [199, 7, 8, 9].entries())
      expect(reasonOf(handle)).toMatchObject({ ...together, record: { t: 70, index: 1 + index } })
    // those beside them were not evicted
    for (const handle of [0, 3]) expect(reasonOf(handle)).toMatchObject({ because: 'reclaimed' })
    // it is known as long as one of them has it
    const second = { ...BY_POLICY, rule: 'budget' }
    outs.allEvictedBy(Int32Array.of(8, 199), 0, 2, second)
    outs.evictedBy(7, { ...BY_POLICY, rule: 'explicit' })
    outs.evictedBy(3, { ...BY_POLICY, rule: 'aged' })
    expect(reasonOf(9)).toMatchObject(together)
    expect([8, 199].map((handle) => reasonOf(handle))).toMatchObject([
      { occasion: { rule: 'budget' } },
      { occasion: { rule: 'budget' } },
    ])
    outs.allEvictedBy(Int32Array.of(1), 1, 1, BY_POLICY)
    expect(reasonOf(1)).toMatchObject({ because: 'reclaimed' })
  })

  it('is pressure where it was still on the list, whatever was evicted before', () => {
    const { outs } = rig()
    outs.create(0, 'a')
    outs.evictedBy(0, BY_POLICY)
    outs.leaves(0, pageOut('pressure', 'game', 90, 5))
    expect(outs.of(0)).toEqual({ because: 'reclaimed', for: 'game', record: { t: 90, index: 5 } })
  })

  it('is one occasion for all that is evicted together, and another one at another time or by another rule', () => {
    const { sim, outs } = rig()
    for (const handle of [0, 1, 2, 3]) {
      outs.create(handle, `r${handle}`)
      outs.leaves(handle, pageOut('reclaim', null, 1, 1))
    }
    outs.evictedBy(0, BY_POLICY)
    outs.evictedBy(1, { ...BY_POLICY })
    outs.evictedBy(2, { ...BY_POLICY, rule: 'budget' })
    sim.advanceTo(1)
    outs.evictedBy(3, BY_POLICY)
    const occasions = [0, 1, 2, 3].map((handle) => {
      const why = outs.of(handle)
      return why.because === 'evicted' ? why.occasion : null
    })
    expect(occasions[1]).toBe(occasions[0])
    expect(new Set(occasions).size).toBe(3)
  })

  it('is the device that is gone, for what is made again under its name, until all is made again', () => {
    const { sim, outs } = rig()
    for (const [handle, name] of ['in', 'never in'].entries()) outs.create(handle, name)
    const removal = { t: 30, index: 9 }
    outs.lose(
      [
        ['in', 0],
        ['never in', 1],
      ],
      (handle) => handle === 0,
      removal,
    )
    for (const handle of [0, 1]) outs.remove(handle)
    sim.advanceTo(50)
    for (const [handle, name] of ['in', 'never in'].entries()) outs.create(handle, name)
    expect(outs.of(0)).toEqual({ because: 'lost-with-device', record: removal })
    expect(outs.of(1)).toMatchObject({ because: 'never-resident', record: { t: 50 } })
    outs.forgetLosses()
    outs.create(2, 'in')
    expect(outs.of(2).because).toBe('never-resident')
  })

  it('stays the first loss where a second device goes before it was brought in again', () => {
    const { outs } = rig()
    outs.create(0, 'a')
    outs.lose([['a', 0]], () => true, { t: 1, index: 1 })
    outs.create(1, 'a')
    outs.lose([['a', 1]], () => false, { t: 2, index: 2 })
    outs.create(2, 'a')
    expect(outs.of(2)).toEqual({ because: 'lost-with-device', record: { t: 1, index: 1 } })
  })
})

describe('occasions that many share [LB-09]', () => {
  it('are each allocation’s own last one, however many come and go', () => {
    const step = fc.record({
      handle: fc.nat(5),
      what: fc.constantFrom('by policy', 'by another', 'alone', 'anew', 'gone'),
      later: fc.nat(2),
    })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const { sim, outs } = rig()
        const right = new Map<number, object | null>()
        for (const { handle, what, later } of steps) {
          sim.advanceTo(sim.now + later)
          const t = sim.now
          const how = what === 'by policy' ? BY_POLICY : { ...BY_POLICY, policy: 'another' }
          if (what === 'anew') outs.create(handle, `r${handle}`)
          else if (what === 'gone') outs.remove(handle)
          else if (what === 'alone') outs.letGo(handle)
          else {
            outs.letGo(handle)
            outs.evictedBy(handle, how)
          }
          const byItself = { t, policy: null, rule: 'explicit', callback: null, press: null }
          right.set(handle, what === 'anew' || what === 'gone' ? null : what === 'alone' ? byItself : { t, ...how })
        }
        for (const [handle, occasion] of right) {
          outs.leaves(handle, pageOut('reclaim', null, 99, 1))
          const found = outs.of(handle)
          expect(found.because === 'evicted' ? found.occasion : null).toEqual(occasion)
        }
      }),
    )
  })
})
