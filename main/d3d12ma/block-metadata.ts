/**
 * What is taken and what is free in one block: a range of numbers from 0 to its size, of which allocations take parts.
 * Knows no heap and no resource; the TLSF and the linear algorithm implement it, and VirtualBlock is it with a shell
 * (DF-01, DF-02, DF-24).
 *
 * A handle is a small integer that names an allocation from `allocate` to `free` and is used again afterwards. Offsets
 * and sizes are whole numbers up to 2^53 − 1 (bytes, or any unit for a VirtualBlock).
 */

export type Handle = number

/** No allocation, no range. */
export const NONE = -1

/** Called for each range in the order of offsets; `handle` is NONE for a free one. */
export type RangeVisitor = (offset: number, size: number, handle: Handle) => void

export interface BlockMetadata {
  readonly size: number
  readonly freeBytes: number
  readonly allocationCount: number
  /** maximal free ranges: no two of them touch */
  readonly freeRangeCount: number
  /** bytes, or a VirtualBlock's own unit; 0 when full */
  readonly largestFreeRange: number

  /**
   * @param size bytes, or a VirtualBlock's own unit, > 0
   * @param alignment in the same unit, a power of two; the offset is a multiple of it
   * @param flags a strategy of ALLOCATION_FLAGS, UPPER_ADDRESS for linear ones [the algorithm's own balance]
   * @returns the allocation, NONE when no free range takes it
   */
  allocate(size: number, alignment: number, flags?: number): Handle

  /**
   * The lowest place that takes it, if it begins below `limit`: for moves to the front of the same block (DF-09). Takes
   * time in proportion to the free ranges that it passes. `size`, `alignment` and `limit` are in the same unit as for
   * `allocate`.
   */
  allocateBelow(size: number, alignment: number, limit: number): Handle

  /**
   * Exactly there: for dumps that are opened (DF-23). `offset` and `size` are in the same unit as for `allocate`.
   * @returns NONE when the range is not free as a whole
   */
  allocateAt(offset: number, size: number): Handle

  /** Gives it back and joins it with the free ranges beside it. Throws for what is no allocation. */
  free(handle: Handle): void
  /** Frees everything at once. */
  clear(): void

  /** Bytes, or a VirtualBlock's own unit. Throws for what is no allocation. */
  offsetOf(handle: Handle): number
  /** As offsetOf, in the same unit. */
  sizeOf(handle: Handle): number
  /** 32 bits of the user's, an index for instance [NONE]. Throws for what is no allocation. */
  userDataOf(handle: Handle): number
  /** @param userData 32 bits, signed */
  setUserData(handle: Handle, userData: number): void

  /** Allocations in the order of offsets; NONE after the last, and before the first. */
  firstAllocation(): Handle
  lastAllocation(): Handle
  nextAllocation(handle: Handle): Handle
  previousAllocation(handle: Handle): Handle
  /** Bytes, or a VirtualBlock's own unit, of the free range right before the allocation; 0: none. */
  freeBefore(handle: Handle): number
  /** As freeBefore, in the same unit, of the one right after it. */
  freeAfter(handle: Handle): number

  /** All ranges, taken and free, without a gap. Nothing may be allocated or freed meanwhile. */
  forEachRange(visit: RangeVisitor): void
  /** Whether an allocation of `size`, in the same unit as `alignment` and the block, would succeed; leaves all as it is. */
  fits(size: number, alignment: number): boolean
}
