import { describe, expect, it } from 'vitest'
import { Allocation, type AllocationPool } from '../../../main/d3d12ma/allocation'
import { NONE } from '../../../main/d3d12ma/block-metadata'
import { MemoryProvider } from '../../../main/d3d12ma/memory-provider'

const buffer = { dimension: 'buffer', width: 100 } as const

/** A pool that notes what it is told. */
function poolOf() {
  const provider = new MemoryProvider()
  const told: string[] = []
  const pool: AllocationPool = {
    name: 'proxies',
    heapType: 'UPLOAD',
    provider,
    reserved: new Set(),
    committed: new Set(),
    give: ({ id }) => told.push(`give ${id}`),
    rename: ({ id }) => told.push(`rename ${id}`),
    report: (rule, message) => told.push(`${rule}: ${message}`),
  }
  const resource = (name: string) => {
    const made = provider.createCommittedResource(buffer, 0, name, 'UPLOAD').resource
    if (made === null) throw new Error('expected a resource')
    return made
  }
  const allocation = (id: number, size = 64, of = pool): Allocation => {
    const { heap } = provider.createHeap({ sizeInBytes: size, alignment: 64, type: 'UPLOAD' }, `heap ${id}`)
    return new Allocation(of, id, id + 100, size, 64, { block: null, handle: NONE, heap })
  }
  return { provider, told, pool, resource, allocation }
}

describe('an allocation [DF-04]', () => {
  it('says where it lies; a committed one has a heap of its own', () => {
    const { allocation } = poolOf()
    const one = allocation(3)
    expect([one.committed, one.block, one.handle, one.getOffset(), one.heapType]).toEqual([
      true,
      null,
      NONE,
      0,
      'UPLOAD',
    ])
    expect([one.getHeap()?.name, one.getSize(), one.getAlignment()]).toEqual(['heap 3', 64, 64])
  })

  it('holds one resource: another takes its place, and it is released', () => {
    const { provider, resource, allocation } = poolOf()
    const [one, other] = [resource('one'), resource('other')]
    const holder = allocation(1)
    holder.setResource(one)
    holder.setResource(one)
    expect([holder.getResource(), provider.resources.size]).toEqual([one, 2])
    holder.setResource(other)
    expect([holder.getResource(), [...provider.resources]]).toEqual([other, [other]])
    holder.setResource(null)
    expect(provider.resources.size).toBe(0)
  })

  it('has what its user gave it', () => {
    const one = poolOf().allocation(1)
    one.setName('mesh')
    one.setPrivateData(42)
    expect([one.getName(), one.name, one.getPrivateData(), one.movable]).toEqual(['mesh', 'mesh', 42, true])
  })
})

describe('two allocations exchange their memory and resources [DF-11]', () => {
  it('and stay the same objects', () => {
    const { told, resource, allocation } = poolOf()
    const [one, other] = [allocation(1), allocation(2)]
    const held = resource('held')
    one.setResource(held)
    one.swap(other)
    expect([one.getHeap()?.name, other.getHeap()?.name]).toEqual(['heap 2', 'heap 1'])
    expect([one.getResource(), other.getResource()]).toEqual([null, held])
    expect(told).toEqual(['rename 1', 'rename 2'])
  })

  it('of one size and pool alone', () => {
    const { allocation, pool } = poolOf()
    const elsewhere = allocation(3, 64, { ...pool, name: 'others' })
    expect(() => allocation(1).swap(allocation(2, 128))).toThrow('must have the same size and pool')
    expect(() => allocation(1).swap(elsewhere)).toThrow(/\(64 bytes in proxies\).*\(64 bytes in others\)/)
  })
})

describe('a release', () => {
  it('gives memory and resource back, once', () => {
    const { provider, told, resource, allocation } = poolOf()
    const one = allocation(1)
    one.setResource(resource('held'))
    expect([one.release(), one.released, told, provider.resources.size]).toEqual(['S_OK', true, ['give 1'], 0])
    expect(() => one.release()).toThrow('allocation 1 was released before')
  })

  it('is refused in a pass, and changes nothing [DF-14]', () => {
    const { told, resource, allocation } = poolOf()
    const one = allocation(1)
    one.name = 'mesh'
    one.setResource(resource('held'))
    one.inPass = true
    expect(one.release()).toBe('DXGI_ERROR_INVALID_CALL')
    expect([one.released, one.getResource()?.name]).toEqual([false, 'held'])
    expect(told).toEqual([expect.stringMatching(/^DF-14: mesh is in the moves/)])
    one.inPass = false
    expect(one.release()).toBe('S_OK')
  })
})
