/** Memory of no effect, by hand: what may be made and freed, and what comes back on a new device (DF-23, SC-13, RS-07). */
import { describe, expect, it } from 'vitest'
import { MIB, type TestWorld } from '../support/world'
import { allocate, effect, names, placedWorld } from './placed-rig'

const world = (): TestWorld => placedWorld({}, { effects: [effect('A')] })

const resourceOf = (name: string) => ({ name, size: MIB, heap: 'default' as const, resident: true })
const make = (of: TestWorld, name: string) => of.editor.createResource(resourceOf(name))

describe('memory by hand [SC-13] [DF-23]', () => {
  it('has a name of its own: not one that an effect’s has, nor any other by hand', () => {
    const of = world()
    allocate(of, 'x', 1)
    expect(make(of, 'r')).toBe('S_OK')
    const spec = { size: MIB, heap: 'default' as const, pool: 'P', resident: true }
    for (const name of ['x', 'r', 'A.r']) {
      expect(of.editor.allocate(name, spec), name).toBe('E_INVALIDARG')
      expect(make(of, name), name).toBe('E_INVALIDARG')
    }
    expect(names(of)).toEqual(['A.r', 'x'])
  })

  it('without a pool is in that of its type of heap, not in the editor’s own', () => {
    const of = world()
    for (const heap of ['default', 'upload'] as const) {
      expect(of.editor.allocate(heap, { size: MIB, heap, resident: true })).toBe('S_OK')
      const found = of.editor.memory.find(heap)
      expect([found?.heapType, found?.allocation.getHeap()?.name]).toEqual([
        heap.toUpperCase(),
        expect.not.stringMatching(/^P /),
      ])
    }
  })

  it('is freed by its name, once; what is an effect’s is not', () => {
    const of = world()
    allocate(of, 'x', 1)
    make(of, 'r')
    expect(['x', 'r', 'x', 'r', 'A.r', 'none'].map((name) => of.editor.free(name))).toEqual([
      'S_OK',
      'S_OK',
      'E_INVALIDARG',
      'E_INVALIDARG',
      'E_INVALIDARG',
      'E_INVALIDARG',
    ])
    expect([names(of), of.editor.find('r')]).toEqual([['A.r'], undefined])
  })
})

describe('on a new device [RS-07]', () => {
  const recreate = (of: TestWorld) => of.do({ verb: 'recreateDevice', value: true })

  it('comes back what was made and not freed, and nothing of what failed', () => {
    const of = world()
    allocate(of, 'x', 1)
    allocate(of, 'gone', 1)
    make(of, 'r')
    of.editor.free('gone')
    of.do({ verb: 'inject', value: { fault: 'allocation-fails', count: 1 } })
    expect(make(of, 'failed')).toBe('E_OUTOFMEMORY')
    recreate(of)
    expect(names(of).sort()).toEqual(['A.r', 'x'])
    expect([of.editor.find('r')?.name, of.editor.find('failed')]).toEqual(['r', undefined])
  })

  it('may not come back; it is given up by its name, and not tried again', () => {
    const of = world()
    make(of, 'r')
    of.do({ verb: 'removeEffect', value: 'A' })
    of.do({ verb: 'inject', value: { fault: 'allocation-fails', count: 1 } })
    recreate(of)
    expect(of.editor.find('r')).toBeUndefined()
    expect(of.editor.free('r')).toBe('S_OK')
    recreate(of)
    expect([of.editor.find('r'), of.editor.free('r')]).toEqual([undefined, 'E_INVALIDARG'])
  })
})
