/** Whether the ranges of a dumped block can be: in order, without overlap or gap, and as many as the block says. */
import { TYPE_FREE } from '../../d3d12ma/dump/format'
import type { IssueList } from '../scenario/check/lists'
import type { Path } from '../scenario/text/problems'
import type { BlockFile, SuballocationFile } from './schema'

/** The sums of a block's ranges. */
interface Sums {
  live: number
  unusedBytes: number
  unusedRanges: number
}

interface Gap {
  /** index of the range after it */
  before: number
  from: number
  to: number
}

/**
 * Older writers leave free ranges out: in a block that writes none, all gaps are free ranges.
 * @returns what is allocated, in order; null with at least one issue
 */
export function checkBlock(block: BlockFile, path: Path, issues: IssueList): SuballocationFile[] | null {
  const ranges = block.Suballocations ?? []
  const list: Path = [...path, 'Suballocations']
  if (block.Suballocations === undefined && block.Allocations > 0) {
    const hint = 'write the dump with its detailed map'
    issues.add({ path: list, found: 'nothing', expected: `the ${block.Allocations} allocations of the block`, hint })
    return null
  }
  const gaps = gapsOf(block, ranges, list, issues)
  if (gaps === null) return null
  const free = ranges.filter(({ Type }) => Type === TYPE_FREE)
  const [gap] = gaps
  if (gap !== undefined && free.length > 0) {
    const found = `nothing from ${gap.from} to ${gap.to}`
    issues.add({
      path: [...list, gap.before],
      found,
      expected: `a range of type "${TYPE_FREE}", as the others of the block`,
    })
    return null
  }
  const sums: Sums = {
    live: ranges.length - free.length,
    unusedBytes: total(free.map(({ Size }) => Size)) + total(gaps.map(({ from, to }) => to - from)),
    unusedRanges: free.length + gaps.length,
  }
  return agrees(block, sums, path, issues) ? ranges.filter(({ Type }) => Type !== TYPE_FREE) : null
}

/** What no range covers; null when a range lies where none can. */
function gapsOf(
  { TotalBytes }: BlockFile,
  ranges: readonly SuballocationFile[],
  path: Path,
  issues: IssueList,
): Gap[] | null {
  const gaps: Gap[] = []
  let end = 0
  let possible = true
  for (const [i, { Offset, Size }] of ranges.entries()) {
    // the sum of the two may be no exact number
    if (Offset > TotalBytes - Size) {
      possible = false
      const found = `${Size} bytes from ${Offset}`
      issues.add({ path: [...path, i], found, expected: `a range within the block, which has ${TotalBytes} bytes` })
      continue
    }
    if (Offset < end) {
      possible = false
      const expected = `at least ${end}, the end of the range before: ranges in order, without overlap`
      issues.add({ path: [...path, i, 'Offset'], found: String(Offset), expected })
    } else if (Offset > end) gaps.push({ before: i, from: end, to: Offset })
    end = Math.max(end, Offset + Size)
  }
  if (end < TotalBytes) gaps.push({ before: ranges.length, from: end, to: TotalBytes })
  return possible ? gaps : null
}

function agrees(block: BlockFile, sums: Sums, path: Path, issues: IssueList): boolean {
  const pairs = [
    ['UnusedBytes', block.UnusedBytes, sums.unusedBytes],
    ['Allocations', block.Allocations, sums.live],
    ['UnusedRanges', block.UnusedRanges, sums.unusedRanges],
  ] as const
  const wrong = pairs.filter(([, said, counted]) => said !== counted)
  for (const [field, said, counted] of wrong)
    issues.add({ path: [...path, field], found: String(said), expected: `${counted}, as its ranges have it` })
  return wrong.length === 0
}

function total(sizes: readonly number[]): number {
  return sizes.reduce((sum, size) => sum + size, 0)
}
