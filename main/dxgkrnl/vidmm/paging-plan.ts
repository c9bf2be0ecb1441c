/**
 * The paging operations that bring an allocation into its segment or out of it, in order, one by one (AN-02 to AN-07,
 * AN-10, AN-16, AN-17). Planning decides nothing about who goes; `PagingQueue` carries the steps out.
 */
import type { SegmentGroup } from '../../../preload/contract/names'
import { type AdapterCaps, fillTime, isAperture, isSystemMemory, transferTime } from '../../drivers/kmd/adapter'
import type { AllocationFlags2, KernelModeDriver, NotifyAllocRequest } from '../../drivers/kmd/kernel-mode-driver'
import type { AllocationHandle } from './allocation-table'
import type { ContentsModel } from './contents'
import { type Chunk, type Chunks, chunkAt, chunksOf, type PagingProcess } from './paging-process'

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

/** What happens one after another: once, or in chunks of the VA space. */
type Part = 'discard' | 'page-table' | 'map' | 'unmap' | 'fill' | 'in' | 'out' | NotifyAllocRequest['kind']

/** steps of each chunk that a notification takes */
const MAPPED_STEPS = 3

/**
 * The steps of one operation, each made when its turn comes: a large allocation in a small space has millions. It is what is
 * left of them, so that a checkpoint can have an operation that is under way.
 */
class PagingPlan implements IterableIterator<PagingStep, undefined> {
  /** index of the part that comes next, or goes on */
  private part = 0
  /** step of it that comes next */
  private step = 0
  /** chunks of that part; null: it has not begun */
  private chunks: Chunks | null = null

  constructor(
    private readonly context: PlanContext,
    private readonly subject: Subject,
    private readonly parts: readonly Part[],
  ) {}

  next(): IteratorResult<PagingStep, undefined> {
    const part = this.parts[this.part]
    if (part === undefined) return { done: true, value: undefined }
    this.chunks ??= chunksOf(this.subject.bytes, WHOLE.includes(part) ? 0 : this.context.pagingProcess.vaSpace)
    const perChunk = isNotification(part) ? MAPPED_STEPS : 1
    const { chunks, step } = this
    if (step >= chunks.count * perChunk) {
      this.part++
      this.step = 0
      this.chunks = null
      return this.next()
    }
    this.step++
    const chunk = chunkAt(chunks, Math.floor(step / perChunk))
    return { done: false, value: this.made(part, chunk, step % perChunk) }
  }

  [Symbol.iterator](): this {
    return this
  }

  private made(part: Part, chunk: Chunk, place: number): PagingStep {
    const { context, subject } = this
    switch (part) {
      case 'discard':
        return new KnownStep(chunk, 'DISCARD_CONTENT', 'out', 0, true)
      case 'page-table':
        return new MappingStep(chunk, 'UPDATE_PAGE_TABLE', 'in', context)
      case 'map':
        return new MappingStep(chunk, mappingOf(context.caps, subject.group, 'in'), 'in', context)
      case 'unmap':
        return new MappingStep(chunk, mappingOf(context.caps, subject.group, 'out'), 'out', context)
      case 'fill': {
        const duration = between(chunk, (bytes) => fillTime(context.caps, bytes))
        return new KnownStep(chunk, 'VIRTUAL_FILL', 'in', duration, duration === 0)
      }
      case 'in':
      case 'out': {
        const duration = fixedTime(context) + between(chunk, (bytes) => transferTime(context.caps, bytes))
        return new KnownStep(chunk, 'VIRTUAL_TRANSFER', part, duration, false)
      }
      default:
        // map, notify, unmap for each chunk, in ascending offset (AN-02, AN-03, AN-05)
        return place === 1
          ? new NotificationStep(chunk, part, subject.handle, context)
          : new MappingStep(chunk, 'UPDATE_PAGE_TABLE', 'out', context)
    }
  }
}

const WHOLE: readonly Part[] = ['discard', 'page-table', 'map', 'unmap']

function isNotification(part: Part): part is NotifyAllocRequest['kind'] {
  return part === 'NotifyEviction' || part === 'NotifyIoMmuUnmap'
}

/** Chunks one after another together take as long as the whole would. @param time µs of so many bytes from the start */
function between({ offset, bytes }: Chunk, time: (bytes: number) => number): number {
  return time(offset + bytes) - time(offset)
}

/** New memory: its page table, where operations have a cost of their own, and zeroes (AN-10). Nothing is copied. */
export function planFresh(context: PlanContext, subject: Subject): PagingPlan {
  const tables: Part[] = context.driver.settings.pagingOperation === undefined ? [] : ['page-table']
  return new PagingPlan(context, subject, subject.fill ? [...tables, 'fill'] : tables)
}

/**
 * Into its segment: a transfer in chunks, or, where that is system memory, a mapping. Memory that is new to it is zeroed
 * before anything is in it (AN-10).
 *
 * What was created not resident is zeroed and transferred when it comes in for the first time (**choice**): AN-10 asks for
 * the fill and says of no memory but discarded that it is not transferred; RS-04 has never resident memory as paged out, with
 * what is in system memory, and LB-11 counts its first use as bytes brought in.
 */
export function planPageIn(context: PlanContext, subject: Subject): PagingPlan {
  const { group, fill, discarded } = subject
  const mapped = isAperture(context.caps, group)
  const parts: Part[] = mapped ? ['map'] : []
  if (fill) parts.push('fill')
  if (!mapped && !discarded) parts.push('in')
  return new PagingPlan(context, subject, parts)
}

/** Zeroes memory, in chunks of the VA space (AN-10). */
export function planFill(context: PlanContext, subject: Subject): PagingPlan {
  return new PagingPlan(context, subject, ['fill'])
}

/**
 * Out of its segment. Notifications come only where it leaves an aperture or the implicit system memory segment (AN-06), and only with a VA space to deliver
 * them in (AN-13); NotifyEviction is complete for the whole allocation before NotifyIoMmuUnmap starts (AN-07).
 */
export function planPageOut(context: PlanContext, subject: Subject): PagingPlan {
  const { group, flags, discarded } = subject
  if (!isAperture(context.caps, group)) return new PagingPlan(context, subject, [discarded ? 'discard' : 'out'])
  const parts: Part[] = []
  if (context.pagingProcess.vaSpace > 0) {
    if (flags.NotifyEviction) parts.push('NotifyEviction')
    if (flags.NotifyIoMmuUnmap) parts.push('NotifyIoMmuUnmap')
  }
  // a part of the eviction itself, which may still be abandoned before (AN-02, AN-16)
  if (discarded) parts.push('discard')
  parts.push('unmap')
  return new PagingPlan(context, subject, parts)
}

/** The implicit system memory segment has no aperture: pages are mapped for the GPU, and no longer (AN-06). */
function mappingOf(caps: AdapterCaps, group: SegmentGroup, direction: 'in' | 'out'): PagingOperation {
  if (isSystemMemory(caps, group)) return 'UPDATE_PAGE_TABLE'
  return direction === 'in' ? 'MAP_APERTURE_SEGMENT' : 'UNMAP_APERTURE_SEGMENT'
}

abstract class Step implements PagingStep {
  readonly index: number
  readonly count: number
  readonly offset: number
  readonly bytes: number

  constructor(
    chunk: Chunk,
    readonly operation: PagingOperation,
    readonly direction: 'in' | 'out',
  ) {
    this.index = chunk.index
    this.count = chunk.count
    this.offset = chunk.offset
    this.bytes = chunk.bytes
  }

  abstract begin(): Begun | FailedBuild
}

/** Its time is known when it is planned. */
class KnownStep extends Step {
  constructor(
    chunk: Chunk,
    operation: PagingOperation,
    direction: 'in' | 'out',
    private readonly duration: number,
    readonly instant: boolean,
  ) {
    super(chunk, operation, direction)
  }

  begin(): Begun {
    return { duration: this.duration, buffers: 1 }
  }
}

/** Moves no data. */
class MappingStep extends Step {
  constructor(
    chunk: Chunk,
    operation: PagingOperation,
    direction: 'in' | 'out',
    private readonly context: PlanContext,
  ) {
    super(chunk, operation, direction)
  }

  begin(): Begun {
    return { duration: mappingTime(this.context), buffers: 1 }
  }
}

class NotificationStep extends Step {
  readonly undo: PagingStep

  constructor(
    private readonly chunk: Chunk,
    readonly notify: NotifyAllocRequest['kind'],
    private readonly handle: AllocationHandle,
    private readonly context: PlanContext,
  ) {
    super(chunk, 'NOTIFY_ALLOC', 'out')
    this.undo = new MappingStep(chunk, 'UPDATE_PAGE_TABLE', 'out', context)
  }

  begin(): Begun | FailedBuild {
    const { driver, caps, contents } = this.context
    const built = buildForAll(driver, caps, this.notify, this.chunk, contents.isCompressed(this.handle))
    if ('failed' in built) return built
    const bytes = transferTime(caps, built.decompressed)
    return { duration: Math.max(mappingTime(this.context), fixedTime(this.context) + bytes), buffers: built.buffers }
  }

  end(): void {
    const { handle, offset, bytes } = this
    if (this.notify === 'NotifyEviction') this.context.contents.decompress(handle, offset, bytes)
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
