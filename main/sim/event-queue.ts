/**
 * Pending events in order of (time, sequence): events of equal time run in the order in which they were pushed.
 * A 4-ary heap over typed arrays; each event knows its place in the heap, so cancelling is O(log n) and leaves nothing behind.
 */

export type EventCallback = () => void

/** Names one pending event; stale handles are recognised and never hit another event. */
export type EventHandle = number & { readonly __event: unique symbol }

const ARITY = 4
/** A handle is slot + generation × SLOTS, below 2⁵³ so that it stays exact: the generation comes round after that. */
const SLOTS = 2 ** 24
const GENERATION_MASK = 2 ** 29 - 1

export class EventQueue {
  /** time of the event popped last, µs */
  poppedTime = 0
  /** tag of the event popped last */
  poppedTag = 0

  private count = 0
  private nextSequence = 0
  // the heap, by place
  private times: Float64Array
  private sequences: Float64Array
  private slots: Int32Array
  // by slot
  private places: Int32Array
  private generations: Uint32Array
  private tags: Float64Array
  private readonly callbacks: (EventCallback | null)[] = []
  private readonly freeSlots: number[] = []

  constructor(capacity = 1024) {
    this.times = new Float64Array(capacity)
    this.sequences = new Float64Array(capacity)
    this.slots = new Int32Array(capacity)
    this.places = new Int32Array(capacity)
    this.generations = new Uint32Array(capacity)
    this.tags = new Float64Array(capacity)
  }

  get size(): number {
    return this.count
  }

  /** Time of the next event in µs, Infinity when there is none. */
  get nextTime(): number {
    return this.count === 0 ? Number.POSITIVE_INFINITY : (this.times[0] as number)
  }

  /**
   * @param time µs
   * @param tag travels with the event (the simulation keeps the causing command there)
   */
  push(time: number, callback: EventCallback, tag = 0): EventHandle {
    if (this.count === this.times.length) this.grow()
    const slot = this.freeSlots.pop() ?? this.callbacks.length
    this.callbacks[slot] = callback
    this.tags[slot] = tag
    this.siftUp(this.count++, time, this.nextSequence++, slot)
    return ((this.generations[slot] as number) * SLOTS + slot) as EventHandle
  }

  /** Removes the next event and returns its callback; undefined when there is none. */
  pop(): EventCallback | undefined {
    if (this.count === 0) return undefined
    const slot = this.slots[0] as number
    const callback = this.callbacks[slot] as EventCallback
    this.poppedTime = this.times[0] as number
    this.poppedTag = this.tags[slot] as number
    this.removeAt(0)
    this.release(slot)
    return callback
  }

  /** @returns false when that event has run or was cancelled already */
  cancel(handle: EventHandle): boolean {
    const slot = handle % SLOTS
    if (slot >= this.callbacks.length || this.callbacks[slot] === null) return false
    if (this.generations[slot] !== Math.floor(handle / SLOTS)) return false
    this.removeAt(this.places[slot] as number)
    this.release(slot)
    return true
  }

  private release(slot: number): void {
    this.callbacks[slot] = null
    this.generations[slot] = ((this.generations[slot] as number) + 1) & GENERATION_MASK
    this.freeSlots.push(slot)
  }

  private removeAt(place: number): void {
    const last = --this.count
    if (place === last) return
    const time = this.times[last] as number
    const sequence = this.sequences[last] as number
    const slot = this.slots[last] as number
    const parent = (place - 1) >> 2
    if (place > 0 && this.isBefore(time, sequence, parent)) this.siftUp(place, time, sequence, slot)
    else this.siftDown(place, time, sequence, slot)
  }

  private isBefore(time: number, sequence: number, place: number): boolean {
    const other = this.times[place] as number
    return time < other || (time === other && sequence < (this.sequences[place] as number))
  }

  /**
   * Puts the event in at `start` or above, moving later ones down. Written out, with the columns as locals, as in
   * siftDown: this is where a simulation spends its time, and calls cost a tenth of it.
   */
  private siftUp(start: number, time: number, sequence: number, slot: number): void {
    const { times, sequences, slots, places } = this
    let place = start
    while (place > 0) {
      const parent = (place - 1) >> 2
      const parentTime = times[parent] as number
      if (time > parentTime || (time === parentTime && sequence > (sequences[parent] as number))) break
      const moved = slots[parent] as number
      times[place] = parentTime
      sequences[place] = sequences[parent] as number
      slots[place] = moved
      places[moved] = place
      place = parent
    }
    times[place] = time
    sequences[place] = sequence
    slots[place] = slot
    places[slot] = place
  }

  /** Puts the event in at `start` or below, moving earlier ones up. */
  private siftDown(start: number, time: number, sequence: number, slot: number): void {
    const { times, sequences, slots, places, count } = this
    let place = start
    for (;;) {
      const first = place * ARITY + 1
      if (first >= count) break
      let best = first
      let bestTime = times[first] as number
      const end = first + ARITY < count ? first + ARITY : count
      for (let child = first + 1; child < end; child++) {
        const childTime = times[child] as number
        if (
          childTime < bestTime ||
          (childTime === bestTime && (sequences[child] as number) < (sequences[best] as number))
        ) {
          best = child
          bestTime = childTime
        }
      }
      if (time < bestTime || (time === bestTime && sequence < (sequences[best] as number))) break
      const moved = slots[best] as number
      times[place] = bestTime
      sequences[place] = sequences[best] as number
      slots[place] = moved
      places[moved] = place
      place = best
    }
    times[place] = time
    sequences[place] = sequence
    slots[place] = slot
    places[slot] = place
  }

  private grow(): void {
    const capacity = this.times.length * 2
    this.times = grown(Float64Array, this.times, capacity)
    this.sequences = grown(Float64Array, this.sequences, capacity)
    this.tags = grown(Float64Array, this.tags, capacity)
    this.slots = grown(Int32Array, this.slots, capacity)
    this.places = grown(Int32Array, this.places, capacity)
    this.generations = grown(Uint32Array, this.generations, capacity)
  }
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
