/** What is asked of an allocator, and what comes back (DF-01, DF-03). */

import type { HeapType } from '../d3d12/heap-type'
import type { HResultName } from '../d3d12/hresult'
import type { Allocation } from './allocation'
import type { AllocationFailure } from './definitions'
import type { Pool } from './pool'

/** D3D12MA::ALLOCATION_DESC */
export interface AllocationDesc {
  /** of AllocationFlag [NONE] */
  flags?: number
  /** ignored with a custom pool, which has its own [DEFAULT] */
  heapType?: HeapType
  customPool?: Pool
  /**
   * D3D12_HEAP_FLAGS of the heap that is made for it, where one is: its own, or a new block (**choice**: D3D12MA makes what
   * asks for any committed) [NONE]
   */
  extraHeapFlags?: number
  privateData?: unknown
  name?: string
  /** false: pinned, never moved by defragmentation (DF-20) [true] */
  movable?: boolean
}

export type AllocationResult =
  | { hr: 'S_OK'; allocation: Allocation; failure: null }
  | { hr: HResultName; allocation: null; failure: AllocationFailure }
