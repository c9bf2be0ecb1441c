/** The resources in which two runs differ, as rows that can be sorted (LB-06). Pure. */
import type { RunDifference } from '../../../preload/contract'
import { formatBytes, formatCount, formatDuration } from '../../widgets/format'

export type ResourceDifference = RunDifference['resources'][number]

export const DIFFERENCE_COLUMNS = [
  { key: 'pagedIn', heading: 'Paged in', write: formatBytes },
  { key: 'evictions', heading: 'Evictions', write: formatCount },
  { key: 'waited', heading: 'Waited for', write: formatDuration },
] as const

export type DifferenceKey = (typeof DIFFERENCE_COLUMNS)[number]['key']

/** `name`: from A to Z; a number: by how much the runs differ, the most first. `reversed`: the other way round */
export interface DifferenceSort {
  by: 'name' | DifferenceKey
  reversed: boolean
}

/** The same again turns it round. */
export function nextDifferenceSort(sort: DifferenceSort, by: DifferenceSort['by']): DifferenceSort {
  return { by, reversed: sort.by === by && !sort.reversed }
}

export function sortedResources(
  resources: readonly ResourceDifference[],
  { by, reversed }: DifferenceSort,
): readonly ResourceDifference[] {
  const byName = (a: ResourceDifference, b: ResourceDifference): number => (a.name < b.name ? -1 : 1)
  const gap = ([one, other]: readonly [number, number]): number => Math.abs(one - other)
  const sorted =
    by === 'name' ? resources.toSorted(byName) : resources.toSorted((a, b) => gap(b[by]) - gap(a[by]) || byName(a, b))
  return reversed ? sorted.reverse() : sorted
}
