import { describe, expect, test } from 'vitest'
import { differenceColumns } from '../../../../preload/contract'
import { nextDifferenceSort, sortedResources } from '../../../../renderer/charts/difference/rows'

const resource = (name: string, pagedIn: [number, number], evictions: [number, number] = [0, 0]) => ({
  name,
  pagedIn,
  evictions,
  waited: [0, 0] as const,
  at: [null, null] as const,
})

const RESOURCES = [resource('b', [1, 9], [5, 0]), resource('a', [20, 4]), resource('c', [3, 11], [1, 0])]

describe('the resources in which two runs differ [LB-06]', () => {
  const names = (by: 'name' | 'pagedIn' | 'evictions', reversed = false) =>
    sortedResources(differenceColumns(RESOURCES), { by, reversed }).map((row) => RESOURCES[row]?.name)

  test('are sorted by how much the runs differ, equal ones by name, or by name', () => {
    expect(names('pagedIn')).toEqual(['a', 'b', 'c'])
    expect(names('evictions')).toEqual(['b', 'c', 'a'])
    expect(names('evictions', true)).toEqual(['a', 'c', 'b'])
    expect(names('name')).toEqual(['a', 'b', 'c'])
    expect(names('name', true)).toEqual(['c', 'b', 'a'])
  })

  test('the same column again turns them round, another begins anew', () => {
    const first = nextDifferenceSort({ by: 'pagedIn', reversed: false }, 'pagedIn')
    expect(first).toEqual({ by: 'pagedIn', reversed: true })
    expect(nextDifferenceSort(first, 'name')).toEqual({ by: 'name', reversed: false })
    expect(nextDifferenceSort(first, 'pagedIn').reversed).toBe(false)
  })
})
