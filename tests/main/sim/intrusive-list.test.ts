import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { IntrusiveList, ListLinks } from '../../../main/sim/intrusive-list'

type Operation =
  | { kind: 'pushBack'; handle: number }
  | { kind: 'insertAfter'; place: number; handle: number }
  | { kind: 'remove'; handle: number }
  | { kind: 'pushAllBack'; handles: number[] }
  /** so many that stand one after another, from some place on */
  | { kind: 'pushRowBack'; place: number; count: number }

const handle = fc.oneof(fc.integer({ min: 0, max: 12 }), fc.constantFrom(63, 64, 65, 300))
const operation: fc.Arbitrary<Operation> = fc.oneof(
  fc.record({ kind: fc.constant('pushBack' as const), handle }),
  fc.record({ kind: fc.constant('insertAfter' as const), place: fc.nat(), handle }),
  fc.record({ kind: fc.constant('remove' as const), handle }),
  fc.record({ kind: fc.constant('pushAllBack' as const), handles: fc.uniqueArray(handle, { maxLength: 6 }) }),
  fc.record({ kind: fc.constant('pushRowBack' as const), place: fc.nat(), count: fc.integer({ min: 0, max: 8 }) }),
)

function backwards(list: IntrusiveList): number[] {
  const found: number[] = []
  for (let at = list.last; at !== -1; at = list.before(at)) found.push(at)
  return found
}

/** Does to both what the operation says; `place` counts among the elements that are there, the front included. */
function carryOut(list: IntrusiveList, model: number[], step: Operation): number[] {
  if (step.kind === 'pushAllBack' || step.kind === 'pushRowBack') {
    const first = step.kind === 'pushRowBack' ? step.place % (model.length + 1) : 0
    const handles = step.kind === 'pushRowBack' ? model.slice(first, first + step.count) : step.handles
    list.pushAllBack(handles)
    return [...model.filter((other) => !handles.includes(other)), ...handles]
  }
  const others = model.filter((other) => other !== step.handle)
  switch (step.kind) {
    case 'pushBack':
      list.pushBack(step.handle)
      return [...others, step.handle]
    case 'insertAfter': {
      const index = step.place % (others.length + 1)
      list.insertAfter(others[index - 1] ?? -1, step.handle)
      return others.toSpliced(index, 0, step.handle)
    }
    case 'remove':
      expect(list.remove(step.handle)).toBe(model.length > others.length)
      return others
  }
}

describe('IntrusiveList', () => {
  it('does as an array does, walked from either end', () => {
    fc.assert(
      fc.property(fc.array(operation, { maxLength: 200 }), (operations) => {
        const list = new IntrusiveList()
        let model: number[] = []
        for (const step of operations) {
          model = carryOut(list, model, step)
          expect([...list]).toEqual(model)
          expect(backwards(list)).toEqual(model.toReversed())
          expect([list.size, list.first, list.last]).toEqual([model.length, model[0] ?? -1, model.at(-1) ?? -1])
          for (const element of [0, 12, 64, 300, 5000]) expect(list.has(element)).toBe(model.includes(element))
          for (const [index, element] of model.entries()) expect(list.after(element)).toBe(model[index + 1] ?? -1)
        }
      }),
    )
  })

  it('gives several away at once, those between two indices, as one by one: in rows or in whatever order', () => {
    const taken = fc.record({
      toOther: fc.boolean(),
      // most stand one after another, in one row or in some
      isSorted: fc.boolean(),
      wanted: fc.uniqueArray(handle, { maxLength: 12 }),
      skipped: fc.nat(3),
      left: fc.nat(3),
      back: fc.array(handle, { maxLength: 4 }),
    })
    fc.assert(
      fc.property(fc.array(taken, { minLength: 1, maxLength: 20 }), (all) => {
        const links = new ListLinks()
        const [list, other] = [new IntrusiveList(links), new IntrusiveList(links)]
        let model = [...Array.from({ length: 13 }, (_, index) => index), 63, 64, 65, 300]
        let otherModel: number[] = []
        list.pushAllBack(model)
        for (const { toOther, isSorted, wanted, skipped, left, back } of all) {
          const there = isSorted
            ? model.filter((one) => wanted.includes(one))
            : wanted.filter((one) => model.includes(one))
          const to = Math.max(0, there.length - left)
          const from = Math.min(skipped, to)
          const handles = Int32Array.from(there)
          if (toOther) list.moveAllTo(other, handles, from, to)
          else list.removeAll(handles, from, to)
          const gone = there.slice(from, to)
          model = model.filter((one) => !gone.includes(one))
          if (toOther) otherModel = [...otherModel, ...gone]
          // some come back
          for (const one of back) {
            other.remove(one)
            list.pushBack(one)
          }
          const unique = back.filter((one, index) => back.lastIndexOf(one) === index)
          otherModel = otherModel.filter((one) => !back.includes(one))
          model = [...model.filter((one) => !back.includes(one)), ...unique]
          for (const [found, expected] of [
            [list, model],
            [other, otherModel],
          ] as const) {
            expect([[...found], backwards(found)]).toEqual([expected, expected.toReversed()])
            expect([found.size, found.first, found.last]).toEqual([
              expected.length,
              expected[0] ?? -1,
              expected.at(-1) ?? -1,
            ])
          }
          for (const one of [0, 12, 64, 300])
            expect([list.has(one), other.has(one)]).toEqual([model.includes(one), otherModel.includes(one)])
        }
      }),
    )
  })

  it('lets the current element be removed while walking', () => {
    const list = new IntrusiveList()
    for (let i = 0; i < 10; i++) list.pushBack(i)
    const visited: number[] = []
    for (const element of list) {
      visited.push(element)
      if (element % 3 === 0) list.remove(element)
    }
    expect(visited).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
    expect([...list]).toEqual([1, 2, 4, 5, 7, 8])
  })
})

describe('lists that share their links', () => {
  const twoLists = (): [IntrusiveList, IntrusiveList] => {
    const links = new ListLinks()
    return [new IntrusiveList(links), new IntrusiveList(links)]
  }

  it('each know their own', () => {
    const [even, odd] = twoLists()
    for (let i = 0; i < 200; i++) (i % 2 === 0 ? even : odd).pushBack(i)
    expect(odd.remove(10)).toBe(false)
    expect(even.remove(10)).toBe(true)
    odd.pushBack(10)
    expect([even.has(10), odd.has(10), odd.last, odd.size, even.size]).toEqual([false, true, 10, 101, 99])
    expect([...odd].slice(-3)).toEqual([197, 199, 10])
    expect([...even].slice(4, 6)).toEqual([8, 12])
  })

  it('refuse what is in another of them', () => {
    const [one, other] = twoLists()
    one.pushBack(3)
    expect(() => other.pushBack(3)).toThrow('3 is in list 1; it has to leave it before it enters list 2')
    expect([[...one], [...other]]).toEqual([[3], []])
  })
})
