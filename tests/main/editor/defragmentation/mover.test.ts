/** Moves that are carried out while the app works: order on the GPU, contents, descriptors, mappings, residency. */
import { describe, expect, it } from 'vitest'
import type { EngineName, ResidencyPriority } from '../../../../preload/contract'
import { MIB, MS, type TestWorld } from '../../support/world'
import {
  allocate,
  begin,
  call,
  defragment,
  effect,
  found,
  free,
  lost,
  placedWorld,
  placeOf,
  rules,
} from '../placed-rig'

/** µs at which the packets of the defragmentation ran */
const copies = (world: TestWorld) =>
  world
    .of('packet')
    .filter(({ context }) => context === 'defragmentation')
    .map(({ engine, start, end, command }) => [engine, start, end, command])
const runs = (world: TestWorld, command: string) =>
  world
    .of('packet')
    .filter((packet) => packet.command === command)
    .map(({ start, end }) => [start, end])

/** A.r is alone in the first block; the second has room for it and something pinned. A pass with its move waits. */
function waiting(resource: object = {}): TestWorld {
  const heap = (resource as { heap?: string }).heap ?? 'default'
  const pools = [{ name: 'H', heap, blockSize: '4MiB' }]
  const world = placedWorld({}, { pools })
  allocate(world, 'x', 2, { pool: 'H', ...resource })
  allocate(world, 'fill', 2, { pool: 'H', heap })
  allocate(world, 'pin', 1, { pool: 'H', heap, pinned: true })
  free(world, 'fill')
  if (begin(world, { pool: 'H' }) !== 'S_OK' || call(world, 'beginPass') !== 'S_FALSE') throw new Error('no move waits')
  return world
}

function submit(
  world: TestWorld,
  engine: Exclude<EngineName, 'paging'>,
  gpuTime: number,
  ...resources: string[]
): string {
  return world.do({ verb: 'submit', value: { engine, gpuTime, priority: 'normal', resources } })
}

describe('a copy', () => {
  it('is done by the copy engine, behind what was submitted before, in bytes over bandwidth [DF-10] [DF-18]', () => {
    const world = waiting()
    submit(world, '3d', 10 * MS, 'x')
    submit(world, 'compute', 7 * MS)
    call(world, 'endPass')
    world.wait(5 * MS)
    expect([copies(world), placeOf(world, 'x'), found(world, 'x').allocation.inPass]).toEqual([
      [],
      'H block 0 @ 0',
      true,
    ])
    world.wait(50 * MS)
    // 2 MiB at 1,000 MiB a second
    expect(copies(world)).toEqual([['copy', 10 * MS, 12 * MS, 'copy x']])
    expect(world.of('defragmentation-move')).toMatchObject([{ t: 12 * MS, resource: 'x', to: 'H block 1' }])
    expect([placeOf(world, 'x'), lost(world), rules(world)]).toEqual(['H block 1 @ 1', [], []])
  })

  it('is done when its pass has ended, the last one too [DF-11]', () => {
    const world = waiting()
    call(world, 'endPass')
    world.wait(1 * MS)
    expect(world.editor.defragmenter.moves.map(({ state }) => state)).toEqual(['copying'])
    world.wait(1 * MS)
    expect(world.of('defragmentation-pass')).toHaveLength(1)
    expect(world.editor.defragmenter.moves.map(({ state }) => state)).toEqual(['done'])
    expect(lost(world)).toEqual([])
  })

  it('is waited for on the GPU by what is submitted meanwhile, and only by what uses it [DF-10] [DF-18]', () => {
    const world = waiting()
    call(world, 'endPass')
    submit(world, 'compute', 1 * MS, 'pin')
    submit(world, '3d', 1 * MS, 'x')
    world.wait(50 * MS)
    expect(copies(world)).toEqual([['copy', 0, 2 * MS, 'copy x']])
    expect(world.of('packet').flatMap((p) => (p.context === 'app' ? [[p.engine, p.start, p.end]] : []))).toEqual([
      ['compute', 0, 1 * MS],
      ['3d', 2 * MS, 3 * MS],
    ])
    expect([lost(world), rules(world)]).toEqual([[], []])
  })

  it('leaves the old memory where it is until EndPass, and releases it then [DF-11] [RS-11]', () => {
    const world = waiting()
    submit(world, '3d', 10 * MS, 'x')
    call(world, 'endPass')
    world.wait(11 * MS)
    expect(world.of('destroy')).toEqual([])
    world.wait(1 * MS)
    expect(world.of('destroy').map(({ t, resource }) => [t, resource])).toEqual([[12 * MS, 'H block 0']])
  })

  it.each(['3d', 'compute', 'copy'] as const)(
    'loses nothing that the %s engine wrote before, between and after the calls [DF-18]',
    (engine) => {
      const world = waiting()
      const versions = [found(world, 'x').stored.contents.version]
      const use = (ms: number) => expect(submit(world, engine, ms * MS, 'x', 'pin')).toBe('S_OK')
      use(3)
      world.wait(1 * MS)
      call(world, 'endPass')
      // it would end before the copy, which runs from 3 ms to 5 ms
      use(1)
      world.wait(3 * MS)
      use(1)
      expect(lost(world)).toEqual([])
      world.wait(100 * MS)
      use(1)
      world.wait(10 * MS)
      versions.push(found(world, 'x').stored.contents.version)
      // four writes came to it, by way of two places
      expect(versions).toEqual([1, 5])
      expect([lost(world), rules(world), world.of('device-removed')]).toEqual([[], [], []])
    },
  )

  it('of memory that the CPU sees is done by the CPU [DF-10]', () => {
    for (const heap of ['upload', 'readback']) {
      const world = waiting({ heap })
      call(world, 'endPass')
      world.wait(50 * MS)
      expect(copies(world)).toEqual([])
      // 2 MiB at 8 GiB a second are 244 µs
      expect(world.of('defragmentation-move')).toMatchObject([{ t: 244, operation: 'COPY', bytes: 2 * MIB }])
      expect([lost(world), rules(world)]).toEqual([[], []])
    }
  })

  it('of what is scratch is not done: it is made anew, whatever is in flight [DF-10] [DF-18]', () => {
    const world = waiting({ scratch: true })
    submit(world, '3d', 5 * MS, 'x')
    call(world, 'endPass')
    submit(world, '3d', 1 * MS, 'x')
    world.wait(50 * MS)
    expect(copies(world)).toEqual([])
    expect(world.of('defragmentation-move')).toMatchObject([{ t: 5 * MS, operation: 'COPY' }])
    expect(found(world, 'x').stored.heap.name).toBe('H block 1')
    expect([lost(world), rules(world)]).toEqual([[], []])
  })
})

describe('a descriptor that was not updated', () => {
  it('is reported with each use, and a page fault where the heap is gone; the next move writes it anew [DF-10] [RS-07]', () => {
    const world = placedWorld()
    for (const name of ['a', 'b']) allocate(world, name, 1)
    free(world, 'a')
    world.do({ verb: 'inject', value: { fault: 'stale-descriptor', count: 1 } })
    defragment(world)
    world.wait(10 * MS)
    expect([placeOf(world, 'b'), rules(world)]).toEqual(['P block 0 @ 0', []])
    submit(world, 'compute', 1 * MS, 'b')
    submit(world, 'compute', 1 * MS, 'b')
    expect(world.of('finding')).toMatchObject([
      { rule: 'DF-10', resource: 'b', message: expect.stringContaining('P block 0 at 1048576') },
      { rule: 'DF-10', resource: 'b' },
    ])
    world.wait(10 * MS)
    expect(world.of('device-removed')).toEqual([])
    allocate(world, 'keep', 3, { pinned: true })
    allocate(world, 'pin', 1, { pinned: true })
    free(world, 'keep')
    defragment(world)
    world.wait(10 * MS)
    expect(placeOf(world, 'b')).toBe('P block 1 @ 1')
    submit(world, 'compute', 1 * MS, 'b')
    expect(rules(world)).toEqual(['DF-10', 'DF-10'])
    world.do({ verb: 'inject', value: { fault: 'stale-descriptor', count: 1 } })
    allocate(world, 'c', 2)
    allocate(world, 'pin 2', 3, { pinned: true })
    free(world, 'c', 'pin')
    defragment(world)
    world.wait(10 * MS)
    expect(placeOf(world, 'b')).toMatch(/^P block 2/)
    expect(submit(world, 'compute', 1 * MS, 'b')).toBe('DXGI_ERROR_DEVICE_REMOVED')
    expect(world.of('device-removed')).toMatchObject([
      { device: 'app', reason: 'DXGI_ERROR_DEVICE_HUNG', because: expect.stringContaining('which is gone') },
    ])
  })
})

describe('a mapping', () => {
  const mapped = () => {
    const world = waiting({ heap: 'readback' })
    expect(world.do({ verb: 'map', value: 'x' })).toBe('S_OK')
    expect(world.do({ verb: 'write', value: 'x' })).toBe('S_OK')
    return world
  }

  it('is made again by the client after EndPass; what was written through it during the pass is not lost [DF-15] [DF-18]', () => {
    const world = mapped()
    const before = found(world, 'x').mapping
    call(world, 'endPass')
    world.wait(100)
    expect(world.do({ verb: 'write', value: 'x' })).toBe('S_OK')
    world.wait(10 * MS)
    expect(found(world, 'x').mapping).not.toBe(before)
    expect(world.do({ verb: 'write', value: 'x' })).toBe('S_OK')
    expect([lost(world), rules(world), found(world, 'x').stored.contents.version]).toEqual([[], [], 4])
  })

  it('that is made during the pass writes to what is copied [DF-15] [DF-18]', () => {
    const world = waiting({ heap: 'upload' })
    call(world, 'endPass')
    world.wait(100)
    expect(world.do({ verb: 'map', value: 'x' })).toBe('S_OK')
    expect(world.do({ verb: 'write', value: 'x' })).toBe('S_OK')
    world.wait(10 * MS)
    expect(world.do({ verb: 'write', value: 'x' })).toBe('S_OK')
    expect([lost(world), rules(world)]).toEqual([[], []])
  })

  it('that was not made again is reported when it is used, writes nowhere, and can be made again [DF-15]', () => {
    const world = mapped()
    world.do({ verb: 'inject', value: { fault: 'stale-mapping', count: 1 } })
    call(world, 'endPass')
    world.wait(10 * MS)
    expect(rules(world)).toEqual([])
    expect(world.do({ verb: 'write', value: 'x' })).toBe('E_INVALIDARG')
    expect(world.of('finding')).toMatchObject([{ rule: 'DF-15', resource: 'x' }])
    expect([lost(world), found(world, 'x').stored.contents.version]).toEqual([[], 2])
    world.do({ verb: 'map', value: 'x' })
    expect(world.do({ verb: 'write', value: 'x' })).toBe('S_OK')
    expect(found(world, 'x').stored.contents.version).toBe(3)
  })

  it('needs memory that the CPU sees, and is needed to write [DF-15]', () => {
    const world = waiting()
    expect(world.do({ verb: 'map', value: 'x' })).toBe('E_INVALIDARG')
    expect(world.do({ verb: 'write', value: 'x' })).toBe('E_INVALIDARG')
    expect(rules(world)).toEqual(['DF-15', 'DF-15'])
  })
})

describe('what is evicted', () => {
  /** A.r alone in its block, evicted; the block that it fits has something resident. A page-in of 4 MiB takes 4 ms. */
  const evicted = (mode: 'skip' | 'make-resident', when: 'before' | 'in the pass') => {
    const world = placedWorld(
      { system: { evictionMode: 'eager', pagingBandwidth: 1000 * MIB } },
      { effects: [effect('A', '2MiB')] },
    )
    allocate(world, 'fill', 2)
    allocate(world, 'pin', 1, { pinned: true })
    free(world, 'fill')
    const evict = () => {
      expect(world.device.evict(found(world, 'A.r')).hr).toBe('S_OK')
      world.wait(10 * MS)
      expect(world.vidmm.residency.state(found(world, 'A.r').handle)).toBe('paged-out')
    }
    if (when === 'before') evict()
    begin(world, { evicted: mode })
    const hr = call(world, 'beginPass')
    if (when === 'in the pass') evict()
    if (hr === 'S_FALSE') call(world, 'endPass')
    const t = world.sim.now
    world.wait(50 * MS)
    return { world, hr, t }
  }

  it('is skipped by default: no move is planned [DF-21]', () => {
    const { world, hr } = evicted('skip', 'before')
    expect(hr).toBe('S_OK')
    expect([world.of('defragmentation-move'), world.of('page-in')]).toEqual([[], []])
  })

  it('is skipped when it was evicted after BeginPass, too, and is not brought back [DF-21]', () => {
    const { world, hr } = evicted('skip', 'in the pass')
    expect(hr).toBe('S_FALSE')
    expect(world.of('defragmentation-move')).toMatchObject([
      { resource: 'A.r', operation: 'IGNORE', reason: 'its heap is not resident' },
    ])
    expect(world.of('page-in')).toEqual([])
    expect([placeOf(world, 'A.r'), lost(world)]).toEqual(['P block 0 @ 0', []])
  })

  it.each(['before', 'in the pass'] as const)(
    'is brought back for the copy where the user chose that, and is evicted again after it (%s) [DF-21]',
    (when) => {
      const { world, t } = evicted('make-resident', when)
      expect(world.of('page-in')).toMatchObject([{ resource: 'P block 0', start: t, end: t + 4 * MS }])
      expect(copies(world)).toEqual([['copy', t + 4 * MS, t + 6 * MS, 'copy A.r']])
      expect([placeOf(world, 'A.r'), found(world, 'A.r').references, lost(world)]).toEqual(['P block 1 @ 1', 0, []])
      expect(world.device.isListed(found(world, 'A.r'))).toBe(false)
      // what else lies there keeps the heap
      expect(world.device.heaps.isListed(found(world, 'A.r').handle)).toBe(true)
    },
  )

  it('a policy that takes over in the middle of the copy knows that it is evicted, and makes it resident [DF-21] [RS-15]', () => {
    const world = placedWorld(
      { system: { evictionMode: 'eager', pagingBandwidth: 1000 * MIB } },
      { effects: [effect('A', '2MiB'), effect('B', '2MiB'), effect('C', '1MiB')], policy: 'fence-lru' },
    )
    world.do({ verb: 'removeEffect', value: 'B' })
    for (const name of ['A.r', 'C.r']) world.device.evict(found(world, name))
    world.wait(20 * MS)
    defragment(world, { evicted: 'make-resident' })
    // two blocks are paged in, 4 ms each, before the copy
    world.wait(8 * MS + 500)
    expect(world.editor.defragmenter.state).toBe('copying')
    world.do({ verb: 'policy', value: 'submission-lru' })
    world.wait(50 * MS)
    expect(world.of('defragmentation-move')).toMatchObject([{ operation: 'COPY' }])
    for (const name of ['A', 'C', 'A']) {
      world.do({ verb: 'apply', value: name })
      world.wait(20 * MS)
    }
    expect(world.editor.effects.map(({ completed }) => completed)).toEqual([2, 1])
    expect([world.of('device-removed'), rules(world), lost(world)]).toEqual([[], [], []])
  })

  it('an Evict too many in the middle of a copy is told as ever [RS-01]', () => {
    const world = waiting()
    call(world, 'endPass')
    expect(world.device.evict(found(world, 'x')).hr).toBe('S_OK')
    expect(world.device.evict(found(world, 'x')).hr).toBe('E_INVALIDARG')
    world.wait(50 * MS)
    expect(found(world, 'x').references).toBe(0)
    expect(runs(world, 'copy x')).toEqual([[0, 2 * MS]])
    expect([rules(world), lost(world)]).toEqual([['RS-01'], []])
  })
})

describe('a residency priority is what is placed has, its heap the highest of all in it [RS-10] [RS-15]', () => {
  const priorityOf = (world: TestWorld, name: string) =>
    world.vidmm.residency.table.priorities[found(world, name).handle] as number
  const set = (world: TestWorld, resource: string, priority: ResidencyPriority) =>
    world.do({ verb: 'residencyPriority', value: { resource, priority } })

  it('comes and goes with what has it, and moves with it', () => {
    const world = placedWorld({}, { effects: [effect('K', '2MiB', { priority: 'low' })] })
    allocate(world, 'x', 2)
    allocate(world, 'pin', 1, { pinned: true })
    expect(['K.r', 'x', 'pin'].map((name) => priorityOf(world, name))).toEqual([2, 2, 2])
    set(world, 'x', 'maximum')
    set(world, 'pin', 'minimum')
    expect(['K.r', 'x', 'pin'].map((name) => priorityOf(world, name))).toEqual([4, 4, 0])
    set(world, 'K.r', 'high')
    expect(priorityOf(world, 'x')).toBe(4)
    world.do({ verb: 'removeEffect', value: 'K' })
    expect(priorityOf(world, 'x')).toBe(4)
    defragment(world)
    world.wait(50 * MS)
    expect(['x', 'pin'].map((name) => placeOf(world, name))).toEqual(['P block 1 @ 1', 'P block 1 @ 0'])
    expect(priorityOf(world, 'pin')).toBe(4)
    set(world, 'x', 'low')
    expect(priorityOf(world, 'pin')).toBe(1)
    free(world, 'x')
    expect(priorityOf(world, 'pin')).toBe(0)
  })
})
