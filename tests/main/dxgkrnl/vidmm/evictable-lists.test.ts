import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { EvictableLists } from '../../../../main/dxgkrnl/vidmm/evictable-lists'
import { IntrusiveList, ListLinks } from '../../../../main/sim/intrusive-list'

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

  it.each([
    ['first', 0, 1],
    ['last', 1000, 1],
    ['third', 2, 3],
    ['third from the end', 998, 3],
  ])(
    'finds the place of one whose priority changes from the nearer end: of 1000 the %s looks at few',
    (_name, place, looks) => {
      const priorities = Array.from({ length: 1001 }, (_, handle) => (handle === place ? 1 : 2))
      let asked: number[] = []
      const turnOf = (handle: number): number => {
        asked.push(handle)
        return handle
      }
      const lists = new EvictableLists(new ListLinks(), (handle) => priorities[handle] as number, turnOf)
      for (let handle = 0; handle <= 1000; handle++) lists.pushBack(handle)
      lists.remove(place)
      priorities[place] = 2
      asked = []
      lists.insert(place)
      // at each end, beside itself
      expect(new Set(asked).size).toBeLessThanOrEqual(2 * looks + 1)
      expect([...lists]).toEqual(Array.from({ length: 1001 }, (_, handle) => handle))
    },
  )

  it('comes behind what is there of its priority, several at once in their order', () => {
    const links = new ListLinks()
    const priorities = [2, 2, 0, 2, 2]
    const lists = new EvictableLists(
      links,
      (handle) => priorities[handle] as number,
      () => 0,
    )
    const inPlace = new IntrusiveList(links)
    inPlace.pushAllBack([0, 1, 3, 4])
    lists.pushBack(2)
    lists.takeAllFrom(inPlace, Int32Array.of(2, 4, 0, 1), 1, 3)
    expect([[...lists], lists.size, [...inPlace]]).toEqual([[2, 4, 0], 3, [1, 3]])
    lists.takeAllFrom(inPlace, Int32Array.of(1, 3), 0, 2)
    lists.takeAllFrom(inPlace, Int32Array.of(1, 3), 1, 1)
    expect([[...lists], [...inPlace]]).toEqual([[2, 4, 0, 1, 3], []])
  })
})
