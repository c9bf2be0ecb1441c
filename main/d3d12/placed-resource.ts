/**
 * Heaps and the resources placed in them (RS-15): a placed resource is resident when its heap is. What is in it is
 * modelled as a version and a checksum, which only what happens to its memory changes (DF-18).
 */
import { RESIDENCY_PRIORITIES } from '../../preload/contract/names'
import { NORMAL_PRIORITY } from '../dxgkrnl/vidmm/allocation-table'
import type { HeapHandle, HeapType } from './heap-type'

/** ID3D12Heap */
interface Heap {
  /** its allocation in video memory */
  readonly handle: HeapHandle
  readonly name: string
  readonly type: HeapType
  /** bytes */
  readonly size: number
}

/** What the device knows of a heap beside that. */
export class PlacedHeap implements Heap {
  released = false
  /** moves that copy from it or to it */
  holds = 0
  /** references of what was released, which the GPU may still use: on the residency list until it is done (RS-11) */
  leaving = 0
  /** they brought it back onto the residency list, as the trace says */
  broughtBack = false
  /** how many of what is placed in it have each priority */
  private readonly priorities = new Int32Array(RESIDENCY_PRIORITIES.length)

  /**
   * @param size bytes
   * @param ownReference that of CreateHeap, which is taken away when the first resource brings one of its own
   */
  constructor(
    readonly handle: HeapHandle,
    readonly name: string,
    readonly type: HeapType,
    readonly size: number,
    public ownReference = true,
  ) {}

  /**
   * The highest of what is placed in it, index in RESIDENCY_PRIORITIES: nothing of that goes earlier than it may
   * (RS-10, RS-15).
   */
  get priority(): number {
    for (let priority = RESIDENCY_PRIORITIES.length - 1; priority >= 0; priority--)
      if ((this.priorities[priority] as number) > 0) return priority
    return NORMAL_PRIORITY
  }

  /**
   * @param priority index in RESIDENCY_PRIORITIES
   * @param change +1: something with this priority is in it now, -1: no longer
   */
  countPriority(priority: number, change: 1 | -1): void {
    this.priorities[priority] = (this.priorities[priority] as number) + change
  }
}

/** What is in a resource, as far as a copy can be told from another. */
export interface Contents {
  /** writes so far */
  version: number
  /** of all that was written, 32 bit */
  checksum: number
}

/** After one more write by `writer`. */
export function written({ version, checksum }: Contents, writer: string): Contents {
  let hash = (checksum ^ 0x811c9dc5) >>> 0
  for (let i = 0; i < writer.length; i++) hash = Math.imul(hash ^ writer.charCodeAt(i), 0x01000193) >>> 0
  return { version: version + 1, checksum: Math.imul(hash ^ (version + 1), 0x01000193) >>> 0 }
}

/** A `Resource` that shares its heap. */
export class PlacedResource {
  /** MakeResident calls on it that no Evict has undone; its heap counts those of all that is placed in it (RS-01) */
  references = 0
  /** the last reference of the object is gone: a descriptor that still names it is stale (DF-10) */
  released = false
  contents: Contents = { version: 0, checksum: 0 }
  /** index in RESIDENCY_PRIORITIES; its heap has the highest of all that is placed in it (RS-10) */
  priority = NORMAL_PRIORITY

  /** @param offset bytes from the start of the heap @param size bytes */
  constructor(
    readonly heap: PlacedHeap,
    readonly offset: number,
    readonly name: string,
    readonly size: number,
  ) {}

  get handle(): HeapHandle {
    return this.heap.handle
  }
}

/** ID3D12Resource::Map of memory that the CPU sees: good for as long as the resource is (DF-15). */
export class Mapping {
  constructor(readonly resource: PlacedResource) {}

  /** It leads to memory that was given back (DF-15). */
  get isStale(): boolean {
    return this.resource.released
  }

  /** The CPU writes. @returns false through a pointer to memory that was given back */
  write(writer: string): boolean {
    if (this.isStale) return false
    this.resource.contents = written(this.resource.contents, writer)
    return true
  }
}
