/** Flags, descriptions and results of defragmentation, by their published names and values (DF-06 to DF-17). */
import type { HResultName } from '../../d3d12/hresult'
import type { Allocation } from '../allocation'

/** D3D12MA::DEFRAGMENTATION_FLAGS */
const DefragmentationFlag = {
  NONE: 0,
  ALGORITHM_FAST: 0x1,
  ALGORITHM_BALANCED: 0x2,
  ALGORITHM_FULL: 0x4,
} as const

/** D3D12MA::DEFRAGMENTATION_MOVE_OPERATION */
const MoveOperationValue = { COPY: 0, IGNORE: 1, DESTROY: 2 } as const

/** What EndPass does with a move (DF-11). */
type Operation = keyof typeof MoveOperationValue

/** From the least computing and copying to the best packing (DF-16). */
export const ALGORITHMS = ['fast', 'balanced', 'full'] as const
export type Algorithm = (typeof ALGORITHMS)[number]

/** D3D12MA::DEFRAGMENTATION_DESC */
export interface DefragmentationDesc {
  /** of DefragmentationFlag, one algorithm at most [ALGORITHM_BALANCED] */
  flags?: number
  /** bytes, over all pools of the process together; 0: no limit [0] (DF-13) */
  maxBytesPerPass?: number
  /** over all pools of the process together; 0: no limit [0] (DF-13) */
  maxAllocationsPerPass?: number
  /**
   * Allocations that are not to be planned now, evicted ones for instance; asked anew when a plan is made (DF-21)
   * [none]
   */
  skip?: Skipping
}

/** An object, as a checkpoint cannot keep what a function has captured. */
export interface Skipping {
  skips(allocation: Allocation): boolean
}

/** D3D12MA::DEFRAGMENTATION_MOVE */
export interface Move {
  /** the user's to set until EndPass [COPY] */
  operation: Operation
  /** its heap and offset are those of the old place until EndPass */
  readonly source: Allocation
  /** temporary: gives the heap and offset of the new place, and takes the new resource (DF-10) */
  readonly destination: Allocation
}

/** BeginPass: S_FALSE with moves · S_OK without · an error without (DF-08). */
export interface PassResult {
  hr: HResultName
  moves: readonly Move[]
}

/** D3D12MA::DEFRAGMENTATION_STATS (DF-17) */
export interface DefragmentationStats {
  /** of moves that were copied */
  BytesMoved: number
  /** of heaps that were given back */
  BytesFreed: number
  AllocationsMoved: number
  HeapsFreed: number
}

const FLAG_OF: Readonly<Record<Algorithm, number>> = {
  fast: DefragmentationFlag.ALGORITHM_FAST,
  balanced: DefragmentationFlag.ALGORITHM_BALANCED,
  full: DefragmentationFlag.ALGORITHM_FULL,
}

/** D3D12MA::DEFRAGMENTATION_FLAG_ALGORITHM_* of an algorithm. */
export function flagOf(algorithm: Algorithm): number {
  return FLAG_OF[algorithm]
}

/** @returns null for flags that name several algorithms or none that exists */
export function algorithmOf(flags: number): Algorithm | null {
  if (flags === DefragmentationFlag.NONE) return 'balanced'
  return ALGORITHMS.find((algorithm) => FLAG_OF[algorithm] === flags) ?? null
}

/** What makes a description impossible; null: nothing does. */
export function descProblem({ flags = 0, maxBytesPerPass = 0, maxAllocationsPerPass = 0 }: DefragmentationDesc) {
  if (algorithmOf(flags) === null)
    return `flags are 0x${flags.toString(16)}; expected one of 0x1 (fast), 0x2 (balanced) and 0x4 (full), or 0`
  if (!isCount(maxBytesPerPass, Number.MAX_SAFE_INTEGER))
    return `maxBytesPerPass is ${maxBytesPerPass}; expected a whole number of bytes, 0 for no limit`
  if (!isCount(maxAllocationsPerPass, 0xffffffff))
    return `maxAllocationsPerPass is ${maxAllocationsPerPass}; expected a whole number up to 0xFFFFFFFF, 0 for no limit`
  return null
}

function isCount(value: number, most: number): boolean {
  return Number.isSafeInteger(value) && value >= 0 && value <= most
}
