import { describe, expect, test } from 'vitest'
import type { Dump, DumpPool } from '../../../../main/session/dump/dump'
import { layoutOf } from '../../../../main/session/dump/layout'
import { readDump } from '../../../../main/session/dump/read-dump'
import { validateScenario } from '../../../../main/session/scenario'
import { SAMPLE } from './files'

const MiB = 1024 * 1024

function resource(size: number, name = '', type = 'UNKNOWN') {
  return { size, type, usage: 0, name, customData: null }
}

function pool(changes: Partial<DumpPool>): DumpPool {
  return {
    name: 'DEFAULT',
    custom: false,
    memoryType: 'DEFAULT',
    heap: 'default',
    algorithm: 'tlsf',
    alwaysCommitted: false,
    blockSize: 64 * MiB,
    blocks: [],
    dedicated: [],
    ...changes,
  }
}

const dump = (...pools: DumpPool[]): Dump => ({ api: 'Direct3D 12', gpu: 'Some GPU', pools })
const BLOCK = { id: '3', size: 64 * MiB, allocations: [{ offset: 4 * MiB, ...resource(2 * MiB, 'clip') }] }

describe('a dump as the starting state [DF-23]', () => {
  test('keeps every block, offset, size, kind and name', () => {
    const ring = pool({
      name: 'ring',
      custom: true,
      heap: 'upload',
      algorithm: 'linear',
      blocks: [BLOCK],
      dedicated: ['TEXTURE2D', 'IMAGE_LINEAR', 'BUFFER'].map((type) => resource(5 * MiB, '', type)),
    })
    expect(layoutOf(dump(ring))).toEqual({
      pools: [
        {
          name: 'ring',
          heap: 'upload',
          blockSize: 64 * MiB,
          algorithm: 'linear',
          blocks: [{ size: 64 * MiB, allocations: [{ offset: 4 * MiB, size: 2 * MiB, name: 'clip' }] }],
          committed: ['texture', 'texture', 'buffer'].map((kind) => ({ size: 5 * MiB, kind })),
        },
      ],
    })
  })

  test('a pool that is always committed stays so [DF-01]', () => {
    const own = pool({ name: 'own', custom: true, alwaysCommitted: true, dedicated: [resource(MiB)] })
    const layout = layoutOf(dump(own, pool({ blocks: [BLOCK] })))
    expect(layout?.pools.map(({ alwaysCommitted }) => alwaysCommitted)).toEqual([true, undefined])
    const parsed = validateScenario({ trimline: 1, steps: [{ at: 0, layout }] })
    expect(parsed).toMatchObject({ ok: true, scenario: { steps: [{ value: layout }] } })
  })

  test('pools without any memory are left out; a dump without any has no layout', () => {
    expect(layoutOf(dump(pool({}), pool({ name: 'UPLOAD', blocks: [BLOCK] })))?.pools).toHaveLength(1)
    expect(layoutOf(dump(pool({})))).toBeNull()
  })

  test('names that are taken or occur again get a number, and stay as they are otherwise', () => {
    const clips = ['clip', '', 'clip', 'clip (2)', 'mask', ''].map((name) => resource(MiB, name))
    const own = pool({ name: 'movable', custom: true, dedicated: clips })
    const layout = layoutOf(dump(pool({ blocks: [BLOCK] }), own, { ...own, dedicated: [resource(MiB)] }), {
      pools: ['movable'],
      allocations: ['mask'],
    })
    expect(layout?.pools.map(({ name }) => name)).toEqual(['DEFAULT (2)', 'movable (2)', 'movable (3)'])
    const names = layout?.pools.flatMap(({ blocks, committed }) =>
      [...blocks.flatMap(({ allocations }) => allocations), ...committed].map(({ name }) => name),
    )
    expect(names).toEqual(['clip', 'clip (2)', undefined, 'clip (3)', 'clip (2) (2)', 'mask (2)', undefined, undefined])
  })

  test('of the real dump is a step that a scenario takes', () => {
    const read = readDump(SAMPLE)
    if (!read.ok) throw new Error('the sample was refused')
    const layout = layoutOf(read.dump)
    const parsed = validateScenario({ trimline: 1, steps: [{ at: 0, layout }] })
    expect(parsed).toMatchObject({ ok: true })
    expect(
      layout?.pools.map(({ name, heap, blocks, committed }) => [name, heap, blocks.length, committed.length]),
    ).toEqual([
      ['Type 0', 'default', 1, 16],
      ['Type 1', 'upload', 1, 4],
      ['Type 3', 'readback', 1, 12],
      ['Type 0 0', 'default', 1, 16],
      ['Type 3 0', 'readback', 1, 16],
    ])
  })
})
