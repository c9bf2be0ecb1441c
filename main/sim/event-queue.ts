/**
 * Pending events in order of (time, sequence): events of equal time run in the order in which they were pushed.
 * The next ones, a few dozen at most, are a sorted array; most systems have no more. Where there are, what is due later is in
 * buckets, and comes to the array when its turn comes. What is cancelled stays until then, or until one more is cancelled
 * and more than half of all are.
 */
import type { Then } from './continuation'
import { EventBuckets } from './event-buckets'
import { grown } from './grown'

export type EventCallback = Then

/** Names one pending event; stale handles are recognised and never hit another event. */
export type EventHandle = number & { readonly __event: unique symbol }

/** A handle is slot + sequence × SLOTS, below 2⁵³ so that it stays exact: the sequence comes round after that. */
const SLOTS = 1 << 24
const SLOT = SLOTS - 1
const SEQUENCES = 1 << 29

/** events of the sorted array, and how many of them are put off when there is one more */
const MOST_SOON = 64
const PUT_OFF = 32
/** of a burst before all that the buckets were made for: putting that off would sort them all anew */
const MOST_OF_BURST = 1024
/** cancelled events that stay, however few are pending */
const FEW = 64

export class EventQueue<Callback extends object = EventCallback> {
  /** time of the event popped last, µs */
  poppedTime = 0
  /** tag of the event popped last */
  poppedTag = 0

  private live = 0
  /** that have a slot still; never the next one of the sorted array */
  private cancelled = 0
  private nextSequence = 0

  // the sorted array: what is due before the horizon, the next one last
  private times = new Float64Array(MOST_SOON)
  private slots = new Int32Array(MOST_SOON)
  private soon = 0
  /** events that it takes before some are put off */
  private most = MOST_SOON
  /** µs; Infinity: nothing was put off, or all of it has come */
  private horizon = Number.POSITIVE_INFINITY
  /** what is due from the horizon on; null until there is any: most systems never have so many */
  private buckets: EventBuckets | null = null

  /** by slot: sequence and tag */
  private marks: Int32Array
  /** by slot; null: free, or cancelled */
  private readonly callbacks: (Callback | null)[] = []
  private freeSlots: Int32Array
  private free = 0

  /** @param capacity events for which there is room at first; it grows. Most systems that are built have few pending at once. */
  constructor(private capacity = 64) {
    this.marks = new Int32Array(2 * capacity)
    this.freeSlots = new Int32Array(capacity)
  }

  /** How many events are pending. */
  get size(): number {
    return this.live
  }

  /** Time of the next event in µs, Infinity when there is none. */
  get nextTime(): number {
    return this.soon > 0 || this.refill() ? (this.times[this.soon - 1] as number) : Number.POSITIVE_INFINITY
  }

  /**
   * @param time whole µs, 0 to 2^53
   * @param tag an ordinal below 2^31, travels with the event (the simulation keeps the causing command there)
   */
  push(time: number, callback: Callback, tag = 0): EventHandle {
    const slot = this.free > 0 ? (this.freeSlots[--this.free] as number) : this.callbacks.length
    if (slot === this.capacity) this.grow()
    const { marks } = this
    const sequence = this.nextSequence
    this.nextSequence = (sequence + 1) & (SEQUENCES - 1)
    this.callbacks[slot] = callback
    marks[2 * slot] = sequence
    marks[2 * slot + 1] = tag
    this.live++
    if (time < this.horizon) this.insert(time, slot)
    else (this.buckets as EventBuckets).append(time, slot)
    return (sequence * SLOTS + slot) as EventHandle
  }

  /** Removes the next event and returns its callback; undefined when there is none. */
  pop(): Callback | undefined {
    if (this.soon === 0 && !this.refill()) return undefined
    const place = --this.soon
    const slot = this.slots[place] as number
    const callback = this.callbacks[slot] as Callback
    this.poppedTime = this.times[place] as number
    this.poppedTag = this.marks[2 * slot + 1] as number
    this.callbacks[slot] = null
    this.freeSlots[this.free++] = slot
    this.live--
    if (this.cancelled > 0) this.dropCancelled()
    return callback
  }

  /** @returns false when that event has run or was cancelled already */
  cancel(handle: EventHandle): boolean {
    const slot = handle & SLOT
    if (slot >= this.callbacks.length || this.callbacks[slot] === null) return false
    if (this.marks[2 * slot] !== Math.floor(handle / SLOTS)) return false
    this.callbacks[slot] = null
    this.live--
    this.cancelled++
    if (this.cancelled > FEW && this.cancelled > this.live) this.sweep()
    else this.dropCancelled()
    return true
  }

  /** Into the sorted array, after those of its time. Most are due soon, so few have to make way. */
  private insert(time: number, slot: number): void {
    if (this.soon === this.most && !this.widen()) {
      this.putOff()
      if (time >= this.horizon) {
        this.buckets?.append(time, slot)
        return
      }
    }
    const { times, slots } = this
    let place = this.soon++
    while (place > 0) {
      const sooner = times[place - 1] as number
      if (sooner > time) break
      times[place] = sooner
      slots[place] = slots[place - 1] as number
      place--
    }
    times[place] = time
    slots[place] = slot
  }

  /** Takes more of a burst, until the sorted array is empty. @returns false: it has enough, or the buckets take them easily */
  private widen(): boolean {
    const { buckets, most, times } = this
    if (buckets === null || most === MOST_OF_BURST || (times[PUT_OFF - 1] as number) >= buckets.base) return false
    this.most = 2 * most
    if (times.length < this.most) {
      this.times = grown(Float64Array, times, this.most)
      this.slots = grown(Int32Array, this.slots, this.most)
    }
    return true
  }

  /** The later ones of the sorted array go to the buckets, the last of it first. */
  private putOff(): void {
    const { times, slots } = this
    this.buckets ??= new EventBuckets()
    const least = Math.min(this.poppedTime, times[this.soon - 1] as number)
    for (let place = 0; place < PUT_OFF; place++)
      this.buckets.prepend(times[place] as number, slots[place] as number, least)
    this.horizon = times[PUT_OFF - 1] as number
    times.copyWithin(0, PUT_OFF, this.soon)
    slots.copyWithin(0, PUT_OFF, this.soon)
    this.soon -= PUT_OFF
  }

  /** The sorted array is empty: gets the next events from the buckets. @returns false when there are none */
  private refill(): boolean {
    const { buckets } = this
    this.most = MOST_SOON
    if (buckets === null) return false
    do {
      this.soon = buckets.take(this.times, this.slots)
      this.horizon = buckets.horizon
      if (this.soon === 0) return false
      if (this.cancelled > 0) this.dropCancelled()
    } while (this.soon === 0)
    return true
  }

  /** What is cancelled and would be the next of the sorted array. */
  private dropCancelled(): void {
    while (this.soon > 0) {
      const slot = this.slots[this.soon - 1] as number
      if (this.callbacks[slot] !== null) return
      this.freeSlots[this.free++] = slot
      this.cancelled--
      this.soon--
    }
  }

  /** Takes all that is cancelled out. */
  private sweep(): void {
    const { times, slots } = this
    const isGone = (slot: number): boolean => {
      if (this.callbacks[slot] !== null) return false
      this.freeSlots[this.free++] = slot
      return true
    }
    let kept = 0
    for (let place = 0; place < this.soon; place++) {
      const slot = slots[place] as number
      if (isGone(slot)) continue
      times[kept] = times[place] as number
      slots[kept++] = slot
    }
    this.soon = kept
    this.buckets?.sweep(isGone)
    this.cancelled = 0
  }

  private grow(): void {
    this.capacity *= 2
    this.marks = grown(Int32Array, this.marks, 2 * this.capacity)
    this.freeSlots = grown(Int32Array, this.freeSlots, this.capacity)
  }
}
