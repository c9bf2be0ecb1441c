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
  SegmentGroup,
} from '../../preload/contract/names'
import { UserModeDriver } from '../drivers/umd/user-mode-driver'
import type { RecordReference } from '../dxgkrnl/vidmm/out-reasons'
import { Priority } from '../dxgkrnl/vidsch/context'
import { alignUp } from '../sim/align'
import { goOnWith, kept, type Then } from '../sim/continuation'
import { BackgroundProcessing, type ModeResult } from './background-processing'
import type { CompletionEvent } from './background-processing/completion-event'
import { CommandQueue } from './command-queue'
import { DebugLayer } from './debug-layer'
import type { DeviceOptions, Removal } from './device-options'
import { RuntimeOfBackground, RuntimeOfDriver, RuntimeOfTrims } from './device-parts'
import { DeviceResidency } from './device-residency'
import { Fence } from './fence'
import type { HeapType } from './heap-type'
import type { HResultName } from './hresult'
import { type CompiledPipeline, PipelineState, type PipelineStateDesc } from './pipeline-state'
import { PlacedHeaps } from './placed-heaps'
import { type PlacedHeap, PlacedResource } from './placed-resource'
import { HeapFlag, type Resource } from './resource'
import {
  getResourceAllocationInfo,
  isBuffer,
  isMultisampled,
  type ResourceAllocationInfo,
  type ResourceDesc,
} from './resource-desc'
import { type RegisterTrimNotification, type RunningCallback, TrimNotifications } from './trim-notification'
import type { QueryVideoMemoryInfo } from './video-memory-info'

export class Device {
  readonly id: number
  readonly name: string
  readonly debug: DebugLayer
  readonly trimNotifications: TrimNotifications
  readonly background: BackgroundProcessing
  readonly heaps: PlacedHeaps
  readonly residency: DeviceResidency
  private removal: Removal | null = null
  private removalRecord: RecordReference | null = null
  private isDestroyed = false
  /** @internal the user-mode driver's part of it */
  readonly driver: UserModeDriver
  private readonly queues: CommandQueue[] = []
  private readonly removalWatchers: Then[] = []
  private readonly endWatchers: Then[] = []

  constructor(private readonly options: DeviceOptions) {
    const { sim, vidmm } = options
    this.id = vidmm.createDevice()
    this.heaps = new PlacedHeaps(this, options)
    this.residency = new DeviceResidency(this, options)
    this.name = options.name
    this.debug = new DebugLayer(sim)
    const { compiler, supported } = options.background
    this.background = new BackgroundProcessing(new RuntimeOfBackground(this, options))
    this.driver = new UserModeDriver(compiler, new RuntimeOfDriver(this, options), supported)
    this.trimNotifications = new TrimNotifications(new RuntimeOfTrims(this, options))
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
  onRemoved(callback: Then): void {
    this.removalWatchers.push(callback)
  }

  /** As onRemoved, and when it is destroyed: work that was dropped will never complete (RS-07, RS-14). */
  onGone(callback: Then): void {
    this.endWatchers.push(callback)
  }

  /** It is not called back any more. @param callback as given to onGone */
  forgetOnGone(callback: Then): void {
    const at = this.endWatchers.indexOf(callback)
    if (at >= 0) this.endWatchers.splice(at, 1)
  }

  /**
   * @returns S_OK while it is not removed · DXGI_ERROR_DEVICE_HUNG · DXGI_ERROR_DEVICE_RESET ·
   * DXGI_ERROR_DEVICE_REMOVED
   */
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
    const described: Omit<Resource, 'handle'> = {
      name,
      size: info.SizeInBytes,
      ...(heapType === 'DEFAULT' ? {} : { heapType }),
      ...(isBuffer(desc) ? {} : { texture: isMultisampled(desc) ? 'target' : 'sampled' }),
    }
    const handle = this.options.vidmm.createAllocation({
      device: this.id,
      name,
      ...this.residency.layers.creating(described),
      bytes: alignUp(info.SizeInBytes, GRANULE),
      segment: heapType === 'DEFAULT' ? SegmentGroup.LOCAL : SegmentGroup.NON_LOCAL,
      resident: (heapFlags & HeapFlag.CREATE_NOT_RESIDENT) === 0,
      compressed,
      notZeroed: (heapFlags & HeapFlag.CREATE_NOT_ZEROED) !== 0,
    })
    if (handle === null) return { hr: 'E_OUTOFMEMORY', resource: null }
    // most are no more than this, and a copy of what was described would make two objects of it
    const { size, heapType: heap, texture } = described
    const resource = heap === undefined && texture === undefined ? { handle, name, size } : { handle, ...described }
    return { hr: 'S_OK', resource }
  }

  /** ID3D12Device::CreateHeap. @param size bytes @see PlacedHeaps.create */
  createHeap(...heap: Parameters<PlacedHeaps['create']>): ReturnType<PlacedHeaps['create']> {
    return this.heaps.create(...heap)
  }

  /** Its last reference: the memory goes when the GPU no longer needs it (RS-11). */
  releaseHeap(heap: PlacedHeap): void {
    this.heaps.release(heap)
  }

  /** ID3D12Device::CreatePlacedResource, @see PlacedHeaps.createResource */
  createPlacedResource(
    ...placement: Parameters<PlacedHeaps['createResource']>
  ): ReturnType<PlacedHeaps['createResource']> {
    this.residency.layers.placing()
    return this.heaps.createResource(...placement)
  }

  /** The last reference is released: the memory goes when the GPU no longer needs it (RS-11). */
  releaseResource(resource: Resource): void {
    if (resource instanceof PlacedResource)
      this.residency.layers.released(resource, this.heaps.releaseResource(resource))
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

  /** Whether a resource of `size` bytes could ever be resident in a heap of that type. */
  canHold(size: number, heapType: HeapType): boolean {
    const group = heapType === 'DEFAULT' ? SegmentGroup.LOCAL : SegmentGroup.NON_LOCAL
    return size <= this.options.vidmm.largest(group)
  }

  /** A handle of no memory, which tells a placed resource from everything else, until it is given back. */
  reserveKey(): number {
    return this.options.vidmm.residency.table.reserve()
  }

  /** @param key that reserveKey gave: a handle of no memory */
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

  /** ID3D12Device::CreateFence. @param initial fence value */
  createFence(initial = 0): Fence {
    return new Fence(initial)
  }

  /** ID3D12Device::CreateGraphicsPipelineState or CreateComputePipelineState, @see PipelineState */
  createPipelineState(desc: PipelineStateDesc): PipelineState {
    return new PipelineState(this.driver, desc)
  }

  /** Its last reference (BP-24). */
  destroyPipelineState(pipeline: PipelineState): void {
    pipeline.release()
  }

  /** Its pipeline states that live, with what the driver has compiled for them, in the order in which they were created. */
  get pipelines(): readonly CompiledPipeline[] {
    return this.driver.pipelines
  }

  createCommandQueue(name: string, engine: EngineName = '3d', priority: ContextPriority = 'normal'): CommandQueue {
    const queue = new CommandQueue(this, this.options.scheduler, name, engine, Priority[priority])
    this.queues.push(queue)
    return queue
  }

  /** ID3D12Device3::EnqueueMakeResident, @see DeviceResidency.enqueueMakeResident */
  enqueueMakeResident(
    ...call: Parameters<DeviceResidency['enqueueMakeResident']>
  ): ReturnType<DeviceResidency['enqueueMakeResident']> {
    return this.residency.enqueueMakeResident(...call)
  }

  /** ID3D12Device::Evict of one, @see DeviceResidency.evict */
  evict(resource: Resource): ReturnType<DeviceResidency['evict']> {
    return this.residency.evict(resource)
  }

  /** ID3D12Device::Evict, @see DeviceResidency.evictObjects */
  evictObjects(resources: readonly Resource[]): HResultName {
    return this.residency.evictObjects(resources)
  }

  /**
   * ID3D12Device1::SetResidencyPriority.
   * @param priority index in RESIDENCY_PRIORITIES
   * @see DeviceResidency.setResidencyPriority
   */
  setResidencyPriority(resources: readonly Resource[], priority: number): HResultName {
    return this.residency.setResidencyPriority(resources, priority)
  }

  /** @see DeviceResidency.unmeetable */
  unmeetable(...args: Parameters<DeviceResidency['unmeetable']>): string | null {
    return this.residency.unmeetable(...args)
  }

  /** @see DeviceResidency.isListed */
  isListed(resource: Resource): boolean {
    return this.residency.isListed(resource)
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
  queryVideoMemoryInfo(group: SegmentGroup): QueryVideoMemoryInfo {
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
    for (const watcher of [...this.removalWatchers, ...this.endWatchers]) goOnWith(watcher)
  }

  /** Frees everything that the device owns, its trim registrations included (RS-14, TN-15). */
  destroy(): void {
    this.isDestroyed = true
    this.options.scheduler.destroyDevice(this.id)
    this.options.vidmm.destroyDevice(this.id, this.removalRecord)
    // the driver's device, and what it made, outlives the tasks that run, which are completed (BP-24)
    this.background.destroy(kept({ self: this }, ({ self }) => self.tasksEnded()))
    for (const watcher of [...this.endWatchers]) goOnWith(watcher)
  }

  private tasksEnded(): void {
    this.driver.destroy()
    this.options.sim.trace.write('driver-device-destroyed', { device: this.name })
  }
}
