/**
 * The paging operations that bring an allocation into its segment or out of it, in order, one by one (AN-02 to AN-07,
 * AN-10, AN-16, AN-17). Planning decides nothing about who goes; `PagingQueue` carries the steps out.
 */
import type { SegmentGroup } from '../../../preload/contract/names'
import { type AdapterCaps, fillTime, isAperture, isSystemMemory, transferTime } from '../../drivers/kmd/adapter'
import type { AllocationFlags2, KernelModeDriver, NotifyAllocRequest } from '../../drivers/kmd/driver'
import type { AllocationHandle } from './allocation-table'
import type { ContentsModel } from './contents'
import { type Chunk, chunksOf, type PagingProcess } from './paging-process'

/** µs of an operation that moves no data: mapping, unmapping, an empty notification */
export const MAPPING_TIME = 2

/** DXGK_BUILDPAGINGBUFFER_OPERATION, by name */
type PagingOperation =
  | 'DISCARD_CONTENT'
  | 'VIRTUAL_TRANSFER'
  | 'VIRTUAL_FILL'
  | 'MAP_APERTURE_SEGMENT'
  | 'UNMAP_APERTURE_SEGMENT'
  | 'UPDATE_PAGE_TABLE'
  | 'NOTIFY_ALLOC'

interface Begun {
  duration: number
  buffers: number
}

/** The driver failed to build a paging buffer. */
export interface FailedBuild {
  /** what it did: "the driver failed to build the paging buffer" */
  failed: string
  /** physical adapter index */
  adapter: number
}

export interface PagingStep extends Chunk {
  readonly operation: PagingOperation
  readonly direction: 'in' | 'out'
  /** which notification, for NOTIFY_ALLOC */
  readonly notify?: NotifyAllocRequest['kind']
  /** takes no time, and no turn on the engine: whoever fills instantly needs no packet for it (AN-10) */
  readonly instant?: boolean
  /** @returns µs that it takes, and paging buffers built, or why the eviction is abandoned (AN-16) */
  begin(): Begun | FailedBuild
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
  /** its memory has to be zeroed */
  fill: boolean
  /** its contents are not worth a transfer */
  discarded: boolean
}

/** µs that an operation takes that moves no data. */
export function mappingTime({ driver }: Pick<PlanContext, 'driver'>): number {
  return driver.settings.pagingOperation ?? MAPPING_TIME
}

/** What an operation takes beside its bytes. */
function fixedTime({ driver }: PlanContext): number {
  return driver.settings.pagingOperation ?? 0
}

/** New memory: its page table, where operations have a cost of their own, and zeroes (AN-10). Nothing is copied. */
export function* planFresh(context: PlanContext, { bytes, fill }: Subject): Generator<PagingStep> {
  if (context.driver.settings.pagingOperation !== undefined)
    yield mapping(context, 'UPDATE_PAGE_TABLE', 'in', wholeOf(bytes))
  if (fill) yield* planFill(context, bytes)
}

/**
 * Into its segment: a transfer in chunks, or, where that is system memory, a mapping. Memory that is new to it is zeroed
 * before anything is in it (AN-10).
 *
 * What was created not resident is zeroed and transferred when it comes in for the first time (**choice**): AN-10 asks for
 * the fill and says of no memory but discarded that it is not transferred; RS-04 has never resident memory as paged out, with
 * what is in system memory, and LB-11 counts its first use as bytes brought in.
 */
export function* planPageIn(context: PlanContext, subject: Subject): Generator<PagingStep> {
  const { caps } = context
  const { bytes, group, fill, discarded } = subject
  if (isAperture(caps, group)) yield mapping(context, mappingOf(caps, group, 'in'), 'in', wholeOf(bytes))
  if (fill) yield* planFill(context, bytes)
  if (!isAperture(caps, group) && !discarded) yield* transfers(context, bytes, 'in')
}

/** Zeroes memory, in chunks of the VA space (AN-10). */
export function* planFill({ caps, pagingProcess }: PlanContext, bytes: number): Generator<PagingStep> {
  for (const { index, count, offset, bytes: size } of chunksOf(bytes, pagingProcess.vaSpace)) {
    const duration = fillTime(caps, offset + size) - fillTime(caps, offset)
    const begin = () => ({ duration, buffers: 1 })
    const instant = duration === 0
    yield { index, count, offset, bytes: size, operation: 'VIRTUAL_FILL', direction: 'in', instant, begin }
  }
}

/**
 * Out of its segment. Notifications come only where it leaves an aperture or the implicit system memory segment (AN-06), and only with a VA space to deliver
 * them in (AN-13); NotifyEviction is complete for the whole allocation before NotifyIoMmuUnmap starts (AN-07).
 */
export function* planPageOut(context: PlanContext, subject: Subject): Generator<PagingStep> {
  const { bytes, group, flags, discarded } = subject
  if (discarded) yield discard(bytes)
  if (!isAperture(context.caps, group)) {
    if (!discarded) yield* transfers(context, bytes, 'out')
    return
  }
  if (context.pagingProcess.vaSpace > 0) {
    if (flags.NotifyEviction) yield* notifications(context, subject, 'NotifyEviction')
    if (flags.NotifyIoMmuUnmap) yield* notifications(context, subject, 'NotifyIoMmuUnmap')
  }
  yield mapping(context, mappingOf(context.caps, group, 'out'), 'out', wholeOf(bytes))
}

/** The implicit system memory segment has no aperture: pages are mapped for the GPU, and no longer (AN-06). */
function mappingOf(caps: AdapterCaps, group: SegmentGroup, direction: 'in' | 'out'): PagingOperation {
  if (isSystemMemory(caps, group)) return 'UPDATE_PAGE_TABLE'
  return direction === 'in' ? 'MAP_APERTURE_SEGMENT' : 'UNMAP_APERTURE_SEGMENT'
}

/** Tells the driver that what is in it need not be kept. */
function discard(bytes: number): PagingStep {
  const begin = () => ({ duration: 0, buffers: 1 })
  return Object.assign(wholeOf(bytes), {
    operation: 'DISCARD_CONTENT',
    direction: 'out',
    instant: true,
    begin,
  } as const)
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
  const { index, count, offset, bytes } = chunk
  const begin = () => ({ duration: mappingTime(context), buffers: 1 })
  return { index, count, offset, bytes, operation, direction, begin }
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
      const built = buildForAll(driver, caps, kind, chunk, contents.isCompressed(handle))
      if ('failed' in built) return built
      const bytes = transferTime(caps, built.decompressed)
      return { duration: Math.max(mappingTime(context), fixedTime(context) + bytes), buffers: built.buffers }
    },
    ...(kind === 'NotifyEviction' ? { end: () => contents.decompress(handle, chunk.offset, chunk.bytes) } : {}),
  }
}

interface Built {
  buffers: number
  decompressed: number
}

const BUILD_FAILED = 'the driver failed to build the paging buffer'
const BUILD_THREW = 'the driver threw as it was to build the paging buffer'
/** New buffers with room for nothing after which a driver will never find any: a choice, so that nothing goes on for ever. */
const MOST_EMPTY_BUFFERS = 1000

/**
 * Linked adapters have buffers of their own, built alike one adapter after another; each runs its own at the same time. All
 * must succeed. @returns what the adapter with the most buffers has, or the first failure
 */
function buildForAll(
  driver: KernelModeDriver,
  { physicalAdapters }: AdapterCaps,
  kind: NotifyAllocRequest['kind'],
  chunk: Chunk,
  compressed: boolean,
): Built | FailedBuild {
  let most: Built | null = null
  let adapter = 0
  do {
    const built = buildAll(driver, kind, chunk, compressed, adapter)
    if ('failed' in built) return built
    if (most === null || built.buffers > most.buffers) most = built
  } while (++adapter < physicalAdapters)
  return most
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
  adapter: number,
): Built | FailedBuild {
  let done = 0
  let decompressed = 0
  let empty = 0
  for (let buffers = 1; ; buffers++) {
    const offset = chunk.offset + done
    const request = { kind, offset, bytes: chunk.bytes - done, compressed, chunk: chunk.index, adapter }
    const built = driver.buildNotifyAlloc(request)
    if (built.status === 'STATUS_UNSUCCESSFUL')
      return { failed: built.threw === true ? BUILD_THREW : BUILD_FAILED, adapter }
    if (built.covered === 0) {
      if (++empty < MOST_EMPTY_BUFFERS) continue
      return { failed: `the driver had room for nothing in ${empty} new paging buffers`, adapter }
    }
    done += built.covered
    decompressed += built.decompressed
    if (built.status === 'STATUS_SUCCESS') return { buffers, decompressed }
    const alike = Math.max(0, Math.ceil((chunk.bytes - done) / built.covered) - 1)
    done += alike * built.covered
    decompressed += alike * built.decompressed
    buffers += alike
  }
}
