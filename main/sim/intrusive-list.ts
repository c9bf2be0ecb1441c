/**
 * Doubly linked lists of small integers (handles) threaded through typed arrays: O(1) insertion and removal, no
 * garbage, and a walk costs what it visits. Used wherever "least recently …" matters.
 */
import { grown } from './grown'

/** of elements, in some order */
type Handles = Int32Array | readonly number[]

const NONE = -1
/** `owners` of what is in no list */
const NOBODY = 0

/**
 * The links of every handle. Lists of which a handle is in one at most share them, so that a handle has one pair of
 * links however many such lists there are.
 */
export class ListLinks {
  previous = new Int32Array(64)
  next = new Int32Array(64)
  /** the list that a handle is in, by its number */
  owners = new Uint8Array(64)
  private lists = 0

  /**
   * @returns the number of one more list that shares these links, from 1
   * @throws RangeError when 255 share them already, which no program here comes near
   */
  join(): number {
    if (this.lists === 255) throw new RangeError('255 lists share these links already; owners are bytes')
    return ++this.lists
  }

  reserve(handle: number): void {
    const capacity = this.previous.length
    if (handle < capacity) return
    const wanted = Math.max(capacity * 2, handle + 1)
    this.previous = grown(Int32Array, this.previous, wanted)
    this.next = grown(Int32Array, this.next, wanted)
    this.owners = grown(Uint8Array, this.owners, wanted)
  }
}

export class IntrusiveList {
  private readonly number: number
  private head = NONE
  private tail = NONE
  private length = 0

  /** @param links shared with the lists that a handle leaves before it enters this one; none: its own */
  constructor(private readonly links = new ListLinks()) {
    this.number = links.join()
  }

  /** How many handles are in it. */
  get size(): number {
    return this.length
  }

  /** Handle of the oldest element, -1 when empty. */
  get first(): number {
    return this.head
  }

  /** Handle of the newest element, -1 when empty. */
  get last(): number {
    return this.tail
  }

  has(handle: number): boolean {
    return this.links.owners[handle] === this.number
  }

  /** The element after `handle`, -1 at the end. */
  after(handle: number): number {
    return this.links.next[handle] as number
  }

  /** The handle before `handle`, -1 at the front. */
  before(handle: number): number {
    return this.links.previous[handle] as number
  }

  /** Appends; a handle that is in the list already moves to the end. */
  pushBack(handle: number): void {
    if (handle === this.tail) return
    this.remove(handle)
    this.link(handle, this.tail, NONE)
  }

  /** As `pushBack` of each, in order; those that stand one after another in that order already move as one. */
  pushAllBack(handles: readonly number[]): void {
    if (this.areInARow(handles)) this.moveBack(handles[0] as number, handles.at(-1) as number)
    else for (let i = 0; i < handles.length; i++) this.pushBack(handles[i] as number)
  }

  private areInARow(handles: readonly number[]): boolean {
    if (handles.length < 2 || !this.has(handles[0] as number)) return false
    const { next } = this.links
    for (let i = 1; i < handles.length; i++) if (next[handles[i - 1] as number] !== handles[i]) return false
    return true
  }

  /** From one to another that stands behind it. */
  private moveBack(first: number, last: number): void {
    const { previous, next } = this.links
    const before = previous[first] as number
    const after = next[last] as number
    if (after === NONE) return
    if (before === NONE) this.head = after
    else next[before] = after
    previous[after] = before
    next[this.tail] = first
    previous[first] = this.tail
    next[last] = NONE
    this.tail = last
  }

  /** Inserts behind the handle `place` (-1: at the front); a handle that is in the list already moves. */
  insertAfter(place: number, handle: number): void {
    this.remove(handle)
    this.link(handle, place, place === NONE ? this.head : this.after(place))
  }

  /** @returns false when it was not in the list */
  remove(handle: number): boolean {
    if (!this.has(handle)) return false
    this.cut(handle, handle, 1)
    this.links.owners[handle] = NOBODY
    return true
  }

  /**
   * As `remove` of each, all of which are in it; those that stand one after another in that order go as one.
   * @param from index of the first @param to index behind the last
   */
  removeAll(handles: Handles, from: number, to: number): void {
    for (let i = from; i < to; ) {
      const end = this.giveRow(handles, i, to, NOBODY)
      this.cut(handles[i] as number, handles[end - 1] as number, end - i)
      i = end
    }
  }

  /**
   * As `remove` of each, all of which are in it, and `pushBack` of it to another list, which shares the links.
   * @param from index of the first @param to index behind the last
   */
  moveAllTo(other: IntrusiveList, handles: Handles, from: number, to: number): void {
    const { previous, next } = this.links
    for (let i = from; i < to; ) {
      const end = this.giveRow(handles, i, to, other.number)
      const first = handles[i] as number
      const last = handles[end - 1] as number
      this.cut(first, last, end - i)
      previous[first] = other.tail
      next[last] = NONE
      if (other.tail === NONE) other.head = first
      else next[other.tail] = first
      other.tail = last
      other.length += end - i
      i = end
    }
  }

  /**
   * Those that stand one after another in this order, beginning with that at `from`, have another owner.
   * @returns index behind the last of them
   */
  private giveRow(handles: Handles, from: number, to: number, owner: number): number {
    const { next, owners } = this.links
    let handle = handles[from] as number
    owners[handle] = owner
    let i = from + 1
    for (; i < to && next[handle] === handles[i]; i++) {
      handle = handles[i] as number
      owners[handle] = owner
    }
    return i
  }

  /** Those between two, and these, are linked to each other alone from now on. @param count how many that is */
  private cut(first: number, last: number, count: number): void {
    const { previous, next } = this.links
    const before = previous[first] as number
    const after = next[last] as number
    if (before === NONE) this.head = after
    else next[before] = after
    if (after === NONE) this.tail = before
    else previous[after] = before
    this.length -= count
  }

  /** Handles, oldest first. The current element may be removed while walking. */
  *[Symbol.iterator](): Generator<number> {
    let handle = this.head
    while (handle !== NONE) {
      const next = this.after(handle)
      yield handle
      handle = next
    }
  }

  private link(handle: number, before: number, after: number): void {
    this.links.reserve(handle)
    const { previous, next, owners } = this.links
    if (owners[handle] !== NOBODY)
      throw new Error(`${handle} is in list ${owners[handle]}; it has to leave it before it enters list ${this.number}`)
    owners[handle] = this.number
    previous[handle] = before
    next[handle] = after
    if (before === NONE) this.head = handle
    else next[before] = handle
    if (after === NONE) this.tail = handle
    else previous[after] = handle
    this.length++
  }
}
