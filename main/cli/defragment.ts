/** The command `defragment`: the algorithms side by side on the memory of a dump (DF-16, DF-23). */
import { basename } from 'node:path'
import { counted, formatBytes, formatCount, formatShare } from '../../preload/contract'
import type { Algorithm } from '../d3d12ma/defragmentation/definitions'
import { type PoolLayout, runTrial, type TrialResult } from '../d3d12ma/defragmentation/trial'
import { MAX_DUMP_BYTES } from '../session/dump/decode'
import type { Dump } from '../session/dump/dump'
import { readDump } from '../session/dump/read-dump'
import { FIXED_POOLS, fixedPool, poolLayouts } from '../session/dump/trial'
import { problemsToText, shownValue } from '../session/scenario'
import { labelOf, readBytes } from './inputs'
import { type CliIo, STDIN } from './io'
import { voice, writeOutput } from './output'
import { planOutput } from './outputs'
import { EXIT, type Exit } from './run'
import { oneLine } from './summary-text'
import { type Column, tableText } from './table'

export interface DefragmentCommandOptions {
  algorithm: readonly Algorithm[]
  /** 0: no limit */
  maxBytesPerPass: number
  maxAllocationsPerPass: number
  json?: string
}

/**
 * Opens the dump, runs each algorithm to its end on a copy of it, and prints a row for each.
 * @throws UsageError when the rows cannot be written
 */
export async function defragmentCommand(file: string, options: DefragmentCommandOptions, io: CliIo): Promise<Exit> {
  const label = labelOf(file)
  const bytes = await readBytes(file, MAX_DUMP_BYTES, io)
  if (bytes === undefined) return EXIT.badInput
  const read = readDump(bytes)
  if (!read.ok) {
    io.err(problemsToText(read.problems, label))
    return EXIT.badInput
  }
  const pools = poolLayouts(read.dump)
  if (pools.length === 0) {
    io.err(
      `${shownValue(label)}: found no block that can be defragmented; expected a pool with blocks, other than linear ones\n`,
    )
    return EXIT.badInput
  }
  const out = options.json === undefined ? undefined : planOutput({ file, label }, 'json', options.json, 'dump')
  const rows = options.algorithm.map((algorithm) => trial(pools, { ...options, algorithm }))
  if (out !== undefined) {
    const name = file === STDIN ? 'stdin' : basename(file)
    writeOutput(
      out,
      `${JSON.stringify(
        rows.map((row) => ({ name, ...row })),
        null,
        2,
      )}\n`,
      io,
    )
  }
  const state = oneLine(`${label}: ${stateText(pools)}, ${read.dump.api}, ${read.dump.gpu}`)
  const leftOut = leftOutText(read.dump)
  const lines = leftOut === null ? [state] : [state, leftOut]
  voice(io, out)(`${lines.join('\n')}\n${tableText(COLUMNS, rows)}`)
  return EXIT.ok
}

function trial(pools: readonly PoolLayout[], options: Parameters<typeof runTrial>[1]): TrialResult {
  const run = runTrial(pools, options)
  let step = run.next()
  while (step.done !== true) step = run.next()
  return step.value
}

function stateText(pools: readonly PoolLayout[]): string {
  const blocks = pools.flatMap((pool) => pool.blocks)
  const allocations = blocks.reduce((count, { sizes }) => count + sizes.length, 0)
  return `${counted(allocations, 'allocation')} in ${counted(blocks.length, 'block')} of ${counted(pools.length, 'pool')}`
}

/** What of the dump `poolLayouts` leaves out. @returns null: nothing */
function leftOutText({ pools }: Dump): string | null {
  const dedicated = pools.flatMap((pool) => pool.dedicated)
  const left = [
    { text: counted(dedicated.length, 'dedicated allocation'), allocations: dedicated },
    ...FIXED_POOLS.map((what) => {
      const blocks = pools.filter((pool) => fixedPool(pool) === what).flatMap((pool) => pool.blocks)
      const allocations = blocks.flatMap((block) => block.allocations)
      return { text: `${counted(allocations.length, 'allocation')} of ${what}`, allocations }
    }),
  ].filter(({ allocations }) => allocations.length > 0)
  if (left.length === 0) return null
  const bytes = left.flatMap(({ allocations }) => allocations).reduce((sum, { size }) => sum + size, 0)
  return `left out, as they cannot be moved: ${left.map(({ text }) => text).join(' and ')}, ${formatBytes(bytes)}`
}

const right = (heading: string, text: Column<TrialResult>['text']): Column<TrialResult> => ({
  heading,
  align: 'right',
  text,
})

const COLUMNS: readonly Column<TrialResult>[] = [
  { heading: 'algorithm', align: 'left', text: ({ algorithm }) => algorithm },
  right('passes', ({ passes }) => formatCount(passes)),
  right('heaps freed', ({ heapsFreed }) => formatCount(heapsFreed)),
  right('freed', ({ bytesFreed }) => formatBytes(bytesFreed)),
  right('moved', ({ bytesMoved }) => formatBytes(bytesMoved)),
  right('moves', ({ allocationsMoved }) => formatCount(allocationsMoved)),
  right('blocks left', ({ blocksLeft }) => formatCount(blocksLeft)),
  right('at least', ({ blocksNeeded }) => formatCount(blocksNeeded)),
  right('fragmentation', ({ fragmentation }) => formatShare(fragmentation)),
]
