/** Both algorithms beside a naive model that keeps a sorted list of what is taken. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type BlockMetadata, NONE } from '../../../main/d3d12ma/block-metadata'
import { AllocationFlag } from '../../../main/d3d12ma/definitions'
import { LinearMetadata } from '../../../main/d3d12ma/linear-metadata'
import { TlsfMetadata } from '../../../main/d3d12ma/tlsf-metadata'
import { Rng } from '../../../main/sim/rng'

const { UPPER_ADDRESS } = AllocationFlag

interface Taken {
  handle: number
  offset: number
  size: number
}

interface Call {
  kind: 'allocate' | 'free'
  size: number
  alignment: number
  flags: number
  pick: number
}

/** What every block keeps to, whatever happened to it (DF-02). */
function requireConsistent(block: BlockMetadata, taken: readonly Taken[]): void {
  const sorted = taken.toSorted((a, b) => a.offset - b.offset)
  const seen: Taken[] = []
  let end = 0
  let free = 0
  let freeRanges = 0
  let largest = 0
  let lastWasFree = false
  block.forEachRange((offset, size, handle) => {
    expect(offset).toBe(end)
    expect(size).toBeGreaterThan(0)
    end += size
    if (handle === NONE) {
      expect(lastWasFree).toBe(false)
      free += size
      freeRanges++
      largest = Math.max(largest, size)
    } else seen.push({ handle, offset, size })
    lastWasFree = handle === NONE
  })
  expect(end).toBe(block.size)
  expect(seen).toEqual(sorted)
  expect(block).toMatchObject({ freeBytes: free, freeRangeCount: freeRanges, largestFreeRange: largest })
  expect(block.allocationCount).toBe(taken.length)
}

/** Forwards and backwards, with what is free beside each. */
function requireWalks(block: BlockMetadata, taken: readonly Taken[]): void {
  const sorted = taken.toSorted((a, b) => a.offset - b.offset)
  const forwards: number[] = []
  for (let h = block.firstAllocation(); h !== NONE; h = block.nextAllocation(h)) forwards.push(h)
  const backwards: number[] = []
  for (let h = block.lastAllocation(); h !== NONE; h = block.previousAllocation(h)) backwards.unshift(h)
  expect(forwards).toEqual(sorted.map(({ handle }) => handle))
  expect(backwards).toEqual(forwards)
  sorted.forEach(({ handle, offset, size }, index) => {
    const before = sorted[index - 1]
    expect(block.freeBefore(handle)).toBe(offset - (before === undefined ? 0 : before.offset + before.size))
    expect(block.freeAfter(handle)).toBe((sorted[index + 1]?.offset ?? block.size) - offset - size)
    expect(block).toSatisfy(() => block.offsetOf(handle) === offset && block.sizeOf(handle) === size)
  })
}

/** The free ranges that take it, by naive search: their offsets once aligned, and their sizes. */
function rangesThatFit(block: BlockMetadata, size: number, alignment: number): { offset: number; space: number }[] {
  const found: { offset: number; space: number }[] = []
  block.forEachRange((start, space, handle) => {
    let offset = start
    while (offset % alignment !== 0) offset++
    if (handle === NONE && offset + size <= start + space) found.push({ offset, space })
  })
  return found
}

const calls = (largest: number, flags: readonly number[]) =>
  fc.array(
    fc.record<Call>({
      kind: fc.constantFrom('allocate', 'allocate', 'free'),
      size: fc.oneof(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 1, max: largest })),
      alignment: fc.constantFrom(1, 1, 4, 64, 256),
      flags: fc.constantFrom(...flags),
      pick: fc.nat(1000),
    }),
    { maxLength: 120 },
  )

/** Plays the calls, and after each compares the block with what must be taken. */
function play(block: BlockMetadata, steps: readonly Call[], allocate: (call: Call) => number): Taken[] {
  const taken: Taken[] = []
  for (const call of steps) {
    if (call.kind === 'free') {
      const [gone] = taken.splice(call.pick % Math.max(1, taken.length), 1)
      if (gone !== undefined) block.free(gone.handle)
    } else {
      const handle = allocate(call)
      if (handle === NONE) continue
      const offset = block.offsetOf(handle)
      expect(offset % call.alignment).toBe(0)
      taken.push({ handle, offset, size: call.size })
    }
    requireConsistent(block, taken)
  }
  requireWalks(block, taken)
  return taken
}

/** What is left when all is freed, in whatever order. */
function requireWhole(block: BlockMetadata, taken: readonly Taken[]): void {
  for (const { handle } of taken) block.free(handle)
  requireConsistent(block, [])
  expect(block).toMatchObject({ freeBytes: block.size, freeRangeCount: 1, largestFreeRange: block.size })
}

const STRATEGIES = [
  0,
  AllocationFlag.STRATEGY_MIN_MEMORY,
  AllocationFlag.STRATEGY_MIN_TIME,
  AllocationFlag.STRATEGY_MIN_OFFSET,
]

describe('TLSF', () => {
  it('never overlaps, aligns, conserves bytes, fits what fits, and ends as one free range [DF-02]', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 5000 }), calls(900, STRATEGIES), (size, steps) => {
        const block = new TlsfMetadata(size)
        const taken = play(block, steps, (call) => {
          const fitting = rangesThatFit(block, call.size, call.alignment)
          expect(block.fits(call.size, call.alignment)).toBe(fitting.length > 0)
          const handle = block.allocate(call.size, call.alignment, call.flags)
          expect(handle !== NONE).toBe(fitting.length > 0)
          return handle
        })
        requireWhole(block, taken)
      }),
      { numRuns: 300 },
    )
  })

  it('gives MIN_OFFSET the lowest place that there is, and a place below a limit only below it [DF-02, DF-09]', () => {
    fc.assert(
      fc.property(calls(400, STRATEGIES), fc.nat(3000), (steps, limit) => {
        const block = new TlsfMetadata(3000)
        play(block, steps, (call) => {
          const [lowest] = rangesThatFit(block, call.size, call.alignment)
          const below = call.pick % 2 === 0
          const handle = below
            ? block.allocateBelow(call.size, call.alignment, limit)
            : block.allocate(call.size, call.alignment, AllocationFlag.STRATEGY_MIN_OFFSET)
          const expected = lowest === undefined || (below && lowest.offset >= limit) ? undefined : lowest.offset
          expect(handle === NONE ? undefined : block.offsetOf(handle)).toBe(expected)
          return handle
        })
      }),
    )
  })

  it('gives MIN_MEMORY the smallest range that takes it [DF-02]', () => {
    fc.assert(
      fc.property(calls(400, STRATEGIES), (steps) => {
        const block = new TlsfMetadata(3000)
        play(block, steps, (call) => {
          const fitting = rangesThatFit(block, call.size, call.alignment)
          const least = Math.min(...fitting.map(({ space }) => space))
          const handle = block.allocate(call.size, call.alignment, AllocationFlag.STRATEGY_MIN_MEMORY)
          if (handle === NONE) return handle
          const offset = block.offsetOf(handle)
          expect(fitting.filter(({ space }) => space === least).map((range) => range.offset)).toContain(offset)
          return handle
        })
      }),
    )
  })

  it('allocates at a given place exactly when that is free [DF-23]', () => {
    fc.assert(
      fc.property(calls(400, STRATEGIES), (steps) => {
        const block = new TlsfMetadata(3000)
        play(block, steps, (call) => {
          const offset = call.pick * call.alignment
          let free = false
          block.forEachRange((start, space, handle) => {
            free ||= handle === NONE && start <= offset && offset + call.size <= start + space
          })
          const handle = block.allocateAt(offset, call.size)
          expect(handle === NONE ? undefined : block.offsetOf(handle)).toBe(free ? offset : undefined)
          return handle
        })
      }),
    )
  })

  it('gives the same offsets for the same calls [DF-02]', () => {
    const rng = new Rng(7)
    const steps = Array.from({ length: 5000 }, () => ({ free: rng.below(3) === 0, size: 1 + rng.below(500) }))
    const offsets = () => {
      const block = new TlsfMetadata(200_000)
      const taken: number[] = []
      return steps.map(({ free, size }) => {
        if (free && taken.length > 0) block.free(taken.splice(size % taken.length, 1)[0] as number)
        const handle = block.allocate(size, 1)
        if (handle !== NONE) taken.push(handle)
        return handle === NONE ? NONE : block.offsetOf(handle)
      })
    }
    expect(offsets()).toEqual(offsets())
    expect(new Set(offsets()).size).toBeGreaterThan(1000)
  })

  it('counts bytes beyond 32 bits exactly, to the largest whole numbers [DF-24]', () => {
    const size = Number.MAX_SAFE_INTEGER
    const block = new TlsfMetadata(size)
    const a = block.allocate(2 ** 52 + 3, 1)
    const b = block.allocate(2 ** 40, 2 ** 33)
    const c = block.allocate(5, 1)
    expect(block.offsetOf(b) % 2 ** 33).toBe(0)
    expect(block.freeBytes).toBe(size - (2 ** 52 + 3) - 2 ** 40 - 5)
    requireConsistent(
      block,
      [a, b, c].map((handle) => ({ handle, offset: block.offsetOf(handle), size: block.sizeOf(handle) })),
    )
    for (const handle of [b, a, c]) block.free(handle)
    expect(block).toMatchObject({ freeBytes: size, freeRangeCount: 1, largestFreeRange: size })
  })

  it('holds a million allocations, and gives their memory back when all are freed [DF-02]', () => {
    const block = new TlsfMetadata(1_000_000)
    const little = block.overheadBytes
    const handles = Int32Array.from({ length: 1_000_000 }, () => block.allocate(1, 1))
    expect(block).toMatchObject({ allocationCount: 1_000_000, freeBytes: 0, freeRangeCount: 0, largestFreeRange: 0 })
    expect(block.allocate(1, 1)).toBe(NONE)
    expect(block.overheadBytes).toBeLessThanOrEqual(64_000_000)
    // every second one first: half a million free ranges, which then join
    for (let i = 0; i < handles.length; i += 2) block.free(handles[i] as number)
    expect(block).toMatchObject({ freeRangeCount: 500_000, largestFreeRange: 1 })
    for (let i = 1; i < handles.length; i += 2) block.free(handles[i] as number)
    expect(block).toMatchObject({ allocationCount: 0, freeBytes: 1_000_000, freeRangeCount: 1 })
    expect(block.overheadBytes).toBe(little)
  })

  it('uses handles again, and refuses one that is no allocation any more [DF-02]', () => {
    const block = new TlsfMetadata(100)
    const first = block.allocate(10, 1)
    const second = block.allocate(10, 1)
    block.setUserData(first, 42)
    expect([block.userDataOf(first), block.userDataOf(second)]).toEqual([42, NONE])
    block.free(first)
    expect(() => block.free(first)).toThrow(/is no allocation of this block/)
    for (const no of [0, NONE, 1e6]) expect(() => block.free(no)).toThrow(RangeError)
    const seen = new Set<number>()
    for (let i = 0; i < 1000; i++) {
      const handle = block.allocate(10, 1)
      seen.add(handle)
      expect(block.userDataOf(handle)).toBe(NONE)
      block.free(handle)
    }
    expect(seen.size).toBe(1)
    expect(block.offsetOf(second)).toBe(10)
    block.clear()
    expect(() => block.offsetOf(second)).toThrow(RangeError)
    expect(block).toMatchObject({ allocationCount: 0, freeBytes: 100, freeRangeCount: 1, largestFreeRange: 100 })
  })

  it('is made of a whole number of units above 0 [DF-24]', () => {
    for (const size of [0, -1, 1.5, Number.NaN, 2 ** 53]) expect(() => new TlsfMetadata(size)).toThrow(RangeError)
  })
})

describe('the linear algorithm', () => {
  it('never overlaps, aligns, conserves bytes, and ends as one free range [DF-01, DF-02]', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 5000 }), calls(900, [0, 0, UPPER_ADDRESS]), (size, steps) => {
        const block = new LinearMetadata(size)
        const taken = play(block, steps, (call) => {
          const fits = block.fits(call.size, call.alignment)
          const handle = block.allocate(call.size, call.alignment, call.flags)
          if (call.flags === 0) expect(handle !== NONE).toBe(fits)
          return handle
        })
        requireWhole(block, taken)
      }),
      { numRuns: 300 },
    )
  })
})
