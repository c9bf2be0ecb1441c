/**
 * The layer that a device's residency calls go through, and the one that has left and may come back, with the priorities
 * that either has given (PL-41).
 */
import { LayerPriorities } from '../dxgkrnl/vidmm/layer-priorities'
import type { DeviceOptions } from './device-options'
import type { PlacedResource } from './placed-resource'
import type { ResidencyLayer } from './residency-layer'
import type { Resource } from './resource'

export class DeviceLayer {
  /** through which the app's calls go; null: they reach the kernel as they are */
  current: ResidencyLayer | null = null
  /** the layer that has left, while no call has gone past it since */
  private last: { layer: ResidencyLayer; priorities: LayerPriorities | null } | null = null

  constructor(private readonly options: Pick<DeviceOptions, 'vidmm'>) {}

  /**
   * From now on the app's calls go through this layer (PL-41).
   * @param initial layer priority of what it gives none, 0 to 1
   * @returns the layer in whose place it comes, whose priorities it has: the one that left, if no call has gone past it since
   * (**choice**: after calls that it has not seen what it knew is no longer so); null: there is none
   */
  enter(layer: ResidencyLayer, initial: number): ResidencyLayer | null {
    const { last } = this
    this.current = layer
    this.last = null
    this.options.vidmm.residency.layer = last?.priorities ?? new LayerPriorities(initial)
    return last?.layer ?? null
  }

  /** The layer is gone, and with it its priorities; what it kept on the residency list stays there. */
  leave(layer: ResidencyLayer): void {
    if (this.current !== layer) return
    const { residency } = this.options.vidmm
    this.last = { layer, priorities: residency.layer }
    this.current = null
    residency.layer = null
  }

  /** A call is made: where no layer is in charge it goes past the one that left. */
  passed(): void {
    this.last = null
  }

  /**
   * A resource with memory of its own is created, before that is looked for: a layer that left has not seen it.
   * @returns what the layer says of it (PL-42); `layerPriority` from 0 to 1
   */
  creating(resource: Omit<Resource, 'handle'>): { layerPriority?: number } {
    this.passed()
    const layerPriority = this.current?.creating(resource)
    return layerPriority === undefined ? {} : { layerPriority }
  }

  /** A resource is placed in a heap, whose priority it has: a layer is not asked, and one that left has not seen it. */
  placing(): void {
    this.passed()
  }

  /** Its last reference is gone: a layer that may come back would count it still. @param references how many it had */
  released(resource: PlacedResource, references: number): void {
    const layer = this.current ?? this.last?.layer
    layer?.released(resource, references)
  }

  /** @param priority 0 to 1: under pressure the kernel pages out the lowest first (PL-41) */
  setPriority({ handle }: Resource, priority: number): void {
    this.priorities?.set(handle, priority)
  }

  /** 0 to 1; 0 too where there is no layer, nor one that may come back (PL-41). */
  priorityOf({ handle }: Resource): number {
    return this.priorities?.of(handle) ?? 0
  }

  /** Of the layer in charge; without one of that which left and may come back. */
  private get priorities(): LayerPriorities | null {
    return this.options.vidmm.residency.layer ?? this.last?.priorities ?? null
  }
}
