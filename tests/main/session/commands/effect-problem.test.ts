import { describe, expect, it } from 'vitest'
import type { ResourceSpec } from '../../../../preload/contract'
import { MIB, rig } from '../live-rig'

type Heap = NonNullable<ResourceSpec['heap']>

function add(system: Record<string, unknown>, heap: Heap, size: number) {
  const live = rig({ system, app: { policy: 'none', effects: [] } })
  const resources = [{ name: 'r', size, resident: false, heap }]
  return live.do({ kind: 'addEffect', effect: { name: 'E', gpuTime: 0, resources } })
}

describe('an effect that is added by hand', () => {
  const discrete = { localMemory: '64MiB', nonLocalMemory: '256MiB', budget: '64MiB' }
  const unified = { localSegment: 'aperture', localMemory: '64MiB', nonLocalMemory: 0, budget: '64MiB' }

  // discrete memory holds the page tables of the paging process, a page of 64 KiB here (AN-08, AN-11)
  it.each([
    ['default', discrete, 64 - 1 / 16],
    ['upload', discrete, 256],
    ['readback', discrete, 256],
    ['default', unified, 64],
    ['upload', unified, 64],
  ] as const)(
    'has room for a %s heap as large as what its segment has for resources [RS-08] [AN-11]',
    (heap, system, most) => {
      expect(add(system, heap, most * MIB)).toEqual({ ok: true })
      const segment = most === 256 ? 'non-local' : 'local'
      expect(add(system, heap, most * MIB + 1)).toEqual({
        ok: false,
        message: `E.r has ${most * MIB + 1} bytes; the ${segment} memory segment has ${most * MIB} bytes for resources. Make the resource smaller.`,
      })
    },
  )

  it('is refused where a resource of another would have the same name, however the two are divided [SC-12]', () => {
    const held = { name: 'A', gpuTime: 0, resources: [{ name: 'B.c', size: MIB, resident: false }] }
    const live = rig({ app: { policy: 'none', effects: [held, { ...held, name: 'A.X' }] } })
    const addOf = (name: string, resources: string[]) =>
      live.do({
        kind: 'addEffect',
        effect: { name, gpuTime: 0, resources: resources.map((own) => ({ name: own, size: MIB, resident: false })) },
      })
    const message = 'A resource named "A.B.c" exists already. Choose another name.'
    expect(addOf('A.B', ['d', 'c'])).toEqual({ ok: false, message })
    expect(addOf('A.B', ['d', 'd'])).toEqual({
      ok: false,
      message: 'A resource named "A.B.d" exists already. Choose another name.',
    })
    expect(addOf('A.B', ['d'])).toEqual({ ok: true })
    expect(addOf('AA', ['B.c'])).toEqual({ ok: true })
    // of no effect
    live.must({ kind: 'resource', name: 'L.r', size: MIB })
    expect(addOf('L', ['r'])).toEqual({
      ok: false,
      message: 'A resource named "L.r" exists already. Choose another name.',
    })
  })

  it('has constants that its shader takes; others are refused with what they may be, and nothing is recorded [BP-26 SC-12]', () => {
    const live = rig({ app: { policy: 'none', effects: [] } })
    const addWith = (radius: number[]) =>
      live.do({
        kind: 'addEffect',
        effect: { name: 'Soft', shader: 'Blur', constants: { radius }, gpuTime: 0, resources: [] },
      })
    for (const [radius, found] of [
      [[25], '25'],
      [[1.5], '1.5'],
      [[2, 3], '[2,3]'],
    ] as const)
      expect(addWith([...radius])).toEqual({
        ok: false,
        message: `The constant radius of Soft would be ${found}; its shader takes a whole number from 1 to 24. Choose such a value.`,
      })
    expect(live.session.toRecordingText()).not.toContain('Soft')
    expect(addWith([24])).toEqual({ ok: true })
  })
})
