import { describe, expect, test } from 'vitest'
import { create, MIB, MS, stateOf, worldOf } from '../support/world'

/** The messages of the debug layer so far: id, and what the finding says. */
function messages(world: ReturnType<typeof worldOf>): [number, string, string | undefined][] {
  return world.of('finding').map(({ rule, resource, message }) => {
    const id = /^D3D12 debug message (\d+): /.exec(message)?.[1]
    return [Number(id), rule, resource]
  })
}

describe('the debug layer gives the real message ids', () => {
  test('703, 705 and 1009 for calls that name no object; nothing changes [RS-01] [RS-10]', () => {
    const world = worldOf()
    const fence = world.device.createFence()
    expect(world.device.enqueueMakeResident([], 0, fence, 1).hr).toBe('E_INVALIDARG')
    expect(world.device.evictObjects([])).toBe('E_INVALIDARG')
    expect(world.device.setResidencyPriority([], 2)).toBe('E_INVALIDARG')
    expect(messages(world).map(([id]) => id)).toEqual([703, 705, 1009])
    expect(fence.completedValue).toBe(0)
  })

  test('999 for a residency priority that does not exist [RS-10]', () => {
    const world = worldOf()
    const a = create(world, 'a', MIB)
    for (const priority of [-1, 5, 1.5, Number.NaN]) {
      expect(world.device.setResidencyPriority([a], priority)).toBe('E_INVALIDARG')
      expect(world.vidmm.residency.table.priorities[a.handle]).toBe(2)
    }
    expect(messages(world).map(([id]) => id)).toEqual([999, 999, 999, 999])
  })

  test('1111 for flags of EnqueueMakeResident that do not exist; nothing is made resident [RS-06]', () => {
    const world = worldOf()
    const a = create(world, 'a', MIB, false)
    const fence = world.device.createFence()
    expect(world.device.enqueueMakeResident([a], 2, fence, 1)).toEqual({ hr: 'E_INVALIDARG', bytesToTrim: 0 })
    expect(world.device.enqueueMakeResident([a], 3, fence, 1).hr).toBe('E_INVALIDARG')
    world.wait(100 * MS)
    expect([stateOf(world, a), fence.completedValue]).toEqual(['paged-out', 0])
    expect(messages(world)).toEqual([
      [1111, 'RS-06', undefined],
      [1111, 'RS-06', undefined],
    ])
    expect(world.device.enqueueMakeResident([a], 1, fence, 1).hr).toBe('S_OK')
  })

  test('1136 for an Evict too many, 960 for one of what runs, 608 for use of what is not on the list [RS-01] [RS-07]', () => {
    const world = worldOf()
    const [a, b] = [create(world, 'a', MIB), create(world, 'b', MIB, false)]
    expect(world.device.evict(b).hr).toBe('E_INVALIDARG')
    world.queue.executeCommandLists({ name: 'A', gpuTime: MS, resources: [a] })
    world.device.evict(a)
    world.queue.executeCommandLists({ name: 'B', gpuTime: MS, resources: [b] })
    world.wait(10 * MS)
    expect(messages(world)).toEqual([
      [1136, 'RS-01', 'b'],
      [960, 'RS-07', 'a'],
      [608, 'RS-07', 'b'],
    ])
  })
})

describe('Evict of several objects [RS-01]', () => {
  test('takes one reference of each', () => {
    const world = worldOf()
    const [a, b] = [create(world, 'a', MIB), create(world, 'b', MIB)]
    world.device.enqueueMakeResident([b], 0, world.device.createFence(), 1)
    expect(world.device.evictObjects([a, b])).toBe('S_OK')
    expect([stateOf(world, a), stateOf(world, b)]).toEqual(['evictable', 'resident'])
    expect(world.device.evictObjects([b])).toBe('S_OK')
    expect(stateOf(world, b)).toBe('evictable')
  })

  test('ends at the first that fails', () => {
    const world = worldOf()
    const [a, b, c] = [create(world, 'a', MIB), create(world, 'b', MIB, false), create(world, 'c', MIB)]
    expect(world.device.evictObjects([a, b, c])).toBe('E_INVALIDARG')
    expect([a, b, c].map((resource) => stateOf(world, resource))).toEqual(['evictable', 'paged-out', 'resident'])
    expect(messages(world)).toEqual([[1136, 'RS-01', 'b']])
  })

  test('fails on a removed device, as SetResidencyPriority does [RS-07]', () => {
    const world = worldOf()
    const a = create(world, 'a', MIB)
    world.device.remove('DXGI_ERROR_DEVICE_HUNG', 'a test says so')
    expect(world.device.evictObjects([a])).toBe('DXGI_ERROR_DEVICE_REMOVED')
    expect(world.device.setResidencyPriority([a], 0)).toBe('DXGI_ERROR_DEVICE_REMOVED')
    expect([stateOf(world, a), world.vidmm.residency.table.priorities[a.handle]]).toEqual(['resident', 2])
  })
})
