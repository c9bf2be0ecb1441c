/** The resources in which two runs differ, as rows that can be sorted (LB-06). Pure. */
import { differenceNames, type ResourceDifferences } from '../../../preload/contract'
import { formatBytes, formatCount, formatDuration } from '../../widgets/format'

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

/** @returns the rows, by their numbers, in this order */
export function sortedResources(resources: ResourceDifferences, { by, reversed }: DifferenceSort): number[] {
  const names = differenceNames(resources)
  const byName = (a: number, b: number): number => ((names[a] as string) < (names[b] as string) ? -1 : 1)
  const rows = [...names.keys()]
  if (by === 'name') rows.sort(byName)
  else {
    const [ones, others] = resources[by]
    const gaps = ones.map((one, row) => Math.abs(one - (others[row] as number)))
    rows.sort((a, b) => (gaps[b] as number) - (gaps[a] as number) || byName(a, b))
  }
  return reversed ? rows.reverse() : rows
}
