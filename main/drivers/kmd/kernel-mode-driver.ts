/**
 * The kernel-mode driver as far as memory management calls it: flags of an allocation (DxgkDdiCreateAllocation), paging
 * buffers (DxgkDdiBuildPagingBuffer), and the size of the paging process's VA space (DxgkDdiQueryAdapterInfo).
 *
 * This one keeps chosen allocations compressed while the device uses them, which is what allocation notification exists
 * for: before they leave an aperture segment it decompresses them, so that the CPU can read them (AN-14).
 */

/** DXGK_ALLOCATIONINFOFLAGS2, the two that are used here (AN-01). */
export interface AllocationFlags2 {
  NotifyEviction: boolean
  NotifyIoMmuUnmap: boolean
}

export interface DriverSettings {
  /** sets NotifyEviction on the allocations that it compresses */
  notifyEviction: boolean
  /** sets NotifyIoMmuUnmap on every allocation of an aperture segment */
  notifyIoMmuUnmap: boolean
  /** bytes of an allocation that the commands in one paging buffer can treat (AN-16) */
  pagingBufferCovers: number
  /** a faulty driver: touches the allocation's GPU VA after the IOMMU notification has returned (AN-04) */
  touchesAfterUnmap: boolean
  /** MiB, its answer to DXGKQAITYPE_PAGINGPROCESSGPUVASIZE; 0: the OS chooses; null: the call fails (AN-09) */
  pagingProcessVa: number | null
  /** as `pagingProcessVa`, by physical adapter index; absent: the same for each */
  pagingProcessVaByAdapter?: readonly (number | null)[]
  /** µs of each paging operation beside its bytes; absent: 2 where it moves none, and new memory needs none */
  pagingOperation?: number
  /** µs of a MakeResident or an eviction before its first operation; absent: none */
  pagingBatch?: number
}

/** One call of DxgkDdiBuildPagingBuffer with operation NOTIFY_ALLOC; offsets and sizes in bytes. */
export interface NotifyAllocRequest {
  kind: 'NotifyEviction' | 'NotifyIoMmuUnmap'
  offset: number
  bytes: number
  compressed: boolean
  /** of the notification, from 0 [0] */
  chunk?: number
  /** physical adapter index, 0 unless adapters are linked [0] */
  adapter?: number
}

export interface BuiltPagingBuffer {
  status: 'STATUS_SUCCESS' | 'STATUS_GRAPHICS_INSUFFICIENT_DMA_BUFFER' | 'STATUS_UNSUCCESSFUL'
  /** bytes that the commands in this buffer treat: less than asked for when the buffer had no more room (AN-16) */
  covered: number
  /** bytes that the commands decompress, which takes paging bandwidth */
  decompressed: number
  /** it did not return: it threw */
  threw?: true
}

/** How a call for a paging buffer fails; true: for another reason than lack of room, false: it does not. */
export type BuildFailure = boolean | 'no-room' | 'throws'

/** Faults of the driver's other calls, for one call each. */
export interface DriverFaults {
  /**
   * After the NotifyIoMmuUnmap operation has returned it accesses the GPU VA (AN-04).
   * @param last no chunk comes after it
   */
  touches(chunk: number, last: boolean, adapter: number): boolean
  /** DxgkDdiCreateAllocation throws */
  createAllocationThrows(): boolean
}

const NO_FAULTS: DriverFaults = { touches: () => false, createAllocationThrows: () => false }

export class KernelModeDriver {
  constructor(
    readonly settings: DriverSettings,
    /** a fault of the driver's for one call of DxgkDdiBuildPagingBuffer */
    private readonly failsNow: (request: NotifyAllocRequest) => BuildFailure = () => false,
    private readonly faults: DriverFaults = NO_FAULTS,
  ) {}

  /** DxgkDdiCreateAllocation. @returns null: it threw, and there is no allocation (SC-14) */
  createAllocation(allocation: { compressed: boolean; aperture: boolean }): AllocationFlags2 | null {
    if (this.faults.createAllocationThrows()) return null
    return {
      NotifyEviction: this.settings.notifyEviction && allocation.compressed,
      NotifyIoMmuUnmap: this.settings.notifyIoMmuUnmap && allocation.aperture,
    }
  }

  /**
   * DxgkDdiQueryAdapterInfo with DXGKQAITYPE_PAGINGPROCESSGPUVASIZE (AN-09).
   * @param input UINT: physical adapter index, 0 unless adapters are linked
   * @param inputSize and `outputSize` 4 bytes each, as the call has it; others are refused
   * @param adapters how many physical ones there are
   * @returns megabytes; null when the call fails
   */
  queryPagingProcessGpuVaSize(input: number, inputSize: number, outputSize: number, adapters: number): number | null {
    if (inputSize !== 4 || outputSize !== 4 || !Number.isInteger(input) || input < 0 || input >= adapters) return null
    const { pagingProcessVa, pagingProcessVaByAdapter } = this.settings
    const own = pagingProcessVaByAdapter?.[input]
    return own === undefined ? pagingProcessVa : own
  }

  /** DxgkDdiBuildPagingBuffer, operation NOTIFY_ALLOC: the commands for as much as one buffer has room for. */
  buildNotifyAlloc(request: NotifyAllocRequest): BuiltPagingBuffer {
    const { kind, bytes, compressed } = request
    const nothing = { covered: 0, decompressed: 0 }
    const failure = this.failsNow(request)
    if (failure === 'no-room') return { status: 'STATUS_GRAPHICS_INSUFFICIENT_DMA_BUFFER', ...nothing }
    if (failure === 'throws') return { status: 'STATUS_UNSUCCESSFUL', ...nothing, threw: true }
    if (failure) return { status: 'STATUS_UNSUCCESSFUL', ...nothing }
    const covered = Math.min(bytes, this.settings.pagingBufferCovers)
    const decompressed = kind === 'NotifyEviction' && compressed ? covered : 0
    const status = covered < bytes ? 'STATUS_GRAPHICS_INSUFFICIENT_DMA_BUFFER' : 'STATUS_SUCCESS'
    return { status, covered, decompressed }
  }

  /**
   * Whether it accesses the GPU VA this once after the NotifyIoMmuUnmap operation for that chunk has returned (AN-04).
   * @param chunk index
   * @param adapter index of the physical one
   */
  touchesAfterUnmap(chunk: number, last: boolean, adapter: number): boolean {
    return this.faults.touches(chunk, last, adapter)
  }
}
