/** A policy that keeps an object for each resource, with what it wants to know beyond the common. */
import type { Resource } from '../d3d12/device'
import type { AllocationHandle } from '../dxgkrnl/vidmm/allocation-table'
import { Tracked, type TrackedEffect } from './tracked'
import { TrackingPolicy } from './tracking-policy'

export abstract class ObjectPolicy<T extends Tracked> extends TrackingPolicy<T> {
  protected readonly byHandle = new Map<AllocationHandle, T>()

  /** Adds what this policy keeps per resource. */
  protected abstract describe(tracked: Tracked): T

  protected keep(resource: Resource, use: TrackedEffect, resident: boolean): T {
    const tracked = this.describe(new Tracked(resource, use, resident))
    this.byHandle.set(resource.handle, tracked)
    return tracked
  }

  protected known(handle: AllocationHandle): T {
    return this.byHandle.get(handle) as T
  }

  protected forget(handle: AllocationHandle): void {
    this.byHandle.delete(handle)
  }
}
