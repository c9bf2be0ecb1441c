/** The process in words, and its numbers as CSV. Pure. */

import {
  type AllocatorStatistics,
  type ConvergencePoint,
  csvOf,
  type DefragmentationRow,
  type DefragmentationView,
  type MoveView,
  noStatistics,
  type PoolView,
} from '../../../preload/contract'
import type { Column } from '../../charts/comparison'
import { formatBytes, formatCount, formatShare } from '../../widgets/format'
import { ALGORITHM_LABELS } from './form'

/** Nothing is under way: it can be begun (DF-05). */
export function canBegin({ state }: DefragmentationView): boolean {
  return state === 'idle' || state === 'done' || state === 'failed'
}

const STATE_LABELS: Readonly<Record<DefragmentationView['state'], string>> = {
  idle: 'Not begun',
  begun: 'Begun, between two passes',
  pass: 'A pass waits: choose what to do with its moves, then Step pass carries it out',
  copying: 'The GPU copies',
  // ended by hand too: what the last call returned stands below
  done: 'Done',
  failed: 'Failed',
}

/** Where the process stands. */
export function stateLabel({
  state,
  running,
  passes,
}: Pick<DefragmentationView, 'state' | 'running' | 'passes'>): string {
  if (running && state !== 'done' && state !== 'failed') return 'Running to the end'
  return state === 'begun' && passes === 0 ? 'Begun: Step pass plans the first pass' : STATE_LABELS[state]
}

export const MOVE_STATES: Readonly<Record<MoveView['state'], string>> = {
  planned: 'planned',
  copying: 'copying',
  copied: 'copied',
  done: 'done',
}

/** A message that begins with the HRESULT that is shown before it, without that. */
export function withoutHResult(message: string, name: string | undefined): string {
  return name !== undefined && message.startsWith(`${name}: `) ? message.slice(name.length + 2) : message
}

/** It may be chosen as the pool: linear pools, and those that are always committed, cannot be defragmented (DF-07). */
export const canBeChosen = ({ algorithm, alwaysCommitted }: PoolView): boolean =>
  algorithm === 'TLSF' && !alwaysCommitted

/** Packed without a gap, it would have fewer blocks, or its free bytes in one piece. */
const hasHoles = ({ statistics, blocksNeeded, fragmentation }: PoolView): boolean =>
  statistics.blockCount > blocksNeeded || fragmentation > 0

/** Of custom pools that defragmentation of the default pools leaves as they are, though they have holes (DF-06); null: there are none */
export function poolsLeftOut(pools: readonly PoolView[]): string | null {
  const left = pools.filter((pool) => pool.custom && canBeChosen(pool) && hasHoles(pool))
  if (left.length === 0) return null
  const named = left.map(({ name, statistics }) => {
    return `${name}, ${formatBytes(statistics.blockBytes - statistics.allocationBytes)} free`
  })
  return left.length === 1
    ? `Not among them is a custom pool with holes: ${named[0]}.`
    : `Not among them are custom pools with holes: ${named.join('; ')}.`
}

export interface PoolMeasure {
  name: string
  value: string
  meaning: string
}

/** Largest free range over free bytes, blocks in use over blocks needed, and what they mean. */
export function poolMeasures(pool: PoolView): PoolMeasure[] {
  const { statistics, blocksNeeded, fragmentation, committedCount, committedBytes } = pool
  const free = statistics.blockBytes - statistics.allocationBytes
  const largest = statistics.unusedRangeSizeMax ?? 0
  return [
    {
      name: 'Blocks in use / needed',
      value: `${formatCount(statistics.blockCount)} / ${formatCount(blocksNeeded)}`,
      meaning: 'Needed: as few as the live bytes would fit into if they were packed without a gap',
    },
    {
      name: 'Largest free / free',
      value:
        free > 0 ? `${formatBytes(largest)} of ${formatBytes(free)} (${formatShare(largest / free)})` : 'nothing free',
      meaning:
        'The largest free range over all free bytes: what is larger does not fit, although enough is free (DF-03)',
    },
    {
      name: 'Fragmentation',
      value: formatShare(fragmentation),
      meaning: '1 − largest free range ÷ free bytes',
    },
    {
      name: 'Committed',
      value: committedCount === 0 ? 'none' : `${formatCount(committedCount)}, ${formatBytes(committedBytes)}`,
      meaning: 'Allocations with a heap of their own, which defragmentation never moves (DF-01)',
    },
  ]
}

export interface StatisticsColumn {
  name: string
  meaning: string
  text(statistics: AllocatorStatistics): string
}

const extreme = (bytes: number | null): string => (bytes === null ? '–' : formatBytes(bytes))

const RESERVED = 'the destinations that a pass has reserved are among them'

/** As D3D12MA names them. */
export const STATISTICS_COLUMNS: readonly StatisticsColumn[] = [
  { name: 'Blocks', meaning: 'BlockCount: heaps', text: ({ blockCount }) => formatCount(blockCount) },
  { name: 'Bytes', meaning: 'BlockBytes: bytes of the heaps', text: ({ blockBytes }) => formatBytes(blockBytes) },
  {
    name: 'Allocations',
    meaning: `AllocationCount: ${RESERVED}`,
    text: ({ allocationCount }) => formatCount(allocationCount),
  },
  {
    name: 'Used',
    meaning: `AllocationBytes: ${RESERVED}`,
    text: ({ allocationBytes }) => formatBytes(allocationBytes),
  },
  {
    name: 'Smallest',
    meaning: `AllocationSizeMin: ${RESERVED}`,
    text: ({ allocationSizeMin }) => extreme(allocationSizeMin),
  },
  {
    name: 'Largest',
    meaning: `AllocationSizeMax: ${RESERVED}`,
    text: ({ allocationSizeMax }) => extreme(allocationSizeMax),
  },
  { name: 'Free ranges', meaning: 'UnusedRangeCount', text: ({ unusedRangeCount }) => formatCount(unusedRangeCount) },
  {
    name: 'Smallest free',
    meaning: 'UnusedRangeSizeMin',
    text: ({ unusedRangeSizeMin }) => extreme(unusedRangeSizeMin),
  },
  {
    name: 'Largest free',
    meaning: 'UnusedRangeSizeMax',
    text: ({ unusedRangeSizeMax }) => extreme(unusedRangeSizeMax),
  },
]

function lesser(a: number | null, b: number | null): number | null {
  if (a === null || b === null) return a ?? b
  return Math.min(a, b)
}

function greater(a: number | null, b: number | null): number | null {
  if (a === null || b === null) return a ?? b
  return Math.max(a, b)
}

/** Of all pools together. */
export function totalStatistics(pools: readonly PoolView[]): AllocatorStatistics {
  return pools.reduce(
    (sum, { statistics }) => ({
      blockCount: sum.blockCount + statistics.blockCount,
      blockBytes: sum.blockBytes + statistics.blockBytes,
      allocationCount: sum.allocationCount + statistics.allocationCount,
      allocationBytes: sum.allocationBytes + statistics.allocationBytes,
      unusedRangeCount: sum.unusedRangeCount + statistics.unusedRangeCount,
      allocationSizeMin: lesser(sum.allocationSizeMin, statistics.allocationSizeMin),
      allocationSizeMax: greater(sum.allocationSizeMax, statistics.allocationSizeMax),
      unusedRangeSizeMin: lesser(sum.unusedRangeSizeMin, statistics.unusedRangeSizeMin),
      unusedRangeSizeMax: greater(sum.unusedRangeSizeMax, statistics.unusedRangeSizeMax),
    }),
    noStatistics(),
  )
}

export const COMPARISON_COLUMNS: readonly Column<DefragmentationRow>[] = [
  { name: 'Algorithm', meaning: 'DF-16', text: ({ algorithm }) => ALGORITHM_LABELS[algorithm], number: false },
  {
    name: 'Heaps freed',
    meaning: 'HeapsFreed (DF-17)',
    text: ({ heapsFreed }) => formatCount(heapsFreed),
    number: true,
  },
  {
    name: 'Bytes freed',
    meaning: 'BytesFreed (DF-17)',
    text: ({ bytesFreed }) => formatBytes(bytesFreed),
    number: true,
  },
  {
    name: 'Bytes moved',
    meaning: 'BytesMoved (DF-17)',
    text: ({ bytesMoved }) => formatBytes(bytesMoved),
    number: true,
  },
  {
    name: 'Moved',
    meaning: 'AllocationsMoved (DF-17)',
    text: ({ allocationsMoved }) => formatCount(allocationsMoved),
    number: true,
  },
  {
    name: 'Passes',
    meaning:
      'Passes that move something, until one finds nothing left to move (DF-12); Run to end counts that one, too',
    text: ({ passes }) => formatCount(passes),
    number: true,
  },
  {
    name: 'Blocks left / needed',
    meaning: 'Needed: as few as the live bytes would fit into without a gap',
    text: ({ blocksLeft, blocksNeeded }) => `${formatCount(blocksLeft)} / ${formatCount(blocksNeeded)}`,
    number: true,
  },
  {
    name: 'Fragmentation',
    meaning: 'What is left of it',
    text: ({ fragmentation }) => formatShare(fragmentation),
    number: true,
  },
]

/** As CSV (RFC 4180) with a header row. */
export function curveCsv(curve: readonly ConvergencePoint[]): string {
  return csvOf(
    ['pass', 't_us', 'fragmentation', 'blocks', 'bytes_moved', 'heaps_freed'],
    curve.map((point) => [point.pass, point.t, point.fragmentation, point.blocks, point.bytesMoved, point.heapsFreed]),
  )
}

/** As CSV (RFC 4180) with a header row. */
export function comparisonCsv(rows: readonly DefragmentationRow[]): string {
  return csvOf(
    [
      'algorithm',
      'passes',
      'heaps_freed',
      'bytes_freed',
      'bytes_moved',
      'allocations_moved',
      'blocks_left',
      'blocks_needed',
      'fragmentation',
    ],
    rows.map((row) => [
      row.algorithm,
      row.passes,
      row.heapsFreed,
      row.bytesFreed,
      row.bytesMoved,
      row.allocationsMoved,
      row.blocksLeft,
      row.blocksNeeded,
      row.fragmentation,
    ]),
  )
}
