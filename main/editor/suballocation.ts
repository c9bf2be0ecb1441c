/**
 * A resource of the editor's that shares its heap with others. It stays the same object when it is moved: policies and
 * effects keep it, and what it stands for changes (DF-10, DF-11, RS-15).
 */

import type { HeapType } from '../d3d12/heap-type'
import type { Contents, Mapping, PlacedResource } from '../d3d12/placed-resource'
import type { Resource } from '../d3d12/resource'
import type { Allocation } from '../d3d12ma/allocation'

export type ResourceKind = 'buffer' | 'texture' | 'unknown'

export class Suballocation implements Resource {
  /** the resource in use: from the moment its copy is submitted that at the destination of a move */
  current: PlacedResource
  /** what command lists use: written by the app, when the resource is made and after each move (DF-10) */
  descriptor: PlacedResource
  /** what was written so far, wherever it went (DF-18) */
  expected: Contents
  /** null: not mapped (DF-15) */
  mapping: Mapping | null = null
  /** value of the copy fence after which a move's destination may be used; 0: none is under way */
  copiedAt = 0

  readonly name: string
  /** its contents mean nothing between uses */
  readonly scratch: boolean
  readonly kind: ResourceKind

  /** @param key a handle of no memory, its own among all resources */
  constructor(
    readonly allocation: Allocation,
    readonly key: number,
    { name, scratch, kind }: { name: string; scratch: boolean; kind: ResourceKind },
    placed: PlacedResource,
  ) {
    this.name = name
    this.scratch = scratch
    this.kind = kind
    this.current = placed
    this.descriptor = placed
    this.expected = placed.contents
  }

  /** What its allocation holds: the source of a move until EndPass, whose copy is what counts from then on (DF-11). */
  get stored(): PlacedResource {
    return this.allocation.getResource() as PlacedResource
  }

  get handle(): number {
    return this.current.handle
  }

  get placed(): PlacedResource {
    return this.current
  }

  get heapType(): HeapType {
    return this.allocation.heapType
  }

  get size(): number {
    return this.allocation.size
  }

  /** How many MakeResident calls on it no Evict has undone (RS-01). */
  get references(): number {
    return this.current.references
  }

  set references(count: number) {
    this.current.references = count
  }

  /**
   * What was written is there (DF-18): until EndPass at the source of its move. What is scratch has nothing to lose (DF-10).
   */
  get intact(): boolean {
    if (this.scratch) return true
    const { version, checksum } = this.stored.contents
    return version === this.expected.version && checksum === this.expected.checksum
  }
}

/** What a command list names: of a placed resource its descriptor, which may be stale. */
export function boundBy(resources: readonly Resource[]): Resource[] {
  return resources.map((resource) => (resource instanceof Suballocation ? resource.descriptor : resource))
}
