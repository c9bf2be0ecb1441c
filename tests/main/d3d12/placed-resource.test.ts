import { describe, expect, it } from 'vitest'
import { Mapping, PlacedHeap, PlacedResource, written } from '../../../main/d3d12/placed-resource'
import { keyOf } from '../../../main/d3d12/resource'
import { RESIDENCY_PRIORITIES } from '../../../preload/contract/names'
import { MIB } from '../support/world'

const heapOf = (handle = 7) => new PlacedHeap(handle, 'H', 'UPLOAD', 4 * MIB)

describe('what is in a resource [DF-18]', () => {
  const NEW = { version: 0, checksum: 0 }

  it('changes with every write, by who writes and how often', () => {
    const once = written(NEW, 'Blur')
    expect(once.version).toBe(1)
    const sums = [NEW, once, written(once, 'Blur'), written(NEW, 'Tint'), written(written(NEW, 'Tint'), 'Blur')]
    expect(new Set(sums.map(({ checksum }) => checksum)).size).toBe(sums.length)
  })

  it('is the same after the same writes', () => {
    expect(written(written(NEW, 'a'), 'b')).toEqual(written(written(NEW, 'a'), 'b'))
  })
})

describe('a mapping [DF-15]', () => {
  it('writes into the resource until that is released, and then nowhere', () => {
    const resource = new PlacedResource(heapOf(), 0, 'a', MIB)
    const mapping = new Mapping(resource)
    expect(mapping.write('CPU')).toBe(true)
    const { contents } = resource
    expect(contents).toEqual(written({ version: 0, checksum: 0 }, 'CPU'))
    resource.released = true
    expect(mapping.write('CPU')).toBe(false)
    expect(resource.contents).toEqual(contents)
  })
})

describe('a heap', () => {
  it('has the highest priority of what is placed in it, the normal one while that is nothing [RS-10 RS-15]', () => {
    const heap = heapOf()
    const priority = (name: (typeof RESIDENCY_PRIORITIES)[number]) => RESIDENCY_PRIORITIES.indexOf(name)
    const priorities = [heap.priority]
    for (const [name, change] of [
      ['minimum', 1],
      ['high', 1],
      ['low', 1],
      ['high', 1],
      ['high', -1],
      ['high', -1],
      ['low', -1],
      ['minimum', -1],
    ] as const) {
      heap.countPriority(priority(name), change)
      priorities.push(heap.priority)
    }
    const names = priorities.map((index) => RESIDENCY_PRIORITIES[index])
    expect(names).toEqual(['normal', 'minimum', 'high', 'high', 'high', 'high', 'low', 'minimum', 'normal'])
  })

  it('is resident for all that is placed in it: they have its handle [RS-15]', () => {
    const heap = heapOf(9)
    const [a, b] = [new PlacedResource(heap, 0, 'a', MIB), new PlacedResource(heap, MIB, 'b', MIB)]
    expect([a.handle, b.handle]).toEqual([9, 9])
  })
})

it('resources in one heap are told apart by a key of their own, others by their handle', () => {
  expect(keyOf({ handle: 9, name: 'a', size: MIB })).toBe(9)
  expect(keyOf({ handle: 9, key: 12, name: 'b', size: MIB })).toBe(12)
})
