/** The heaps of a device and what is placed in them: references, priorities, and moves that hold them (RS-15). */
import { GRANULE, SegmentGroup } from '../../preload/contract/names'
import { nothing } from '../sim/continuation'
import type { DebugLayer } from './debug-layer'
import type { DeviceOptions } from './device-options'
import type { HeapHandle, HeapType } from './heap-type'
import type { HResultName } from './hresult'
import { PlacedHeap, PlacedResource } from './placed-resource'
import type { ResidencyLayer } from './residency-layer'
import { HeapFlag, type Resource } from './resource'
import type { ResourceAllocationInfo } from './resource-desc'

/** What heaps have of their device. */
export interface HeapsPort {
  readonly id: number
  /** null: it works (RS-07) */
  readonly removed: object | null
  readonly destroyed: boolean
  readonly debug: DebugLayer
  remove(reason: HResultName, because: string): void
  readonly residency: {
    readonly layer: ResidencyLayer | null
    explainEviction(handle: HeapHandle, policy: string | null, rule: 'explicit'): void
  }
  /** calls back when every queue has completed what is submitted to it now */
  whenDone(callback: () => void): void
}

export class PlacedHeaps {
  /** of what is placed in a heap to another place, so far */
  moves = 0

  constructor(
    private readonly port: HeapsPort,
    private readonly options: Pick<DeviceOptions, 'sim' | 'vidmm' | 'faults'>,
  ) {}

  /**
   * ID3D12Device::CreateHeap. It is resident, and stays so until the first resource in it brings a reference of its own.
   * @param size bytes, whole 64 KiB
   * @param flags CREATE_NOT_RESIDENT: it takes no local memory until what is placed in it is made resident (TN-35)
   * @returns S_OK with the heap · E_INVALIDARG · E_OUTOFMEMORY · DXGI_ERROR_DEVICE_REMOVED
   */
  create(
    size: number,
    type: HeapType,
    name: string,
    flags: number = HeapFlag.NONE,
  ): { hr: HResultName; heap: PlacedHeap | null } {
    if (this.port.removed !== null) return { hr: 'DXGI_ERROR_DEVICE_REMOVED', heap: null }
    if (size <= 0 || size % GRANULE !== 0) return { hr: 'E_INVALIDARG', heap: null }
    if (this.options.faults.take('allocation-fails') !== null) return { hr: 'E_OUTOFMEMORY', heap: null }
    const resident = (flags & HeapFlag.CREATE_NOT_RESIDENT) === 0
    const segment = type === 'DEFAULT' ? SegmentGroup.LOCAL : SegmentGroup.NON_LOCAL
    const handle = this.options.vidmm.createAllocation({
      device: this.port.id,
      name,
      bytes: size,
      segment,
      resident,
    })
    return handle === null
      ? { hr: 'E_OUTOFMEMORY', heap: null }
      : { hr: 'S_OK', heap: new PlacedHeap(handle, name, type, size, resident) }
  }

  /** Its last reference: the memory goes when the GPU no longer needs it (RS-11). */
  release(heap: PlacedHeap): void {
    heap.released = true
    if (!this.port.destroyed) this.options.vidmm.destroyAllocation(heap.handle)
  }

  /**
   * ID3D12Device::CreatePlacedResource. It shares the residency of its heap (RS-15).
   * @param offset bytes from the heap's start
   * @param info of its description, as getResourceAllocationInfo gives it
   * @param resident it brings a reference of its own
   * @returns S_OK · E_INVALIDARG (not aligned, or beyond the heap's end) · DXGI_ERROR_DEVICE_REMOVED
   */
  createResource(
    heap: PlacedHeap,
    offset: number,
    { SizeInBytes, Alignment }: ResourceAllocationInfo,
    name: string,
    resident: boolean,
  ): { hr: HResultName; resource: PlacedResource | null } {
    if (this.port.removed !== null) return { hr: 'DXGI_ERROR_DEVICE_REMOVED', resource: null }
    if (heap.released || offset % Alignment !== 0 || offset + SizeInBytes > heap.size)
      return { hr: 'E_INVALIDARG', resource: null }
    const resource = new PlacedResource(heap, offset, name, SizeInBytes)
    this.countPriority(resource, 1)
    if (resident) this.addReferences(resource, 1)
    this.dropOwnReference(heap)
    return { hr: 'S_OK', resource }
  }

  /**
   * The last reference of a resource is released: the references that it has on its heap go, in which work that uses it may
   * be queued (RS-11, RS-15).
   * @returns how many those are
   */
  releaseResource(resource: PlacedResource): number {
    const { vidmm } = this.options
    const { heap, references } = resource
    resource.released = true
    resource.references = 0
    if (heap.released || this.port.destroyed) return references
    this.countPriority(resource, -1)
    heap.leaving += references
    let dropped = references === 0
    const drop = (): void => {
      if (dropped || heap.released || this.port.destroyed) return
      dropped = true
      heap.leaving -= references
      for (let i = 0; i < references; i++) vidmm.evict(heap.handle)
    }
    vidmm.residency.whenUnused(heap.handle, drop)
    // the heap may never be unused: what is submitted from now on is its neighbours'
    if (!dropped) this.port.whenDone(drop)
    return references
  }

  /**
   * What a command list is about to use, by descriptors that were written before: one whose resource is gone is stale
   * (DF-10). Where the heap is gone too there is a page fault, which removes the device (RS-07).
   * @returns S_OK · DXGI_ERROR_DEVICE_REMOVED: of that page fault
   */
  checkDescriptors(command: string, resources: readonly Resource[]): HResultName {
    for (const resource of resources) {
      if (!(resource instanceof PlacedResource) || !resource.released) continue
      const { name, heap } = resource
      const message = `${command} uses a stale descriptor of ${name}: its resource in ${heap.name} at ${resource.offset} is released`
      this.port.debug.report({ rule: 'DF-10', resource: name, message })
      if (!heap.released) continue
      this.port.remove('DXGI_ERROR_DEVICE_HUNG', `${command} read ${name} in ${heap.name}, which is gone`)
      return 'DXGI_ERROR_DEVICE_REMOVED'
    }
    return 'S_OK'
  }

  /** References beside those of MakeResident calls of a policy: of what was just created, or has just moved. */
  addReferences(resource: PlacedResource, count: number): void {
    const { vidmm } = this.options
    for (let i = 0; i < count; i++) vidmm.makeResident([resource.handle], nothing)
    resource.references += count
  }

  /** MakeResident while moves copy from it or to it, whoever has what is placed in it listed (DF-21). */
  hold(heap: PlacedHeap): void {
    if (heap.holds++ > 0) return
    const { sim, vidmm } = this.options
    const { handle, name, size } = heap
    heap.broughtBack = !vidmm.residency.isListed(handle)
    if (heap.broughtBack) sim.trace.write('make-resident', { resources: [name], bytes: size, fence: 0 })
    vidmm.makeResident([handle], nothing)
    this.port.residency.layer?.held(heap)
  }

  /** Undoes one `hold`; a heap that was released has forgotten them. */
  letGo(heap: PlacedHeap): void {
    if (--heap.holds > 0 || heap.released || this.port.destroyed) return
    const { sim, vidmm } = this.options
    const { name, size } = heap
    const references = vidmm.evict(heap.handle)
    this.port.residency.layer?.letGo(heap)
    // where it was on the list already its last reference went with what was moved out, and there is no record of an Evict
    const by = heap.broughtBack ? 'defragmentation' : null
    if (references === 0) this.port.residency.explainEviction(heap.handle, by, 'explicit')
    if (heap.broughtBack)
      sim.trace.write('evict', {
        resource: name,
        bytes: size,
        reason: 'explicit',
        references,
        policy: 'defragmentation',
      })
  }

  /** Work of one packet can use both: the segment has room for them together. */
  fitAtOnce(heaps: readonly PlacedHeap[]): boolean {
    return this.options.vidmm.demand.fitsAtOnce(heaps.map(({ handle }) => handle))
  }

  /**
   * SetResidencyPriority of what is placed: its heap has the highest of all that is in it (RS-10).
   * @param priority index in RESIDENCY_PRIORITIES
   */
  setPriority(resource: PlacedResource, priority: number): void {
    if (resource.released) return
    resource.heap.countPriority(resource.priority, -1)
    resource.priority = priority
    this.countPriority(resource, 1)
  }

  /** What is in the heap has changed: its priority may have (RS-10, RS-15). */
  private countPriority({ heap, priority }: PlacedResource, change: 1 | -1): void {
    const { residency } = this.options.vidmm
    heap.countPriority(priority, change)
    if (heap.released || this.port.destroyed) return
    if (residency.table.priorities[heap.handle] !== heap.priority) residency.setPriority(heap.handle, heap.priority)
  }

  private dropOwnReference(heap: PlacedHeap): void {
    if (!heap.ownReference) return
    heap.ownReference = false
    this.options.vidmm.evict(heap.handle)
  }

  /** The heap is on the residency list, by whatever is placed in it. */
  isListed(heap: HeapHandle): boolean {
    return this.options.vidmm.residency.isListed(heap)
  }
}
