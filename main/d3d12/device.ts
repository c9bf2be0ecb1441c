/**
 * The D3D12 device as far as residency needs it: resources, fences, the direct queue, EnqueueMakeResident, Evict, trim
 * notifications (ID3D12Device15), and removal (RS-07).
 */
import {
  type BackgroundMode,
  type ContextPriority,
  type EngineName,
  GRANULE,
  type MeasurementsAction,
  RESIDENCY_PRIORITIES,
} from '../../preload/contract/names'
import { SegmentGroup } from '../drivers/kmd/adapter'
import type { ProcessingWork } from '../drivers/umd/processing-work'
import { type DriverHooks, UserModeDriver } from '../drivers/umd/user-mode-driver'
import type { AllocationHandle } from '../dxgkrnl/vidmm/allocation-table'
import type { Press, RecordReference } from '../dxgkrnl/vidmm/out-reasons'
import type { VideoMemoryInfo } from '../dxgkrnl/vidmm/video-memory-manager'
import { Priority } from '../dxgkrnl/vidsch/context'
import { MonitoredFence } from '../dxgkrnl/vidsch/monitored-fence'
import type { EvictReason } from '../sim/trace-records'
import { BackgroundProcessing, type CompletionEvent, type ModeResult } from './background-processing'
import { CommandQueue } from './command-queue'
import { DebugLayer, MessageId } from './debug-layer'
import type { DeviceOptions, Removal } from './device-options'
import { Fence } from './fence'
import type { HeapType } from './heap-type'
import type { HResultName } from './hresult'
import type { PipelineState } from './pipeline-state'
import { PlacedHeaps } from './placed-heaps'
import { type PlacedHeap, PlacedResource } from './placed-resource'
import { HeapFlag, ResidencyFlag, type Resource } from './resource'
import { getResourceAllocationInfo, type ResourceAllocationInfo, type ResourceDesc } from './resource-desc'
import { type RegisterTrimNotification, type RunningCallback, TrimNotifications } from './trim-notification'

export class Device {
  readonly id: number
  readonly name: string
  readonly debug: DebugLayer
  readonly trimNotifications: TrimNotifications
  readonly background: BackgroundProcessing
  readonly umd: UserModeDriver
  readonly heaps: PlacedHeaps
  /** Evict calls that took a reference, and bytes that left the residency list by them, since creation */
  evictCalls = 0
  evictedBytes = 0
  private removal: Removal | null = null
  /** of the device's paging queue: every EnqueueMakeResident has the next value, whatever fence it is given */
  private readonly pagingQueueFence = new MonitoredFence()
  private enqueued = 0
  private removalRecord: RecordReference | null = null
  private isDestroyed = false
  private readonly queues: CommandQueue[] = []
  private readonly removalWatchers: (() => void)[] = []

  constructor(private readonly options: DeviceOptions) {
    const { sim, vidmm, faults } = options
    this.id = vidmm.createDevice()
    this.heaps = new PlacedHeaps(this, options)
    this.name = options.name
    this.debug = new DebugLayer(sim)
    const { cpu, compiler, developerMode, supported, changed } = options.background
    this.background = new BackgroundProcessing({
      sim,
      cpu,
      developerMode,
      supported,
      driver: (mode, action) => this.umd.setBackgroundProcessingMode(mode, action),
      queueingFails: () => faults.take('queue-processing-work-fails') !== null,
      report: (rule, message, resource) => this.debug.report({ rule, message, resource }),
      ...(changed === undefined ? {} : { changed }),
    })
    const hooks: DriverHooks = {
      queueProcessingWork: (work: ProcessingWork) => this.background.queueProcessingWork(work),
      mayThrow: (place) =>
        place === 'SetBackgroundProcessingMode'
          ? faults.throwIfPlanned('driver-call-throws', { call: place })
          : faults.throwIfPlanned(place),
      installed: () => changed?.(),
      now: () => sim.now,
    }
    this.umd = new UserModeDriver(compiler, hooks, supported)
    this.trimNotifications = new TrimNotifications({
      device: this.id,
      supported: options.trimNotifications,
      sim,
      faults,
      debug: this.debug,
      worker: vidmm.trimWorker,
      evictions: () => ({ count: this.evictCalls, bytes: this.evictedBytes }),
      ...(options.onCallbackReturn === undefined ? {} : { onReturn: options.onCallbackReturn }),
    })
  }

  /** null while the device works (RS-07) */
  get removed(): Removal | null {
    return this.removal
  }

  /** It was given up, with all that it owned (RS-14). */
  get destroyed(): boolean {
    return this.isDestroyed
  }

  /** Calls back when the device is removed, after its work that had not started was dropped. */
  onRemoved(callback: () => void): void {
    this.removalWatchers.push(callback)
  }

  getDeviceRemovedReason(): HResultName {
    return this.removal?.reason ?? 'S_OK'
  }

  /** @returns bytes and alignment, null for a description that no device accepts */
  getResourceAllocationInfo(desc: ResourceDesc): ResourceAllocationInfo | null {
    return getResourceAllocationInfo(desc)
  }

  /**
   * @param heapFlags CREATE_NOT_RESIDENT: no local memory until it is made resident (TN-35); CREATE_NOT_ZEROED: its memory
   * is not zeroed before it is used (AN-10)
   * @returns S_OK with the resource · E_INVALIDARG · E_OUTOFMEMORY · DXGI_ERROR_DEVICE_REMOVED
   */
  createCommittedResource(
    desc: ResourceDesc,
    heapFlags: number,
    name: string,
    heapType: HeapType = 'DEFAULT',
    compressed = false,
  ): { hr: HResultName; resource: Resource | null } {
    if (this.removal !== null) return { hr: 'DXGI_ERROR_DEVICE_REMOVED', resource: null }
    const info = this.getResourceAllocationInfo(desc)
    if (info === null) return { hr: 'E_INVALIDARG', resource: null }
    if (this.options.faults.take('allocation-fails') !== null) return { hr: 'E_OUTOFMEMORY', resource: null }
    const handle = this.options.vidmm.createAllocation({
      device: this.id,
      name,
      bytes: Math.ceil(info.SizeInBytes / GRANULE) * GRANULE,
      segment: heapType === 'DEFAULT' ? SegmentGroup.LOCAL : SegmentGroup.NON_LOCAL,
      resident: (heapFlags & HeapFlag.CREATE_NOT_RESIDENT) === 0,
      compressed,
      notZeroed: (heapFlags & HeapFlag.CREATE_NOT_ZEROED) !== 0,
    })
    if (handle === null) return { hr: 'E_OUTOFMEMORY', resource: null }
    return { hr: 'S_OK', resource: { handle, name, size: info.SizeInBytes } }
  }

  /** ID3D12Device::CreateHeap, @see PlacedHeaps.create */
  createHeap(size: number, type: HeapType, name: string): ReturnType<PlacedHeaps['create']> {
    return this.heaps.create(size, type, name)
  }

  /** Its last reference: the memory goes when the GPU no longer needs it (RS-11). */
  releaseHeap(heap: PlacedHeap): void {
    this.heaps.release(heap)
  }

  /** ID3D12Device::CreatePlacedResource, @see PlacedHeaps.createResource */
  createPlacedResource(
    ...placement: Parameters<PlacedHeaps['createResource']>
  ): ReturnType<PlacedHeaps['createResource']> {
    return this.heaps.createResource(...placement)
  }

  /** The last reference is released: the memory goes when the GPU no longer needs it (RS-11). */
  releaseResource(resource: Resource): void {
    if (resource instanceof PlacedResource) this.heaps.releaseResource(resource)
    else this.options.vidmm.destroyAllocation(resource.handle)
  }

  /** Calls back when every queue has completed what is submitted to it now. */
  whenDone(callback: () => void): void {
    const busy = this.queues.filter(({ lastSubmitted, lastCompleted }) => lastCompleted < lastSubmitted)
    let left = busy.length
    for (const queue of busy) queue.whenCompleted(queue.lastSubmitted, () => --left === 0 && callback())
  }

  /**
   * ID3D12GraphicsCommandList::DiscardResource, at once: what is in it need not be kept, and is not transferred, until the
   * GPU has used it again (AN-10). A placed resource shares its memory's transfers with others: nothing changes.
   * @returns S_OK · DXGI_ERROR_DEVICE_REMOVED
   */
  discardResource(resource: Resource): HResultName {
    if (this.removal !== null) return 'DXGI_ERROR_DEVICE_REMOVED'
    if (resource.references === undefined) this.options.vidmm.discard(resource.handle)
    return 'S_OK'
  }

  /**
   * Why these cannot be resident together, whatever else leaves their segment (RS-06); null: they can.
   * @param queue on which one packet is to use them: the memory of its context is resident with them (GP-14)
   */
  unmeetable(resources: readonly Resource[], queue?: CommandQueue): string | null {
    const handles = resources.map(({ handle }) => handle)
    const own = queue?.contextAllocation ?? null
    const found = this.options.vidmm.demand.unmeetable(own === null ? handles : [own, ...handles])
    if (found === null) return null
    const segment = found.group === SegmentGroup.LOCAL ? 'local' : 'non-local'
    return `${found.bytes} bytes at once are more than the ${segment} segment can ever have free, ${found.available} bytes`
  }

  /** On the residency list by references of its own (RS-01, RS-15). */
  isListed(resource: Resource): boolean {
    return (resource.references ?? 1) > 0 && this.options.vidmm.residency.isListed(resource.handle)
  }

  /** Whether a resource of so many bytes could ever be resident in a heap of that type. */
  canHold(size: number, heapType: HeapType): boolean {
    const group = heapType === 'DEFAULT' ? SegmentGroup.LOCAL : SegmentGroup.NON_LOCAL
    return size <= this.options.vidmm.largest(group)
  }

  /** A number that tells a placed resource from everything else, until it is given back. */
  reserveKey(): number {
    return this.options.vidmm.residency.table.reserve()
  }

  returnKey(key: number): void {
    this.options.vidmm.residency.table.giveBack(key)
  }

  /** ID3D12Device6::SetBackgroundProcessingMode. @see BackgroundProcessing.setMode; DXGI_ERROR_DEVICE_REMOVED */
  setBackgroundProcessingMode(
    mode: BackgroundMode,
    action: MeasurementsAction,
    event: CompletionEvent | null,
  ): ModeResult {
    if (this.removal !== null) return this.background.refuse(mode, action, event, 'DXGI_ERROR_DEVICE_REMOVED')
    return this.background.setMode(mode, action, event)
  }

  /**
   * The fence of the device's paging queue, which only rises: the value of the last EnqueueMakeResident, whoever called it,
   * and how far the queue has come; 0 before the first (RS-05).
   */
  get pagingFence(): { enqueued: number; completed: number } {
    return { enqueued: this.enqueued, completed: this.pagingQueueFence.value }
  }

  /** MakeResident calls on the resource that no Evict has undone (RS-01). */
  referencesOf({ references, handle }: Resource): number {
    return references ?? (this.options.vidmm.residency.table.references[handle] as number)
  }

  /** ID3D12Device::CreateFence */
  createFence(initial = 0): Fence {
    return new Fence(initial)
  }

  /** ID3D12Device::CreateGraphicsPipelineState or CreateComputePipelineState, @see UserModeDriver.createPipelineState */
  createPipelineState(desc: Parameters<UserModeDriver['createPipelineState']>[0]): PipelineState {
    return this.umd.createPipelineState(desc)
  }

  /** Its last reference (BP-24). */
  destroyPipelineState(pipeline: PipelineState): void {
    this.umd.destroyPipelineState(pipeline)
  }

  createCommandQueue(name: string, engine: EngineName = '3d', priority: ContextPriority = 'normal'): CommandQueue {
    const queue = new CommandQueue(this, this.options.scheduler, name, engine, Priority[priority])
    this.queues.push(queue)
    return queue
  }

  /**
   * Adds the resources to the residency list; the paging queue signals its own fence when all are in place, and `fence` with
   * `value` then.
   * @param fence the app's [none: it waits for the paging queue's]
   * @returns S_OK · E_INVALIDARG (nothing named) · E_OUTOFMEMORY (DENY_OVERBUDGET; `bytesToTrim` says by how much. Without
   * it: more than the segment has, whatever leaves it) · DXGI_ERROR_DEVICE_REMOVED
   * @see spec RS-05, RS-06
   */
  enqueueMakeResident(
    resources: readonly Resource[],
    flags: number,
    fence?: MonitoredFence,
    value = this.enqueued + 1,
  ): { hr: HResultName; bytesToTrim: number } {
    if (this.removal !== null) return { hr: 'DXGI_ERROR_DEVICE_REMOVED', bytesToTrim: 0 }
    if (resources.length === 0)
      return { hr: this.nullArray('EnqueueMakeResident', MessageId.MAKERESIDENT_NULL_OBJECT_ARRAY), bytesToTrim: 0 }
    if ((flags & ~ResidencyFlag.DENY_OVERBUDGET) !== 0) {
      const message = `EnqueueMakeResident with flags 0x${flags.toString(16)}, which do not exist`
      this.debug.report({ rule: 'RS-06', message }, MessageId.ENQUEUEMAKERESIDENT_INVALID_FLAGS)
      return { hr: 'E_INVALIDARG', bytesToTrim: 0 }
    }
    const { sim, vidmm } = this.options
    const handles = resources.map((resource) => resource.handle)
    const bytesToTrim = (flags & ResidencyFlag.DENY_OVERBUDGET) === 0 ? 0 : vidmm.wouldExceedBudget(handles)
    if (bytesToTrim > 0) return { hr: 'E_OUTOFMEMORY', bytesToTrim }
    const message = this.unmeetable(resources)
    if (message !== null) {
      this.debug.report({ rule: 'RS-06', message: `EnqueueMakeResident: ${message}` })
      return { hr: 'E_OUTOFMEMORY', bytesToTrim: 0 }
    }
    let bytes = 0
    // a reference more for one that is named again, but no bytes more
    for (const { size } of new Set(resources)) bytes += size
    const names = resources.map((resource) => resource.name)
    for (const resource of resources) if (resource.references !== undefined) resource.references++
    sim.trace.write('make-resident', { resources: names, bytes, fence: value })
    const pagingValue = ++this.enqueued
    const done = (): void => {
      this.pagingQueueFence.signal(pagingValue)
      fence?.signal(value)
    }
    fence?.expect(value, done)
    vidmm.makeResident(handles, done)
    return { hr: 'S_OK', bytesToTrim: 0 }
  }

  /**
   * Takes one reference of the resource away (RS-01).
   * @returns S_OK with the references left, and the bytes that left the residency list: those of the heap, whatever else
   * is placed in it (RS-15), 0 while it has references · E_INVALIDARG with message 1136 when there is none ·
   * DXGI_ERROR_DEVICE_REMOVED
   */
  evict(resource: Resource): { hr: HResultName; references: number; left: number } {
    if (this.removal !== null) return { hr: 'DXGI_ERROR_DEVICE_REMOVED', references: 0, left: 0 }
    const { vidmm } = this.options
    const { handle, name } = resource
    // what others in the same heap have is theirs
    const references = resource.references === 0 ? -1 : vidmm.evict(handle)
    if (references < 0) {
      const message = `Evict of ${name}, which has no MakeResident left to undo`
      this.debug.report({ rule: 'RS-01', resource: name, message }, MessageId.EVICT_UNDERFLOW)
      return { hr: 'E_INVALIDARG', references: 0, left: 0 }
    }
    if (resource.references !== undefined) resource.references--
    this.evictCalls++
    const left = references > 0 ? 0 : (vidmm.residency.table.bytes[handle] as number)
    this.evictedBytes += left
    if (references === 0 && vidmm.residency.isRunning(handle)) {
      const message = `${name} was evicted while a running packet uses it; its page-out waits for the packet's end`
      this.debug.report({ rule: 'RS-07', resource: name, message }, MessageId.OBJECT_EVICTED_WHILE_STILL_IN_USE)
    }
    return { hr: 'S_OK', references, left }
  }

  /** What an Evict that took the last reference was for; its record is the next one of the trace (LB-09). */
  explainEviction(
    handle: AllocationHandle,
    policy: string | null,
    rule: EvictReason,
    press: Press | null = null,
  ): void {
    const callback = this.trimNotifications.calling
    this.options.vidmm.outs.evictedBy(handle, { policy, rule, callback, press: callback === null ? press : null })
  }

  /** Bytes that MakeResident would add to the residency list in a group: of heaps that are not on it, each once (RS-15). */
  bytesToList(resources: readonly Resource[], group: SegmentGroup): number {
    const { residency } = this.options.vidmm
    let bytes = 0
    for (const handle of new Set(resources.map((resource) => resource.handle)))
      if (residency.group(handle) === group && !residency.isListed(handle))
        bytes += residency.table.bytes[handle] as number
    return bytes
  }

  /**
   * ID3D12Device::Evict of several: in order, up to the first that fails.
   * @returns S_OK · E_INVALIDARG with message 705 (nothing named) or 1136 · DXGI_ERROR_DEVICE_REMOVED
   */
  evictObjects(resources: readonly Resource[]): HResultName {
    if (this.removal !== null) return 'DXGI_ERROR_DEVICE_REMOVED'
    if (resources.length === 0) return this.nullArray('Evict', MessageId.EVICT_NULL_OBJECT_ARRAY)
    for (const resource of resources) {
      const { hr } = this.evict(resource)
      if (hr !== 'S_OK') return hr
    }
    return 'S_OK'
  }

  /**
   * ID3D12Device1::SetResidencyPriority: evictable allocations of a lower priority go first (RS-10).
   * @param priority index in RESIDENCY_PRIORITIES, 0 (minimum) to 4 (maximum)
   * @returns S_OK · E_INVALIDARG with message 999 or 1009 · DXGI_ERROR_DEVICE_REMOVED
   */
  setResidencyPriority(resources: readonly Resource[], priority: number): HResultName {
    if (this.removal !== null) return 'DXGI_ERROR_DEVICE_REMOVED'
    if (resources.length === 0)
      return this.nullArray('SetResidencyPriority', MessageId.SETRESIDENCYPRIORITY_NULL_OBJECT_ARRAY)
    if (!Number.isInteger(priority) || priority < 0 || priority >= RESIDENCY_PRIORITIES.length) {
      const message = `SetResidencyPriority with ${priority}, which is no D3D12_RESIDENCY_PRIORITY`
      this.debug.report({ rule: 'RS-10', message }, MessageId.SETRESIDENCYPRIORITY_INVALID_PRIORITY)
      return 'E_INVALIDARG'
    }
    for (const resource of resources) {
      const placed = resource instanceof PlacedResource ? resource : resource.placed
      if (placed === undefined) this.options.vidmm.residency.setPriority(resource.handle, priority)
      else this.heaps.setPriority(placed, priority)
    }
    return 'S_OK'
  }

  /**
   * DXGI's SetVideoMemoryReservation of the local group (RS-08).
   * @param bytes at most AvailableForReservation
   * @returns S_OK · E_INVALIDARG
   */
  setVideoMemoryReservation(bytes: number): HResultName {
    return this.options.vidmm.setReservation(bytes) ? 'S_OK' : 'E_INVALIDARG'
  }

  /** DXGI's QueryVideoMemoryInfo of the adapter (RS-08), bytes. */
  queryVideoMemoryInfo(group: SegmentGroup): VideoMemoryInfo {
    return this.options.vidmm.queryVideoMemoryInfo(group)
  }

  /** @see TrimNotifications.register; DXGI_ERROR_DEVICE_REMOVED on a removed device */
  registerTrimNotificationCallback(data: RegisterTrimNotification | null): HResultName {
    if (this.removal === null) return this.trimNotifications.register(data)
    if (data !== null) data.CallbackCookie = 0
    return 'DXGI_ERROR_DEVICE_REMOVED'
  }

  /** @see TrimNotifications.running */
  get runningTrimCallback(): RunningCallback | null {
    return this.trimNotifications.running
  }

  /** @see TrimNotifications.whenReturns */
  whenTrimCallbackReturns(then: () => void): void {
    this.trimNotifications.whenReturns(then)
  }

  /** @see TrimNotifications.unregister; DXGI_ERROR_DEVICE_REMOVED on a removed device */
  unregisterTrimNotificationCallback(cookie: number): HResultName {
    return this.removal === null ? this.trimNotifications.unregister(cookie) : 'DXGI_ERROR_DEVICE_REMOVED'
  }

  private nullArray(call: string, id: MessageId): HResultName {
    this.debug.report({ rule: 'RS-01', message: `${call} with no objects` }, id)
    return 'E_INVALIDARG'
  }

  /**
   * Every later call fails with DXGI_ERROR_DEVICE_REMOVED; work that has not started is dropped. Of one that is destroyed
   * there is nothing to remove, whatever its last packet has done.
   */
  remove(reason: HResultName, because: string): void {
    if (this.removal !== null || this.isDestroyed) return
    const { sim, scheduler } = this.options
    this.removal = { t: sim.now, reason, because }
    this.removalRecord = { t: sim.now, index: sim.trace.total }
    sim.trace.write('device-removed', { device: this.name, reason, because })
    scheduler.removeDevice(this.id)
    for (const watcher of this.removalWatchers) watcher()
  }

  /** Frees everything that the device owns, its trim registrations included (RS-14, TN-15). */
  destroy(): void {
    this.isDestroyed = true
    this.options.scheduler.destroyDevice(this.id)
    this.options.vidmm.destroyDevice(this.id, this.removalRecord)
    // the driver's device, and what it made, outlives the tasks that run, which are completed (BP-24)
    this.background.destroy(() => {
      this.umd.destroy()
      this.options.sim.trace.write('driver-device-destroyed', { device: this.name })
    })
  }
}
