/**
 * A doubly linked list of small integers (handles) threaded through typed arrays: O(1) insertion and removal, no
 * garbage, and a walk costs what it visits. Used wherever "least recently …" matters.
 */
import { grown } from './event-queue'

const NONE = -1
const ABSENT = -2

export class IntrusiveList {
  private previous = new Int32Array(64).fill(ABSENT)
  private next = new Int32Array(64).fill(NONE)
  private head = NONE
  private tail = NONE
  private length = 0

  get size(): number {
    return this.length
  }

  /** The oldest element, -1 when empty. */
  get first(): number {
    return this.head
  }

  get last(): number {
    return this.tail
  }

  has(handle: number): boolean {
    return handle < this.previous.length && this.previous[handle] !== ABSENT
  }

  /** The element after `handle`, -1 at the end. */
  after(handle: number): number {
    return this.next[handle] as number
  }

  before(handle: number): number {
    return this.previous[handle] as number
  }

  /** Appends; a handle that is in the list already moves to the end. */
  pushBack(handle: number): void {
    this.remove(handle)
    this.reserve(handle)
    this.link(handle, this.tail, NONE)
  }

  /** Inserts behind `place` (-1: at the front); a handle that is in the list already moves. */
  insertAfter(place: number, handle: number): void {
    this.remove(handle)
    this.reserve(handle)
    this.link(handle, place, place === NONE ? this.head : (this.next[place] as number))
  }

  /** @returns false when it was not in the list */
  remove(handle: number): boolean {
    if (!this.has(handle)) return false
    const before = this.previous[handle] as number
    const after = this.next[handle] as number
    if (before === NONE) this.head = after
    else this.next[before] = after
    if (after === NONE) this.tail = before
    else this.previous[after] = before
    this.previous[handle] = ABSENT
    this.length--
    return true
  }

  /** Oldest first. The current element may be removed while walking. */
  *[Symbol.iterator](): Generator<number> {
    let handle = this.head
    while (handle !== NONE) {
      const next = this.next[handle] as number
      yield handle
      handle = next
    }
  }

  private link(handle: number, before: number, after: number): void {
    this.previous[handle] = before
    this.next[handle] = after
    if (before === NONE) this.head = handle
    else this.next[before] = handle
    if (after === NONE) this.tail = handle
    else this.previous[after] = handle
    this.length++
  }

  private reserve(handle: number): void {
    const capacity = this.previous.length
    if (handle < capacity) return
    const wanted = Math.max(capacity * 2, handle + 1)
    this.previous = grown(Int32Array, this.previous, wanted)
    this.previous.fill(ABSENT, capacity)
    this.next = grown(Int32Array, this.next, wanted)
  }
}
