import { expect, it } from 'vitest'
import { Allocations, type RmvAllocation } from '../../../../../main/session/imports/rmv/allocations'

const made = (address: number, bytes: number): RmvAllocation => ({
  number: 1,
  address,
  bytes,
  upload: false,
  anyHeap: false,
  bound: new Set(),
  name: null,
  invisible: false,
  demoted: false,
})

it('finds the allocation in which an address lies, its last byte included and the next one not [LB-19]', () => {
  const all = new Allocations()
  const [low, high] = [made(0x1000, 0x1000), made(0x4000, 0x800)]
  expect([all.add(high), all.add(low)]).toEqual([[], []])
  expect([0xfff, 0x1000, 0x1fff, 0x2000, 0x4000, 0x47ff, 0x4800].map((address) => all.at(address))).toEqual([
    null,
    low,
    low,
    null,
    high,
    high,
    null,
  ])
})

it('is freed by its first address alone [LB-19]', () => {
  const all = new Allocations()
  const one = made(0x1000, 0x1000)
  all.add(one)
  expect([all.remove(0x1001), all.remove(0x1000), all.remove(0x1000)]).toEqual([null, one, null])
  expect(all.all).toEqual([])
})

it('gives back those over which a new one lies: the trace does not say that they were freed [LB-19]', () => {
  const all = new Allocations()
  const [a, b, c, d] = [made(0, 0x1000), made(0x1000, 0x1000), made(0x2000, 0x1000), made(0x3000, 0x1000)]
  for (const one of [a, b, c, d]) expect(all.add(one)).toEqual([])
  // from the middle of a to the middle of c
  const over = made(0x800, 0x2000)
  expect(all.add(over)).toEqual([a, b, c])
  expect(all.all).toEqual([over, d])
  // one that only touches it takes nothing away
  expect(all.add(made(0x2800, 0x800))).toEqual([])
})
