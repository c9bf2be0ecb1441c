/**
 * The records of a block's ranges, in one buffer: 32 bytes each, offset and size as doubles, then four 32-bit words: the
 * physical neighbours, and two of the algorithm's own. A record's number, and so an allocation's handle, is the place of
 * its first word. Nothing else is allocated per range. Record 0 stands for both ends of the block, always taken, so that
 * the first and the last range have neighbours too.
 */
import { type Handle, NONE } from './block-metadata'

export const END = 0
/** In a link to a physical neighbour: that range is free. Records are multiples of 8, so the lowest bits are there. */
export const FREE = 1
/** place of the size, after the offset: doubles are numbered half as high as words */
export const SIZE = 1
/**
 * Physical neighbours: the record, and the mark FREE if that range is free. So an allocation knows from its own record
 * with what it joins when it is freed, and the neighbours, far away in memory for all one knows, are read only then.
 */
export const PREVIOUS = 4
export const NEXT = 5
/**
 * Of a free range: the one before it in its bin, or ~bin, below 0, for the first; of an allocation: the user's number; of a
 * vacant record: the next one.
 */
export const PREVIOUS_FREE = 6
/** of a free range: the next one in its bin, END for none; otherwise one of the marks */
export const NEXT_FREE = 7

/** Marks in NEXT_FREE. */
export const TAKEN = -1
const VACANT = -2

/** words */
const RECORD = 8
const FIRST_CAPACITY = 16 * RECORD
/** words from which on the buffer grows by a quarter, not to twice: at 32 bytes each, what is unused counts */
const MUCH = RECORD << 14

export abstract class RangeRecords {
  protected doubles = new Float64Array(0)
  protected words = new Int32Array(0)
  /** words that were ever used, END included */
  private top = RECORD
  private vacant = END

  /** @param size of the range, in bytes or any other unit, at least 1 @throws RangeError for another size */
  constructor(readonly size: number) {
    if (!Number.isSafeInteger(size) || size <= 0)
      throw new RangeError(`a block has a whole number of units above 0, found ${size}`)
    this.resetRecords()
  }

  /** @see BlockMetadata.offsetOf */
  offsetOf(handle: Handle): number {
    this.requireAllocation(handle)
    return this.doubles[handle >> 1] as number
  }

  /** @see BlockMetadata.sizeOf */
  sizeOf(handle: Handle): number {
    this.requireAllocation(handle)
    return this.doubles[(handle >> 1) + SIZE] as number
  }

  /** @see BlockMetadata.userDataOf */
  userDataOf(handle: Handle): number {
    this.requireAllocation(handle)
    return this.words[handle + PREVIOUS_FREE] as number
  }

  /** @see BlockMetadata.setUserData */
  setUserData(handle: Handle, userData: number): void {
    this.requireAllocation(handle)
    this.words[handle + PREVIOUS_FREE] = userData
  }

  /** More records are reserved than a short use takes: worth giving back when all are vacant. */
  protected get large(): boolean {
    return this.words.length > MUCH
  }

  protected get recordBytes(): number {
    return this.words.byteLength
  }

  protected before(range: number): number {
    return (this.words[range + PREVIOUS] as number) & ~FREE
  }

  protected after(range: number): number {
    return (this.words[range + NEXT] as number) & ~FREE
  }

  /** A record that the neighbours name no longer. */
  protected vacate(record: number): void {
    this.words[record + NEXT_FREE] = VACANT
    this.words[record + PREVIOUS_FREE] = this.vacant
    this.vacant = record
  }

  /** Only END is left, and room for a few. */
  protected resetRecords(): void {
    this.words = new Int32Array(0)
    this.grow(FIRST_CAPACITY)
    this.top = RECORD
    this.vacant = END
    this.words[NEXT_FREE] = TAKEN
  }

  protected requireAllocation(handle: Handle): void {
    if (
      handle <= END ||
      handle >= this.top ||
      (handle & (RECORD - 1)) !== 0 ||
      this.words[handle + NEXT_FREE] !== TAKEN
    )
      throw new RangeError(`${handle} is no allocation of this block: it was freed before, or never made`)
  }

  /** Its contents are the caller's; `words` and `doubles` may be others afterwards. */
  protected newRecord(): number {
    const record = this.vacant
    if (record !== END) {
      this.vacant = this.words[record + PREVIOUS_FREE] as number
      return record
    }
    const added = this.top
    const { length } = this.words
    if (added === length) this.grow(length < MUCH ? length * 2 : length + RECORD * Math.floor(length / RECORD / 4))
    this.top = added + RECORD
    return added
  }

  /** @param length words */
  private grow(length: number): void {
    const words = new Int32Array(length)
    words.set(this.words)
    this.words = words
    this.doubles = new Float64Array(words.buffer)
  }
}

/** Handles are above END; NONE is what an interface knows. @param record index of its first word */
export function handleOrNone(record: number): Handle {
  return record === END ? NONE : record
}
