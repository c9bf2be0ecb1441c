import { describe, expect, test } from 'vitest'
import { keyOf, ResidencyFlag, type Resource } from '../../../main/d3d12/resource'
import { create, MIB, MS, register, stateOf, type TestWorld, worldOf } from '../support/world'

function small(system: Record<string, unknown> = {}): TestWorld {
  return worldOf({ system: { localMemory: '256MiB', budget: '100MiB', ...system } })
}

function makeResident(world: TestWorld, flags: number, ...resources: Resource[]) {
  const fence = world.device.createFence()
  const result = world.device.enqueueMakeResident(resources, flags, fence, 5)
  return { ...result, fence }
}

describe('references [RS-01]', () => {
  test('n MakeResident calls need n Evict calls; only the last takes it off the list', () => {
    const world = small()
    const resource = create(world, 'Blur.main', MIB)
    makeResident(world, 0, resource)
    makeResident(world, 0, resource)
    const results = [1, 2, 3].map(() => {
      const { hr, references } = world.device.evict(resource)
      return [hr, references, stateOf(world, resource), world.device.queryVideoMemoryInfo(0).CurrentUsage]
    })
    expect(results).toEqual([
      ['S_OK', 2, 'resident', 1_048_576],
      ['S_OK', 1, 'resident', 1_048_576],
      ['S_OK', 0, 'evictable', 0],
    ])
  })

  test('are counted the same without an object for each call: what is left, or nothing where it fails', () => {
    const world = small()
    const { residency } = world.device
    const resource = create(world, 'Blur.main', MIB)
    makeResident(world, 0, resource)
    const taken = [1, 2, 3].map(() => {
      const left = residency.takeReference(resource)
      return [left, residency.evictCalls, residency.evictedBytes, stateOf(world, resource)]
    })
    expect(taken).toEqual([
      [1, 1, 0, 'resident'],
      [0, 2, MIB, 'evictable'],
      [null, 2, MIB, 'evictable'],
    ])
    expect([residency.leftBy(resource, 1), residency.leftBy(resource, 0)]).toEqual([0, MIB])
    expect(world.of('finding')).toMatchObject([{ rule: 'RS-01', resource: 'Blur.main' }])
    world.device.remove('DXGI_ERROR_DEVICE_HUNG', 'planted')
    expect([residency.takeReference(resource), world.of('finding').length]).toEqual([null, 1])
  })

  test('are taken together up to the first of which more is to be said, and counted as calls; behind a layer, and of a removed device, none', () => {
    const world = small()
    const { residency } = world.device
    const [a, b, c] = [create(world, 'a', MIB), create(world, 'b', 2 * MIB), create(world, 'c', 4 * MIB)]
    makeResident(world, 0, c)
    const keys = Int32Array.from([a, b, c], keyOf)
    const how = { policy: 'fence-lru', rule: 'periodic', press: null }
    expect([residency.takeOnlyReferences(keys, 0, how), residency.evictCalls, residency.evictedBytes]).toEqual([
      2,
      2,
      3 * MIB,
    ])
    expect([residency.heapBytes(b.handle), stateOf(world, b), stateOf(world, c)]).toEqual([
      2 * MIB,
      'evictable',
      'resident',
    ])
    residency.takeReference(c)
    world.device.remove('DXGI_ERROR_DEVICE_HUNG', 'planted')
    expect([residency.takeOnlyReferences(keys, 2, how), residency.evictCalls]).toEqual([2, 3])
    const layered = worldOf({ system: { localMemory: '256MiB' }, app: { policy: 'vkd3d-proton' } })
    const own = create(layered, 'own', MIB)
    const below = layered.device.residency
    expect([below.layer !== null, below.takeOnlyReferences(Int32Array.of(own.handle), 0, how)]).toEqual([true, 0])
  })

  test('taken in a callback are the callback’s, whatever press waits meanwhile; outside they are the press’s [LB-09]', () => {
    const world = small()
    const [a, b] = [create(world, 'a', MIB), create(world, 'b', MIB)]
    const press = { effect: 'Blur', submission: 7 }
    const take = ({ handle }: Resource): number =>
      world.device.residency.takeOnlyReferences(Int32Array.of(handle), 0, { policy: 'p', rule: 'budget', press })
    take(a)
    const { cookie } = register(world.device, () => take(b))
    world.do({ verb: 'periodicTrim', value: true })
    world.wait(MS)
    world.do({ verb: 'otherProcess', value: { name: 'game', usage: 256 * MIB } })
    world.wait(100 * MS)
    const occasions = [a, b].map(({ handle }) => world.vidmm.outs.of(handle))
    expect(occasions).toMatchObject([
      { because: 'evicted', occasion: { press, callback: null } },
      { because: 'evicted', occasion: { press: null, callback: { cookie } } },
    ])
  })

  test('an Evict too many is an error with a debug message, and changes nothing', () => {
    const world = small()
    const resource = create(world, 'Grayscale.convert', MIB, false)
    expect(world.device.evict(resource)).toMatchObject({ hr: 'E_INVALIDARG', references: 0 })
    expect(world.of('finding')).toMatchObject([{ rule: 'RS-01', resource: 'Grayscale.convert' }])
    makeResident(world, 0, resource)
    world.wait(1_000_000)
    expect(stateOf(world, resource)).toBe('resident')
    expect(world.device.evict(resource).references).toBe(0)
  })

  test('naming nothing is refused, and the fence is left alone', () => {
    const world = small()
    const { hr, fence } = makeResident(world, 0)
    expect([hr, fence.completedValue]).toEqual(['E_INVALIDARG', 0])
    expect(world.of('make-resident')).toEqual([])
  })
})

describe('DENY_OVERBUDGET [RS-06]', () => {
  test('refuses what would exceed the budget and says by how many bytes; nothing is made resident', () => {
    const world = small()
    create(world, 'Blur.main', 64 * MIB)
    const [a, b] = [create(world, 'A.one', 32 * MIB, false), create(world, 'A.two', 16 * MIB, false)]
    const { hr, bytesToTrim, fence } = makeResident(world, ResidencyFlag.DENY_OVERBUDGET, a, b)
    expect([hr, bytesToTrim, fence.completedValue]).toEqual(['E_OUTOFMEMORY', 12 * MIB, 0])
    expect([stateOf(world, a), stateOf(world, b)]).toEqual(['paged-out', 'paged-out'])
    world.wait(1_000_000)
    expect(world.of('make-resident', 'notification')).toEqual([])
  })

  test('lets through what just fits, counting a resource named twice once', () => {
    const world = small()
    create(world, 'Blur.main', 64 * MIB)
    const rest = create(world, 'A.one', 36 * MIB, false)
    expect(makeResident(world, ResidencyFlag.DENY_OVERBUDGET, rest, rest)).toMatchObject({ hr: 'S_OK', bytesToTrim: 0 })
    world.wait(1_000_000)
    expect(stateOf(world, rest)).toBe('resident')
  })

  test('without it the same request succeeds, and pressure follows', () => {
    const world = small()
    create(world, 'Blur.main', 64 * MIB)
    const more = create(world, 'A.one', 48 * MIB, false)
    expect(makeResident(world, ResidencyFlag.NONE, more).hr).toBe('S_OK')
    world.wait(0)
    expect(world.of('notification')).toMatchObject([{ flags: 4, bytesToTrim: 12_582_912 }])
  })

  test('does not refuse what adds nothing, though the process is over already', () => {
    const world = small()
    const resource = create(world, 'Blur.main', 128 * MIB)
    expect(makeResident(world, ResidencyFlag.DENY_OVERBUDGET, resource).hr).toBe('S_OK')
  })

  test('holds for the non-local group with its own budget', () => {
    const world = small({ nonLocalMemory: '100MiB' })
    const upload = (name: string, bytes: number): Resource => {
      const desc = { dimension: 'buffer', width: bytes } as const
      const { resource } = world.device.createCommittedResource(desc, 0x800, name, 'UPLOAD')
      return resource as Resource
    }
    // 90 MiB are budgetable
    expect(makeResident(world, ResidencyFlag.DENY_OVERBUDGET, upload('a', 60 * MIB)).hr).toBe('S_OK')
    expect(makeResident(world, ResidencyFlag.DENY_OVERBUDGET, upload('b', 40 * MIB))).toMatchObject({
      hr: 'E_OUTOFMEMORY',
      bytesToTrim: 10 * MIB,
    })
  })
})

describe('QueryVideoMemoryInfo [RS-08]', () => {
  test('counts as usage what is on the list, from the moment it is enqueued, and no evictable memory', () => {
    const world = small({ pagingBandwidth: '1MiB' })
    const [a, b] = [create(world, 'A.one', 8 * MIB), create(world, 'A.two', 16 * MIB, false)]
    const usage = () => world.device.queryVideoMemoryInfo(0).CurrentUsage
    expect(usage()).toBe(8_388_608)
    makeResident(world, 0, b)
    expect(usage()).toBe(25_165_824)
    world.device.evict(a)
    expect(usage()).toBe(16_777_216)
    const { committed, evictable } = world.vidmm.residency.counters[0]
    // b's memory is assigned as its transfer starts
    expect([committed, evictable]).toEqual([24 * MIB, 8 * MIB])
  })

  test('keeps the groups apart: an upload heap lies in the non-local segment', () => {
    const world = small({ nonLocalMemory: '100MiB' })
    const desc = { dimension: 'buffer', width: MIB } as const
    world.device.createCommittedResource(desc, 0, 'staging', 'UPLOAD')
    world.device.createCommittedResource(desc, 0, 'results', 'READBACK')
    expect(world.device.queryVideoMemoryInfo(0)).toMatchObject({ Budget: 104_857_600, CurrentUsage: 0 })
    expect(world.device.queryVideoMemoryInfo(1)).toMatchObject({ Budget: 94_371_840, CurrentUsage: 2_097_152 })
  })

  test('nothing is reserved', () => {
    expect(small().device.queryVideoMemoryInfo(0).CurrentReservation).toBe(0)
  })
})

describe('creating', () => {
  test('what is larger than the whole segment is E_OUTOFMEMORY, and so is an injected fault, once [RS-06]', () => {
    const world = small()
    const size = (width: number) => world.device.createCommittedResource({ dimension: 'buffer', width }, 0, 'a').hr
    expect(size(256 * MIB + 1)).toBe('E_OUTOFMEMORY')
    world.faults.inject('allocation-fails')
    expect([size(MIB), size(MIB)]).toEqual(['E_OUTOFMEMORY', 'S_OK'])
    expect(world.of('create')).toHaveLength(1)
  })
})
