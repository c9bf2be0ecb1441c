/**
 * Collects what changed between two frames, and keeps a bounded past for a window that comes back. Hooked into the
 * simulated system from outside; nothing in the simulation depends on it.
 */
import type {
  AllocationChanges,
  FindingView,
  MarkView,
  NotificationView,
  PagingOperationView,
  SampleView,
} from '../../../preload/contract'
import { APP, SegmentGroup } from '../../../preload/contract'
import type { CallbackReturn } from '../../d3d12/trim-notification'
import type { AllocationHandle } from '../../dxgkrnl/vidmm/allocation-table'
import type { KernelTrimNotification } from '../../dxgkrnl/vidmm/trim-notification'
import type { VideoMemoryManager } from '../../dxgkrnl/vidmm/video-memory-manager'
import type { TraceRecord } from '../../sim/trace-records'
import { shownText } from '../scenario'
import { BoundedLog } from './bounded-log'
import { Changes } from './changes'
import { type AllocationOwners, allocationRows, createdAllocations, liveHandles } from './memory/allocation-columns'
import { PendingBytes } from './memory/pending-bytes'
import { SampleLog } from './sample-log'
import { emptySample, isSame, sampleLocal, thinSamples } from './samples'
import { TrimLook } from './trim-look'

/** characters of a reason by which the finding of it is told: what is shown of a long one ends early */
const TOLD_BY = 200
/** how much of the past a full frame can bring back */
const KEPT = { notifications: 2_000, findings: 2_000, samples: 8_192, pagingOperations: 2_000, marks: 4_096 }
/** most marks of each log in one frame */
const MARKS_PER_FRAME = 128
/** most samples in one frame */
const SAMPLES_PER_FRAME = 256

export class LiveLog {
  /** they are in a log as well; of memory the newest sample alone is filled anew, within one moment: see `keepSample` */
  static readonly lasting = ['last', 'lastMark', 'lastPaged'] as const

  readonly changes = new Changes()
  readonly notifications = new BoundedLog<NotificationView>(KEPT.notifications)
  readonly pagingOperations = new BoundedLog<PagingOperationView>(KEPT.pagingOperations)
  readonly findings = new BoundedLog<FindingView>(KEPT.findings)
  readonly marks = new BoundedLog<MarkView>(KEPT.marks)
  /** apart: late frames are soon so many that no other would be left; far more than there are chains (LB-10) */
  readonly late = new BoundedLog<MarkView>(KEPT.marks)
  readonly pending = new PendingBytes()
  readonly trimLook = new TrimLook()
  private readonly samples = new SampleLog(KEPT.samples)
  private readonly created = new Set<AllocationHandle>()
  /** that a frame has told of before it was known whose they are */
  private readonly owned = new Set<AllocationHandle>()
  private readonly destroyed = new Set<AllocationHandle>()
  private readonly changed = new Set<AllocationHandle>()
  private lastPaged: { resource: string; direction: string } | null = null
  private pagingGroups = 0
  private nextOperation = 1
  private nextFinding = 1
  private last: SampleView | null = null
  private next = emptySample()
  /** the newest sample is not filled anew any more */
  private isSampleKept = false
  private lastMark: MarkView | null = null
  private dropped = 0
  private lateCount = 0

  /** There is something that no frame has told. */
  get hasNews(): boolean {
    const { notifications, pagingOperations, findings, samples, marks, late, changed, destroyed } = this
    if (!this.changes.isEmpty || changed.size > 0 || destroyed.size > 0) return true
    return [notifications, pagingOperations, findings, samples, marks, late].some(({ hasFresh }) => hasFresh)
  }

  /** Nothing is to be told that a person would want to see at once. */
  get isQuiet(): boolean {
    const { notifications, pagingOperations, findings, samples, marks, changed, destroyed } = this
    if (!this.changes.isQuiet || changed.size > 0 || destroyed.size > 0) return false
    return ![notifications, pagingOperations, findings, samples, marks].some(({ hasFresh }) => hasFresh)
  }

  /** Starts watching a kernel that was just built. */
  watch(vidmm: VideoMemoryManager, destroyed: (handle: AllocationHandle) => void): void {
    vidmm.residency.observer = {
      created: (handle) => {
        this.created.add(handle)
        this.changed.add(handle)
      },
      changed: (handle) => {
        this.changed.add(handle)
        this.pending.changed(vidmm.residency, handle)
      },
      destroyed: (handle) => {
        this.pending.destroyed(vidmm.residency, handle)
        if (!this.created.delete(handle)) this.destroyed.add(handle)
        this.owned.delete(handle)
        this.changed.delete(handle)
        destroyed(handle)
      },
      memory: () => {
        this.changes.happened('memory')
        this.sample(vidmm)
      },
    }
  }

  /** Consecutive operations of one resource and direction belong together until its page-in or page-out is over. */
  paged(record: TraceRecord): void {
    if (record.type === 'page-in' || record.type === 'page-out') this.lastPaged = null
    if (record.type !== 'paging-operation') return
    const { type: _type, t: _t, cause: _cause, ...operation } = record
    const last = this.lastPaged
    if (last?.resource !== operation.resource || last.direction !== operation.direction) this.pagingGroups++
    this.lastPaged = operation
    this.pagingOperations.add(Object.assign(operation, { id: this.nextOperation++, group: this.pagingGroups }))
  }

  /** @param handleOf the allocation of that name; below 0: there is none */
  found(record: TraceRecord, handleOf: (resource: string) => AllocationHandle): void {
    if (record.type === 'device-removed') return this.foundOf(record)
    if (record.type !== 'finding') return
    const { t, rule, message, resource } = record
    const allocation = resource === undefined ? -1 : handleOf(resource)
    this.findings.add({
      id: this.nextFinding++,
      t,
      rule,
      message: shownText(message),
      ...(resource === undefined ? {} : { resource }),
      ...(allocation < 0 ? {} : { allocation }),
    })
  }

  /** What removes a device is found, and then the device removed: only that says whose it was. */
  private foundOf({ t, device, because }: Extract<TraceRecord, { type: 'device-removed' }>): void {
    if (device === APP) return
    const beginning = shownText(because).slice(0, TOLD_BY)
    this.findings.change(
      (finding) => finding.t === t && finding.message.includes(beginning),
      (finding) => ({ ...finding, process: device }),
    )
  }

  /** What is marked on every axis of time; `count` of it at that moment. @param t µs */
  mark(kind: MarkView['kind'], t: number, count = 1): void {
    const last = this.lastMark
    if (last?.t === t && last.kind === kind) {
      this.lastMark = { ...last, count: last.count + count }
      this.marks.replaceLast(this.lastMark)
    } else {
      this.lastMark = { id: (last?.id ?? 0) + 1, t, kind, count }
      this.marks.add(this.lastMark)
    }
  }

  /** @param shown µs, of a press or a frame that was shown late */
  delayed(what: 'delayed' | 'delayChosen', shown?: number): void {
    this.changes.happened(what)
    if (shown !== undefined) this.late.add({ id: ++this.lateCount, t: shown, kind: 'late', count: 1 })
  }

  /** Marks since the frame before, of each log as many as one has room for, or all that are kept. */
  takeMarks(full: boolean): MarkView[] {
    return [this.marks, this.late].flatMap((log) => log.takeFor(full, MARKS_PER_FRAME))
  }

  /** @param dropped frames of the clip in all @param t µs */
  played(dropped: number, t: number): void {
    this.changes.happened('player')
    if (dropped > this.dropped) this.mark('dropped', t, dropped - this.dropped)
    this.dropped = dropped
  }

  touch(handle: AllocationHandle): void {
    this.changed.add(handle)
  }

  /** It is known whose it is. Where that came in slices it may have been told of without: it is told of once more. */
  belongs(handle: AllocationHandle): void {
    if (this.created.has(handle)) return
    this.owned.add(handle)
    this.changed.add(handle)
  }

  /** @param t µs @param callbacks how many were called */
  notified(t: number, { id, flags, bytesToTrim, source }: KernelTrimNotification, callbacks: number): void {
    this.notifications.add({ id, t, flags, bytesToTrim, source, callbacks, results: [] })
    this.changes.happened('notification')
  }

  returned({ notification, cookie, evicted, bytes, error }: CallbackReturn, owner: string): void {
    this.notifications.change(
      (entry) => entry.id === notification,
      (entry) => {
        const result = { cookie, owner, evicted, bytes, ...(error === undefined ? {} : { error }) }
        return { ...entry, results: [...entry.results, result] }
      },
    )
  }

  /** One sample per moment: the last values of it. Called whenever memory may have changed. */
  sample(vidmm: VideoMemoryManager): void {
    const { last, next, samples } = this
    const pending = this.pending.of(SegmentGroup.LOCAL)
    // one that no frame has is nobody's yet
    const mayFill = !this.isSampleKept && last?.t === vidmm.sim.now && samples.isFresh(last)
    if (mayFill) return sampleLocal(last, vidmm, pending)
    sampleLocal(next, vidmm, pending)
    if (last !== null && isSame(last, next)) return
    this.last = next
    this.next = emptySample()
    this.isSampleKept = false
    if (last?.t === next.t) samples.replaceLast(next)
    else samples.add(next)
  }

  /** A copy of the system has the newest sample too: from now on there is another one in its place, within its moment, too. */
  keepSample(): void {
    this.isSampleKept = true
  }

  /** The samples since the frame before, or all that are kept: of what is long past they are thinned. */
  takeSamples(full: boolean): SampleView[] {
    const samples = full ? this.samples.all() : this.samples.fresh()
    this.samples.taken()
    return full ? samples : thinSamples(samples, SAMPLES_PER_FRAME)
  }

  /**
   * Rows that changed since the frame before; with `full` all that exist. Destroyed handles may be used again by
   * created ones, so they are to be applied first.
   */
  takeAllocations(vidmm: VideoMemoryManager, owners: AllocationOwners, full: boolean): AllocationChanges | null {
    const live = full ? liveHandles(vidmm) : null
    const handles = live ?? Uint32Array.from(this.changed)
    const created = live ?? Uint32Array.from([...this.created, ...this.owned])
    const destroyed = live === null ? Uint32Array.from(this.destroyed) : new Uint32Array(0)
    this.created.clear()
    this.owned.clear()
    this.destroyed.clear()
    this.changed.clear()
    if (!full && handles.length === 0 && destroyed.length === 0) return null
    return {
      created: created.length === 0 ? null : createdAllocations(vidmm, owners, created),
      destroyed,
      ...allocationRows(vidmm, owners, handles),
    }
  }
}
