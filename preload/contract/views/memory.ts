/** Memory as the page shows it: segments, allocations, other processes, paging, the story of one resource. */

/** Bytes of one memory segment group of the app's adapter (RS-08). */
export interface SegmentView {
  size: number
  /** the app's bytes on the residency list, from the moment they are enqueued: CurrentUsage */
  resident: number
  /** the part of `resident` whose paging in is still under way */
  pending: number
  /** the part of `resident` that is paged out under pressure: it comes back before the device runs (RS-02, RS-10) */
  forcedOut: number
  /** not on the list, still in the segment */
  evictable: number
  /** everything of the app's that lies in the segment */
  committed: number
  /** bytes in the segment that belong to other processes */
  other: number
  /** bytes that the system keeps for itself: the page tables of the paging process (AN-11) */
  system: number
  free: number
  /** the app's budget */
  budget: number
}

export interface MemoryView {
  local: SegmentView
  nonLocal: SegmentView
  /** bytes of the app that are paged out: in system memory, or never yet resident */
  pagedOut: number
  /** totals since the start of the run */
  pageInBytes: number
  pageOutBytes: number
  evictions: number
  /** packets that waited for memory paged out under pressure (RS-10) */
  hitches: number
}

/**
 * What never changes in the lives of new allocations: row i of every array is allocation `ids[i]`. Columns and one text
 * for all names, as objects for a million of them would take many seconds on their way through the context bridge.
 */
export interface CreatedAllocations {
  ids: Uint32Array
  bytes: Float64Array
  /** index in SEGMENT_GROUPS */
  segments: Uint8Array
  /** DriverFlag, combined */
  driverFlags: Uint8Array
  /** index in `effectNames` */
  effects: Uint32Array
  /** the effects that they belong to, each once; '': none */
  effectNames: string[]
  /** names within the effect, one after another: "Blur.kernel" is "kernel"; of a row without effect the whole name */
  names: string
  /** where in `names` each row's name ends; it begins where the one before ends */
  nameEnds: Uint32Array
}

/**
 * Deltas in columns: row i of every array is allocation `ids[i]`. Those destroyed go before the created come, as an id
 * may be used again.
 */
export interface AllocationChanges {
  /** null: none */
  created: CreatedAllocations | null
  destroyed: Uint32Array
  ids: Uint32Array
  /** AllocationState */
  states: Uint8Array
  references: Uint32Array
  /** index in RESIDENCY_PRIORITIES */
  priorities: Uint8Array
  /** moment of the last change of state */
  changedAt: Float64Array
  /** moment of the last use by a submission, -1: never */
  lastUsed: Float64Array
}

/** A process that uses local memory; the app is the first (RS-09). Bytes. */
export interface ProcessView {
  name: string
  foreground: boolean
  /** what it uses, as it says; the app: CurrentUsage */
  usage: number
  /** what it holds in the segment */
  committed: number
  /** in the segment and evictable; only the app's is known */
  evictable: number
  budget: number
}

/** One operation of the paging engine, when it has ended (AN-17). */
export interface PagingOperationView {
  id: number
  operation: string
  resource: string
  segment: string
  /** from 0 */
  chunk: number
  chunks: number
  offset: number
  bytes: number
  start: number
  end: number
  /** NOTIFY_ALLOC: NotifyEviction or NotifyIoMmuUnmap, and the paging buffers that it took */
  notify?: string
  buffers?: number
  /** operations of one page-in or page-out share this number */
  group: number
  /** of the group: into the segment or out of it */
  direction: 'in' | 'out'
}

/** The paging process's GPU VA space (AN-08 to AN-11). Bytes. */
export interface PagingProcessView {
  vaSpace: number
  ownSize: number
  chosenBy: 'os' | 'driver' | 'none'
  pageTables: number
}

export interface HistoryEntry {
  t: number
  type: string
  text: string
}

/** From its moment on why a resource is out: policy, age and who caused it; null: it is not, or is back. */
export interface WhyOut {
  t: number
  why: string | null
}

export interface SelectionView {
  id: number
  history: HistoryEntry[]
  /** in order of time: the last one holds now */
  reasons: WhyOut[]
}
