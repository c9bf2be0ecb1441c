/** EnqueueMakeResident and Evict of one resource, as a person calls them beside the policy. */
import { describe, expect, it } from 'vitest'
import { effects, type LiveRig, MIB, rig } from '../live-rig'

describe('calls of the API by hand, from the interface [SC-14] [RS-01]', () => {
  const live = (): LiveRig =>
    rig({
      system: { localMemory: '64MiB', budget: '4MiB', evictionMode: 'eager' },
      app: { policy: 'none', effects: effects({ A: 2 * MIB, B: 3 * MIB }) },
    })
  const of = (one: LiveRig): (number | undefined)[] => {
    const id = one.id('A.r')
    const { allocations, memory } = one.shown
    return [allocations.references[id], memory.local.committed / MIB]
  }

  it('MakeResident adds a reference and Evict takes one; without one it is paged out, and comes back', () => {
    const one = live()
    const id = one.id('A.r')
    expect(of(one)).toEqual([1, 5])
    one.must({ kind: 'makeResident', id })
    expect(of(one)).toEqual([2, 5])
    one.must({ kind: 'evict', id })
    expect(of(one)).toEqual([1, 5])
    one.must({ kind: 'evict', id })
    one.elapse(500)
    expect(of(one)).toEqual([0, 3])
    one.must({ kind: 'makeResident', id })
    one.elapse(500)
    expect(of(one)).toEqual([1, 5])
  })

  it('is told as a call by hand where one asks why it is out, and no policy is named [LB-09]', () => {
    const one = live()
    const id = one.id('A.r')
    one.must({ kind: 'selectResource', id }, { kind: 'evict', id })
    const { history, reasons } = one.shown.selection ?? { history: [], reasons: [] }
    expect(history.at(-1)?.text).toBe('Evict (explicit) by hand, 0 references left')
    expect(reasons.at(-1)?.why).toBe('Evicted at 0.000 s by hand, beside the policy (command 1).')
    one.must({ kind: 'makeResident', id }, { kind: 'makeResident', id }, { kind: 'evict', id })
    expect(one.shown.selection?.history.at(-1)?.text).toBe('Evict (explicit) by hand, 1 reference left')
  })

  it('MakeResident over the budget is refused with DENY_OVERBUDGET alone, and says by how much [RS-06]', () => {
    const one = live()
    const id = one.id('A.r')
    one.must({ kind: 'evict', id })
    one.elapse(500)
    // 3 MiB are on the list of 4: with 2 more that is 1 too many
    expect(one.do({ kind: 'makeResident', id, denyOverbudget: true })).toMatchObject({
      ok: false,
      hresult: { name: 'E_OUTOFMEMORY' },
      message: expect.stringContaining('A.r was not made resident'),
    })
    expect(one.shown.findings.items.map(({ message }) => message)).toContainEqual(
      expect.stringContaining(`${MIB} bytes would have to be trimmed`),
    )
    expect(of(one)[0]).toBe(0)
    one.must({ kind: 'makeResident', id, denyOverbudget: false })
    expect(of(one)[0]).toBe(1)
  })

  it('an effect whose memory was evicted by hand removes the device, as the policy does not know [RS-07]', () => {
    const one = live()
    one.must({ kind: 'evict', id: one.id('A.r') }, { kind: 'applyEffect', effect: 'A' })
    one.elapse(100)
    expect(one.shown.device.removed).toMatchObject({ reason: { name: 'DXGI_ERROR_DEVICE_HUNG' } })
    expect(one.do({ kind: 'makeResident', id: one.id('B.r') })).toMatchObject({
      ok: false,
      hresult: { name: 'DXGI_ERROR_DEVICE_REMOVED' },
    })
  })

  it('used by hand it is made resident by the policy first, and the work counts as a press [SC-13]', () => {
    const app = { policy: 'fence-lru', effects: effects({ A: 2 * MIB }, false) }
    const one = rig({ app })
    const id = one.id('A.r')
    expect(of(one)[0]).toBe(0)
    one.must({ kind: 'use', id })
    one.elapse(500)
    expect(of(one)).toEqual([1, 2])
    const used = one.records.filter(({ type }) => type === 'apply' || type === 'make-resident')
    expect(used).toMatchObject([
      { type: 'make-resident', resources: ['A.r'] },
      { type: 'apply', resources: ['A.r'] },
    ])
    const packets = one.records.flatMap((record) =>
      record.type === 'packet' && record.context === 'app' ? [[record.command, record.end - record.start]] : [],
    )
    expect(packets).toEqual([['use', 1_000]])
    expect(one.do({ kind: 'use', id: 99 })).toMatchObject({ ok: false, message: 'There is no allocation 99 any more.' })
  })

  it('of what is not there, or is a heap, it is refused with what there is instead [RS-15]', () => {
    const one = rig({ app: { policy: 'none', allocation: 'placed', effects: effects({ A: 2 * MIB }) } })
    expect(one.do({ kind: 'evict', id: 999 })).toMatchObject({
      ok: false,
      message: 'There is no allocation 999 any more.',
    })
    const { names } = one.session.world.vidmm.residency.table
    const heap = names.findIndex((name) => one.session.world.editor.find(name) === undefined && name !== '')
    expect(one.do({ kind: 'makeResident', id: heap })).toMatchObject({
      ok: false,
      message: expect.stringContaining('what is placed in a heap takes its heap with it'),
    })
  })
})
