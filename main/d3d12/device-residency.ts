/**
 * What a device's calls do to the residency list: EnqueueMakeResident, Evict and SetResidencyPriority, with what the runtime
 * counts of them (RS-01, RS-05, RS-06, RS-10, RS-15).
 */
import { RESIDENCY_PRIORITIES, SegmentGroup } from '../../preload/contract/names'
import { EVICTED_IN_USE } from '../../preload/contract/specs'
import type { EvictionOccasion } from '../dxgkrnl/vidmm/out-reasons'
import { MonitoredFence } from '../dxgkrnl/vidsch/monitored-fence'
import { userOf } from '../dxgkrnl/vidsch/stand'
import { kept, nothing } from '../sim/continuation'
import type { EvictReason } from '../sim/trace-records'
import type { Press } from './command-list'
import type { CommandQueue } from './command-queue'
import { type DebugLayer, MessageId } from './debug-layer'
import { DeviceLayer } from './device-layer'
import type { DeviceOptions } from './device-options'
import type { Fence } from './fence'
import type { HeapHandle } from './heap-type'
import type { HResultName } from './hresult'
import type { PlacedHeaps } from './placed-heaps'
import { placedOf, type ResidencyLayer } from './residency-layer'
import { keyOf, ResidencyFlag, type Resource } from './resource'
import type { TrimNotifications } from './trim-notification'

/** By whom something is evicted, by which rule, and the press that does it; null: none. */
type Evicting = Pick<EvictionOccasion, 'policy' | 'rule' | 'press'>

/** What it has of its device. */
interface ResidencyDevice {
  readonly id: number
  /** null: it is there */
  readonly removed: object | null
  readonly debug: DebugLayer
  readonly heaps: Pick<PlacedHeaps, 'setPriority'>
  readonly trimNotifications: Pick<TrimNotifications, 'calling'>
}

export class DeviceResidency {
  /** Evict calls that took a reference, and bytes that left the residency list by them, since creation */
  evictCalls = 0
  evictedBytes = 0
  /** of the device's paging queue: every EnqueueMakeResident has the next value, whatever fence it is given */
  private readonly pagingQueueFence = new MonitoredFence()
  private enqueued = 0
  /** by key: the last call that named it */
  private readonly marks: number[] = []
  private mark = 0
  /** that the calls go through, where there is one */
  readonly layers: DeviceLayer

  constructor(
    private readonly device: ResidencyDevice,
    private readonly options: Pick<DeviceOptions, 'sim' | 'vidmm' | 'scheduler' | 'faults'>,
  ) {
    this.layers = new DeviceLayer(options)
  }

  /** Through which the app's calls go; null: they reach the kernel as they are. */
  get layer(): ResidencyLayer | null {
    return this.layers.current
  }

  /**
   * Why these cannot be resident together, whatever else leaves their segment (RS-06); null: they can.
   * @param queue on which one packet is to use them: the memory of its context is resident with them (GP-14)
   * @param heaps `ownHeaps` of them, where somebody knows
   */
  unmeetable(resources: readonly Resource[], queue?: CommandQueue, heaps?: readonly HeapHandle[]): string | null {
    const handles = heaps ?? resources.map(({ handle }) => handle)
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

  /**
   * The fence of the device's paging queue, which only rises: `enqueued` and `completed` are fence values, that of the
   * last EnqueueMakeResident, whoever called it, and how far the queue has come; 0 before the first (RS-05).
   */
  get pagingFence(): { enqueued: number; completed: number } {
    return { enqueued: this.enqueued, completed: this.pagingQueueFence.value }
  }

  /** How many MakeResident calls on it no Evict has undone (RS-01), as a layer counts them where there is one. */
  referencesOf(resource: Resource): number {
    return this.layer?.countOf(resource) ?? resource.references ?? this.heapReferencesOf(resource)
  }

  /** How many references the resource's heap has on the residency list, by whatever is placed in it (RS-15). */
  heapReferencesOf({ handle }: Resource): number {
    return this.options.vidmm.residency.table.references[handle] as number
  }

  /** Of the resource's heap, index in RESIDENCY_PRIORITIES (RS-10). */
  priorityOf({ handle }: Resource): number {
    return this.options.vidmm.residency.table.priorities[handle] as number
  }

  /**
   * Adds the resources to the residency list; the paging queue signals its own fence when all are in place, and `fence` with
   * `value` then.
   * @param fence the app's [none: it waits for the paging queue's]
   * @returns S_OK · E_INVALIDARG (nothing named) · E_OUTOFMEMORY (a scenario makes it fail: PL-45; DENY_OVERBUDGET;
   * `bytesToTrim` says by how many bytes. Without it: more than the segment has, whatever leaves it) ·
   * DXGI_ERROR_DEVICE_REMOVED
   * @see spec RS-05, RS-06
   */
  enqueueMakeResident(
    resources: readonly Resource[],
    flags: number,
    fence?: Fence,
    value = this.enqueued + 1,
  ): { hr: HResultName; bytesToTrim: number } {
    if (this.device.removed !== null) return { hr: 'DXGI_ERROR_DEVICE_REMOVED', bytesToTrim: 0 }
    if (resources.length === 0)
      return { hr: this.nullArray('EnqueueMakeResident', MessageId.MAKERESIDENT_NULL_OBJECT_ARRAY), bytesToTrim: 0 }
    if ((flags & ~ResidencyFlag.DENY_OVERBUDGET) !== 0) {
      const message = `EnqueueMakeResident with flags 0x${flags.toString(16)}, which do not exist`
      this.device.debug.report({ rule: 'RS-06', message }, MessageId.ENQUEUEMAKERESIDENT_INVALID_FLAGS)
      return { hr: 'E_INVALIDARG', bytesToTrim: 0 }
    }
    this.layers.passed()
    const { sim, vidmm, faults } = this.options
    if (faults.take('make-resident-fails') !== null) return { hr: 'E_OUTOFMEMORY', bytesToTrim: 0 }
    const named = resources.map(({ handle }) => handle)
    const bytesToTrim = (flags & ResidencyFlag.DENY_OVERBUDGET) === 0 ? 0 : vidmm.wouldExceedBudget(named)
    if (bytesToTrim > 0) {
      if (this.layer === null) return { hr: 'E_OUTOFMEMORY', bytesToTrim }
      this.layer.ignoresOverbudget(bytesToTrim)
    }
    const message = this.unmeetable(resources, undefined, named)
    if (message !== null) {
      this.device.debug.report({ rule: 'RS-06', message: `EnqueueMakeResident: ${message}` })
      return { hr: 'E_OUTOFMEMORY', bytesToTrim: 0 }
    }
    const bytes = this.bytesOf(resources)
    const names = resources.map((resource) => resource.name)
    const { layer } = this
    const listed = layer === null ? resources : this.passedOn(resources, layer)
    for (const resource of listed) if (resource.references !== undefined) resource.references++
    sim.trace.write('make-resident', { resources: names, bytes, fence: value })
    const pagingValue = ++this.enqueued
    const { pagingQueueFence } = this
    const done = kept({ pagingQueueFence, pagingValue, fence, value }, (queued) => {
      queued.pagingQueueFence.signal(queued.pagingValue)
      queued.fence?.signal(queued.value)
    })
    fence?.monitored.expect(value, done)
    if (layer === null) vidmm.makeResident(named, done)
    else {
      // a layer signals at once: what is missing is brought in for the packets that use it (PL-41, RS-02)
      done.run()
      const handles = listed.map(({ handle }) => handle)
      if (handles.length > 0) vidmm.makeResident(handles, nothing, named)
    }
    return { hr: 'S_OK', bytesToTrim: 0 }
  }

  /** A reference more for one that is named again, but no bytes more. */
  private bytesOf(resources: readonly Resource[]): number {
    const { marks } = this
    const mark = ++this.mark
    let bytes = 0
    for (const resource of resources) {
      const key = keyOf(resource)
      if (marks[key] === mark) continue
      marks[key] = mark
      bytes += resource.size
    }
    return bytes
  }

  /**
   * ID3D12Device::MakeResident: as EnqueueMakeResident; it returns when `fence` has `value`, for which the caller
   * waits.
   * @param value fence value
   * @returns as enqueueMakeResident · E_OUTOFMEMORY: the residency list of a group would exceed its segment (PL-34)
   */
  makeResident(resources: readonly Resource[], fence: Fence, value: number): HResultName {
    const exceeds = [SegmentGroup.LOCAL, SegmentGroup.NON_LOCAL].some((group) => {
      const bytes = this.bytesToList(resources, group)
      return bytes > 0 && this.options.vidmm.residency.counters[group].usage + bytes > this.segmentBytes(group)
    })
    if (this.device.removed === null && resources.length > 0 && exceeds) {
      this.options.faults.take('make-resident-fails')
      return 'E_OUTOFMEMORY'
    }
    return this.enqueueMakeResident(resources, 0, fence, value).hr
  }

  /** Of the segment in which the resource's heap lies. */
  groupOf({ handle }: Resource): SegmentGroup {
    return this.options.vidmm.residency.group(handle)
  }

  /** The adapter has no memory of its own: its local segment maps system memory. */
  get isIntegrated(): boolean {
    return this.options.vidmm.isIntegrated
  }

  /** Bytes of the segment of a group. */
  segmentBytes(group: SegmentGroup): number {
    return this.options.vidmm.residency.segments[group].size
  }

  /**
   * Takes one reference of the resource away (RS-01).
   * @returns S_OK with how many `references` are left, and as `left` the bytes that left the residency list: those of
   * the heap, whatever else is placed in it (RS-15), 0 while it has references · E_INVALIDARG with message 1136 when
   * there is none · DXGI_ERROR_DEVICE_REMOVED
   */
  evict(resource: Resource): { hr: HResultName; references: number; left: number } {
    if (this.device.removed !== null) return { hr: 'DXGI_ERROR_DEVICE_REMOVED', references: 0, left: 0 }
    const references = this.takeReference(resource)
    if (references === null) return { hr: 'E_INVALIDARG', references: 0, left: 0 }
    return { hr: 'S_OK', references, left: this.leftBy(resource, references) }
  }

  /**
   * As evict, without an object for what has come of it: a trim makes half a million calls.
   * @returns how many references are left; null: the call failed
   */
  takeReference(resource: Resource): number | null {
    if (this.device.removed !== null) return null
    if (this.layer !== null) {
      this.evictCalls++
      return this.layer.evicted(resource)
    }
    this.layers.passed()
    const { vidmm } = this.options
    const { handle } = resource
    // what others in the same heap have is theirs
    const references = resource.references === 0 ? -1 : vidmm.evict(handle)
    if (references < 0) return this.nothingToUndo(resource)
    if (resource.references !== undefined) resource.references--
    this.evictCalls++
    this.evictedBytes += this.leftBy(resource, references)
    if (references === 0 && vidmm.residency.isRunning(handle)) this.evictedInUse(resource)
    return references
  }

  /**
   * As `takeReference` of each and, since its memory leaves the residency list, `explainEviction`; up to the first of which
   * more is to be said: its heap is shared, it has no reference or several, a running packet uses it, there is a layer.
   * @param keys of resources, as keyOf @param from index of the first
   * @param how policy, rule and press (null: none) that they are evicted by
   * @returns index behind the last that has left the list; the records of these are the next ones of the trace, in this order
   */
  takeOnlyReferences(keys: Int32Array, from: number, how: Evicting): number {
    if (this.device.removed !== null || this.layer !== null) return from
    this.layers.passed()
    const { vidmm } = this.options
    const before = this.usage
    // a key of a resource that shares its heap stands for no allocation
    const end = vidmm.evictAll(keys, from, this.during(how))
    this.evictCalls += end - from
    this.evictedBytes += before - this.usage
    return end
  }

  /** bytes on the residency list */
  private get usage(): number {
    const [local, nonLocal] = this.options.vidmm.residency.counters
    return local.usage + nonLocal.usage
  }

  private nothingToUndo({ name }: Resource): null {
    const message = `Evict of ${name}, which has no MakeResident left to undo`
    this.device.debug.report({ rule: 'RS-01', resource: name, message }, MessageId.EVICT_UNDERFLOW)
    return null
  }

  private evictedInUse({ name, handle }: Resource): void {
    const message = `${name} ${EVICTED_IN_USE}${this.otherProcess(handle)} uses it; its page-out waits for the packet's end`
    this.device.debug.report({ rule: 'RS-07', resource: name, message }, MessageId.OBJECT_EVICTED_WHILE_STILL_IN_USE)
  }

  /** The app knows when packets of its own have ended, but not when another process's have: it is told whose it is. */
  private otherProcess(handle: HeapHandle): string {
    const { scheduler } = this.options
    const other = userOf(scheduler, handle, this.device.id) === null ? userOf(scheduler, handle) : null
    return other === null ? '' : ` of the process ${other.context.name}`
  }

  /**
   * Bytes that left the residency list by an Evict: the heap's; below a layer nothing leaves (PL-42).
   * @param references how many that Evict left
   */
  leftBy({ handle }: Resource, references: number): number {
    return references > 0 || this.layer !== null ? 0 : this.heapBytes(handle)
  }

  /** Bytes of a heap. */
  heapBytes(heap: HeapHandle): number {
    return this.options.vidmm.residency.table.bytes[heap] as number
  }

  /**
   * What Evict of these would come to now, one after another: calls that would take a reference, and bytes that would leave
   * the residency list by them (RS-01, RS-15); looking changes nothing.
   */
  evicting(resources: readonly Resource[]): { count: number; bytes: number } {
    if (this.device.removed !== null) return { count: 0, bytes: 0 }
    const { table } = this.options.vidmm.residency
    const left = new Map<HeapHandle, number>()
    let [count, bytes] = [0, 0]
    for (const { handle, references } of resources) {
      const before = left.get(handle) ?? (table.references[handle] as number)
      if (references === 0 || before === 0) continue
      count++
      left.set(handle, before - 1)
      // below a layer nothing leaves (PL-42)
      if (before === 1 && this.layer === null) bytes += table.bytes[handle] as number
    }
    return { count, bytes }
  }

  /** What an Evict that took the last reference was for; its record is the next one of the trace (LB-09). */
  explainEviction(handle: HeapHandle, policy: string | null, rule: EvictReason, press: Press | null = null): void {
    this.options.vidmm.outs.evictedBy(handle, this.during({ policy, rule, press }))
  }

  /** What a callback does is the callback's, whatever press waits meanwhile. */
  private during({ policy, rule, press }: Evicting): Omit<EvictionOccasion, 't'> {
    const callback = this.device.trimNotifications.calling
    return { policy, rule, callback, press: callback === null ? press : null }
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
    if (this.device.removed !== null) return 'DXGI_ERROR_DEVICE_REMOVED'
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
    if (this.device.removed !== null) return 'DXGI_ERROR_DEVICE_REMOVED'
    if (resources.length === 0)
      return this.nullArray('SetResidencyPriority', MessageId.SETRESIDENCYPRIORITY_NULL_OBJECT_ARRAY)
    if (!Number.isInteger(priority) || priority < 0 || priority >= RESIDENCY_PRIORITIES.length) {
      const message = `SetResidencyPriority with ${priority}, which is no D3D12_RESIDENCY_PRIORITY`
      this.device.debug.report({ rule: 'RS-10', message }, MessageId.SETRESIDENCYPRIORITY_INVALID_PRIORITY)
      return 'E_INVALIDARG'
    }
    this.layers.passed()
    for (const resource of resources) {
      const placed = placedOf(resource)
      if (placed === undefined) this.options.vidmm.residency.setPriority(resource.handle, priority)
      else this.device.heaps.setPriority(placed, priority)
      this.layer?.prioritised(resource, priority)
    }
    return 'S_OK'
  }

  /** Counts the calls. @returns what is not on the residency list yet, each once: the kernel is told of that alone */
  private passedOn(resources: readonly Resource[], layer: ResidencyLayer): Resource[] {
    const entering = new Set<Resource>()
    for (const resource of resources) {
      const enters = !entering.has(resource) && !this.isListed(resource)
      if (enters) entering.add(resource)
      layer.madeResident(resource, enters)
    }
    return [...entering]
  }

  private nullArray(call: string, id: MessageId): HResultName {
    this.device.debug.report({ rule: 'RS-01', message: `${call} with no objects` }, id)
    return 'E_INVALIDARG'
  }
}
