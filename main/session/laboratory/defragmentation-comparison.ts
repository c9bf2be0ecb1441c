/** Every algorithm on a state of the heaps, beside the running system or on the command line (DF-16). Sizes in bytes. */
import type { DefragmentationAlgorithm, DefragmentationRow } from '../../../preload/contract'
import { layoutOfPools, type PoolLayout, runTrial } from '../../d3d12ma/defragmentation/trial'
import type { EditorMemory } from '../../editor/editor-memory'

/** A state of the heaps as plain data, for another process. */
export interface DefragmentationTrial {
  pools: readonly PoolLayout[]
  /** 0: no limit */
  maxBytesPerPass: number
  maxAllocationsPerPass: number
}

/**
 * All pools that can be defragmented (DF-07); what is committed stays where it is, and is left out, and so are the
 * destinations of a pass that is under way: the state is as before it.
 * @param maxBytesPerPass bytes
 * @param maxAllocationsPerPass how many moves a pass has at most
 */
export function trialOf(
  memory: EditorMemory,
  maxBytesPerPass: number,
  maxAllocationsPerPass: number,
): DefragmentationTrial {
  return { pools: layoutOfPools(memory.allocator.pools()), maxBytesPerPass, maxAllocationsPerPass }
}

/** Runs one algorithm to its end on a copy of the state. */
export function runTrialOf(
  { pools, maxBytesPerPass, maxAllocationsPerPass }: DefragmentationTrial,
  algorithm: DefragmentationAlgorithm,
): DefragmentationRow {
  const run = runTrial(pools, { algorithm, maxBytesPerPass, maxAllocationsPerPass })
  let step = run.next()
  while (step.done !== true) step = run.next()
  return step.value
}
