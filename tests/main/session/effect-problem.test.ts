import { describe, expect, it } from 'vitest'
import type { ResourceSpec } from '../../../preload/contract'
import { MIB, rig } from './live-rig'

type Heap = NonNullable<ResourceSpec['heap']>

function add(system: Record<string, unknown>, heap: Heap, size: number) {
  const live = rig({ system, app: { policy: 'none', effects: [] } })
  const resources = [{ name: 'r', size, resident: false, heap }]
  return live.do({ kind: 'addEffect', effect: { name: 'E', gpuTime: 0, resources } })
}

describe('an effect that is added by hand', () => {
  const discrete = { localMemory: '64MiB', nonLocalMemory: '256MiB', budget: '64MiB' }
  const unified = { localSegment: 'aperture', localMemory: '64MiB', nonLocalMemory: 0, budget: '64MiB' }

  it.each([
    ['default', discrete, 64],
    ['upload', discrete, 256],
    ['readback', discrete, 256],
    ['default', unified, 64],
    ['upload', unified, 64],
  ] as const)('has room for a %s heap as large as the segment that it lies in [RS-08]', (heap, system, most) => {
    expect(add(system, heap, most * MIB)).toEqual({ ok: true })
    const segment = most === 256 ? 'non-local' : 'local'
    expect(add(system, heap, most * MIB + 1)).toEqual({
      ok: false,
      message: `E.r has ${most * MIB + 1} bytes; the ${segment} memory segment has ${most * MIB}. Make the resource smaller.`,
    })
  })
})
