import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { AllocationNames } from '../../../renderer/store/allocation-names'
import { allocation, created } from './support/frames'

interface Row {
  id: number
  effect: string
  name: string
}

function add(names: AllocationNames, rows: readonly Row[]): void {
  const columns = created(rows.map((row) => ({ ...allocation, ...row })))
  if (columns !== null) names.add(columns)
}

describe('the names of allocations', () => {
  it('are put together from the effect and the name within it', () => {
    const names = new AllocationNames()
    add(names, [
      { id: 3, effect: 'Blur', name: 'kernel' },
      { id: 1_000, effect: 'Ton de gris', name: 'dégradé' },
      { id: 4, effect: '', name: 'Lost.kernel' },
      { id: 5, effect: 'Blur', name: '' },
    ])
    expect([3, 1_000, 4, 5, 6].map((id) => names.fullName(id))).toEqual([
      'Blur.kernel',
      'Ton de gris.dégradé',
      'Lost.kernel',
      'Blur.',
      '',
    ])
    expect([3, 1_000, 4].map((id) => names.shortName(id))).toEqual(['kernel', 'dégradé', 'Lost.kernel'])
    expect([3, 4, 99_999].map((id) => names.effect(id))).toEqual(['Blur', '', ''])
  })

  it('are known by the whole of them', () => {
    const names = new AllocationNames()
    add(names, [
      { id: 0, effect: 'Blur', name: 'kernel' },
      { id: 1, effect: '', name: 'Lost.kernel' },
      { id: 2, effect: 'Blur', name: '' },
      { id: 3, effect: 'Glow', name: 'kernel' },
    ])
    const called = (name: string): number[] => [0, 1, 2, 3, 99_999].filter((id) => names.isCalled(id, name))
    expect(
      ['Blur.kernel', 'Lost.kernel', 'Blur.', 'Glow.kernel', 'kernel', 'Blur', 'Blurxkernel', ''].map(called),
    ).toEqual([[0], [1], [2], [3], [], [], [], []])
    names.remove(Uint32Array.of(0))
    expect(called('Blur.kernel')).toEqual([])
  })

  it('tell by a number which allocations belong to one effect', () => {
    const names = new AllocationNames()
    add(names, [
      { id: 0, effect: 'A', name: 'x' },
      { id: 1, effect: 'B', name: 'x' },
      { id: 2, effect: 'A', name: 'y' },
    ])
    expect(names.group(2)).toBe(names.group(0))
    expect(names.group(1)).not.toBe(names.group(0))
    expect(Math.max(names.group(0), names.group(1))).toBeLessThan(names.groups)
  })

  it('are those of the newest allocations, whatever came and went, and those gone take no room', () => {
    const change = fc.record({
      remove: fc.array(fc.nat(20), { maxLength: 10 }),
      add: fc.uniqueArray(fc.record({ id: fc.nat(20), effect: fc.constantFrom('A', 'B', 'C'), name: fc.string() }), {
        selector: ({ id }) => id,
        maxLength: 8,
      }),
    })
    fc.assert(
      fc.property(fc.array(change, { maxLength: 20 }), (program) => {
        const names = new AllocationNames()
        const expected = new Map<number, string>()
        for (const step of program) {
          names.remove(Uint32Array.from(step.remove))
          for (const id of step.remove) expected.delete(id)
          add(names, step.add)
          for (const { id, effect, name } of step.add) expected.set(id, `${effect}.${name}`)
          for (let id = 0; id <= 20; id++) expect(names.fullName(id)).toBe(expected.get(id) ?? '')
        }
        // 21 ids of one batch each at most, those of one frame more while it comes, and the one that stands for none
        expect(names.groups).toBeLessThanOrEqual(21 + 3 + 1)
      }),
    )
  })
})
