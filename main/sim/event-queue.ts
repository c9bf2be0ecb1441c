/**
 * Pending events in order of (time, sequence): events of equal time run in the order in which they were pushed.
 * A 4-ary heap of times in which four siblings share a line of the processor's cache, so that with many events pending few
 * lines are touched. What is cancelled stays in it until its turn comes, or until it is half of all.
 */

export type EventCallback = () => void

/** Names one pending event; stale handles are recognised and never hit another event. */
export type EventHandle = number & { readonly __event: unique symbol }

/** A handle is slot + sequence × SLOTS, below 2⁵³ so that it stays exact: the sequence comes round after that. */
const SLOTS = 2 ** 24
const SEQUENCES = 2 ** 29

/** place of the first event: the children of a place p are 4 × (p - 2) to 4 × (p - 2) + 3 */
const TOP = 3
/** cancelled events that stay, however few are pending */
const FEW = 64

export class EventQueue {
  /** time of the event popped last, µs */
  poppedTime = 0
  /** tag of the event popped last */
  poppedTag = 0

  /** of the heap: place of the last event + 1 */
  private end = TOP
  /** that are in the heap still; never at its top */
  private cancelled = 0
  private nextSequence = 0
  // the heap, by place
  private times: Float64Array
  private slots: Int32Array
  /** by slot: sequence and tag */
  private marks: Float64Array
  /** by slot; null: free, or cancelled */
  private readonly callbacks: (EventCallback | null)[] = []
  private freeSlots: Int32Array
  private free = 0

  /** @param capacity events for which there is room at first; it grows. Most systems that are built have few pending at once. */
  constructor(private capacity = 64) {
    this.times = new Float64Array(TOP + capacity)
    this.slots = new Int32Array(TOP + capacity)
    this.marks = new Float64Array(2 * capacity)
    this.freeSlots = new Int32Array(capacity)
  }

  /** How many events are pending. */
  get size(): number {
    return this.end - TOP - this.cancelled
  }

  /** Time of the next event in µs, Infinity when there is none. */
  get nextTime(): number {
    return this.end === TOP ? Number.POSITIVE_INFINITY : (this.times[TOP] as number)
  }

  /**
   * @param time µs
   * @param tag 53 bits that travel with the event (the simulation keeps the causing command there)
   */
  push(time: number, callback: EventCallback, tag = 0): EventHandle {
    if (this.end === TOP + this.capacity) this.grow()
    const { times, slots, marks, callbacks } = this
    const slot = this.free > 0 ? (this.freeSlots[--this.free] as number) : callbacks.length
    const sequence = this.nextSequence++
    callbacks[slot] = callback
    marks[2 * slot] = sequence
    marks[2 * slot + 1] = tag
    let place = this.end++
    // the newest comes after all of its time
    while (place > TOP) {
      const parent = (place >> 2) + 2
      const parentTime = times[parent] as number
      if (time >= parentTime) break
      times[place] = parentTime
      slots[place] = slots[parent] as number
      place = parent
    }
    times[place] = time
    slots[place] = slot
    return ((sequence % SEQUENCES) * SLOTS + slot) as EventHandle
  }

  /** Removes the next event and returns its callback; undefined when there is none. */
  pop(): EventCallback | undefined {
    if (this.end === TOP) return undefined
    const slot = this.slots[TOP] as number
    const callback = this.callbacks[slot] as EventCallback
    this.poppedTime = this.times[TOP] as number
    this.poppedTag = this.marks[2 * slot + 1] as number
    this.removeTop(slot)
    if (this.cancelled > 0) this.dropCancelled()
    return callback
  }

  /** @returns false when that event has run or was cancelled already */
  cancel(handle: EventHandle): boolean {
    const slot = handle % SLOTS
    if (slot >= this.callbacks.length || this.callbacks[slot] === null) return false
    if ((this.marks[2 * slot] as number) % SEQUENCES !== Math.floor(handle / SLOTS)) return false
    this.callbacks[slot] = null
    this.cancelled++
    this.dropCancelled()
    return true
  }

  /** What is cancelled and has come to the top; and all of it, where it is half of what there is. */
  private dropCancelled(): void {
    while (this.end > TOP) {
      const slot = this.slots[TOP] as number
      if (this.callbacks[slot] !== null) break
      this.cancelled--
      this.removeTop(slot)
    }
    if (this.cancelled > FEW && this.cancelled > this.size) this.sweep()
  }

  /** Takes all that is cancelled out of the heap. */
  private sweep(): void {
    const { times, slots, callbacks, freeSlots } = this
    let end = TOP
    for (let place = TOP; place < this.end; place++) {
      const slot = slots[place] as number
      if (callbacks[slot] === null) freeSlots[this.free++] = slot
      else {
        times[end] = times[place] as number
        slots[end++] = slot
      }
    }
    this.end = end
    this.cancelled = 0
    for (let place = (end >> 2) + 2; place >= TOP; place--)
      if (place < end) this.siftDown(place, times[place] as number, slots[place] as number)
  }

  /** @param slot of the event there, free from now on */
  private removeTop(slot: number): void {
    this.callbacks[slot] = null
    this.freeSlots[this.free++] = slot
    const last = --this.end
    if (last > TOP) this.siftDown(TOP, this.times[last] as number, this.slots[last] as number)
  }

  /**
   * Puts the event in at `start` or below, moving earlier ones up. Written out, with the columns as locals: this is where a
   * simulation spends its time, and calls cost a tenth of it.
   */
  private siftDown(start: number, time: number, slot: number): void {
    const { times, slots, marks, end } = this
    let place = start
    for (;;) {
      const first = (place - 2) << 2
      if (first >= end) break
      let best = first
      let bestTime = times[first] as number
      if (first + 3 < end) {
        const second = times[first + 1] as number
        if (second < bestTime || (second === bestTime && isBefore(marks, slots, first + 1, best))) {
          best = first + 1
          bestTime = second
        }
        const third = times[first + 2] as number
        if (third < bestTime || (third === bestTime && isBefore(marks, slots, first + 2, best))) {
          best = first + 2
          bestTime = third
        }
        const fourth = times[first + 3] as number
        if (fourth < bestTime || (fourth === bestTime && isBefore(marks, slots, first + 3, best))) {
          best = first + 3
          bestTime = fourth
        }
      } else
        for (let child = first + 1; child < end; child++) {
          const childTime = times[child] as number
          if (childTime > bestTime || (childTime === bestTime && isBefore(marks, slots, best, child))) continue
          best = child
          bestTime = childTime
        }
      if (
        time < bestTime ||
        (time === bestTime && (marks[2 * slot] as number) < (marks[2 * (slots[best] as number)] as number))
      )
        break
      times[place] = bestTime
      slots[place] = slots[best] as number
      place = best
    }
    times[place] = time
    slots[place] = slot
  }

  private grow(): void {
    this.capacity *= 2
    this.times = grown(Float64Array, this.times, TOP + this.capacity)
    this.slots = grown(Int32Array, this.slots, TOP + this.capacity)
    this.marks = grown(Float64Array, this.marks, 2 * this.capacity)
    this.freeSlots = grown(Int32Array, this.freeSlots, this.capacity)
  }
}

/** Of two places with events of one time the first was pushed first. */
function isBefore(marks: Float64Array, slots: Int32Array, a: number, b: number): boolean {
  return (marks[2 * (slots[a] as number)] as number) < (marks[2 * (slots[b] as number)] as number)
}

/** A copy of `array` with room for `capacity` elements; the new ones are 0. */
export function grown<T extends Float64Array | Int32Array | Uint32Array | Uint8Array>(
  kind: new (length: number) => T,
  array: T,
  capacity: number,
): T {
  const copy = new kind(capacity)
  copy.set(array)
  return copy
}
