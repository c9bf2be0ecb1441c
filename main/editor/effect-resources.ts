/** Creates and releases the resources of effects and clips, committed or placed in shared heaps (RS-15, DF-01). */
import { type AllocationMode, RESIDENCY_PRIORITIES, type ResidencyPriority } from '../../preload/contract/names'
import type { EffectSpec, ResourceSpec } from '../../preload/contract/specs'
import type { Device } from '../d3d12/device'
import type { HResultName } from '../d3d12/hresult'
import { HeapFlag, type Resource } from '../d3d12/resource'
import { type Sliced, sliceEnds } from '../sim/slices'
import { type EditorMemory, HEAP_TYPE_OF, opaqueDescOf } from './editor-memory'
import { builtInEffect, effectSpecOf, isBuiltIn, type ProjectFormat } from './effects/catalogue'
import { clipEffect } from './media'
import { type ResourceKind, Suballocation } from './suballocation'

export type Created =
  | { hr: 'S_OK'; resources: Resource[]; createdResident: ReadonlySet<Resource> }
  | { hr: HResultName; resources: null }

export class EffectResources {
  constructor(
    private readonly device: () => Device,
    private readonly memory: () => EditorMemory,
  ) {}

  /** The resources of an effect, all or none. */
  *createAll(spec: EffectSpec, mode: AllocationMode): Sliced<Created> {
    // every name shares these characters
    const prefix = `${spec.name}.`
    const resources: Resource[] = []
    const createdResident = new Set<Resource>()
    const placed = spec.clip !== undefined || mode === 'placed'
    for (const resourceSpec of spec.resources) {
      // what the driver compresses has a heap of its own
      const create = placed && resourceSpec.compressed !== true ? this.place : this.create
      const { hr, resource } = create.call(this, prefix, resourceSpec, spec.clip === undefined ? 'buffer' : 'texture')
      if (resource === null) {
        yield* this.releaseAll(resources)
        return { hr, resources: null }
      }
      resources.push(resource)
      if (resourceSpec.resident) createdResident.add(resource)
      if (sliceEnds(resources.length)) yield { done: resources.length, total: spec.resources.length }
    }
    return { hr: 'S_OK', resources, createdResident }
  }

  *releaseAll(resources: readonly Resource[]): Sliced<void> {
    for (const [index, resource] of resources.entries()) {
      this.release(resource)
      if (sliceEnds(index + 1)) yield { done: index + 1, total: resources.length }
    }
  }

  release(resource: Resource): void {
    if (resource instanceof Suballocation) this.memory().release(resource)
    else this.device().releaseResource(resource)
  }

  private place(
    prefix: string,
    spec: ResourceSpec,
    kind: ResourceKind,
  ): { hr: HResultName; resource: Resource | null } {
    const { name, size, resident, heap, alignment, scratch, priority } = spec
    const made = this.memory().create(`${prefix}${name}`, {
      size,
      alignment,
      heap: heap ?? 'default',
      resident,
      scratch,
      kind,
    })
    if (made.resource !== null) this.prioritise(made.resource, priority)
    return made
  }

  private prioritise(resource: Resource, priority: ResidencyPriority | undefined): void {
    if (priority === undefined || priority === 'normal') return
    this.device().setResidencyPriority([resource], RESIDENCY_PRIORITIES.indexOf(priority))
  }

  /** With a heap of its own. @returns as CreateCommittedResource */
  create(prefix: string, spec: ResourceSpec): { hr: HResultName; resource: Resource | null } {
    const { name, resident, heap, compressed, priority, notZeroed } = spec
    const flags =
      (resident ? HeapFlag.NONE : HeapFlag.CREATE_NOT_RESIDENT) |
      (notZeroed === true ? HeapFlag.CREATE_NOT_ZEROED : HeapFlag.NONE)
    const desc = opaqueDescOf(spec)
    const heapType = HEAP_TYPE_OF[heap ?? 'default']
    const created = this.device().createCommittedResource(
      desc,
      flags,
      `${prefix}${name}`,
      heapType,
      compressed ?? false,
    )
    if (created.resource !== null) this.prioritise(created.resource, priority)
    return created
  }
}

/** As large as the project makes it now; null: it does not follow from the project's size. */
export function resized(spec: EffectSpec, before: ProjectFormat, now: ProjectFormat): EffectSpec | null {
  if (spec.clip !== undefined) return clipEffect(spec.clip, now)
  const builtIn = spec.shader ?? spec.name
  if (!isBuiltIn(builtIn)) return null
  const was = effectSpecOf(builtInEffect(builtIn), before)
  const sizes = ({ resources }: EffectSpec): string => resources.map(({ name, size }) => `${name} ${size}`).join()
  // one that was made by hand, or loaded with sizes of its own, keeps them
  if (sizes(was) !== sizes(spec)) return null
  const { gpuTime, resources } = effectSpecOf(builtInEffect(builtIn), now)
  return { ...spec, gpuTime: spec.passes === undefined ? gpuTime : spec.gpuTime, resources }
}
