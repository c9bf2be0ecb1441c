/** Residency by itself, without paging: whoever calls it moves the memory. Sizes in pages of 64 KiB. */

import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import type { AllocationHandle } from '../../../../main/dxgkrnl/vidmm/allocation-table'
import { EvictableLists } from '../../../../main/dxgkrnl/vidmm/evictable-lists'
import { Residency } from '../../../../main/dxgkrnl/vidmm/residency'
import { Simulation } from '../../../../main/sim/simulation'
import { GRANULE, RESIDENCY_PRIORITIES, SegmentGroup } from '../../../../preload/contract/names'

const { LOCAL, NON_LOCAL } = SegmentGroup
const NORMAL = RESIDENCY_PRIORITIES.indexOf('normal')

function residencyOf(pages = 10) {
  const removed: AllocationHandle[] = []
  const sizes = { local: pages * GRANULE, nonLocal: 4 * GRANULE, system: 0 }
  const residency = new Residency(new Simulation({ seed: 1 }), sizes, (handle) => removed.push(handle))
  const create = (name: string, size: number, segment: SegmentGroup = LOCAL): AllocationHandle =>
    residency.create({ name, bytes: size * GRANULE, device: 1, segment })
  /** bytes of the local group in pages */
  const counters = () => {
    const { usage, inPlace, committed, evictable } = residency.counters[LOCAL]
    return [usage, inPlace, committed, evictable].map((bytes) => bytes / GRANULE)
  }
  return { residency, removed, create, counters }
}

describe('the state of an allocation [RS-04]', () => {
  it('follows from list, memory and contents', () => {
    const { residency, create } = residencyOf()
    const a = create('a', 2)
    const states = [residency.state(a)]
    const then = (act: () => void): void => {
      act()
      states.push(residency.state(a))
    }
    then(() => residency.reference(a))
    then(() => residency.countPaging(a, 1))
    then(() => residency.takeMemory(a))
    then(() => residency.setValid(a))
    then(() => residency.countPaging(a, -1))
    then(() => residency.dereference(a))
    then(() => residency.giveMemory(a))
    expect(states).toEqual([
      'paged-out',
      'paged-out',
      'pending',
      'pending',
      'resident',
      'resident',
      'evictable',
      'paged-out',
    ])
  })

  it('on the list counts as usage at once, in the segment as committed; what is off the list is evictable [RS-08]', () => {
    const { residency, create, counters } = residencyOf()
    const [a, b] = [create('a', 2), create('b', 3)]
    expect(counters()).toEqual([0, 0, 0, 0])
    residency.reference(a)
    residency.reference(b)
    expect(counters()).toEqual([5, 0, 0, 0])
    residency.takeMemory(a)
    expect(counters()).toEqual([5, 0, 2, 0])
    residency.setValid(a)
    expect(counters()).toEqual([5, 2, 2, 0])
    residency.dereference(a)
    expect(counters()).toEqual([3, 0, 2, 2])
    expect(residency.pagedOutBytes).toBe(3 * GRANULE)
  })
})

describe('references [RS-01]', () => {
  it('are counted: only the first enters the list, and only the last leaves it', () => {
    const { residency, create, counters } = residencyOf()
    const a = create('a', 1)
    expect([residency.reference(a), residency.reference(a), residency.reference(a)]).toEqual([true, false, false])
    expect([residency.dereference(a), residency.dereference(a)]).toEqual([2, 1])
    expect([residency.isListed(a), counters()[0]]).toEqual([true, 1])
    expect(residency.dereference(a)).toBe(0)
    expect([residency.isListed(a), counters()[0]]).toEqual([false, 0])
  })
})

describe('only references that are taken together [RS-01] [RS-10]', () => {
  it('end before the first that has several or that a packet runs with; each becomes evictable in its turn', () => {
    const { residency, create, counters } = residencyOf()
    const [a, b, c, d, e] = [create('a', 1), create('b', 2), create('c', 1), create('d', 1), create('e', 1)]
    const all = Int32Array.of(a, b, c, d, e)
    for (const handle of all) residency.reference(handle)
    for (const handle of [a, b, d, e]) residency.takeMemory(handle)
    for (const handle of [a, b, d]) residency.setValid(handle)
    residency.leftOut(c)
    residency.countRunning(d, 1)
    const changed = vi.fn()
    residency.observer = { changed }
    // c has no memory, and is asked for no longer
    expect(residency.dereferenceAll(all, 0)).toBe(3)
    expect([[...residency.evictable[LOCAL]], [...residency.forcedOut], counters()]).toEqual([[a, b], [], [2, 1, 5, 3]])
    expect(changed.mock.calls).toEqual([[a], [b], [c]])
    expect(residency.dereferenceAll(all, 3)).toBe(3)
    residency.countRunning(d, -1)
    residency.reference(e)
    expect(residency.dereferenceAll(all, 3)).toBe(4)
    expect(residency.dereference(e)).toBe(1)
    // e, whose contents have not come yet
    expect(residency.dereferenceAll(all, 4)).toBe(5)
    expect([[...residency.evictable[LOCAL]], counters()]).toEqual([
      [a, b, d, e],
      [0, 0, 5, 5],
    ])
  })
})

describe('references that are taken together, however they stand to each other [RS-01] [RS-10]', () => {
  const COUNT = 60
  const special = fc.record({
    handle: fc.nat(COUNT - 1),
    what: fc.constantFrom('twice', 'runs', 'low', 'out', 'other'),
  })
  const part = fc.record({ first: fc.nat(COUNT - 1), count: fc.integer({ min: 1, max: COUNT }), falls: fc.boolean() })

  function rig(specials: readonly { handle: number; what: string }[]) {
    const { residency, create, counters } = residencyOf(2 * COUNT)
    const are = (handle: number, what: string): boolean =>
      specials.some((one) => one.handle === handle && one.what === what)
    residency.sim.advanceTo(5)
    for (let index = 0; index < COUNT; index++) {
      // of the other group there is memory for four
      const isOther = are(index, 'other')
      const handle = create(`r${index}`, isOther ? 1 : 1 + (index % 2), isOther ? NON_LOCAL : LOCAL)
      residency.reference(handle)
      if (are(index, 'twice')) residency.reference(handle)
      if (are(index, 'low')) residency.setPriority(handle, RESIDENCY_PRIORITIES.indexOf('low'))
      if (are(index, 'runs')) residency.countRunning(handle, 1)
      if (are(index, 'out') || !residency.takeMemory(handle)) residency.leftOut(handle)
      else residency.setValid(handle)
    }
    residency.sim.advanceTo(9)
    const seen = () => ({
      counters: [counters(), { ...residency.counters[NON_LOCAL] }],
      evictable: residency.evictable.map((list) => [...list]),
      inPlace: residency.inPlace.map((list) => [...list]),
      forcedOut: [...residency.forcedOut],
      turns: residency.evictable.map((list) => [...list].map((one) => residency.table.evictableTurns[one])),
      changedAt: [...residency.table.changedAt.slice(0, COUNT)],
      references: [...residency.table.references.slice(0, COUNT)],
    })
    return { residency, seen }
  }

  it('are as if each was taken by itself', () => {
    const run = fc.property(
      fc.array(special, { maxLength: 6 }),
      fc.array(part, { minLength: 1, maxLength: 4 }),
      (specials, parts) => {
        const named = parts.flatMap(({ first, count, falls }) => {
          const row = Array.from({ length: Math.min(count, COUNT - first) }, (_, index) => first + index)
          return falls ? row.toReversed() : row
        })
        const handles = Int32Array.from(new Set(named))
        const [together, each] = [rig(specials), rig(specials)]
        for (let at = 0; at < handles.length; at++) {
          const end = together.residency.dereferenceAll(handles, at)
          for (; at < handles.length; at++) {
            const handle = handles[at] as AllocationHandle
            if (each.residency.table.references[handle] !== 1 || each.residency.isRunning(handle)) break
            each.residency.dereference(handle)
          }
          expect(end).toBe(at)
          expect(together.seen()).toEqual(each.seen())
        }
      },
    )
    fc.assert(run)
  })
})

describe('memory', () => {
  it('is taken whole or not at all [RS-06]', () => {
    const { residency, create } = residencyOf(4)
    const [a, b] = [create('a', 3), create('b', 2)]
    expect([residency.takeMemory(a), residency.takeMemory(b)]).toEqual([true, false])
    expect(residency.state(b)).toBe('paged-out')
    residency.giveMemory(a)
    expect(residency.takeMemory(b)).toBe(true)
    expect(residency.segments[LOCAL].freeBytes).toBe(2 * GRANULE)
  })

  it('of one group is no room for the other', () => {
    const { residency, create } = residencyOf(1)
    const [a, b] = [create('a', 4, NON_LOCAL), create('b', 1)]
    expect([residency.takeMemory(a), residency.takeMemory(b)]).toEqual([true, true])
    expect(residency.segments.map(({ freeBytes }) => freeBytes)).toEqual([0, 0])
  })

  it('taken from what is on the list is remembered, until it is back or off the list [RS-02]', () => {
    const { residency, create } = residencyOf()
    const [a, b, c] = [create('a', 1), create('b', 1), create('c', 1)]
    for (const handle of [a, b, c]) {
      residency.reference(handle)
      residency.takeMemory(handle)
      residency.setValid(handle)
      residency.giveMemory(handle)
    }
    expect([...residency.forcedOut]).toEqual([a, b, c])
    residency.takeMemory(b)
    residency.dereference(a)
    expect([...residency.forcedOut]).toEqual([c])
  })
})

describe('destroying [RS-11]', () => {
  it('waits for packets and for paging operations, and then gives everything back', () => {
    const { residency, removed, create, counters } = residencyOf()
    const a = create('a', 2)
    residency.reference(a)
    residency.takeMemory(a)
    residency.setValid(a)
    residency.countQueued(a, 1)
    residency.countPaging(a, 1)
    residency.destroy(a)
    residency.countQueued(a, -1)
    expect([removed, counters()]).toEqual([[], [2, 2, 2, 0]])
    residency.countPaging(a, -1)
    expect([removed, counters()]).toEqual([[a], [0, 0, 0, 0]])
    expect([residency.segments[LOCAL].freeBytes, residency.pagedOutBytes]).toEqual([10 * GRANULE, 0])
  })

  it('tells who waits for the packets that use it, once, when the last has ended', () => {
    const { residency, create } = residencyOf()
    const a = create('a', 1)
    const told: string[] = []
    residency.whenUnused(a, () => told.push('at once'))
    residency.countQueued(a, 1)
    residency.countQueued(a, 1)
    residency.countRunning(a, 1)
    residency.whenUnused(a, () => told.push('unused'))
    residency.whenIdle(a, () => told.push('idle'))
    residency.countQueued(a, -1)
    expect(told).toEqual(['at once'])
    residency.countRunning(a, -1)
    expect(told).toEqual(['at once', 'idle'])
    residency.countQueued(a, -1)
    expect(told).toEqual(['at once', 'idle', 'unused'])
  })
})

it('a priority that an evictable one has already is set without looking for its place [RS-10]', () => {
  const { residency, create } = residencyOf()
  const evictable = ['a', 'b', 'c'].map((name) => create(name, 1))
  for (const handle of evictable) residency.takeMemory(handle)
  const insert = vi.spyOn(EvictableLists.prototype, 'insert')
  for (const handle of evictable) residency.setPriority(handle, NORMAL)
  expect(insert).not.toHaveBeenCalled()
  residency.setPriority(evictable[0] as number, NORMAL - 1)
  expect(insert).toHaveBeenCalledOnce()
  insert.mockRestore()
  expect([...residency.evictable[LOCAL]]).toEqual(evictable)
})

describe('any calls', () => {
  const operation = fc.tuple(
    fc.constantFrom('reference', 'dereference', 'in', 'out', 'valid', 'priority'),
    fc.nat(5),
    fc.nat(4),
  )

  it('leave counters that are the sums of what is there [RS-12]', () => {
    fc.assert(
      fc.property(fc.array(operation, { maxLength: 60 }), (operations) => {
        const { residency, create, counters } = residencyOf(8)
        const sizes = [1, 2, 3, 1, 4, 2]
        const handles = sizes.map((size, i) => create(`r${i}`, size))
        for (const [what, i, priority] of operations) {
          const handle = handles[i] as AllocationHandle
          const state = residency.state(handle)
          const inSegment = residency.segments[LOCAL].size > 0 && residency.table.extents(handle).length > 0
          if (what === 'reference') residency.reference(handle)
          else if (what === 'dereference' && residency.isListed(handle)) residency.dereference(handle)
          else if (what === 'in' && !inSegment) residency.takeMemory(handle)
          else if (what === 'out') residency.giveMemory(handle)
          else if (what === 'valid' && inSegment && state !== 'resident') residency.setValid(handle)
          else if (what === 'priority') residency.setPriority(handle, priority)
        }
        const sum = (which: (handle: AllocationHandle) => boolean): number =>
          handles.reduce((total, handle, i) => total + (which(handle) ? (sizes[i] as number) : 0), 0)
        const isIn = (handle: AllocationHandle): boolean => residency.table.extents(handle).length > 0
        expect(counters()).toEqual([
          sum((handle) => residency.isListed(handle)),
          sum((handle) => residency.isListed(handle) && residency.isInPlace(handle)),
          sum(isIn),
          sum((handle) => isIn(handle) && !residency.isListed(handle)),
        ])
        expect(residency.segments[LOCAL].freeBytes).toBe((8 - sum(isIn)) * GRANULE)
        expect(residency.pagedOutBytes).toBe(sum((handle) => !isIn(handle)) * GRANULE)
        const evictable = handles.filter((handle) => residency.state(handle) === 'evictable')
        expect([...residency.evictable[LOCAL]].toSorted()).toEqual(evictable.toSorted())
        const priorities = [...residency.evictable[LOCAL]].map((handle) => residency.table.priorities[handle] as number)
        expect(priorities).toEqual(priorities.toSorted((a, b) => a - b))
      }),
    )
  })
})
