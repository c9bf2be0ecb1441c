/** Calls of one resource by hand: EnqueueMakeResident and Evict beside the policy, Map and Unmap, and a write through the mapping. */
import { describe, expect, it } from 'vitest'
import { RangeFlag, type SessionCommand } from '../../../../preload/contract'
import { runOf } from '../../support/world'
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

  it('an Evict too many below a layer counts below 0, and says that nothing left the residency list [PL-43]', async () => {
    const evict = (at: number) => ({ at, evict: { names: ['A.r'] } })
    const app = { policy: 'vkd3d-proton', effects: effects({ A: 2 * MIB }) }
    const run = await runOf({ app, steps: [evict(0), evict(1)] })
    expect(run.of('evict').map(({ references, left }) => [references, left])).toEqual([
      [0, 0],
      [-1, 0],
    ])
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
    expect(of(one)[0]).toBe(0)
    one.must({ kind: 'use', set: ['A.r'] })
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
    one.must({ kind: 'use', set: ['A.r'], engine: 'copy', gpuTime: 250 })
    one.elapse(100)
    const last = one.records.findLast((record) => record.type === 'packet' && record.engine === 'copy')
    expect(last).toMatchObject({ context: 'app', command: 'use' })
    if (last?.type === 'packet') expect(last.end - last.start).toBe(250)
    expect(one.session.recording().steps.at(-1)?.value).toMatchObject({ engine: 'copy', gpuTime: 250 })
    expect(one.do({ kind: 'use', set: ['A.r', 'Gone'] })).toMatchObject({
      ok: false,
      message: 'There is no resource "Gone" that the work could use.',
    })
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
    expect(one.do({ kind: 'use', set: ['A.r', names[heap] ?? ''] })).toMatchObject({
      ok: false,
      message: expect.stringContaining('what is placed in a heap can be used'),
    })
  })
})

const serial = (live: LiveRig, name: string): number =>
  live.session.world.editor.memory.find(name)?.allocation.serial ?? -1

/** Whether the heap map says that it is mapped. */
const isMapped = (live: LiveRig, name: string): boolean => flagOf(live, name, RangeFlag.mapped)

/** Whether the heap map says that of it. */
function flagOf(live: LiveRig, name: string, flag: number): boolean {
  const id = serial(live, name)
  const flags = live.shown.heapMap.blocks.flatMap(({ allocations, flags }) =>
    [...allocations].flatMap((allocation, range) => (allocation === id ? [flags[range] ?? 0] : [])),
  )
  expect(flags).toHaveLength(1)
  return ((flags[0] ?? 0) & flag) !== 0
}

const allocate = (name: string, heap: 'upload' | 'default'): SessionCommand => ({
  kind: 'allocate',
  name,
  size: MIB,
  heap,
})

describe('memory that the CPU sees [DF-15]', () => {
  it('is mapped, written and unmapped, and the heap map says which is', () => {
    const live = rig({ app: { policy: 'none' } })
    live.must(allocate('up', 'upload'))
    const allocation = serial(live, 'up')
    expect(isMapped(live, 'up')).toBe(false)
    expect(live.do({ kind: 'write', allocation })).toMatchObject({ hresult: { name: 'E_INVALIDARG' } })
    live.must({ kind: 'map', allocation })
    expect(isMapped(live, 'up')).toBe(true)
    live.must({ kind: 'write', allocation }, { kind: 'unmap', allocation })
    expect(isMapped(live, 'up')).toBe(false)
    expect(live.session.recording().steps.map(({ verb, value }) => [verb, value])).toEqual([
      ['allocate', expect.objectContaining({ name: 'up' })],
      ['write', 'up'],
      ['map', 'up'],
      ['write', 'up'],
      ['unmap', 'up'],
    ])
  })

  it('is told to be none where it is DEFAULT, and where there is none any more', () => {
    const live = rig({ app: { policy: 'none' } })
    live.must(allocate('far', 'default'))
    expect(live.do({ kind: 'map', allocation: serial(live, 'far') })).toMatchObject({
      ok: false,
      hresult: { name: 'E_INVALIDARG' },
      message: expect.stringContaining('far was not mapped'),
    })
    expect(live.do({ kind: 'map', allocation: 77 })).toMatchObject({
      ok: false,
      message: 'There is no allocation 77 any more.',
    })
  })

  it('a mapping that the client does not renew after a move is stale, and a write through it is found', () => {
    const app = { policy: 'none', pools: [{ name: 'U', heap: 'upload', blockSize: '4MiB' }] }
    const live = rig({ app })
    live.must(
      { kind: 'allocate', name: 'a', size: MIB, count: 6, pool: 'U' },
      { kind: 'free', name: 'a', every: 2 },
      { kind: 'inject', fault: 'stale-mapping', count: 9 },
    )
    const names = [...live.session.world.editor.memory.all].map(({ name }) => name)
    for (const name of names) live.must({ kind: 'map', allocation: serial(live, name) })
    live.must({ kind: 'beginDefragmentation', pool: 'U', algorithm: 'full' }, { kind: 'runDefragmentation' })
    live.elapse(2_000)
    const moved = live.records.flatMap((record) => (record.type === 'defragmentation-move' ? [record.resource] : []))
    expect(moved.length).toBeGreaterThan(0)
    // of what was moved the heap map says that it is mapped no more
    for (const name of names) {
      const isMoved = moved.includes(name)
      const flags = [flagOf(live, name, RangeFlag.mapped), flagOf(live, name, RangeFlag.staleMapping)]
      expect([name, ...flags]).toEqual([name, !isMoved, isMoved])
    }
    for (const name of names) {
      const result = live.do({ kind: 'write', allocation: serial(live, name) })
      expect([name, result.ok]).toEqual([name, !moved.includes(name)])
    }
    expect(live.shown.findings.items.filter(({ rule }) => rule === 'DF-15')).toHaveLength(new Set(moved).size)
    const [first = ''] = moved
    live.must({ kind: 'map', allocation: serial(live, first) })
    expect([flagOf(live, first, RangeFlag.mapped), flagOf(live, first, RangeFlag.staleMapping)]).toEqual([true, false])
  })
})
