import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { EvictableLists } from '../../../../main/dxgkrnl/vidmm/evictable-lists'
import { ListLinks } from '../../../../main/sim/intrusive-list'

describe('what may be evicted [RS-10]', () => {
  it('goes by priority, lowest first, and within one by how long it has been evictable', () => {
    const priorities = [2, 0, 2, 4, 0]
    const lists = new EvictableLists(
      new ListLinks(),
      (handle) => priorities[handle] as number,
      () => 0,
    )
    for (const handle of [3, 2, 1, 0, 4]) lists.pushBack(handle)
    expect([...lists]).toEqual([1, 4, 2, 0, 3])
    expect(lists.size).toBe(5)
  })

  it('is what was added and not taken away, in the order of a list that is sorted by hand', () => {
    const operation = fc.tuple(fc.constantFrom('add', 'take', 'reprioritise'), fc.nat(9), fc.nat(4))
    fc.assert(
      fc.property(
        fc.array(fc.nat(4), { minLength: 10, maxLength: 10 }),
        fc.array(operation),
        (priorities, operations) => {
          const turns: number[] = []
          const lists = new EvictableLists(
            new ListLinks(),
            (handle) => priorities[handle] as number,
            (handle) => turns[handle] as number,
          )
          let expected: number[] = []
          for (const [turn, [what, handle, priority]] of operations.entries()) {
            const was = expected.includes(handle)
            expect(lists.has(handle)).toBe(was)
            if (what === 'reprioritise') {
              expect(lists.remove(handle)).toBe(was)
              priorities[handle] = priority
              if (was) lists.insert(handle)
              continue
            }
            expected = expected.filter((other) => other !== handle)
            if (what === 'take') expect(lists.remove(handle)).toBe(was)
            else {
              turns[handle] = turn
              lists.pushBack(handle)
              expected.push(handle)
            }
          }
          // a stable sort: within a priority they stay in the order in which they came, whenever they got it
          expect([...lists]).toEqual(expected.toSorted((a, b) => (priorities[a] as number) - (priorities[b] as number)))
          expect(lists.size).toBe(expected.length)
        },
      ),
    )
  })
})
