/** The verbs of placed memory: groups, sizes that are drawn, parts that are freed, and what they refuse. */
import { describe, expect, it } from 'vitest'
import { isMember } from '../../../../main/session/verbs/memory'
import { defragment } from '../../editor/placed-rig'
import { KIB, MIB, quietSystem, runOf, type TestWorld, worldOf } from '../../support/world'

const UNIT = 64 * KIB
const world = (seed = 1, app: object = {}) =>
  worldOf({ seed, app: { pools: [{ name: 'P', blockSize: '4MiB' }], ...app } })
const all = ({ editor }: TestWorld) => [...editor.memory.all]
const names = (of: TestWorld) => all(of).map(({ name }) => name)
const findings = (of: TestWorld) => of.of('finding').map(({ rule, message }) => `${rule}: ${message}`)

const SEA = { name: 'sea', width: 640, height: 360 }

describe('a clip that cannot be imported', () => {
  it('on a removed device is so for that [RS-07]', () => {
    const w = world()
    w.device.remove('DXGI_ERROR_DEVICE_HUNG', 'of this test')
    expect(w.do({ verb: 'importClip', value: SEA })).toBe('DXGI_ERROR_DEVICE_REMOVED')
    expect(findings(w).at(-1)).toBe(
      'RS-07: clip sea was not imported: the device is removed (DXGI_ERROR_DEVICE_REMOVED)',
    )
  })

  it('as its name is taken is no finding about room [SC-16]', () => {
    const w = world()
    w.do({ verb: 'importClip', value: SEA })
    expect(w.do({ verb: 'importClip', value: SEA })).toBe('E_INVALIDARG')
    expect(findings(w)).toEqual(['SC-16: clip sea was not imported: the name is taken (E_INVALIDARG)'])
  })

  it('for want of room is told what kind of want [DF-03]', () => {
    const w = world(1, { pools: [{ name: 'P', blockSize: '4MiB', maxBlocks: 1 }], pool: 'P' })
    expect(w.do({ verb: 'importClip', value: { ...SEA, frames: 100 } })).toBe('E_OUTOFMEMORY')
    expect(findings(w)).toEqual([expect.stringMatching(/^DF-03: clip sea was not imported: .*all 1 blocks/)])
  })
})

describe('allocate', () => {
  it('one has its own name, a group numbered ones; sizes are whole alignments [DF-02]', () => {
    const w = world()
    w.do({ verb: 'allocate', value: { name: 'one', size: 1, pool: 'P' } })
    w.do({ verb: 'allocate', value: { name: 'g', size: UNIT + 1, count: 3, pool: 'P' } })
    expect(all(w).map(({ name, size }) => [name, size])).toEqual([
      ['one', UNIT],
      ['g 1', 2 * UNIT],
      ['g 2', 2 * UNIT],
      ['g 3', 2 * UNIT],
    ])
  })

  it('without a pool is in the default one of the heap type, also where the editor has a pool of its own [DF-01]', () => {
    const w = world(1, {
      pool: 'P',
      allocation: 'placed',
      effects: [{ name: 'A', resources: [{ name: 'r', size: 1 }] }],
    })
    for (const heap of ['default', 'upload', 'readback'] as const)
      w.do({ verb: 'allocate', value: { name: heap, size: 1, heap } })
    const pools = () => all(w).map(({ name, allocation }) => [name, allocation.pool.name])
    const expected = [
      ['A.r', 'P'],
      ['default', 'DEFAULT'],
      ['upload', 'UPLOAD'],
      ['readback', 'READBACK'],
    ]
    expect(pools()).toEqual(expected)
    w.do({ verb: 'recreateDevice', value: true })
    expect(pools()).toEqual(expected)
  })

  it('sizes that are drawn are whole 64 KiB, both ends included, and the same for the same seed [SC-01]', () => {
    const sizes = (seed: number) => {
      const w = world(seed)
      w.do({ verb: 'allocate', value: { name: 'g', size: { min: 2 * UNIT, max: 5 * UNIT }, count: 60, pool: 'P' } })
      return all(w).map(({ size }) => size / UNIT)
    }
    expect([...new Set(sizes(1))].sort()).toEqual([2, 3, 4, 5])
    expect(sizes(1)).toEqual(sizes(1))
    expect(sizes(1)).not.toEqual(sizes(2))
  })

  it('the first of a group that fails ends it, and says why; those before it stay [DF-03]', () => {
    const w = world(1, { pools: [{ name: 'P', blockSize: '4MiB', maxBlocks: 1 }] })
    expect(w.do({ verb: 'allocate', value: { name: 'g', size: 3 * MIB, count: 3, pool: 'P' } })).toBe('E_OUTOFMEMORY')
    expect(names(w)).toEqual(['g 1'])
    expect(findings(w)).toEqual([expect.stringMatching(/^DF-03: g 2 was not allocated: E_OUTOFMEMORY: .*all 1 blocks/)])
    expect(w.of('allocation-failed')).toMatchObject([
      { resource: 'g 2', bytes: 3 * MIB, because: 'exhaustion', free: MIB, largest: MIB },
    ])
  })

  it('a name that is taken, or a pool that is not there, is no finding about room [SC-16]', () => {
    const w = world(1, { pools: [{ name: 'P', blockSize: '4MiB', maxBlocks: 1 }] })
    w.do({ verb: 'allocate', value: { name: 'g', size: MIB, pool: 'P' } })
    expect(w.do({ verb: 'allocate', value: { name: 'g', size: 1, pool: 'P' } })).toBe('E_INVALIDARG')
    expect(w.do({ verb: 'allocate', value: { name: 'x', size: 1, pool: 'nowhere' } })).toBe('E_INVALIDARG')
    expect(findings(w)).toEqual([
      expect.stringMatching(/^SC-16: g was not allocated: E_INVALIDARG: the name is taken, or /),
      expect.stringMatching(/^SC-16: x was not allocated: E_INVALIDARG: .*there is no such pool/),
    ])
  })

  it('on a removed device fails for that, not for its name or its pool [RS-07]', () => {
    const w = world()
    w.device.remove('DXGI_ERROR_DEVICE_HUNG', 'of this test')
    const before = findings(w).length
    expect(w.do({ verb: 'allocate', value: { name: 'one', size: 1, pool: 'P' } })).toBe('DXGI_ERROR_DEVICE_REMOVED')
    expect(findings(w).slice(before)).toEqual([
      'RS-07: one was not allocated: DXGI_ERROR_DEVICE_REMOVED: the device is removed (DXGI_ERROR_DEVICE_REMOVED)',
    ])
  })

  it('fragmentation and true exhaustion are told apart [DF-03]', () => {
    const w = world(1, { pools: [{ name: 'P', blockSize: '4MiB', maxBlocks: 1 }] })
    w.do({ verb: 'allocate', value: { name: 'g', size: MIB, count: 4, pool: 'P' } })
    w.do({ verb: 'free', value: { name: 'g', every: 2 } })
    w.do({ verb: 'allocate', value: { name: 'x', size: 2 * MIB, pool: 'P' } })
    w.do({ verb: 'allocate', value: { name: 'y', size: 3 * MIB, pool: 'P' } })
    expect(w.of('allocation-failed').map(({ because, free, largest }) => [because, free, largest])).toEqual([
      ['fragmentation', 2 * MIB, MIB],
      ['exhaustion', 2 * MIB, MIB],
    ])
    expect(w.editor.memory.failures).toMatchObject({ fragmentation: 1, exhaustion: 1, other: 0 })
  })

  it('what is neither has its own reason: larger than a block, refused by the device [DF-03]', () => {
    const w = world(1, { pools: [{ name: 'P', blockSize: '4MiB' }] })
    w.do({ verb: 'allocate', value: { name: 'large', size: 5 * MIB, pool: 'P' } })
    w.do({ verb: 'inject', value: { fault: 'allocation-fails', count: 1 } })
    w.do({ verb: 'allocate', value: { name: 'refused', size: MIB, pool: 'P' } })
    expect(w.of('allocation-failed').map(({ resource, because }) => [resource, because])).toEqual([
      ['large', 'too-large'],
      ['refused', 'device'],
    ])
    expect(w.editor.memory.failures).toMatchObject({ fragmentation: 0, exhaustion: 0, other: 2 })
  })
})

describe('free', () => {
  const group = (seed = 1, count = 9) => {
    const w = world(seed)
    w.do({ verb: 'allocate', value: { name: 'g', size: UNIT, count, pool: 'P' } })
    return w
  }

  it('every n-th of a group, from the first', () => {
    const w = group()
    w.do({ verb: 'free', value: { name: 'g', every: 4 } })
    expect(names(w)).toEqual(['g 2', 'g 3', 'g 4', 'g 6', 'g 7', 'g 8'])
    w.do({ verb: 'free', value: { name: 'g' } })
    expect(names(w)).toEqual([])
  })

  it('a random part, the same for the same seed', () => {
    const left = (seed: number) => {
      const w = group(seed, 400)
      w.do({ verb: 'free', value: { name: 'g', share: 0.25 } })
      return names(w)
    }
    expect(left(1)).toEqual(left(1))
    expect(left(1)).not.toEqual(left(2))
    // 300 are expected; 60 from it is nearly seven standard deviations
    expect(Math.abs(left(1).length - 300)).toBeLessThan(60)
  })

  it('only members: names that begin alike are others', () => {
    expect(['g 1', 'g 12', 'g', 'g x', 'g 1 2', 'gg 1', 'g -1'].filter((name) => isMember('g', name))).toEqual([
      'g 1',
      'g 12',
    ])
  })

  it('of nothing, or of what is an effect’s, is refused and said [DF-04]', () => {
    const effects = [{ name: 'A', resources: [{ name: 'r', size: '1MiB' }] }]
    const w = world(1, { allocation: 'placed', effects })
    expect(w.do({ verb: 'free', value: { name: 'none' } })).toBe('E_INVALIDARG')
    expect(w.do({ verb: 'free', value: { name: 'A.r' } })).toBe('E_INVALIDARG')
    expect(findings(w)).toEqual([
      'DF-04: there is nothing allocated by the name none (E_INVALIDARG)',
      'DF-04: A.r was not freed: it belongs to an effect or a clip; remove that (E_INVALIDARG)',
    ])
    expect(names(w)).toEqual(['A.r'])
  })
})

describe('movable, map, unmap and write', () => {
  it('of what does not exist are refused and said [DF-04]', () => {
    const w = world()
    expect(w.do({ verb: 'movable', value: { name: 'x', movable: false } })).toBe('E_INVALIDARG')
    for (const verb of ['map', 'unmap', 'write'] as const) expect(w.do({ verb, value: 'x' })).toBe('E_INVALIDARG')
    expect(findings(w)).toEqual(Array(4).fill('DF-04: there is no placed allocation x (E_INVALIDARG)'))
  })

  it('a write needs a mapping, and none is left after unmap [DF-15]', () => {
    const w = world()
    w.do({ verb: 'allocate', value: { name: 'u', size: 1, heap: 'upload' } })
    const [u] = all(w)
    expect(w.do({ verb: 'write', value: 'u' })).toBe('E_INVALIDARG')
    expect(w.do({ verb: 'map', value: 'u' })).toBe('S_OK')
    expect(w.do({ verb: 'write', value: 'u' })).toBe('S_OK')
    expect(u?.stored.contents.version).toBe(2)
    w.do({ verb: 'unmap', value: 'u' })
    expect(w.do({ verb: 'write', value: 'u' })).toBe('E_INVALIDARG')
    expect(u?.stored.contents.version).toBe(2)
  })

  it('on a removed device nothing is mapped, whatever the policy, and it is said [RS-07] [DF-15]', () => {
    for (const policy of ['none', 'dawn'] as const) {
      const w = world(1, { policy })
      w.do({ verb: 'allocate', value: { name: 'u', size: 1, heap: 'upload' } })
      w.do({ verb: 'resource', value: { name: 'c', size: UNIT, resident: true, heap: 'readback' } })
      w.device.remove('DXGI_ERROR_DEVICE_HUNG', 'of this test')
      for (const value of ['u', 'c']) expect(w.do({ verb: 'map', value })).toBe('DXGI_ERROR_DEVICE_REMOVED')
      const said = ['u', 'c'].map(
        (name) => `RS-07: ${name} was not mapped: the device is removed (DXGI_ERROR_DEVICE_REMOVED)`,
      )
      expect(findings(w)).toEqual(said)
    }
  })
})

describe('a map that a policy lets wait', () => {
  /** Of 115 MiB of non-local budget Long uses 60, for 5 s, and Late's 60 are missing; both are placed. */
  const waiting = (...steps: Record<string, unknown>[]) => {
    const upload = (name: string, gpuTime: string) => ({
      name,
      gpuTime,
      resources: [{ name: 'a', size: 60 * MIB, heap: 'upload', resident: false }],
    })
    const system = quietSystem({ localMemory: 256 * MIB, nonLocalMemory: 128 * MIB })
    const app = { policy: 'dawn', allocation: 'placed', effects: [upload('Long', '5s'), upload('Late', '1ms')] }
    return runOf({
      system,
      app,
      steps: [{ at: '1s', apply: 'Long' }, ...steps],
      until: '9s',
    })
  }
  const map = { at: '2s', map: 'Late.a' }
  const results = (at: string, hr: string, step = 1) => ({ at, expect: { results: { [`steps[${step}]`]: hr } } })
  const met = ({ summary }: Awaited<ReturnType<typeof waiting>>) => summary.expectations

  it('has returned when its turn is over, with what came of it [SC-15] [PL-35]', async () => {
    const run = await waiting(map, results('3s', 'E_PENDING'), results('8s', 'S_OK'))
    expect(met(run)).toEqual({ passed: 2, failed: 0 })
  })

  it('so with what failed after the wait [SC-15] [PL-34] [PL-45]', async () => {
    const fails = { at: '3s', inject: { fault: 'make-resident-fails', count: 9 } }
    const run = await waiting(map, fails, results('8s', 'E_OUTOFMEMORY'))
    expect(met(run)).toEqual({ passed: 1, failed: 0 })
  })

  it('or with the device [SC-15] [RS-07]', async () => {
    const removed = [
      { at: '3s', evict: { names: ['Long.a'] } },
      { at: '3s', submit: { engine: 'compute', gpuTime: '1ms', resources: ['Late.a'] } },
    ]
    const run = await waiting(map, ...removed, results('8s', 'DXGI_ERROR_DEVICE_REMOVED'))
    expect(run.of('device-removed')).toHaveLength(1)
    expect(met(run)).toEqual({ passed: 1, failed: 0 })
    expect(run.of('finding').map(({ rule }) => rule)).not.toContain('PL-35')
  })

  it('comes before the unmap that was called after it: none is left [DF-15] [PL-35]', async () => {
    const write = { at: '8s', write: 'Late.a' }
    const unmapped = await waiting(map, { at: '2s', unmap: 'Late.a' }, write, results('8s', 'E_INVALIDARG', 3))
    expect(met(unmapped)).toEqual({ passed: 1, failed: 0 })
    const again = await waiting(map, { at: '2s', unmap: 'Late.a' }, map, write, results('8s', 'S_OK', 4))
    expect(met(again)).toEqual({ passed: 1, failed: 0 })
  })
})

it.each(['dawn', 'dawn-fixed'] as const)(
  '%s: once it has given up nothing is made anew either, and all stays as it was [PL-34] [SC-16]',
  (policy) => {
    const late = { name: 'Late', gpuTime: '1ms', resources: [{ name: 'a', size: MIB, resident: false }] }
    const w = world(1, { policy, effects: [late] })
    w.do({ verb: 'inject', value: { fault: 'make-resident-fails', count: 1 } })
    expect(w.do({ verb: 'apply', value: 'Late' })).toBe('E_OUTOFMEMORY')
    const before = w.editor.effect('Late')?.resources
    expect(w.do({ verb: 'allocation', value: 'placed' })).toBe('E_OUTOFMEMORY')
    expect(w.do({ verb: 'project', value: { width: 1280, height: 720 } })).toBe('E_OUTOFMEMORY')
    expect(w.editor.effect('Late')?.resources).toBe(before)
    expect([w.editor.allocation, w.editor.format.width]).toEqual(['committed', 3840])
    expect(w.do({ verb: 'allocate', value: { name: 'sky', size: MIB } })).toBe('E_OUTOFMEMORY')
    expect(w.do({ verb: 'resource', value: { name: 'own', size: MIB, heap: 'default', resident: true } })).toBe(
      'E_OUTOFMEMORY',
    )
    const blocks = [{ size: MIB, allocations: [] }]
    const kind = { heap: 'default', algorithm: 'tlsf' } as const
    const pools = [{ name: 'L', ...kind, blockSize: MIB, blocks, committed: [] }]
    expect(w.do({ verb: 'layout', value: { pools } })).toBe('E_OUTOFMEMORY')
    expect(w.do({ verb: 'importClip', value: SEA })).toBe('E_OUTOFMEMORY')
    expect([w.editor.memory.count, w.editor.memory.pool('L')]).toEqual([0, undefined])
    const because = 'the policy has given up its device (E_OUTOFMEMORY)'
    expect(findings(w).slice(-6)).toEqual([
      `SC-16: the effects were not made anew: ${because}`,
      `SC-16: the resolution was not changed: ${because}`,
      'SC-16: sky was not allocated: E_OUTOFMEMORY: the policy has given up its device (E_OUTOFMEMORY)',
      'SC-16: resource own was not created: E_OUTOFMEMORY: the policy has given up its device',
      'SC-16: the layout was not restored: the policy has given up its device (E_OUTOFMEMORY)',
      'SC-16: clip sea was not imported: the policy has given up its device (E_OUTOFMEMORY)',
    ])
  },
)

describe('layout', () => {
  const block = (...allocations: { offset: number; size: number; name?: string }[]) => ({ size: 4 * MIB, allocations })
  const pool = (name: string, ...blocks: ReturnType<typeof block>[]) => ({
    name,
    heap: 'default' as const,
    blockSize: 4 * MIB,
    algorithm: 'tlsf' as const,
    blocks,
    committed: [],
  })

  it('fills heaps exactly so; what has no name, or one that is taken, is told apart [DF-23]', () => {
    const w = world()
    w.do({ verb: 'allocate', value: { name: 'sky', size: 1 } })
    const layout = pool(
      'L',
      block({ offset: MIB, size: 100, name: 'sky' }, { offset: 2 * MIB, size: MIB }),
      block({ offset: 3, size: 5 }),
    )
    expect(w.do({ verb: 'layout', value: { pools: [{ ...layout, committed: [{ size: MIB }] }] } })).toBe('S_OK')
    const places = all(w).map(({ name, size, allocation }) => [
      name,
      size,
      allocation.getHeap()?.name,
      allocation.getOffset(),
    ])
    expect(places.slice(1)).toEqual([
      ['sky (2)', 100, 'L block 0', MIB],
      ['L 0 2097152', MIB, 'L block 0', 2 * MIB],
      ['L 1 3', 5, 'L block 1', 3],
      ['L committed 0', MIB, 'L committed 0', 0],
    ])
  })

  it('a pool that is always committed stays so: what comes later is, and nothing moves it [DF-01] [DF-07] [DF-23]', () => {
    const w = world()
    const own = { ...pool('L'), alwaysCommitted: true, committed: [{ size: MIB, name: 'a' }] }
    expect(w.do({ verb: 'layout', value: { pools: [own] } })).toBe('S_OK')
    expect(w.do({ verb: 'allocate', value: { name: 'b', size: 1, pool: 'L' } })).toBe('S_OK')
    expect(w.editor.memory.find('b')?.allocation.committed).toBe(true)
    expect(defragment(w, { pool: 'L' })).toBe('E_NOINTERFACE')
  })

  it('on a removed device fails for that, not for its numbers [RS-07]', () => {
    const w = worldOf()
    w.device.remove('DXGI_ERROR_DEVICE_HUNG', 'of this test')
    const layout = { pools: [pool('L', block({ offset: 0, size: 10 }))] }
    expect(w.do({ verb: 'layout', value: layout })).toBe('DXGI_ERROR_DEVICE_REMOVED')
    expect(findings(w).at(-1)).toBe(
      'RS-07: the layout was not restored: the device is removed (DXGI_ERROR_DEVICE_REMOVED)',
    )
  })

  it('all or nothing: overlapping ranges, a pool that exists, or too little memory leave no trace of it [DF-23]', () => {
    const w = worldOf({ system: { localMemory: '64MiB' }, app: { pools: [{ name: 'P', blockSize: '4MiB' }] } })
    const before = w.vidmm.residency.counters[0].committed
    const overlapping = pool(
      'L',
      block({ offset: 0, size: 10 }),
      block({ offset: 0, size: 10 }, { offset: 9, size: 10 }),
    )
    const endless = { ...pool('M', block({ offset: 0, size: 1 })), committed: [{ size: 8 * 2 ** 40 }] }
    expect(w.do({ verb: 'layout', value: { pools: [pool('K', block({ offset: 0, size: 1 })), overlapping] } })).toBe(
      'E_INVALIDARG',
    )
    expect(w.do({ verb: 'layout', value: { pools: [pool('P')] } })).toBe('E_INVALIDARG')
    expect(w.do({ verb: 'layout', value: { pools: [endless] } })).toBe('E_OUTOFMEMORY')
    expect(names(w)).toEqual([])
    expect(w.editor.memory.allocator.customPools.map(({ name }) => name)).toEqual(['P'])
    expect(w.vidmm.residency.counters[0].committed).toBe(before)
    expect(
      w
        .of('finding')
        .map(({ rule }) => rule)
        .filter((rule) => rule === 'DF-23'),
    ).toHaveLength(3)
    // the names are free again
    expect(w.do({ verb: 'layout', value: { pools: [pool('L', block({ offset: 0, size: 10 }))] } })).toBe('S_OK')
  })
})
