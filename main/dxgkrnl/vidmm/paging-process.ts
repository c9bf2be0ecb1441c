/** The paging process's GPU VA space: how large it is, what it costs, and the chunks that operations run in (AN-08 to AN-11). */
import type { AdapterCaps } from '../../drivers/kmd/adapter'
import type { KernelModeDriver } from '../../drivers/kmd/kernel-mode-driver'
import type { Simulation } from '../../sim/simulation'

const MiB = 1024 * 1024
const PAGE_BYTES = 4096
const ENTRY_BYTES = 4
/** log buffers of hardware scheduling, bytes (AN-08; their size depends on the hardware) */
const HARDWARE_SCHEDULING_LOG = 4 * MiB

export interface PagingProcess {
  /** bytes; 0: there is no VA space */
  readonly vaSpace: number
  /** bytes that the OS would have chosen */
  readonly ownSize: number
  readonly chosenBy: 'os' | 'driver' | 'none'
  /** bytes of page tables, always resident (AN-11) */
  readonly pageTables: number
}

/** Asks the driver, and chooses where it leaves that to the OS (AN-08, AN-09). */
export function createPagingProcess(caps: AdapterCaps, driver: KernelModeDriver): PagingProcess {
  const local = caps.localSegment === 'memory' ? caps.localMemory : 0
  if (local === 0 && !caps.hardwareScheduling) return { vaSpace: 0, ownSize: 0, chosenBy: 'none', pageTables: 0 }
  const ownSize = Math.max(Math.floor(local / 4), caps.hardwareScheduling ? HARDWARE_SCHEDULING_LOG : 0)
  const answers = Array.from({ length: caps.physicalAdapters }, (_unused, index) =>
    driver.queryPagingProcessGpuVaSize(index, 4, 4, caps.physicalAdapters),
  )
  const largest = Math.max(...answers.map((answer) => answer ?? 0))
  const vaSpace = largest === 0 ? ownSize : largest * MiB
  return { vaSpace, ownSize, chosenBy: largest === 0 ? 'os' : 'driver', pageTables: pageTableBytes(vaSpace) }
}

/** 4-byte entries for pages of 4096 bytes, and the root page: 1/1024 of the space and 4 KiB. */
function pageTableBytes(vaSpace: number): number {
  return Math.ceil(vaSpace / PAGE_BYTES) * ENTRY_BYTES + PAGE_BYTES
}

export interface Chunk {
  /** from 0 */
  readonly index: number
  /** chunks of the whole */
  readonly count: number
  readonly offset: number
  readonly bytes: number
}

/** How an allocation is divided. */
export interface Chunks {
  readonly count: number
  /** bytes of each but the last */
  readonly size: number
  /** of all */
  readonly bytes: number
}

/**
 * The parts of an allocation in ascending offset, each at most as large as the VA space (AN-05, AN-10); the whole where
 * there is none.
 * @param bytes of the allocation
 * @param vaSpace bytes; 0: there is none
 */
export function chunksOf(bytes: number, vaSpace: number): Chunks {
  const size = vaSpace === 0 ? bytes : vaSpace
  return { count: Math.ceil(bytes / size), size, bytes }
}

/** One of them. @param index from 0 */
export function chunkAt({ count, size, bytes }: Chunks, index: number): Chunk {
  const offset = index * size
  return { index, count, offset, bytes: Math.min(size, bytes - offset) }
}

/** Says it where the driver's answer costs memory of the app's: page tables are always resident (AN-11). */
export function reportVaSpace(sim: Simulation, process: PagingProcess): void {
  const { chosenBy, vaSpace, ownSize, pageTables } = process
  if (chosenBy !== 'driver' || vaSpace <= ownSize) return
  const message = `the driver asked for ${vaSpace} bytes of GPU VA space for the paging process, above the OS's own ${ownSize}: ${pageTables} bytes of page tables are always resident`
  sim.trace.write('finding', { rule: 'AN-11', message })
}
