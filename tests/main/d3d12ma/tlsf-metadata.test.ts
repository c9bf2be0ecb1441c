/** Which range the TLSF algorithm takes, and what is left of it, by hand; beside a naive model: block-metadata.test.ts. */
import { describe, expect, it } from 'vitest'
import { NONE } from '../../../main/d3d12ma/block-metadata'
import { AllocationFlag } from '../../../main/d3d12ma/definitions'
import { TlsfMetadata } from '../../../main/d3d12ma/tlsf-metadata'

const { STRATEGY_MIN_MEMORY, STRATEGY_MIN_OFFSET, STRATEGY_MIN_TIME } = AllocationFlag

/** A block that is full of ranges of these sizes, of which those with a minus are free. */
function blockOf(...ranges: number[]) {
  const block = new TlsfMetadata(ranges.reduce((sum, size) => sum + Math.abs(size), 0))
  const handles = ranges.map((size) => block.allocate(Math.abs(size), 1, STRATEGY_MIN_OFFSET))
  ranges.forEach((size, index) => {
    if (size < 0) block.free(handles[index] as number)
  })
  return { block, handles }
}

/** All ranges from the start on, the free ones with a minus. */
function ranges(block: TlsfMetadata): number[] {
  const found: number[] = []
  block.forEachRange((_offset, size, handle) => found.push(handle === NONE ? -size : size))
  return found
}

describe('of several free ranges [DF-02]', () => {
  // 65 shares its bin with 64, so that the bin alone does not say whether it takes 65
  const sizes = [-65, 10, -100, 10, -70, 10] as const
  const offsetFor = (flags: number) => {
    const { block } = blockOf(...sizes)
    return block.offsetOf(block.allocate(65, 1, flags))
  }

  it.each([
    ['no strategy takes the first bin in which every range is large enough', 0, 185],
    ['MIN_TIME does the same', STRATEGY_MIN_TIME, 185],
    ['MIN_MEMORY takes the one that wastes least', STRATEGY_MIN_MEMORY, 0],
    ['MIN_OFFSET takes the lowest', STRATEGY_MIN_OFFSET, 0],
  ])('%s', (_title, flags, offset) => {
    expect(offsetFor(flags)).toBe(offset)
  })

  it('MIN_MEMORY and MIN_OFFSET part where the lowest one is the larger one', () => {
    const larger = [-100, 10, -70, 10] as const
    const placed = [STRATEGY_MIN_MEMORY, STRATEGY_MIN_OFFSET].map((flags) => {
      const { block } = blockOf(...larger)
      return block.offsetOf(block.allocate(60, 1, flags))
    })
    expect(placed).toEqual([110, 0])
  })

  it('MIN_MEMORY tells ranges of one bin apart, in whatever order they were freed', () => {
    for (const [sizes, offset] of [
      [[-101, 10, -100, 10], 111],
      [[-100, 10, -101, 10], 0],
    ] as const) {
      const { block } = blockOf(...sizes)
      expect(block.offsetOf(block.allocate(99, 1, STRATEGY_MIN_MEMORY))).toBe(offset)
    }
  })

  it('one is found in its own bin too, where none above it is free', () => {
    const { block } = blockOf(-65, 10, -20, 10)
    expect(block.offsetOf(block.allocate(65, 1))).toBe(0)
    expect(block.allocate(21, 1)).toBe(NONE)
  })

  it('one that is large enough only before it is aligned is passed over', () => {
    // 10–74 holds 64 bytes, but from 64 on only 10; 80–210 holds them from 128 on
    const { block } = blockOf(10, -64, 6, -130, 10)
    expect(block.offsetOf(block.allocate(64, 64))).toBe(128)
    // what was free before it stays free, as does what was free after it
    expect(ranges(block)).toEqual([10, -64, 6, -48, 64, -18, 10])
    expect(block.allocate(64, 64)).toBe(NONE)
    expect(block.offsetOf(block.allocate(64, 1))).toBe(10)
  })
})

describe('what is freed joins with what is free beside it', () => {
  it.each([
    ['nothing', [10, 20, 30], 1, [10, -20, 30]],
    ['the range before', [-10, 20, 30], 1, [-30, 30]],
    ['the range after', [10, 20, -30], 1, [10, -50]],
    ['both', [-10, 20, -30], 1, [-60]],
    ['the range after, at the start of the block', [10, -20, 30], 0, [-30, 30]],
    ['the range before, at its end', [10, -20, 30], 2, [10, -50]],
  ])('%s', (_title, sizes, freed, expected) => {
    const { block, handles } = blockOf(...sizes)
    block.free(handles[freed] as number)
    expect(ranges(block)).toEqual(expected)
    const free = expected.filter((size) => size < 0).map((size) => -size)
    expect(block.freeRangeCount).toBe(free.length)
    expect(block.freeBytes).toBe(free.reduce((sum, size) => sum + size, 0))
    expect(block.largestFreeRange).toBe(Math.max(...free))
    // it can be taken as a whole, at once
    expect(block.allocate(Math.max(...free), 1)).not.toBe(NONE)
  })
})

it('the largest free range is another one as soon as it is taken, and 0 when none is left', () => {
  const { block } = blockOf(-40, 10, -30, 10)
  expect(block.largestFreeRange).toBe(40)
  block.allocate(40, 1)
  expect(block.largestFreeRange).toBe(30)
  block.allocate(30, 1)
  expect([block.largestFreeRange, block.freeBytes, block.freeRangeCount]).toEqual([0, 0, 0])
})

describe('a place of one’s own choice [DF-23]', () => {
  it.each([
    ['the start of what is free', 10, 20, [10, 20, -30, 10]],
    ['its end', 40, 20, [10, -30, 20, 10]],
    ['the midst of it', 20, 10, [10, -10, 10, -30, 10]],
    ['all of it', 10, 50, [10, 50, 10]],
  ])('%s', (_title, offset, size, expected) => {
    const { block } = blockOf(10, -50, 10)
    expect(block.offsetOf(block.allocateAt(offset, size))).toBe(offset)
    expect(ranges(block)).toEqual(expected)
  })

  it.each([
    ['something lies there', 0, 5],
    ['something lies at its end', 50, 11],
    ['something lies at its start', 9, 10],
    ['it is beyond the block', 70, 1],
    ['it reaches beyond the block', 60, 11],
  ])('is refused where %s, and nothing changes', (_title, offset, size) => {
    const { block } = blockOf(10, -50, 10)
    expect(block.allocateAt(offset, size)).toBe(NONE)
    expect(ranges(block)).toEqual([10, -50, 10])
  })
})

it('a place below a limit is the lowest one, and none once aligned beyond the limit [DF-09]', () => {
  const { block } = blockOf(10, -50, 10, -30)
  expect(block.allocateBelow(20, 1, 10)).toBe(NONE)
  // 10 is below 11; its next multiple of 16 is not
  expect(block.allocateBelow(20, 16, 11)).toBe(NONE)
  expect(block.offsetOf(block.allocateBelow(20, 16, 17))).toBe(16)
  // 36–60 is free before it, but too small
  expect(block.offsetOf(block.allocateBelow(28, 1, 71))).toBe(70)
})

it('allocations are walked in the order of their offsets, whatever is free between them', () => {
  const { block, handles } = blockOf(-5, 10, 20, -7, 30, -9)
  const [, a, b, , c] = handles as [number, number, number, number, number, number]
  expect([block.firstAllocation(), block.nextAllocation(a), block.nextAllocation(b), block.nextAllocation(c)]).toEqual([
    a,
    b,
    c,
    NONE,
  ])
  expect([block.lastAllocation(), block.previousAllocation(c), block.previousAllocation(a)]).toEqual([c, b, NONE])
  expect([a, b, c].map((handle) => [block.freeBefore(handle), block.freeAfter(handle)])).toEqual([
    [5, 0],
    [0, 7],
    [7, 9],
  ])
  const empty = new TlsfMetadata(8)
  expect([empty.firstAllocation(), empty.lastAllocation()]).toEqual([NONE, NONE])
})

it('whether something fits is said without taking it', () => {
  const { block } = blockOf(10, -20, 10, -30)
  expect([block.fits(30, 1), block.fits(31, 1), block.fits(50, 1)]).toEqual([true, false, false])
  // 16–30 holds 14, 48–70 holds 22
  expect([block.fits(22, 16), block.fits(23, 16)]).toEqual([true, false])
  expect(ranges(block)).toEqual([10, -20, 10, -30])
})

it('all is freed at once, and the handles with it', () => {
  const { block, handles } = blockOf(10, -20, 30)
  block.clear()
  expect(ranges(block)).toEqual([-60])
  expect([block.allocationCount, block.freeBytes, block.freeRangeCount, block.largestFreeRange]).toEqual([0, 60, 1, 60])
  expect(() => block.free(handles[2] as number)).toThrow(RangeError)
  expect(block.offsetOf(block.allocate(60, 1))).toBe(0)
})
