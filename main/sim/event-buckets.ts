/**
 * Events that are due later, hardly sorted: a radix heap. An event's bucket is the highest digit in which its time differs
 * from one before all of them, and what that digit is. So events of one time always share a bucket, in the order in which
 * they came, and the first bucket that is not empty has the earliest. When its turn comes its events are handed out in
 * order, if they are few; otherwise each goes to the bucket of a lower digit first. All of that reads and writes memory in
 * sequence, so that with many events pending little waits for the memory.
 */
import { grown } from './grown'

// Powers of two are shifts here: what ** gives the engine keeps as a double, and every bit operation on it takes longer.

/** bits of a digit: a word has a bit for each value that it can have */
const DIGIT = 5
const VALUES = 1 << DIGIT
/** of times up to 2^53 */
const DIGITS = 11
/** by digit: µs of a bucket */
const WIDTHS = Float64Array.from({ length: DIGITS }, (_, digit) => 2 ** (DIGIT * digit))
/** digits that bit operations see at once; the others are those of a second number */
const LOW_DIGITS = 6
const LOW_TIMES = 1 << (DIGIT * LOW_DIGITS)

/** Entries of a chunk, 2^3. A bucket is a list of chunks, of which the first may begin late and the last end early. */
const CHUNK_BITS = 3
const CHUNK = 1 << CHUNK_BITS
const IN_CHUNK = CHUNK - 1
const FIRST_CHUNKS = 16
/** events that are handed out at once, at most */
const MOST = 16

export class EventBuckets {
  /** events in it */
  size = 0
  /** µs; after `take`: what is left is due then at the earliest */
  horizon = Number.POSITIVE_INFINITY

  /** µs, before all that is in it: what comes before it sends all to other buckets */
  base = 0
  /** its digits, and the end of the times that share the high ones with it */
  private low = 0
  private high = 0
  private lowEnd = LOW_TIMES

  // by bucket: the place of the first entry, that after the last one (0: it is empty), and how many there are
  private readonly starts = new Int32Array(DIGITS * VALUES)
  private readonly ends = new Int32Array(DIGITS * VALUES)
  private readonly counts = new Int32Array(DIGITS * VALUES)
  /** by digit: a bit for each of its buckets that is not empty */
  private readonly maps = new Int32Array(DIGITS)
  /** a bit for each digit that has such a bucket */
  private digits = 0

  // the entries, by place
  private times = new Float64Array(FIRST_CHUNKS * CHUNK)
  private slots = new Int32Array(FIRST_CHUNKS * CHUNK)
  /** by chunk: the next one of its bucket, or of the free ones */
  private following = new Int32Array(FIRST_CHUNKS)
  private freeChunk = 0
  /** chunks that were ever used; no bucket has chunk 0, so that no place is 0 */
  private topChunk = 1

  /** @param time whole µs, not before the horizon @param slot index that the event is known by */
  append(time: number, slot: number): void {
    this.size++
    this.put(time, slot)
  }

  /**
   * Puts an event before all that are in it, also before those of its own time.
   * @param time whole µs
   * @param slot index that the event is known by
   * @param least µs, not after `time`: before it hardly anything will be put in here
   */
  prepend(time: number, slot: number, least: number): void {
    if (time < this.base) this.goBackTo(least)
    const bucket = this.bucketOf(time)
    let place = this.starts[bucket] as number
    if ((place & IN_CHUNK) === 0) {
      const chunk = this.newChunk()
      this.following[chunk] = place >> CHUNK_BITS
      const end = (chunk + 1) * CHUNK
      if (place === 0) {
        this.begin(bucket, end)
        this.ends[bucket] = end
      }
      place = end
    }
    place--
    this.times[place] = time
    this.slots[place] = slot
    this.starts[bucket] = place
    this.counts[bucket] = (this.counts[bucket] as number) + 1
    this.size++
  }

  /**
   * Hands out the earliest events, the last of them first, and says from when on the others are due: see `horizon`.
   * @param times, slots where they are written, from 0 on: room for 16
   * @returns how many
   */
  take(times: Float64Array, slots: Int32Array): number {
    while (this.digits !== 0) {
      const digit = lowestBit(this.digits)
      const bucket = digit * VALUES + lowestBit(this.maps[digit] as number)
      // those of the lowest digit are of one time, and so in order however many they are
      if (digit > 0 && (this.counts[bucket] as number) > MOST) this.deal(bucket, digit)
      else return this.takeFrom(bucket, digit, times, slots)
    }
    this.horizon = Number.POSITIVE_INFINITY
    return 0
  }

  /** Takes all events out of which `isGone` says so; it is asked once for each. */
  sweep(isGone: (slot: number) => boolean): void {
    for (let bucket = 0; bucket < DIGITS * VALUES; bucket++)
      if (this.ends[bucket] !== 0) this.distribute(bucket, isGone)
  }

  private takeFrom(bucket: number, digit: number, times: Float64Array, slots: Int32Array): number {
    const count = Math.min(this.counts[bucket] as number, MOST)
    const isAll = count === this.counts[bucket]
    const width = WIDTHS[digit] as number
    const { times: from, slots: slotsFrom } = this
    let place = this.starts[bucket] as number
    const first = from[place] as number
    for (let taken = 0; taken < count; taken++) {
      const time = from[place] as number
      let to = taken
      while (to > 0 && (times[to - 1] as number) <= time) {
        times[to] = times[to - 1] as number
        slots[to] = slots[to - 1] as number
        to--
      }
      times[to] = time
      slots[to] = slotsFrom[place] as number
      place = this.leave(place, taken + 1 === count && isAll)
    }
    this.size -= count
    if (isAll) {
      this.empty(bucket)
      this.horizon = this.size === 0 ? Number.POSITIVE_INFINITY : Math.floor(first / width) * width + width
    } else {
      this.starts[bucket] = place
      this.counts[bucket] = (this.counts[bucket] as number) - count
      this.horizon = first
    }
    return count
  }

  /** To the buckets of lower digits. */
  private deal(bucket: number, digit: number): void {
    const width = WIDTHS[digit] as number
    this.moveTo(Math.floor((this.times[this.starts[bucket] as number] as number) / width) * width)
    this.distribute(bucket, null)
  }

  /** Empties a bucket, and puts what was in it where it belongs now, but for what is gone. */
  private distribute(bucket: number, isGone: ((slot: number) => boolean) | null): void {
    let place = this.starts[bucket] as number
    const count = this.counts[bucket] as number
    this.empty(bucket)
    for (let left = count - 1; left >= 0; left--) {
      const time = this.times[place] as number
      const slot = this.slots[place] as number
      place = this.leave(place, left === 0)
      if (isGone === null || !isGone(slot)) this.put(time, slot)
      else this.size--
    }
  }

  /** Makes an earlier time the one from which times differ: lower digits may then be the same for too many. */
  private goBackTo(time: number): void {
    this.moveTo(time)
    for (let digit = 0; digit < DIGITS; digit++)
      for (let map = this.maps[digit] as number; map !== 0; map &= map - 1) {
        const bucket = digit * VALUES + lowestBit(map)
        if (this.bucketOf(this.times[this.starts[bucket] as number] as number) !== bucket) this.distribute(bucket, null)
      }
  }

  private put(time: number, slot: number): void {
    const bucket = this.bucketOf(time)
    let place = this.ends[bucket] as number
    if ((place & IN_CHUNK) === 0) {
      const chunk = this.newChunk()
      if (place === 0) this.begin(bucket, chunk * CHUNK)
      else this.following[(place - 1) >> CHUNK_BITS] = chunk
      place = chunk * CHUNK
    }
    this.times[place] = time
    this.slots[place] = slot
    this.ends[bucket] = place + 1
    this.counts[bucket] = (this.counts[bucket] as number) + 1
  }

  private moveTo(time: number): void {
    this.base = time
    this.high = Math.floor(time / LOW_TIMES)
    this.low = time - this.high * LOW_TIMES
    this.lowEnd = (this.high + 1) * LOW_TIMES
  }

  private bucketOf(time: number): number {
    if (time >= this.lowEnd) return this.highBucketOf(time)
    const low = time & (LOW_TIMES - 1)
    const digit = highestDigit(low ^ this.low)
    return digit * VALUES + ((low >> (digit * DIGIT)) & (VALUES - 1))
  }

  private highBucketOf(time: number): number {
    const high = Math.floor(time / LOW_TIMES)
    const digit = highestDigit(high ^ this.high)
    return (LOW_DIGITS + digit) * VALUES + ((high >> (digit * DIGIT)) & (VALUES - 1))
  }

  /** Of a bucket that was empty. */
  private begin(bucket: number, place: number): void {
    const digit = bucket >> DIGIT
    this.starts[bucket] = place
    this.maps[digit] = (this.maps[digit] as number) | (1 << (bucket & (VALUES - 1)))
    this.digits |= 1 << digit
  }

  private empty(bucket: number): void {
    const digit = bucket >> DIGIT
    this.starts[bucket] = 0
    this.ends[bucket] = 0
    this.counts[bucket] = 0
    const left = (this.maps[digit] as number) & ~(1 << (bucket & (VALUES - 1)))
    this.maps[digit] = left
    if (left === 0) this.digits &= ~(1 << digit)
  }

  private newChunk(): number {
    const chunk = this.freeChunk
    if (chunk !== 0) {
      this.freeChunk = this.following[chunk] as number
      return chunk
    }
    if (this.topChunk === this.following.length) this.grow()
    return this.topChunk++
  }

  /** An entry is done with, and so is its chunk after the last one there. @returns the place of the next one of the bucket */
  private leave(place: number, isLast: boolean): number {
    const next = place + 1
    if ((next & IN_CHUNK) !== 0 && !isLast) return next
    const chunk = place >> CHUNK_BITS
    const following = (this.following[chunk] as number) * CHUNK
    this.following[chunk] = this.freeChunk
    this.freeChunk = chunk
    return following
  }

  private grow(): void {
    const chunks = 2 * this.following.length
    this.following = grown(Int32Array, this.following, chunks)
    this.times = grown(Float64Array, this.times, chunks * CHUNK)
    this.slots = grown(Int32Array, this.slots, chunks * CHUNK)
  }
}

/** Of a number below 2^30: the digit of its highest bit, 0 for 0. */
function highestDigit(number: number): number {
  // a fifth of the bit's number; a division would cost more than all of the rest
  return ((31 - Math.clz32(number | 1)) * 13) >> 6
}

function lowestBit(word: number): number {
  return 31 - Math.clz32(word & -word)
}
