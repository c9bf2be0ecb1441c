/** Devices that go, and policies that change, in the middle of a defragmentation. */
import { describe, expect, it } from 'vitest'
import { POLICY_NAMES } from '../../../../../preload/contract'
import { conservationProblems } from '../../../support/conservation'
import { MIB, MS, type TestWorld } from '../../../support/world'
import {
  allocate,
  begin,
  call,
  defragment,
  effect,
  found,
  free,
  lost,
  names,
  placedWorld,
  placeOf,
  rules,
} from '../../placed-rig'

type Stage = 'begun' | 'in a pass' | 'copying' | 'copied by the CPU'
const STAGES: Stage[] = ['begun', 'in a pass', 'copying', 'copied by the CPU']

/** "x" is to be moved out of its block; two effects beside it. */
function at(stage: Stage, system: object = {}): TestWorld {
  const heap = stage === 'copied by the CPU' ? 'upload' : 'default'
  const world = placedWorld(
    { system: { ...system } },
    { effects: [effect('A'), effect('B')], pools: [{ name: 'H', heap, blockSize: '16MiB' }] },
  )
  allocate(world, 'x', 8, { pool: 'H', heap })
  allocate(world, 'fill', 8, { pool: 'H', heap })
  allocate(world, 'pin', 4, { pool: 'H', heap, pinned: true })
  free(world, 'fill')
  expect(begin(world, { pool: 'H' })).toBe('S_OK')
  if (stage === 'begun') return world
  expect(call(world, 'beginPass')).toBe('S_FALSE')
  if (stage === 'in a pass') return world
  call(world, 'endPass')
  // 8 MiB take 8 ms on the copy engine, and 977 µs on the processor
  world.wait(500)
  expect(world.editor.defragmenter.state).toBe('copying')
  return world
}

/** All of it is there, new, and can be used and moved. */
function worksAsBefore(world: TestWorld): void {
  expect(names(world).sort()).toEqual(['A.r', 'B.r', 'pin', 'x'])
  expect(world.editor.memory.find('pin')?.allocation.movable).toBe(false)
  for (const name of ['A', 'B']) expect(world.do({ verb: 'apply', value: name })).toBe('S_OK')
  const { pool } = found(world, 'x').allocation
  const heap = pool.heapType === 'UPLOAD' ? 'upload' : 'default'
  allocate(world, 'more', 8, { pool: 'H', heap })
  allocate(world, 'y', 8, { pool: 'H', heap })
  free(world, 'more')
  // the first block has 4 MiB left: "y" stays in the second, and goes to where "more" was
  expect(placeOf(world, 'y')).toBe('H block 1 @ 8')
  const before = world.of('defragmentation-move').length
  expect(defragment(world, { pool: 'H', algorithm: 'full' })).toBe('S_OK')
  world.wait(100 * MS)
  expect(world.editor.defragmenter.state).toBe('done')
  expect(world.of('defragmentation-move').slice(before)).toMatchObject([{ resource: 'y', operation: 'COPY' }])
  expect(placeOf(world, 'y')).toBe('H block 1 @ 0')
  expect(world.editor.effects.map(({ completed }) => completed)).toEqual([1, 1])
  expect([lost(world), conservationProblems(world.vidmm)]).toEqual([[], []])
}

describe.each(STAGES)('%s', (stage) => {
  it('a device that is removed ends the process; nothing more of it happens; a new device works [RS-07] [DF-05]', () => {
    const world = at(stage)
    world.device.remove('DXGI_ERROR_DEVICE_HUNG', 'a test')
    const { defragmenter } = world.editor
    expect([defragmenter.state, defragmenter.isActive, defragmenter.running]).toEqual(['failed', false, false])
    expect(world.of('defragmentation').at(-1)).toMatchObject({ phase: 'end', result: 'DXGI_ERROR_DEVICE_REMOVED' })
    expect(begin(world)).toBe('DXGI_ERROR_DEVICE_REMOVED')
    world.wait(100 * MS)
    expect(world.of('defragmentation-move')).toEqual([])
    expect(world.do({ verb: 'recreateDevice', value: true })).toBe('S_OK')
    expect(placeOf(world, 'x')).toBe('H block 0 @ 0')
    worksAsBefore(world)
  })

  it('a device that is recreated takes the process with it; what was under way comes to nothing [RS-07] [RS-14]', () => {
    const world = at(stage)
    expect(world.do({ verb: 'recreateDevice', value: true })).toBe('S_OK')
    expect(world.editor.defragmenter.isActive).toBe(false)
    world.wait(100 * MS)
    expect(world.of('defragmentation-move')).toEqual([])
    worksAsBefore(world)
    expect(rules(world)).toEqual([])
  })

  it('a change of policy changes nothing: the pass goes on, and each policy finds what it needs [DF-18] [RS-15]', () => {
    for (const policy of POLICY_NAMES) {
      const world = at(stage)
      world.do({ verb: 'apply', value: 'A' })
      world.do({ verb: 'policy', value: policy })
      world.do({ verb: 'apply', value: 'B' })
      call(world, 'run')
      world.wait(100 * MS)
      expect(world.editor.defragmenter.state).toBe('done')
      expect(world.of('defragmentation-move')).toMatchObject([{ resource: 'x', operation: 'COPY', to: 'H block 1' }])
      for (const name of ['A', 'B']) world.do({ verb: 'apply', value: name })
      world.wait(100 * MS)
      expect(world.editor.effects.map(({ completed }) => completed)).toEqual([2, 2])
      expect([lost(world), world.of('device-removed')]).toEqual([[], []])
    }
  })
})

describe('a hang', () => {
  const TDR = { tdr: { level: 'recover', delay: '100ms', limitCount: 5, limitTime: '60s' } }

  it('of the copy itself removes the device: nothing has moved, the old heaps are still there [GP-23] [DF-11]', () => {
    const world = at('in a pass', TDR)
    world.do({ verb: 'inject', value: { fault: 'hang', count: 1, engine: 'copy' } })
    call(world, 'endPass')
    world.wait(1_000 * MS)
    expect(world.of('device-removed').map(({ device }) => device)).toEqual(['app'])
    expect([world.of('defragmentation-move'), world.of('defragmentation-pass')]).toEqual([[], []])
    expect(world.editor.defragmenter.state).toBe('failed')
    world.do({ verb: 'recreateDevice', value: true })
    worksAsBefore(world)
  })

  it('of another process that resets the adapter in the middle of a copy: everything can be made anew [GP-24]', () => {
    const world = at('copying', TDR)
    world.do({ verb: 'inject', value: { fault: 'engine-reset-fails', count: 1 } })
    world.do({ verb: 'inject', value: { fault: 'hang', count: 1, engine: '3d' } })
    world.do({ verb: 'submit', value: { engine: '3d', gpuTime: 1, priority: 'normal', context: 'game' } })
    // the old device is gone already when the adapter is reset: that must not touch the new one
    world.do({ verb: 'recreateDevice', value: true })
    expect(begin(world, { pool: 'H' })).toBe('S_OK')
    world.wait(1_000 * MS)
    expect(world.of('device-removed').some(({ reason }) => reason === 'DXGI_ERROR_DEVICE_RESET')).toBe(true)
    expect(world.editor.defragmenter.state).toBe('failed')
    world.do({ verb: 'recreateDevice', value: true })
    worksAsBefore(world)
  })

  it('that ends in a bug check stops everything where it is [GP-25]', () => {
    const world = at('copying', { tdr: { level: 'recover', delay: '2ms', limitCount: 0, limitTime: '60s' } })
    world.do({ verb: 'inject', value: { fault: 'engine-reset-fails', count: 1 } })
    world.do({ verb: 'inject', value: { fault: 'hang', count: 1, engine: '3d' } })
    world.do({ verb: 'apply', value: 'A' })
    world.wait(1_000 * MS)
    expect(world.of('tdr').at(-1)).toMatchObject({ action: 'bug-check' })
    expect(world.of('defragmentation-pass')).toEqual([])
    expect(call(world, 'end')).toBe('E_FAIL')
    expect(rules(world).at(-1)).toBe('GP-25')
  })
})

it('a device that was replaced and is removed only then does not end the process of the new one [RS-07]', () => {
  const world = at('begun')
  const before = world.device
  world.do({ verb: 'recreateDevice', value: true })
  allocate(world, 'more', 8, { pool: 'H' })
  allocate(world, 'pin 2', 8, { pool: 'H', pinned: true })
  free(world, 'more')
  expect(begin(world, { pool: 'H' })).toBe('S_OK')
  before.remove('DXGI_ERROR_DEVICE_RESET', 'a test')
  expect(world.editor.defragmenter.isActive).toBe(true)
})

it('a new device gets layouts without what was freed of them, and pinned what was pinned [RS-07] [DF-20] [DF-23]', () => {
  const world = placedWorld()
  const allocations = [0, 1, 2].map((i) => ({ offset: i * MIB, size: MIB, name: `l ${i}` }))
  const pool = { name: 'L', heap: 'default' as const, blockSize: 4 * MIB, algorithm: 'tlsf' as const, committed: [] }
  const value = { pools: [{ ...pool, blocks: [{ size: 4 * MIB, allocations }] }] }
  expect(world.do({ verb: 'layout', value })).toBe('S_OK')
  allocate(world, 'own', 1, { pinned: true })
  free(world, 'l 1')
  world.do({ verb: 'movable', value: { name: 'l 2', movable: false } })
  world.do({ verb: 'movable', value: { name: 'own', movable: true } })
  expect(world.do({ verb: 'recreateDevice', value: true })).toBe('S_OK')
  expect([...world.editor.memory.all].map(({ name, allocation }) => [name, allocation.movable])).toEqual([
    ['l 0', true],
    ['l 2', false],
    ['own', true],
  ])
  expect(placeOf(world, 'l 2')).toBe('L block 0 @ 2')
  expect(rules(world)).toEqual([])
})

describe('a new device gets back what lived, and nothing else [RS-07] [DF-23]', () => {
  const layout = (name: string, ...allocations: { offset: number; size: number; name: string }[]) => ({
    verb: 'layout' as const,
    value: {
      pools: [
        {
          name,
          heap: 'default' as const,
          blockSize: 8 * MIB,
          algorithm: 'tlsf' as const,
          blocks: [{ size: 8 * MIB, allocations }],
          committed: [],
        },
      ],
    },
  })
  const sky = { offset: 0, size: MIB, name: 'sky' }
  const sea = { offset: 2 * MIB, size: 3 * MIB, name: 'sea' }
  const places = (world: TestWorld) =>
    [...world.editor.memory.all].map(({ name, size }) => `${name}: ${size / MIB} MiB, ${placeOf(world, name)}`)
  const recreate = (world: TestWorld) => world.do({ verb: 'recreateDevice', value: true })

  it('where a layout has a name that was taken already, the number that it got', () => {
    const world = placedWorld()
    allocate(world, 'sky', 2)
    world.do(layout('T', sky, sea))
    const before = ['sky: 2 MiB, P block 0 @ 0', 'sky (2): 1 MiB, T block 0 @ 0', 'sea: 3 MiB, T block 0 @ 2']
    expect(places(world)).toEqual(before)
    recreate(world)
    expect(places(world)).toEqual(before)
    recreate(world)
    expect(places(world)).toEqual(before)
  })

  it('where a name of a layout was freed and given again, the newer one', () => {
    const world = placedWorld()
    world.do(layout('T', sky, sea))
    free(world, 'sky')
    allocate(world, 'sky', 2)
    recreate(world)
    expect(places(world)).toEqual(['sea: 3 MiB, T block 0 @ 2', 'sky: 2 MiB, P block 0 @ 0'])
    expect(world.of('allocate').filter(({ resource }) => resource === 'sky')).toHaveLength(3)
    expect(rules(world)).toEqual([])
  })

  it('a layout that cannot be made again is told by its pool, an allocation by its name; the next device gets them', () => {
    const world = placedWorld()
    world.do(layout('T', sky, sea))
    allocate(world, 'own', 2)
    world.do({ verb: 'inject', value: { fault: 'allocation-fails', count: 2 } })
    recreate(world)
    expect(places(world)).toEqual([])
    const messages = world.of('finding').map(({ rule, message }) => `${rule}: ${message}`)
    expect(messages).toContain('SC-16: pool T could not be created again: E_OUTOFMEMORY')
    expect(messages).toContain('SC-16: allocation own could not be created again: E_OUTOFMEMORY')
    recreate(world)
    expect(places(world)).toEqual([
      'sky: 1 MiB, T block 0 @ 0',
      'sea: 3 MiB, T block 0 @ 2',
      'own: 2 MiB, P block 0 @ 0',
    ])
  })
})

it('recreating the device again and again leaves nothing of what was placed behind [RS-14] [RS-15]', () => {
  const world = placedWorld({}, { effects: [effect('A'), effect('B')] })
  for (let i = 0; i < 8; i++) allocate(world, `x ${i}`, 1)
  const rows = () => world.vidmm.residency.table.names.length
  const recreate = (times: number) => {
    for (let i = 0; i < times; i++) world.do({ verb: 'recreateDevice', value: true })
  }
  recreate(1)
  const after = rows()
  recreate(20)
  expect(rows()).toBe(after)
  expect(names(world)).toHaveLength(10)
  expect(conservationProblems(world.vidmm)).toEqual([])
})
