/**
 * The records of a block's ranges, in one buffer: 32 bytes each, offset and size as doubles, then four 32-bit words: the
 * physical neighbours, and two of the algorithm's own. Nothing else is allocated per range. Record 0 stands for both
 * ends of the block, always taken, so that the first and the last range have neighbours too.
 */
import { type Handle, NONE } from './block-metadata'

export const END = 0
/** places of a record's fields: doubles from record × 4, words from record × 8 */
export const SIZE = 1
/**
 * Physical neighbours: the record × 2, and 1 if that range is free. So an allocation knows from its own record with what
 * it joins when it is freed, and the neighbours, far away in memory for all one knows, are read only then.
 */
export const PREVIOUS = 4
export const NEXT = 5
/** of a free range: its neighbour in its bin; of an allocation: the user's number; of a vacant record: the next one */
export const PREVIOUS_FREE = 6
/** of a free range: its neighbour in its bin, END for none; otherwise one of the marks */
export const NEXT_FREE = 7

/** Marks in NEXT_FREE. */
export const TAKEN = -1
const VACANT = -2

const RECORD_BYTES = 32
const FIRST_CAPACITY = 16
/** records from which on the buffer grows by a quarter, not to twice: at 32 bytes each, what is unused counts */
const MUCH = 1 << 14

export abstract class RangeRecords {
  protected doubles = new Float64Array(0)
  protected words = new Int32Array(0)
  private capacity = 0
  /** records that were ever used, END included */
  private top = 1
  private vacant = END

  /** @param size of the range, in bytes or any other unit, at least 1 */
  constructor(readonly size: number) {
    if (!Number.isSafeInteger(size) || size <= 0)
      throw new RangeError(`a block has a whole number of units above 0, found ${size}`)
    this.resetRecords()
  }

  offsetOf(handle: Handle): number {
    this.requireAllocation(handle)
    return this.doubles[handle * 4] as number
  }

  sizeOf(handle: Handle): number {
    this.requireAllocation(handle)
    return this.doubles[handle * 4 + SIZE] as number
  }

  userDataOf(handle: Handle): number {
    this.requireAllocation(handle)
    return this.words[handle * 8 + PREVIOUS_FREE] as number
  }

  setUserData(handle: Handle, userData: number): void {
    this.requireAllocation(handle)
    this.words[handle * 8 + PREVIOUS_FREE] = userData
  }

  /** More records are reserved than a short use takes: worth giving back when all are vacant. */
  protected get large(): boolean {
    return this.capacity > MUCH
  }

  protected get recordBytes(): number {
    return this.words.byteLength
  }

  protected before(range: number): number {
    return (this.words[range * 8 + PREVIOUS] as number) >> 1
  }

  protected after(range: number): number {
    return (this.words[range * 8 + NEXT] as number) >> 1
  }

  /** A record that the neighbours name no longer. */
  protected vacate(record: number): void {
    this.words[record * 8 + NEXT_FREE] = VACANT
    this.words[record * 8 + PREVIOUS_FREE] = this.vacant
    this.vacant = record
  }

  /** Only END is left, and room for a few. */
  protected resetRecords(): void {
    this.words = new Int32Array(0)
    this.grow(FIRST_CAPACITY)
    this.top = 1
    this.vacant = END
    this.words[NEXT_FREE] = TAKEN
  }

  protected requireAllocation(handle: Handle): void {
    if (handle <= END || handle >= this.top || this.words[handle * 8 + NEXT_FREE] !== TAKEN)
      throw new RangeError(`${handle} is no allocation of this block: it was freed before, or never made`)
  }

  /** Its contents are the caller's; `words` and `doubles` may be others afterwards. */
  protected newRecord(): number {
    const record = this.vacant
    if (record !== END) {
      this.vacant = this.words[record * 8 + PREVIOUS_FREE] as number
      return record
    }
    if (this.top === this.capacity)
      this.grow(this.capacity + (this.capacity < MUCH ? this.capacity : this.capacity >> 2))
    return this.top++
  }

  private grow(capacity: number): void {
    const words = new Int32Array((capacity * RECORD_BYTES) / Int32Array.BYTES_PER_ELEMENT)
    words.set(this.words)
    this.words = words
    this.doubles = new Float64Array(words.buffer)
    this.capacity = capacity
  }
}

/** Handles are above END; NONE is what an interface knows. */
export function handleOrNone(record: number): Handle {
  return record === END ? NONE : record
}

/** @param alignment a power of two */
export function alignUp(offset: number, alignment: number): number {
  // bit operations see the lowest 32 bits of any whole number, and spare a division
  if (alignment > MOST_BITS) return Math.ceil(offset / alignment) * alignment
  const beyond = offset & (alignment - 1)
  return beyond === 0 ? offset : offset + alignment - beyond
}

const MOST_BITS = 2 ** 30
