import { expect, it } from 'vitest'
import { NumberedAllocations } from '../../../main/d3d12ma/numbered-allocations'

interface Entry {
  id: number
  serial: number
}

const setUp = (first?: number) => {
  const all = new NumberedAllocations<Entry>(first)
  return { all, add: (): Entry => all.add((id, serial) => ({ id, serial })) }
}

it('gives a number that was given back to the next one, but no serial twice', () => {
  const { all, add } = setUp()
  const made = [add(), add(), add()]
  expect(made.map(({ id }) => id)).toEqual([0, 1, 2])
  all.remove(1)
  expect(all.count).toBe(2)
  expect(add()).toEqual({ id: 1, serial: 3 })
  expect(add()).toEqual({ id: 3, serial: 4 })
  expect([...all].map(({ serial }) => serial)).toEqual([0, 3, 2, 4])
})

it('knows those that live, and none that was released or never was', () => {
  const { all, add } = setUp(10)
  expect(add()).toEqual({ id: 0, serial: 10 })
  expect(all.get(0).serial).toBe(10)
  all.remove(0)
  expect(() => all.get(0)).toThrow('there is no allocation 0')
  expect(() => all.get(7)).toThrow(RangeError)
  expect([...all]).toEqual([])
})
