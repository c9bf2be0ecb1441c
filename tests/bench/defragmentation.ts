/** The three algorithms on the reference workloads: what they free, copy and cost, and the time that planning takes. */
import { beginDefragmentation } from '../../main/d3d12ma/defragmentation/begin'
import { ALGORITHMS, type Algorithm, flagOf } from '../../main/d3d12ma/defragmentation/definitions'
import {
  BLOCK,
  checkerboard,
  churn,
  eighteenThousand,
  halfFreed,
  type Workload,
} from '../main/d3d12ma/defragmentation/workloads'
import { summary } from './measure'
import { type Row, timeRow } from './table'

const LOADS = [50, 70, 90, 100]
const SEEDS = [1, 2, 3]
/** seconds that BALANCED may plan for a pass with 18,000 allocations over 700 blocks */
const PLANNING = 0.05
/** bytes of a pass where passes are limited */
const PASS = 64 * 1024 * 1024

interface Outcome {
  algorithm: Algorithm
  blocks: number
  lowerBound: number
  left: number
  freed: number
  moved: number
  /** bytes that lay in the blocks that were freed */
  emptied: number
  passes: number
  /** seconds of each BeginPass; that of BeginDefragmentation, which plans, is the first one's */
  planning: number[]
}

export function defragmentation(): Row[] {
  const rows = [
    ...groupOf('checkerboard, 64 blocks', () => checkerboard()),
    ...groupOf('half freed, 100 blocks, uniform', () => halfFreed(1, 'uniform')),
    ...groupOf('half freed, 100 blocks, log-uniform', () => halfFreed(1, 'log-uniform')),
    ...eighteenThousandRows(),
  ]
  for (const sizes of ['uniform', 'log-uniform'] as const)
    for (const keep of LOADS)
      for (const seed of SEEDS)
        rows.push(
          ...groupOf(`churn, ${sizes}, ${keep} % left, seed ${seed}`, () => churn(seed, sizes, 100, keep), true),
        )
  return rows
}

/** @param targets of random churn: FULL near the lower bound at a bounded cost, the others not far behind for less */
function groupOf(name: string, workload: () => Workload, targets = false): Row[] {
  const outcomes = ALGORITHMS.map((algorithm) => run(workload(), algorithm))
  const full = outcomes.at(-1) as Outcome
  return outcomes.map((outcome) => ({
    ...qualityRow(name, outcome),
    ...(targets ? { target: outcome === full ? fullTarget(full) : otherTarget(outcome, full) } : {}),
  }))
}

function fullTarget({ left, lowerBound, moved, emptied }: Outcome): NonNullable<Row['target']> {
  const most = Math.max(lowerBound + 1, Math.floor(lowerBound * 1.02))
  return { text: `≤ ${most} left, ≤ 1.5 × emptied`, met: left <= most && moved <= 1.5 * emptied }
}

function otherTarget({ freed, moved }: Outcome, full: Outcome): NonNullable<Row['target']> {
  const least = Math.ceil(0.9 * full.freed)
  return { text: `≥ ${least} freed, less moved`, met: freed >= least && moved < full.moved }
}

function qualityRow(name: string, outcome: Outcome): Row {
  const { algorithm, blocks, left, lowerBound, freed, moved, emptied, passes, planning } = outcome
  const times = (moved / Math.max(1, emptied)).toFixed(2)
  return {
    group: `Defragmentation: ${name}`,
    what: `${algorithm}: ${blocks} → ${left} blocks (${lowerBound} needed), ${freed} freed, ${times} × emptied, ${passes} passes`,
    median: `${(moved / 2 ** 20).toFixed(0)} MiB`,
    best: `${(Math.max(...planning) * 1e3).toFixed(1)} ms`,
    ratios: [],
  }
}

/** The same state a few times, so that planning is compiled; whole and in small passes. */
function eighteenThousandRows(): Row[] {
  const name = '18,000 allocations over 700 blocks'
  const group = `Defragmentation: ${name}`
  for (let i = 0; i < 3; i++) run(eighteenThousand(1), 'balanced')
  const whole = [1, 2, 3, 4, 5].map((seed) => run(eighteenThousand(seed), 'balanced').planning[0] as number)
  const limited = run(eighteenThousand(1), 'balanced', PASS)
  return [
    ...groupOf(name, () => eighteenThousand(1)),
    timeRow(group, summary('balanced: planning of the first pass', whole), { target: PLANNING }),
    timeRow(group, summary(`balanced: BeginPass of ${limited.passes} passes of 64 MiB`, limited.planning), {
      target: PLANNING,
    }),
    timeRow(group, summary('balanced: the longest of them', [Math.max(...limited.planning)]), { target: PLANNING }),
  ]
}

function run({ allocator, pool }: Workload, algorithm: Algorithm, maxBytesPerPass = 0): Outcome {
  const { blocks } = pool.blockVector
  const liveIn = new Map(blocks.map((block) => [block, block.size - block.metadata.freeBytes]))
  const live = sum(liveIn.values())
  const count = blocks.length
  const planning: number[] = []
  let start = process.hrtime.bigint()
  const { context } = beginDefragmentation(allocator, { flags: flagOf(algorithm), maxBytesPerPass }, pool)
  if (context === null) throw new Error('BeginDefragmentation failed')
  let passes = 0
  for (;;) {
    const { hr } = context.beginPass()
    planning.push(Number(process.hrtime.bigint() - start) / 1e9)
    if (hr !== 'S_FALSE') break
    passes++
    context.endPass()
    start = process.hrtime.bigint()
  }
  const { BytesMoved, HeapsFreed } = context.getStats()
  context.release()
  for (const block of pool.blockVector.blocks) liveIn.delete(block)
  return {
    algorithm,
    blocks: count,
    lowerBound: Math.ceil(live / BLOCK),
    left: pool.blockVector.blocks.length,
    freed: HeapsFreed,
    moved: BytesMoved,
    emptied: sum(liveIn.values()),
    passes,
    planning,
  }
}

function sum(values: Iterable<number>): number {
  let total = 0
  for (const value of values) total += value
  return total
}
