/** A memory dump that was opened, of either API: what lies where, and nothing of how the file says it (DF-23). */
import type { PoolHeap } from '../../../preload/contract'

export const DUMP_APIS = ['Vulkan', 'Direct3D 12'] as const
export type DumpApi = (typeof DUMP_APIS)[number]

export interface Dump {
  api: DumpApi
  gpu: string
  /** default pools in the order of the file, then custom ones */
  pools: DumpPool[]
}

export interface DumpPool {
  /** a default pool's heap or memory type, or the name that a custom pool was given */
  name: string
  custom: boolean
  /** as the file calls it: "DEFAULT", "Type 0" */
  memoryType: string
  heap: PoolHeap
  algorithm: 'tlsf' | 'linear'
  alwaysCommitted: boolean
  /** bytes */
  blockSize: number
  blocks: DumpBlock[]
  /** each in a heap of its own */
  dedicated: DumpResource[]
}

export interface DumpBlock {
  /** the file's key of it: its number */
  id: string
  /** bytes */
  size: number
  /** in the order of their offsets, without overlap, within the block; what is between them is free */
  allocations: DumpAllocation[]
}

export interface DumpResource {
  /** bytes, above 0 */
  size: number
  /** "BUFFER", "TEXTURE2D", "IMAGE_OPTIMAL", … */
  type: string
  /** flags of the API; null: the file does not say */
  usage: number | null
  /** empty: none */
  name: string
  /** letters and digits; null: none */
  customData: string | null
}

export interface DumpAllocation extends DumpResource {
  /** bytes from the start of the block */
  offset: number
}
