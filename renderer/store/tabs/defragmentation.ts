/** What the Defragmentation tab shows: kept while another tab is shown. Only the interface has it. */
import type { DefragmentationAlgorithm, DumpView, EvictedMoves } from '../../../preload/contract'

/** How long the rows are: all in one scale of bytes, or each as wide as the map. */
const ROW_SCALES = ['bytes', 'full'] as const
export type RowScale = (typeof ROW_SCALES)[number]

/** Which part of the rows is in sight, as shares of their length: 0 ≤ from < to ≤ 1. */
export interface ShownPart {
  readonly from: number
  readonly to: number
}

export const WHOLE: ShownPart = { from: 0, to: 1 }

/** A place in the heap map: a range of a block by its offset. */
export interface HeapCursor {
  block: number
  /** bytes */
  offset: number
}

/** The next BeginDefragmentation, as it is being filled in. */
export interface DefragmentationForm {
  algorithm: DefragmentationAlgorithm
  maxBytes: string
  maxAllocations: string
  timePerFrame: string
  bytesPerFrame: string
  /** '': all default pools */
  pool: string
  evicted: EvictedMoves
}

export interface DefragmentationTab {
  source: 'live' | 'dump'
  /** the dump that was noticed last: one that is opened is shown at once */
  seenDump: DumpView | null
  scale: RowScale
  /** thin rows show more blocks at once, without their names */
  thin: boolean
  shown: ShownPart
  cursor: HeapCursor | null
  form: DefragmentationForm
}

export const FIRST_DEFRAGMENTATION_TAB: DefragmentationTab = {
  source: 'live',
  seenDump: null,
  scale: 'bytes',
  thin: false,
  shown: WHOLE,
  cursor: null,
  form: {
    algorithm: 'balanced',
    maxBytes: '0',
    maxAllocations: '0',
    timePerFrame: '0',
    bytesPerFrame: '0',
    pool: '',
    evicted: 'skip',
  },
}
