/** Evictable allocations of one segment group, a list for each residency priority (RS-10). */
import { RESIDENCY_PRIORITIES } from '../../../preload/contract/names'
import { IntrusiveList, type ListLinks } from '../../sim/intrusive-list'
import type { AllocationHandle } from './allocation-table'

export class EvictableLists {
  private readonly lists: readonly IntrusiveList[]

  /**
   * @param links shared with the other residency lists: an allocation is in one at most
   * @param turnOf rises with each allocation that becomes evictable
   */
  constructor(
    links: ListLinks,
    private readonly priorityOf: (handle: AllocationHandle) => number,
    private readonly turnOf: (handle: AllocationHandle) => number,
  ) {
    this.lists = RESIDENCY_PRIORITIES.map(() => new IntrusiveList(links))
  }

  /** How many allocations are evictable. */
  get size(): number {
    let total = 0
    for (const list of this.lists) total += list.size
    return total
  }

  has(handle: AllocationHandle): boolean {
    return this.list(handle).has(handle)
  }

  pushBack(handle: AllocationHandle): void {
    this.list(handle).pushBack(handle)
  }

  /**
   * As `pushBack` of each, all of which are of one priority and in another list, which they leave.
   * @param from index of the first @param to index behind the last
   */
  takeAllFrom(list: IntrusiveList, handles: Int32Array, from: number, to: number): void {
    if (from < to) list.moveAllTo(this.list(handles[from] as AllocationHandle), handles, from, to)
  }

  /** By its turn among those of its priority; costs what stands before it or behind it, whichever is less. */
  insert(handle: AllocationHandle): void {
    const list = this.list(handle)
    const turn = this.turnOf(handle)
    let [first, last] = [list.first, list.last]
    while (last >= 0 && this.turnOf(last) > turn) {
      if (this.turnOf(first) > turn) {
        last = list.before(first)
        break
      }
      first = list.after(first)
      last = list.before(last)
    }
    list.insertAfter(last, handle)
  }

  /** @returns false when it was not evictable */
  remove(handle: AllocationHandle): boolean {
    return this.list(handle).remove(handle)
  }

  /** Lowest priority first, least recently evictable first within one. */
  *[Symbol.iterator](): Generator<AllocationHandle> {
    for (const list of this.lists) if (list.size > 0) yield* list
  }

  private list(handle: AllocationHandle): IntrusiveList {
    return this.lists[this.priorityOf(handle)] as IntrusiveList
  }
}
