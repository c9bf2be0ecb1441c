/**
 * The paging operations that bring an allocation into its segment or out of it, in order, one by one (AN-02 to AN-07,
 * AN-10, AN-16, AN-17). Planning decides nothing about who goes; `PagingQueue` carries the steps out.
 */
import { type AdapterCaps, isAperture, type SegmentGroup, transferTime } from '../../drivers/kmd/adapter'
import type { AllocationFlags2, KernelModeDriver, NotifyAllocRequest } from '../../drivers/kmd/driver'
import type { AllocationHandle } from './allocation-table'
import type { ContentsModel } from './contents'
import { type Chunk, chunksOf, type PagingProcess } from './paging-process'

/** µs of an operation that moves no data: mapping, unmapping, an empty notification */
export const MAPPING_TIME = 2

/** DXGK_BUILDPAGINGBUFFER_OPERATION, by name */
export type PagingOperation =
  | 'VIRTUAL_TRANSFER'
  | 'MAP_APERTURE_SEGMENT'
  | 'UNMAP_APERTURE_SEGMENT'
  | 'UPDATE_PAGE_TABLE'
  | 'NOTIFY_ALLOC'

export interface PagingStep extends Chunk {
  readonly operation: PagingOperation
  readonly direction: 'in' | 'out'
  /** which notification, for NOTIFY_ALLOC */
  readonly notify?: NotifyAllocRequest['kind']
  /** @returns µs that it takes, and paging buffers built; null: it failed and the eviction is abandoned (AN-16) */
  begin(): { duration: number; buffers: number } | null
  end?(): void
  /** what puts right what was done for it, where it fails */
  readonly undo?: PagingStep
}

export interface PlanContext {
  caps: AdapterCaps
  pagingProcess: PagingProcess
  driver: KernelModeDriver
  contents: ContentsModel
}

export interface Subject {
  handle: AllocationHandle
  bytes: number
  group: SegmentGroup
  flags: AllocationFlags2
}

/** What an operation takes that moves no data. */
export function mappingTime({ driver }: Pick<PlanContext, 'driver'>): number {
  return driver.settings.pagingOperation ?? MAPPING_TIME
}

/** What an operation takes beside its bytes. */
function fixedTime({ driver }: PlanContext): number {
  return driver.settings.pagingOperation ?? 0
}

/** New memory: its page table, where operations have a cost of their own. Nothing is copied. */
export function* planFresh(context: PlanContext, { bytes }: Subject): Generator<PagingStep> {
  if (context.driver.settings.pagingOperation === undefined) return
  yield mapping(context, 'UPDATE_PAGE_TABLE', 'in', wholeOf(bytes))
}

/** Into its segment: a transfer in chunks, or, for an aperture, a mapping. */
export function* planPageIn(context: PlanContext, subject: Subject): Generator<PagingStep> {
  if (isAperture(context.caps, subject.group))
    yield mapping(context, 'MAP_APERTURE_SEGMENT', 'in', wholeOf(subject.bytes))
  else yield* transfers(context, subject.bytes, 'in')
}

/**
 * Out of its segment. Notifications come only where it leaves an aperture (AN-06), and only with a VA space to deliver
 * them in (AN-13); NotifyEviction is complete for the whole allocation before NotifyIoMmuUnmap starts (AN-07).
 */
export function* planPageOut(context: PlanContext, subject: Subject): Generator<PagingStep> {
  const { bytes, group, flags } = subject
  if (!isAperture(context.caps, group)) return yield* transfers(context, bytes, 'out')
  if (context.pagingProcess.vaSpace > 0) {
    if (flags.NotifyEviction) yield* notifications(context, subject, 'NotifyEviction')
    if (flags.NotifyIoMmuUnmap) yield* notifications(context, subject, 'NotifyIoMmuUnmap')
  }
  yield mapping(context, 'UNMAP_APERTURE_SEGMENT', 'out', wholeOf(bytes))
}

/** Chunks one after another; their bytes together take as long as the whole would. */
function* transfers(context: PlanContext, bytes: number, direction: 'in' | 'out'): Generator<PagingStep> {
  const { caps, pagingProcess } = context
  for (const { index, count, offset, bytes: size } of chunksOf(bytes, pagingProcess.vaSpace)) {
    const duration = fixedTime(context) + transferTime(caps, offset + size) - transferTime(caps, offset)
    const begin = () => ({ duration, buffers: 1 })
    yield { index, count, offset, bytes: size, operation: 'VIRTUAL_TRANSFER', direction, begin }
  }
}

function wholeOf(bytes: number): Chunk {
  return { index: 0, count: 1, offset: 0, bytes }
}

function mapping(context: PlanContext, operation: PagingOperation, direction: 'in' | 'out', chunk: Chunk): PagingStep {
  return { ...chunk, operation, direction, begin: () => ({ duration: mappingTime(context), buffers: 1 }) }
}

/** Map, notify, unmap for each chunk, in ascending offset (AN-02, AN-03, AN-05). */
function* notifications(
  context: PlanContext,
  subject: Subject,
  kind: NotifyAllocRequest['kind'],
): Generator<PagingStep> {
  for (const chunk of chunksOf(subject.bytes, context.pagingProcess.vaSpace)) {
    const unmap = mapping(context, 'UPDATE_PAGE_TABLE', 'out', chunk)
    yield mapping(context, 'UPDATE_PAGE_TABLE', 'out', chunk)
    yield { ...notification(context, subject, kind, chunk), undo: unmap }
    yield unmap
  }
}

function notification(
  context: PlanContext,
  { handle }: Subject,
  kind: NotifyAllocRequest['kind'],
  chunk: Chunk,
): PagingStep {
  const { driver, caps, contents } = context
  return {
    ...chunk,
    operation: 'NOTIFY_ALLOC',
    direction: 'out',
    notify: kind,
    begin: () => {
      const built = buildAll(driver, kind, chunk, contents.isCompressed(handle))
      if (built === null) return null
      const bytes = transferTime(caps, built.decompressed)
      return { duration: Math.max(mappingTime(context), fixedTime(context) + bytes), buffers: built.buffers }
    },
    ...(kind === 'NotifyEviction' ? { end: () => contents.decompress(handle, chunk.offset, chunk.bytes) } : {}),
  }
}

/**
 * A driver that ran out of room is called again with a new buffer and continues where it stopped (AN-16). Buffers are
 * alike, so those between a full one and the last are counted, not built: there may be a thousand million of them. Nor
 * could one of them fail: a fault that waits hits the first call.
 */
function buildAll(
  driver: KernelModeDriver,
  kind: NotifyAllocRequest['kind'],
  chunk: Chunk,
  compressed: boolean,
): { buffers: number; decompressed: number } | null {
  let done = 0
  let decompressed = 0
  for (let buffers = 1; ; buffers++) {
    const offset = chunk.offset + done
    const built = driver.buildNotifyAlloc({ kind, offset, bytes: chunk.bytes - done, compressed })
    if (built.status === 'STATUS_UNSUCCESSFUL' || built.covered === 0) return null
    done += built.covered
    decompressed += built.decompressed
    if (built.status === 'STATUS_SUCCESS') return { buffers, decompressed }
    const alike = Math.max(0, Math.ceil((chunk.bytes - done) / built.covered) - 1)
    done += alike * built.covered
    decompressed += alike * built.decompressed
    buffers += alike
  }
}
