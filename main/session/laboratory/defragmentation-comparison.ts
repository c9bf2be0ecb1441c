/** Every algorithm on a state of the heaps, beside the running system or on the command line (DF-16). Sizes in bytes. */
import type { DefragmentationRow } from '../../../preload/contract'
import { ALGORITHMS } from '../../d3d12ma/defragmentation/definitions'
import { layoutOfPools, type PoolLayout, runTrial } from '../../d3d12ma/defragmentation/trial'
import type { EditorMemory } from '../../editor/editor-memory'

/** A state of the heaps as plain data, for another process. */
export interface DefragmentationTrial {
  pools: readonly PoolLayout[]
  /** 0: no limit */
  maxBytesPerPass: number
  maxAllocationsPerPass: number
}

/** All pools that can be defragmented (DF-07); what is committed stays where it is, and is left out. */
export function trialOf(
  { allocator }: EditorMemory,
  maxBytesPerPass: number,
  maxAllocationsPerPass: number,
): DefragmentationTrial {
  return { pools: layoutOfPools(allocator.pools()), maxBytesPerPass, maxAllocationsPerPass }
}

/** Rows that a whole comparison has. */
export const TRIALS = ALGORITHMS.length

/**
 * Runs one algorithm after the other, each to its end on a copy of the same state.
 * @param onRow called after each
 */
export function runTrials(
  { pools, maxBytesPerPass, maxAllocationsPerPass }: DefragmentationTrial,
  onRow: (row: DefragmentationRow, done: number, total: number) => void,
): void {
  for (const [index, algorithm] of ALGORITHMS.entries()) {
    const run = runTrial(pools, { algorithm, maxBytesPerPass, maxAllocationsPerPass })
    let step = run.next()
    while (step.done !== true) step = run.next()
    onRow(step.value, index + 1, TRIALS)
  }
}
